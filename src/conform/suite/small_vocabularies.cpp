// Finds the small vocabulary of a profile among the files of conformance/profiles, which are
// embedded in the program, and makes the table of an artifact that is given by its profile. Writes
// a table as an artifact, a tokenizer.json or a rank file.
#include "conform/suite/small_vocabularies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include <bpetite/errors.hpp>
#include <bpetite/export.hpp>

#include "artifact/schema2.hpp"
#include "bpetite/access.hpp"
#include "conform/suite/suite_files.hpp"
#include "conform/suite/vector_rules.hpp"
#include "core/utf8.hpp"
#include "interop/open.hpp"
#include "interop/out/tiktoken.hpp"

namespace bpetite::conform::suite {
namespace {

std::string artifact_of(std::string_view name) {
  for (const EmbeddedFile& file : small_files()) {
    if (file.name != name) continue;
    std::string bytes;
    for (const std::string_view line : file.lines) bytes.append(line);  // one line without LF
    return bytes;
  }
  throw KeyError(fmt::format("conform: there is no small vocabulary {}", name), "S74b");
}

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

// A rank file has the literals and the ids of added tokens, and nothing else of them.
bool has_plain_literals(const Table& table) {
  return std::ranges::all_of(table.specials, [](const SpecialToken& token) {
    return token.is_special && !token.lstrip && !token.rstrip && !token.single_word;
  });
}

}  // namespace

std::vector<std::string_view> small_vocabularies() {
  std::vector<std::string_view> names;
  for (const EmbeddedFile& file : small_files()) names.push_back(file.name);
  return names;
}

Tokenizer small_vocabulary(std::string_view name) {
  return TokenizerAccess::open(backend::read_artifact(artifact_of(name)));
}

std::optional<std::string> profile_in(const json::Value& artifact) {
  const auto* const object = std::get_if<json::Object>(&artifact.data);
  const std::string* const name = object == nullptr ? nullptr : text_member(*object, "profile");
  return name == nullptr ? std::nullopt : std::optional(*name);
}

Table profiled_table(const PlacedJson& artifact) {
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

std::optional<std::string> in_form(const Table& table, std::string_view profile, FileForm form) {
  if (form == FileForm::artifact) return artifact::serialize_schema2(table);
  if (form == FileForm::tokenizer_json) {
    // The file names only NFC. The library that reads it has the NFC of Unicode 9.0 (S58b).
    Table named = table;
    if (named.profile.normalizer == Normalizer::nfc_16_0) {
      named.profile.normalizer = Normalizer::nfc_9_0;
    }
    return export_files(TokenizerAccess::make(std::move(named)), ExportFormat::huggingface)
        .front()
        .bytes;
  }
  if (interop::profile_named(profile).merging != Merging::bytes || !has_plain_literals(table)) {
    return std::nullopt;
  }
  return interop::out::rank_file(table);
}

}  // namespace bpetite::conform::suite
