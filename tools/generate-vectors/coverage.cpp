// The tables of what is covered, and by which vectors.
#include "coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include <bpetite/errors.hpp>

#include "core/file.hpp"

namespace bpetite::generate {
namespace {

// "a | b | c" without the blanks around.
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

std::string divergences(const std::filesystem::path& path, const std::set<std::string>& ids) {
  std::string text;
  for (const auto& row : table(path)) {
    // item | the difference, in short | vectors, or "none: reason"
    const std::string& where = row.at(2);
    std::string shown;
    if (where.starts_with("none: ")) {
      shown = where.substr(6);
    } else {
      for (const std::string& id : split(where, ' ')) {
        if (!ids.contains(id)) {
          throw ValueError(fmt::format("catalogue: {}: no vector {}", row.at(0), id));
        }
        shown += fmt::format("{}`{}`", shown.empty() ? "" : ", ", id);
      }
    }
    fmt::format_to(std::back_inserter(text), "| {} | {} | {} |\n", row.at(0), row.at(1), shown);
  }
  return text;
}

std::string clauses(const std::filesystem::path& path,
                    const std::map<std::string, std::vector<std::string>>& by_clause) {
  std::string text;
  for (const auto& row : table(path)) {
    // clause | reason why two vectors cannot be had, or nothing
    const auto found = by_clause.find(row.at(0));
    const std::size_t count = found == by_clause.end() ? 0 : found->second.size();
    if (count < 2 && row.size() < 2) {
      throw ValueError(fmt::format("catalogue: {} has {} vectors and no reason", row[0], count));
    }
    const std::string first =
        count == 0 ? ""
                   : fmt::format("`{}`", fmt::join(found->second.begin(),
                                                   found->second.begin() +
                                                       std::min<std::ptrdiff_t>(
                                                           2, static_cast<std::ptrdiff_t>(count)),
                                                   "`, `"));
    fmt::format_to(std::back_inserter(text), "| {} | {} | {}{}{} |\n", row[0], count, first,
                   count > 2 ? ", ..." : "", row.size() > 1 ? row[1] : "");
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

std::string coverage_file(const std::vector<Group>& groups,
                          const std::filesystem::path& catalogue) {
  std::set<std::string> ids;
  std::map<std::string, std::vector<std::string>> by_clause;
  for (const Group& group : groups) {
    for (const conform::Vector& vector : group.vectors) {
      ids.insert(vector.id);
      for (const std::string& clause : vector.clauses) {
        by_clause[clause].push_back(vector.id);
      }
    }
  }
  return fmt::format(
      "# What the vectors cover\n\nWritten by `tools/generate-vectors`.\n\n"
      "## Known divergences\n\nWays in which byte-level BPE tokenizers have been seen to differ, "
      "and the vectors that tell\nthem apart, or the reason why no vector can.\n\n"
      "| item | difference | vectors, or the reason why there is none |\n|---|---|---|\n{}\n"
      "## Clauses\n\n| clause | vectors | among them, or the reason why there are not two |\n"
      "|---|---|---|\n{}",
      divergences(catalogue / "divergences.txt", ids),
      clauses(catalogue / "clauses.txt", by_clause));
}

std::vector<std::string> clause_ids(const std::filesystem::path& catalogue) {
  std::vector<std::string> ids;
  for (const auto& row : table(catalogue / "clauses.txt")) {
    ids.push_back(row.at(0));
  }
  return ids;
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
