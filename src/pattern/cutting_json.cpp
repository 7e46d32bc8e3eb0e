// Writes and reads as JSON the splits of a profile, the patterns that cut a text one after the
// other: alone (splits_to_json, splits_from_json) or with the normalizer of a profile
// (cutting_to_json, cutting_from_json). Each value of an enumeration is written as its name. A text
// that is not a pattern is refused (require_pattern), and so are missing or other members, and too
// many splits.
#include "pattern/cutting_json.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <variant>

#include <bpetite/errors.hpp>

#include "core/json.hpp"
#include "core/json/document.hpp"
#include "core/json/shape.hpp"
#include "core/unicode.hpp"
#include "pattern/parse.hpp"
#include "pattern/pattern_error.hpp"

namespace bpetite::pattern {
namespace {

constexpr auto fields = std::to_array<std::string_view>({"normalizer", "splits"});
constexpr auto split_fields =
    std::to_array<std::string_view>({"behaviour", "dialect", "pattern", "unicode"});

Split split_from_json(const json::Field& step) {
  json::require_members(step, split_fields);
  const json::Field text = step["pattern"];
  const Split split = {{std::string(text.text()), json::named(step["dialect"], dialects),
                        json::named(step["unicode"], unicode::versions)},
                       json::named(step["behaviour"], behaviours)};
  require_pattern(split.pattern, text);
  return split;
}

}  // namespace

void require_pattern(const Pattern& pattern, const json::Field& field) {
  try {
    parse(pattern);
  } catch (const PatternError& error) {
    field.refuse(error.what());
  }
}

std::string splits_to_json(std::span<const Split> splits) {
  std::vector<std::string> all;
  for (const auto& [pattern, behaviour] : splits) {
    all.push_back(fmt::format(R"({{"behaviour":{},"dialect":{},"pattern":{},"unicode":{}}})",
                              json::quoted(name(behaviour)), json::quoted(name(pattern.dialect)),
                              json::quoted(pattern.text),
                              json::quoted(unicode::name(pattern.version))));
  }
  return fmt::format("[{}]", fmt::join(all, ","));
}

std::vector<Split> splits_from_json(const json::Field& list) {
  const auto steps = list.elements();
  if (steps.size() > max_patterns) {
    list.refuse(fmt::format("required at most {} steps", max_patterns));
  }
  std::vector<Split> splits;
  for (const json::Field& step : steps) splits.push_back(split_from_json(step));
  return splits;
}

std::string cutting_to_json(const Profile& profile) {
  return fmt::format(R"({{"normalizer":{},"splits":{}}})", json::quoted(name(profile.normalizer)),
                     splits_to_json(profile.splits));
}

Profile cutting_from_json(std::string_view text, const std::string& place) {
  const auto parsed = json::parse_document(text);
  if (const auto* const fault = std::get_if<json::Fault>(&parsed)) {
    throw ValueError(fmt::format("{}: no JSON: {}", place, fault->reason), "S40h");
  }
  const json::Field root(std::get<json::Document>(parsed).root(), place, "S40h");
  json::require_members(root, fields);
  Profile profile;
  profile.normalizer = json::named(root["normalizer"], normalizers);
  profile.splits = splits_from_json(root["splits"]);
  return profile;
}

}  // namespace bpetite::pattern
