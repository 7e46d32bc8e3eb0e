// Holds spec/PATTERN-PAIRS.md, which says what each two patterns of real tokenizers are, against
// the named profiles. tools/verify/oracle/run_pairs writes it, and asks the real engines.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/file.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "engine/compare/compare.hpp"
#include "profiles/profiles.hpp"
#include "reference/pretokenize.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

using engine::compare::Comparison;
using Chunks = std::vector<std::string>;
using Names = std::pair<std::string, std::string>;

std::vector<std::string> parts_of(std::string_view line, std::string_view between) {
  std::vector<std::string> parts;
  for (std::size_t end = line.find(between); end != std::string_view::npos;
       end = line.find(between)) {
    parts.emplace_back(line.substr(0, end));
    line.remove_prefix(end + between.size());
  }
  parts.emplace_back(line);
  return parts;
}

// The value of JSON that stands between backticks.
json::Value value_of(std::string_view code) {
  REQUIRE((code.size() > 2 && code.front() == '`' && code.back() == '`'));
  return std::get<json::Value>(json::parse(code.substr(1, code.size() - 2)));
}

Chunks chunks_of(std::string_view code) {
  const json::Value value = value_of(code);
  Chunks chunks;
  for (const json::Value& chunk : std::get<json::Array>(value.data)) {
    chunks.push_back(std::get<std::string>(chunk.data));
  }
  return chunks;
}

// What the page says.
struct Page {
  struct Difference {
    std::string text;
    Chunks a;
    Chunks b;
  };
  std::map<Names, Difference> different;  // by both names, sorted
  std::set<Names> same;
  std::set<std::string> names;
};

Page read_page() {
  Page page;
  std::istringstream lines(file::read(std::string(BPETITE_SOURCE_DIR) + "/spec/PATTERN-PAIRS.md"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("| ") && line.ends_with("` |")) {
      const std::vector<std::string> row = parts_of(line.substr(2, line.size() - 4), " | ");
      REQUIRE(row.size() == 5);
      page.names.insert({row[0], row[1]});
      page.different[{row[0], row[1]}] = {std::get<std::string>(value_of(row[2]).data),
                                          chunks_of(row[3]), chunks_of(row[4])};
    } else if (line.starts_with("- ")) {
      const std::vector<std::string> group = parts_of(line.substr(2), ", ");
      page.names.insert(group.begin(), group.end());
      for (const std::string& a : group) {
        for (const std::string& b : group) page.same.insert({a, b});
      }
    }
  }
  return page;
}

Chunks cut(std::string_view text, const Profile& profile) {
  Chunks chunks;
  for (const std::string_view chunk : reference::pretokenize(text, profile)) {
    chunks.emplace_back(chunk);
  }
  return chunks;
}

std::ptrdiff_t length_of(std::string_view text) {
  return std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; });
}

// Each two profiles that the page names.
std::vector<std::pair<const Profile*, const Profile*>> pairs_on(const Page& page) {
  std::vector<std::pair<const Profile*, const Profile*>> pairs;
  for (const Profile* const a : profiles::all()) {
    for (const Profile* const b : profiles::all()) {
      const bool is_known = page.names.contains(a->name) && page.names.contains(b->name);
      if (is_known && a->name < b->name) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

CLAUSE_TEST("S25o", "PATTERN-PAIRS.md is right of the named profiles") {
  const Page page = read_page();
  const auto pairs = pairs_on(page);
  CHECK(pairs.size() >= 10);
  for (const auto& [a, b] : pairs) {
    INFO(a->name << " and " << b->name);
    const Comparison comparison = engine::compare::compare(a->splits, b->splits);
    REQUIRE(comparison.is_same.has_value());
    if (page.same.contains({a->name, b->name})) {
      INFO(utf8::quoted(comparison.text));
      CHECK(*comparison.is_same);
      continue;
    }
    REQUIRE(page.different.contains({a->name, b->name}));
    const Page::Difference& difference = page.different.at({a->name, b->name});
    CHECK_FALSE(*comparison.is_same);
    CHECK(length_of(comparison.text) == length_of(difference.text));
    CHECK(difference.a != difference.b);
    CHECK(cut(difference.text, *a) == difference.a);
    CHECK(cut(difference.text, *b) == difference.b);
  }
}

}  // namespace
}  // namespace bpetite::test
