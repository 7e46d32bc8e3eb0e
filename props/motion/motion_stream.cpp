// Compares streams of text with encoding the whole text (spec/22-motion.md, S60): any pieces, those
// of single bytes among them, give the ids of the whole text, and no id is given that another text
// behind it would change. Also tests errors, which leave a stream as it was, and how much may wait.
#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "engine/motion/session.hpp"
#include "engine/motion/stream.hpp"
#include "profiles/profiles.hpp"
#include "reference/encode.hpp"
#include "reference/motion.hpp"
#include "reference/offsets.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/tally.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/moving_texts.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using engine::motion::Stream;
using Ids = std::vector<TokenId>;

// "ValueError", or "none".
std::string kind_of_error(const std::function<void()>& call) {
  const std::string error = error_of(call);
  return error.substr(0, error.find(':'));
}

// The reference's ids of a text, or the kind of its error.
struct Wanted {
  Ids ids;
  std::string error;
};
Wanted wanted_of(const MovingTable& moving, std::string_view text) {
  Wanted wanted;
  wanted.error =
      kind_of_error([&] { wanted.ids = reference::encode(text, moving.table, moving.choice); });
  return wanted;
}

PROPERTY("S60b", "a text in any pieces has the ids of the whole text") {
  const MovingTable& moving = some_moving_table();
  // Long pieces are cut between safe places, and not by the table.
  const std::string text = some_moving_text(*number_between(0, 2) == 0 ? 300 : 16);
  const Wanted wanted = wanted_of(moving, text);
  const bool by_bytes = *number_between(0, 4) == 0;
  Stream stream(moving.encoder, moving.choice, no_limit);
  Ids ids;
  const std::string error = kind_of_error([&] {
    for (std::string_view left = text; !left.empty();) {
      const auto size = by_bytes ? std::size_t{1} : *number_between<std::size_t>(1, left.size());
      stream.push(left.substr(0, size), ids);
      left.remove_prefix(size);
    }
    stream.finish(ids);
  });
  RC_LOG() << shown(moving) << "text " << utf8::quoted(text, 200) << "\n";
  RC_ASSERT(error == wanted.error);
  if (error == "none") RC_ASSERT(ids == wanted.ids);
  count_case("streams", moving.table.profile);
  RC_CLASSIFY(moving.encoder.cutter().compiled().table() == nullptr, "no table");
  RC_CLASSIFY(error != "none", "refused");
  RC_CLASSIFY(text.size() > 500, "long");
}

// Merges of these tables reach over the places where such a text is cut: "c " is a token.
CLAUSE_TEST("S60b", "a piece that is cut between safe places does not join the chunk before it") {
  std::string more;
  for (int i = 0; i < 40; ++i) more += " ab 12 abc";
  for (std::size_t number = 0; number < profile_tables; ++number) {
    const auto moving = make_moving_table(number, number);
    for (const std::string_view first : {"abc", "abc 12", "abc abc"}) {
      const Wanted wanted = wanted_of(*moving, std::string(first) + more);
      if (wanted.error != "none") continue;
      Stream stream(moving->encoder, moving->choice, no_limit);
      Ids ids;
      stream.push(first, ids);
      stream.push(more, ids);
      stream.finish(ids);
      INFO(shown(*moving) << "first " << first);
      CHECK(ids == wanted.ids);
    }
  }
}

PROPERTY("S60a", "ids that were given stay, whatever follows") {
  const MovingTable& moving = some_moving_table();
  const std::string text = some_moving_text(8);
  Stream stream(moving.encoder, moving.choice, no_limit);
  Ids ids;
  // A literal at the end waits, so only the whole text may be refused.
  const bool is_refused = kind_of_error([&] { stream.push(text, ids); }) != "none" ||
                          wanted_of(moving, text).error != "none";
  RC_CLASSIFY(is_refused, "refused");
  if (is_refused) return;
  std::vector<std::string> continuations;
  for (int times = 0; times < 8; ++times) continuations.push_back(some_moving_text(3));
  const Ids kept = reference::ids_kept_by(text, continuations, moving.table, moving.choice);
  RC_ASSERT(ids.size() <= kept.size());
  RC_ASSERT(std::equal(ids.begin(), ids.end(), kept.begin()));
  RC_CLASSIFY(ids.size() == kept.size(), "all of them");
}

// A table of one letter a token, with a special token that is not allowed.
MovingTable careful_table() {
  Table table = v1_table({{'a', 'b'}});
  table.profile.added.rule = SpecialRule::refused_unless_allowed;
  table.specials = {{"<s>", 300}, {"<n>", 301, true}};
  return {table, {}};
}

CLAUSE_TEST("S60f S1a S27a", "after an error a stream goes on with another piece") {
  const MovingTable moving = careful_table();
  for (const std::string_view bad :
       {std::string_view("ab ab\xff"), std::string_view("s> ab"), std::string_view("x <n>"),
        std::string_view("\xc3"), std::string_view("ab <s>")}) {
    Stream stream(moving.encoder, {}, no_limit);
    Ids ids;
    stream.push("ab ab <", ids);
    const Ids before = ids;
    const std::size_t waiting = stream.pending();
    const std::string error = error_of([&] {
      stream.push(bad, ids);
      stream.push("\xff", ids);
    });
    CHECK(error != "none");
    if (bad == "\xc3") continue;
    CHECK(ids == before);
    CHECK(stream.pending() == waiting);
    stream.push("x", ids);
    stream.finish(ids);
    CHECK(ids == reference::encode("ab ab <x", moving.table));
  }
}

CLAUSE_TEST("S60f S1a", "an error counts bytes from the beginning of the text") {
  const MovingTable moving = careful_table();
  Stream stream(moving.encoder, {}, no_limit);
  Ids ids;
  stream.push("ab \xc3", ids);
  CHECK(error_of([&] { stream.push("z", ids); }) ==
        error_of([&] { reference::encode("ab \xc3z", moving.table); }));
  CHECK(error_of([&] { stream.finish(ids); }) ==
        error_of([&] { reference::encode("ab \xc3", moving.table); }));
  stream.push("\xa9 <", ids);
  CHECK(error_of([&] { stream.push("s>", ids); }) ==
        error_of([&] { reference::encode("ab \u00e9 <s>", moving.table); }));
  CHECK(error_of([&] { stream.push("n>", ids); }) ==
        error_of([&] { reference::encode("ab \u00e9 <n>", moving.table); }));
  stream.push("x", ids);
  stream.finish(ids);
  CHECK(ids == reference::encode("ab \u00e9 <x", moving.table));
  ids.clear();
  stream.push("a", ids);
  stream.finish(ids);
  CHECK(ids == Ids{97});
}

// Both tokens are decided by the end alone, and encode finds <s> first.
CLAUSE_TEST("S60f S27a S30e",
            "of the tokens that the end decides, those of the given text come first") {
  Table table = careful_table().table;
  table.specials = {{"<s>", 300}, {"<s>x", 301}, {"<t>", 302, true}, {"<t><s>", 303, true}};
  const engine::Encoder encoder(table);
  const std::string wanted = error_of([&] { encoder.encode("a<t><s>"); });
  CHECK(wanted.starts_with("ValueError: encode: byte 4"));
  Stream stream(encoder, {}, no_limit);
  Ids ids;
  stream.push("a<t><s>", ids);
  CHECK(ids.empty());
  CHECK(error_of([&] { stream.finish(ids); }) == wanted);
  CHECK(error_of([&] { stream.push("-", ids); }) == wanted);
}

// <t>x is looked for in normalized text, and only the end decides that <t> is found.
CLAUSE_TEST("S60f S27a S30e", "an end that is refused in normalized text changes nothing") {
  Table table = careful_table().table;
  table.specials = {{"<t>", 300, true}, {"<t>x", 301, true}};
  const engine::Encoder encoder(table);
  Stream stream(encoder, {}, no_limit);
  Ids ids;
  stream.push("ab <t>", ids);
  const Ids before = ids;
  const std::string wanted = error_of([&] { encoder.encode("ab <t>"); });
  CHECK(wanted.starts_with("ValueError: encode: byte 3"));
  for (int times = 0; times < 2; ++times) {
    CHECK(error_of([&] { stream.finish(ids); }) == wanted);
    CHECK(ids == before);
    CHECK(stream.pending() == 4);
  }
  CHECK(error_of([&] { stream.push("-", ids); }) == wanted);
}

// <t> is found in the normal form, behind <s> in the given text, which is allowed.
CLAUSE_TEST("S60f S27a S30e", "a token that is not allowed has its byte, wherever pieces end") {
  Table table = careful_table().table;
  table.specials = {{"<s>", 300}, {"<t>", 301, true}, {"<u>", 302}};
  for (const Normalizer normalizer : {Normalizer::none, Normalizer::nfc_16_0}) {
    table.profile.normalizer = normalizer;
    const engine::Encoder encoder(table);
    const SpecialChoice choice = SpecialChoice::only({"<s>"});
    for (const std::string text : {"ab <t>", "<<t><", "<s>a<t>b", "\u00e9<s>\u00e9<t>",
                                   "a<s>\u00e9<u>", "e\u0301<s>b<t>", "<s><u>"}) {
      const std::string wanted = error_of([&] { encoder.encode(text, choice); });
      REQUIRE(wanted.starts_with("ValueError: encode: byte "));
      CHECK(error_of([&] { reference::encode(text, table, choice); }) == wanted);
      for (std::size_t first = 0; first <= text.size(); ++first) {
        for (std::size_t last = first; last <= text.size(); ++last) {
          Stream stream(encoder, choice, no_limit);
          Ids ids;
          INFO(text << ": " << first << ", " << last);
          CHECK(error_of([&] {
                  stream.push(text.substr(0, first), ids);
                  stream.push(text.substr(first, last - first), ids);
                  stream.push(text.substr(last), ids);
                  stream.finish(ids);
                }) == wanted);
        }
      }
    }
  }
}

CLAUSE_TEST("S60e", "no more bytes wait than may") {
  const MovingTable moving = careful_table();
  for (std::size_t most = 0; most < 6; ++most) {
    INFO(most);
    Stream stream(moving.encoder, {}, most);
    Ids ids;
    std::string text;
    for (int letters = 0; letters < 8; ++letters) {
      const std::string error = error_of([&] { stream.push("a", ids); });
      CHECK((error == "none") == (text.size() < most));
      if (error == "none") text += 'a';
    }
    CHECK(stream.pending() == most);
    // A blank ends the chunk, and waits itself.
    CHECK((error_of([&] { stream.push(" ", ids); }) == "none") == (most > 0));
  }
}

// The place from which on a text waits: the ids that were given are the first ones of the text, and
// the next one begins there (S28b). Bytes that have no ids (S31d) may wait before it.
std::size_t waits_from(const MovingTable& moving, std::string_view text, std::size_t given) {
  const Ids ids = reference::encode(text, moving.table, moving.choice);
  if (given == ids.size()) return text.size();
  return reference::byte_spans(text, ids, moving.table, moving.choice)[given].begin;
}

PROPERTY("S60e", "what waits is the given text from the first id on that was not given") {
  const MovingTable& moving = some_moving_table();
  const std::string text = some_moving_text(8);
  const bool is_refused = wanted_of(moving, text).error != "none";
  RC_CLASSIFY(is_refused, "refused");
  if (is_refused) return;
  Stream stream(moving.encoder, moving.choice, no_limit);
  Ids ids;
  for (std::string_view left = text; !left.empty();) {
    const auto size = *number_between<std::size_t>(1, left.size());
    stream.push(left.substr(0, size), ids);
    left.remove_prefix(size);
  }
  const std::size_t waiting = stream.pending();
  const std::size_t from = text.size() - waiting;
  RC_LOG() << shown(moving) << "text " << utf8::quoted(text, 200) << "\n";
  const std::size_t next = waits_from(moving, text, ids.size());
  if (moving.table.profile.drops_missing_bytes) {
    RC_ASSERT(from <= next);
    const bool are_lost = std::ranges::all_of(text.substr(from, next - from), [&](char byte) {
      return moving.table.tokens[static_cast<unsigned char>(byte)].empty();
    });
    RC_ASSERT((are_lost || moving.table.profile.normalizer != Normalizer::none));
  } else {
    RC_ASSERT(from == next);
  }
  // So a stream and a session refuse the text exactly if less may wait.
  const auto errors = [&](std::size_t most) {
    Stream limited(moving.encoder, moving.choice, most);
    engine::motion::Session session(moving.encoder, moving.choice, most);
    return std::vector{error_of([&] { limited.push(text, ids); }),
                       error_of([&] { session.append(text); })};
  };
  RC_ASSERT(errors(waiting) == std::vector<std::string>(2, "none"));
  RC_CLASSIFY(waiting == 0, "nothing waits");
  if (waiting == 0) return;
  for (const std::string& error : errors(waiting - 1)) {
    RC_ASSERT(
        error.starts_with(fmt::format("ValueError: encode: from byte {} on {} ", from, waiting)));
  }
  RC_CLASSIFY(moving.table.profile.normalizer != Normalizer::none, "normalizer");
}

CLAUSE_TEST("S60e S30g", "a space that is put before a text does not wait") {
  Table table = v1_table({});
  table.profile.prefix_space = true;
  const engine::Encoder encoder(table);
  Ids ids;
  CHECK(error_of([&] {
          Stream(encoder, {}, 0).push("a", ids);
        }).starts_with("ValueError: encode: from byte 0 on 1 byte wait"));
  CHECK(error_of([&] {
          engine::motion::Session(encoder, {}, 0).append("a");
        }).starts_with("ValueError: encode: from byte 0 on 1 byte wait"));
  CHECK(error_of([&] { engine::motion::Session(encoder, {}, 1).append("a"); }) == "none");
  Stream stream(encoder, {}, 1);
  stream.push("a", ids);
  CHECK(stream.pending() == 1);
}

// U+0958 has two scalars in form C, and the pattern cuts between them. A half of it waits as a
// whole.
CLAUSE_TEST("S60e S28b", "a group that the normalizer changes waits with all of its given bytes") {
  Table table = v1_table({});
  table.profile.normalizer = Normalizer::nfc_16_0;
  const engine::Encoder encoder(table);
  const auto waits = [&](std::string_view text) {
    Stream stream(encoder, {}, no_limit);
    Ids ids;
    stream.push(text, ids);
    return std::pair(ids.size(), stream.pending());
  };
  CHECK(waits("1e\u0301") == std::pair<std::size_t, std::size_t>(0, 4));
  CHECK(waits("1e\u0301c") == std::pair<std::size_t, std::size_t>(1, 4));
  CHECK(waits("1e\u0301c\xcc") == std::pair<std::size_t, std::size_t>(1, 5));
  CHECK(waits("1\u0958a") == std::pair<std::size_t, std::size_t>(4, 4));
  CHECK(waits("1\u0958a1") == std::pair<std::size_t, std::size_t>(7, 2));
}

CLAUSE_TEST("S60c", "a literal that may come holds back only what it can change") {
  Table table = v1_table({});
  table.specials = {{"<s>", 300}};
  const auto given = [&](std::string_view text) {
    const engine::Encoder encoder(table);
    Stream stream(encoder, {}, no_limit);
    Ids ids;
    stream.push(text, ids);
    return ids.size();
  };
  table.specials.reserve(2);
  SpecialToken& token = table.specials[0];
  CHECK(given("a ") == 1);
  token.single_word = true;
  CHECK(given("a ") == 1);
  CHECK(given("a <s>") == 1);
  CHECK(given("a b<s>") == 5);
  CHECK(given("a b<s> ") == 6);
  token.literal = "aa";
  CHECK(given("1 xaa") == 1);
  CHECK(given("1 xaa ") == 5);
  CHECK(given("1 xaa a") == 5);
  CHECK(given("1 xaa-") == 5);
  CHECK(given("1-xaa") == 2);
  CHECK(given("1x--aa") == 2);
  token.literal = "<>s<";
  CHECK(given("1 x<>s<") == 6);
  token = {"<s>", 300};
  token.rstrip = true;
  CHECK(given("a ") == 1);
  CHECK(given("a <s> ") == 1);
  token.lstrip = true;
  CHECK(given("a  ") == 0);
  table.specials.push_back({"e", 301});
  table.specials[1].rstrip = true;
  CHECK(given("a e ") == 1);
  table.specials.pop_back();
  token.rstrip = false;
  CHECK(given("a ") == 0);
  CHECK(given("a <") == 0);
  token.lstrip = false;
  table.profile.normalizer = Normalizer::nfc_16_0;
  CHECK(given("b!<") == 1);
  CHECK(given("b!") == 0);
}

CLAUSE_TEST("S60c", "all chunks that no continuation changes are given at once") {
  struct Row {
    std::string_view text;
    std::size_t waits;
  };
  const auto waits = [](const Profile& profile, std::string_view text) {
    Table table = v1_table({});
    table.profile.splits = profile.splits;
    const engine::Encoder encoder(table);
    Stream stream(encoder, {}, no_limit);
    Ids ids;
    stream.push(text, ids);
    return stream.pending();
  };
  for (const auto& [text, size] : std::vector<Row>{{"one two", 4},
                                                   {"one  ", 2},
                                                   {"one  t", 2},
                                                   {"don't", 2},
                                                   {"don'", 1},
                                                   {"one 12", 3},
                                                   {"a\n\n", 2},
                                                   {"", 0}}) {
    INFO(text);
    CHECK(waits(profiles::gpt2(), text) == size);
  }
  CHECK(waits(profiles::cl100k(), "one 1234") == 1);
  CHECK(waits(profiles::cl100k(), "one 123") == 3);
  CHECK(waits(profiles::deepseek_v3(), "one 1234 a") == 2);
}

// If the text ends there, both blanks are one chunk; if a letter follows, they are two.
CLAUSE_TEST("S60a", "a chunk whose end may be removed is not given") {
  Table table = v1_table({{' ', ' '}, {' ', 'b'}});
  table.profile.splits = profiles::gpt2().splits;
  const engine::Encoder encoder(table);
  for (const std::string_view rest : {"", "b", " ", "\n", "\u00a0"}) {
    Stream stream(encoder, {}, no_limit);
    Ids ids;
    stream.push("a  ", ids);
    CHECK(ids == Ids{97});
    stream.push(rest, ids);
    stream.finish(ids);
    CHECK(ids == reference::encode("a  " + std::string(rest), table));
  }
}

// Texts that come in pieces of a byte have the reference's ids.
void check_byte_by_byte(const Table& table, const std::vector<std::string>& texts) {
  const engine::Encoder encoder(table);
  for (const std::string& text : texts) {
    INFO(text);
    Stream stream(encoder, {}, no_limit);
    Ids ids;
    for (const char byte : text) stream.push({&byte, 1}, ids);
    stream.finish(ids);
    CHECK(ids == reference::encode(text, table));
  }
}

CLAUSE_TEST("S60d S27g S27h", "a literal that looks at what is beside it waits for that") {
  Table table = v1_table({});
  table.specials = {{"<r>", 300}, {"<l>", 301}, {"<w>", 302}};
  table.specials[0].rstrip = true;
  table.specials[1].lstrip = true;
  table.specials[2].single_word = true;
  check_byte_by_byte(table, {"<r>  x", "x  <l>y", "x <w>y", "x <w> y", "x<w> <l><r>\n<w>"});
}

// "<s> " is refused behind x, and hides " y". The blank waits for "<l>", which would take it.
CLAUSE_TEST("S60d S27g S27h", "white space that waits may be of a literal that was refused") {
  Table table = v1_table({});
  table.specials = {{.literal = "<s> ", .id = 300, .single_word = true},
                    {" y", 301},
                    {.literal = "<l>", .id = 302, .lstrip = true}};
  check_byte_by_byte(table, {"x<s> y ", "x<s>  y", "x<s> <l>", "<s> y", "a y"});
}

}  // namespace
}  // namespace bpetite::test
