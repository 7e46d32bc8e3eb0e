// Reads any lines as the words of a command line, and runs the command in a directory of its own,
// which has a model, texts and other known files. A command that fails must throw an error of the
// library, the exit code must be one that a command has, and only files that a word names may be
// left.
//
//   encode           bpetite encode --model model.json --text ab
//   --model
//   model.json
//   --text
//   ab
//
// A slash becomes an underscore, so that no command leaves the directory. `commands` lists the 12
// commands that run. The others are left out: for example, `conform` starts other programs, and
// fuzz/protocol.cpp reads what `serve` reads.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <new>
#include <string>
#include <vector>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "cli/commands.hpp"
#include "cli/program.hpp"
#include "harness.hpp"
#include "profiles/profiles.hpp"
#include "reference/counts.hpp"
#include "support/programs/process.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace {

using namespace bpetite;
namespace fs = std::filesystem;

const cli::Command& commands() {
  static const cli::Command all = cli::program({
      cli::train_command(),
      cli::count_command(),
      cli::merge_counts_command(),
      cli::encode_command(),
      cli::decode_command(),
      cli::render_command(),
      cli::visualize_command(),
      cli::validate_command(),
      cli::pretokenize_command(),
      cli::patterns_command(),
      cli::explain_command(),
      cli::compare_tiktoken_command(),
  });
  return all;
}

// The files that a command line can name.
std::map<std::string, std::string> known_files() {
  const std::string model = artifact::serialize(test::v1_table({{97, 98}, {32, 256}}));
  return {{"model.json", model},
          {"bad.json", model.substr(0, model.size() / 2)},
          {"text.txt", "ab ab <|endoftext|> 12"},
          {"bad.txt", "ab\xff"},
          {"ids.json", "[97, 256]\n"},
          {"ids.u16", std::string("a\0b\0", 4)},
          {"texts.jsonl", "{\"text\":\"ab\"}\n{\"text\":\" ab\"}\n"},
          {"counts", reference::counts_file({{" ab", 2}, {"ab", 1}}, profiles::v1())},
          {"talks.jsonl", "[]\n{\"messages\":[{\"role\":\"user\",\"content\":\"ab\"}]}\n"},
          {"ranks.tiktoken", test::rank_file_of_bytes() + test::rank_line("ab", 256)}};
}

// The directory in which the commands run, with the known files as they were at first.
class Place {
 public:
  Place()
      : files_(known_files()),
        home_(::open(".", O_RDONLY | O_CLOEXEC)),
        null_(::open("/dev/null", O_RDWR | O_CLOEXEC)) {
    ::setenv("TMPDIR", directory_.path().c_str(), 1);
    for (const auto& [name, bytes] : files_) write(name, bytes);
  }

  // Standard input is empty, and nobody reads standard output, which a command closes.
  void enter() const {
    assert_internal(::chdir(directory_.path().c_str()) == 0 && ::dup2(null_, STDIN_FILENO) >= 0 &&
                        ::dup2(null_, STDOUT_FILENO) >= 0,
                    "no place to run in");
  }

  // Each file that is left is known or has the name of a word. Then only the known files are left.
  void leave(const std::vector<std::string>& words) const {
    for (const fs::directory_entry& entry : fs::directory_iterator(directory_.path())) {
      const std::string name = entry.path().filename().string();
      const bool is_known = files_.contains(name);
      assert_internal(is_known || std::ranges::any_of(words,
                                                      [&](const std::string& word) {
                                                        return word == name ||
                                                               word.ends_with("=" + name);
                                                      }),
                      "a file that no word names");
      if (!is_known) fs::remove_all(entry.path());
    }
    if (std::ranges::any_of(words, [](const std::string& word) { return word == "--force"; })) {
      for (const auto& [name, bytes] : files_) write(name, bytes);
    }
    assert_internal(::fchdir(home_) == 0, "no way back");
  }

 private:
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(directory_.path() / name, std::ios::binary) << bytes;
  }

  test::TemporaryDirectory directory_;
  std::map<std::string, std::string> files_;
  int home_;
  int null_;
};

std::vector<std::string> words_of(std::string_view bytes) {
  std::vector<std::string> words;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    std::string word(bytes.substr(0, std::min(end, bytes.find('\0'))));
    std::ranges::replace(word, '/', '_');
    words.push_back(std::move(word));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return words;
}

// Any other exception ends the fuzzer, and so does an exit code that no command has. Only `patterns
// compare` ends with 2 and 3.
void execute(const std::vector<std::string>& words) {
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  try {
    const int code = cli::execute(commands(), arguments);
    const int most = std::ranges::count(words, "compare") > 0 ? 3 : 1;
    assert_internal(code >= 0 && code <= most, "an exit code of no command");
  } catch (const cli::UsageError&) {
  } catch (const Error&) {
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Place place;
  const std::vector<std::string> words = words_of(fuzz::bytes_of(data, size));
  place.enter();
  execute(words);
  place.leave(words);
  return 0;
}
