// A temporary directory with texts and artifacts, in which tests run the program `bpetite` or lines
// of bash, and read, write and list files. `stock` puts more models and texts there.
//
//   const Desk desk;
//   desk.bpetite({"encode", "--model", "abab.json", "--text", "ab"}).out == "[256]\n"
//
//   abab.txt    "ab ab ab"
//   abab.json   its artifact of 258 tokens: (97,98), (32,256)
//   bad.txt     "ab" and the byte FF, which never occurs in UTF-8
//   bad.json    an artifact whose special token has the id of a merge; it fails step 18
//   wide.json   an artifact in which "ab" has the id 65791, which is too large for 16 bits
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/programs/process.hpp"

namespace bpetite::test {

class Desk {
 public:
  Desk();

  Finished bpetite(const std::vector<std::string>& arguments, const std::string& in = "") const;
  // Runs a line of bash in the directory, with bpetite on the PATH.
  Finished shell(const std::string& line) const;

  const std::filesystem::path& path() const { return directory_.path(); }
  void write(const std::string& name, std::string_view bytes) const;
  std::string read(const std::string& name) const;
  // Puts more files there: models of several forms, texts and conversations.
  //
  //   llama.json      "ab" is 256, " ab" is 257; with the special tokens of llama3
  //   nanochat.json   the same with those of nanochat
  //   tiny.tiktoken   the bytes, and "ab" is 256
  //   text.txt        "ab ab<|eot_id|>  ab\r\n\u00e9"
  //   lines.jsonl     three lines; the second has no text
  //   prompts.jsonl   two texts in parts
  //   chat.jsonl      a conversation
  //   counts          the counts of abab.txt
  void stock() const;
  // The sorted names of all files, to check that no temporary file is left.
  std::vector<std::string> names() const;

 private:
  TemporaryDirectory directory_;
};

}  // namespace bpetite::test
