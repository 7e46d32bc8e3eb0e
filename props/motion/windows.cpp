// Tests counts of slices, windows and counts until a limit (S64, S65). The engine must have the
// places, the counts and the windows of the reference, for named profiles and for small tables
// whose added tokens overlap, take white space or must stand alone; and the laws must hold: at safe
// places counts add, windows without overlap are the text.
#include <bpetite/windows.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "core/slices.hpp"
#include "engine/encode.hpp"
#include "engine/motion/places.hpp"
#include "engine/motion/windows.hpp"
#include "reference/encode.hpp"
#include "reference/windows.hpp"
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

// The profiles with a vocabulary that has merges of letters, blanks and marks.
const std::vector<MovingTable>& named_subjects() {
  static const std::vector<MovingTable> all = [] {
    std::vector<MovingTable> subjects;
    for (const Profile& profile :
         {profiles::v1(), profiles::gpt2(), profiles::cl100k(), profiles::o200k(),
          profiles::llama3(), profiles::qwen2(), profiles::deepseek_v3(), profiles::nanochat()}) {
      // "ab", " a", "aa", "aaaa", "\n\n", "  ", "é", two bytes of a character of CJK, all of it
      Table table = v1_table({{'a', 'b'},
                              {' ', 'a'},
                              {'a', 'a'},
                              {258, 258},
                              {'\n', '\n'},
                              {' ', ' '},
                              {195, 169},
                              {228, 184},
                              {263, 173},
                              {'<', '|'}});
      const TokenId size = static_cast<TokenId>(table.tokens.size());
      const Profile own = table.profile;
      table.profile = profile;
      table.profile.merging = own.merging;
      table.profile.whole_chunks = false;
      table.profile.ids_around = {};
      for (AddedToken& token : table.profile.added.tokens) token.id.reset();
      table.specials = special_tokens(table.profile.added, size);
      subjects.emplace_back(std::move(table), SpecialChoice());
    }
    return subjects;
  }();
  return all;
}

const std::vector<MovingTable>& small_subjects() {
  static const std::vector<MovingTable> all = [] {
    std::vector<MovingTable> subjects;
    for (const Table& table : literal_tables()) subjects.emplace_back(table, SpecialChoice());
    return subjects;
  }();
  return all;
}

const MovingTable& some_subject(const std::vector<MovingTable>& all) {
  return all[*number_between<std::size_t>(0, all.size() - 1)];
}

// Words, runs, blanks, lines, marks, CJK, digits, and the literals of a table with parts of them.
std::string some_text(const MovingTable& moving, int most) {
  static const std::vector<std::string> pieces = {"ab",         "a",
                                                  "b ",         " a",
                                                  "  ",         "\n",
                                                  "\n\n",       "aaaa",
                                                  "\u00e9",     "e",
                                                  "\u0301",     "\u0323",
                                                  "\u4e2d",     "\u4e2d\u6587",
                                                  "1",          "12345",
                                                  "'s",         ". ",
                                                  "\t",         "\u0338",
                                                  ">",          "<",
                                                  "A",          "\u1112\u1161\u11ab",
                                                  "x",          "\u3000",
                                                  "\U0001f600", "word word"};
  std::string text;
  for (int left = *number_between(0, most); left > 0; --left) {
    const auto& specials = moving.table.specials;
    switch (specials.empty() ? 0 : *number_between(0, 5)) {
      case 4: {
        text += specials[*number_between<std::size_t>(0, specials.size() - 1)].literal;
        break;
      }
      case 5: {
        const std::string& literal =
            specials[*number_between<std::size_t>(0, specials.size() - 1)].literal;
        const auto size = *number_between<std::size_t>(0, literal.size());
        text += literal.substr(0, scalar_end_from(literal, size));
        break;
      }
      default: {
        const std::string& piece = pieces[*number_between<std::size_t>(0, pieces.size() - 1)];
        // Long runs have no safe places, or are longer than the parts of the engine's sums.
        const int times = *number_between(0, 15) == 0 ? *number_between(1, 60) : 1;
        for (int i = 0; i < times; ++i) text += piece;
      }
    }
  }
  return text;
}

SpecialChoice some_choice(const MovingTable& moving) {
  const SpecialRule rule = moving.table.profile.added.rule;
  if (rule != SpecialRule::refused_unless_allowed) {
    return *rc::gen::element(SpecialChoice(), SpecialChoice::ordinary());
  }
  return *rc::gen::element(SpecialChoice::all(), SpecialChoice::ordinary());
}

// The places of a text between two scalars.
std::vector<std::size_t> scalar_ends(std::string_view text) {
  std::vector<std::size_t> all;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (scalar_end_from(text, at) == at) all.push_back(at);
  }
  return all;
}

void compare_places(const MovingTable& moving, const std::string& text,
                    const SpecialChoice& choice) {
  const auto wanted = reference::places_of(text, moving.table, is_safe_cut(moving), choice);
  const engine::motion::Places places(moving.encoder, text, choice);
  std::vector<reference::Place> found;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (places.is_place(at)) found.push_back({at, places.is_safe(at)});
  }
  RC_ASSERT(found.size() == wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    RC_ASSERT(found[i].at == wanted[i].at);
    RC_ASSERT(found[i].is_safe == wanted[i].is_safe);
  }
  std::size_t safe = 0;
  for (std::size_t from = 1; from <= text.size(); ++from) {
    while (safe < text.size() && (safe < from || !places.is_safe(safe))) ++safe;
    RC_ASSERT(places.next_safe(from, text.size()) == std::max(safe, from));
  }
}

PROPERTY("S64b", "the engine cuts where the reference does") {
  const MovingTable& moving = some_subject(named_subjects());
  compare_places(moving, some_text(moving, 16), some_choice(moving));
  const MovingTable& small = some_subject(small_subjects());
  compare_places(small, some_text(small, 16), some_choice(small));
}

// Of each place between two others, in a text that is short enough.
void counts_add(const MovingTable& moving, const std::string& text, const SpecialChoice& choice) {
  const auto places = reference::places_of(text, moving.table, is_safe_cut(moving), choice);
  const auto count = count_by_engine(moving, text, choice);
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = i; j < places.size(); ++j) {
      const std::size_t middle = *number_between(i, j);
      if (!places[middle].is_safe) continue;
      const auto whole = count(places[i].at, places[j].at);
      const auto left = count(places[i].at, places[middle].at);
      const auto right = count(places[middle].at, places[j].at);
      RC_ASSERT(whole.has_value() == (left && right));
      if (whole) RC_ASSERT(*whole == *left + *right);
    }
  }
}

PROPERTY("S64b", "at a safe place the counts of any slice add") {
  const MovingTable& moving = some_subject(named_subjects());
  counts_add(moving, some_text(moving, 6), some_choice(moving));
  const MovingTable& small = some_subject(small_subjects());
  counts_add(small, some_text(small, 6), some_choice(small));
}

PROPERTY("S64b S25l", "between safe places the ids of a text are those of the slices") {
  const bool is_small = *rc::gen::arbitrary<bool>();
  const MovingTable& moving = some_subject(is_small ? small_subjects() : named_subjects());
  const std::string text = some_text(moving, 16);
  const SpecialChoice choice = some_choice(moving);
  std::vector<TokenId> joined;
  std::size_t at = 0;
  std::size_t slices = 0;
  for (const auto& place : reference::places_of(text, moving.table, is_safe_cut(moving), choice)) {
    if (!place.is_safe) continue;
    const auto ids = encode(moving.tokenizer, text.substr(at, place.at - at), choice);
    joined.insert(joined.end(), ids.begin(), ids.end());
    at = place.at;
    ++slices;
  }
  RC_ASSERT(joined == reference::encode(text, moving.table, choice));
  RC_CLASSIFY(slices > 4, "more than four places");
}

PROPERTY("S64a", "the engine counts any slice as the reference does") {
  const bool is_small = *rc::gen::arbitrary<bool>();
  const MovingTable& moving = some_subject(is_small ? small_subjects() : named_subjects());
  const std::string text = some_text(moving, 40);
  const SpecialChoice choice = some_choice(moving);
  const SliceCounts counts(moving.tokenizer, text, choice);
  const std::vector<std::size_t> ends = scalar_ends(text);
  for (int i = 0; i < 30; ++i) {
    const auto begin = *number_between<std::size_t>(0, ends.size() - 1);
    const auto end = *number_between<std::size_t>(begin, ends.size() - 1);
    const auto wanted = count_by_engine(moving, text, choice)(ends[begin], ends[end]);
    RC_ASSERT(wanted.has_value());
    RC_ASSERT(counts.count(ends[begin], ends[end]) == *wanted);
  }
  const auto begin = *number_between<std::size_t>(0, ends.size() - 1);
  RC_ASSERT(reference::count_slice(text, ends[begin], text.size(), moving.table, choice) ==
            counts.count(ends[begin], text.size()));
  RC_CLASSIFY(text.size() > 128, "more than 128 bytes");
}

WindowOptions some_options() {
  WindowOptions options;
  options.most_ids = *number_between<std::size_t>(1, *rc::gen::arbitrary<bool>() ? 8 : 40);
  options.at = *rc::gen::element(WindowEnd::safe, WindowEnd::line);
  if (*rc::gen::arbitrary<bool>()) {
    options.overlap = *number_between<std::size_t>(0, options.most_ids - 1);
  }
  return options;
}

// The windows, or the error.
template <typename Divide>
std::pair<std::vector<Window>, std::string> divided(const Divide& divide) {
  std::vector<Window> found;
  const std::string error = error_of([&] { found = divide(); });
  return {std::move(found), error};
}

void check_laws(const std::string& text, const WindowOptions& options,
                const std::vector<Window>& windows) {
  std::size_t end = 0;
  for (const Window& window : windows) {
    RC_ASSERT(window.ids <= options.most_ids);
    RC_ASSERT(window.begin <= end);
    RC_ASSERT(options.overlap > 0 || window.begin == end);
    RC_ASSERT(window.end > end);
    end = window.end;
    RC_ASSERT(scalar_end_from(text, end) == end);
    RC_ASSERT(scalar_end_from(text, window.begin) == window.begin);
  }
  RC_ASSERT(end == text.size());
}

void compare_windows(const MovingTable& moving, int most) {
  const std::string text = some_text(moving, most);
  const SpecialChoice choice = some_choice(moving);
  const WindowOptions options = some_options();
  RC_LOG() << fmt::format("N {} M {} line {}", options.most_ids, options.overlap,
                          options.at == WindowEnd::line);
  const auto places = reference::places_of(text, moving.table, is_safe_cut(moving), choice);
  const auto [wanted, error] = divided([&] {
    return reference::windows_of(text, places, count_by_engine(moving, text, choice),
                                 bpetite::longest_token(moving.table), options);
  });
  const auto found = divided([&] { return windows(moving.tokenizer, text, options, choice); });
  RC_ASSERT(found.second == error);
  RC_ASSERT(found.first == wanted);
  if (error == "none") {
    check_laws(text, options, wanted);
    count_case("texts in windows", moving.table.profile);
    count_case("windows", moving.table.profile, wanted.size());
  }
  RC_CLASSIFY(error != "none", "too small");
  RC_CLASSIFY(wanted.size() > 2, "more than two windows");
}

// Of each profile and of generated patterns as often.
PROPERTY("S64c S64d S64e S64f", "the engine's windows are those of the reference") {
  const bool is_generated = *number_between(0, 8) == 0;
  compare_windows(is_generated ? some_generated_table() : some_subject(named_subjects()), 24);
}

PROPERTY("S64c S64d S64e S64f", "windows are the same where added tokens overlap or reach out") {
  compare_windows(some_subject(small_subjects()), 24);
}

// The sums are hundreds of ids apart. Some lines are long, some runs have no safe place.
CLAUSE_TEST("S64a S64c S64d", "windows of a text of thousands of ids are those of the reference") {
  std::string text = long_text(2500) + std::string(700, 'a') + "\n\n  \n" + long_text(700);
  for (int i = 0; i < 150; ++i) text += i % 40 == 0 ? "\n" : "\u4e2d\u6587e\u0301";
  for (const MovingTable& moving : named_subjects()) {
    const SpecialChoice choice = SpecialChoice::ordinary();
    const auto places = reference::places_of(text, moving.table, is_safe_cut(moving), choice);
    const auto count = count_by_engine(moving, text, choice);
    for (const auto at : {WindowEnd::safe, WindowEnd::line}) {
      for (const std::size_t overlap : {std::size_t{0}, std::size_t{37}}) {
        const WindowOptions options{400, overlap, at};
        INFO(moving.table.profile.name << " " << overlap << " " << (at == WindowEnd::line));
        const auto wanted = reference::windows_of(text, places, count,
                                                  bpetite::longest_token(moving.table), options);
        CHECK(windows(moving.tokenizer, text, options, choice) == wanted);
      }
    }
    const SliceCounts counts(moving.tokenizer, text, choice);
    for (std::size_t i = 0; i + 1 < places.size(); i += 97) {
      const std::size_t end = places[places.size() - 1 - i / 3].at;
      if (places[i].at > end) break;
      CHECK(counts.count(places[i].at, end) == *count(places[i].at, end));
    }
  }
}

PROPERTY("S64c S64d", "windows are those of the reference's own counts") {
  const MovingTable& moving = named_subjects().front();
  const std::string text = some_text(moving, 8);
  const WindowOptions options = some_options();
  const auto wanted =
      divided([&] { return reference::windows(text, options, moving.table, is_safe_cut(moving)); });
  RC_ASSERT(divided([&] { return windows(moving.tokenizer, text, options); }) == wanted);
}

PROPERTY("S65a", "a count until a limit is right around the number of ids") {
  const bool is_small = *rc::gen::arbitrary<bool>();
  const MovingTable& moving = some_subject(is_small ? small_subjects() : named_subjects());
  const std::string text = some_text(moving, 16);
  const SpecialChoice choice = some_choice(moving);
  const std::size_t count = count_ids(moving.tokenizer, text, choice);
  for (const std::size_t limit :
       {std::size_t{0}, count / 2, count - std::min<std::size_t>(count, 1), count, count + 1,
        std::size_t{1} << 40}) {
    RC_ASSERT(count_up_to(moving.tokenizer, text, limit, choice) == std::min(count, limit + 1));
    RC_ASSERT(reference::count_up_to(text, limit, moving.table, choice) ==
              std::min(count, limit + 1));
  }
}

CLAUSE_TEST("S64a", "slices that end inside a group or a literal are counted as they are") {
  Table table = v1_table({{195, 169}, {'<', 's'}});
  table.profile.normalizer = Normalizer::nfc_16_0;
  table.specials = {{"<s>", 300}};
  const std::string text = "ae\u0301\u0323b <s>c\u1112\u1161\u11ab e\u0301";
  const SliceCounts counts(TokenizerAccess::make(table), text);
  for (const std::size_t begin : scalar_ends(text)) {
    for (const std::size_t end : scalar_ends(text)) {
      if (end < begin) continue;
      INFO(begin << ".." << end);
      CHECK(counts.count(begin, end) ==
            reference::encode(text.substr(begin, end - begin), table).size());
    }
  }
}

// Beside the literal a cut is safe, and some of these texts have a sum there. But the slice has
// only a part of the literal, which merges with the c.
CLAUSE_TEST("S64a", "a slice that begins inside a literal has ordinary text there") {
  Table table = v1_table({{'x', 'c'}, {'a', 'b'}});
  table.specials = {{"xyx", 300}};
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  std::string text;
  for (std::size_t literal = 0; literal < 120; literal = text.size()) {
    const std::string whole = text + "xyxc" + std::string(60, ' ') + "ab";
    const SliceCounts counts(tokenizer, whole);
    INFO(literal);
    for (std::size_t begin = literal; begin < literal + 4; ++begin) {
      CHECK(counts.count(begin, whole.size()) ==
            reference::encode(whole.substr(begin), table).size());
    }
    text += "ab ";
  }
}

// Both tokens are found in the normal form. U+0301 is the last half of what U+0344 becomes, and is
// behind the letter of its group: the place before that letter is not beside the token. In the same
// way U+0915 is the first half of U+0958, whose other half follows the token.
CLAUSE_TEST("S64b S30e",
            "a token inside of a group does not make the places beside the group safe") {
  Table table = v1_table({{'b', 0xC3}, {0xBC, '!'}});
  table.profile.normalizer = Normalizer::nfc_16_0;
  table.specials = {{"\u0301", 300, true}, {"x\u0915", 301, true}};
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  for (const std::string& text :
       {std::string(65, 'b') + "a\u0344", std::string(62, 'b') + "x\u0958!"}) {
    INFO(text);
    const std::size_t wanted = tokenizer.encode(text).size();
    CHECK(wanted == 66 + (text.ends_with('!') ? 0 : 1));
    CHECK(SliceCounts(tokenizer, text).count(0, text.size()) == wanted);
    const engine::motion::Places places(TokenizerAccess::model(tokenizer).encoder(), text, {});
    CHECK(places.next_safe(64, text.size()) == text.size());
  }
}

CLAUSE_TEST("S64f S1a S27a", "the errors of encode come before those of windows and slices") {
  Table table = v1_table({});
  table.profile.added.rule = SpecialRule::refused_unless_allowed;
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  for (const std::string& text : {std::string("a\xff"), std::string("a <|endoftext|>")}) {
    const std::string wanted = error_of([&] { tokenizer.encode(text); });
    REQUIRE(wanted != "none");
    CHECK(error_of([&] { windows(tokenizer, text, {.most_ids = 1}); }) == wanted);
    CHECK(error_of([&] { windows(tokenizer, text, {.most_ids = 1, .overlap = 1}); }) == wanted);
    CHECK(error_of([&] { SliceCounts(tokenizer, text).count(0, 1); }) == wanted);
    CHECK(error_of([&] { count_up_to(tokenizer, text, 0); }) == wanted);
  }
  // The same where the bytes of the ids are not those of the text.
  table.profile.normalizer = Normalizer::nfc_16_0;
  const Tokenizer other = TokenizerAccess::make(table);
  const std::string text = "e\u0301 <|endoftext|>";
  CHECK(error_of([&] { windows(other, text, {.most_ids = 9}); }) ==
        error_of([&] { other.encode(text); }));
  CHECK(error_of([&] { windows(tokenizer, "a", {}); }) ==
        "ValueError: windows: windows of 0 ids, required at least 1 [S64e, chapter 22]");
}

// The letter before the literal hides it from the whole text. A window that begins behind the
// letter has it, with all the white space behind it.
CLAUSE_TEST("S64c S64f S27g S27h",
            "a token that only a slice has takes more bytes than any token") {
  Table table = v1_table({});
  table.specials = {{"<m>", 300}};
  table.specials[0].rstrip = true;
  table.specials[0].single_word = true;
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const std::string text = "a<m>" + std::string(40, ' ');
  const std::vector<Window> wanted = {{0, 1, 1}, {1, text.size(), 1}};
  CHECK(windows(tokenizer, text, {.most_ids = 1}) == wanted);
}

CLAUSE_TEST("S65b", "the ids of a template are not counted") {
  Table table = v1_table({{'a', 'b'}});
  table.profile.ids_around = {{97, 98}, {99}};
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  for (std::size_t limit = 0; limit < 5; ++limit) {
    const std::size_t wanted = std::min<std::size_t>(limit + 1, 2);  // those of "abc"
    CHECK(count_up_to(tokenizer, "abc", limit) == wanted);
    CHECK(reference::count_up_to("abc", limit, table) == wanted);
  }
}

// Nothing in it is safe, so each window is found by halving, and looks only as far as its ids
// reach.
CLAUSE_TEST("S64c S64e", "a long text without safe places is divided") {
  const Table table = v1_table({{'a', 'a'}, {256, 256}});
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const std::string text(100'000, 'a');
  const auto all = windows(tokenizer, text, {.most_ids = 100});
  CHECK(all.size() >= 250);
  CHECK(all.size() < 260);  // halving may miss the last place that fits
  std::size_t at = 0;
  for (const Window& window : all) {
    CHECK(window.begin == at);
    CHECK(window.ids <= 100);
    CHECK(window.ids == tokenizer.encode(text.substr(at, window.end - at)).size());
    at = window.end;
  }
  CHECK(at == text.size());
}

}  // namespace
}  // namespace bpetite::test
