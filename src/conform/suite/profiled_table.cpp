// Reads an artifact that is given by its profile, its merges and its added tokens, and makes its
// table (profiled_table). Also checks the members of such an artifact (check_profiled).
#include "conform/suite/profiled_table.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/vector_rules.hpp"
#include "core/utf8.hpp"
#include "interop/open.hpp"

namespace bpetite::conform::suite {
namespace {

AddedToken added_token(const PlacedJson& given) {
  given.allow({"literal", "id", "special", "lstrip", "rstrip", "single_word"});
  const auto flag = [&](std::string_view name, bool if_absent) {
    const auto found = given.find(name);
    return found ? found->flag() : if_absent;
  };
  constexpr std::uint64_t most = std::numeric_limits<TokenId>::max();
  AddedToken token;
  token.literal = given.get("literal").text();
  token.id = static_cast<TokenId>(given.get("id").number(0, most));
  token.is_special = flag("special", true);
  token.lstrip = flag("lstrip", false);
  token.rstrip = flag("rstrip", false);
  token.single_word = flag("single_word", false);
  return token;
}

Table table_in(const PlacedJson& artifact) {
  artifact.allow({"profile", "merges", "added"});
  const std::string& name = artifact.get("profile").text();
  const auto known = small_vocabularies();
  if (std::ranges::find(known, name) == known.end()) {
    artifact.get("profile").refuse(utf8::quoted(name), "a profile with a small vocabulary");
  }
  Profile profile = interop::profile_named(name);
  profile.added.tokens.clear();
  if (const auto added = artifact.find("added")) {
    added->each([&](const PlacedJson& each) { profile.added.tokens.push_back(added_token(each)); });
  }
  return trained_table(profile, merges_in(artifact.get("merges")));
}

}  // namespace

std::optional<std::string> profile_in(const json::Value& artifact) {
  const auto* const object = std::get_if<json::Object>(&artifact.data);
  const std::string* const name = object == nullptr ? nullptr : text_member(*object, "profile");
  return name == nullptr ? std::nullopt : std::optional(*name);
}

Table profiled_table(const json::Value& artifact) { return table_in({"artifact", "", artifact}); }

void check_profiled(const PlacedJson& artifact) { table_in(artifact); }

}  // namespace bpetite::conform::suite
