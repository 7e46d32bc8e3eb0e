// Tests normalization form C in two versions of Unicode, and no normalization (chapter 15). The
// reference must leave a normalized text as it is, and give one form to texts that Unicode regards
// as equal. The engine must give the form that the reference gives: for random texts, for every
// scalar, for letters with marks, and where a decomposition joins the scalar before it. Many marks
// of one class keep their order. Hangul is composed as the Unicode Standard computes it. A text of
// a million marks must not need quadratic time. Also tests that texts are normalized before they
// are encoded, alone, in a batch and on several threads.
#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "bpetite/access.hpp"
#include "core/normal_form/normal_form_tables.hpp"
#include "core/utf8.hpp"
#include "engine/encode.hpp"
#include "engine/machine/level.hpp"
#include "engine/normalize/nfc.hpp"
#include "profiles/profiles.hpp"
#include "reference/encode.hpp"
#include "reference/normalize.hpp"
#include "support/property.hpp"
#include "support/scanned.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using unicode::FormVersion;

constexpr std::array normalizers = {Normalizer::nfc_9_0, Normalizer::nfc_16_0};

std::string utf8_of(const std::u32string& scalars) {
  std::string text;
  for (const char32_t it : scalars) utf8::append(text, it);
  return text;
}

// Scalars that matter to normalization: those that decompose, have a combining class, or are part
// of a decomposition. Also some of Hangul, and letters.
const std::vector<char32_t>& telling_scalars() {
  static const std::vector<char32_t> all = [] {
    std::vector<char32_t> found = {'a', 'e', 'q', ' ', '\n', '<', '>', 'A', 0x4E2D, 0x10FFFF};
    for (const auto& it : unicode::decompositions()) {
      found.insert(found.end(), {it.scalar, it.parts[0]});
      if (it.parts[1] != 0) found.push_back(it.parts[1]);
    }
    for (const auto& it : unicode::combining_classes()) {
      for (char32_t scalar = it.first; scalar <= it.last; ++scalar) found.push_back(scalar);
    }
    for (char32_t scalar = 0x10FF; scalar <= 0x1200; ++scalar) found.push_back(scalar);
    for (char32_t scalar = 0xABFF; scalar <= 0xD7A5; scalar += 27) found.push_back(scalar);
    return found;
  }();
  return all;
}

// A few scalars that can join each other: a scalar, its decomposition and other marks, or letters
// and syllables of Hangul.
std::vector<char32_t> related_scalars() {
  namespace hangul = unicode::hangul;
  const std::vector<char32_t>& all = telling_scalars();
  const auto below = [](char32_t end) { return *rc::gen::inRange<char32_t>(0, end); };
  if (below(6) == 0) {
    const char32_t pair = below(hangul::leading_count * hangul::vowel_count);
    return {hangul::leading + pair / hangul::vowel_count + below(2),
            hangul::vowels + pair % hangul::vowel_count + below(2),
            hangul::trailing + below(hangul::trailing_count + 1),
            hangul::syllables + pair * hangul::trailing_count,
            hangul::syllables + below(hangul::syllable_count)};
  }
  const auto parts = unicode::decompositions();
  const auto& it = parts[below(static_cast<char32_t>(parts.size()))];
  std::vector<char32_t> few = {it.scalar, it.parts[0], 0x0300 + below(0x46), 0x0300 + below(0x46),
                               all[below(static_cast<char32_t>(all.size()))]};
  if (it.parts[1] != 0) few.insert(few.end(), {it.parts[1], it.parts[1]});
  return few;
}

// A text of related scalars, which often stand side by side, and sometimes runs of plain letters.
std::string marked_text() {
  std::u32string scalars;
  for (auto groups = *rc::gen::inRange(1, 4); groups > 0; --groups) {
    const std::vector<char32_t> few = related_scalars();
    for (auto left = *rc::gen::inRange(1, 10); left > 0; --left)
      scalars += *rc::gen::elementOf(few);
    if (*rc::gen::inRange(0, 3) == 0) {
      scalars.append(static_cast<std::size_t>(*rc::gen::inRange(1, 80)),
                     *rc::gen::element(U'a', U'a', U'\u00e9', U'\u1ebf', U'\u4e2d', U'\U00020000'));
    }
  }
  return utf8_of(scalars);
}

// The normalized text of the engine, which must be the same at each level.
std::string engine_form(std::string_view text, Normalizer normalizer) {
  const auto& nfc = engine::normalize::nfc(*form_of(normalizer));
  const auto changed = nfc.changed(text);
  if (changed) RC_ASSERT(*changed != text);
  for (const auto level : engine::machine::machine_levels()) {
    RC_ASSERT(nfc.changed(text, level) == changed);
    // The changed groups, in the place of those of the text.
    std::string form(text);
    const auto changes = nfc.changes(text, level);
    for (auto it = changes.rbegin(); it != changes.rend(); ++it) {
      form.replace(it->begin, it->end - it->begin, it->form);
    }
    RC_ASSERT(form == changed.value_or(std::string(text)));
  }
  return changed.value_or(std::string(text));
}

PROPERTY("S30b S30c S30d", "the engine normalizes as the reference does") {
  const std::string text = marked_text();
  for (const Normalizer normalizer : normalizers) {
    const std::string wanted = reference::normalize(text, normalizer);
    RC_ASSERT(engine_form(text, normalizer) == wanted);
    RC_CLASSIFY(wanted != text, "changed");
  }
}

PROPERTY("S30b S30c", "a form stays as it is, and equal texts have one form") {
  const std::string text = marked_text();
  const auto normalizer = *rc::gen::elementOf(normalizers);
  const std::string form = reference::normalize(text, normalizer);
  RC_ASSERT(reference::normalize(form, normalizer) == form);
  RC_ASSERT(engine_form(form, normalizer) == form);

  // If some scalars of the text are decomposed by one step, the form stays the same.
  std::u32string apart;
  for (std::size_t at = 0; at < text.size();) {
    const auto [scalar, size] = utf8::scalar_at(text, at);
    const auto parts = unicode::decomposition(scalar, *form_of(normalizer));
    if (parts.empty() || *rc::gen::inRange(0, 2) == 0) {
      apart += scalar;
    } else {
      apart += parts;
    }
    at += size;
  }
  RC_ASSERT(reference::normalize(utf8_of(apart), normalizer) == form);
}

CLAUSE_TEST("S30a S30d", "each normalizer has the form of its version, or none") {
  const std::string apart = utf8_of({U'e', 0x0301, 0x16D63, 0x16D67});
  const std::string first = utf8_of({0xE9, 0x16D63, 0x16D67});
  const std::string both = utf8_of({0xE9, 0x16D69});
  CHECK(reference::normalize(apart, Normalizer::none) == apart);
  CHECK(reference::normalize(apart, Normalizer::nfc_9_0) == first);
  CHECK(reference::normalize(apart, Normalizer::nfc_16_0) == both);
  Table table = v1_table({});
  for (const Normalizer normalizer :
       {Normalizer::none, Normalizer::nfc_9_0, Normalizer::nfc_16_0}) {
    table.profile.normalizer = normalizer;
    CHECK(ids_difference(apart, table) == "");
  }
}

CLAUSE_TEST("S30b S30c S30d", "each scalar, and each behind a letter and a mark, has one form") {
  std::uint64_t changed = 0;
  for (const Normalizer normalizer : normalizers) {
    for (char32_t scalar = 0; scalar < 0x110000; ++scalar) {
      if (scalar >= 0xD800 && scalar < 0xE000) continue;
      const std::string alone = utf8_of({scalar});
      const std::string marked = utf8_of({U'a', 0x0323, scalar});
      const std::string form = reference::normalize(alone, normalizer);
      const std::string marked_form = reference::normalize(marked, normalizer);
      if (form != alone) ++changed;
      // Also tests the scalar inside a longer text, at each place of a block of 64 bytes.
      const std::string before(scalar % 64, 'a');
      const std::string after(66, 'a');
      if (engine_form(alone, normalizer) != form ||
          engine_form(marked, normalizer) != marked_form ||
          engine_form(before + marked + after, normalizer) != before + marked_form + after) {
        FAIL("U+" << std::hex << static_cast<unsigned>(scalar));
      }
    }
  }
  // Singletons and exclusions. Both versions have equally many, because all are older than 9.0.
  CHECK(changed == 2 * 1120);
}

CLAUSE_TEST("S30b S30c", "each letter with one mark or two has one form") {
  // Letters with and without a decomposition. Marks that join them, or other letters, or nothing.
  // Vowels, Hangul.
  const std::u32string letters = U"aqx\u00e9\u1e0b\u0254\u1112\ud558\u09c7\u0b95";
  const std::u32string marks =
      U"n\u0301\u0305\u0323\u0327\u0331\u1161\u11ab\u09be\u0bbe\u094d\u3099\u0344\u0958";
  for (const Normalizer normalizer : normalizers) {
    for (const char32_t letter : letters) {
      for (const char32_t first : marks) {
        for (const char32_t second : marks) {
          const std::string text = utf8_of({letter, first, second});
          CHECK(engine_form(text, normalizer) == reference::normalize(text, normalizer));
        }
      }
    }
  }
}

// The arithmetic of Hangul as the Unicode Standard has it (chapter 3.12), written again here: a
// syllable is its leading consonant, its vowel, and its trailing consonant if it has one.
CLAUSE_TEST("S30b S30c", "Hangul is composed by arithmetic, and only within its ranges") {
  const auto form = [](const std::u32string& scalars) {
    return reference::normalize(utf8_of(scalars), Normalizer::nfc_16_0);
  };
  for (char32_t number = 0; number < 19 * 21 * 28; ++number) {
    const char32_t syllable = 0xAC00 + number;
    std::u32string parts = {0x1100 + number / (21 * 28), 0x1161 + number / 28 % 21};
    if (number % 28 != 0) parts += 0x11A7 + number % 28;
    REQUIRE(form(parts) == utf8_of({syllable}));
    REQUIRE(form({syllable}) == utf8_of({syllable}));
  }
  // U+11A7 is not a trailing consonant, and the scalars beside each range are not jamo of it.
  for (const std::u32string& apart : std::to_array<std::u32string>({{0xAC00, 0x11A7},
                                                                    {0xAC00, 0x11C3},
                                                                    {0xAC01, 0x11A8},
                                                                    {0xABFF, 0x11A8},
                                                                    {0xD7A4, 0x11A8},
                                                                    {0x10FF, 0x1161},
                                                                    {0x1113, 0x1161},
                                                                    {0x1100, 0x1160},
                                                                    {0x1100, 0x1176}})) {
    INFO(utf8_of(apart));
    CHECK(form(apart) == utf8_of(apart));
  }
}

// U+16D68 is two vowel signs of Kirat Rai. Behind U+16D63 the first of them joins that scalar.
CLAUSE_TEST("S30b S30c", "a decomposition whose first part joins the scalar before it") {
  std::uint64_t changed = 0;
  for (const Normalizer normalizer : normalizers) {
    for (const auto& before : unicode::decompositions()) {
      for (const auto& it : unicode::decompositions()) {
        if (before.parts[1] == 0 || it.parts[0] != before.parts[1]) continue;
        const std::string text = utf8_of({before.parts[0], it.scalar});
        const std::string form = reference::normalize(text, normalizer);
        INFO(std::hex << static_cast<unsigned>(before.scalar) << " "
                      << static_cast<unsigned>(it.scalar));
        CHECK(engine_form(text, normalizer) == form);
        if (form != text) ++changed;
      }
    }
  }
  CHECK(changed > 0);
}

// Marks of four classes, of three of them several that differ. So a run of any length from some on
// has marks of one class to keep in order.
CLAUSE_TEST("S30b", "marks of one class keep their order, however many stand behind a letter") {
  const std::u32string marks =
      U"\u0301\u0300\u0323\u0307\u0327\u0331\u0300\u0328\u0305\u0345\u0301";
  // Their classes: 230 (above), 220 (below), 202 (attached below) and 240 (an iota below).
  const std::array order = {U"\u0327\u0328", U"\u0323\u0331", U"\u0300\u0301\u0305\u0307",
                            U"\u0345"};
  for (std::size_t count = 0; count < 100; ++count) {
    std::u32string text = U"q";
    for (std::size_t i = 0; i < count; ++i)
      text += marks[(7 * i + i / marks.size()) % marks.size()];
    std::u32string wanted = U"q";
    for (const std::u32string_view of_one_class : order) {
      for (const char32_t it : text) {
        if (of_one_class.find(it) != of_one_class.npos) wanted += it;
      }
    }
    CAPTURE(count);
    for (const Normalizer normalizer : normalizers) {
      CHECK(engine_form(utf8_of(text), normalizer) == utf8_of(wanted));
      CHECK(reference::normalize(utf8_of(text), normalizer) == utf8_of(wanted));
    }
  }
}

CLAUSE_TEST("S30b S30c", "a text of a million marks takes no longer than a million letters do") {
  std::string text = "a";
  for (int i = 0; i < 500000; ++i) text += "\u0301\u0323";
  const auto& nfc = engine::normalize::nfc(FormVersion::v16_0);
  const std::string form = nfc.changed(text).value();
  CHECK(form.starts_with("\u1ea1\u0323"));
  CHECK(form.ends_with("\u0301\u0301"));
  CHECK(nfc.changed(form) == std::nullopt);
}

// A table of bytes with two special tokens, each found before or after normalization.
Table table_with(Normalizer normalizer, SpecialRule rule, bool first, bool second) {
  Table table = v1_table({{195, 169}});
  table.profile.normalizer = normalizer;
  table.profile.added.rule = rule;
  table.specials = {{"<s>", 300, first}, {">\u00e9", 301, second}};
  return table;
}

PROPERTY("S30e S30a", "the engine encodes normalized texts as the reference does") {
  const std::vector<std::string> pieces = {
      "<s>", ">", "e", "\u0301", "\u00e9", "<", "s", "\u0338", ">e\u0301", "word ", "\u1112\u1161"};
  std::string text;
  for (auto left = *rc::gen::inRange(0, 30); left > 0; --left) {
    text += pieces[*rc::gen::inRange<std::size_t>(0, pieces.size())];
  }
  const auto normalizer =
      *rc::gen::element(Normalizer::none, Normalizer::nfc_9_0, Normalizer::nfc_16_0);
  const auto rule = *rc::gen::element(SpecialRule::matched, SpecialRule::refused_unless_allowed,
                                      SpecialRule::never);
  const Table table =
      table_with(normalizer, rule, *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>());
  const auto choice = *rc::gen::element(SpecialChoice(), SpecialChoice::ordinary(),
                                        SpecialChoice::all(), SpecialChoice::only({"<s>"}));
  const auto outcome = [](const auto& encode) {
    try {
      std::string shown;
      for (const TokenId id : encode()) shown += std::to_string(id) + " ";
      return shown;
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  const std::string wanted = outcome([&] { return reference::encode(text, table, choice); });
  const engine::EncodeOptions small{.least_part = 4};
  const engine::Encoder encoder(table, small);
  RC_ASSERT(outcome([&] { return encoder.encode(text, choice); }) == wanted);
  RC_ASSERT(outcome([&] { return encoder.encode(text, 3, choice); }) == wanted);
  RC_ASSERT(outcome([&] {
              const std::vector<std::string_view> texts = {"e\u0301", text, "plain"};
              std::vector<std::vector<TokenId>> results(texts.size());
              encoder.encode(texts, results, choice);
              return results[1];
            }) == wanted);
  RC_CLASSIFY(wanted.starts_with("encode"), "refused");
  RC_CLASSIFY(wanted.find("301 ") != std::string::npos, "the second special token");
}

PROPERTY("S30e", "on threads, normalized texts give the ids that one thread gives") {
  const std::array pieces = {marked_text(), std::string("some words "), marked_text()};
  const auto step = *rc::gen::inRange<std::size_t>(1, 1000);
  std::string text;
  for (std::size_t i = 0; i < 100; ++i) text += pieces.at(i * i % step % pieces.size());
  const Table table = table_with(Normalizer::nfc_16_0, SpecialRule::matched, false, true);
  const engine::Encoder encoder(table, {.least_part = 64});
  RC_ASSERT(encoder.encode(text, 3) == encoder.encode(text));
}

}  // namespace
}  // namespace bpetite::test
