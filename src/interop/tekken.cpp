// Reads a tekken file of Mistral into a table: its tokens in base64, its special tokens, and its
// pattern. The ids of its tokens come after those of the special tokens. If the file does not list
// special tokens, they are those of the profile tekken. The reader checks the numbers of tokens,
// that each rank is the place of its token in the list, that the first 256 tokens are the bytes,
// and that no token occurs twice. Also recognises such a file.
//
//   1000 special tokens, {"rank":0,"token_bytes":"AA=="}      the byte 00 has the id 1000
#include "interop/tekken.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include "core/hash.hpp"
#include "core/json/pointer.hpp"
#include "core/spelled_bytes.hpp"
#include "core/utf8.hpp"
#include "core/wording/counted.hpp"
#include "pattern/cutting_json.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::interop {
namespace {

TokenId number_in(const json::Field& field) {
  const auto number = field.require(json::Kind::integer, "a number").node().small_number();
  if (!number || *number >= max_vocab_size) {
    field.refuse(fmt::format("required a number below {}", max_vocab_size));
  }
  return static_cast<TokenId>(*number);
}

// The special tokens of a file. Older files do not list them. The library that loads such a file
// has a list of its own, which is that of the profile tekken.
std::vector<AddedToken> special_tokens_in(const json::Field& list, TokenId count) {
  std::vector<AddedToken> tokens;
  if (!list.is_given()) {
    tokens = profiles::tekken().added.tokens;
    if (tokens.size() != count) list.refuse(fmt::format("required a list of {}", count));
    return tokens;
  }
  for (const json::Field& token : list.elements()) {
    if (tokens.size() == count) {
      list.refuse(fmt::format("required at most {}, by default_num_special_tokens", count));
    }
    const json::Field rank = token["rank"];
    if (number_in(rank) != tokens.size()) rank.refuse(fmt::format("required {}", tokens.size()));
    const json::Field literal = token["token_str"];
    if (literal.text().empty()) literal.refuse("required a text");
    tokens.push_back({std::string(literal.text()), number_in(rank)});
  }
  for (auto id = static_cast<TokenId>(tokens.size()); id < count; ++id) {
    tokens.push_back({fmt::format("<SPECIAL_{}>", id), id});
  }
  return tokens;
}

void check_distinct(const json::Field& list, const std::vector<AddedToken>& tokens) {
  boost::unordered_flat_set<std::string_view, BytesHash> seen;
  for (const AddedToken& token : tokens) {
    if (!seen.insert(token.literal).second) {
      list.fail("", utf8::quoted(token.literal) + " occurs twice", "S53a");
    }
  }
}

// Reads the first `count` entries as tokens, with ids from `first` on.
void read_tokens(const json::Field& vocabulary, TokenId first, TokenId count, Table& table) {
  const json::Elements entries = vocabulary.node().elements();
  if (const std::size_t size = entries.size(); size < count) {
    vocabulary.fail("", fmt::format("{}, required {}", counted(size, "token"), count), "S53a");
  }
  table.tokens.reserve(first + std::size_t{count});  // `seen` has views of them
  table.tokens.resize(first);
  boost::unordered_flat_set<std::string_view, BytesHash> seen;
  seen.reserve(count);
  auto entry = entries.begin();
  for (TokenId rank = 0; rank < count; ++rank, ++entry) {
    const auto fail = [&](const std::string& what) {
      vocabulary.fail(fmt::format("/{}", rank), what, "S53a");
    };
    if ((*entry).kind() != json::Kind::object) fail("required an object");
    json::Node number;
    json::Node text;
    for (const auto& [key, value] : (*entry).members()) {
      if (key == "rank") number = value;
      if (key == "token_bytes") text = value;
    }
    if (!number.is_there()) fail(fmt::format("the rank is missing, required {}", rank));
    if (number.kind() != json::Kind::integer || number.small_number() != rank) {
      fail(fmt::format("the rank is {}, required {}", json::shown(number), rank));
    }
    if (!text.is_there() || text.kind() != json::Kind::string) fail("there are no token_bytes");
    auto bytes = from_base64(text.text());
    if (!bytes) fail(utf8::quoted(text.text()) + " is not base64");
    const std::string& token = table.tokens.emplace_back(*std::move(bytes));
    if (!seen.insert(token).second) fail("the bytes " + utf8::quoted(token) + " occur twice");
    if (rank >= 256) continue;
    if (token != std::string(1, static_cast<char>(static_cast<unsigned char>(rank)))) {
      fail(fmt::format("the bytes {}, required the byte 0x{:02x}", utf8::quoted(token), rank));
    }
    table.byte_ids[rank] = first + rank;
  }
}

}  // namespace

bool is_tekken(const json::Document& document) {
  const json::Node root = document.root();
  if (root.kind() != json::Kind::object) return false;
  const auto members = root.members();
  return std::ranges::count_if(members, [](const json::NamedNode& member) {
           return member.key == "config" || member.key == "vocab";
         }) == 2;
}

Table read_tekken(const json::Document& document) {
  const json::Field root(document.root(), "tekken", "S50b");
  const json::Field config = root["config"];
  const TokenId size = number_in(config["default_vocab_size"]);
  const TokenId specials = number_in(config["default_num_special_tokens"]);
  const json::Field vocabulary = root["vocab"].require(json::Kind::array, "an array");
  const std::size_t most = 2 * vocabulary.node().elements().size() + 1024;
  if (specials > most) {
    config["default_num_special_tokens"].refuse(fmt::format("required at most {}", most));
  }
  if (size < specials + 256) {
    config["default_vocab_size"].refuse(fmt::format("required at least {}", specials + 256));
  }
  // The tokens are read first, so that a file with a faulty token takes no memory for special
  // tokens.
  Table table;
  read_tokens(vocabulary, specials, size - specials, table);
  table.profile.name = "tekken";
  table.profile.added = {special_tokens_in(root["special_tokens"], specials), SpecialRule::never};
  check_distinct(root["special_tokens"], table.profile.added.tokens);
  const json::Field pattern = config["pattern"];
  table.profile.splits = {
      {{std::string(pattern.text()), Dialect::tiktoken, unicode::Version::v16_0},
       Behaviour::matches}};
  pattern::require_pattern(table.profile.splits.front().pattern, pattern);
  table.profile.merging = Merging::bytes;
  table.specials = special_tokens(table.profile.added, 0);
  return table;
}

}  // namespace bpetite::interop
