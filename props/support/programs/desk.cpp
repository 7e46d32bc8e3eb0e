// Makes the temporary directory of a test of the command line, and runs `bpetite` in it.
#include "support/programs/desk.hpp"

#include <bpetite/tokenizer.hpp>

#include <algorithm>
#include <fstream>
#include <utility>

#include "artifact/artifact.hpp"
#include "core/file.hpp"
#include "core/table.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

// A table in which each pair of bytes is a merge, and (97,98) is the last.
Table wide_table() {
  const Pair last{97, 98};
  std::vector<Pair> merges;
  for (TokenId left = 0; left < 256; ++left) {
    for (TokenId right = 0; right < 256; ++right) {
      if (Pair{left, right} != last) {
        merges.push_back({left, right});
      }
    }
  }
  merges.push_back(last);
  return v1_table(std::move(merges));
}

}  // namespace

Desk::Desk() {
  const std::string abab = artifact::serialize(v1_table({{97, 98}, {32, 256}}));
  std::string bad = abab;
  bad.replace(bad.find("|>\":258"), 7, "|>\":257");
  write("abab.txt", "ab ab ab");
  write("abab.json", abab);
  write("bad.txt", "ab\xff");
  write("bad.json", bad);
  write("wide.json", artifact::serialize(wide_table()));
}

Finished Desk::bpetite(const std::vector<std::string>& arguments, const std::string& in) const {
  std::vector<std::string> command = {BPETITE_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run(command, {.in = in, .directory = path()});
}

Finished Desk::shell(const std::string& line) const {
  return run_shell(line, {.directory = path()});
}

void Desk::write(const std::string& name, std::string_view bytes) const {
  std::ofstream(path() / name, std::ios::binary) << bytes;
}

std::string Desk::read(const std::string& name) const { return file::read(path() / name); }

std::vector<std::string> Desk::names() const {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(path())) {
    names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace bpetite::test
