// Tests that a directory of files is saved completely or not at all (S58g), also if a write stops
// half-way. Files of an earlier export are replaced only with `overwrite`, and other files never.
// Links, files and directories such as / are refused, and so is a place where the process may not
// write. Tests also the mode of the new directory, and that each export target saves this way.
#include <sys/resource.h>
#include <sys/stat.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/export.hpp>

#include "bpetite/access.hpp"
#include "bpetite/export/new_directory.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> two_names = {"one", "two"};
using Contents = std::map<std::string, std::string>;

void put(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// The names in a directory, with the bytes of its files.
Contents contents(const fs::path& directory) {
  Contents found;
  for (const auto& entry : fs::directory_iterator(directory)) {
    std::ostringstream bytes;
    if (entry.is_regular_file()) bytes << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    found[entry.path().filename()] = bytes.str();
  }
  return found;
}

std::string save(const fs::path& path, std::string_view bytes, bool overwrite) {
  const std::vector<exporting::NamedFile> files = {{"one", std::string(bytes)}, {"two", "2"}};
  const std::string foreseen =
      outcome([&] { exporting::check_new_directory(path, two_names, overwrite); });
  const std::string happened =
      outcome([&] { exporting::save_new_directory(path, files, overwrite); });
  return foreseen == happened ? happened : happened + ", but foreseen: " + foreseen;
}

CLAUSE_TEST("S58g", "a directory is made, or one without files is taken") {
  const TemporaryDirectory directory;
  const fs::path out = directory.path() / "out";
  for (const bool overwrite : {false, true}) {
    CHECK(save(out, "1", overwrite) == "done");
    CHECK(contents(out) == Contents{{"one", "1"}, {"two", "2"}});
    fs::remove_all(out);
    CHECK(save(out / ".", "2", overwrite) == "done");
    CHECK(contents(out) == Contents{{"one", "2"}, {"two", "2"}});
    fs::remove_all(out);
    fs::create_directory(out);
    CHECK(save(out / "", "new", overwrite) == "done");
    CHECK(contents(out) == Contents{{"one", "new"}, {"two", "2"}});
    fs::remove_all(out);
  }
  CHECK(contents(directory.path()).empty());
}

CLAUSE_TEST("S58g", "files of an earlier export are replaced only with overwrite, and no others") {
  const TemporaryDirectory directory;
  const fs::path out = directory.path() / "out";
  REQUIRE(save(out, "old", false) == "done");
  CHECK(save(out, "new", false) == "FileExistsError S58g");
  CHECK(contents(out)["one"] == "old");
  CHECK(save(out, "new", true) == "done");
  CHECK(contents(out) == Contents{{"one", "new"}, {"two", "2"}});

  put(out / "notes", "mine");
  CHECK(save(out, "newer", true) == "FileExistsError S58g");
  CHECK(contents(out) == Contents{{"notes", "mine"}, {"one", "new"}, {"two", "2"}});
  fs::remove(out / "notes");
  fs::remove(out / "one");
  fs::create_directory(out / "one");  // a directory with the name of a file
  CHECK(save(out, "newer", true) == "FileExistsError S58g");
  CHECK(fs::is_directory(out / "one"));
  CHECK(contents(directory.path()).size() == 1);
  // A link with the name of a file stays, and what it leads to, too.
  put(directory.path() / "mine", "mine");
  for (const std::string_view target : {"../mine", "two", "nothing"}) {
    fs::remove(out / "one");
    fs::create_symlink(target, out / "one");
    CHECK(save(out, "newer", true) == "FileExistsError S58g");
    CHECK(fs::read_symlink(out / "one") == target);
  }
  CHECK(contents(directory.path())["mine"] == "mine");
}

CLAUSE_TEST("S58g", "what is no directory stays, and so does a place without a parent") {
  const TemporaryDirectory directory;
  put(directory.path() / "file", "old");
  fs::create_directory(directory.path() / "empty");
  fs::create_symlink(directory.path() / "empty", directory.path() / "link");
  for (const bool overwrite : {false, true}) {
    CHECK(save(directory.path() / "file", "new", overwrite) == "FileExistsError S58g");
    CHECK(save(directory.path() / "link", "new", overwrite) == "FileExistsError S58g");
    CHECK(save(directory.path() / "missing" / "out", "new", overwrite) == "FileNotFoundError S58g");
    CHECK(save("", "new", overwrite) == "FileNotFoundError S58g");
    CHECK(save(directory.path() / "file" / "out", "new", overwrite) == "OSError ");
  }
  CHECK(contents(directory.path()) == Contents{{"empty", ""}, {"file", "old"}, {"link", ""}});
  CHECK(contents(directory.path() / "empty").empty());
}

CLAUSE_TEST("S58g", "a directory that always exists, such as /, is refused in each spelling") {
  const std::string_view all[] = {"/", "//", "/.", "/./", "/..", ".", "./", "./.", ".."};
  for (const std::string_view path : all) {
    CAPTURE(path);
    for (const bool overwrite : {false, true}) {
      CHECK(save(path, "new", overwrite) == "FileExistsError S58g");
    }
  }
}

CLAUSE_TEST("S58g", "the mode of the directory is what the umask leaves") {
  const TemporaryDirectory directory;
  const fs::path out = directory.path() / "out";
  const mode_t before = umask(027);
  CHECK(save(out, "1", false) == "done");
  umask(before);
  CHECK(static_cast<unsigned>(fs::status(out).permissions()) == 0750U);
}

CLAUSE_TEST("S58g", "a write that stops half-way leaves what there was, and nothing else") {
  const TemporaryDirectory directory;
  const fs::path out = directory.path() / "out";
  const auto stops = [] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit few{.rlim_cur = 1000, .rlim_max = 1000};
    setrlimit(RLIMIT_FSIZE, &few);
  };
  const std::vector<exporting::NamedFile> files = {{"one", "new"}, {"two", std::string(2000, '2')}};
  const auto saved = [&] {
    return outcome([&] { exporting::save_new_directory(out, files, true); });
  };
  CHECK(outcome_in_child(stops, saved) == "OSError ");
  CHECK(contents(directory.path()).empty());
  REQUIRE(save(out, "old", false) == "done");
  CHECK(outcome_in_child(stops, saved) == "OSError ");
  CHECK(contents(out) == Contents{{"one", "old"}, {"two", "2"}});
  CHECK(contents(directory.path()).size() == 1);
  CHECK(saved() == "done");
  CHECK(contents(out)["one"] == "new");
}

CLAUSE_TEST("S58g", "a directory that may not be written to is reported before any work") {
  const TemporaryDirectory directory;
  const fs::path out = directory.path() / "out";
  REQUIRE(save(out, "old", false) == "done");
  fs::permissions(directory.path(), fs::perms(0755));
  CHECK(outcome_in_child(without_privileges, [&] {
          return outcome([&] { exporting::check_new_directory(out, two_names, true); });
        }) != "done");
  CHECK(contents(out)["one"] == "old");
}

CLAUSE_TEST("S58g", "a directory whose files may not be removed is not replaced") {
  const TemporaryDirectory directory;
  fs::permissions(directory.path(), fs::perms(0777));
  const fs::path out = directory.path() / "out";
  REQUIRE(save(out, "old", false) == "done");
  for (const bool overwrite : {false, true}) {
    CHECK(outcome_in_child(without_privileges, [&] { return save(out, "new", overwrite); }) ==
          (overwrite ? "OSError " : "FileExistsError S58g"));
    CHECK(contents(out)["one"] == "old");
    CHECK(contents(directory.path()).size() == 1);
  }
}

CLAUSE_TEST("S58g", "each target saves its two files together") {
  const TemporaryDirectory directory;
  Table table = by_ranks({"ab"});
  table.specials.clear();
  table.profile.added.tokens.clear();
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  for (const auto format :
       {ExportFormat::huggingface, ExportFormat::tiktoken, ExportFormat::gpt2}) {
    const fs::path out = directory.path() / std::to_string(static_cast<int>(format));
    const std::vector<std::string> names = export_to(tokenizer, format, out);
    Contents wanted;
    for (const ExportedFile& made : export_files(tokenizer, format)) wanted[made.name] = made.bytes;
    CHECK(names.size() == 2);
    CHECK(contents(out) == wanted);
    CHECK(outcome([&] { export_to(tokenizer, format, out); }) == "FileExistsError S58g");
    CHECK(outcome([&] { export_to(tokenizer, format, out, true); }) == "done");
    CHECK(contents(out) == wanted);
  }
}

}  // namespace
}  // namespace bpetite::test
