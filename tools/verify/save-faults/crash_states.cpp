// Records saves by strace, and replays each recording over the model of a loss of power (disk.hpp).
//
//   bpetite_crash_states saves       saves by the library and by the program, in many settings
//   bpetite_crash_states PROTOCOL    one save by a protocol of sabotage.hpp
//
// Prints the number of crash states of each save, and the first bad ones. Exit code: 0 none is bad,
// 1 some are bad, 2 a save could not be recorded or replayed, 77 strace cannot be used.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/directory.hpp"
#include "core/file.hpp"
#include "verify/save-faults/replay.hpp"

namespace bpetite::crash {
namespace {

namespace fs = std::filesystem;

struct Scenario {
  std::string_view title;
  std::string_view
      mode;              // of bpetite_save; or the arguments of bpetite, with {} as the destination
  Image before;          // the directory before the save
  std::size_t size = 0;  // of the bytes that bpetite_save saves
  bool refused = false;
  std::string_view injected = "";  // the fault that strace injects into each save
};

Image with_file(std::size_t size) { return {{"t", "f" + std::string(size, 'o')}}; }

std::vector<Scenario> scenarios() {
  return {
      {"a new file", "create", {}, 90000},
      {"a new file that might overwrite", "overwrite", {}, 90000},
      {"over a shorter file", "overwrite", with_file(70000), 90000},
      {"over a longer file", "overwrite", with_file(90000), 5000},
      {"over an empty file", "overwrite", with_file(0), 9000},
      {"of one byte over a file", "overwrite", with_file(9000), 1},
      {"beside another file", "overwrite", {{"t", "fold"}, {"u", "fanother"}}, 90000},
      {"over a link", "overwrite", {{"t", "lu"}, {"u", "ftarget"}}, 90000},
      {"over a link to nothing", "overwrite", {{"t", "lnothing"}}, 9000},
      {"in many writes", "parts", with_file(9000), 90000},
      {"without a rename that replaces nothing",
       "create",
       {},
       90000,
       false,
       "-e inject=renameat2:error=ENOSYS"},
      {"refused by a file", "create", with_file(70000), 90000, true},
      {"refused by a link", "create", {{"t", "lu"}, {"u", "ftarget"}}, 9000, true},
      {"refused by a file, by a link and no rename", "create", with_file(70000), 90000, true,
       "-e inject=renameat2:error=ENOSYS"},
      {"bpetite train", "train --input new --vocab-size 400 --output {} --threads 1", {}},
      {"bpetite train --force",
       "train --input new --vocab-size 400 --output {} --threads 1 --force", with_file(9000)},
      {"bpetite count --force", "count --input new --output {} --threads 1 --force", with_file(99)},
  };
}

void put(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

void lay_out(const fs::path& directory, const Image& image) {
  fs::remove_all(directory);
  fs::create_directory(directory);
  for (const auto& [name, text] : image) {
    if (text[0] == 'l') {
      fs::create_symlink(text.substr(1), directory / name);
    } else {
      put(directory / name, text.substr(1));
    }
  }
}

int shell(const std::string& line) {
  const int status = std::system(line.c_str());  // NOLINT(cert-env33-c): no input is in the line
  return status == -1 || !WIFEXITED(status) ? -1 : WEXITSTATUS(status);
}

// The verdict on one save, recorded in `work`.
Verdict judged(const Scenario& scenario, const fs::path& work) {
  const fs::path directory = work / "dir";
  const std::string path = (directory / "t").string();
  const bool by_program = scenario.mode.find("{}") != std::string_view::npos;
  std::string text;
  for (std::size_t i = 0; text.size() < scenario.size || (by_program && i < 3000); ++i) {
    text += fmt::format("{} ", i * 7919 % 10007);
  }
  if (!by_program) text.resize(scenario.size);
  put(work / "new", text);
  const std::string command =
      by_program
          ? fmt::format("'{}' {}", BPETITE_PROGRAM, fmt::format(fmt::runtime(scenario.mode), path))
          : fmt::format("'{}' new '{}' {}", BPETITE_SAVE, path, scenario.mode);

  lay_out(directory, scenario.before);
  const int wanted = scenario.refused ? 1 : 0;
  if (shell(fmt::format("cd '{}' && strace -qq -xx -s 10000000 -o trace {} {} >out 2>err",
                        work.string(), scenario.injected, command)) != wanted) {
    throw std::runtime_error(fmt::format("{}: {}", scenario.title, file::read(work / "err")));
  }
  std::vector<std::string> trace;
  std::ifstream lines(work / "trace");
  bool injected = scenario.injected.empty();
  for (std::string line; std::getline(lines, line);) {
    injected = injected || line.ends_with("(INJECTED)");
    trace.push_back(line);
  }
  if (!injected) throw std::runtime_error(fmt::format("{}: nothing was injected", scenario.title));
  return replay({directory.string(), "t", scenario.before, by_program ? file::read(path) : text,
                 scenario.refused},
                trace);
}

int judge_all(const std::vector<Scenario>& all, const fs::path& work) {
  std::size_t states = 0;
  std::size_t bad = 0;
  for (const Scenario& scenario : all) {
    const Verdict verdict = judged(scenario, work);
    states += verdict.states;
    bad += verdict.faults.size();
    fmt::print("  {:<44} {:>5} crash states, {} bad{}\n", scenario.title, verdict.states,
               verdict.faults.size(),
               verdict.faults.empty() ? "" : ", the first " + verdict.faults.front());
  }
  fmt::print("save-faults: {} crash states in {} saves, {} bad\n", states, all.size(), bad);
  return bad == 0 ? 0 : 1;
}

int run(std::string_view what) {
  if (shell("strace -o /dev/null true 2>/dev/null") != 0) {
    fmt::print("SKIPPED: strace is absent or may not trace\n");
    return 77;
  }
  const fs::path work = fs::canonical(file::make_temporary_directory());
  try {
    const int code =
        judge_all(what == "saves" ? scenarios()
                                  : std::vector<Scenario>{{what, what, with_file(70000), 90000}},
                  work);
    fs::remove_all(work);
    return code;
  } catch (...) {
    fs::remove_all(work);
    throw;
  }
}

}  // namespace
}  // namespace bpetite::crash

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: bpetite_crash_states saves|PROTOCOL\n");
    return 2;
  }
  try {
    return bpetite::crash::run(argv[1]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bpetite_crash_states: {}\n", error.what());
    return 2;
  }
}
