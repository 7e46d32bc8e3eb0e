// Tests the commands for conversations (spec/19-conversations.md): `render`, and `visualize` as
// text and as a page, with bad conversations, wrong usage, colours and the width of rows. Tests the
// options of `encode` and `decode` that nanochat's tokenizer has: tokens at the ends of a text,
// batches, and streams of ids, with their errors. Also tests how bytes are shown for people.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/conversation.hpp>
#include <bpetite/open.hpp>

#include "cli/commands/visualize.hpp"
#include "cli/terminal/readable.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "core/wording/shown.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/texts/conversations.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {
namespace {

using Words = std::vector<std::string>;

// A desk with a vocabulary like that of nanochat.
class TalkingDesk {
 public:
  TalkingDesk() { desk_.write("ranks", nanochat_ranks()); }

  const Desk& desk() const { return desk_; }
  Tokenizer tokenizer() const { return open(desk_.path() / "ranks", {.profile = "nanochat"}); }

  static Words words(const std::string& command, const Words& more) {
    Words all = {command, "--model", "ranks", "--profile", "nanochat"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Finished run(const std::string& command, const Words& more, const std::string& in = "") const {
    return desk_.bpetite(words(command, more), in);
  }

 private:
  Desk desk_;
};

std::string line_of(std::size_t number, const RenderedConversation& tokens, bool has_mask) {
  return fmt::format("{{\"line\":{},\"ids\":[{}]{}}}\n", number, fmt::join(tokens.ids, ","),
                     has_mask ? fmt::format(",\"mask\":[{}]", fmt::join(tokens.mask, ",")) : "");
}

// The value that a generator gives for a number and the seed of the process.
template <typename T>
T drawn(const rc::Gen<T>& gen, std::size_t number) {
  return gen(rc::Random(process_seed() + number), static_cast<int>(number % 100)).value();
}

// A conversation with an answer of the assistant, and its JSON.
rc::Gen<std::pair<Conversation, std::string>> good_conversation() {
  return rc::gen::exec([] {
    const Conversation good = *answered_conversation();
    return std::pair(good, json::serialize(json_of(good)));
  });
}

CLAUSE_TEST("S57o S57n S57m",
            "the good ones come out in their order, and the bad ones are listed") {
  const TalkingDesk desk;
  const Tokenizer tokenizer = desk.tokenizer();
  std::string file;
  std::string lines;
  std::string good_file;
  std::string completions;
  std::size_t good_ones = 0;
  std::vector<std::string> places;
  for (std::size_t number = 1; number <= 150; ++number) {
    if (number % 3 == 0) {
      const BadConversation bad = drawn(bad_conversation(), number);
      file += json::serialize(bad.json) + "\n";
      places.push_back(
          fmt::format("bpetite: ValueError: render: line {}: {}: ", number, bad.pointer));
      continue;
    }
    const auto [good, json] = drawn(good_conversation(), number);
    file += json + (number % 2 == 0 ? "\r\n" : "\n");
    lines += line_of(number, render(tokenizer, good, 70), true);
    good_file += json + "\n";
    completions += line_of(++good_ones, {render_for_completion(tokenizer, good, 70), {}}, false);
  }
  desk.desk().write("talks.jsonl", file);

  const Words options = {"--input", "talks.jsonl", "--max-tokens", "70"};
  for (const char* const how : {"--threads=1", "--threads=3", "--reference", "--format=json"}) {
    INFO(how);
    Words words = options;
    words.emplace_back(how);
    const Finished done = desk.run("render", words);
    CHECK(done.code == 1);
    CHECK(done.out == lines);
    std::size_t at = 0;
    for (const std::string& place : places) {
      INFO(place);
      REQUIRE(done.err.compare(at, place.size(), place) == 0);
      at = done.err.find('\n', at) + 1;
    }
    CHECK(at == done.err.size());
  }
  for (const char* const how : {"--threads=2", "--reference"}) {
    const Finished done =
        desk.run("render", {"--input", "-", "--max-tokens", "70", "--completion", how}, good_file);
    CHECK(done.code == 0);
    CHECK(done.out == completions);
  }
  CHECK(desk.run("render", {"--input", "-"}, "").code == 0);
}

CLAUSE_TEST("S57o S57p S24", "wrong usage of render and visualize comes before anything is read") {
  const TalkingDesk desk;
  for (const std::string command : {"render", "visualize"}) {
    const auto fails = [&](int code, const std::string& begins, const Words& words) {
      const Finished done = desk.desk().bpetite(words);
      CAPTURE(words, done.err);
      CHECK(done.code == code);
      CHECK(done.out.empty());
      CHECK(done.err.starts_with("bpetite: " + begins));
    };
    const std::string usage = "usage: " + command + ": ";
    fails(2, usage, {command, "--model", "missing"});
    fails(2, usage, {command, "--input", "missing"});
    fails(2, usage + "only one file can be standard input",
          {command, "--model", "-", "--input", "-"});
    for (const std::string number : {"-1", "x", "1.5", "", "2k"}) {
      fails(2, usage + "--max-tokens: \"" + number + "\" is not a whole number",
            {command, "--model", "missing", "--input", "missing", "--max-tokens", number});
    }
    fails(2, usage + "--format: \"u16\" is",
          {command, "--model", "missing", "--input", "missing", "--format", "u16"});
    fails(2, usage + "--threads: ",
          {command, "--model", "missing", "--input", "missing", "--threads", "0"});
    fails(1, "FileNotFoundError: read: \"missing\"",
          {command, "--model", "missing", "--input", "missing"});
    fails(1, "FileNotFoundError: read: \"missing\"",
          TalkingDesk::words(command, {"--input", "missing"}));
    // A tokenizer that cannot render is an error before the conversations are read.
    fails(1, "KeyError: encode: \"<|user_start|>\"",
          {command, "--model", "abab.json", "--input", "missing"});
  }
}

// --- encode and decode. ---

CLAUSE_TEST("S57c S27d S28d", "tokens at the ends, with the other options of encode") {
  const TalkingDesk desk;
  const auto out = [&](const Words& more) {
    Words words = {"--text", "abab"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished done = desk.run("encode", words);
    return done.code == 0 ? done.out : fmt::format("{}: {}", done.code, done.err);
  };
  const Words ends = {"--prepend", "<|bos|>", "--append", "97"};
  const auto with = [&](Words more) {
    more.insert(more.begin(), ends.begin(), ends.end());
    return out(more);
  };
  CHECK(with({}) == "[264,256,256,97]\n");
  CHECK(with({"--reference"}) == "[264,256,256,97]\n");
  CHECK(with({"--count"}) == "4\n");
  CHECK(with({"--count", "--reference"}) == "4\n");
  CHECK(with({"--max-ids", "3"}) == "[264,256,97]\n");
  CHECK(with({"--max-ids", "3", "--reference"}) == "[264,256,97]\n");
  CHECK(with({"--max-ids", "3", "--count"}) == "3\n");
  CHECK(with({"--max-ids", "2"}) == "[264,97]\n");
  CHECK(with({"--max-ids", "1"})
            .starts_with("1: bpetite: ValueError: encode: at most 1 id: --prepend and --append "
                         "are 2 [S57c, chapter 19]"));
  CHECK(with({"--format", "u16"}).size() == 8);
  CHECK(with({"--template"}) == "[264,256,256,97]\n");
  CHECK(with({"--offsets", "bytes"})
            .starts_with("2: bpetite: usage: encode: --offsets and --prepend"));
  CHECK(out({"--prepend", "0"}) == "[0,256,256]\n");
  for (const std::string number : {"273", "4294967296", "-1", "99999999999999999999999"}) {
    CHECK(out({"--prepend", number}) ==
          fmt::format("1: bpetite: KeyError: encode: no token has the id {} [S57c, chapter 19]\n",
                      number));
  }
  // The ids of a template stand inside those of --prepend and --append.
  const Finished done = desk.desk().shell(
      "mkdir m; echo '{\"model\":{\"type\":\"BPE\",\"vocab\":{},\"merges\":[]}}' > m/x; "
      "bpetite encode --model abab.json --text ab --prepend '<|endoftext|>' --append 256");
  CHECK(done.out == "[258,256,256]\n");
}

// Texts as JSON Lines, in the two forms of a line.
std::string json_lines(const std::vector<std::string>& texts) {
  std::string file;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string text = json::quoted(texts[i]);
    file += i % 2 == 0 ? text : fmt::format("{{\"text\":{},\"n\":{}}}", text, i);
    file += i % 3 == 0 ? "\n\n" : "\n";
  }
  return file;
}

CLAUSE_TEST("S57d", "a batch gives the ids of each text by itself") {
  const TalkingDesk desk;
  const Tokenizer tokenizer = desk.tokenizer();
  std::vector<std::string> texts = {"", "ab\nab", "<|bos|>", std::string(3000, 'a')};
  for (std::size_t number = 0; number < 100; ++number) {
    texts.push_back(drawn(any_text(), number));
  }
  std::string lines;
  std::string counts;
  for (const std::string& text : texts) {
    const auto ids = encode_with_ends(tokenizer, text, {.append = "<|user_end|>"});
    lines += fmt::format("[{}]\n", fmt::join(ids, ","));
    counts += fmt::format("{}\n", ids.size());
  }
  desk.desk().write("texts.jsonl", json_lines(texts));
  const Words options = {"--input", "texts.jsonl", "--batch", "jsonl", "--append", "<|user_end|>"};
  const auto with = [&](const std::string& more) {
    Words words = options;
    words.push_back(more);
    return desk.run("encode", words).out;
  };
  CHECK(with("--threads=1") == lines);
  CHECK(with("--threads=3") == lines);
  CHECK(with("--reference") == lines);
  CHECK(with("--count") == counts);

  // Texts that end with NUL cannot contain it.
  std::erase_if(texts, [](const std::string& text) { return text.find('\0') != text.npos; });
  std::string file;
  lines.clear();
  for (const std::string& text : texts) {
    file += text + '\0';
    lines += fmt::format("[{}]\n", fmt::join(encode_with_ends(tokenizer, text, {}), ","));
  }
  CHECK(desk.run("encode", {"--batch", "nul", "--input", "-"}, file).out == lines);
  CHECK(desk.run("encode", {"--batch", "nul", "--input", "-"}, file + "a").out == lines + "[97]\n");
  CHECK(desk.run("encode", {"--batch", "nul", "--input", "-"}, "").out.empty());
}

CLAUSE_TEST("S57d",
            "the first text of a batch that cannot be encoded is named, and nothing is written") {
  const TalkingDesk desk;
  const auto error = [&](const Words& more, const std::string& in) {
    Words words = {"--input", "-"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished done = desk.run("encode", words, in);
    CHECK(done.code != 0);
    CHECK(done.out.empty());
    return done.err;
  };
  using namespace std::string_literals;
  using Catch::Matchers::StartsWith;
  const Words lines = {"--batch", "jsonl"};
  for (const std::string line : {"5", "{", "[]", "{}", "{\"text\":1}", "null", "\"\xff\""}) {
    INFO(line);
    CHECK_THAT(error(lines, "\"a\"\n\n" + line + "\n5\n"),
               StartsWith("bpetite: ValueError: encode: line 3: "));
  }
  CHECK_THAT(error({"--batch", "nul"}, "a\0b\xff\0"s),
             StartsWith("bpetite: UnicodeDecodeError: encode: text 2: byte 1: "));
  CHECK_THAT(error({"--batch", "csv"}, ""), StartsWith("bpetite: usage: encode: --batch: \"csv\""));
  CHECK_THAT(error({"--batch", "jsonl", "--offsets", "bytes"}, ""),
             StartsWith("bpetite: usage: encode: --batch and --offsets"));
  CHECK_THAT(error({"--batch", "nul", "--field", "text"}, ""),
             StartsWith("bpetite: usage: encode: --field is given, required with --batch jsonl"));
  CHECK_THAT(error({"--batch", "jsonl", "--lengths", "-"}, ""),
             StartsWith("bpetite: usage: encode: --lengths: numbers are saved to a file"));
  const Finished text = desk.run("encode", {"--text", "a", "--batch", "nul"});
  CHECK_THAT(text.err, StartsWith("bpetite: usage: encode: --batch and --text"));
  // An error of encoding has the place, too.
  const Finished special = desk.desk().bpetite(
      {"encode", "--model", "ranks", "--profile", "gpt2", "--input", "-", "--batch", "jsonl"},
      "\"a\"\n\"<|endoftext|>\"\n");
  CHECK_THAT(special.err, StartsWith("bpetite: ValueError: line 2: encode: byte 0: "));
  // The first error is that of the first text, of whatever kind it is.
  const Finished two = desk.desk().bpetite(
      {"encode", "--model", "ranks", "--profile", "gpt2", "--input", "-", "--batch", "nul"},
      "a<|endoftext|>\0\xff\0"s);
  CHECK_THAT(two.err, StartsWith("bpetite: ValueError: text 1: encode: byte 1: "));
  const Finished lines_two = desk.desk().bpetite(
      {"encode", "--model", "ranks", "--profile", "gpt2", "--input", "-", "--batch", "jsonl"},
      "\"<|endoftext|>\"\n{\n");
  CHECK_THAT(lines_two.err, StartsWith("bpetite: ValueError: line 1: encode: byte 0: "));
}

CLAUSE_TEST("S57d S41c", "the text is in the field that is named, and lines are those of count") {
  const TalkingDesk desk;
  const Words words = {"--input", "-",    "--batch",       "jsonl",
                       "--field", "body", "--on-bad-line", "skip"};
  const Finished done = desk.run("encode", words,
                                 " \t\r\n"
                                 "{\"text\":\"b\",\"body\":\"a\"}\r\n"
                                 "{\"text\":\"b\"}\n"
                                 "{\"body\":\"b\",\"body\":\"a\"}\n"
                                 "{\"body\":{\"text\":\"a\"}}\n"
                                 "\"a\"\n"
                                 "  {\"body\":\"\\u0061\",\"n\":1,\"n\":2}");
  CHECK(done.out == "[97]\n[97]\n[97]\n");
  CHECK(done.err ==
        "skipped: encode: line 3: byte 12: no field \"body\", required a string, or an object with "
        "a string \"body\" [S57d, chapter 19]\n"
        "skipped: encode: line 4: byte 17: the field is there twice, required a string, or an "
        "object with a string \"body\" [S57d, chapter 19]\n"
        "skipped: encode: line 5: byte 8: the field holds no string, required a string, or an "
        "object with a string \"body\" [S57d, chapter 19]\n"
        "Lines skipped: 3\n");
}

// Words that have two ids each, but for the first, which has one.
std::string words_of_two_ids(std::size_t count) {
  std::string text = "x";
  for (std::size_t i = 0; i < count; ++i) text += " x";
  return text;
}

CLAUSE_TEST("S57d S57s",
            "a batch that is larger than a block, and whose ids do not fit in memory") {
  const TalkingDesk desk;
  std::string lines;
  std::string ended;
  std::string lengths;
  std::size_t ids = 0;
  for (std::size_t i = 0; lines.size() < 24'000'000; ++i) {
    // One text is longer than two blocks, and longer than lines once could be.
    const std::string text = words_of_two_ids(i == 7 ? 8'400'000 : i * 7919 % 6000);
    lines += (i % 2 == 0 ? json::quoted(text) : "{\"text\":" + json::quoted(text) + "}") + "\n";
    ended += text + '\0';
    lengths += fmt::format("{}\n", text.size());
    ids += text.size();
    if (i % 100 == 0) lines += " \n";
  }
  desk.desk().write("lines", lines);
  desk.desk().write("ended", ended.substr(0, ended.size() - 1));
  for (const std::string form : {"jsonl", "nul"}) {
    const Words words = {"--batch",  form,  "--input",   form == "jsonl" ? "lines" : "ended",
                         "--format", "u32", "--lengths", form + ".lengths"};
    const Finished done = desk.run("encode", words);
    CHECK(done.err.empty());
    CHECK(done.out.size() == 4 * ids);
    CHECK(done.out.ends_with(std::string("x\0\0\0", 4)));
    CHECK(desk.desk().read(form + ".lengths") == lengths);
  }
}

CLAUSE_TEST("S57s S14a FR-34", "lengths are saved before ids are written, or nothing is") {
  const TalkingDesk desk;
  const auto encode = [&](const Words& more, const std::string& in) {
    Words words = {"--batch", "jsonl", "--input", "-", "--lengths", "n"};
    words.insert(words.end(), more.begin(), more.end());
    return desk.run("encode", words, in);
  };
  using Catch::Matchers::StartsWith;
  const Words before = desk.desk().names();
  const Finished bad = encode({}, "\"a\"\n5\n");
  CHECK(bad.code == 1);
  CHECK(bad.out.empty());
  CHECK(desk.desk().names() == before);
  CHECK(encode({"--format", "u16", "--append", "<|bos|>"}, "\"a\"\n\"\"\n").out.size() == 6);
  CHECK(desk.desk().read("n") == "2\n1\n");
  const Finished again = encode({}, "\"a\"\n");
  CHECK(again.code == 1);
  CHECK(again.out.empty());
  CHECK_THAT(again.err, StartsWith("bpetite: FileExistsError: save: \"n\": "));
  CHECK(encode({"--force", "--max-ids", "1"}, "\"\"\n\"ab\"\n").code == 0);
  CHECK(desk.desk().read("n") == "0\n1\n");
  CHECK(encode({"--force"}, "").out.empty());
  CHECK(desk.desk().read("n").empty());
  // Without the file, there is nothing to replace, and without a batch nothing to count.
  CHECK_THAT(encode({"--count"}, "").err, StartsWith("bpetite: usage: encode: "));
  CHECK(desk.run("encode", {"--text", "a", "--lengths", "n"}).code == 2);
  CHECK(desk.run("encode", {"--text", "a", "--force"}).code == 2);
  // An id of more than 16 bits is refused with the line, and nothing is written.
  const Finished wide = desk.desk().bpetite(
      {"encode", "--model", "wide.json", "--batch", "jsonl", "--input", "-", "--format", "u16"},
      "\"x\"\n\"ab\"\n");
  CHECK(wide.out.empty());
  CHECK_THAT(wide.err, StartsWith("bpetite: ValueError: line 2: encode: ids[0]: 65791 does not"));
}

CLAUSE_TEST("S57r S11b", "a stream gives the text of all ids, however they come") {
  const TalkingDesk desk;
  const Tokenizer tokenizer = desk.tokenizer();
  const std::string text = "abab é€😀 12\n日本語<|bos|>";
  const std::vector<TokenId> ids = encode_with_ends(tokenizer, text, {.append = "<|user_end|>"});
  std::string each;
  for (const TokenId id : ids) each += fmt::format("{}\n", id);
  const std::string array = fmt::format(" [{}] \n", fmt::join(ids, ", "));
  const Words options = {"--stream", "--input", "-"};
  for (const std::string& in :
       {each, array, array.substr(0, array.size() - 1), "\n" + each + "\n\n"}) {
    const Finished done = desk.run("decode", options, in);
    CHECK(done.code == 0);
    CHECK(done.out == text + "<|user_end|>");
    CHECK(done.err.empty());
  }
  Words more = options;
  more.emplace_back("--skip-special");
  CHECK(desk.run("decode", more, each).out == text);
  for (const auto& [format, width] : {std::pair{"u16", 2U}, std::pair{"u32", 4U}}) {
    std::string raw;
    for (const TokenId id : ids) {
      for (unsigned byte = 0; byte < width; ++byte) {
        raw += static_cast<char>(static_cast<unsigned char>(id >> (8 * byte)));
      }
    }
    more = options;
    more.insert(more.end(), {"--format", format});
    CHECK(desk.run("decode", more, raw).out == text + "<|user_end|>");
    const Finished cut = desk.run("decode", more, raw + "a");
    CHECK(cut.code == 1);
    CHECK(cut.out.starts_with(text));
  }
  CHECK(desk.run("decode", options, "").out.empty());
}

CLAUSE_TEST("S57r", "a character is written when its last byte has come, and not before") {
  const TalkingDesk desk;
  // The ids come one after the other. After each, the test waits up to two seconds for the right
  // text.
  const Finished done = desk.desk().shell(
      "mkfifo ids; bpetite decode --model ranks --profile nanochat --stream --input ids > text & "
      "exec 3> ids; "
      "step() { echo \"$1\" >&3; for wait in {1..100}; do "
      "[ \"$(od -An -tx1 text | tr -d ' \\n')\" = \"$2\" ] && return; sleep 0.02; done; "
      "echo \"after $1: $(od -An -tx1 text)\"; }; "
      "step 97 61; step 226 61; step 130 61; step 172 61e282ac; step '[98,240,159]' 61e282ac62; "
      "step 146 61e282ac62; step 128 61e282ac62f09f9280; exec 3>&-; wait; echo done");
  CHECK(done.out == "done\n");
}

CLAUSE_TEST("S57r FR-22 FR-23", "an error of a stream comes behind the text before it") {
  const TalkingDesk desk;
  const auto check = [&](const std::string& in, const std::string& out, const std::string& begins,
                         const Words& more = {}) {
    Words words = {"--stream", "--input", "-"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished done = desk.run("decode", words, in);
    CAPTURE(in, done.err);
    CHECK(done.code == 1);
    CHECK(done.out == out);
    CHECK(done.err.starts_with("bpetite: " + begins));
  };
  check("97\n[98,9999,99]\n", "ab",
        "KeyError: decode: ids[2]: unknown token id 9999 [FR-22, chapter 6]");
  check("97\n-1\n", "a", "KeyError: decode: ids[1]: unknown token id -1 [FR-22, chapter 6]");
  check("[264,97,4294967296]\n", "a", "KeyError: decode: ids[2]: unknown", {"--skip-special"});
  check("97\n255\n98\n", "a", "UnicodeDecodeError: decode: byte 1: ");
  check("97\n226\n", "a", "UnicodeDecodeError: decode: byte 1: ");
  check("97\n\nx\n", "a", "ValueError: decode: \"-\": line 3: \"x\"");
  check("97\n[1.5]\n", "a", "ValueError: decode: \"-\": line 2: ");
  check("97\n[98\n", "a", "ValueError: decode: \"-\": line 2: ");
  for (const Words& more : std::vector<Words>{{"--bytes"}, {"--reference"}}) {
    Words words = {"--stream", "--input", "-"};
    words.insert(words.end(), more.begin(), more.end());
    CHECK(desk.run("decode", words).code == 2);
  }
  CHECK(desk.run("decode", {"--stream", "--ids", "97"}).code == 2);
}

// --- visualize. ---

const std::string talk =
    R"({"messages":[{"role":"user","content":"a<|bos|>\n12"},{"role":"assistant","content":[)"
    R"({"type":"text","text":"\u001b[31mé"},{"type":"python","text":"12"},)"
    R"({"type":"python_output","text":"\u200bab"}]}]})";

Finished on_terminal(const TalkingDesk& desk, const Words& more, const Words& variables) {
  desk.desk().write("talk.json", talk);
  Words words = TalkingDesk::words("visualize", {"--input", "talk.json"});
  words.insert(words.begin(), BPETITE_PROGRAM);
  words.insert(words.end(), more.begin(), more.end());
  return run_on_terminal(words,
                         {.in = "", .directory = desk.desk().path(), .environment = variables});
}

std::string without(std::string text, std::string_view what) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos;) {
    text.erase(at, what.size());
  }
  return text;
}

CLAUSE_TEST("S57p", "trained tokens are green, others red, and ids grey, on a terminal only") {
  const TalkingDesk desk;
  const std::string plain =
      "line 1: 28 tokens, 10 of them trained\n"
      "- <|bos|>\n"
      "- <|user_start|>│a│<|│b│o│s│|>│\\n\n"
      "- 12│<|user_end|>\n"
      "- <|assistant_start|>\n"
      "+ \\x1b│[│3│1│m│é│<|python_start|>│12│<|python_end|>\n"
      "- <|output_start|>│\\xe2│\\x80│\\x8b│ab│<|output_end|>\n"
      "+ <|assistant_end|>\n";
  desk.desk().write("talk.json", talk);
  CHECK(desk.run("visualize", {"--input", "talk.json"}).out == plain);

  const std::string colours = without(on_terminal(desk, {}, {"TERM=xterm"}).out, "\r");
  const auto has = [&](std::string_view part) { return colours.find(part) != std::string::npos; };
  CHECK(has("\x1b[31m-\x1b[0m "));
  CHECK(has("\x1b[32m+\x1b[0m "));
  CHECK(has("\x1b[31ma\x1b[0m\x1b[90m│\x1b[0m"));
  CHECK(has("\x1b[32m\x1b[1m<|python_start|>\x1b[0m"));
  CHECK(has("\x1b[31m\x1b[1m<|output_start|>\x1b[0m"));
  CHECK(has("\x1b[32m\\x1b\x1b[0m"));
  CHECK_FALSE(has("(264)"));

  // Without the escape sequences, the output is the plain one.
  std::string bare = colours;
  for (const char* const colour : {"\x1b[31m", "\x1b[32m", "\x1b[90m", "\x1b[1m", "\x1b[0m"}) {
    bare = without(bare, colour);
  }
  CHECK(bare == plain);
  CHECK(without(on_terminal(desk, {}, {"TERM=xterm", "NO_COLOR=1"}).out, "\r") == plain);
  CHECK(without(on_terminal(desk, {}, {"TERM=dumb"}).out, "\r") == plain);

  const std::string ids = on_terminal(desk, {"--ids"}, {"TERM=xterm"}).out;
  CHECK(ids.find("<|bos|>\x1b[0m\x1b[90m(264)\x1b[0m") != std::string::npos);

  // A completion does not show whether tokens are trained.
  const std::string completion = on_terminal(desk, {"--completion"}, {"TERM=xterm"}).out;
  CHECK(completion.find("\x1b[31m") == std::string::npos);
  CHECK(completion.find("\x1b[32m") == std::string::npos);
  CHECK(completion.starts_with("line 1: 12 tokens\r\n  \x1b[1m<|bos|>\x1b[0m\r\n"));
}

CLAUSE_TEST("S57p", "what has no shape, or moves the line, is shown by its bytes") {
  for (const char32_t hidden :
       {U'\u001B',     U'\u0085',     U'\u00AD',     U'\u034F',    U'\u0600', U'\u061C',
        U'\u070F',     U'\u115F',     U'\u1160',     U'\u17B4',    U'\u180B', U'\u180E',
        U'\u200B',     U'\u200F',     U'\u2028',     U'\u202E',    U'\u2066', U'\u3164',
        U'\uFE00',     U'\uFE0F',     U'\uFEFF',     U'\uFFA0',    U'\uFFF9', U'\U000110BD',
        U'\U0001D173', U'\U000E0001', U'\U000E0100', U'\U0010FFFD'}) {
    std::string bytes;
    utf8::append(bytes, hidden);
    CAPTURE(bytes.size(), utf8::quoted(bytes));
    std::string shown;
    for (const char c : bytes) shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    CHECK(bpetite::shown("a" + bytes + "b", "\\") == "a" + shown + "b");
  }
  for (const std::string_view plain :
       {"é", " ", "\u00A0", "\u3000", "e\u0301", "漢", "🙂", "\uE000"}) {
    CHECK(bpetite::shown(plain, "\\") == plain);
  }
}

CLAUSE_TEST("S57q", "a page without conversations explains nothing") {
  CHECK(cli::page_of({}, false).find("<p>") == std::string::npos);
}

CLAUSE_TEST("S57p", "rows are not wider than the terminal, unless one token is") {
  cli::ShownConversation shown{1, 40, 40, {{true, {}}}};
  for (TokenId id = 0; id < 40; ++id) {
    shown.rows[0].tokens.push_back({id, id == 20 ? std::string(50, 'x') : "日本", false});
  }
  const std::string text = cli::view_of({shown}, true, {false, 30});
  std::size_t wide = 0;
  std::size_t lines = 0;
  for (std::size_t at = text.find('\n') + 1; at < text.size(); ++lines) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    CHECK(line.starts_with("+ "));
    if (cli::columns_of(line) > 30) ++wide;
    at = end + 1;
  }
  CHECK(wide == 1);
  CHECK(lines > 10);
}

PROPERTY("S57p", "what is shown of any bytes has no control character, and says them all") {
  const std::string bytes = *any_bytes();
  const std::string shown = bpetite::shown(bytes, "\\");
  RC_ASSERT(!utf8::first_ill_formed(shown));
  std::string back;
  for (std::size_t at = 0; at < shown.size();) {
    RC_ASSERT(static_cast<unsigned char>(shown[at]) >= 0x20);
    RC_ASSERT(shown[at] != '\x7f');
    if (shown[at] != '\\') {
      back += shown[at++];
    } else if (shown[at + 1] == 'x') {
      back += static_cast<char>(std::stoi(shown.substr(at + 2, 2), nullptr, 16));
      at += 4;
    } else {
      back += shown[at + 1] == 'n' ? '\n' : '\\';
      at += 2;
    }
  }
  RC_ASSERT(back == bytes);
}

CLAUSE_TEST("S57q", "the page is whole by itself, and a conversation is no markup") {
  const TalkingDesk desk;
  desk.desk().write("talk.json", R"({"messages":[{"role":"user","content":)"
                                 R"("<script>alert(1)</script>&lt;\"'"},)"
                                 R"({"role":"assistant","content":"</body>"}]})");
  const Finished done =
      desk.run("visualize", {"--input", "talk.json", "--format", "html", "--ids"});
  CHECK(done.code == 0);
  const auto has = [&](std::string_view part) { return done.out.find(part) != std::string::npos; };
  CHECK(done.out.starts_with("<!doctype html>\n"));
  CHECK(done.out.ends_with("</body></html>\n"));
  CHECK(done.out.find("</body>") == done.out.size() - std::string("</body></html>\n").size());
  for (const char* const outside :
       {"<script", "src=", "href=", "url(", "@import", "http", "\x1b"}) {
    INFO(outside);
    CHECK_FALSE(has(outside));
  }
  CHECK(has("@media(prefers-color-scheme:dark)"));
  CHECK(has("line 1: "));
  CHECK(has("<span class=\"token untrained special\" title=\"id 264\">&lt;|bos|&gt;<small>264"));
  CHECK(has("<span class=\"token trained special\" title=\"id 268\">&lt;|assistant_end|&gt;"));
  CHECK(has("<span class=\"token untrained\" title=\"id 38\">&amp;<small>38</small></span>"));

  const Finished completion =
      desk.run("visualize", {"--input", "talk.json", "--format", "html", "--completion"});
  CHECK(completion.out.find("class=\"token trained") == std::string::npos);
  CHECK(completion.out.find("class=\"token untrained") == std::string::npos);
  CHECK(completion.out.find("class=\"token special\"") != std::string::npos);
}

CLAUSE_TEST("S57p S57q S57n", "bad conversations are listed, and the others are shown") {
  const TalkingDesk desk;
  const std::string file = "{\"messages\":[]}\n" + talk + "\n";
  for (const char* const format : {"text", "html"}) {
    const Finished done = desk.run("visualize", {"--input", "-", "--format", format}, file);
    CHECK(done.code == 1);
    CHECK(done.out.find("line 2: 28 tokens, 10 of them trained") != std::string::npos);
    CHECK(done.err ==
          "bpetite: ValueError: render: line 1: /messages: no message, required at least one "
          "[S57e, chapter 19]\n");
  }
}

}  // namespace
}  // namespace bpetite::test
