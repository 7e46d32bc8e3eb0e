// Tests saving (spec/08-save.md): which file is at the destination afterwards, also if a file, a
// directory, a pipe, a device or a link was there or a write stops half-way, which mode it has, and
// which error is reported if saving fails; that the same state gives the same file; and that after
// any series of saves the last that succeeded is there. Also tests reading a file: its limit on
// size, devices, and errors. save_crashes.cpp tests the loss of power, and tools/verify/save-faults
// makes each system call fail.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bpetite/tokenizer.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "artifact/artifact.hpp"
#include "bpetite/access.hpp"
#include "core/descriptor.hpp"
#include "core/directory.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"

using namespace bpetite;
using namespace bpetite::test;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string contents(const fs::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

// The names in a directory, which show whether a temporary file is left.
std::set<std::string> names(const fs::path& directory) {
  std::set<std::string> found;
  for (const auto& entry : fs::directory_iterator(directory)) {
    found.insert(entry.path().filename());
  }
  return found;
}

// Saves a file, and requires that the check before saving (S24) gives the same error.
std::string save(const fs::path& path, std::string_view bytes, bool overwrite) {
  const std::string foreseen = outcome([&] { file::check_destination(path, overwrite); });
  std::string happened = outcome([&] { file::save_atomically(path, bytes, overwrite); });
  return foreseen == happened ? happened : fmt::format("{}, but foreseen: {}", happened, foreseen);
}

unsigned mode(const fs::path& path) {
  struct stat status {};
  REQUIRE(lstat(path.c_str(), &status) == 0);
  return status.st_mode & 07777U;
}

}  // namespace

CLAUSE_TEST("FR-26 S14a", "a saved tokenizer is one file, and loads as itself") {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "tokenizer.json";
  const auto tokenizer = Tokenizer::train("ab ab ab", 258);
  tokenizer.save(path);
  REQUIRE(names(directory.path()) == std::set<std::string>{"tokenizer.json"});
  REQUIRE(contents(path) == artifact::serialize(TokenizerAccess::table(tokenizer)));

  const auto loaded = Tokenizer::load(path);
  REQUIRE(loaded.encode("ab abc") == tokenizer.encode("ab abc"));
  REQUIRE(loaded.decode(loaded.encode("ab abc")) == "ab abc");
}

CLAUSE_TEST("GATE-1 GATE-2 FR-12", "the same state, and the same training, give the same file") {
  const TemporaryDirectory directory;
  const std::string corpus = "the cat sat on the mat, the cat sat";
  const auto first = Tokenizer::train(corpus, 270);
  first.save(directory.path() / "first");
  first.save(directory.path() / "again");
  Tokenizer::train(corpus, 270).save(directory.path() / "trained again");
  REQUIRE(contents(directory.path() / "first").size() > 3000);
  REQUIRE(contents(directory.path() / "first") == contents(directory.path() / "again"));
  REQUIRE(contents(directory.path() / "first") == contents(directory.path() / "trained again"));
}

CLAUSE_TEST("FR-27", "an existing file is replaced only with overwrite") {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "t.json";
  REQUIRE(save(path, "first", false) == "done");
  REQUIRE(save(path, "second", false) == "FileExistsError FR-27");
  REQUIRE(contents(path) == "first");
  REQUIRE(save(path, "third", true) == "done");
  REQUIRE(contents(path) == "third");
  REQUIRE(save(directory.path() / "new.json", "new", true) == "done");
  REQUIRE(names(directory.path()) == std::set<std::string>{"t.json", "new.json"});
}

CLAUSE_TEST("S14b", "a file that appears after the check is not replaced either") {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "t.json";
  file::check_destination(path, false);
  put(path, "somebody else's");
  REQUIRE(outcome([&] { file::save_atomically(path, "mine", false); }) == "FileExistsError FR-27");
  REQUIRE(contents(path) == "somebody else's");
  REQUIRE(names(directory.path()).size() == 1);
}

CLAUSE_TEST("FR-28 S14c", "a missing parent directory is reported before an existing file") {
  const TemporaryDirectory directory;
  put(directory.path() / "t.json", "old");
  for (const bool overwrite : {false, true}) {
    const fs::path missing = directory.path() / "missing";
    REQUIRE(save(missing / "t.json", "new", overwrite) == "FileNotFoundError FR-28");
    // A program that shortens this path as text would find the existing file.
    REQUIRE(save(missing / ".." / "t.json", "new", overwrite) == "FileNotFoundError FR-28");
    REQUIRE(save("", "new", overwrite) == "FileNotFoundError FR-28");
    // If the parent exists but is a file, the error is another one.
    REQUIRE(save(directory.path() / "t.json" / "t.json", "new", overwrite) == "OSError ");
  }
  REQUIRE(contents(directory.path() / "t.json") == "old");
  REQUIRE(names(directory.path()).size() == 1);
}

CLAUSE_TEST("S14f FR-27", "a directory at the destination stays") {
  const TemporaryDirectory directory;
  fs::create_directory(directory.path() / "sub");
  for (const std::string name : {"sub", "sub/", "sub/.", "."}) {
    INFO(name);
    REQUIRE(save(directory.path() / name, "new", false) == "FileExistsError FR-27");
    REQUIRE(save(directory.path() / name, "new", true) == "OSError ");
  }
  REQUIRE(names(directory.path()) == std::set<std::string>{"sub"});
  REQUIRE(names(directory.path() / "sub").empty());
}

CLAUSE_TEST("S14g FR-27", "a pipe at the destination stays") {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "pipe";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  REQUIRE(save(path, "new", false) == "FileExistsError FR-27");
  REQUIRE(save(path, "new", true) == "OSError S14g");
  REQUIRE(fs::is_fifo(fs::symlink_status(path)));
  REQUIRE(names(directory.path()) == std::set<std::string>{"pipe"});
}

CLAUSE_TEST("S14g S14e",
            "a link to a device, a pipe or an open file stays; one to a file is replaced") {
  const TemporaryDirectory directory;
  const fs::path link = directory.path() / "link";
  REQUIRE(mkfifo((directory.path() / "pipe").c_str(), 0600) == 0);
  std::ofstream(directory.path() / "open") << "kept";
  const file::Descriptor open(::open((directory.path() / "open").c_str(), O_RDONLY | O_CLOEXEC));
  for (const std::string& target : {std::string("pipe"), std::string("/dev/null"),
                                    fmt::format("/proc/self/fd/{}", open.number())}) {
    CAPTURE(target);
    fs::create_symlink(target, link);
    REQUIRE(save(link, "new", true) == "OSError S14g");
    REQUIRE(fs::read_symlink(link) == target);
    fs::remove(link);
  }
  REQUIRE(save(directory.path() / "file", "old", false) == "done");
  for (const char* target : {"file", "missing", "."}) {
    CAPTURE(target);
    fs::create_symlink(target, link);
    REQUIRE(save(link, "new", true) == "done");
    REQUIRE(fs::is_regular_file(fs::symlink_status(link)));
    fs::remove(link);
  }
  REQUIRE(file::read(directory.path() / "file") == "old");
}

CLAUSE_TEST("S14d", "the mode of the file honours the umask, not that of the file it replaces") {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "t.json";
  const mode_t before = umask(0);
  for (const auto& [mask, expected] :
       {std::pair{022U, 0644U}, {077U, 0600U}, {0U, 0666U}, {027U, 0640U}}) {
    umask(mask);
    for (const bool overwrite : {false, true}) {
      REQUIRE(save(path, "new", overwrite) == "done");
      REQUIRE(mode(path) == expected);
      REQUIRE(chmod(path.c_str(), 0400) == 0);
    }
    fs::remove(path);
  }
  umask(before);
}

CLAUSE_TEST("S14e", "a symlink at the destination is replaced, not followed") {
  const TemporaryDirectory directory;
  const fs::path target = directory.path() / "target";
  const fs::path link = directory.path() / "link";
  put(target, "old");
  for (const fs::path& to : {target, directory.path() / "nowhere", directory.path()}) {
    INFO(to);
    fs::create_symlink(to, link);
    REQUIRE(save(link, "new", false) == "FileExistsError FR-27");
    REQUIRE(fs::is_symlink(link));
    REQUIRE(save(link, "new", true) == "done");
    REQUIRE(fs::is_regular_file(fs::symlink_status(link)));
    REQUIRE(contents(link) == "new");
    REQUIRE(contents(target) == "old");
    fs::remove(link);
  }
  REQUIRE(names(directory.path()) == std::set<std::string>{"target"});
}

CLAUSE_TEST("FR-28 S14f", "a write that stops half-way leaves the old file, and no other") {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "t.json";
  put(path, "old");
  // The first write writes only the bytes up to the limit. The next write fails.
  const auto limit_files = [] {
    const rlimit limit{5000, 5000};
    if (signal(SIGXFSZ, SIG_IGN) == SIG_ERR || setrlimit(RLIMIT_FSIZE, &limit) != 0) {
      _exit(2);
    }
  };
  for (const bool overwrite : {false, true}) {
    const fs::path to = overwrite ? path : directory.path() / "new.json";
    const auto save_bytes = [&](std::size_t size) {
      return outcome_in_child(limit_files, [&] {
        return outcome([&] { file::save_atomically(to, std::string(size, 'x'), overwrite); });
      });
    };
    REQUIRE(save_bytes(5001) == "OSError ");
    REQUIRE(save_bytes(5000000) == "OSError ");
    REQUIRE(contents(path) == "old");
    REQUIRE(names(directory.path()) == std::set<std::string>{"t.json"});
  }
  REQUIRE(outcome_in_child(limit_files, [&] {
            return outcome([&] { file::save_atomically(path, std::string(5000, 'x'), true); });
          }) == "done");
  REQUIRE(contents(path) == std::string(5000, 'x'));
}

CLAUSE_TEST("S14f", "a directory that may not be written to is reported before any work") {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "t.json";
  put(path, "old");
  REQUIRE(chmod(directory.path().c_str(), 0555) == 0);
  const auto as_nobody = [&](const fs::path& to, bool overwrite) {
    return outcome_in_child(without_privileges, [&] { return save(to, "new", overwrite); });
  };
  CHECK(as_nobody(path, true) == "OSError ");
  CHECK(as_nobody(directory.path() / "new.json", false) == "OSError ");
  REQUIRE(chmod(directory.path().c_str(), 0755) == 0);
  REQUIRE(contents(path) == "old");
  REQUIRE(names(directory.path()).size() == 1);
}

CLAUSE_TEST("ERR", "reading a missing file, a directory or a forbidden file is an error") {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "t.json";
  put(path, std::string("a\0b\xff", 4));
  REQUIRE(chmod(directory.path().c_str(), 0755) == 0);
  REQUIRE(file::read(path) == std::string("a\0b\xff", 4));
  REQUIRE(outcome([&] { file::read(directory.path() / "missing"); }) == "FileNotFoundError ");
  REQUIRE(outcome([&] { file::read(""); }) == "FileNotFoundError ");
  REQUIRE(outcome([&] { file::read(directory.path()); }) == "OSError ");
  REQUIRE(outcome([&] { file::read(path / "below"); }) == "OSError ");
  REQUIRE(chmod(path.c_str(), 0) == 0);
  REQUIRE(outcome_in_child(without_privileges,
                           [&] { return outcome([&] { file::read(path); }); }) == "OSError ");
}

CLAUSE_TEST("S13g", "a file that is read whole has a limit on its size") {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "t.json";
  put(path, "abcd");
  REQUIRE(file::read(path, 4) == "abcd");
  REQUIRE(outcome([&] { file::read(path, 3); }) == "ValueError S13g");
  fs::resize_file(path, file::most_document_bytes + 1);
  REQUIRE(outcome([&] { file::read(path); }) == "ValueError S13g");

  // The length of a pipe is not known before it is read.
  const auto read_pipe = [](std::size_t size, std::uint64_t most) {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    REQUIRE(::write(ends[1], "abcd", size) == static_cast<ssize_t>(size));
    close(ends[1]);
    return file::Input(file::Descriptor(ends[0]), "pipe").read_all(most);
  };
  REQUIRE(read_pipe(4, 4) == "abcd");
  REQUIRE(outcome([&] { read_pipe(4, 3); }) == "ValueError S13g");
}

CLAUSE_TEST("S13h", "a device without an end is refused, and /dev/null is not") {
  REQUIRE(outcome([] { file::read("/dev/zero"); }) == "OSError S13h");
  REQUIRE(outcome([] { file::read("/dev/full", file::any_size); }) == "OSError S13h");
  REQUIRE(outcome([] { file::Input("/dev/urandom"); }) == "OSError S13h");
  REQUIRE(file::read("/dev/null").empty());
}

CLAUSE_TEST("ERR", "a message names the file, escaped and cut, and what the system said") {
  const auto message = [](const fs::path& path) -> std::string {
    try {
      file::read(path);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  REQUIRE(message("no/t.json") == "read: \"no/t.json\": cannot open: No such file or directory");
  REQUIRE(message("no/\n\xff") == "read: \"no/\\n\\xff\": cannot open: No such file or directory");
  REQUIRE(message(std::string(5000, 'x')).size() < 300);
}

CLAUSE_TEST("ERR FR-27 FR-28 S14c S14e S14g", "the error of saving says what could not be done") {
  const TemporaryDirectory directory;
  const auto message = [&](const std::string& name, bool overwrite) {
    std::string found;
    const fs::path path = directory.path() / name;
    for (const bool is_check : {true, false}) {
      try {
        is_check ? file::check_destination(path, overwrite)
                 : file::save_atomically(path, "new", overwrite);
        return std::string("done");
      } catch (const OSError& error) {
        const std::string text(error.message());
        CHECK(text.starts_with("save: " + utf8::quoted(path.native(), 200) + ": cannot "));
        const std::string says = text.substr(text.find(": cannot ") + 9);
        if (!is_check) CHECK(says == found);
        found = says;
      }
    }
    return found;
  };
  put(directory.path() / "file", "old");
  fs::create_directory(directory.path() / "sub");
  fs::create_symlink("/dev/null", directory.path() / "link");
  REQUIRE(mkfifo((directory.path() / "pipe").c_str(), 0600) == 0);
  CHECK(message("no/x", false) == "open its directory: No such file or directory");
  CHECK(message("file/x", true) == "open its directory: Not a directory");
  CHECK(message("file", false) == "create without overwriting: File exists");
  CHECK(message("sub", true) == "replace: Is a directory");
  CHECK(message(std::string(300, 'x'), true) == "replace: File name too long");
  CHECK(message("pipe", true) == "replace: neither a file nor a symbolic link");
  CHECK(message("link", true) ==
        "replace: a symbolic link to a device, a pipe, a socket or an open file");
}

CLAUSE_TEST("ERR S13g S58g S41b", "a directory is made, and looked at, or the error names it") {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "file";
  CHECK_FALSE(file::is_there(path));
  put(path, "abcd");
  fs::create_symlink("nothing", directory.path() / "link");
  CHECK(file::is_there(path));
  CHECK(file::is_there(directory.path() / "link"));
  CHECK_NOTHROW(file::make_directories(directory.path() / "a" / "b"));
  CHECK(file::is_directory(directory.path() / "a" / "b"));
  CHECK(error_of([] { file::make_directories("/proc/no/x"); }) ==
        "FileNotFoundError: directory: \"/proc/no/x\": cannot make this directory: No such file or "
        "directory");
  CHECK(error_of([] { file::is_there(std::string(300, 'x')); }) ==
        "OSError: directory: \"" + std::string(200, 'x') +
            "\"...: cannot look at this name: File name too long");
  CHECK(error_of([] { file::Scratch("/proc/no"); }) ==
        "OSError: scratch: \"/proc/no\": cannot create a temporary file: No such file or "
        "directory");
  CHECK(error_of([&] { file::read(directory.path()); }) ==
        "OSError: read: " + utf8::quoted(directory.path().native(), 200) +
            ": cannot read: Is a directory");
  // What was read before counts too.
  CHECK(file::Input(path).read_all(6, "xy") == "xyabcd");
  CHECK(outcome([&] { file::Input(path).read_all(5, "xy"); }) == "ValueError S13g");
}

PROPERTY("FR-27 FR-28 S14b S14f", "after any series of saves the file is the last that succeeded") {
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "t.json";
  std::string expected;
  bool exists = false;
  bool any_refused = false;
  const auto steps = *number_between(1, 6);
  for (int i = 0; i < steps; ++i) {
    const std::string bytes = *any_bytes();
    const bool overwrite = *rc::gen::arbitrary<bool>();
    const bool refused = exists && !overwrite;
    RC_ASSERT(save(path, bytes, overwrite) == (refused ? "FileExistsError FR-27" : "done"));
    expected = refused ? expected : bytes;
    exists = true;
    RC_ASSERT(file::read(path) == expected);
    RC_ASSERT(names(directory.path()).size() == 1);
    any_refused = any_refused || refused;
  }
  RC_CLASSIFY(any_refused, "one was refused");
}
