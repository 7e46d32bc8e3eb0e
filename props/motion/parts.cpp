// Tests texts that are put together from parts with their trust (S62): the engine gives the ids,
// the spans and the parts of the reference, for the tables of real profiles and for literals that
// overlap, look beside them, or are found in normalized text. The laws are that the ids are those
// of the joined text if its literals are the same (S62d), that no text changes the special ids
// (S62e), that splitting a part changes nothing (S62a), and that cut seams encode each part alone
// (S62f). Also tests long segments that are joined, parts that lie beside each other in memory, and
// errors.
#include <bpetite/parts.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>

#include "bpetite/access.hpp"
#include "conform/search/random.hpp"
#include "reference/encode.hpp"
#include "reference/offsets.hpp"
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

using Kind = TextPart::Kind;
using Ids = std::vector<TokenId>;

// A list of parts that owns its texts.
struct OwnedParts {
  struct Part {
    Kind kind;
    std::string text;
  };
  std::vector<Part> all;

  std::vector<TextPart> parts() const {
    std::vector<TextPart> parts;
    for (const auto& [kind, text] : all) parts.push_back({kind, text, {}});
    return parts;
  }
};

// The table, and the same where other added tokens are special.
void add_both(const Table& table, std::vector<MovingTable>& tables) {
  conform::search::Random random(process_seed() + tables.size());
  Table other = table;
  for (SpecialToken& token : other.specials) {
    if (!is_ordinary_id(other, token.id)) token.is_special = random.one_in(2);
  }
  tables.emplace_back(table, SpecialChoice());
  tables.emplace_back(std::move(other), SpecialChoice());
}

// The tables of real profiles, with small vocabularies.
const std::vector<MovingTable>& profile_subjects() {
  static const std::vector<MovingTable> tables = [] {
    std::vector<MovingTable> made;
    for (const Table& table : named_tables()) add_both(table, made);
    return made;
  }();
  return tables;
}

// Tables whose literals overlap or look beside them.
const std::vector<MovingTable>& literal_subjects() {
  static const std::vector<MovingTable> tables = [] {
    std::vector<MovingTable> made;
    for (const Table& table : literal_tables()) add_both(table, made);
    return made;
  }();
  return tables;
}

// One of the profiles or a table with generated patterns, each as often; or one of the other
// tables. A fourth of the first and of the last have other special tokens.
const MovingTable& table_of_parts() {
  const auto one_of = [](const std::vector<MovingTable>& all) -> const MovingTable& {
    const auto base = *number_between<std::size_t>(0, all.size() / 2 - 1);
    return all[2 * base + (*number_between(0, 3) == 0 ? 1 : 0)];
  };
  if (*number_between(0, 1) == 0) return one_of(literal_subjects());
  return *number_between(0, 8) == 0 ? some_generated_table() : one_of(profile_subjects());
}

// One that has templates (S62i).
const MovingTable& table_with_templates() {
  while (true) {
    const MovingTable& moving = table_of_parts();
    if (moving.table.profile.added.rule != SpecialRule::never) return moving;
  }
}

std::string literal_of(const Table& table) {
  if (table.specials.empty()) return "<s>";
  const std::size_t last = table.specials.size() - 1;
  return table.specials[*number_between<std::size_t>(0, std::min<std::size_t>(last, 12))].literal;
}

// A place between two scalars.
std::size_t some_cut_of(std::string_view text) {
  return scalar_end_from(text, *number_between<std::size_t>(0, text.size()));
}

// A text of words, white space at its ends, marks, literals and halves of them.
std::string part_text(const Table& table) {
  static const std::vector<std::string> pieces = {
      "ab",           "abc",       " ab",    " ",      "  ",     "\n",     "\n\n",
      "12",           "345",       "'",      "s",      "ll",     "\u00e9", "e",
      "\u0301",       "\u0338",    "\u0323", "\u1112", "\u1161", "\u11ab", "\u4e2d",
      "\u3002\u4e2d", "<",         ">",      "|",      "x",      "\u3000", "\u0f43",
      "\u0f71",       "{\"a\": 1}"};
  std::string text;
  for (auto left = *number_between(0, 4); left > 0; --left) {
    const auto kind = *number_between(0, 9);
    const std::string literal = literal_of(table);
    if (kind == 0) {
      text += literal;
    } else if (kind < 3) {
      const std::size_t cut = some_cut_of(literal);
      text += kind == 1 ? literal.substr(0, cut) : literal.substr(cut);
    } else {
      text += *rc::gen::elementOf(pieces);
    }
  }
  return text;
}

// A list of parts. Some literals, and some letters and their marks, are divided by a seam.
OwnedParts some_parts(const Table& table) {
  const bool has_templates = table.profile.added.rule != SpecialRule::never;
  const auto some_kind = [&] {
    return has_templates && *rc::gen::arbitrary<bool>() ? Kind::template_ : Kind::text;
  };
  OwnedParts made;
  for (auto left = *number_between(0, 7); left > 0; --left) {
    const auto choice = *number_between(0, 7);
    if (choice == 0 && !table.specials.empty()) {
      made.all.push_back({Kind::token, literal_of(table)});
    } else if (choice == 1) {
      const std::string literal = literal_of(table);
      const std::size_t cut = some_cut_of(literal);
      made.all.push_back({some_kind(), part_text(table) + literal.substr(0, cut)});
      made.all.push_back({some_kind(), literal.substr(cut) + part_text(table)});
    } else if (choice == 2) {  // a mark joins the letter before the seam
      made.all.push_back({some_kind(), part_text(table) + "e"});
      made.all.push_back({some_kind(), "\u0301" + part_text(table)});
    } else {
      made.all.push_back({some_kind(), part_text(table)});
    }
  }
  return made;
}

PartsOptions some_parts_options() {
  return {*number_between(0, 3) == 0 ? Seams::cut : Seams::joined, *number_between(0, 3) == 0};
}

bool is_same_in_engine(const MovingTable& moving, std::span<const TextPart> parts,
                       const PartsOptions& options) {
  const EncodedParts wanted = reference::encode_parts(parts, moving.table, options);
  const EncodedParts found = encode_parts_with_spans(moving.tokenizer, parts, options);
  count_case("lists of parts", moving.table.profile);
  return encode_parts(moving.tokenizer, parts, options) == wanted.ids && found == wanted;
}

PROPERTY_CASES("S62a S62b S62c S62f S62g S62h", "the engine encodes parts as the reference does",
               2000) {
  const MovingTable& moving = table_of_parts();
  const OwnedParts given = some_parts(moving.table);
  RC_ASSERT(is_same_in_engine(moving, given.parts(), some_parts_options()));
  RC_CLASSIFY(given.all.size() > 2, "several parts");
}

// A text that is divided in memory: the parts are neighbours there.
PROPERTY("S62a S62c", "parts of one text in memory are encoded as parts of several") {
  const MovingTable& moving = table_of_parts();
  const std::vector<OwnedParts::Part> given = some_parts(moving.table).all;
  std::string memory;
  for (const auto& part : given) memory += part.text;
  std::vector<TextPart> parts;
  std::size_t at = 0;
  for (const auto& [kind, text] : given) {
    parts.push_back({kind, std::string_view(memory).substr(at, text.size()), {}});
    at += text.size();
  }
  RC_ASSERT(is_same_in_engine(moving, parts, some_parts_options()));
}

PROPERTY("S62a", "splitting a part in two, or adding empty parts, changes nothing") {
  const MovingTable& moving = table_of_parts();
  const Table& table = moving.table;
  const OwnedParts given = some_parts(table);
  OwnedParts split;
  for (const auto& [kind, text] : given.all) {
    if (*number_between(0, 2) == 0) {
      split.all.push_back({*rc::gen::element(Kind::text, Kind::template_), ""});
    }
    const std::size_t cut = kind == Kind::token ? 0 : some_cut_of(text);
    if (cut > 0) split.all.push_back({kind, text.substr(0, cut)});
    split.all.push_back({kind, text.substr(cut)});
  }
  const PartsOptions options{Seams::joined, *rc::gen::arbitrary<bool>()};
  const EncodedParts wanted = reference::encode_parts(given.parts(), table, options);
  const EncodedParts found = reference::encode_parts(split.parts(), table, options);
  RC_ASSERT(found.ids == wanted.ids);
  RC_ASSERT(found.spans == wanted.spans);
  RC_CLASSIFY(split.all.size() > given.all.size(), "split");
}

PROPERTY_CASES("S62d", "with the literals of the joined text, the ids are those of the joined text",
               2000) {
  Table table = table_with_templates().table;
  // Here an id says whether it is that of a literal.
  std::erase_if(table.specials,
                [&](const SpecialToken& token) { return is_ordinary_id(table, token.id); });
  const OwnedParts given = some_parts(table);
  const std::vector<TextPart> parts = given.parts();
  const EncodedParts found = reference::encode_parts(parts, table);
  const std::string text = reference::joined_text(parts, table);
  const Ids whole = reference::encode(text, table, all_allowed(table));
  const std::vector<Span> spans = reference::byte_spans(text, whole, table, all_allowed(table));
  const bool has_same_literals =
      places_of_added(table, whole, spans) == places_of_added(table, found.ids, found.spans);
  if (has_same_literals) RC_ASSERT(found.ids == whole);
  if (has_same_literals && table.profile.normalizer == Normalizer::none) {
    RC_ASSERT(found.spans == spans);
  }
  RC_CLASSIFY(has_same_literals, "same literals");
}

bool occurs_across(std::string_view text, const std::vector<std::size_t>& borders,
                   std::string_view literal) {
  for (std::size_t at = text.find(literal); at != std::string_view::npos;
       at = text.find(literal, at + 1)) {
    const auto next = std::ranges::upper_bound(borders, at);
    if (next != borders.end() && *next < at + literal.size()) return true;
  }
  return false;
}

// The same by conditions that can be read off the parts, for profiles without a normalizer whose
// literals do not look beside them.
PROPERTY("S62d",
         "where no literal crosses a border, nor stands in a text, ids are the joined text's") {
  static const std::vector<const Table*> tables = [] {
    std::vector<const Table*> made;
    for (const MovingTable& moving : profile_subjects()) {
      const Table& table = moving.table;
      const bool has_others = std::ranges::any_of(table.specials, [](const SpecialToken& token) {
        return token.lstrip || token.rstrip || token.single_word;
      });
      if (table.profile.added.rule != SpecialRule::never && !has_others &&
          table.profile.normalizer == Normalizer::none) {
        made.push_back(&table);
      }
    }
    return made;
  }();
  const Table& table = **rc::gen::elementOf(tables);
  const OwnedParts given = some_parts(table);
  const std::vector<TextPart> parts = given.parts();
  const std::string text = reference::joined_text(parts, table);
  std::vector<std::size_t> borders;  // between runs
  std::string run;
  std::size_t at = 0;
  Kind last = Kind::token;
  bool holds = true;
  const auto end_run = [&] {
    for (const SpecialToken& token : table.specials) {
      if (last == Kind::text && token.is_special && run.find(token.literal) != std::string::npos) {
        holds = false;
      }
    }
    run.clear();
    borders.push_back(at);
  };
  for (const TextPart& part : parts) {
    if (part.kind != Kind::token && part.text.empty()) continue;
    if (part.kind != last || part.kind == Kind::token) end_run();
    last = part.kind;
    run += part.text;
    at += part.text.size();
  }
  end_run();
  for (const SpecialToken& token : table.specials) {
    holds = holds && !occurs_across(text, borders, token.literal);
  }
  RC_CLASSIFY(holds, "holds");
  if (!holds) return;
  RC_ASSERT(reference::encode_parts(parts, table).ids ==
            reference::encode(text, table, all_allowed(table)));
}

PROPERTY_CASES("S62e", "no text changes the special ids", 2000) {
  const MovingTable& moving = table_of_parts();
  const Table& table = moving.table;
  const OwnedParts given = some_parts(table);
  // The same templates and tokens, with other texts between them; texts stay where templates would
  // else become one run.
  OwnedParts other;
  for (const auto& [kind, text] : given.all) {
    const bool is_text = kind == Kind::text && !text.empty();
    other.all.push_back({kind, is_text ? "x" + part_text(table) : text});
  }
  const PartsOptions options = some_parts_options();
  const Ids wanted = special_ids(table, reference::encode_parts(given.parts(), table, options).ids);
  RC_ASSERT(special_ids(table, encode_parts(moving.tokenizer, other.parts(), options)) == wanted);
  RC_CLASSIFY(!wanted.empty(), "with special ids");
}

PROPERTY("S62b S62d", "one template is the whole text, and one text is ordinary text") {
  const MovingTable& moving = table_of_parts();
  const Table& table = moving.table;
  const std::string text = part_text(table) + part_text(table) + part_text(table);
  const auto ids_as = [&](Kind kind) {
    const TextPart part{kind, text, {}};
    return reference::encode_parts({&part, 1}, table);
  };
  const EncodedParts ordinary = ids_as(Kind::text);
  RC_ASSERT(ordinary.ids == reference::encode(text, table, SpecialChoice::ordinary()));
  RC_ASSERT(ordinary.spans ==
            reference::byte_spans(text, ordinary.ids, table, SpecialChoice::ordinary()));
  RC_CLASSIFY(table.profile.added.rule != SpecialRule::never, "a template too");
  if (table.profile.added.rule == SpecialRule::never) return;
  const EncodedParts trusted = ids_as(Kind::template_);
  RC_ASSERT(trusted.ids == reference::encode(text, table, all_allowed(table)));
  RC_ASSERT(trusted.spans == reference::byte_spans(text, trusted.ids, table, all_allowed(table)));
}

PROPERTY("S62f", "with cut seams each part has the ids that it has alone") {
  const MovingTable& moving = table_of_parts();
  const Table& table = moving.table;
  const OwnedParts given = some_parts(table);
  const PartsOptions options{Seams::cut, *rc::gen::arbitrary<bool>()};
  Ids wanted;
  for (const TextPart& part : given.parts()) {
    const Ids alone = encode_parts(moving.tokenizer, {&part, 1}, {Seams::joined, options.strict});
    wanted.insert(wanted.end(), alone.begin(), alone.end());
  }
  RC_ASSERT(encode_parts(moving.tokenizer, given.parts(), options) == wanted);
}

PROPERTY("S62g", "with strict, a text is encoded as if there were no added tokens") {
  const MovingTable& moving = table_of_parts();
  const Table& table = moving.table;
  Table without = table;
  without.specials.clear();
  const std::string text = part_text(table) + part_text(table);
  const TextPart part = TextPart::untrusted(text);
  RC_ASSERT(encode_parts(moving.tokenizer, {&part, 1}, {Seams::joined, true}) ==
            reference::encode(text, without, SpecialChoice::ordinary()));
}

PROPERTY("S62h", "each span is in its parts, and no id is in an empty part") {
  const MovingTable& moving = table_of_parts();
  const Table& table = moving.table;
  const OwnedParts given = some_parts(table);
  const std::vector<TextPart> parts = given.parts();
  const EncodedParts found = encode_parts_with_spans(moving.tokenizer, parts, some_parts_options());
  std::vector<Span> places;
  std::size_t at = 0;
  for (const TextPart& part : parts) {
    places.push_back({at, at + part.text.size()});
    at += part.text.size();
  }
  RC_ASSERT(found.parts.size() == found.ids.size());
  for (std::size_t i = 0; i < found.ids.size(); ++i) {
    const auto [begin, end] = found.spans[i];
    const auto [first, last] = found.parts[i];
    RC_ASSERT(begin < end);
    RC_ASSERT(places[first].begin <= begin && begin < places[first].end);
    RC_ASSERT(places[last].begin < end && end <= places[last].end);
  }
}

// The segments are longer than the buffer in which they are joined.
CLAUSE_TEST("S62c", "a long text in parts has the ids of the whole text") {
  for (std::size_t i = 0; i < profile_subjects().size(); i += 2) {
    const Table& table = profile_subjects()[i].table;
    INFO(table.profile.name);
    std::vector<std::string> texts = {long_text(300'000)};
    for (const auto& [name, text] : hard_texts(150'000)) texts.push_back(text);
    std::string marks;
    while (marks.size() < 200'000) marks += "e\u0301 \u0323a\u0301\u0323 \u0338> ";
    texts.push_back(marks);
    for (bool prefix_space : {false, true}) {
      Table spaced = table;
      spaced.profile.prefix_space = prefix_space;
      const Tokenizer with = TokenizerAccess::make(spaced);
      for (const std::string& text : texts) {
        const Ids wanted = encode(with, text, SpecialChoice::ordinary());
        for (const std::size_t size : {1000UL, 40'000UL, 100'000UL}) {
          std::vector<std::string> owned;
          for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = scalar_end_from(text, std::min(at + size, text.size()));
            owned.push_back(text.substr(at, end - at));
            at = end;
          }
          std::vector<TextPart> parts;
          for (const std::string& each : owned) parts.push_back(TextPart::untrusted(each));
          CHECK(encode_parts(with, parts) == wanted);
          CHECK(encode_parts_with_spans(with, parts).ids == wanted);
        }
      }
    }
  }
}

// A chunk has a letter and the blank behind it. In the given text a mark is between the two, so the
// text could be cut there. The normal form has no marks, and cannot be cut before a blank.
CLAUSE_TEST("S62c S30a", "a long text is not cut where only its given text can be cut") {
  Table table = v1_table({{0xC3, 0xA9}, {256, ' '}});
  table.profile.splits = {{{"\\p{L} |[^\\p{L}]|\\p{L}"}}};
  table.profile.normalizer = Normalizer::nfc_16_0;
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  std::string text;
  while (text.size() < 200'000) text += "e\u0301 ";
  const Ids wanted(text.size() / 4, 257);
  REQUIRE(tokenizer.encode(text) == wanted);
  const std::string first = text.substr(0, 60'000);
  const std::string next = text.substr(60'000, 60'000);
  const std::string last = text.substr(120'000);
  const std::vector<TextPart> parts = {TextPart::untrusted(first), TextPart::trusted(next),
                                       TextPart::untrusted(last)};
  CHECK(encode_parts(tokenizer, parts) == wanted);
}

// The first character of a text would take the literal of a template away (S30e).
CLAUSE_TEST("S62c S62d", "a mark at the start of a text leaves the token of a template") {
  Table table = named_table(*profiles::find("qwen2"), SpecialRule::refused_unless_allowed);
  const std::string end = "<|im_end|>";
  const auto token = std::ranges::find(table.specials, end, &SpecialToken::literal);
  REQUIRE(token != table.specials.end());
  const std::string from_template = "hi" + end;
  const std::vector<TextPart> parts = {TextPart::trusted(from_template),
                                       TextPart::untrusted("\u0338")};
  const Ids ids = encode_parts(TokenizerAccess::make(table), parts);
  CHECK(std::ranges::count(ids, token->id) == 1);
  const Ids whole = reference::encode(from_template + "\u0338", table, SpecialChoice::all());
  CHECK(std::ranges::count(whole, token->id) == 0);
}

CLAUSE_TEST("S62i", "the first part with a fault is named, before any id") {
  Table table = v1_table({});
  table.profile.added.rule = SpecialRule::refused_unless_allowed;
  table.specials = {{"<s>", 300}, {"<t>", 301, false, false}};
  const auto error = [&](const std::vector<TextPart>& parts) {
    const std::string found = error_of([&] { encode_parts(TokenizerAccess::make(table), parts); });
    for (const Seams seams : {Seams::joined, Seams::cut}) {
      CHECK(error_of([&] { reference::encode_parts(parts, table, {seams}); }) == found);
      CHECK(error_of([&] {
              encode_parts_with_spans(TokenizerAccess::make(table), parts, {seams});
            }) == found);
    }
    return found;
  };
  const TextPart text = TextPart::untrusted("ab");
  CHECK(error({text, TextPart::token("<s>"), TextPart::token(301)}) == "none");
  CHECK(error({}) == "none");
  CHECK(error({text, TextPart::token("<x>"), TextPart::untrusted("\xff")}) ==
        "KeyError: encode: parts[1]: no added token has the literal \"<x>\", required one of "
        "\"<s>\", \"<t>\" [S62i, chapter 22]");
  CHECK(error({text, TextPart::token(97)}) ==
        "KeyError: encode: parts[1]: no added token has the id 97, required one of 300, 301 [S62i, "
        "chapter 22]");
  CHECK(error({text, TextPart::untrusted("a\xe2\x82"), TextPart::token("<x>")}) ==
        "UnicodeDecodeError: encode: parts[1]: byte 1: \"\\xe2\" begins no well-formed UTF-8 "
        "sequence [S1a, chapter 1]");
  // A scalar is in one part.
  CHECK(error({TextPart::trusted("\xe2\x82"), TextPart::trusted("\xac")}).starts_with("Unicode"));
  table.profile.added.rule = SpecialRule::never;
  CHECK(error({text, TextPart::trusted("")}) == "none");
  CHECK(error({text, TextPart::trusted("a")})
            .starts_with("ValueError: encode: parts[1]: a template"));
  CHECK(encode_parts(TokenizerAccess::make(table), std::vector{text, TextPart::token("<s>")}) ==
        Ids{97, 98, 300});
}

CLAUSE_TEST("S62c S62d", "a mark joins the letter on the other side of a seam of trust") {
  Table table = v1_table({{195, 169}});
  table.profile.normalizer = Normalizer::nfc_16_0;
  const std::vector<TextPart> parts = {TextPart::untrusted("cafe"), TextPart::trusted("\u0301 x")};
  const Ids wanted = reference::encode("cafe\u0301 x", table);
  CHECK(std::ranges::count(wanted, TokenId{256}) == 1);
  CHECK(reference::encode_parts(parts, table).ids == wanted);
  CHECK(encode_parts(TokenizerAccess::make(table), parts) == wanted);
}

}  // namespace
}  // namespace bpetite::test
