// Tests whether ids can go on (S63f, S63g). If the engine answers "yes", the reference encodes the
// text of the answer to these ids. If it answers "no", no text may have these ids: tried are random
// texts for tables of profiles and of generated patterns, and every short text over a small
// alphabet. Counts how often the answer is "unknown". Also tests all kinds of ends, the index of a
// "no", long lists, and errors.
#include <bpetite/canonical.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <bpetite/decoding.hpp>

#include <bpetite/parts.hpp>

#include "bpetite/access.hpp"
#include "core/utf8.hpp"
#include "profiles/profiles.hpp"
#include "reference/canonical.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "support/catch.hpp"
#include "support/exhaustive.hpp"
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
using Answer = Continuation::Answer;

std::string_view word_of(Answer answer) {
  return answer == Answer::yes ? "yes" : answer == Answer::no ? "no" : "unknown";
}

// The tables of moving_tables(), whose added tokens are found where their literals are.
const std::vector<MovingTable>& simple_tables() {
  static const std::vector<MovingTable> all = [] {
    std::vector<MovingTable> made;
    for (const auto& moving : moving_tables()) {
      Table table = moving->table;
      for (SpecialToken& token : table.specials) {
        token.lstrip = token.rstrip = token.single_word = token.normalized = false;
      }
      made.emplace_back(std::move(table), SpecialChoice());
    }
    return made;
  }();
  return all;
}

const MovingTable& simple_or_moving_table() {
  if (*number_between(0, 2) == 0) return some_moving_table();
  return simple_tables()[*number_between<std::size_t>(0, simple_tables().size() - 1)];
}

// Whether the answer is exact but for a search that a limit ends (S63g).
bool is_exactly_decided(const MovingTable& moving) {
  return moving.encoder.cutter().compiled().table() != nullptr &&
         std::ranges::none_of(moving.table.specials, [](const SpecialToken& token) {
           return token.lstrip || token.rstrip || token.single_word || token.normalized;
         });
}

// The first ids of a text, often with another id at the end, and sometimes with a special one
// before.
Ids cut_off_ids(const Table& table) {
  Ids ids = reference::encode(some_moving_text(6), table, SpecialChoice::ordinary());
  ids.resize(*number_between<std::size_t>(0, ids.size()));
  const auto some_id = [&] {
    const auto id = static_cast<TokenId>(*number_between<std::size_t>(0, table.tokens.size() - 1));
    const bool is_byte = *number_between(0, 1) == 0 || table.tokens[id].empty();
    return is_byte ? table.byte_ids[*rc::gen::element<unsigned char>(
                         'a', ' ', '\n', '\'', '1', 0xE4, 0xB8, 0xC3, 0xF0, 0x9F, 'c')]
                   : id;
  };
  for (int more = *number_between(0, 2); more > 0; --more) ids.push_back(some_id());
  if (*number_between(0, 5) == 0 && !table.specials.empty()) {
    const auto at = *number_between<std::size_t>(0, ids.size());
    const auto number = *number_between<std::size_t>(0, table.specials.size() - 1);
    ids.insert(ids.begin() + static_cast<std::ptrdiff_t>(at), table.specials[number].id);
  }
  return ids;
}

// Texts that may follow: the bytes that are missing of a scalar at the end, and up to three
// characters.
std::vector<std::string> texts_behind(std::string_view bytes) {
  std::vector<std::string> completions = {""};
  for (std::size_t size = std::min<std::size_t>(bytes.size(), 3); size > 0; --size) {
    const std::string cut(bytes.substr(bytes.size() - size));
    if (!utf8::is_cut_scalar(cut)) continue;
    completions.clear();
    for (const char* more : {"\x80", "\xAD", "\xA9", "\x80\x80", "\xB8\xAD", "\x9F\x98\x80",
                             "\x98\x80", "\xA0\x80", "\x90\x80\x80"}) {
      if (!utf8::first_ill_formed(cut + more)) completions.emplace_back(more);
    }
    break;
  }
  static const std::vector<std::string> characters = {
      "a", "b", "l", "\n", " ", "'", "1", ".", "\u4e2d", "\u0301", "Q", "<", "\u00e9"};
  std::vector<std::string> texts;
  for (const std::string& completion : completions) {
    texts.push_back(completion);
    for (const std::string& first : characters) {
      texts.push_back(completion + first);
      texts.push_back(completion + first + *rc::gen::elementOf(characters));
      texts.push_back(completion + first + *rc::gen::elementOf(characters) +
                      *rc::gen::elementOf(characters));
    }
  }
  return texts;
}

PROPERTY_CASES("S63f S63g", "a yes has a text with the ids, and no text is found for a no", 3000) {
  const MovingTable& moving = simple_or_moving_table();
  const Table& table = moving.table;
  const Ids ids = cut_off_ids(table);
  const CanonicalAs as = *rc::gen::element(CanonicalAs::parts, CanonicalAs::one_string);
  const Continuation found = continuation(moving.tokenizer, ids, as);
  RC_LOG() << shown(moving)
           << fmt::format("{} as {}: {} {} {}\n", fmt::join(ids, " "), static_cast<int>(as),
                          word_of(found.answer), found.index, utf8::quoted(found.bytes));
  const bool is_exact = is_exactly_decided(moving);
  count_case(found.answer == Answer::yes  ? "go on"
             : found.answer == Answer::no ? "cannot go on"
             : is_exact                   ? "unknown but exact"
                                          : "unknown",
             table.profile);
  RC_CLASSIFY(is_exact && found.answer == Answer::unknown, "unknown though it is exact");
  RC_TAG(std::string(word_of(found.answer)));
  if (found.answer == Answer::yes) {
    RC_ASSERT(reference::goes_on_with(found.bytes, ids, table, as));
    return;
  }
  RC_ASSERT(reference::divergence(ids, table, as));
  if (found.answer == Answer::unknown) return;
  RC_ASSERT(found.index < ids.size());
  const auto impossible = std::span(ids).first(found.index + 1);
  const auto before = impossible.first(found.index);
  RC_ASSERT(continuation(moving.tokenizer, before, as).answer != Answer::no);
  for (const std::string& text : texts_behind(reference::decode_bytes(impossible, table))) {
    if (!reference::goes_on_with(text, impossible, table, as)) continue;
    RC_FAIL("the ids go on with " + utf8::quoted(text));
  }
}

PROPERTY_CASES("S63f", "each beginning of the ids of a text can go on, or is not known", 2000) {
  const MovingTable& moving = simple_or_moving_table();
  const Table& table = moving.table;
  const CanonicalAs as = *rc::gen::element(CanonicalAs::parts, CanonicalAs::one_string);
  // Ids of a text that a normalizer or an added token changed need not be canonical.
  Ids ids;
  for (int tries = 0; tries < 8 && ids.empty(); ++tries) {
    ids = reference::encode(some_moving_text(8), table, SpecialChoice::ordinary());
    if (reference::divergence(ids, table, as)) ids.clear();
  }
  ids.resize(*number_between<std::size_t>(0, ids.size()));
  const Continuation found = continuation(moving.tokenizer, ids, as);
  RC_LOG() << shown(moving) << fmt::format("{}\n", fmt::join(ids, " "));
  RC_ASSERT(found.answer != Answer::no);
  if (is_exactly_decided(moving)) RC_ASSERT(found.answer == Answer::yes);
  RC_TAG(std::string(word_of(found.answer)));
}

// All beginnings of the ids of each text of these characters, up to a length.
std::set<Ids> beginnings_of(const MovingTable& moving, std::string_view characters,
                            std::size_t longest) {
  std::set<Ids> all = {{}};
  for (std::size_t length = 1; length <= longest; ++length) {
    StringCounter<8> counter(static_cast<unsigned>(characters.size()), length);
    do {
      std::string text;
      for (std::size_t i = 0; i < length; ++i) text += characters[counter[i]];
      Ids ids = moving.tokenizer.encode(text);
      // A shorter beginning of known ids is known too.
      while (!ids.empty() && all.insert(ids).second) ids.pop_back();
    } while (counter.next());
  }
  return all;
}

// Tables whose ids are few letters and what they are merged to: in order, by bytes with tokens that
// only a whole chunk becomes, and with a merge list in another order.
std::vector<Table> tables_of_few() {
  const Table by_pairs = v1_table({{'a', 'b'},
                                   {' ', 'a'},
                                   {' ', ' '},
                                   {'\n', '\n'},
                                   {'b', 'a'},
                                   {256, 'a'},
                                   {'1', '1'},
                                   {'\'', 's'}});
  Table whole = by_bytes(by_pairs);
  for (const char* token : {"bbb", "  1", "\n\n\n"}) whole.tokens.emplace_back(token);
  return {by_pairs, whole};
}

CLAUSE_TEST("S63f S63g", "each list of few ids has the right answer, by all short texts") {
  constexpr std::string_view characters = "ab \n1's";
  const std::size_t longest = full_bounds() ? 6 : 4;
  for (const Table& few : tables_of_few()) {
    for (const char* name : {"v1", "cl100k", "o200k", "llama3", "qwen2", "deepseek_v3"}) {
      Table table = cut_as(few, *profiles::find(name));
      table.specials.clear();
      const MovingTable moving(table, SpecialChoice());
      const std::set<Ids> beginnings = beginnings_of(moving, characters, longest);
      Ids known;
      for (const char c : characters)
        known.push_back(table.byte_ids[static_cast<unsigned char>(c)]);
      for (TokenId id = 0; id < table.tokens.size(); ++id) {
        if (table.tokens[id].size() > 1) known.push_back(id);
      }
      std::map<Answer, std::size_t> answers;
      for (std::size_t length = 1; length <= 3; ++length) {
        StringCounter<4> counter(static_cast<unsigned>(known.size()), length);
        do {
          Ids ids;
          for (std::size_t i = 0; i < length; ++i) ids.push_back(known[counter[i]]);
          const Continuation found = continuation(moving.tokenizer, ids);
          ++answers[found.answer];
          INFO(name << " " << fmt::format("{}", fmt::join(ids, " ")));
          if (found.answer == Answer::yes) {
            REQUIRE(reference::goes_on_with(found.bytes, ids, table, CanonicalAs::parts));
          } else {
            REQUIRE(!beginnings.contains(ids));
          }
          if (found.answer != Answer::no) continue;
          ids.resize(found.index + 1);
          REQUIRE(!beginnings.contains(ids));
          ids.pop_back();
          REQUIRE(continuation(moving.tokenizer, ids).answer == Answer::yes);
        } while (counter.next());
      }
      CHECK(answers[Answer::unknown] == 0);
      CHECK(answers[Answer::yes] > 100);
      CHECK(answers[Answer::no] > 100);
    }
  }
}

// By the engine; a text that it gives must be one by the reference.
Continuation checked_continuation(const Table& table, const Ids& ids,
                                  CanonicalAs as = CanonicalAs::parts) {
  const Continuation found = continuation(TokenizerAccess::make(table), ids, as);
  if (found.answer == Answer::yes) {
    CHECK(reference::goes_on_with(found.bytes, ids, table, as));
  }
  return found;
}

const Continuation no_at(std::size_t index) { return {Answer::no, {}, index}; }

CLAUSE_TEST("S63f S63g", "ids of no text, and of a text before a special id, end where they must") {
  Table table = v1_table({{'a', 'b'}, {10, 10}});
  table.specials = {{"<s>", 300}, {"<s>x", 301}};
  CHECK(checked_continuation(table, {}).answer == Answer::yes);
  CHECK(checked_continuation(table, {300, 300}).answer == Answer::yes);
  CHECK(checked_continuation(table, {10, 10, 300}) == no_at(2));
  CHECK(checked_continuation(table, {97, 98, 300}) == no_at(1));
  CHECK(checked_continuation(table, {10, 10}).answer == Answer::yes);
  // The index is that of the first fault, whatever kind of fault follows it.
  CHECK(checked_continuation(table, {97, 98, 300, 0xFF, 300}) == no_at(1));
  CHECK(checked_continuation(table, {0xFF, 300, 97, 98}) == no_at(0));
  CHECK(checked_continuation(table, {97, 0xE2, 300}) == no_at(2));
  CHECK(checked_continuation(table, {97, 0xE2, 98}) == no_at(2));
  CHECK(checked_continuation(table, {97, 98, 0xE2, 98}) == no_at(1));
  // As one string, the literal of a special token is found, and a longer one may come.
  const auto one = CanonicalAs::one_string;
  CHECK(checked_continuation(table, {97, '<', 's', '>', 98}, one) == no_at(3));
  CHECK(checked_continuation(table, {97, '<', 's', '>', 98}).answer == Answer::yes);
  CHECK(checked_continuation(table, {97, 300}, one).answer == Answer::yes);
  CHECK(checked_continuation(table, {97, '<', 's'}, one).answer == Answer::yes);
}

CLAUSE_TEST("S63g S27h", "a literal that has to stand by itself is text if a word goes on") {
  Table table = v1_table({});
  table.specials = {{"ab", 300}};
  table.specials.front().single_word = true;
  CHECK(checked_continuation(table, {97, 98}, CanonicalAs::one_string).answer == Answer::yes);
  CHECK(checked_continuation(table, {97, 98, 32}, CanonicalAs::one_string) == no_at(2));
}

CLAUSE_TEST("S63f S30g", "ids that no normalizer and no space leave cannot go on") {
  Table table = v1_table({});
  table.profile.normalizer = Normalizer::nfc_16_0;
  CHECK(checked_continuation(table, {97, 'e', 0xCC}).answer == Answer::yes);
  CHECK(checked_continuation(table, {97, 'e', 0xCC, 0x81}) == no_at(3));
  CHECK(checked_continuation(table, {97, 'e', 0xCC, 0x81, 98, 99}) == no_at(3));
  table.profile.normalizer = Normalizer::none;
  table.profile.prefix_space = true;
  CHECK(checked_continuation(table, {97}) == no_at(0));
  CHECK(checked_continuation(table, {0xE2}) == no_at(0));
  CHECK(checked_continuation(table, {32, 97}).answer == Answer::yes);
}

// Every scalar that can follow is merged with the id before it.
CLAUSE_TEST("S63g", "nothing can stand behind an id that is merged with all that follows") {
  std::vector<Pair> merges;
  for (TokenId byte = 0x80; byte < 0xC0; ++byte) merges.push_back({0xC3, byte});
  CHECK(checked_continuation(v1_table(merges), {97, 0xC3}) == no_at(1));
  merges.pop_back();
  CHECK(checked_continuation(v1_table(merges), {97, 0xC3}) == Continuation{Answer::yes, "\xBF", 0});
  // A token keeps a byte from the one before it: "\xBFm" is merged first.
  merges.push_back({0xC3, 0xBF});
  merges.insert(merges.begin(), {0xBF, 'm'});
  CHECK(checked_continuation(v1_table(merges), {97, 0xC3}) ==
        Continuation{Answer::yes, "\xBFm", 0});
}

// Under o200k, "a're" is one chunk. A contraction of one letter takes the apostrophe.
CLAUSE_TEST("S63g", "two scalars that follow may decide how the end is cut") {
  std::vector<Pair> merges;
  for (const char letter : {'s', 't', 'm', 'd', 'S', 'T', 'M', 'D', '\xC5'}) {
    merges.push_back({'\'', static_cast<unsigned char>(letter)});
  }
  merges.push_back({'a', '\''});
  const Table table = cut_as(v1_table(merges), profiles::o200k());
  const auto last = static_cast<TokenId>(256 + merges.size() - 1);
  const Continuation found = checked_continuation(table, {last});
  CHECK(found.answer == Answer::yes);
  CHECK(found.bytes.size() >= 2);
}

CLAUSE_TEST("S63d S63g", "where merges are in another order, only what is closed is judged") {
  const Table table = ranked_table({{'a', 'b'}, {'b', 'c'}}, {300, 256});
  CHECK(checked_continuation(table, {97, 98}).answer == Answer::unknown);
  CHECK(checked_continuation(table, {97, 256}).answer == Answer::unknown);
  CHECK(checked_continuation(table, {97, 98, 32, 97}) == no_at(2));
}

CLAUSE_TEST("S63f FR-22", "an id that is unknown is a KeyError, which has its index") {
  const Tokenizer tokenizer = TokenizerAccess::make(v1_table({}));
  for (const CanonicalAs as : {CanonicalAs::parts, CanonicalAs::one_string}) {
    CHECK(error_of([&] {
            continuation(tokenizer, Ids{97, 256, 0xFF, 999}, as);
          }) == "KeyError: decode: ids[3]: unknown token id 999 [FR-22, chapter 6]");
  }
}

CLAUSE_TEST("S63f S63g", "a long list has its answer, wherever it cannot go on") {
  const std::string text = long_text(200'000);
  for (const MovingTable& moving : simple_tables()) {
    const Table& table = moving.table;
    if (table.profile.prefix_space || table.profile.name == "generated") continue;
    INFO(table.profile.name);
    const TextPart part = TextPart::untrusted(text);
    Ids ids = encode_parts(moving.tokenizer, {&part, 1});
    CHECK(continuation(moving.tokenizer, ids) == Continuation{Answer::yes, {}, 0});
    for (const std::size_t at : {ids.size() - 1, ids.size() / 2, std::size_t{0}}) {
      Ids changed = ids;
      changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(at), table.byte_ids[0xFF]);
      CHECK(continuation(moving.tokenizer, changed) == no_at(at));
    }
  }
}

TokenId id_of(const Table& table, std::string_view token) {
  return static_cast<TokenId>(std::ranges::find(table.tokens, token) - table.tokens.begin());
}

CLAUSE_TEST("S63d S63g", "of a long chunk each pair decides, whether it is closed or open") {
  const Table few = v1_table({{'a', 'a'}, {'b', 'b'}, {256, 257}});
  for (const Table& table : {few, by_bytes(few)}) {
    const Tokenizer tokenizer = TokenizerAccess::make(table);
    const TokenId a = id_of(table, "a");
    const Ids ids(300'000, id_of(table, "aa"));
    const auto changed = [&](std::size_t at, const Ids& others, const Ids& last) {
      Ids all = ids;
      const auto from = all.begin() + static_cast<std::ptrdiff_t>(at);
      all.insert(all.erase(from), others.begin(), others.end());
      all.insert(all.end(), last.begin(), last.end());
      return continuation(tokenizer, all);
    };
    for (const Ids& last : {Ids(), Ids{id_of(table, " ")}, Ids{table.byte_ids[0xE4]}}) {
      for (const std::size_t at : {std::size_t{0}, ids.size() / 2, ids.size() - 2}) {
        CHECK(changed(at, {a, a}, last) == no_at(at + 1));
        CHECK(changed(at, {id_of(table, "b")}, last).answer == Answer::yes);
      }
      CHECK(changed(200'000, {id_of(table, "bb")}, last) == no_at(200'000));
    }
  }
}

// All pairs of letters occur before the one that is merged.
CLAUSE_TEST("S63d S63g", "of a long chunk of many pairs, one decides") {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  Ids ids;
  for (const char first : letters) {
    for (const char second : letters) {
      if (first == 'b' && second == 'C') continue;
      for (const char letter : {first, second, 'e'}) {
        ids.push_back(static_cast<unsigned char>(letter));
      }
    }
  }
  const Tokenizer tokenizer = TokenizerAccess::make(v1_table({{'b', 'C'}}));
  CHECK(continuation(tokenizer, ids).answer == Answer::yes);
  ids.insert(ids.end(), {'b', 'C', 'e'});
  CHECK(continuation(tokenizer, ids) == no_at(ids.size() - 2));
}

CLAUSE_TEST("S26h S63g", "a long chunk that is a token at once has its id, or has to go on") {
  Table table = by_bytes(v1_table({{'a', 'a'}}));
  const auto whole = static_cast<TokenId>(table.tokens.size());
  table.tokens.emplace_back(5001, 'a');
  table.specials.clear();
  const TokenId blank = id_of(table, " ");
  Ids halves(2500, id_of(table, "aa"));
  halves.push_back(id_of(table, "a"));
  CHECK(checked_continuation(table, {whole}) == Continuation{Answer::yes, {}, 0});
  CHECK(checked_continuation(table, {whole, blank}).answer == Answer::yes);
  CHECK(checked_continuation(table, {whole, id_of(table, "a")}) == no_at(1));
  CHECK(checked_continuation(table, halves).answer == Answer::yes);
  halves.push_back(blank);
  CHECK(checked_continuation(table, halves) == no_at(2501));
}

CLAUSE_TEST("S63f S63g", "a long list of one open chunk has its answer") {
  const Table table = v1_table({{'a', 'a'}});
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  Ids ids(300'001, 256);
  ids.push_back('a');
  CHECK(continuation(tokenizer, ids).answer == Answer::yes);
  ids.push_back('a');
  CHECK(continuation(tokenizer, ids) == no_at(ids.size() - 1));
}

}  // namespace
}  // namespace bpetite::test
