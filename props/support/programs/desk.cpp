// Makes the temporary directory of a test of the command line with its files, runs `bpetite` or a
// shell in it, reads, writes and lists files there, and adds models of several forms, texts and
// conversations (`stock`).
#include "support/programs/desk.hpp"

#include <bpetite/tokenizer.hpp>

#include <algorithm>
#include <fstream>
#include <utility>

#include "artifact/artifact.hpp"
#include "core/assertion.hpp"
#include "core/file.hpp"
#include "core/table.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

// A table in which each pair of bytes is a merge. (99,100) makes the id 65535, the largest of 16
// bits, and (97,98) is the last.
Table wide_table() {
  const Pair last{97, 98};
  const Pair largest{99, 100};
  std::vector<Pair> merges;
  for (TokenId left = 0; left < 256; ++left) {
    for (TokenId right = 0; right < 256; ++right) {
      if (merges.size() == 65535 - 256) merges.push_back(largest);
      const Pair pair{left, right};
      if (pair != last && pair != largest) merges.push_back(pair);
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

void Desk::stock() const {
  write("text.txt", "ab ab<|eot_id|>  ab\r\n\u00e9");
  write("ids.json", "[97, 98, 256]");
  write("prompts.jsonl",
        "{\"parts\":[{\"template\":\"<|eot_id|>a\"},{\"text\":\"b<|eot_id|>\"}]}\n"
        "{\"parts\":[{\"text\":\"ab\"},{\"token\":\"<|eot_id|>\"},{\"text\":\" ab\"}]}\n");
  write("lines.jsonl", "{\"text\":\"ab ab\"}\n{\"text\":5}\n{\"text\":\"ab\"}\n");
  write("chat.jsonl",
        R"({"messages":[{"role":"user","content":"ab"},{"role":"assistant","content":"cd"}]})"
        "\n");
  write("tiny.tiktoken", rank_file_of_bytes() + rank_line("ab", 256));
  const auto make = [this](std::vector<std::string> words, const char* name) {
    words.insert(words.end(), {"--input", "abab.txt", "--output", name});
    assert_internal(bpetite(words).code == 0, "a file of the desk was not made");
  };
  make({"train", "--profile", "llama3", "--vocab-size", "258"}, "llama.json");
  make({"train", "--profile", "nanochat", "--vocab-size", "258"}, "nanochat.json");
  make({"count"}, "counts");
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
