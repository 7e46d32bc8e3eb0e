// GGUF files, made value by value or of tables (S54a).
//
//   GgufWriter writer;
//   writer.text("tokenizer.ggml.pre", "gpt-2");
//   writer.file()      "GGUF" 3 | no tensors | 1 value | "tokenizer.ggml.pre" string "gpt-2"
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace bpetite::test {

// A number as this many bytes, the low byte first.
std::string number_bytes(std::uint64_t number, std::size_t size);

class GgufWriter {
 public:
  void text(std::string_view key, std::string_view value);
  void flag(std::string_view key, bool value);
  void number(std::string_view key, std::uint32_t value);
  void texts(std::string_view key, const std::vector<std::string>& values);
  void numbers(std::string_view key, const std::vector<std::uint32_t>& values);
  std::string file(std::uint32_t version = 3) const;

 private:
  void add(std::string_view key, std::uint32_t type, const std::string& bytes);

  std::string values_;
  std::uint64_t count_ = 0;
};

// What a file is made of; each test changes one part.
struct GgufParts {
  std::string model = "gpt2";
  std::string pre = "gpt-2";
  std::string general_name = "test";
  std::vector<std::string> tokens;
  std::vector<std::uint32_t> types;
  std::vector<std::string> merges;
  std::uint32_t version = 3;
  bool has_bos = false;

  GgufWriter writer() const;
  std::string file() const { return writer().file(version); }
};

// The tokens and merges of a table, a control token <s> and a user-defined one <t>.
GgufParts gguf_of(const Table& table);

}  // namespace bpetite::test
