// Tests the command line for text in motion (spec/22-motion.md, S66): `encode --stream`, `--parts`
// and `--limit`, `check-ids` and `windows`. Compares what they write with the library or the
// reference, for many inputs, and tests their errors and the options that need or exclude each
// other.
//
//   encode --model llama.json --parts prompts.jsonl      what encode_parts gives for each line
#include <fmt/format.h>

#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/canonical.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/open.hpp>
#include <bpetite/parts.hpp>
#include <bpetite/windows.hpp>

#include "artifact/schema2.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "support/catch.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/texts/tables.hpp"

namespace bpetite::test {
namespace {

using Words = std::vector<std::string>;

// The command with the model llama.json, and more words.
Words with_llama(const std::string& command, const Words& more) {
  Words words = {command, "--model", "llama.json"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string line_of(const std::vector<TokenId>& ids) {
  return fmt::format("[{}]\n", fmt::join(ids, ","));
}

// The error line without the hint at the help.
std::string error_line(const Finished& done) {
  return done.err.substr(0, done.err.find(" (see bpetite"));
}

CLAUSE_TEST("S66a S66b S66c S66d S66e FR-33",
            "options that need or exclude others are wrong usage") {
  const Desk desk;
  desk.stock();
  const std::vector<std::pair<Words, std::string>> cases = {
      {{"encode", "--text", "ab", "--stream"}, "--stream needs --input"},
      {{"encode", "--input", "text.txt", "--text", "ab", "--stream"},
       "either --text or --input is required, not both"},
      {{"encode", "--stream", "--input", "text.txt", "--template"},
       "--template is not for --stream"},
      {{"encode", "--stream", "--input", "text.txt", "--batch", "nul"},
       "--batch is not for --stream"},
      {{"encode", "--stream", "--input", "text.txt", "--offsets", "bytes"},
       "--offsets is not for --stream"},
      {{"encode", "--stream", "--input", "text.txt", "--reference"},
       "--reference is not for --stream"},
      {{"encode", "--input", "text.txt", "--max-pending", "4K"}, "--max-pending needs --stream"},
      {{"encode", "--stream", "--input", "text.txt", "--max-pending", "0"},
       "--max-pending: \"0\" is not a number of bytes above 0, such as 1000, 64K, 256M, 4G"},
      {{"encode", "--parts", "prompts.jsonl", "--text", "ab"}, "--text is not for --parts"},
      {{"encode", "--parts", "prompts.jsonl", "--stream", "--input", "text.txt"},
       "--input is not for --parts"},
      {{"encode", "--parts", "prompts.jsonl", "--ordinary"}, "--ordinary is not for --parts"},
      {{"encode", "--parts", "prompts.jsonl", "--allow-special", "all"},
       "--allow-special is not for --parts"},
      {{"encode", "--parts", "prompts.jsonl", "--format", "u16"}, "--format is not for --parts"},
      {{"encode", "--parts", "prompts.jsonl", "--count", "--limit", "1"},
       "--parts is not for --limit"},
      {{"encode", "--parts", "prompts.jsonl", "--seams", "open"},
       "--seams: \"open\" is none of joined, cut"},
      {{"encode", "--text", "ab", "--seams", "cut"}, "--seams needs --parts"},
      {{"encode", "--text", "ab", "--strict"}, "--strict needs --parts"},
      {{"encode", "--text", "ab", "--limit", "1"}, "--limit needs --count"},
      {{"encode", "--text", "ab", "--count", "--limit", "-1"},
       "--limit: \"-1\" is not a whole number from 0 on"},
      {{"encode", "--text", "ab", "--count", "--limit", "1", "--append", "97"},
       "--append is not for --limit"},
      {{"encode", "--text", "ab", "--count", "--limit", "1", "--max-ids", "1"},
       "--max-ids is not for --limit"},
      {{"check-ids"}, "either --ids or --input is required"},
      {{"check-ids", "--ids", "97", "--format", "u16"},
       "--format belongs to --input, not to --ids"},
      {{"check-ids", "--ids", "[97,98]"},
       "--ids: \"[97,98]\" is not a whole number: ids stand side by side, as in --ids 97 98"},
      {{"windows", "--text", "ab"}, "--max-ids is required"},
      {{"windows", "--max-ids", "2"}, "either --text or --input is required"},
      {{"windows", "--max-ids", "2k", "--text", "ab"},
       "--max-ids: \"2k\" is not a whole number from 0 on, write --max-ids 2000"},
      {{"windows", "--max-ids", "2", "--at", "word", "--text", "ab"},
       "--at: \"word\" is none of safe, line"},
      {{"windows", "--max-ids", "2", "--overlap", "x", "--text", "ab"},
       "--overlap: \"x\" is not a whole number from 0 on"},
  };
  for (const auto& [words, message] : cases) {
    const Words all = with_llama(words.front(), Words(words.begin() + 1, words.end()));
    const Finished done = desk.bpetite(all);
    CAPTURE(all);
    CHECK(done.code == 2);
    CHECK(done.out.empty());
    CHECK(error_line(done) == fmt::format("bpetite: usage: {}: {}", words.front(), message));
  }
  CHECK(error_line(desk.bpetite({"encode", "--model", "-", "--parts", "-"})) ==
        "bpetite: usage: encode: only one file can be standard input");
}

// A text of characters that wait for what follows, and of those that do not.
std::string moving_text(std::size_t size) {
  std::mt19937 random(process_seed());
  const std::vector<std::string> pieces = {"ab",    " ",  "  ", "\n", "\u20ac",
                                           "<|eot", "12", "'s", "!"};
  std::string text;
  while (text.size() < size) text += pieces[random() % pieces.size()];
  return text;
}

std::string joined_lines(const std::string& lines) {
  std::string ids;
  for (const char c : lines) {
    if (c == '\n' || c == '[') continue;
    ids += c == ']' ? ',' : c;
  }
  return ids;
}

CLAUSE_TEST("S66a S60b", "the ids of a stream are those of the whole text, in every format") {
  const Desk desk;
  desk.stock();
  for (const std::size_t size : {0U, 1U, 100U, 65536U, 65537U, 300000U}) {
    desk.write("moving.txt", size == 0 ? "" : moving_text(size));
    CAPTURE(size);
    const Finished whole = desk.bpetite(with_llama("encode", {"--input", "moving.txt"}));
    const Finished stream =
        desk.bpetite(with_llama("encode", {"--stream", "--input", "moving.txt"}));
    REQUIRE(stream.code == 0);
    CHECK(stream.err.empty());
    CHECK(joined_lines(stream.out) == joined_lines(whole.out == "[]\n" ? "" : whole.out));
    for (const char* const format : {"u16", "u32"}) {
      const Words plain = {"--input", "moving.txt", "--format", format};
      const Words moving = {"--stream", "--input", "moving.txt", "--format", format};
      // llama3's special tokens have ids above 16 bits, but the text has none of them.
      CHECK(desk.bpetite(with_llama("encode", moving)).out ==
            desk.bpetite(with_llama("encode", plain)).out);
    }
  }
}

CLAUSE_TEST("S66a S60e S1a", "an error of a stream counts from the beginning of the text") {
  const Desk desk;
  desk.stock();
  desk.write("moving.txt", std::string(65536, '!') + " ab\xff");
  const Finished bad = desk.bpetite(with_llama("encode", {"--stream", "--input", "moving.txt"}));
  CHECK(bad.code == 1);
  CHECK(bad.out.empty());  // "!" waits for more
  CHECK_THAT(bad.err, contains_text("UnicodeDecodeError: text: byte 65539: "));

  desk.write("moving.txt", std::string(65534, 'x') + " ab<|eot_id|>");
  const Finished refused =
      desk.bpetite(with_llama("encode", {"--stream", "--input", "moving.txt"}));
  CHECK(refused.code == 1);
  CHECK_THAT(refused.err, contains_text("ValueError: encode: byte 65537: the special token "
                                        "\"<|eot_id|>\" stands in the text: allow it "
                                        "(--allow-special)"));
  const Words allowed = {"--stream", "--input", "moving.txt", "--allow-special", "<|eot_id|>"};
  CHECK(desk.bpetite(with_llama("encode", allowed)).code == 0);

  // An id that does not fit in 16 bits has its place in the whole text.
  desk.write("wide.txt", "c\nab");
  const Finished wide = desk.bpetite(
      {"encode", "--model", "wide.json", "--stream", "--input", "wide.txt", "--format", "u16"});
  CHECK(wide.code == 1);
  CHECK_THAT(wide.err,
             contains_text("ValueError: encode: ids[2]: 65791 does not fit into 16 bits"));
}

CLAUSE_TEST("S66b S62b S62c", "a line of parts has the ids of encode_parts") {
  const Desk desk;
  desk.stock();
  const Tokenizer tokenizer = open(desk.path() / "llama.json");
  std::mt19937 random(process_seed());
  const std::vector<std::string> texts = {"a",     "b ",         "",           "<|eot",
                                          "_id|>", "<|eot_id|>", " ab\u20ac\n"};
  const TokenId eot = encode_parts(tokenizer, std::vector{TextPart::token("<|eot_id|>")}).front();
  std::string lines;
  std::vector<std::vector<TextPart>> all;
  for (int i = 0; i < 100; ++i) {
    std::string shown;
    auto& parts = all.emplace_back();
    for (auto left = random() % 6; left > 0; --left) {
      const std::string& text = texts[random() % texts.size()];
      if (!shown.empty()) shown += ", ";
      switch (random() % 4) {
        case 0:
          parts.push_back(TextPart::untrusted(text));
          shown += fmt::format("{{\"text\":{}}}", json::quoted(text));
          break;
        case 1:
          parts.push_back(TextPart::trusted(text));
          shown += fmt::format("{{\"template\":{}}}", json::quoted(text));
          break;
        case 2:
          parts.push_back(TextPart::token("<|eot_id|>"));
          shown += "{\"token\":\"<|eot_id|>\"}";
          break;
        default:
          parts.push_back(TextPart::token(eot));
          shown += fmt::format("{{\"token\":{}}}", eot);
      }
    }
    lines += fmt::format("{{\"parts\":[{}],\"id\":{}}}\n{}", shown, i, i % 10 == 0 ? " \r\n" : "");
  }
  desk.write("many.jsonl", lines);
  for (const Seams seams : {Seams::joined, Seams::cut}) {
    for (const bool strict : {false, true}) {
      std::string wanted;
      std::string counts;
      for (const auto& parts : all) {
        const std::vector<TokenId> ids = encode_parts(tokenizer, parts, {seams, strict});
        wanted += line_of(ids);
        counts += fmt::format("{}\n", ids.size());
      }
      Words words = {"--parts", "many.jsonl", "--seams", seams == Seams::cut ? "cut" : "joined"};
      if (strict) words.emplace_back("--strict");
      CHECK(desk.bpetite(with_llama("encode", words)).out == wanted);
      for (const Words& more : std::vector<Words>{{"--threads", "3"}, {"--reference"}}) {
        Words other = words;
        other.insert(other.end(), more.begin(), more.end());
        CHECK(desk.bpetite(with_llama("encode", other)).out == wanted);
      }
      words.emplace_back("--count");
      CHECK(desk.bpetite(with_llama("encode", words)).out == counts);
    }
  }
  CHECK(desk.bpetite(with_llama("encode", {"--parts", "-"})).out.empty());
}

CLAUSE_TEST("S66b S62i", "a bad line of parts is named, and nothing is written") {
  const Desk desk;
  desk.stock();
  const std::string one_of = R"(required one of "text", "template", "token" [S66b, chapter 22])";
  const std::string object = R"(required an object with an array "parts" [S66b, chapter 22])";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"[]", "ValueError: encode: line 2: not an object, " + object},
      {"{}", "ValueError: encode: line 2: no \"parts\", " + object},
      {R"({"parts":{}})", "ValueError: encode: line 2: \"parts\" is not an array, " + object},
      {R"({"parts":["a"]})", "ValueError: encode: line 2: parts[0]: not an object, " + one_of},
      {R"({"parts":[{}]})", "ValueError: encode: line 2: parts[0]: no member, " + one_of},
      {R"({"parts":[{"text":"a","template":"b"}]})",
       "ValueError: encode: line 2: parts[0]: several members, " + one_of},
      {R"({"parts":[{"text":"a"},{"Text":"b"}]})",
       "ValueError: encode: line 2: parts[1]: \"Text\", " + one_of},
      {R"({"parts":[{"text":5}]})",
       "ValueError: encode: line 2: parts[0]: text: not a string, required a string [S66b, chapter "
       "22]"},
      {R"({"parts":[{"token":1.0}]})",
       "ValueError: encode: line 2: parts[0]: token: not a string, required a literal or an id "
       "[S66b, chapter 22]"},
      {R"({"parts":[{"text":"a"},{"token":-1}]})",
       "KeyError: encode: line 2: parts[1]: no added token has the id -1 [S62i, chapter 22]"},
      {R"({"parts":[{"token":4294967296},{"text":"a"}]})",
       "KeyError: encode: line 2: parts[0]: no added token has the id 4294967296 [S62i, "},
      {R"({"parts":[{"text":"a"},{"token":-1},{"token":97},{"Text":"b"}]})",
       "KeyError: encode: line 2: parts[1]: no added token has the id -1 [S62i, chapter 22]"},
      {R"({"parts":[{"token":"<x>"},{"token":10000000000000000000000}]})",
       "KeyError: encode: line 2: parts[0]: no added token has the literal \"<x>\", required one "
       "of "},
      {R"({"parts":[{"token":97}]})",
       "KeyError: encode: line 2: parts[0]: no added token has the id 97, required one of "},
      {"{\"parts\":[{\"text\":\"a\xff\"}]}", "ValueError: encode: line 2: byte 20: "},
      {R"({"parts":[{"text":"\ud800"}]})", "ValueError: encode: line 2: byte 25: the surrogate "},
      {R"({"parts":[)", "ValueError: encode: line 2: byte 10: "},
  };
  for (const auto& [line, message] : cases) {
    const std::string good = R"({"parts":[{"text":"ab"}]})";
    const Finished done =
        desk.bpetite(with_llama("encode", {"--parts", "-"}), good + "\n" + line + "\n" + good);
    CAPTURE(line);
    CHECK(done.code == 1);
    CHECK(done.out.empty());
    CHECK_THAT(done.err, Catch::Matchers::StartsWith("bpetite: " + message));
  }
  // Of several bad lines the first is named, also on several threads.
  std::string lines;
  for (int i = 0; i < 50; ++i) lines += i < 7 ? "{\"parts\":[]}\n" : "{}\n";
  const Finished first =
      desk.bpetite(with_llama("encode", {"--parts", "-", "--threads", "4"}), lines);
  CHECK_THAT(first.err, Catch::Matchers::StartsWith("bpetite: ValueError: encode: line 8: "));

  const Finished never = desk.bpetite({"encode", "--model", "nanochat.json", "--parts", "-"},
                                      R"({"parts":[{"text":"a"},{"template":"b"}]})");
  CHECK_THAT(never.err, Catch::Matchers::StartsWith(
                            "bpetite: ValueError: encode: line 1: parts[1]: a template: "));
  CHECK_THAT(never.err, contains_text("[S62i, chapter 22]\n"));
}

CLAUSE_TEST("S66c S63c FR-32c",
            "check-ids takes ids in each form, and says what the library says") {
  const Desk desk;
  desk.stock();
  const Tokenizer tokenizer = open(desk.path() / "llama.json");
  std::mt19937 random(process_seed());
  std::size_t canonical = 0;
  for (int i = 0; i < 60; ++i) {
    const std::vector<TokenId> known = {97, 98, 256, 257, 32, 10, 0xE2, 0x82};
    std::vector<TokenId> ids;
    for (auto left = random() % 4; left > 0; --left) ids.push_back(known[random() % known.size()]);
    Words listed = {"--ids"};
    for (const TokenId id : ids) listed.push_back(fmt::format("{}", id));
    std::string raw;
    for (const TokenId id : ids)
      raw += {static_cast<char>(id & 0xFFU), static_cast<char>(id >> 8U)};
    desk.write("some.json", line_of(ids));
    desk.write("some.u16", raw);
    for (const bool one_string : {false, true}) {
      const auto found =
          divergence(tokenizer, ids, one_string ? CanonicalAs::one_string : CanonicalAs::parts);
      const std::string wanted = found ? fmt::format("not canonical: index {}, byte {}: {}\n",
                                                     found->index, found->byte, name(found->cause))
                                       : "canonical\n";
      canonical += found ? 0U : 1U;
      for (Words words : std::vector<Words>{
               listed, {"--input", "some.json"}, {"--input", "some.u16", "--format", "u16"}}) {
        if (one_string) words.insert(words.begin(), "--one-string");
        const Finished done = desk.bpetite(with_llama("check-ids", words));
        CAPTURE(words, ids);
        CHECK(done.out == wanted);
        CHECK(done.code == (found ? 1 : 0));
        CHECK(done.err.empty());
      }
    }
  }
  CHECK(canonical > 20);
  CHECK(canonical < 100);

  const Finished bad = desk.bpetite(with_llama("check-ids", {"--input", "text.txt"}));
  CHECK(bad.code == 1);
  CHECK_THAT(bad.err,
             Catch::Matchers::StartsWith("bpetite: ValueError: check-ids: \"text.txt\": no JSON"));
  CHECK_THAT(desk.bpetite(with_llama("check-ids", {"--ids", "97", "-1"})).err,
             contains_text("KeyError: decode: ids[1]: unknown token id -1 [FR-22, chapter 6]"));
}

CLAUSE_TEST("S66f S63g", "check-ids --open says what the library says") {
  const Desk desk;
  desk.stock();
  const Tokenizer tokenizer = open(desk.path() / "llama.json");
  std::set<int> codes;
  for (const std::vector<TokenId>& ids : std::vector<std::vector<TokenId>>{
           {}, {97}, {97, 98}, {10, 10}, {0xE2}, {0xE2, 98}, {256, 32, 97, 98}, {257, 0xC3}}) {
    Words words = {"--open", "--ids"};
    for (const TokenId id : ids) words.push_back(fmt::format("{}", id));
    const Continuation found = continuation(tokenizer, ids);
    using Answer = Continuation::Answer;
    const Finished done = desk.bpetite(with_llama("check-ids", words));
    CAPTURE(ids);
    CHECK(done.out == (found.answer == Answer::yes
                           ? fmt::format("can go on: with {}\n", utf8::quoted(found.bytes))
                       : found.answer == Answer::no
                           ? fmt::format("cannot go on: index {}\n", found.index)
                           : "unknown\n"));
    CHECK(done.code == (found.answer == Answer::yes ? 0 : 1));
    codes.insert(done.code);
  }
  CHECK(codes.contains(0));
  CHECK(codes.contains(1));

  // Merges in another order have no pairs that decide (S63g), so nothing is found.
  const Table table = ranked_table({{'a', 'b'}, {'b', 'c'}}, {300, 256});
  desk.write("other.json", artifact::serialize_schema2(table));
  const Finished done =
      desk.bpetite({"check-ids", "--model", "other.json", "--open", "--ids", "97", "98"});
  CHECK(done.out == "unknown\n");
  CHECK(done.err.empty());
  CHECK(done.code == 1);
}

CLAUSE_TEST("S66d S64c S64e", "windows writes what the library gives, and its errors") {
  const Desk desk;
  desk.stock();
  const Tokenizer tokenizer = open(desk.path() / "llama.json");
  const std::string text = moving_text(3000);
  desk.write("moving.txt", text);
  for (const std::size_t most : {3U, 10U, 500U, 5000U}) {
    for (const std::size_t overlap : {0U, 2U}) {
      for (const WindowEnd at : {WindowEnd::safe, WindowEnd::line}) {
        std::string wanted;
        for (const Window& window : windows(tokenizer, text, {most, overlap, at})) {
          wanted += fmt::format("{} {} {}\n", window.begin, window.end, window.ids);
        }
        const Words words = {"--max-ids", fmt::format("{}", most),
                             "--overlap", fmt::format("{}", overlap),
                             "--at",      at == WindowEnd::line ? "line" : "safe",
                             "--input",   "moving.txt"};
        CAPTURE(words);
        CHECK(desk.bpetite(with_llama("windows", words)).out == wanted);
      }
    }
  }
  // Numbers beyond 64 bits are numbers.
  const std::string beyond = "100000000000000000000";
  CHECK(desk.bpetite(with_llama("windows", {"--max-ids", beyond, "--text", "ab ab"})).out ==
        "0 5 2\n");
  const auto error = [&](const Words& words) {
    const Finished done = desk.bpetite(with_llama("windows", words));
    CHECK(done.code == 1);
    CHECK(done.out.empty());
    return done.err;
  };
  CHECK_THAT(error({"--max-ids", "2", "--overlap", beyond, "--text", "ab"}),
             contains_text("ValueError: windows: an overlap of "));
  CHECK_THAT(error({"--max-ids", "0", "--text", "ab"}), contains_text("[S64e, chapter 22]"));
  CHECK_THAT(error({"--max-ids", "2", "--text", "ab<|eot_id|>"}),
             contains_text("allow it (--allow-special)"));
  CHECK_THAT(error({"--max-ids", "2", "--input", "bad.txt"}),
             contains_text("UnicodeDecodeError: windows: \"bad.txt\": byte 2: "));
  CHECK(desk.bpetite(with_llama("windows", {"--max-ids", "2", "--allow-special", "all", "--text",
                                            "ab<|eot_id|>ab"}))
            .out == "0 12 2\n12 14 1\n");
}

CLAUSE_TEST("S66e S65a", "a count until a limit is the count, or says that there are more") {
  const Desk desk;
  desk.stock();
  for (const std::string text : {"", "a", "ab ab", "  !\n\u20ac"}) {
    const auto all =
        std::stoul(desk.bpetite(with_llama("encode", {"--text", text, "--count"})).out);
    for (const std::string limit : {"0", "1", "2", "3", "50", "100000000000000000000"}) {
      const bool fits = limit.size() > 10 || all <= std::stoul(limit);
      const std::string wanted = fits ? fmt::format("{}\n", all) : fmt::format(">{}\n", limit);
      Words words = {"--text", text, "--count", "--limit", limit};
      CAPTURE(words);
      CHECK(desk.bpetite(with_llama("encode", words)).out == wanted);
      words.emplace_back("--reference");
      CHECK(desk.bpetite(with_llama("encode", words)).out == wanted);
    }
  }
  // The errors are those of the whole text.
  desk.write("late.txt", "ab ab ab ab\xff");
  const Finished done =
      desk.bpetite(with_llama("encode", {"--input", "late.txt", "--count", "--limit", "1"}));
  CHECK(done.code == 1);
  CHECK_THAT(done.err, contains_text("byte 11"));
}

}  // namespace
}  // namespace bpetite::test
