// Reads the catalogue of vectors (test cases) from its text files: sections of rows, the words and
// JSON values of a row, and the notes on the flags, which say what kind of fault a vector shows.
// Reports errors with the place of the row. Also cuts a text at a separator (split).
#include "catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include <bpetite/errors.hpp>

#include "core/file.hpp"

namespace bpetite::generate {
namespace {

constexpr std::string_view blanks = " \t";

// Reads the words of a line, one after the other.
class Words {
 public:
  Words(std::string place, std::string_view line) : place_(std::move(place)), rest_(line) {}

  // The next word, or nullopt at the end of the line.
  std::optional<std::string_view> next() {
    skip_blanks();
    if (rest_.empty()) {
      return std::nullopt;
    }
    return take(std::min(rest_.find_first_of(blanks), rest_.size()));
  }

  // The next field: a JSON value if it begins like one, else a word.
  json::Value field() {
    skip_blanks();
    if (rest_.empty() || std::string_view("\"[{").find(rest_.front()) == std::string_view::npos) {
      const std::string_view word = next().value_or("");
      auto parsed = json::parse(word);
      return std::holds_alternative<json::Fault>(parsed) ? json::string(word)
                                                         : std::get<json::Value>(parsed);
    }
    auto parsed = json::parse(take(json_length()));
    if (const auto* fault = std::get_if<json::Fault>(&parsed)) {
      throw ValueError(fmt::format("catalogue: {}: {}", place_, fault->reason));
    }
    return std::get<json::Value>(std::move(parsed));
  }

  bool at_comment() {
    skip_blanks();
    return rest_.empty() || rest_.starts_with("-- ");
  }
  std::string comment() {
    if (rest_.size() < 4) {
      throw ValueError(fmt::format("catalogue: {}: no comment", place_));
    }
    return std::string(rest_.substr(3));
  }

 private:
  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
  }
  std::string_view take(std::size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  // The length up to the bracket or quote that closes the first one.
  std::size_t json_length() const {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      const char c = rest_[i];
      if (quoted && c == '\\') {
        ++i;
        continue;
      }
      quoted ^= c == '"';
      if (!quoted) {
        depth += (c == '[' || c == '{') - (c == ']' || c == '}');
        if (depth == 0) {
          return i + 1;
        }
      }
    }
    throw ValueError(fmt::format("catalogue: {}: an open bracket or quote", place_));
  }

  std::string place_;
  std::string_view rest_;
};

std::vector<std::string> names(std::string_view word) {
  return word == "-" ? std::vector<std::string>{} : split(word, ',');
}

Row read_row(std::string place, std::string_view line) {
  Words words(place, line);
  Row row;
  row.place = std::move(place);
  std::string_view id = words.next().value_or("");
  if (id.starts_with('~')) row.tier = conform::suite::Tier::recommended;
  if (id.starts_with('!')) row.tier = conform::suite::Tier::stress;
  id.remove_prefix(row.tier == conform::suite::Tier::required ? 0 : 1);
  row.id = id;
  row.clauses = names(words.next().value_or("-"));
  row.flags = names(words.next().value_or("-"));
  while (!words.at_comment()) {
    row.fields.push_back(words.field());
  }
  row.comment = words.comment();
  return row;
}

Section read_section(std::string_view line) {
  const auto words = split(line, ' ');
  const auto level = std::find(conform::suite::level_names.begin(),
                               conform::suite::level_names.end(), words.at(2));
  return {words.at(1),
          static_cast<conform::suite::Level>(level - conform::suite::level_names.begin()),
          words.at(3),
          {},
          {}};
}

}  // namespace

std::vector<Section> read_sections(const std::filesystem::path& file) {
  std::vector<Section> sections;
  std::size_t number = 0;
  for (const std::string& line : split(file::read(file), '\n')) {
    ++number;
    if (line.empty() || line.starts_with('#')) {
      continue;
    }
    if (line.starts_with("@group ")) {
      sections.push_back(read_section(line));
    } else if (line.starts_with("@requires ")) {
      sections.back().requires_caps.push_back(split(line, ' ').at(1));
    } else {
      sections.back().rows.push_back(
          read_row(fmt::format("{}:{}", file.filename().string(), number), line));
    }
  }
  return sections;
}

std::vector<conform::suite::Note> read_flags(const std::filesystem::path& file) {
  std::vector<conform::suite::Note> notes;
  for (const std::string& line : split(file::read(file), '\n')) {
    if (line.empty() || line.starts_with('#')) {
      continue;
    }
    std::vector<std::string> parts = split(line, '|');
    for (std::string& part : parts) {
      part.erase(0, part.find_first_not_of(blanks));
      part.erase(part.find_last_not_of(blanks) + 1);
    }
    notes.push_back({parts.at(0), parts.at(1), parts.at(2), parts.at(3),
                     parts.size() > 4 ? split(parts[4], ' ') : std::vector<std::string>{}});
  }
  return notes;
}

void complain(const Row& row, std::string_view what) {
  throw ValueError(fmt::format("catalogue: {}: {}: {}", row.place, row.id, what));
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace bpetite::generate
