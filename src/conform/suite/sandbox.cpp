// Preparing a place to save to, and judging what became of it.
#include "conform/suite/sandbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include <bpetite/errors.hpp>

#include "core/assertion.hpp"
#include "core/directory.hpp"
#include "core/file.hpp"

namespace bpetite::conform::suite {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view destination = "artifact.json";

void put(const fs::path& path, std::string_view text) { std::ofstream(path) << text; }

// The names in a directory; nothing if it is not there.
std::set<std::string> names_in(const fs::path& directory) {
  std::set<std::string> names;
  for (std::error_code error; const auto& entry : fs::directory_iterator(directory, error)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

}  // namespace

std::string prepare_setup(const fs::path& directory, std::string_view setup) {
  const fs::path path = directory / destination;
  if (setup == "exists") {
    put(path, "old");
  } else if (setup == "missing-parent") {
    return fmt::format("missing/{}", destination);
  } else if (setup == "directory") {
    fs::create_directory(path);
    put(path / "inside", "old");
  } else if (setup == "symlink") {
    put(directory / "target", "old");
    fs::create_symlink("target", path);
  } else if (setup == "dangling") {
    fs::create_symlink("target", path);
  } else if (setup != "none") {
    throw ValueError(fmt::format("suite: no setup is called {}", setup));
  }
  return std::string(destination);
}

std::optional<std::string> judge_setup(const fs::path& directory, std::string_view setup,
                                       const std::optional<std::string>& saved) {
  const fs::path path = directory / destination;
  const bool is_link = fs::is_symlink(fs::symlink_status(path));

  // The other files: a link's target as it was, nothing else.
  std::set<std::string> others = names_in(directory);
  others.erase(std::string(destination));
  if (others.erase("target") != (setup == "symlink" ? 1U : 0U)) {
    return "the link's target was made or removed";
  }
  if (!others.empty()) {
    return fmt::format("a file was left: {}", *others.begin());
  }
  if (setup == "symlink" && file::read(directory / "target") != "old") {
    return "the link was followed";
  }

  // S14f "the old bytes or the new".
  if (saved) {
    const bool whole = !is_link && fs::is_regular_file(path) && file::read(path) == *saved;
    return whole ? std::nullopt : std::optional<std::string>("the file has other bytes");
  }
  const bool link_kept = is_link == (setup == "symlink" || setup == "dangling");
  const bool kept = setup == "exists"      ? file::read(path) == "old"
                    : setup == "directory" ? fs::is_regular_file(path / "inside")
                                           : link_kept && (is_link || !fs::exists(path));
  return kept ? std::nullopt : std::optional<std::string>("a failed save changed the destination");
}

bool went_through_link(const fs::path& directory, std::string_view setup) {
  std::error_code failed;
  const fs::path target = directory / "target";
  if (!fs::is_symlink(fs::symlink_status(directory / destination, failed)) ||
      !fs::is_regular_file(fs::symlink_status(target, failed))) {
    return false;
  }
  std::string begin(4, '\0');
  std::ifstream file(target, std::ios::binary);
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(file.gcount()));
  return setup == "dangling" || begin != "old";
}

Sandbox::Sandbox(std::string setup) : setup_(std::move(setup)) {
  directory_ = file::make_temporary_directory();
  path_ = prepare_setup(directory_, setup_);
}

Sandbox::~Sandbox() {
  std::error_code error;
  fs::remove_all(directory_, error);
}

void Sandbox::save(std::string_view bytes, bool overwrite) {
  try {
    file::save_atomically(directory_ / path_, bytes, overwrite);
  } catch (const Error&) {
    assert_internal(!judge_setup(directory_, setup_, std::nullopt), "a failed save left a trace");
    throw;
  }
  assert_internal(!judge_setup(directory_, setup_, std::string(bytes)), "a save did not save");
}

}  // namespace bpetite::conform::suite
