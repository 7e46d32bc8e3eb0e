// The fields, and the parts of the profile: steps 7 to 12 (S56b to S56g).
//
//   "normalizer":"NFKC"    step 9: none of those that there are
#include "artifact/schema2_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "pattern/parse.hpp"
#include "pattern/pattern_error.hpp"

namespace bpetite::artifact::schema2 {
namespace {

using Names = std::span<const std::string_view>;

constexpr auto fields = std::to_array<std::string_view>(
    {"added_tokens", "decoding", "merges", "merging", "normalizer", "schema_version",
     "special_rule", "splits", "template", "text_tokens", "vocab"});
constexpr auto split_fields =
    std::to_array<std::string_view>({"behaviour", "dialect", "pattern", "unicode"});
constexpr auto merging_fields =
    std::to_array<std::string_view>({"by", "missing_bytes", "whole_chunks"});

// The object has exactly these members.
void require_members(const json::Field& object, Names names) {
  for (const std::string_view name : names) object[name];  // a ValueError if it is no object
  for (const json::NamedNode& member : object.node().members()) {
    if (std::ranges::find(names, member.key) == names.end()) {
      object[member.key].refuse(fmt::format("required none but {}", fmt::join(names, ", ")));
    }
  }
}

// The value of an enumeration whose name the field has.
template <typename Value, std::size_t count>
Value named(const json::Field& field, const std::array<Value, count>& values) {
  std::vector<std::string_view> names;
  for (const Value value : values) names.push_back(name(value));
  const std::string required = fmt::format("one of {}", fmt::join(names, ", "));
  const std::string_view given = field.text(required);
  for (const Value value : values) {
    if (name(value) == given) return value;
  }
  field.refuse("required " + required);
}

// true or false: it must be there.
bool required_flag(const json::Field& field) {
  return field.require(json::Kind::boolean, "true or false").flag(false);
}

Split read_split(const json::Field& step) {
  require_members(step, split_fields);
  const json::Field text = step["pattern"];
  const Split split = {{std::string(text.text()), named(step["dialect"], dialects),
                        named(step["unicode"], unicode::versions)},
                       named(step["behaviour"], behaviours)};
  try {
    pattern::parse(split.pattern);
  } catch (const pattern::PatternError& error) {
    text.refuse(error.what());
  }
  return split;
}

}  // namespace

void all_fields_present(const json::Field& root, Table& /*table*/) {
  for (const std::string_view field : fields) {
    if (!root[field].node().is_there()) root[field].miss();
  }
}

void no_other_field(const json::Field& root, Table& /*table*/) { require_members(root, fields); }

void normalizer_known(const json::Field& root, Table& table) {
  table.profile.normalizer = named(root["normalizer"], normalizers);
}

void rules_known(const json::Field& root, Table& table) {
  table.profile.added.rule = named(root["special_rule"], special_rules);
  const json::Field decoding = root["decoding"];
  if (decoding.text() != "strict") decoding.refuse("required strict");
}

void splits_carried(const json::Field& root, Table& table) {
  const json::Field list = root["splits"];
  const json::FieldElements steps = list.elements();
  if (steps.size() > pattern::max_patterns) {
    list.refuse(fmt::format("required at most {} steps", pattern::max_patterns));
  }
  for (const json::Field& step : steps) table.profile.splits.push_back(read_split(step));
}

void merging_known(const json::Field& root, Table& table) {
  const json::Field merging = root["merging"];
  require_members(merging, merging_fields);
  Profile& profile = table.profile;
  profile.merging = named(merging["by"], mergings);
  profile.whole_chunks = required_flag(merging["whole_chunks"]);
  const json::Field missing = merging["missing_bytes"];
  profile.drops_missing_bytes = missing.text() == "drop";
  if (!profile.drops_missing_bytes && missing.text() != "error") {
    missing.refuse("required error or drop");
  }
  if (profile.merging == Merging::bytes && profile.whole_chunks) {
    merging["whole_chunks"].refuse("required false: by bytes a whole chunk is always looked up");
  }
  if (profile.merging == Merging::bytes && profile.drops_missing_bytes) {
    missing.refuse("required error: by bytes every byte has a token");
  }
}

}  // namespace bpetite::artifact::schema2
