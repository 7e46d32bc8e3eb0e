// Makes random inputs for the operations about text in motion (random_motion), with a function for
// each: texts with literals of added tokens in them, divided into pieces or parts at places that
// matter, edits, ids that encoding does or does not give, and windows. Also makes vocabularies of
// profiles (random_profiled).
#include "conform/search/motion_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "conform/program/handed_over.hpp"
#include "conform/suite/judged_profile.hpp"
#include "conform/suite/literals.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "core/utf8.hpp"
#include "interop/open.hpp"
#include "reference/encode.hpp"

namespace bpetite::conform::search {
namespace {

using suite::Edit;
using suite::MotionInput;
using suite::OwnedPart;
using Texts = std::vector<std::string>;

// The reference encodes an open text once for each text that may follow it, and each slice of a
// text that is divided. So these texts are short.
constexpr std::size_t short_text = 100;
constexpr std::size_t long_text = 1000;

// --- Texts. ---

// The text up to a scalar that ends at `limit` or before.
std::string cut_to(std::string text, std::size_t limit) {
  if (text.size() > limit) text.resize(utf8::scalar_begin(text, limit));
  return text;
}

// A place of the text that is inside no scalar.
std::size_t some_place(Random& random, std::string_view text) {
  return utf8::scalar_end(text, random.below(text.size() + 1));
}

// The beginning of a text whose ids the end decides: upper case behind a Chinese character, white
// space, marks, digits, an apostrophe (S60e, S61c). What follows is in `ends`.
std::string waiting(Random& random) {
  struct Wait {
    std::string_view first;
    std::array<std::string_view, 2> repeated;
  };
  static constexpr std::array<Wait, 8> waits = {{{" 亚中", {"A", "QZ"}},
                                                 {"q", {"\u0301", "\u0338"}},
                                                 {"a", {" ", "  "}},
                                                 {"a", {"\n", " \n"}},
                                                 {"x\t", {"\r\n", "\t"}},
                                                 {" ", {"1", "12"}},
                                                 {"ter", {"'", "'"}},
                                                 {">", {"\u0338", "ab"}}}};
  const auto& [first, repeated] = random.pick(waits);
  const std::string_view unit = random.pick(repeated);
  std::string text(first);
  for (std::size_t n = random.one_in(3) ? random.between(30, 80) : random.between(1, 5); n > 0; --n)
    text += unit;
  return text;
}

constexpr std::array<std::string_view, 12> ends = {"a", "x",  "s", "l",  "ll",     "A",
                                                   " ", "\n", "1", "mm", "\u0323", "\u0338"};

// A literal of the table, its beginning, or its end. Sometimes with white space around it.
std::string around_a_literal(Random& random, const Table& table) {
  if (table.specials.empty()) return "<";
  const std::string& literal = random.pick(table.specials).literal;
  std::string text = literal;
  if (random.one_in(4)) text = cut_to(literal, random.below(literal.size()));
  if (random.one_in(8)) text = literal.substr(utf8::scalar_end(literal, 1));
  if (random.one_in(4)) text.insert(0, " ");
  if (random.one_in(4)) text += random.one_in(2) ? " " : "\n";
  return text;
}

std::string well_formed(Random& random, const TextMaker& texts, const Table& table,
                        std::size_t limit) {
  std::string text;
  const std::size_t kind = random.below(6);
  if (kind >= 2) text = cut_to(texts.text(random, &table), limit);
  if (kind <= 2) text = cut_to(text + waiting(random) + std::string(random.pick(ends)), limit);
  for (std::size_t n = random.mostly_small(4); n > 0; --n) {
    text.insert(some_place(random, text), around_a_literal(random, table));
  }
  if (random.one_in(4)) text.insert(some_place(random, text), "\n");
  return text;
}

std::string some_text(Random& random, const TextMaker& texts, const Table& table,
                      std::size_t limit) {
  std::string text;
  do {
    text = well_formed(random, texts, table, limit);
  } while (suite::drifts(text));
  return text;
}

// A byte that no well-formed text has, at some place. An error of a literal that is not allowed
// may come first (S60f), so texts with literals stay as they are.
void spoil(Random& random, std::string& text, const Table& table) {
  if (!suite::has_literal(table, text)) text.insert(some_place(random, text), "\xff");
}

// --- Divided texts. ---

// A place where a program may go wrong: inside a literal, before the end, or anywhere.
std::size_t cut_place(Random& random, std::string_view text, const Table& table) {
  const std::size_t kind = random.below(3);
  if (kind == 0 && !table.specials.empty()) {
    const std::string& literal = random.pick(table.specials).literal;
    const std::size_t at = text.find(literal);
    if (at != std::string_view::npos) return at + random.below(literal.size() + 1);
  }
  if (kind == 1) return text.size() - std::min(text.size(), random.below(4));
  return random.below(text.size() + 1);
}

// The text in some pieces, of which some may be empty. Without `inside_scalars` each has whole
// scalars.
Texts divided(Random& random, std::string_view text, const Table& table, bool inside_scalars) {
  std::vector<std::size_t> cuts = {text.size()};
  const bool all = text.size() <= 16 && random.one_in(4);
  for (std::size_t at = 0; all && at < text.size(); ++at) cuts.push_back(at);
  for (std::size_t n = all ? 0 : random.mostly_small(6); n > 0; --n) {
    cuts.push_back(cut_place(random, text, table));
  }
  if (!inside_scalars) {
    for (std::size_t& cut : cuts) cut = utf8::scalar_end(text, cut);
    if (all) cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  }
  std::sort(cuts.begin(), cuts.end());
  Texts pieces;
  std::size_t begin = 0;
  for (const std::size_t cut : cuts) {
    pieces.emplace_back(text.substr(begin, cut - begin));
    begin = cut;
  }
  return pieces;
}

// --- Edits. ---

std::vector<Edit> appended(const Texts& texts) {
  std::vector<Edit> edits;
  std::size_t size = 0;
  for (const std::string& text : texts) {
    edits.push_back({size, size, text});
    size += text.size();
  }
  return edits;
}

// What an edit puts in: nothing, the end of a word, a literal, or a stretch of the text.
std::string put_in(Random& random, std::string_view text, const Table& table) {
  switch (random.below(4)) {
    case 0:
      return "";
    case 1:
      return around_a_literal(random, table);
    case 2: {
      const std::size_t begin = some_place(random, text);
      return cut_to(std::string(text.substr(begin)), random.between(1, 12));
    }
    default:
      return std::string(random.pick(ends));
  }
}

std::vector<Edit> some_edits(Random& random, std::string text, const Table& table) {
  std::vector<Edit> edits;
  for (std::size_t n = random.mostly_small(4) + 1; n > 0; --n) {
    const bool at_end = random.one_in(4);
    const std::size_t begin = at_end ? text.size() : some_place(random, text);
    const std::size_t most = text.size() - begin;
    const std::size_t gone = std::min(most, random.one_in(3) ? 0 : random.below(6));
    Edit edit{begin, utf8::scalar_end(text, begin + gone), put_in(random, text, table)};
    if (random.one_in(60)) edit.end = random.below(text.size() + 3);  // perhaps not a place
    edits.push_back(edit);
    if (edit.begin > edit.end || edit.end > text.size()) break;
    text.replace(edit.begin, edit.end - edit.begin, edit.text);
    if (utf8::first_ill_formed(text)) break;
  }
  return edits;
}

// --- Parts. ---

OwnedPart token_part(Random& random, const Table& table) {
  if (table.specials.empty() || random.one_in(40)) return {TextPart::Kind::token, "<no>", {}};
  const SpecialToken& token = random.pick(table.specials);
  if (random.one_in(2)) return {TextPart::Kind::token, token.literal, {}};
  return {TextPart::Kind::token, "", token.id};
}

std::vector<OwnedPart> some_parts(Random& random, const Texts& texts, const Table& table) {
  std::vector<OwnedPart> parts;
  for (const std::string& text : texts) {
    if (random.one_in(6)) parts.push_back(token_part(random, table));
    const auto kind = random.one_in(2) ? TextPart::Kind::text : TextPart::Kind::template_;
    parts.push_back({kind, text, {}});
  }
  if (random.one_in(6)) parts.push_back(token_part(random, table));
  return parts;
}

// --- Ids. ---

void append_ids(std::vector<TokenId>& ids, std::string_view text, const Table& table) {
  try {
    const std::vector<TokenId> more = reference::encode(text, table);
    ids.insert(ids.end(), more.begin(), more.end());
  } catch (const Error&) {  // a literal that is not allowed: the text has no ids
    for (const char byte : text) ids.push_back(static_cast<unsigned char>(byte));
  }
}

// Ids of a text, or of its parts, with some tokens taken apart, put in, or left out.
std::vector<TokenId> some_ids(Random& random, std::string_view text, const Table& table) {
  std::vector<TokenId> ids;
  const std::size_t cut = random.one_in(2) ? some_place(random, text) : text.size();
  append_ids(ids, text.substr(0, cut), table);
  append_ids(ids, text.substr(cut), table);
  for (std::size_t n = random.below(3); n > 0; --n) {
    const std::size_t at = random.below(ids.size() + 1);
    const auto place = ids.begin() + static_cast<std::ptrdiff_t>(at);
    if (at < ids.size() && ids[at] >= 256 && ids[at] - 256 < table.merges.size()) {
      const Pair pair = table.merges[ids[at] - 256];
      ids[at] = pair.right;
      ids.insert(ids.begin() + static_cast<std::ptrdiff_t>(at), pair.left);
    } else if (at < ids.size() && random.one_in(3)) {
      ids.erase(place);
    } else if (!table.specials.empty() && random.one_in(2)) {
      const SpecialToken& token = random.pick(table.specials);
      std::vector<TokenId> added = {token.id};
      if (random.one_in(2)) added.assign(token.literal.begin(), token.literal.end());
      const bool is_ascii = std::ranges::all_of(added, [](TokenId id) { return id < 0x80; });
      if (added.size() == 1 || is_ascii) ids.insert(place, added.begin(), added.end());
    } else {
      ids.insert(place, static_cast<TokenId>(random.below(table.tokens.size())));
    }
  }
  if (random.one_in(50)) ids.push_back(TokenId{1} << 30U);
  return ids;
}

WindowOptions some_windows(Random& random) {
  WindowOptions options;
  options.most_ids = random.one_in(10) ? random.below(4) : 4 + random.mostly_small(30);
  if (random.one_in(2)) options.overlap = random.mostly_small(options.most_ids + 1);
  if (random.one_in(2)) options.at = WindowEnd::line;
  return options;
}

}  // namespace

MotionInput random_motion(Random& random, const TextMaker& texts, std::string_view op,
                          const Table& table) {
  const bool is_short = op == "stream" || op == "windows" || !random.one_in(4);
  std::string text = some_text(random, texts, table, is_short ? short_text : long_text);
  if (random.one_in(30) && op != "canonical" && op != "replace") spoil(random, text, table);
  const bool has_fault = utf8::first_ill_formed(text).has_value();
  MotionInput input;
  if (op == "stream") {
    input.pieces = divided(random, text, table, true);
  } else if (op == "append") {
    input.edits = appended(has_fault ? Texts{text} : divided(random, text, table, false));
  } else if (op == "replace") {
    input.edits = some_edits(random, text, table);
    input.text = std::move(text);
  } else if (op == "parts") {
    input.parts =
        some_parts(random, has_fault ? Texts{text} : divided(random, text, table, false), table);
    input.parts_options = {random.one_in(3) ? Seams::cut : Seams::joined, random.one_in(3)};
  } else if (op == "canonical") {
    input.ids = some_ids(random, text, table);
    input.as = random.one_in(2) ? CanonicalAs::one_string : CanonicalAs::parts;
  } else {
    input.windows = some_windows(random);
    input.text = std::move(text);
  }
  return input;
}

// --- Vocabularies of profiles. ---

namespace {

// Characters before and after a place where some profile cuts.
constexpr std::array<std::string_view, 10> left_of_cuts = {"中", "中", "é",  " ", "a",
                                                           "A",  "1",  "\n", "'", "!"};
constexpr std::array<std::string_view, 10> right_of_cuts = {"A", "A",  "a", "s",  " ",
                                                            "1", "\n", "!", "中", "\u0301"};

// Merges of the last byte of a character with the first one of another, and of their tokens with
// others if `grows`. No two tokens have the same bytes.
std::vector<Pair> crossing_merges(Random& random, bool grows) {
  std::vector<Pair> merges;
  Texts tokens;
  for (unsigned byte = 0; byte < 256; ++byte) tokens.emplace_back(1, static_cast<char>(byte));
  std::set<std::string> seen;
  for (std::size_t n = random.below(14); n > 0; --n) {
    const auto last = static_cast<unsigned char>(random.pick(left_of_cuts).back());
    const auto first = static_cast<unsigned char>(random.pick(right_of_cuts).front());
    Pair pair{last, first};
    if (grows && !merges.empty() && random.one_in(3)) {
      const auto token = static_cast<TokenId>(256 + random.below(merges.size()));
      (random.one_in(2) ? pair.left : pair.right) = token;
    }
    const std::string joined = tokens[pair.left] + tokens[pair.right];
    if (joined.size() > 8 || !seen.insert(joined).second) continue;
    tokens.push_back(joined);
    merges.push_back(pair);
  }
  return merges;
}

json::Array random_added(Random& random, std::size_t first_id, bool may_be_special) {
  static constexpr std::array<std::string_view, 8> literals = {
      "<s>", "<s>x", "</s>", "<|endoftext|>", "<|im_end|>", "<think>", "<a>b", "[x]"};
  json::Array added;
  std::set<std::string_view> taken;
  for (std::size_t n = random.below(4); n > 0; --n) {
    const std::string_view literal = random.pick(literals);
    if (!taken.insert(literal).second) continue;
    json::Object token{{"literal", json::string(literal)},
                       {"id", json::integer(first_id + added.size())}};
    if (!may_be_special || random.one_in(3)) token.push_back({"special", {false}});
    for (const char* const property : {"lstrip", "rstrip", "single_word"}) {
      if (random.one_in(6)) token.push_back({property, {true}});
    }
    added.push_back({std::move(token)});
  }
  return added;
}

}  // namespace

std::optional<json::Value> random_profiled(Random& random, std::string_view op,
                                           const program::Hello& hello) {
  const auto known = suite::small_vocabularies();
  std::vector<std::string> names;
  std::ranges::copy_if(hello.profiles, std::back_inserter(names), [&](const std::string& name) {
    return std::ranges::find(known, name) != known.end();
  });
  if (names.empty() || hello.forms.empty()) return std::nullopt;
  const std::string& name = random.pick(names);

  // Only an artifact says whether a text with a special token is refused (S27a). Parts and ids do
  // not depend on it, unless a text never yields one (S27d).
  const SpecialRule rule = interop::profile_named(name).added.rule;
  const bool tells_rule = rule == SpecialRule::matched || hello.forms.front() == "artifact";
  if (!tells_rule && rule == SpecialRule::never) return std::nullopt;
  const bool may_be_special = tells_rule || op == "parts" || op == "canonical";
  // Who reads ranks merges by bytes. Tokens of two bytes are merged by bytes as by pairs.
  const std::vector<Pair> merges = crossing_merges(random, hello.forms.front() != "ranks");
  json::Value artifact{
      json::Object{{"profile", json::string(name)},
                   {"merges", suite::merges_value(merges)},
                   {"added", {random_added(random, 256 + merges.size(), may_be_special)}}}};
  try {
    const Table table = suite::profiled_table({"artifact", "", artifact});
    if (program::handed_file(table, name, hello)) return artifact;
  } catch (const Error&) {  // a form does not hold this vocabulary
  }
  return std::nullopt;
}

}  // namespace bpetite::conform::search
