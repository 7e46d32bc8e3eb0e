// Compares sessions with encoding their whole text after each edit (spec/22-motion.md, S61):
// appended texts, replaced ranges and cut ends, near each other and far apart, in short texts and
// in long ones. The patch of an edit gives the new ids from the old, and keeps all that both begin
// with. Also tests errors, which leave a session as it was, copies, and the memory.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/session.hpp>
#include <bpetite/stream.hpp>

#include "bpetite/access.hpp"
#include "core/utf8.hpp"
#include "engine/motion/session.hpp"
#include "profiles/profiles.hpp"
#include "reference/encode.hpp"
#include "reference/motion.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/tally.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/moving_texts.hpp"
#include "support/texts/texts.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using engine::motion::Session;
using Ids = std::vector<TokenId>;

// Applies an edit to a text and to a session, and compares the two. False if the edit is refused.
bool edit_both(const MovingTable& moving, std::string& text, Session& session, std::size_t begin,
               std::size_t end, std::string_view put) {
  const char* const kind = begin == text.size() ? "appends" : "replaces";
  std::string next = text;
  next.replace(begin, end - begin, put);
  const Ids old(session.ids().begin(), session.ids().end());
  Ids wanted;
  const std::string error = error_of([&] { wanted = moving.encoder.encode(next, moving.choice); });
  Patch patch;
  const std::string found = error_of([&] { patch = session.replace(begin, end, put); });
  RC_LOG() << utf8::quoted(text, 300) << " " << begin << ".." << end << " becomes "
           << utf8::quoted(put, 100) << "\n";
  RC_ASSERT(found == error);
  if (error != "none") {
    RC_ASSERT(std::ranges::equal(session.ids(), old));
    RC_ASSERT(session.text() == text);
    count_case("refused edits", moving.table.profile);
    return false;
  }
  text = next;
  RC_ASSERT(session.text() == text);
  const Ids now(session.ids().begin(), session.ids().end());
  RC_ASSERT(now == wanted);
  RC_ASSERT(patch == reference::patch_of(old, now));
  count_case(kind, moving.table.profile);
  return true;
}

PROPERTY("S61a S61b", "after each edit a session has the ids of its text") {
  const MovingTable& moving = some_moving_table();
  const auto spacing = *rc::gen::element<std::size_t>(1, 4, 16, 512);
  Session session(moving.encoder, moving.choice, no_limit, spacing);
  RC_LOG() << shown(moving) << "marks every " << spacing << " bytes\n";
  std::string text;
  if (*number_between(0, 2) == 0) {
    for (int times = *number_between(1, 30); times > 0; --times) {
      edit_both(moving, text, session, text.size(), text.size(), some_moving_text(60));
    }
  }
  for (int edits = *number_between(1, 8); edits > 0; --edits) {
    const bool appends = *number_between(0, 2) == 0;
    const std::size_t begin =
        appends ? text.size() : scalar_end_from(text, *number_between<std::size_t>(0, text.size()));
    const std::size_t most = std::min(text.size(), begin + *number_between<std::size_t>(0, 40));
    std::size_t end =
        appends ? begin : scalar_end_from(text, *number_between<std::size_t>(begin, most));
    if (*number_between(0, 9) == 0) end = text.size();
    edit_both(moving, text, session, begin, end, some_moving_text(6));
  }
  RC_CLASSIFY(text.size() > 2000, "long");
}

// "e" with U+0323 and U+0301 becomes U+1EB9 with U+0301, and some patterns cut between these.
CLAUSE_TEST("S61a", "an edit does not begin inside a group that the normalizer has changed") {
  std::size_t normalized = 0;
  for (std::size_t number = 0; number < profile_tables; ++number) {
    const auto moving = make_moving_table(number, number);
    if (moving->table.profile.normalizer == Normalizer::none) continue;
    ++normalized;
    for (const std::string_view first :
         {"x e\u0301\u0323m", "xe\u0301\u0323\u00e9", "\u2126\u0323\u0301 \u0301m", "m\u0344 m"}) {
      for (const std::string_view next : {"y", " ", "\u0302", "1"}) {
        Session session(moving->encoder, moving->choice, no_limit, 1);
        session.append(first);
        session.append(next);
        const std::string text = std::string(first) + std::string(next);
        INFO(shown(*moving) << utf8::quoted(text, 100));
        CHECK(std::ranges::equal(session.ids(), moving->encoder.encode(text, moving->choice)));
      }
    }
  }
  CHECK(normalized > 4);
}

// Here `b<` is refused, since `a` is before it, and hides `<|x|>` (S27h). `ab` is found later, in
// the normalized text, and ends inside what was refused.
CLAUSE_TEST("S61a S27h", "an edit does not begin inside a literal that was refused") {
  Table table = v1_table({});
  table.profile.normalizer = Normalizer::nfc_16_0;
  table.specials = {{"<|x|>", 300}, {"ab", 301, true}, {"b<", 302}};
  table.specials[2].single_word = true;
  const engine::Encoder encoder(table);
  REQUIRE(encoder.encode("aab<|x|>") == Ids{'a', 301, '<', '|', 'x', '|', '>'});
  for (const std::string_view next : {"", "a", "<|x|>"}) {
    const Ids wanted = encoder.encode("aab<|x|>" + std::string(next));
    for (std::size_t at = 0; at <= 8 + next.size(); ++at) {
      Session session(encoder, {}, no_limit, 1);
      session.append("aab<|x|>");
      session.append(next);
      CHECK(std::ranges::equal(session.ids(), wanted));
      INFO(at);
      session.replace(at, at, "");
      CHECK(std::ranges::equal(session.ids(), wanted));
    }
  }
}

CLAUSE_TEST("S61b", "a place that a text does not have is refused, and nothing changes") {
  const engine::Encoder encoder(moving_tables().front()->table);
  Session session(encoder, SpecialChoice::ordinary(), no_limit);
  session.append("ab\u20acab");
  const Ids before(session.ids().begin(), session.ids().end());
  const auto refused = [&](std::size_t begin, std::size_t end, std::string_view text) {
    return error_of([&] { session.replace(begin, end, text); });
  };
  CHECK(refused(3, 5, "x") ==
        "ValueError: session: byte 3 is inside a character, required a place between two [S61b, "
        "chapter 22]");
  CHECK(refused(2, 4, "x").starts_with("ValueError: session: byte 4 is inside a character"));
  CHECK(refused(0, 8, "x") ==
        "ValueError: session: byte 8, required at most 7, where the text ends [S61b, chapter 22]");
  CHECK(refused(5, 2, "x") ==
        "ValueError: session: bytes 5 to 2, required an end that is not before its beginning "
        "[S61b, chapter 22]");
  CHECK(refused(0, 0, "a\xff").starts_with("UnicodeDecodeError: "));
  CHECK(std::ranges::equal(session.ids(), before));
  CHECK(session.text() == "ab\u20acab");
  CHECK(session.replace(7, 7, "").ids.empty());
}

CLAUSE_TEST("S61b S60e", "more text than may wait is refused, and nothing changes") {
  const Table table = v1_table({});
  const engine::Encoder encoder(table);
  Session session(encoder, {}, 100);
  session.append(std::string(100, 'a'));
  CHECK(error_of([&] {
          session.append("a");
        }).starts_with("ValueError: encode: from byte 0 on 101 bytes wait"));
  CHECK(session.text_size() == 100);
  session.append(" and so on");
  CHECK(session.size() == 110);
  // Only what waits at the end counts, wherever an edit ends.
  session.replace(50, 50, std::string(700, 'b'));
  std::string text;
  for (int i = 0; i < 200; ++i) text += "a ";
  Session other(encoder, {}, 100);
  other.append(text + std::string(300, 'b') + " c");
  CHECK(other.text_size() == 702);
  CHECK(error_of([&] { other.replace(700, 700, "b"); }) == "none");
  CHECK(error_of([&] { other.replace(701, 702, ""); }) != "none");
}

// <s> is looked for in the given text, so encode finds it first.
CLAUSE_TEST("S61b S27a S30e", "of two tokens that are not allowed, the error is that of encode") {
  Table table = v1_table({});
  table.profile.added.rule = SpecialRule::refused_unless_allowed;
  table.specials = {{"<s>", 300}, {"<t>", 301, true}};
  const engine::Encoder encoder(table);
  for (const std::size_t spacing : {1U, 2U, 512U}) {
    Session session(encoder, {}, 5, spacing);
    session.append("a<t");
    CHECK(error_of([&] { session.replace(3, 3, "> <s>"); }) ==
          error_of([&] { encoder.encode("a<t> <s>"); }));
    CHECK(error_of([&] { session.replace(3, 3, "><s>aaaaaa"); }) ==
          error_of([&] { encoder.encode("a<t><s>aaaaaa"); }));
    CHECK(session.text() == "a<t");
  }
}

CLAUSE_TEST("S61a", "a copy of a session goes on by itself") {
  const Tokenizer tokenizer = TokenizerAccess::make(v1_table({{'a', 'b'}}));
  bpetite::Session session(tokenizer);
  session.append("ab");
  bpetite::Session other = session;
  session.append("c");
  other.append("d");
  CHECK(session.text() == "abc");
  CHECK(other.text() == "abd");
  CHECK(session.truncate(1) == Patch{0, 2, {97}});
  other = session;
  CHECK(other.text() == "a");
  bpetite::Stream stream(tokenizer);
  CHECK(stream.push("ab a") == Ids{256});
  bpetite::Stream copy = stream;
  CHECK(stream.push("b").empty());
  CHECK(copy.finish() == Ids{32, 97});
  CHECK(stream.finish() == Ids{32, 256});
}

// text() gives the memory that an edit moves, or gives back for a larger one.
CLAUSE_TEST("S61b", "a part of the text of a session can be put into it") {
  const Table table = v1_table({{'a', 'b'}, {' ', 'a'}});
  const engine::Encoder encoder(table);
  Session session(encoder, {}, no_limit);
  std::string text;
  for (int i = 0; i < 100; ++i) text += " ab" + std::to_string(i);
  session.append(text);
  for (const std::size_t from : {0U, 5U, 300U}) {
    for (const std::size_t begin : {0U, 7U, 200U, 400U}) {
      for (const std::size_t size : {1U, 60U, 10000U}) {
        session.replace(begin, begin + 2, session.text().substr(from, size));
        text.replace(begin, 2, text.substr(from, size));
        REQUIRE(session.text() == text);
        REQUIRE(std::ranges::equal(session.ids(), encoder.encode(text)));
        session.replace(400, session.text_size(), "");
        text.resize(400);
        session.append(session.text());
        text += std::string(text);
        REQUIRE(session.text() == text);
        REQUIRE(std::ranges::equal(session.ids(), encoder.encode(text)));
      }
    }
  }
}

CLAUSE_TEST("S61a", "edits in a long text, near each other and far apart") {
  const Table table = v1_table({{'a', 'b'}, {' ', 'a'}, {257, 'b'}, {'1', '2'}});
  const engine::Encoder encoder(table);
  Session session(encoder, {}, no_limit);
  std::string text;
  for (int i = 0; i < 3000; ++i) text += i % 7 == 0 ? " ab12" : i % 5 == 0 ? "\n\u00e9" : " abc";
  session.append(text);
  // Steps that meet each part of the marks, and each place in it.
  for (std::size_t edit = 0; edit < 300; ++edit) {
    std::size_t begin = edit % 3 == 0 ? edit * 7919 % text.size() : 5000 + edit * 3;
    begin = scalar_end_from(text, begin);
    const std::size_t end = scalar_end_from(text, std::min(text.size(), begin + edit % 11));
    const std::string_view put = edit % 4 == 0   ? ""
                                 : edit % 4 == 1 ? " "
                                 : edit % 4 == 2 ? "ab"
                                                 : "1";
    const Ids before(session.ids().begin(), session.ids().end());
    const Patch patch = session.replace(begin, end, put);
    text.replace(begin, end - begin, put);
    const Ids now = encoder.encode(text);
    REQUIRE(std::ranges::equal(session.ids(), now));
    REQUIRE(patch == reference::patch_of(before, now));
    REQUIRE(session.text() == text);
  }
}

// A change may end anywhere behind the edit, and equal ids prove nothing (S61c).
CLAUSE_TEST("S61c", "a change far from the edit is found") {
  const Table table = [] {
    Table made = v1_table({});
    made.profile.splits = profiles::o200k().splits;
    return made;
  }();
  const engine::Encoder encoder(table);
  // The case of one letter decides whether a run of upper case behind it is one chunk or two.
  std::string text = " \u4e9a\u6d32AV";
  for (int i = 0; i < 2000; ++i) text += "QZ";
  Session session(encoder, {}, no_limit);
  session.append("one two" + text);
  session.append("x");
  CHECK(std::ranges::equal(session.ids(), encoder.encode("one two" + text + "x")));
  session.replace(3, 4, "");
  CHECK(std::ranges::equal(session.ids(), encoder.encode("onetwo" + text + "x")));
}

// Digits are cut by three, and then by two: 123|4 becomes 12|3|4. From the 3 on, 34 would be one
// chunk.
CLAUSE_TEST("S61a",
            "a piece of the first pattern that began before a place is not begun anew there") {
  Table table = v1_table({{'1', '2'}, {'3', '4'}, {'2', '3'}});
  table.profile.splits = {{{"\\p{N}{1,3}| ?[^\\p{N}]+"}}, {{"\\p{N}{2}|\\p{N}| ?[^\\p{N}]+"}}};
  const engine::Encoder encoder(table);
  REQUIRE(encoder.cutter().compiled().table() != nullptr);
  for (const std::size_t spacing : {1U, 2U, 512U}) {
    Session session(encoder, {}, no_limit, spacing);
    std::string text;
    for (const char digit : std::string_view("1234 12341234 a1")) {
      text += digit;
      session.append({&digit, 1});
      INFO(text);
      CHECK(std::ranges::equal(session.ids(), encoder.encode(text)));
    }
    session.replace(2, 3, "");
    text.erase(2, 1);
    CHECK(std::ranges::equal(session.ids(), encoder.encode(text)));
  }
}

// The edit begins behind the first literal, whose last letter is still a word beside "cd". A token
// that is found in normalized text begins anew behind one of the given text (S30e).
CLAUSE_TEST("S61a S27h S30e", "a literal that an edit puts behind another one has it beside it") {
  std::size_t found = 0;
  for (const bool first_is_later : {false, true}) {
    for (const bool next_is_later : {false, true}) {
      for (const std::string_view first : {"<b", "b>"}) {
        Table table = v1_table({});
        table.specials = {
            {std::string(first), 300, first_is_later},
            {.literal = "cd", .id = 301, .normalized = next_is_later, .single_word = true}};
        const engine::Encoder encoder(table);
        Session session(encoder, SpecialChoice(), no_limit, 1);
        std::string text;
        for (const std::string_view more : std::vector<std::string_view>{" ", first, "cd", " "}) {
          session.append(more);
          text += more;
          INFO(text << first_is_later << next_is_later);
          CHECK(std::ranges::equal(session.ids(), reference::encode(text, table)));
        }
        if (std::ranges::count(session.ids(), TokenId{301}) > 0) ++found;
        // Without the blank at the end, and with a letter there, which is a word beside "cd".
        for (const std::string_view last : {"", "c"}) {
          session.replace(5, text.size(), last);
          text.replace(5, std::string::npos, last);
          CHECK(std::ranges::equal(session.ids(), reference::encode(text, table)));
        }
      }
    }
  }
  CHECK((found > 3 && found < 8));
}

// Without the "<" the literal "b" is found in its place, but in normalized text, and then a word
// goes on before "cd".
CLAUSE_TEST("S61a S27h S30e", "behind an edit a literal of the given text is not one of the form") {
  Table table = v1_table({});
  table.specials = {{"<b", 300},
                    {"b", 301, true},
                    {.literal = "cd", .id = 302, .normalized = true, .single_word = true}};
  const engine::Encoder encoder(table);
  Session session(encoder, {}, no_limit, 1);
  session.append("<b");
  session.append("cd-");
  REQUIRE(std::ranges::equal(session.ids(), Ids{300, 302, '-'}));
  session.replace(0, 1, "x");
  CHECK(std::ranges::equal(session.ids(), Ids{'x', 301, 'c', 'd', '-'}));
  CHECK(std::ranges::equal(session.ids(), reference::encode("xbcd-", table)));
}

// The text "cd" is a word beside "<b", and stands alone beside "<->". The mark between the two was
// behind a literal before the edit, and is behind one now.
CLAUSE_TEST("S61a S27h", "what stands behind an edit has another scalar before it") {
  Table table = v1_table({});
  table.specials = {{"<b", 300}, {"<->", 301}, {.literal = "cd", .id = 302, .single_word = true}};
  const engine::Encoder encoder(table);
  Session session(encoder, {}, no_limit, 1);
  session.append("<b");
  session.append("cd-");
  REQUIRE(std::ranges::equal(session.ids(), Ids{300, 'c', 'd', '-'}));
  session.replace(0, 2, "<->");
  CHECK(std::ranges::equal(session.ids(), Ids{301, 302, '-'}));
  CHECK(std::ranges::equal(session.ids(), reference::encode("<->cd-", table)));
}

// The y showed that a chunk begins at the second blank. Another blank before the y moves that end.
CLAUSE_TEST("S61c", "a place that was certain by what an edit replaces is not certain any more") {
  Table table = v1_table({{' ', ' '}, {' ', 'y'}});
  table.profile.splits = profiles::gpt2().splits;
  const engine::Encoder encoder(table);
  Session session(encoder, {}, no_limit, 1);
  for (const std::string_view letter : {"x", " ", " ", "y", "z"}) session.append(letter);
  session.replace(3, 3, " ");
  CHECK(std::ranges::equal(session.ids(), encoder.encode("x   yz")));
}

}  // namespace
}  // namespace bpetite::test
