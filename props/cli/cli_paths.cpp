// Tests the command line (spec/10-interface.md) with paths that cannot be used, in each argument
// and environment variable. It must report an error in one line and leave no file. Also tests which
// commands keep a file that exists and which replace it, and that an unexpected exception is an
// error in one line.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/programs/desk.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

// The purpose for which a command uses a path.
enum class Use {
  read,       // a file that is read
  create,     // a file that is written if it does not exist
  replace,    // a file that is written, also if it exists
  fresh,      // a directory that is made, and that may exist if it is empty
  directory,  // a directory, which is made if it does not exist
  temporary,  // the directory for temporary files
  number,     // not a path: the argument has to be a number
};

struct Argument {
  Use use;
  std::string_view line;  // $P is the path
};

constexpr std::string_view impl = "--impl \"$(type -P bpetite) serve\" --only load-fields-no-vocab";

const std::vector<Argument> arguments = {
    {Use::read, "bpetite train --input \"$P\" --vocab-size 300 --output new"},
    {Use::read, "bpetite train --reference --input \"$P\" --vocab-size 300 --output new"},
    {Use::read, "bpetite train --from-counts \"$P\" --vocab-size 300 --output new"},
    {Use::read, "bpetite train --from-counts ab.counts \"$P\" --vocab-size 300 --output new"},
    {Use::read, "bpetite count --input \"$P\" --output new"},
    {Use::read, "bpetite merge-counts ab.counts \"$P\" --output new"},
    {Use::read, "bpetite encode --model \"$P\" --text a"},
    {Use::read, "bpetite encode --model abab.json --input \"$P\""},
    {Use::read, "bpetite decode --model \"$P\" --ids 97"},
    {Use::read, "bpetite decode --model abab.json --input \"$P\""},
    {Use::read, "bpetite decode --model abab.json --input \"$P\" --format u16"},
    {Use::read, "bpetite encode --model abab.json --batch nul --input \"$P\""},
    {Use::read, "bpetite decode --model abab.json --stream --input \"$P\""},
    {Use::read, "bpetite render --model \"$P\" --input abab.txt"},
    {Use::read, "bpetite visualize --model \"$P\" --input abab.txt"},
    {Use::read, "bpetite validate \"$P\""},
    {Use::read, "bpetite pretokenize --input \"$P\""},
    {Use::read, "bpetite pretokenize --text a --pattern \"@$P\""},
    {Use::read, "bpetite explain --model \"$P\" --text a"},
    {Use::read, "bpetite compare-tiktoken --model \"$P\" --ranks nowhere --text a"},
    {Use::read, "bpetite compare-tiktoken --model abab.json --ranks \"$P\" --text a"},
    {Use::read, "bpetite serve --ranks gpt2=\"$P\""},
    {Use::read, "bpetite conform lint --vectors \"$P\""},
    {Use::read, "bpetite conform run --impl false --vectors \"$P\""},
    {Use::read, "bpetite conform run --impl false --ranks gpt2=\"$P\""},
    {Use::read, "bpetite conform run --impl false --known \"$P\" --only load-fields-no-vocab"},
    {Use::read,
     "bpetite conform run --responses \"$P\" --bundle folder --only load-fields-no-vocab"},
    {Use::read, "bpetite conform compare \"$P\" abab.json"},
    {Use::read, "bpetite conform matrix \"$P\""},
    {Use::read, "bpetite conform matrix report.json --stated \"$P\""},
    {Use::create, "bpetite train --input abab.txt --vocab-size 300 --output \"$P\""},
    {Use::create, "bpetite train --from-counts ab.counts --vocab-size 300 --output \"$P\""},
    {Use::create, "bpetite count --input abab.txt --output \"$P\""},
    {Use::create, "bpetite merge-counts ab.counts --output \"$P\""},
    {Use::create, "bpetite import abab.json --output \"$P\""},
    {Use::create, "bpetite add-tokens --model abab.json --special '<x>' --output \"$P\""},
    {Use::fresh, "bpetite export hf --model abab.json --output \"$P\""},
    {Use::fresh, "bpetite export gpt2 --force --model abab.json --output \"$P\""},
    {Use::replace, "bpetite train --force --input abab.txt --vocab-size 300 --output \"$P\""},
    {Use::replace, "bpetite count --force --input abab.txt --output \"$P\""},
    {Use::replace, "bpetite merge-counts --force ab.counts --output \"$P\""},
    {Use::replace, "bpetite import --force abab.json --output \"$P\""},
    {Use::replace, "bpetite add-tokens --force --model abab.json --special '<x>' --output \"$P\""},
    {Use::replace, "bpetite conform matrix report.json --html \"$P\""},
    {Use::replace, "bpetite conform run {} --known \"$P\" --update"},
    {Use::replace, "bpetite conform run {} --report \"$P\""},
    {Use::replace, "bpetite conform run {} --junit \"$P\""},
    {Use::replace, "bpetite conform run {} --markdown \"$P\""},
    {Use::replace, "bpetite conform run {} --html \"$P\""},
    {Use::replace, "bpetite conform run {} --badge \"$P\""},
    {Use::directory, "bpetite conform requests --only load-fields-no-vocab \"$P\""},
    {Use::directory, "bpetite conform export --format tsv \"$P\""},
    {Use::directory, "bpetite conform fuzz --impl false --seconds 1 --cases 1 --out \"$P\""},
    {Use::directory, "bpetite conform run --responses none --bundle \"$P\""},
    {Use::temporary, "TMPDIR=\"$P\" bpetite conform run {}"},
    {Use::temporary, "TMPDIR=\"$P\" bpetite conform smoke --impl false"},
    {Use::temporary, "TMPDIR=\"$P\" bpetite conform fuzz --impl false --seconds 1 --cases 1"},
    {Use::number, "BPETITE_THREADS=\"$P\" bpetite encode --model abab.json --text a"},
    {Use::number, "bpetite encode --model abab.json --text a --threads \"$P\""},
};

struct Place {
  std::string path;
  std::vector<Use> usable_for;  // uses that work, or that wait forever
};

const std::vector<Place> places = {
    {"folder", {Use::fresh, Use::directory, Use::temporary}},
    {"nowhere/x", {Use::directory}},
    {"abab.txt/x", {}},
    {"/proc/x", {}},
    {"/dev/full", {Use::replace}},  // a test as root would replace the device
    {"", {Use::number}},
    {"link-to-nothing", {Use::replace}},
    {"link-to-itself", {Use::replace}},
    {std::string(5000, 'x'), {}},
    {"pipe", {Use::read}},  // it waits for a writer, as every program does
    {"locked/x", {}},
    // Directories that exist, in each spelling. A command that accepts an existing directory would
    // use them.
    {"/", {Use::directory, Use::temporary}},
    {"//", {Use::directory, Use::temporary}},
    {"/.", {Use::directory, Use::temporary}},
    {".", {Use::directory, Use::temporary}},
    {"..", {Use::directory, Use::temporary}},
};

bool is_usable(const Place& place, Use use) {
  return std::ranges::find(place.usable_for, use) != place.usable_for.end();
}

// Each name below the directory with its content: the bytes of a file, the target of a link, or the
// kind of any other file.
std::map<std::string, std::string> contents(const Desk& desk) {
  std::map<std::string, std::string> found;
  constexpr auto skip = fs::directory_options::skip_permission_denied;
  for (const auto& entry : fs::recursive_directory_iterator(desk.path(), skip)) {
    const std::string name = entry.path().lexically_relative(desk.path()).string();
    const fs::file_type type = entry.symlink_status().type();
    found[name] = type == fs::file_type::symlink   ? fs::read_symlink(entry.path()).string()
                  : type == fs::file_type::regular ? desk.read(name)
                                                   : fmt::format("{}", static_cast<int>(type));
  }
  return found;
}

// The beginning of a command line that gives up the privileges of root, because file permissions do
// not stop root. Empty for other users, "SKIPPED" if root cannot give them up.
std::string unprivileged(const Desk& desk) {
  if (desk.shell("test $(id -u) != 0").code == 0) return "";
  const std::string drop = "setpriv --bounding-set=-all --inh-caps=-all ";
  const bool works =
      desk.shell(drop + "ls locked").code != 0 && desk.shell(drop + "true").code == 0;
  if (!works) std::cout << "SKIPPED: root cannot give up its privileges here\n";
  return works ? drop : "SKIPPED";
}

// How the end of a command differs from an error in one line. Empty if it does not.
std::string fault_of(const Finished& done) {
  if (done.code != 1 && done.code != 2) return fmt::format("exit code {}", done.code);
  const std::size_t last = done.err.rfind('\n', done.err.size() - 2) + 1;  // 0 for the only line
  if (!std::string_view(done.err).substr(last).starts_with("bpetite: ")) return "no error";
  return done.err.find("terminate") == std::string::npos ? "" : "terminated";
}

CLAUSE_TEST("ERR FR-33 S14f",
            "a path that cannot be used is an error in one line, and leaves no file") {
  const Desk desk;
  REQUIRE(desk.shell("mkdir folder locked; chmod 0 locked; ln -s nothing link-to-nothing; "
                     "ln -s link-to-itself link-to-itself; mkfifo pipe; "
                     "bpetite count --input abab.txt --output ab.counts; touch none; "
                     "bpetite conform run --impl 'bpetite serve' --only load-fields-no-vocab "
                     "--report report.json")
              .code == 0);
  const std::string drop = unprivileged(desk);
  const auto before = contents(desk);
  for (const Argument& argument : arguments) {
    for (const Place& place : places) {
      const bool locked = place.path.starts_with("locked");
      if (is_usable(place, argument.use) || (locked && drop == "SKIPPED")) continue;
      std::string line(argument.line);
      if (const std::size_t at = line.find("{}"); at != std::string::npos) {
        line.replace(at, 2, impl);
      }
      if (locked) line.replace(line.find("bpetite"), 0, drop);
      CAPTURE(place.path.substr(0, 40), line);
      const Finished done =
          desk.shell(fmt::format("P='{}'; exec 0</dev/null; timeout -s KILL {} env {}", place.path,
                                 is_sanitized() ? 200 : 20, line));
      CAPTURE(done.err);
      CHECK(fault_of(done) == "");
      const bool is_as_before = contents(desk) == before;
      CHECK(is_as_before);
    }
  }
}

// A second run with the same file leaves the file of the first, or takes its place.
CLAUSE_TEST("FR-32g FR-33 S14f", "a file that exists is kept, or replaced by a whole one") {
  const Desk desk;
  REQUIRE(desk.shell(fmt::format("bpetite count --input abab.txt --output ab.counts; "
                                 "bpetite conform run {} --report report.json",
                                 impl))
              .code == 0);
  for (const Argument& argument : arguments) {
    if (argument.use != Use::create && argument.use != Use::replace) continue;
    std::string line(argument.line);
    if (const std::size_t at = line.find("{}"); at != std::string::npos) line.replace(at, 2, impl);
    CAPTURE(line);
    desk.write("old", "\n");
    const std::vector<std::string> names = desk.names();
    const Finished done = desk.shell("P=old; " + line);
    CAPTURE(done.err);
    CHECK(desk.names() == names);
    if (argument.use == Use::replace) {
      CHECK(done.code == 0);
      // A list of known failures that names none stays as it is.
      const bool is_known = line.find("--known") != std::string::npos;
      CHECK((desk.read("old") == "\n") == is_known);
    } else {
      CHECK(done.code == 1);
      CHECK(done.err.find("bpetite: FileExistsError: ") != std::string::npos);
      CHECK(desk.read("old") == "\n");
    }
  }
}

// No input reaches the handler of unexpected exceptions. So strace makes a system call fail that
// normally always works.
CLAUSE_TEST("ERR FR-33", "an unexpected exception is an error in one line") {
  if (!can_trace()) return;
  const Desk desk;
  const Finished done = desk.shell(
      "mkdir folder; exec strace -o /dev/null -e trace=readlink -e inject=readlink:error=EIO "
      "bpetite conform requests folder");
  CHECK(done.code == 1);
  CHECK(done.out.empty());
  CHECK(done.err.starts_with("bpetite: OSError: filesystem error: cannot make canonical path: "));
  CHECK(done.err.find('\n') == done.err.size() - 1);
}

}  // namespace
}  // namespace bpetite::test
