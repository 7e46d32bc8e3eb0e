// Tests the bundle, which is the directory in which a program under test works: names stay inside
// it, and links in it are not followed. Also tests how the files that a program left are read,
// without waiting for a pipe or a device, and what is reported if it replaced the destination of a
// save.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>

#include "conform/program/bundle.hpp"
#include "conform/suite/left_file.hpp"
#include "conform/suite/names.hpp"
#include "conform/suite/sandbox.hpp"
#include "support/catch.hpp"
#include "support/programs/process.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;
using conform::program::Bundle;

void write(const fs::path& path, std::string_view text) { std::ofstream(path) << text; }

TEST_CASE("bundle: a name that leads out is refused by every operation") {
  const TemporaryDirectory around;
  write(around.path() / "precious", "keep");
  const Bundle bundle(around.path() / "inside");
  const std::vector<std::string> wrong = {"",
                                          "/",
                                          "/etc/passwd",
                                          "..",
                                          "../precious",
                                          "out/../../precious",
                                          "out/..",
                                          ".",
                                          "./a",
                                          "out//a",
                                          "out/",
                                          "/" + (around.path() / "precious").string(),
                                          std::string("out/a\0b", 7),
                                          std::string(1, '\0')};
  for (const std::string& name : wrong) {
    INFO(name);
    CHECK_FALSE(conform::suite::stays_inside(name));
    CHECK_THROWS_AS(bundle.put(name, "x"), ValueError);
    CHECK_THROWS_AS(bundle.get(name), ValueError);
    CHECK_THROWS_AS(bundle.make_directory(name), ValueError);
  }
  CHECK_THROWS_WITH(bundle.get("../precious"),
                    "bundle: \"../precious\": leads out of the directory, required a relative "
                    "path");
  for (const std::string name : {"a", "out/a", "out/...", "a..b/.c"}) {
    CHECK(conform::suite::stays_inside(name));
    bundle.put(name, name);
    CHECK(bundle.get(name) == name);
  }
  CHECK(conform::suite::read_left(around.path() / "precious") == "keep");
}

TEST_CASE("bundle: a link on the way is replaced in a bundle of the runner, not followed") {
  const TemporaryDirectory elsewhere;
  fs::create_directory(elsewhere.path() / "my-id");
  write(elsewhere.path() / "my-id/file", "keep");
  const Bundle bundle;
  for (const std::string operation : {"put", "get", "make"}) {
    INFO(operation);
    fs::remove_all(bundle.directory() / "out");
    fs::create_directory_symlink(elsewhere.path(), bundle.directory() / "out");
    if (operation == "put") {
      bundle.put("out/my-id/file", "new");
      CHECK(bundle.get("out/my-id/file") == "new");
    } else if (operation == "get") {
      CHECK_FALSE(bundle.get("out/my-id/file").has_value());
    } else {
      CHECK(fs::is_empty(bundle.make_directory("out/my-id")));
    }
    CHECK(conform::suite::read_left(elsewhere.path() / "my-id/file") == "keep");
  }

  // The last part of a name may also be a link.
  fs::create_symlink(elsewhere.path() / "my-id/file", bundle.directory() / "link");
  CHECK_FALSE(bundle.get("link").has_value());
  bundle.put("link", "new");
  CHECK(bundle.get("link") == "new");
  CHECK(conform::suite::read_left(elsewhere.path() / "my-id/file") == "keep");
}

TEST_CASE("bundle: in a directory of the caller a link on the way is refused") {
  const TemporaryDirectory around;
  fs::create_directory(around.path() / "elsewhere");
  const Bundle bundle(around.path() / "inside");
  fs::create_directory_symlink(around.path() / "elsewhere", bundle.directory() / "artifacts");
  CHECK_THROWS_AS(bundle.put("artifacts/a.json", "x"), OSError);
  CHECK(fs::is_empty(around.path() / "elsewhere"));
  CHECK(fs::is_symlink(bundle.directory() / "artifacts"));
}

TEST_CASE("left file: only a regular file of bounded size is read, and nothing is waited for") {
  const TemporaryDirectory around;
  const auto at = [&](std::string_view name) { return around.path() / name; };
  write(at("file"), "bytes");
  write(at("empty"), "");
  fs::create_directory(at("directory"));
  fs::create_symlink("file", at("link"));
  fs::create_symlink("/dev/zero", at("zero"));
  REQUIRE(mkfifo(at("pipe").c_str(), 0600) == 0);
  fs::create_symlink("pipe", at("link-to-pipe"));
  write(at("holes"), "");
  fs::resize_file(at("holes"), conform::suite::most_left + 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string place = at("socket").string();
  REQUIRE(place.size() < sizeof address.sun_path);
  std::memcpy(address.sun_path, place.c_str(), place.size());
  REQUIRE(bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  close(socket);

  CHECK(conform::suite::read_left(at("file")) == "bytes");
  CHECK(conform::suite::read_left(at("empty")) == "");
  const std::vector<std::pair<fs::path, std::string_view>> others = {
      {at("nowhere"), "nothing"},
      {at("directory"), "a directory"},
      {at("link"), "a link"},
      {at("zero"), "a link"},
      {at("pipe"), "a named pipe"},
      {at("link-to-pipe"), "a link"},
      {at("holes"), "a file of more than 64 MiB"},
      {at("socket"), "a socket"},
      {"/dev/zero", "a device"}};
  for (const auto& [path, kind] : others) {
    INFO(path);
    CHECK_FALSE(conform::suite::read_left(path).has_value());
    CHECK(conform::suite::kind_of_left(path) == kind);
  }
  CHECK(conform::suite::kind_of_left(at("file")) == "a file");
}

TEST_CASE("FR-32g: sandbox: after each setup, a fault in what a save left is named") {
  struct Case {
    std::string_view setup;
    std::string_view made;  // by the program: a line of bash in the directory
    bool is_saved;          // as the bytes "new"
    std::string fault;
  };
  const std::string other = "the file has other bytes";
  const std::string target = "the link's target was made or removed";
  const std::string failed = "a failed save changed the destination: ";
  const std::string file = failed + "a file is there";
  const std::string nothing = failed + "nothing is there";
  const std::string directory = failed + "a directory is there";
  const Case cases[] = {
      {"none", "true", false, ""},
      {"none", "true", true, other},
      {"none", "printf new > artifact.json", true, ""},
      {"none", "printf old > artifact.json", true, other},
      {"none", "printf new > artifact.json", false, file},
      {"none", "printf new > artifact.json; mkdir x", true, "a directory was left: \"x\""},
      {"none", "echo > target", false, target},
      {"exists", "true", false, ""},
      {"exists", "printf new > artifact.json", false, file},
      {"exists", "rm artifact.json", false, nothing},
      {"exists", "printf new > artifact.json", true, ""},
      {"missing-parent", "true", false, ""},
      {"directory", "true", false, ""},
      {"directory", "rm -r artifact.json", false, nothing},
      {"directory", "echo > artifact.json/inside", false, directory},
      {"symlink", "true", false, ""},
      {"symlink", "rm target", false, target},
      {"symlink", "echo > target", false, "the link's target was changed: a file is there"},
      {"symlink", "rm artifact.json; printf new > artifact.json", true, ""},
      {"symlink", "ln -sf other artifact.json", false, failed + "a link is there"},
      {"dangling", "true", false, ""},
      {"dangling", "echo > target", true, target}};
  for (const auto& [setup, made, is_saved, fault] : cases) {
    CAPTURE(setup, made, is_saved);
    const TemporaryDirectory around;
    const std::string path = conform::suite::prepare_setup(around.path(), setup);
    CHECK(path == (setup == "missing-parent" ? "missing/artifact.json" : "artifact.json"));
    REQUIRE(run_shell(std::string(made), {.directory = around.path()}).code == 0);
    const auto saved = is_saved ? std::optional<std::string>("new") : std::nullopt;
    CHECK(conform::suite::judge_setup(around.path(), setup, saved).value_or("") == fault);
    const bool is_through = made == "echo > target" && setup != "none";
    CHECK(conform::suite::went_through_link(around.path(), setup) == is_through);
  }
}

// The report on a destination in whose place a program has put something else.
TEST_CASE("sandbox: a destination that became a link, a pipe or a device is reported as such") {
  for (const std::string_view setup : conform::suite::setup_names) {
    for (const std::string target : {"/dev/zero", "pipe"}) {
      const TemporaryDirectory around;
      const std::string path = conform::suite::prepare_setup(around.path(), setup);
      if (setup == "missing-parent") continue;
      const fs::path destination = around.path() / path;
      REQUIRE(mkfifo((around.path().string() + "-pipe").c_str(), 0600) == 0);
      fs::remove_all(destination);
      fs::create_symlink(target == "pipe" ? around.path().string() + "-pipe" : target, destination);
      const auto refused = conform::suite::judge_setup(around.path(), setup, std::nullopt);
      CHECK(refused == "a failed save changed the destination: a link is there");
      CHECK(conform::suite::judge_setup(around.path(), setup, "bytes") ==
            "the file has other bytes");
      fs::remove(around.path().string() + "-pipe");
    }
  }

  // The target of the prepared link.
  const TemporaryDirectory around;
  conform::suite::prepare_setup(around.path(), "symlink");
  fs::remove(around.path() / "target");
  REQUIRE(mkfifo((around.path() / "target").c_str(), 0600) == 0);
  CHECK(conform::suite::judge_setup(around.path(), "symlink", std::nullopt) ==
        "the link's target was changed: a named pipe is there");
  CHECK_FALSE(conform::suite::went_through_link(around.path(), "symlink"));
}

}  // namespace
}  // namespace bpetite::test
