// Writes the ranks of the text as the lines of a rank file, and reads these.
#include "interop/js_tiktoken.hpp"

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_set.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

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

// A line of the text: "! 5 IQ== Ig==" gives the ranks 5 and 6 to two tokens.
//
//   IQ== 5
//   Ig== 6
void append_ranks(const json::Field& field, std::string_view line, std::string& ranks) {
  next_part(line, ' ');  // its first sign, which nobody reads
  const std::string_view digits = next_part(line, ' ');
  std::uint64_t rank = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), rank);
  if (error != std::errc() || end != digits.data() + digits.size() || rank >= max_vocab_size) {
    field.fail("", utf8::quoted(digits) + " is not the rank of the first token of a line", "S53b");
  }
  while (!line.empty()) {
    fmt::format_to(std::back_inserter(ranks), "{} {}\n", next_part(line, ' '), rank++);
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

}  // namespace

bool is_js_tiktoken(const json::Document& document) {
  const json::Node root = document.root();
  if (root.kind() != json::Kind::object) return false;
  const auto members = root.members();
  return std::ranges::count_if(members, [](const json::NamedNode& member) {
           return member.key == "pat_str" || member.key == "bpe_ranks";
         }) == 2;
}

Table read_js_tiktoken(const json::Document& document) {
  const json::Field root(document.root(), "js-tiktoken", "S53b");
  Profile profile;
  profile.name = "js-tiktoken";
  const json::Field pattern = root["pat_str"];
  profile.splits = {
      {{std::string(pattern.text()), Dialect::tiktoken, unicode::pinned}, Behaviour::isolated}};
  pattern::require_pattern(profile.splits.front().pattern, pattern);
  profile.added = special_tokens_in(root["special_tokens"]);
  profile.merging = Merging::bytes;
  const json::Field field = root["bpe_ranks"];
  std::string_view text = field.text();
  std::string ranks;
  while (!text.empty()) {
    const std::string_view line = next_part(text, '\n');
    if (!line.empty()) append_ranks(field, line, ranks);
  }
  return read_tiktoken(ranks, profile);
}

}  // namespace bpetite::interop
