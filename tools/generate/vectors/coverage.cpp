// Writes CATALOGUE.md. It says for each known difference between tokenizers and for each clause of
// the specification how many vectors (test cases) it has, with examples, or why there are none or
// too few. Reads the clauses from the headings of spec/, and reads from the registry of mutants
// (deliberately wrong tokenizers) which of them fail each vector. Requires an entry in
// retired.json, a tombstone, for each vector that was removed, and that no vector has the id of a
// tombstone.
#include "coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include <bpetite/errors.hpp>

#include "core/file.hpp"

namespace bpetite::generate {
namespace {

// The cells of "a | b | c", without the blanks around them.
std::vector<std::string> cells(std::string_view line) {
  std::vector<std::string> parts = split(line, '|');
  for (std::string& part : parts) {
    part.erase(0, part.find_first_not_of(' '));
    part.erase(part.find_last_not_of(' ') + 1);
  }
  return parts;
}

std::vector<std::vector<std::string>> table(const std::filesystem::path& path) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : split(file::read(path), '\n')) {
    if (!line.empty() && !line.starts_with('#')) {
      rows.push_back(cells(line));
    }
  }
  return rows;
}

// The first three ids of a list, as code in Markdown.
std::string shown(const std::vector<std::string>& ids) {
  const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(3, ids.size()));
  return ids.empty() ? ""
                     : fmt::format("`{}`{}", fmt::join(ids.begin(), end, "`, `"),
                                   ids.size() > 3 ? ", ..." : "");
}

// The table of divergences, from rows "item | difference | remark" or "... | none: why".
std::string divergences(const std::filesystem::path& path, const std::vector<Group>& groups) {
  std::string text;
  for (const auto& row : table(path)) {
    std::vector<std::string> ids;
    for (const Group& group : groups) {
      for (const conform::suite::Vector& vector : group.vectors) {
        if (vector.comment.find(row.at(0)) != std::string::npos) {
          ids.push_back(vector.id);
        }
      }
    }
    const std::string remark = row.size() > 2 ? row[2] : "";
    const bool none = remark.starts_with("none: ");
    if (ids.empty() != none) {
      throw ValueError(fmt::format("catalogue: {} has {} vectors, and its reason is \"{}\"", row[0],
                                   ids.size(), remark));
    }
    fmt::format_to(std::back_inserter(text), "| {} | {} | {} | {}{}{} |\n", row[0], row.at(1),
                   ids.size(), shown(ids), ids.empty() || remark.empty() ? "" : "; ",
                   none ? remark.substr(6) : remark);
  }
  return text;
}

std::string clause_table(const std::vector<std::string>& clauses,
                         const std::map<std::string, std::vector<std::string>>& by_clause,
                         const std::map<std::string, std::string>& reasons) {
  std::string text;
  for (const std::string& clause : clauses) {
    const auto found = by_clause.find(clause);
    const std::vector<std::string> ids =
        found == by_clause.end() ? std::vector<std::string>{} : found->second;
    const auto reason = reasons.find(clause);
    if ((ids.size() < 2) != (reason != reasons.end())) {
      throw ValueError(fmt::format("catalogue: {} has {} vectors and {} reason", clause, ids.size(),
                                   reason == reasons.end() ? "no" : "a"));
    }
    fmt::format_to(std::back_inserter(text), "| {} | {} | {} |\n", clause, ids.size(),
                   reason == reasons.end() ? shown(ids) : reason->second);
  }
  return text;
}

const std::string& text_of(const json::Object& object, std::string_view name) {
  return std::get<std::string>(json::find(object, name)->data);
}

json::Value parsed(std::string_view what, std::string_view text) {
  auto result = json::parse(text);
  if (std::holds_alternative<json::Fault>(result)) {
    throw ValueError(fmt::format("{}: no JSON", what));
  }
  return std::get<json::Value>(std::move(result));
}

}  // namespace

std::string coverage_file(const std::vector<Group>& groups, const Clauses& clauses,
                          const std::filesystem::path& catalogue) {
  std::map<std::string, std::vector<std::string>> by_clause;
  for (const Group& group : groups) {
    for (const conform::suite::Vector& vector : group.vectors) {
      if (vector.tier == conform::suite::Tier::stress) {
        continue;
      }
      for (const std::string& clause : vector.clauses) {
        by_clause[clause].push_back(vector.id);
      }
    }
  }
  std::vector<std::string> ids;
  for (const auto& [id, title] : clauses) {
    ids.push_back(id);
  }
  std::map<std::string, std::string> reasons;
  for (const auto& row : table(catalogue / "clauses.txt")) {
    reasons.emplace(row.at(0), row.at(1));
  }
  return fmt::format(
      "# What the vectors cover\n\nWritten by `tools/generate/vectors`.\n\n"
      "## Known divergences\n\nThe differences that were seen between byte-level BPE tokenizers, "
      "and the vectors that show\neach, or the reason why no vector can.\n\n"
      "| item | difference | vectors | examples, or why there is none |\n|---|---|---|---|\n{}\n"
      "## Clauses\n\nThe clauses about behaviour, and the vectors of the tiers required and "
      "recommended that cite\neach.\n\n"
      "| clause | vectors | examples, or why there are not two |\n|---|---|---|\n{}",
      divergences(catalogue / "divergences.txt", groups), clause_table(ids, by_clause, reasons));
}

// Reads headings such as "### FR-10b  A tie goes to the smallest pair". Headings with {gate: ..} or
// {later: ..} are left out, and so is the chapter that has no vectors yet (spec/GAPS.md).
Clauses read_clauses(const std::filesystem::path& spec) {
  std::set<std::filesystem::path> chapters;
  for (const auto& entry : std::filesystem::directory_iterator(spec)) {
    chapters.insert(entry.path());
  }
  Clauses clauses;
  for (const auto& chapter : chapters) {
    if (chapter.extension() != ".md" || chapter.filename() == "TRACE.md" ||
        chapter.filename() == "00-reading.md") {
      continue;
    }
    for (const std::string& line : split(file::read(chapter), '\n')) {
      const std::size_t gap = line.find("  ");
      if (line.starts_with("### ") && gap != std::string::npos &&
          line.find("  {") == std::string::npos) {
        clauses.emplace_back(line.substr(4, gap - 4), line.substr(gap + 2));
      }
    }
  }
  return clauses;
}

Kills read_kills(const std::filesystem::path& registry) {
  Kills kills;
  if (!std::filesystem::exists(registry)) {
    return kills;
  }
  const json::Value document = parsed("registry.json", file::read(registry));
  const auto& mutants = *json::find(std::get<json::Object>(document.data), "mutants");
  for (const json::Value& value : std::get<json::Array>(mutants.data)) {
    const auto& mutant = std::get<json::Object>(value.data);
    for (const json::Value& id : std::get<json::Array>(json::find(mutant, "killed_by")->data)) {
      kills[std::get<std::string>(id.data)].push_back(text_of(mutant, "name"));
    }
  }
  return kills;
}

void require_tombstones(const Lock& before, const Lock& after, const std::string& retired) {
  std::set<std::string> graves;
  if (!retired.empty()) {
    const json::Value document = parsed("retired.json", retired);
    const auto& list = *json::find(std::get<json::Object>(document.data), "retired");
    for (const json::Value& value : std::get<json::Array>(list.data)) {
      graves.insert(text_of(std::get<json::Object>(value.data), "id"));
    }
  }
  for (const auto& [id, locked] : before) {
    if (!after.contains(id) && !graves.contains(id)) {
      throw ValueError(fmt::format("catalogue: {} vanished without a tombstone", id));
    }
  }
  for (const std::string& id : graves) {
    if (after.contains(id)) {
      throw ValueError(fmt::format("catalogue: {} is retired, its id is not to be used", id));
    }
  }
}

}  // namespace bpetite::generate
