// Reading the inputs of operations.
#include "support/inputs.hpp"
#include "profiles/profiles.hpp"
#include "support/tables.hpp"
#include "support/v1.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace bpetite::test {

unicode::Version version_in(Fields& fields) {
  const json::Value* wanted = fields.take("version");
  if (wanted == nullptr) {
    return unicode::pinned;
  }
  for (const unicode::Version version : unicode::versions) {
    if (unicode::name(version) == as_string(*wanted)) {
      return version;
    }
  }
  throw std::runtime_error(text_of(*wanted) + " is no version that is carried");
}

const Profile& profile_in(Fields& fields) {
  const json::Value* wanted = fields.take("pattern");
  if (wanted == nullptr) {
    return profiles::v1();
  }
  if (const Profile* profile = profiles::find(as_string(*wanted))) {
    return *profile;
  }
  throw std::runtime_error(text_of(*wanted) + " is no pattern");
}

std::vector<char32_t> scalars_in(Fields& fields) {
  std::vector<char32_t> scalars;
  for (const json::Value& value : as_array(fields.need("scalars"))) {
    const std::string& text = as_string(value);
    std::uint32_t scalar = 0;
    const char* const last = text.data() + text.size();
    if (!text.starts_with("U+") || std::from_chars(text.data() + 2, last, scalar, 16).ptr != last) {
      throw std::runtime_error(text + " is no scalar");
    }
    scalars.push_back(scalar);
  }
  return scalars;
}

std::vector<SpecialToken> specials_of(const json::Value& object) {
  std::vector<SpecialToken> specials;
  for (const auto& [literal, id] : as_object(object)) {
    specials.push_back({literal, as_id(id)});
  }
  return specials;
}

Table merges_table(Fields& fields) {
  std::vector<Pair> merges = fields.pairs("merges");
  for (std::size_t rank = 0; rank < merges.size(); ++rank) {
    if (std::max(merges[rank].left, merges[rank].right) >= 256 + rank) {
      throw std::runtime_error(fmt::format("merge {} refers to a later token", rank));
    }
  }
  return v1_table(std::move(merges));
}

Table table_in(Fields& fields) {
  Table table;
  if (const json::Value* lookup = fields.take("lookup")) {
    if (as_string(*lookup) != "bytes") {
      throw std::runtime_error(text_of(*lookup) + " is no other lookup");
    }
    table = v1_table({});
    table.profile.merging = Merging::bytes;
    for (const json::Value& token : as_array(fields.need("vocabulary"))) {
      table.tokens.push_back(bytes_of_hex(as_string(token)));
    }
  } else if (fields.take("results") != nullptr) {
    table = ranked_table(fields.pairs("merges"), fields.ids("results"));
  } else {
    table = merges_table(fields);
  }
  table.profile.splits = profile_in(fields).splits;
  if (const json::Value* specials = fields.take("specials")) {
    table.specials = specials_of(*specials);
  }
  return table;
}

}  // namespace bpetite::test
