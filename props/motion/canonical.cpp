// Tests which ids are canonical, and where others differ first (S63): the engine finds what the
// reference finds, for the ids of texts, for the same with one id replaced, two merged or one
// split, for the beginnings of such lists, and for random ids with special ones between them. Also
// tests the theorem of pairs by merging alone, that a beginning need not be canonical, and errors.
#include <bpetite/canonical.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/decoding.hpp>
#include <bpetite/parts.hpp>

#include "bpetite/access.hpp"
#include "core/utf8.hpp"
#include "reference/canonical.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/parts.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/tally.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/moving_texts.hpp"
#include "support/texts/tables.hpp"
#include "support/texts/texts.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;

const std::vector<MovingTable>& canonical_profiles() {
  static const std::vector<MovingTable> all = [] {
    std::vector<MovingTable> made;
    for (const Table& table : named_tables()) made.emplace_back(table, SpecialChoice());
    return made;
  }();
  return all;
}

const std::vector<MovingTable>& canonical_literals() {
  static const std::vector<MovingTable> all = [] {
    std::vector<MovingTable> made;
    for (const Table& table : literal_tables()) made.emplace_back(table, SpecialChoice());
    return made;
  }();
  return all;
}

// One of the profiles or a table with generated patterns, each as often; or one of the others.
const MovingTable& canonical_table() {
  const auto one_of = [](const std::vector<MovingTable>& all) -> const MovingTable& {
    return all[*number_between<std::size_t>(0, all.size() - 1)];
  };
  if (*number_between(0, 1) == 0) return one_of(canonical_literals());
  return *number_between(0, 8) == 0 ? some_generated_table() : one_of(canonical_profiles());
}

// Whether the ids of a text may have other bytes than the text and its normal form, or literals
// that are found only beside others.
bool changes_texts(const Table& table) {
  return table.profile.prefix_space || table.profile.drops_missing_bytes ||
         std::ranges::any_of(table.specials, [&](const SpecialToken& token) {
           return token.lstrip || token.rstrip || token.single_word || token.normalized ||
                  decoded_bytes(token, table) != token.literal;
         });
}

const MovingTable& table_that_keeps_texts() {
  while (true) {
    const MovingTable& moving = canonical_table();
    if (!changes_texts(moving.table)) return moving;
  }
}

std::string canonical_text(const Table& table) {
  static const std::vector<std::string> pieces = {
      "ab", " ab",    "abc",    " ",      "\n",     "\n\n",   "12",     "'",  "re",
      "e",  "\u00e9", "\u0301", "\u0338", "\u1112", "\u1161", "\u4e2d", "<s", ">"};
  std::string text;
  for (auto left = *number_between(0, 8); left > 0; --left) {
    if (*number_between(0, 7) == 0 && !table.specials.empty()) {
      text += table.specials[*number_between<std::size_t>(0, table.specials.size() - 1)].literal;
    } else {
      text += *rc::gen::elementOf(pieces);
    }
  }
  return text;
}

// The tokens that a text of a test has: merged ones, and in some tables the bytes.
std::span<const std::string> last_tokens(const Table& table) {
  return std::span(table.tokens).last(std::min<std::size_t>(table.tokens.size(), 400));
}

// The id of the token with these bytes, if it is one of the last ones.
std::optional<TokenId> last_id_of(const Table& table, std::string_view bytes) {
  const auto last = last_tokens(table);
  const auto found = std::ranges::find(last, bytes);
  if (found == last.end()) return std::nullopt;
  return static_cast<TokenId>(table.tokens.size() - last.size() +
                              static_cast<std::size_t>(found - last.begin()));
}

// A special one, any of the last ones, or one whose bytes are a text.
TokenId id_of_table(const Table& table) {
  const int kind = *number_between(0, 9);
  if (kind < 2 && !table.specials.empty()) {
    return table.specials[*number_between<std::size_t>(0, table.specials.size() - 1)].id;
  }
  const auto last = last_tokens(table);
  const auto at = *number_between<std::size_t>(0, last.size() - 1);
  const bool is_text = !last[at].empty() && !utf8::first_ill_formed(last[at]);
  if (!is_text && (last[at].empty() || kind < 9)) return table.byte_ids['a'];
  return static_cast<TokenId>(table.tokens.size() - last.size() + at);
}

Ids ids_of_bytes(const Table& table, std::string_view bytes) {
  Ids ids;
  for (const char c : bytes) {
    const TokenId id = table.byte_ids[static_cast<unsigned char>(c)];
    if (is_ordinary_id(table, id)) ids.push_back(id);
  }
  return ids;
}

// The places that hold for `is_wanted`, or nullopt.
template <typename IsWanted>
std::optional<std::size_t> some_place_of(const Ids& ids, const IsWanted& is_wanted) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (is_wanted(i)) places.push_back(i);
  }
  if (places.empty()) return std::nullopt;
  return places[*number_between<std::size_t>(0, places.size() - 1)];
}

// The ids of texts, and special ids and bytes of texts that are not in normal form between them;
// changed at some place or not.
Ids changed_ids(const Table& table) {
  Ids ids;
  const auto add = [&](const Ids& more) { ids.insert(ids.end(), more.begin(), more.end()); };
  for (auto left = *number_between(0, 4); left > 0; --left) {
    add(reference::encode(canonical_text(table), table, SpecialChoice::ordinary()));
    const int kind = *number_between(0, 11);
    if (kind < 3) ids.push_back(id_of_table(table));
    if (kind == 3) add(ids_of_bytes(table, *rc::gen::element("e\u0301", ">\u0338", "\u2126")));
  }
  const auto bytes_at = [&](std::size_t at, std::size_t count) {
    return reference::decode_bytes(std::span(ids).subspan(at, count), table);
  };
  switch (*number_between(0, 5)) {
    case 0:
      if (const auto at = some_place_of(ids, [](std::size_t) { return true; })) {
        ids[*at] = id_of_table(table);
      }
      break;
    case 1:  // its bytes, if it has several
      if (const auto at = some_place_of(ids, [&](std::size_t i) {
            return is_ordinary_id(table, ids[i]) && table.tokens[ids[i]].size() > 1;
          })) {
        const Ids bytes = ids_of_bytes(table, bytes_at(*at, 1));
        const auto place = ids.begin() + static_cast<std::ptrdiff_t>(*at);
        ids.insert(ids.erase(place), bytes.begin(), bytes.end());
      }
      break;
    case 2:  // two that are one token
      if (const auto at = some_place_of(ids, [&](std::size_t i) {
            return i + 1 < ids.size() && last_id_of(table, bytes_at(i, 2)).has_value();
          })) {
        ids[*at] = *last_id_of(table, bytes_at(*at, 2));
        ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(*at) + 1);
      }
      break;
    case 3:
      if (const auto at = some_place_of(ids, [](std::size_t) { return true; })) ids.resize(*at);
      break;
    default:
      break;
  }
  return ids;
}

CanonicalAs some_canonical_way() {
  return *rc::gen::element(CanonicalAs::parts, CanonicalAs::one_string);
}

PROPERTY_CASES("S63a S63b S63c", "the engine finds the divergence that the reference finds", 3000) {
  const MovingTable& moving = canonical_table();
  const Table& table = moving.table;
  const Ids ids = changed_ids(table);
  const CanonicalAs as = some_canonical_way();
  const auto wanted = reference::divergence(ids, table, as);
  const auto found = divergence(moving.tokenizer, ids, as);
  RC_LOG() << table.profile.name << " found " << (found ? found->index : 9999) << " "
           << (found ? name(found->cause) : "") << " wanted " << (wanted ? wanted->index : 9999)
           << " " << (wanted ? name(wanted->cause) : "");
  RC_ASSERT(found == wanted);
  RC_ASSERT(first_divergence(moving.tokenizer, ids, as) ==
            (wanted ? std::optional(wanted->index) : std::nullopt));
  count_case("id sequences", table.profile);
  RC_CLASSIFY(!wanted, "canonical");
  if (wanted) RC_TAG(std::string(name(wanted->cause)));
}

PROPERTY("S63a S63b", "the ids of a text are canonical, in both ways") {
  const MovingTable& moving = table_that_keeps_texts();
  const Table& table = moving.table;
  const std::string text = canonical_text(table);
  const Ids ordinary = reference::encode(text, table, SpecialChoice::ordinary());
  RC_ASSERT(!divergence(moving.tokenizer, ordinary));
  RC_CLASSIFY(table.profile.added.rule != SpecialRule::never, "as one string");
  if (table.profile.added.rule == SpecialRule::never) return;
  const TextPart part = TextPart::trusted(text);
  const Ids all = encode_parts(moving.tokenizer, {&part, 1});
  RC_ASSERT(!divergence(moving.tokenizer, all, CanonicalAs::one_string));
}

PROPERTY("S63c", "all ids before a divergence are those that encoding gives") {
  const MovingTable& moving = canonical_table();
  const Table& table = moving.table;
  Ids ids;
  std::optional<Divergence> found;
  const auto is_wanted = [&] { return found && found->cause != DivergenceCause::not_text; };
  for (int tries = 0; tries < 8 && !is_wanted(); ++tries) {
    ids = changed_ids(table);
    found = divergence(moving.tokenizer, ids, CanonicalAs::one_string);
  }
  if (!is_wanted()) return;
  RC_TAG(std::string(name(found->cause)));
  const std::string text = reference::decode_bytes(ids, table);
  const bool never = table.profile.added.rule == SpecialRule::never;
  const TextPart part = never ? TextPart::untrusted(text) : TextPart::trusted(text);
  const Ids encoded = reference::encode_parts({&part, 1}, table).ids;
  RC_ASSERT(found->index <= std::min(ids.size(), encoded.size()));
  RC_ASSERT(std::ranges::equal(std::span(ids).first(found->index),
                               std::span(encoded).first(found->index)));
  if (found->index < std::min(ids.size(), encoded.size())) {
    RC_ASSERT(ids[found->index] != encoded[found->index]);
  }
  RC_ASSERT(found->byte ==
            reference::decode_bytes(std::span(ids).first(found->index), table).size());
}

// Merging by bytes without the look-up of a whole chunk (S19b, steps 2 and 3).
Ids merged_by_bytes(const Ids& bytes, const Table& table, const reference::TokensByBytes& tokens) {
  Ids ids = bytes;
  while (true) {
    std::optional<TokenId> lowest;
    std::size_t where = 0;
    for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
      const auto joined = tokens.find(table.tokens[ids[i]] + table.tokens[ids[i + 1]]);
      if (joined != tokens.end() && (!lowest || joined->second < *lowest)) {
        lowest = joined->second;
        where = i;
      }
    }
    if (!lowest) return ids;
    ids[where] = *lowest;
    ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(where) + 1);
  }
}

PROPERTY_CASES("S63d", "ids of one chunk are canonical exactly if each pair of neighbours is",
               3000) {
  const Table by_pairs = v1_table(*merge_list());
  const bool is_by_bytes = *rc::gen::arbitrary<bool>();
  const Table table = is_by_bytes ? by_bytes(by_pairs) : by_pairs;
  const auto tokens = reference::tokens_by_bytes(table);
  const auto merged = [&](std::span<const TokenId> ids) {
    const std::string bytes = reference::decode_bytes(ids, table);
    if (!is_by_bytes) return reference::encode_chunk(bytes, table);
    Ids single;
    for (const char c : bytes) single.push_back(table.byte_ids[static_cast<unsigned char>(c)]);
    return merged_by_bytes(single, table, tokens);
  };
  // Ids that a merging left, or any ids of the table.
  Ids ids;
  for (auto left = *number_between(1, 5); left > 0; --left) {
    const auto id = static_cast<TokenId>(*number_between<std::size_t>(0, table.tokens.size() - 1));
    const bool is_letter = *number_between(0, 2) == 0 || table.tokens[id].empty();
    ids.push_back(is_letter ? table.byte_ids[*rc::gen::element<unsigned char>('a', 'b')] : id);
  }
  if (*number_between(0, 1) == 0) ids = merged(ids);
  bool each_is = ids.size() > 1 || merged(ids) == ids;
  for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
    const std::span<const TokenId> pair = std::span(ids).subspan(i, 2);
    each_is = each_is && std::ranges::equal(merged(pair), pair);
  }
  RC_ASSERT((merged(ids) == ids) == each_is);
  // With the look-up of a whole chunk, a chunk that is a token is that token.
  const std::string bytes = reference::decode_bytes(ids, table);
  if (is_by_bytes) {
    const auto whole = tokens.find(bytes);
    const bool wanted = whole != tokens.end() ? ids == Ids{whole->second} : each_is;
    RC_ASSERT((reference::encode_chunk_by_bytes(bytes, table, tokens) == ids) == wanted);
  }
  RC_CLASSIFY(each_is && ids.size() > 1, "canonical");
}

CLAUSE_TEST("S63e", "a beginning of canonical ids need not be canonical") {
  const Tokenizer tokenizer = TokenizerAccess::make(v1_table({{10, 10}}));
  CHECK(!divergence(tokenizer, Ids{10, 10, 109}));
  CHECK(divergence(tokenizer, Ids{10, 10}) == Divergence{0, 0, DivergenceCause::merges});
  CHECK(!divergence(tokenizer, Ids{10}));
}

CLAUSE_TEST("S63a S63c",
            "a divergence far in a long text is found, and a canonical text has none") {
  std::vector<MovingTable> tables = canonical_profiles();
  for (const MovingTable& moving : canonical_literals()) tables.push_back(moving);
  for (const MovingTable& moving : tables) {
    const Table& table = moving.table;
    if (table.profile.prefix_space || table.profile.drops_missing_bytes) continue;
    const auto takes_white_space = [](const SpecialToken& token) {
      return !token.is_special && (token.lstrip || token.rstrip);
    };
    if (std::ranges::any_of(table.specials, takes_white_space)) continue;
    INFO(table.profile.name);
    const std::string text = long_text(200'000);
    const TextPart part = TextPart::untrusted(text);
    Ids ids = encode_parts(moving.tokenizer, {&part, 1});
    CHECK(!divergence(moving.tokenizer, ids));
    const std::size_t at = ids.size() - 100;
    ids.insert(ids.begin() + static_cast<std::ptrdiff_t>(at), table.byte_ids[0xFF]);
    const auto found = divergence(moving.tokenizer, ids);
    REQUIRE(found);
    CHECK(found->index == at);
    CHECK(found->cause == DivergenceCause::not_text);
  }
}

CLAUSE_TEST("S63a FR-22", "an unknown id is a KeyError that has its index in the whole list") {
  const Table table = v1_table({});
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const Ids ids = {97, 256, 98, 999};
  for (const CanonicalAs as : {CanonicalAs::parts, CanonicalAs::one_string}) {
    const std::string error = error_of([&] { divergence(tokenizer, ids, as); });
    CHECK(error == "KeyError: decode: ids[3]: unknown token id 999 [FR-22, chapter 6]");
    CHECK(error_of([&] { reference::divergence(ids, table, as); }) == error);
  }
}

// By the reference, and by the engine, which must agree.
std::optional<Divergence> divergence_of(const Table& table, const Ids& ids, CanonicalAs as) {
  const auto found = reference::divergence(ids, table, as);
  CHECK(divergence(TokenizerAccess::make(table), ids, as) == found);
  return found;
}

CLAUSE_TEST("S63a S63b S27g", "ids behind those of the text are a divergence where those end") {
  Table table = v1_table({});
  table.specials = {{"<s>", 300}};
  table.specials.front().rstrip = true;  // its blank is taken, so no text has it behind the token
  const auto found = divergence_of(table, {97, 300, 32}, CanonicalAs::one_string);
  REQUIRE(found);
  CHECK(found->index == 2);
  CHECK(found->byte == 4);
  CHECK(!divergence_of(table, {97, 300, 32}, CanonicalAs::parts));
}

// The pair is in the list twice, so its second token is never made (S12). It is a whole chunk.
CLAUSE_TEST("S63c S63d", "an id that ends where its chunk ends crosses none") {
  const Table table = v1_table({{'a', 'b'}, {'a', 'b'}, {' ', 257}});
  for (const Ids& ids : {Ids{257}, Ids{32, 257, 32, 99}, Ids{258}}) {
    const auto found = divergence_of(table, ids, CanonicalAs::parts);
    REQUIRE(found);
    CHECK(found->cause == DivergenceCause::merges);
  }
  const auto crossing = divergence_of(v1_table({{'b', ' '}}), {97, 256, 99}, CanonicalAs::parts);
  REQUIRE(crossing);
  CHECK(crossing->cause == DivergenceCause::crosses_chunk);
}

}  // namespace
}  // namespace bpetite::test
