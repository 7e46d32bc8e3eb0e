// A directory with what a user of the command line has at hand, and the program.
//
//   const Desk desk;
//   desk.bpetite({"encode", "--model", "abab.json", "--text", "ab"}).out == "[256]\n"
//
//   abab.txt    "ab ab ab"
//   abab.json   its artifact of 258 tokens: (97,98), (32,256)
//   bad.txt     "ab" and a byte that begins nothing
//   bad.json    an artifact whose special token has the id of a merge: step 18
//   wide.json   an artifact in which "ab" is 65791, which 16 bits do not hold
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/directory.hpp"
#include "support/process.hpp"

namespace bpetite::test {

class Desk {
 public:
  Desk();

  Finished bpetite(const std::vector<std::string>& arguments, const std::string& in = "") const;
  // A line of bash in the directory, with bpetite on the PATH.
  Finished shell(const std::string& line) const;

  const std::filesystem::path& path() const { return directory_.path(); }
  void write(const std::string& name, std::string_view bytes) const;
  std::string read(const std::string& name) const;
  // The names of all files, sorted: to see that none was left behind.
  std::vector<std::string> names() const;

 private:
  TemporaryDirectory directory_;
};

}  // namespace bpetite::test
