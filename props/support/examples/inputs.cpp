// Reads the inputs of operations from the fields of an example.
#include "support/examples/inputs.hpp"
#include "profiles/profiles.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace bpetite::test {
namespace {

const Profile& named_profile(const json::Value& name) {
  if (const Profile* profile = profiles::find(as_string(name))) return *profile;
  throw std::runtime_error(text_of(name) + " is not the name of a profile");
}

}  // namespace

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
  throw std::runtime_error(text_of(*wanted) + " is not a Unicode version that bpetite has");
}

std::optional<Normalizer> normalizer_in(Fields& fields) {
  const json::Value* wanted = fields.take("normalizer");
  if (wanted == nullptr) return std::nullopt;
  for (const Normalizer it : {Normalizer::none, Normalizer::nfc_9_0, Normalizer::nfc_16_0}) {
    if (name(it) == as_string(*wanted)) return it;
  }
  throw std::runtime_error(text_of(*wanted) + " is not the name of a normalizer");
}

const Profile& profile_in(Fields& fields) {
  const json::Value* wanted = fields.take("pattern");
  return wanted == nullptr ? profiles::v1() : named_profile(*wanted);
}

Profile cutting_profile_in(Fields& fields) {
  const unicode::Version version = version_in(fields);
  const json::Value* patterns = fields.take("patterns");
  if (patterns == nullptr) return with_version(profile_in(fields), version);
  const json::Value* dialect = fields.take("dialect");
  const bool is_other = dialect != nullptr && as_string(*dialect) == "huggingface";
  Profile profile;
  profile.name = "the patterns of the example";
  for (const json::Value& text : as_array(*patterns)) {
    profile.splits.push_back(
        {{as_string(text), is_other ? Dialect::huggingface : Dialect::tiktoken, version}});
  }
  return profile;
}

SpecialChoice choice_in(Fields& fields) {
  if (const json::Value* ordinary = fields.take("ordinary")) {
    if (as_bool(*ordinary)) return SpecialChoice::ordinary();
  }
  const json::Value* allowed = fields.take("allowed");
  if (allowed == nullptr) return {};
  if (text_of(*allowed) == "\"all\"") return SpecialChoice::all();
  std::vector<std::string> literals;
  for (const json::Value& literal : as_array(*allowed)) literals.push_back(as_string(literal));
  return SpecialChoice::only(std::move(literals));
}

std::vector<char32_t> scalars_in(Fields& fields) {
  std::vector<char32_t> scalars;
  for (const json::Value& value : as_array(fields.need("scalars"))) {
    const std::string& text = as_string(value);
    std::uint32_t scalar = 0;
    const char* const last = text.data() + text.size();
    if (!text.starts_with("U+") || std::from_chars(text.data() + 2, last, scalar, 16).ptr != last) {
      throw std::runtime_error(text + " is not a scalar such as U+0041");
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
      throw std::runtime_error("lookup is " + text_of(*lookup) + ", it can only be \"bytes\"");
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
  if (const json::Value* wanted = fields.take("profile")) {
    const Merging merging = table.profile.merging;
    table.profile = named_profile(*wanted);
    table.profile.merging = merging;
    table.specials = special_tokens(table.profile.added, static_cast<TokenId>(table.tokens.size()));
  } else {
    table.profile.splits = profile_in(fields).splits;
  }
  if (const json::Value* specials = fields.take("specials")) {
    table.specials = specials_of(*specials);
  }
  if (const json::Value* normalized = fields.take("normalized")) {
    for (const json::Value& literal : as_array(*normalized)) {
      for (SpecialToken& special : table.specials) {
        if (special.literal == as_string(literal)) special.normalized = true;
      }
    }
  }
  if (const json::Value* plain = fields.take("plain")) {
    for (const json::Value& literal : as_array(*plain)) {
      for (SpecialToken& special : table.specials) {
        if (special.literal == as_string(literal)) special.is_special = false;
      }
    }
  }
  if (fields.take("whole_chunks") != nullptr) table.profile.whole_chunks = true;
  if (fields.take("before") != nullptr) table.profile.ids_around.before = fields.ids("before");
  if (fields.take("after") != nullptr) table.profile.ids_around.after = fields.ids("after");
  if (const auto normalizer = normalizer_in(fields)) table.profile.normalizer = *normalizer;
  return table;
}

}  // namespace bpetite::test
