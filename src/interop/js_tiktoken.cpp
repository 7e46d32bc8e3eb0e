// Reads a JSON file of js-tiktoken into a table: its pattern, its ranks and its special tokens.
// Writes the ranks as the lines of a rank file, and reads these with the reader of rank files.
// Refuses a faulty rank, and a special token that is empty, has the id of another token, or an id
// that is too high. Also recognises such a file.
//
//   "! 0 IQ== Ig=="      the lines "IQ== 0" and "Ig== 1"
#include "interop/js_tiktoken.hpp"

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_set.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <bpetite/errors.hpp>

#include "core/json/pointer.hpp"
#include "core/utf8.hpp"
#include "interop/tiktoken.hpp"
#include "interop/token_names.hpp"
#include "pattern/cutting_json.hpp"

namespace bpetite::interop {
namespace {

// The text before the next sign of this kind; removes both.
std::string_view next_part(std::string_view& text, char sign) {
  const std::size_t end = std::min(text.find(sign), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

// The ranks as a rank file, and the id of the token without bytes (S19c).
struct RankFile {
  std::string lines;
  std::optional<std::uint64_t> without_bytes;
};

// Adds a line of the text: "! 5 IQ== Ig==" gives the ranks 5 and 6 to two tokens.
//
//   IQ== 5
//   Ig== 6
void append_ranks(const json::Field& field, std::string_view line, RankFile& file) {
  const bool ends_with_space = line.ends_with(' ');
  next_part(line, ' ');  // its first sign, which nobody reads
  const std::string_view digits = next_part(line, ' ');
  std::uint64_t rank = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), rank);
  if (error != std::errc() || end != digits.data() + digits.size() || rank >= max_vocab_size) {
    field.fail("", utf8::quoted(digits) + " is not the rank of the first token of a line", "S53b");
  }
  while (!line.empty()) {
    const std::string_view token = next_part(line, ' ');
    if (token.empty() || (line.empty() && ends_with_space)) {
      field.fail("", fmt::format("an empty token has the rank {}", token.empty() ? rank : rank + 1),
                 "S53b");
    }
    if (token == "=") file.without_bytes = rank;
    fmt::format_to(std::back_inserter(file.lines), "{} {}\n", token, rank++);
  }
}

AddedTokens special_tokens_in(const json::Field& field) {
  AddedTokens added{{}, SpecialRule::refused_unless_allowed};
  boost::unordered_flat_set<TokenId> ids;
  for (const json::NamedNode& member :
       field.require(json::Kind::object, "an object of ids").node().members()) {
    const json::Field id = field.below(member);
    if (member.key.empty()) id.refuse("required a literal that is not empty");
    added.tokens.push_back({std::string(member.key), id_in(id)});
    if (!ids.insert(*added.tokens.back().id).second) id.refuse("another special token has this id");
  }
  return added;
}

// The table of the ranks, without special tokens. Each line of the rank file is a token.
Table table_of(const json::Field& field, std::string_view lines, const Profile& profile) {
  try {
    return read_tiktoken(lines, profile);
  } catch (const ValueError& error) {
    constexpr std::string_view beginning = "ranks: ";
    std::string what(error.message().substr(beginning.size()));
    if (what.starts_with("line ")) what.replace(0, 4, "token");
    field.fail("", what, "S53b");
  }
}

// S19c, S56l: special tokens have ids of their own, in proportion.
void check_ids(const json::Field& field, const RankFile& ranks, const Table& table) {
  const std::size_t all = table.tokens.size() + table.profile.added.tokens.size();
  const std::size_t limit = 2 * all + 1024 + most_apart;
  for (const json::NamedNode& member : field.node().members()) {
    const json::Field place = field.below(member);
    const TokenId id = id_in(place);
    if (id >= limit) place.refuse(fmt::format("required an id below {}", limit));
    const bool is_token = id < table.tokens.size() && !table.tokens[id].empty();
    if (is_token || id == ranks.without_bytes) place.refuse("it is the id of a token");
  }
}

}  // namespace

bool is_js_tiktoken(const json::Document& document) {
  const json::Node root = document.root();
  if (root.kind() != json::Kind::object) return false;
  const auto has = [members = root.members()](std::string_view name) {
    return std::ranges::find(members, name, &json::NamedNode::key) != members.end();
  };
  return (has("pat_str") || has("bpe_ranks")) && !has("schema_version");
}

Table read_js_tiktoken(const json::Document& document) {
  const json::Field root(document.root(), "js-tiktoken", "S53b");
  Profile profile;
  profile.name = "js-tiktoken";
  const json::Field pattern = root["pat_str"];
  profile.splits = {
      {{std::string(pattern.text()), Dialect::tiktoken, unicode::pinned}, Behaviour::isolated}};
  pattern::require_pattern(profile.splits.front().pattern, pattern);
  const json::Field specials = root["special_tokens"];
  const AddedTokens added = special_tokens_in(specials);
  const json::Field field = root["bpe_ranks"];
  std::string_view text = field.text();
  RankFile ranks;
  while (!text.empty()) {
    const std::string_view line = next_part(text, '\n');
    if (!line.empty()) append_ranks(field, line, ranks);
  }
  Table table = table_of(field, ranks.lines, profile);
  table.profile.added = added;
  check_ids(specials, ranks, table);
  table.specials = special_tokens(added, static_cast<TokenId>(table.tokens.size()));
  return table;
}

}  // namespace bpetite::interop
