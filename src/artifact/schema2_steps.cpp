// The fields, and the parts of the profile: steps 7 to 12 (S56b to S56g).
//
//   "normalizer":"NFKC"    step 9: none of those that there are
#include "artifact/schema2_steps.hpp"

#include <array>
#include <string_view>

#include "core/json/shape.hpp"
#include "core/profile.hpp"
#include "pattern/cutting_json.hpp"

namespace bpetite::artifact::schema2 {
namespace {

constexpr auto fields = std::to_array<std::string_view>(
    {"added_tokens", "decoding", "merges", "merging", "normalizer", "schema_version",
     "special_rule", "splits", "template", "text_tokens", "vocab"});
constexpr auto merging_fields =
    std::to_array<std::string_view>({"by", "missing_bytes", "whole_chunks"});

}  // namespace

void all_fields_present(const json::Field& root, Table& /*table*/) {
  for (const std::string_view field : fields) {
    if (!root[field].node().is_there()) root[field].miss();
  }
}

void no_other_field(const json::Field& root, Table& /*table*/) {
  json::require_members(root, fields);
}

void normalizer_known(const json::Field& root, Table& table) {
  table.profile.normalizer = json::named(root["normalizer"], normalizers);
}

void rules_known(const json::Field& root, Table& table) {
  table.profile.added.rule = json::named(root["special_rule"], special_rules);
  const json::Field decoding = root["decoding"];
  if (decoding.text() != "strict") decoding.refuse("required strict");
}

void splits_carried(const json::Field& root, Table& table) {
  table.profile.splits = pattern::splits_from_json(root["splits"]);
}

void merging_known(const json::Field& root, Table& table) {
  const json::Field merging = root["merging"];
  json::require_members(merging, merging_fields);
  Profile& profile = table.profile;
  profile.merging = json::named(merging["by"], mergings);
  profile.whole_chunks = json::required_flag(merging["whole_chunks"]);
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
