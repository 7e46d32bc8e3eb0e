// Tests that lists in the specification are complete: chapter 10 names every public header and
// every environment variable, an error names the chapter of each clause, and every script and stage
// that chapter 11 names exists.
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/file.hpp"
#include "support/property.hpp"
#include "support/texts/regex.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

const fs::path source_root = BPETITE_SOURCE_DIR;

// The first group of each match, in all C++ files below a folder.
std::set<std::string> found_below(const fs::path& folder, const Regex& pattern) {
  std::set<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(source_root / folder)) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".cpp" && ending != ".hpp" && ending != ".inl") continue;
    const std::string text = file::read(entry.path());
    for (const std::vector<std::string>& groups : pattern.matches_in(text)) {
      found.insert(groups[1]);
    }
  }
  return found;
}

CLAUSE_TEST("FR-30", "the specification names every public header") {
  const std::string chapter = file::read(source_root / "spec" / "10-interface.md");
  std::size_t headers = 0;
  for (const auto& entry : fs::directory_iterator(source_root / "src" / "bpetite")) {
    const std::string name = entry.path().filename().string();
    const bool internal = name == "access.hpp" || name == "backend.hpp";
    if (entry.path().extension() != ".hpp" || internal) continue;
    INFO(name);
    CHECK(chapter.find("`<bpetite/" + name + ">`") != std::string::npos);
    ++headers;
  }
  CHECK(headers >= 7);
}

CLAUSE_TEST("ERR", "an error names the chapter of its clause, whichever it is") {
  const Regex heading(R"re(\n### (\S+)  )re");
  std::size_t clauses = 0;
  for (const auto& entry : fs::directory_iterator(source_root / "spec")) {
    const std::string name = entry.path().filename().string();
    if (name[0] < '0' || name[0] > '9') continue;
    const std::string chapter = std::to_string(std::stoi(name.substr(0, 2)));
    const std::string text = file::read(entry.path());
    for (const std::vector<std::string>& groups : heading.matches_in(text)) {
      const std::string& clause = groups[1];
      INFO(clause << ": tools/trace --chapters writes the table");
      const ValueError error("area: wrong [x]", clause);
      CHECK(error.what() == "area: wrong [x] [" + clause + ", chapter " + chapter + "]");
      CHECK(error.message() == "area: wrong [x]");
      ++clauses;
    }
  }
  CHECK(clauses > 300);
  CHECK(ValueError("no clause").what() == std::string("no clause"));
  CHECK(ValueError("a", "Z").what() == std::string("a [Z]"));
}

CLAUSE_TEST("FR-34b", "the specification names every variable of the environment") {
  const std::string chapter = file::read(source_root / "spec" / "10-interface.md");
  const Regex read_variable(R"re(getenv\("([A-Z_]+)"\))re");
  std::set<std::string> variables = found_below("src", read_variable);
  variables.merge(found_below(fs::path("tools") / "cli", read_variable));
  CHECK(variables.size() >= 4);
  for (const std::string& name : variables) {
    INFO(name);
    CHECK(chapter.find("`" + name + "`") != std::string::npos);
  }
}

// FR-3, FR-36 and all others of chapter 11 name the script or stage that checks them.
TEST_CASE("every script and stage that chapter 11 names exists") {
  const std::string chapter = file::read(source_root / "spec" / "11-project.md");
  const std::string check = file::read(source_root / "tools" / "check");
  const Regex named(R"re(`((?:tools|props|\.github)/[^ `]+)(?: --only ([a-z]+))?[^`]*`)re");
  std::size_t stages = 0;
  for (const std::vector<std::string>& groups : named.matches_in(chapter)) {
    INFO(groups[0]);
    CHECK(fs::exists(source_root / groups[1]));
    if (!groups[2].empty()) {
      CHECK(check.find("stage_" + groups[2] + "() {") != std::string::npos);
      ++stages;
    }
  }
  CHECK(stages >= 4);
}

}  // namespace
}  // namespace bpetite::test
