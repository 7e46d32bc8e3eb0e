// Tests special tokens (spec/05-special.md): their ids; how their literals are found in a text (the
// longest of several, with white space beside them, as whole words, never by a part); the text
// between them, which may get a space before it; which of them a caller allows, and the error for
// one that is not allowed, which leaves no ids; that training takes them for ordinary text; that
// several threads give the same; leaving special tokens out of ids; and the ids of a template
// around those of a text. Compares the reference with simple loops in this file and with the
// oracle, a second implementation, and the engine with the reference.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "engine/encode.hpp"
#include "profiles/profiles.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/special.hpp"
#include "reference/train.hpp"
#include "support/oracle/oracle.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;
using reference::Segment;

const std::string literal(end_of_text);

std::size_t occurrences(std::string_view text) {
  std::size_t found = 0;
  for (std::size_t at = text.find(literal); at != std::string_view::npos;
       at = text.find(literal, at + literal.size())) {
    ++found;
  }
  return found;
}

// A table learned from a text with many special tokens and pieces of them.
Table table_of_pieces() {
  const std::string text = *special_text();
  const std::string_view corpus = text;
  return v1_train({&corpus, 1}, *number_between<TokenId>(256, 300));
}

// Special tokens whose literals begin with, contain and overlap each other.
std::vector<SpecialToken> overlapping_specials() {
  static const std::vector<std::string> list = {"<a>", "<a><b>", "<b>", "a",
                                                "aa",  "ab",     "b<",  "><"};
  const auto chosen =
      *rc::gen::container<std::vector<bool>>(list.size(), rc::gen::arbitrary<bool>());
  std::vector<SpecialToken> specials;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (chosen[i]) {
      specials.push_back({list[i], static_cast<TokenId>(1000 + i)});
    }
  }
  return specials;
}

PROPERTY("FR-13 S22b", "the special token has the first id after the merges") {
  const TrainCase given = *train_case();
  const Table table = v1_train(views(given.texts), given.vocab_size);
  RC_ASSERT(table.specials.size() == 1U);
  RC_ASSERT(table.specials[0].id == 256 + table.merges.size());
  RC_ASSERT(table.specials[0].id == table.tokens.size());
  RC_CLASSIFY(table.tokens.size() < given.vocab_size, "stopped early");
}

PROPERTY("FR-14", "<|endoftext|> is the only special token, and nothing like it is one") {
  const Table table = v1_table(*merge_list());
  RC_ASSERT(table.specials == (std::vector<SpecialToken>{
                                  {literal, static_cast<TokenId>(256 + table.merges.size())}}));
  const std::string other =
      *rc::gen::element<std::string>("<|bos|>", "<|ENDOFTEXT|>", "<|endoftext |>", "<s>", "</s>",
                                     "<|fim_prefix|>", "<|endofprompt|>");
  for (const TokenId id : reference::encode(other, table)) {
    RC_ASSERT(id < table.tokens.size());
  }
}

PROPERTY("FR-15a", "encoding never splits the special token, nor merges into it") {
  const Table table = table_of_pieces();
  const std::string text = *special_text();
  const Ids ids = reference::encode(text, table);
  const auto specials = std::count(ids.begin(), ids.end(), table.specials[0].id);
  RC_ASSERT(static_cast<std::size_t>(specials) == occurrences(text));
  RC_ASSERT(ids == oracle::encode(text, table));
  RC_CLASSIFY(specials > 0, "with the special token");
  RC_CLASSIFY(!table.merges.empty(), "with merges of its letters");
}

PROPERTY("FR-15b", "in training it is ordinary text: its letters are counted and merged") {
  const std::string text = *special_text();
  const std::string_view corpus = text;
  const auto merges = v1_train({&corpus, 1}, 280).merges;
  RC_ASSERT(merges == oracle::train({&corpus, 1}, 280));
  const bool present = occurrences(text) > 0;
  if (present) {
    // "endoftext" is one chunk, so it becomes a token if enough merges are learned.
    const std::string copies = literal + literal + literal;
    const std::string_view alone = copies;
    const auto tokens = v1_train({&alone, 1}, 300).tokens;
    RC_ASSERT(std::find(tokens.begin(), tokens.end(), "endoftext") != tokens.end());
  }
  RC_CLASSIFY(present, "with the special token");
}

// Tokens that look at what stands beside them, in a text of pieces.
std::vector<SpecialToken> reaching_specials(SpecialToken kind) {
  std::vector<SpecialToken> specials;
  for (const std::string_view text : {"<m>", "ab", "\u00e9>"}) {
    kind.literal = text;
    kind.id = static_cast<TokenId>(1000 + specials.size());
    specials.push_back(kind);
  }
  return specials;
}

std::string white_space_of_text() {
  return *rc::gen::element<std::string>(" ", "\t", "\r\n", "\u3000", "\u2028 ", "\u0085");
}

Table table_with(std::vector<SpecialToken> specials) {
  Table table = v1_table({{' ', ' '}, {'a', 'b'}, {' ', '<'}});
  table.specials = std::move(specials);
  return table;
}

// The law: white space that a token takes may as well not be there.
PROPERTY("S27g", "white space beside a literal changes nothing on the side where it is taken") {
  const bool left = *rc::gen::arbitrary<bool>();
  const Table table =
      table_with(reaching_specials({.literal = "", .lstrip = left, .rstrip = !left}));
  std::string with;
  std::string without;
  for (auto pieces = *number_between(1, 8); pieces > 0; --pieces) {
    const std::string& token = (*rc::gen::elementOf(table.specials)).literal;
    const std::string text = *rc::gen::element<std::string>("x", "a b", " -", "\u0301", "\u200b");
    const std::string taken = white_space_of_text();
    const std::string kept = *rc::gen::element<std::string>("", " ", "\n");
    with += left ? text + taken + token + kept : kept + token + taken + text.substr(text[0] == ' ');
    without += left ? text + token + kept : kept + token + text.substr(text[0] == ' ');
  }
  // White space that a token leaves is taken by a token behind it: `kept` comes before `text`.
  with += "x";
  without += "x";
  RC_ASSERT(reference::encode(with, table) == reference::encode(without, table));
  RC_ASSERT(reference::encode("x" + with, table) == reference::encode("x" + without, table));
}

// The law: where a word goes on beside it, a literal is ordinary text.
PROPERTY("S27h", "a literal is found where no word goes on beside it, and only there") {
  const Table table = table_with(reaching_specials({.literal = "", .single_word = true}));
  const Table plain = table_with({});
  const SpecialToken token = *rc::gen::elementOf(table.specials);
  const bool is_left = *rc::gen::arbitrary<bool>();
  const std::string word =
      *rc::gen::element<std::string>("x", "_", "7", "\u0301", "\u200d", "\u4e2d", "\u00aa");
  const std::string apart =
      *rc::gen::element<std::string>("", " ", "-", "\u00b2", "\u20ac", "\u200b");
  const std::string found = is_left ? apart + token.literal : token.literal + apart;
  const Ids ids = reference::encode(found, table);
  RC_ASSERT(std::ranges::count(ids, token.id) == 1);
  const std::string hidden = is_left ? word + token.literal : token.literal + word;
  RC_ASSERT(reference::encode(hidden, table) == reference::encode(hidden, plain));
}

// A special literal that is not found, since a word goes on behind it, hides the plain one inside
// it.
CLAUSE_TEST("S27h S27a", "a literal inside one that is refused is not found, under any rule") {
  for (const SpecialRule rule : special_rules) {
    for (const bool normalized : {false, true}) {
      Table table = table_with({{"<|x|>", 1000, normalized}, {"|>b", 1001, normalized, false}});
      table.specials[0].single_word = true;
      table.profile.added.rule = rule;
      const engine::Encoder encoder(table);
      for (const std::string text : {"<|x|>b", "<|x|>bc <|x|>b", "|>b<|x|>b"}) {
        INFO(text << " under " << name(rule));
        const Ids wanted = reference::encode(text, table);
        CHECK(encoder.encode(text) == wanted);
        if (rule != SpecialRule::never) {
          CHECK(std::ranges::count(wanted, TokenId{1001}) == (text.starts_with('|') ? 1 : 0));
        }
      }
    }
  }
}

PROPERTY("FR-18", "a part of the literal is ordinary text") {
  const Table table = table_of_pieces();
  const auto from = *number_between<std::size_t>(0, literal.size() - 1);
  const auto length = *number_between<std::size_t>(1, literal.size() - 1);
  const std::string part = literal.substr(from, length);
  const Ids ids = reference::encode(part, table);
  Table ordinary = table;
  ordinary.specials.clear();
  RC_ASSERT(ids == reference::encode(part, ordinary));
  RC_ASSERT(std::count(ids.begin(), ids.end(), table.specials[0].id) == 0);
}

PROPERTY("FR-19", "consecutive special tokens are as many ids, in order") {
  const Table table = table_of_pieces();
  const auto copies = *number_between<std::size_t>(0, 20);
  std::string text;
  for (std::size_t i = 0; i < copies; ++i) {
    text += literal;
  }
  RC_ASSERT(reference::encode(text, table) == Ids(copies, table.specials[0].id));
  RC_CLASSIFY(copies > 1, "several");
}

PROPERTY("S10", "segments: leftmost first, the longest of several, joined they are the text") {
  const auto specials = overlapping_specials();
  const std::string text = *rc::gen::container<std::string>(rc::gen::element('<', 'a', 'b', '>'));
  const auto segments = reference::split_specials(text, specials);

  // At each place of the text, either a special token begins or ordinary text continues.
  std::size_t at = 0;
  bool previous_was_text = false;
  const auto longest_at = [&](std::size_t place) {
    const SpecialToken* longest = nullptr;
    for (const SpecialToken& special : specials) {
      const bool begins = text.compare(place, special.literal.size(), special.literal) == 0;
      if (begins && (longest == nullptr || longest->literal.size() < special.literal.size())) {
        longest = &special;
      }
    }
    return longest;
  };
  for (const Segment& segment : segments) {
    if (const auto* found = std::get_if<reference::FoundSpecial>(&segment)) {
      const SpecialToken* longest = longest_at(at);
      RC_ASSERT(longest != nullptr);
      RC_ASSERT(longest->id == found->id);
      RC_ASSERT(longest->literal == found->taken);
      at += longest->literal.size();
      previous_was_text = false;
      continue;
    }
    const auto part = std::get<std::string_view>(segment);
    RC_ASSERT(!part.empty());
    RC_ASSERT(!previous_was_text);
    for (const char c : part) {
      RC_ASSERT(longest_at(at) == nullptr);
      RC_ASSERT(text[at] == c);
      ++at;
    }
    previous_was_text = true;
  }
  RC_ASSERT(at == text.size());
  RC_CLASSIFY(segments.size() > 2, "more than two segments");
}

PROPERTY("S10", "the end of a segment is an end of text for the look-ahead") {
  const Table table = v1_table({{' ', ' '}});
  const auto spaces = *number_between<std::size_t>(1, 9);
  const std::string blank(spaces, ' ');
  const std::string before = *rc::gen::element<std::string>("", "a", "1");

  // Before the special token the spaces are one chunk. Before a letter the last space belongs to
  // the next chunk.
  Ids expected = reference::encode(before + blank, table);
  expected.push_back(table.specials[0].id);
  RC_ASSERT(reference::encode(before + blank + literal, table) == expected);
  RC_ASSERT(reference::encode(blank + "x", table).size() ==
            (spaces - 1) / 2 + (spaces - 1) % 2 + 2);
}

PROPERTY("S10", "encode with any specials agrees with the oracle") {
  Table table = v1_table({{'a', 'b'}, {'<', 'a'}, {257, '>'}});
  table.specials = overlapping_specials();
  const std::string text =
      *rc::gen::container<std::string>(rc::gen::element('<', 'a', 'b', '>', ' '));
  const Ids ids = reference::encode(text, table);
  RC_ASSERT(ids == oracle::encode(text, table));
  RC_CLASSIFY(std::any_of(ids.begin(), ids.end(), [](TokenId id) { return id >= 1000; }),
              "special");
}

PROPERTY("S17a", "under v1, encode recognises the special token wherever a text holds it") {
  const Table table = v1_table({});
  const std::string before = *any_text();
  const std::string after = *any_text();
  const std::string text = before + literal + after;
  const Ids ids = reference::encode(text, table);
  RC_ASSERT(static_cast<std::size_t>(std::count(ids.begin(), ids.end(), TokenId{256})) ==
            occurrences(text));
}

// --- The special tokens that a text may contain (S17b, S27a to S27d). ---
//
// The reference is compared with the rule, and the engine with the reference.

using Ids = std::vector<TokenId>;

// Literals that begin with, contain and overlap each other, and one with a space in it.
constexpr std::array<std::string_view, 5> literals = {"<s>", "<s>x", "s><", "<t>", "< >"};

// A table that merges by bytes, with these special tokens and a rule for them.
Table table_with(SpecialRule rule) {
  Table table = by_bytes(v1_table({{'a', 'b'}, {'<', 's'}, {257, '>'}, {' ', 'a'}}));
  table.profile = profiles::gpt2();
  table.profile.name = "made for a test";
  table.profile.added.rule = rule;
  table.specials.clear();
  for (std::size_t i = 0; i < literals.size(); ++i) {
    table.specials.push_back({std::string(literals[i]), static_cast<TokenId>(1000 + i)});
  }
  return table;
}

// Makes some of the added tokens plain ones, which are not special (S27f).
Table with_plain_tokens(Table table) {
  for (SpecialToken& token : table.specials) token.is_special = *number_between(0, 2) > 0;
  return table;
}

// A text of words, white space, literals, and parts of literals, in any order.
rc::Gen<std::string> planted_text() {
  const auto piece =
      rc::gen::element<std::string>("ab", " ab", "a", "\u00e9", "  ", "\n", "<s>", "<s>x", "s><",
                                    "<t>", "< >", "<s", "s>", "<", ">", "x");
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                      [](const std::vector<std::string>& pieces) {
                        std::string text;
                        for (const std::string& one : pieces) text += one;
                        return text;
                      });
}

SpecialChoice some_choice() {
  switch (*number_between<int>(0, 3)) {
    case 0:
      return {};
    case 1:
      return SpecialChoice::all();
    case 2:
      return SpecialChoice::ordinary();
    default:
      break;
  }
  const auto chosen =
      *rc::gen::container<std::vector<bool>>(literals.size(), rc::gen::arbitrary<bool>());
  std::vector<std::string> allowed;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (chosen[i]) allowed.emplace_back(literals[i]);
  }
  return SpecialChoice::only(std::move(allowed));
}

SpecialRule some_rule() {
  return *rc::gen::element(SpecialRule::matched, SpecialRule::refused_unless_allowed,
                           SpecialRule::never);
}

// Ids, or the error in their place.
struct IdsOrError {
  Ids ids;
  std::string error;

  bool operator==(const IdsOrError&) const = default;
};

template <typename Encode>
IdsOrError encoded_or_error(const Encode& encode) {
  try {
    return {encode(), ""};
  } catch (const Error& error) {
    return {{}, error.what()};
  }
}

PROPERTY("S27a S27b S27c S27d S27f S17b",
         "what a choice makes of a text, by a plain walk along it") {
  const Table table = with_plain_tokens(table_with(some_rule()));
  const SpecialChoice choice = some_choice();
  const std::string text = *planted_text();
  using Kind = SpecialChoice::Kind;
  const bool allows = choice.kind == Kind::all || choice.kind == Kind::only;
  const SpecialRule rule = table.profile.added.rule;
  const IdsOrError got = encoded_or_error([&] { return reference::encode(text, table, choice); });
  if (allows && rule != SpecialRule::refused_unless_allowed) {
    RC_ASSERT(got.error.ends_with("[S27d, chapter 5]"));
    return;
  }
  if (choice.kind == Kind::ordinary || rule == SpecialRule::never) {
    Table without = table;
    std::erase_if(without.specials, [](const SpecialToken& token) { return token.is_special; });
    without.profile.added.rule = SpecialRule::matched;
    RC_ASSERT(got.error.empty());
    RC_ASSERT(got.ids == reference::encode(text, without));
    RC_CLASSIFY(!without.specials.empty(), "ordinary, with tokens that are not special");
    return;
  }
  // At each place, takes the longest literal that begins there. The first literal that is not
  // allowed ends the text with an error.
  std::size_t at = 0;
  std::size_t found = 0;
  while (at < text.size()) {
    const SpecialToken* longest = nullptr;
    for (const SpecialToken& special : table.specials) {
      if (text.compare(at, special.literal.size(), special.literal) == 0 &&
          (longest == nullptr || longest->literal.size() < special.literal.size())) {
        longest = &special;
      }
    }
    if (longest == nullptr) {
      ++at;
      continue;
    }
    const bool allowed = !longest->is_special || rule == SpecialRule::matched ||
                         choice.kind == Kind::all ||
                         std::ranges::count(choice.literals, longest->literal) > 0;
    if (!allowed) {
      RC_ASSERT(got.error.starts_with(
          fmt::format("encode: byte {}: the special token \"{}\"", at, longest->literal)));
      RC_ASSERT(got.error.ends_with("[S27a, chapter 5]"));
      RC_CLASSIFY(true, "refused");
      return;
    }
    at += longest->literal.size();
    ++found;
  }
  RC_ASSERT(got.error.empty());
  const auto specials = std::ranges::count_if(got.ids, [](TokenId id) { return id >= 1000; });
  RC_ASSERT(static_cast<std::size_t>(specials) == found);
  RC_CLASSIFY(found > 0, "special tokens found");
}

PROPERTY("S27a S27b S27c S27d S27f S17b S28a",
         "the engine makes of each choice what the reference makes") {
  Table table = with_plain_tokens(table_with(some_rule()));
  for (SpecialToken& token : table.specials) token.normalized = *number_between(0, 3) == 0;
  const SpecialChoice choice = some_choice();
  const std::string text = *planted_text() + *special_text() + *planted_text();
  const IdsOrError wanted =
      encoded_or_error([&] { return reference::encode(text, table, choice); });
  const Tokenizer tokenizer = TokenizerAccess::make(table);

  RC_ASSERT(encoded_or_error([&] { return encode(tokenizer, text, choice); }) == wanted);
  RC_ASSERT(encoded_or_error([&] {
              Ids ids = {7};
              encode_into(tokenizer, text, ids, choice);
              return ids;
            }) == wanted);
  RC_ASSERT(encoded_or_error([&] {
              Ids space(text.size());
              space.resize(encode_into(tokenizer, text, std::span<TokenId>(space), choice));
              return space;
            }) == wanted);
  RC_ASSERT(encoded_or_error([&] {
              std::vector<std::uint16_t> narrow;
              encode_into(tokenizer, text, narrow, choice);
              return Ids(narrow.begin(), narrow.end());
            }) == wanted);
  RC_ASSERT(encoded_or_error([&] {
              const std::size_t count = count_ids(tokenizer, text, choice);
              RC_ASSERT(count == wanted.ids.size());
              return wanted.ids;
            }) == wanted);
  const std::vector<std::string_view> texts = {"ab", text};
  RC_ASSERT(encoded_or_error([&] { return encode_batch(tokenizer, texts, 2, choice)[1]; }) ==
            wanted);
  RC_ASSERT(encoded_or_error([&] {
              const FlatIds flat = encode_batch_flat(tokenizer, texts, 2, choice);
              return Ids(flat[1].begin(), flat[1].end());
            }) == wanted);
  RC_ASSERT(encoded_or_error([&] {
              FlatIds flat;
              encode_into(tokenizer, texts, flat, choice);
              return Ids(flat[1].begin(), flat[1].end());
            }) == wanted);
  RC_CLASSIFY(!wanted.error.empty(), "an error");
  RC_CLASSIFY(std::ranges::any_of(wanted.ids, [](TokenId id) { return id >= 1000; }), "special");
}

PROPERTY("S29d S27f S26i", "special tokens are left out, and a template is put around") {
  Table table = with_plain_tokens(table_with(SpecialRule::matched));
  table.profile.ids_around = {{1000, 1001}, {1002}};
  const std::string text = *planted_text();
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const Ids ids = encode(tokenizer, text, {});
  Ids around = {1000, 1001};
  around.insert(around.end(), ids.begin(), ids.end());
  around.push_back(1002);
  RC_ASSERT(encode_with_template(tokenizer, text) == around);
  RC_ASSERT(reference::with_template(ids, table.profile.ids_around) == around);

  Ids kept = around;
  std::erase_if(kept,
                [&](TokenId id) { return id >= 1000 && table.specials[id - 1000].is_special; });
  RC_ASSERT(without_special_tokens(tokenizer, around) == kept);
  RC_ASSERT(reference::without_special_tokens(around, table) == kept);
  RC_CLASSIFY(kept.size() < around.size(), "left out");
  around.push_back(999);
  RC_ASSERT(encoded_or_error([&] { return without_special_tokens(tokenizer, around); }) ==
            encoded_or_error([&] { return reference::without_special_tokens(around, table); }));
}

PROPERTY("S27a S27b S27c", "threads that share a text make of each choice what one makes") {
  Table table = table_with(SpecialRule::refused_unless_allowed);
  if (*rc::gen::arbitrary<bool>()) table.specials.pop_back();  // the literal with a space
  const engine::Encoder encoder(table, {.least_part = 8});
  SpecialChoice choice = some_choice();
  if (choice.kind == SpecialChoice::Kind::only) choice = SpecialChoice::all();
  std::string text;
  while (text.size() < 200) text += *planted_text() + " ";
  const IdsOrError wanted =
      encoded_or_error([&] { return reference::encode(text, table, choice); });
  for (const unsigned threads : {2U, 5U}) {
    RC_ASSERT(encoded_or_error([&] { return encoder.encode(text, threads, choice); }) == wanted);
  }
  RC_CLASSIFY(std::ranges::any_of(wanted.ids, [](TokenId id) { return id >= 1000; }), "special");
}

CLAUSE_TEST("S27d",
            "an unknown literal is an error wherever it stands among those that are allowed") {
  const Table table = table_with(SpecialRule::refused_unless_allowed);
  for (std::size_t at = 0; at < 3; ++at) {
    std::vector<std::string> allowed = {"<s>", "<t>"};
    allowed.insert(allowed.begin() + static_cast<std::ptrdiff_t>(at), "<none>");
    const SpecialChoice choice = SpecialChoice::only(allowed);
    const IdsOrError wanted =
        encoded_or_error([&] { return reference::encode("ab", table, choice); });
    CHECK_THAT(wanted.error, Catch::Matchers::Contains("\"<none>\" is not a special token"));
    CHECK(encoded_or_error([&] { return engine::Encoder(table).encode("ab", choice); }) == wanted);
  }
}

CLAUSE_TEST("S26j", "the rule of special tokens has one of three words") {
  CHECK(special_rule_of("matched") == SpecialRule::matched);
  CHECK(special_rule_of("refused") == SpecialRule::refused_unless_allowed);
  CHECK(special_rule_of("never") == SpecialRule::never);
  CHECK_THROWS_WITH(special_rule_of("refused unless allowed"),
                    "open: the rule of special tokens \"refused unless allowed\" is not matched, "
                    "refused or never [S26j, chapter 13]");
}

CLAUSE_TEST("S30g", "each segment gets a space before it, unless it begins with one") {
  Table table = v1_table({});
  table.profile.prefix_space = true;
  for (unsigned byte = 0; byte < 0x80; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    std::vector<TokenId> wanted = {' ', byte};
    if (byte == ' ') wanted = {' '};
    INFO(byte);
    CHECK(reference::encode(text, table) == wanted);
    CHECK(engine::Encoder(table).encode(text) == wanted);
  }
}

CLAUSE_TEST("S27a S27g", "the place of a refused literal is not that of the white space it takes") {
  Table table = table_with(SpecialRule::refused_unless_allowed);
  for (SpecialToken& token : table.specials) token.lstrip = token.rstrip = !token.normalized;
  for (const std::string_view text : {"a \n<s> b", "<s>", "\u3000<s><s>", "a <t>  <s>"}) {
    const SpecialChoice choice = SpecialChoice::only({"<t>"});
    const IdsOrError wanted =
        encoded_or_error([&] { return reference::encode(text, table, choice); });
    CHECK(wanted.error.starts_with(fmt::format("encode: byte {}:", text.find("<s>"))));
    CHECK(encoded_or_error([&] { return engine::Encoder(table).encode(text, choice); }) == wanted);
  }
}

CLAUSE_TEST("S27a S27b",
            "after a refusal nothing is left of the text, nor of what is allowed in it") {
  const Tokenizer tokenizer =
      TokenizerAccess::make(table_with(SpecialRule::refused_unless_allowed));
  const SpecialChoice choice = SpecialChoice::only({"<t>"});
  Ids ids = {1, 2, 3};
  CHECK_THROWS_AS(encode_into(tokenizer, "<t>ab<s>", ids, choice), ValueError);
  CHECK(ids.empty());
  Ids space = {1, 2, 3, 4, 5, 6, 7, 8};
  CHECK_THROWS_AS(encode_into(tokenizer, "<t>ab<s>", std::span<TokenId>(space), choice),
                  ValueError);
  CHECK(space == Ids{1, 2, 3, 4, 5, 6, 7, 8});
  FlatIds flat{{1}, {1}};
  const std::vector<std::string_view> texts = {"ab", "<t>ab<s>"};
  CHECK_THROWS_AS(encode_into(tokenizer, texts, flat, choice), ValueError);
  CHECK(flat.ids.empty());
  CHECK(flat.ends.empty());
  // The first text is so long that its ids are written into the result at once.
  const std::string prose(300'000, 'a');
  flat = {{1}, {1}};
  CHECK_THROWS_AS(
      encode_into(tokenizer, std::vector<std::string_view>{prose, "\xff"}, flat, choice),
      UnicodeDecodeError);
  CHECK(flat.ids.empty());
  CHECK(flat.ends.empty());
}

// Some added tokens have an id of their own, in the vocabulary or above it.
PROPERTY("FR-13 S26b", "an added token without an id gets the first that is above all before it") {
  AddedTokens added;
  std::vector<std::pair<TokenId, std::string>> wanted;
  constexpr TokenId size = 300;
  TokenId above = size;  // the first id that is above all so far
  for (const std::optional<TokenId> id : *rc::gen::container<std::vector<std::optional<TokenId>>>(
           rc::gen::oneOf(rc::gen::just(std::optional<TokenId>()),
                          rc::gen::map(number_between<TokenId>(0, 310),
                                       [](TokenId it) { return std::optional(it); })))) {
    added.tokens.push_back({fmt::format("<{}>", wanted.size()), id});
    wanted.emplace_back(id ? *id : above, added.tokens.back().literal);
    above = std::max(above, wanted.back().first + 1);
  }
  std::vector<std::pair<TokenId, std::string>> found;
  for (const SpecialToken& token : special_tokens(added, size)) {
    found.emplace_back(token.id, token.literal);
  }
  RC_ASSERT(std::ranges::is_sorted(found, {}, [](const auto& it) { return it.first; }));
  std::ranges::sort(found);
  std::ranges::sort(wanted);
  RC_ASSERT(found == wanted);
}

// The error of encoding a text under a profile, with a table that has no merges.
std::string error_under(const Profile& profile, std::string_view text,
                        const SpecialChoice& choice) {
  Table table = by_bytes(v1_table({}));
  table.profile = profile;
  table.specials = special_tokens(profile.added, static_cast<TokenId>(table.tokens.size()));
  return encoded_or_error([&] { return reference::encode(text, table, choice); }).error;
}

CLAUSE_TEST("S27d", "a choice that there is not is an error whatever the text is") {
  for (const std::string_view text : {"", "ab", "<|endoftext|>"}) {
    INFO(text);
    for (const SpecialChoice& choice :
         {SpecialChoice::all(), SpecialChoice::only({"<|endoftext|>"})}) {
      CHECK_THAT(error_under(profiles::v1(), text, choice),
                 contains_text("the profile v1 a text always yields them [S27d, chapter 5]"));
      CHECK_THAT(error_under(profiles::nanochat(), text, choice),
                 contains_text("the profile nanochat a text never yields them [S27d, chapter 5]"));
      CHECK(error_under(profiles::gpt2(), text, choice).empty());
    }
    CHECK(error_under(profiles::gpt2(), text, SpecialChoice::only({"<|bos|>"})) ==
          "encode: \"<|bos|>\" is not a special token of the profile gpt2, required one of "
          "\"<|endoftext|>\" [S27d, chapter 5]");
  }
}

CLAUSE_TEST("S17b", "no special token of nanochat comes out of a text") {
  const Profile& nanochat = profiles::nanochat();
  Table table = by_bytes(v1_table({}));
  table.profile = nanochat;
  table.specials = special_tokens(nanochat.added, static_cast<TokenId>(table.tokens.size()));
  CHECK(table.specials.size() == 9);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  for (const SpecialToken& special : table.specials) {
    INFO(special.literal);
    for (const Ids& ids :
         {reference::encode(special.literal, table), tokenizer.encode(special.literal)}) {
      CHECK(ids.size() == special.literal.size());
      CHECK(std::ranges::all_of(ids, [](TokenId id) { return id < 256; }));
    }
  }
}

}  // namespace
}  // namespace bpetite::test
