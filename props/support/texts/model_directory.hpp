// A temporary directory of a model, with a tokenizer.json or the two files of GPT-2, and the files
// that a test writes beside them.
//
//   const ModelDirectory directory;
//   directory.write("config.json", "[]");
//   directory.error()      "ValueError: config.json: the whole document: an array is ..."
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <bpetite/open.hpp>

#include "support/programs/process.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace bpetite::test {

class ModelDirectory {
 public:
  explicit ModelDirectory(std::string_view tokenizer = small_file()) {
    write("tokenizer.json", tokenizer);
  }

  void write(const std::string& name, std::string_view content) const {
    std::ofstream(path() / name, std::ios::binary) << content;
  }
  // Puts the two files of small_exchange_table() in place of tokenizer.json.
  void use_two_files() const {
    std::filesystem::remove(path() / "tokenizer.json");
    write("vocab.json", vocab_json_of(small_exchange_table()));
    write("merges.txt", merges_txt_of(small_exchange_table()));
  }
  const std::filesystem::path& path() const { return directory_.path(); }

  // The error of opening it, or "none".
  std::string error(const OpenOptions& options = {}) const {
    return error_of([&] { open(path(), options); });
  }

 private:
  TemporaryDirectory directory_;
};

}  // namespace bpetite::test
