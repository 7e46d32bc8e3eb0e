// Runs every command with hostile names, patterns, literals and programs, and looks for control
// characters in the output for people (FR-33). Also tests Markdown, printable UTF-8, how sizes are
// shown ("1.5 KiB"), and the width of views.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <bpetite/offsets.hpp>
#include <bpetite/tokenizer.hpp>

#include "cli/commands/compare_tiktoken.hpp"
#include "cli/commands/explain.hpp"
#include "cli/commands/visualize.hpp"
#include "cli/options/memory.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "support/catch.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using Words = std::vector<std::string>;

// Controls that set a title, go up a line, clear the screen by a control of C1, and reverse the
// direction of the line. A link, an image and a mention for Markdown.
const std::string controls = "h\x1b]0;x\x07\r\x1b[1A\u009b2J\u202ee\u2066\u200f\u2028\x7f\b";
const std::string link = "![a](http://x) [b](http://y) @all <b> | ` \\";
// The name of a file may be such bytes, too.
const std::string not_utf8 = controls + "\xff\xc2";
const std::string printable = "é｜中文🙂";

bool is_control(char32_t scalar) {
  return (scalar < 0x20 && scalar != '\n' && scalar != '\t') || (0x7F <= scalar && scalar < 0xA0) ||
         scalar == 0x061C || scalar == 0x200E || scalar == 0x200F ||
         (0x2028 <= scalar && scalar <= 0x202E) || (0x2066 <= scalar && scalar <= 0x2069);
}

// The place of the first byte that must not be written raw, or the size if there is no such byte.
std::size_t first_control(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto scalar = utf8::well_formed_at(text, at);
    if (!scalar || is_control(scalar->value)) return at;
    at += scalar->size;
  }
  return text.size();
}

// A desk on which files have hostile names and contents.
struct Hostile {
  Desk desk;

  explicit Hostile(const std::string& program_name = controls + link) {
    desk.write(not_utf8, "{");
    desk.write("pattern.txt", not_utf8 + "(");
    desk.write("conversation.jsonl", fmt::format(R"({{"messages":[{{"role":{},"content":"a"}}]}})"
                                                 "\n",
                                                 json::quoted(controls)));
    desk.write("lines.jsonl", fmt::format("{{{}:1}}\n", json::quoted(controls)));
    desk.write("tiny.tiktoken", "IQ== 0\n" + controls);
    for (const char* const option : {"--special", "--plain"}) {
      run({"add-tokens", "--model", "abab.json", option, controls + link, "--output",
           std::string(option).substr(2) + ".json"});
    }
    // The program gives itself this name.
    std::string name;
    for (const char c : json::quoted(program_name)) {
      if (c == '\\' || c == '&' || c == '|') name += '\\';
      name += c;
    }
    desk.write("name.sed", fmt::format("1s|\"name\":\"[^\"]*\"|\"name\":{}|\n", name));
    desk.write("program.sh", std::string(BPETITE_PROGRAM) + " serve | sed -u -f name.sed\n");
    desk.write("garbage.sh",
               fmt::format("printf '%s\\n' '{0}' >&2\nprintf '%s\\n' '{0}'\n", not_utf8));
  }

  Finished run(const Words& words, const std::string& in = "") const {
    return desk.bpetite(words, in);
  }
};

// Command lines whose output people read: some lines of each group of commands.
std::vector<Words> lines() {
  const std::string& h = not_utf8;
  const std::string hostile_text = controls + printable + "<|endoftext|>";
  std::vector<Words> all = {
      {h},
      {"--" + h},
      {"train", "--input", h, "--vocab-size", "300", "--output", h},
      {"train", "--input", "abab.txt", "--vocab-size", h, "--output", "x.json"},
      {"train", "--input", "abab.txt", "--vocab-size", "258", "--output", "x.json", "--special", h},
      {"train", "--input", "lines.jsonl", "--jsonl", controls, "--vocab-size", "300", "--output",
       "y.json"},
      {"count", "--input", h, "--output", "c"},
      {"count", "--input", "bad.txt", "--output", h + "/x"},
      {"count", "--input", "lines.jsonl", "--jsonl", h, "--output", "d"},
      {"merge-counts", h, "--output", "e"},
      {"encode", "--model", h, "--text", "a"},
      {"encode", "--model", "special.json", "--text", hostile_text},
      {"encode", "--model", "abab.json", "--text", h},
      {"encode", "--model", "abab.json", "--text", "a", "--allow-special", h},
      {"encode", "--model", "abab.json", "--pattern", h + "(", "--text", "a"},
      {"decode", "--model", h, "--ids", "97"},
      {"decode", "--model", "abab.json", "--ids", h},
      {"encode", "--model", "special.json", "--parts", h},
      {"encode", "--model", "special.json", "--parts", "lines.jsonl"},
      {"encode", "--model", "abab.json", "--stream", "--input", "bad.txt"},
      {"check-ids", "--model", "abab.json", "--ids", h},
      {"check-ids", "--model", "abab.json", "--input", h, "--format", h},
      {"windows", "--model", "special.json", "--max-ids", "3", "--text", hostile_text},
      {"windows", "--model", "abab.json", "--max-ids", h, "--at", h, "--text", h},
      {"render", "--model", "special.json", "--input", "conversation.jsonl"},
      {"render", "--model", "special.json", "--input", h},
      {"visualize", "--model", "special.json", "--input", "conversation.jsonl"},
      {"visualize", "--model", h, "--input", h},
      {"validate", h},
      {"validate", "special.json"},
      {"pretokenize", "--pattern", controls + "(", "--text", "a"},
      {"pretokenize", "--pattern", "@pattern.txt", "--text", "a"},
      {"pretokenize", "--profile", h, "--text", "a"},
      {"pretokenize", "--dialect", h, "--pattern", "a", "--text", "a"},
      {"pretokenize", "--pattern", controls + "|[\\s\\S]", "--text", hostile_text},
      {"inspect", h},
      {"inspect", "special.json"},
      {"inspect", "plain.json"},
      {"inspect", "tiny.tiktoken", "--pattern", controls + "|[\\s\\S]", "--missing-bytes", "drop"},
      {"import", h, "--output", "i.json"},
      {"import", "tiny.tiktoken", "--output", h, "--pattern", controls + "("},
      {"export", "tiktoken", "--model", "special.json", "--output", h + "/a"},
      {"export", "hf", "--model", "plain.json", "--output", h},
      {"export", h, "--model", "plain.json", "--output", "f"},
      {"add-tokens", "--model", "special.json", "--special", controls + link, "--output", "z.json"},
      {"add-tokens", "--model", h, "--special", h, "--output", h},
      {"patterns", "show", h},
      {"patterns", "compare", "gpt2", "@pattern.txt"},
      {"patterns", "compare", "gpt2", "@" + h},
      {"explain", "--model", "special.json", "--text", hostile_text + controls + link},
      {"explain", "--model", "plain.json", "--text", h},
      {"compare-tiktoken", "--model", "special.json", "--ranks", h, "--text", hostile_text},
      {"compare-tiktoken", "--model", "abab.json", "--ranks", "tiny.tiktoken", "--text", h},
      {"shards", h},
      {"shards", "plan", "--input", h, "--model", "abab.json", "--format", h, "--output", "s"},
      {"shards", "plan", "--input", h, "--model", "abab.json", "--format", "raw", "--output", h},
      {"shards", "plan", "--input", "lines.jsonl", "--model", "abab.json", "--format", "raw",
       "--field", controls, "--name", controls, "--output", "s"},
      {"shards", "run", "s"},
      {"shards", "run", "s", "--root", h},
      {"shards", "run", h, "--worker", h},
      {"shards", "run", "s", h},
      {"shards", "finish", h},
      {"shards", "verify", "s"},
      {"spec", h},
      {"spec", "FR-22"},
      {"completion", h},
      {"man", h},
      {"serve", "--mutant", h},
      {"serve", "--ranks", h},
      {"conform", h},
      {"conform", "run", "--impl", h, "--only", "special-*"},
      {"conform", "run", "--impl", "sh garbage.sh", "--only", "special-*", "--timeout", "2"},
      {"conform", "run", "--impl", "sh program.sh", "--only", "special-*", "--accumulated", "0",
       "--report", "report.json", "--markdown", "report.md", "--junit", "report.xml", "--html",
       "report.html", "--badge", "report.svg"},
      {"conform", "run", "--impl", "sh program.sh", "--known", h},
      {"conform", "run", "--lines", "sh garbage.sh", "--tokenizer", "special.json", "--timeout",
       "2", "--longest", "4K"},
      {"conform", "run", "--lines", "cat", "--tokenizer", h},
      {"conform", "matrix", "report.json"},
      {"conform", "matrix", h},
      {"conform", "compare", "report.json", "report.json"},
      {"conform", "compare", h, "report.json"},
      {"conform", "smoke", "--impl", "sh garbage.sh", "--timeout", "2"},
      {"conform", "identify", "--lines", "cat", "--tokenizer", h},
      {"conform", "fuzz", "--impl", "sh garbage.sh", "--cases", "1", "--seconds", "2"},
      {"conform", "list", "--tokenizer", "special.json"},
      {"conform", "list", "--only", h},
      {"conform", "explain", h},
      {"conform", "explain", h, "--tokenizer", "special.json"},
      {"conform", "requests", h + "/x"},
      {"conform", "export", "json", h + "/x"},
      {"conform", "export-model", "--tokenizer", h},
      {"conform", "lines", "--tokenizer", h},
      {"conform", "lint", "--vectors", h},
  };
  return all;
}

// The names in "a subcommand is required: train, count or serve (see bpetite --help)".
std::vector<std::string> names_in(std::string_view line) {
  std::vector<std::string> names;
  line.remove_prefix(line.find("required: ") + 10);
  line = line.substr(0, line.find(" (see"));
  while (!line.empty()) {
    const std::size_t end = std::min({line.find(", "), line.find(" or "), line.size()});
    names.emplace_back(line.substr(0, end));
    line.remove_prefix(std::min(line.size(), end == line.find(", ") ? end + 2 : end + 4));
  }
  return names;
}

CLAUSE_TEST("S42d FR-34", "sizes are shown in the unit that keeps them below 1,024") {
  CHECK(cli::shown_bytes(1) == "1 byte");
  CHECK(cli::shown_bytes(1023) == "1023 bytes");
  CHECK(cli::shown_bytes(1024) == "1.0 KiB");
  CHECK(cli::shown_bytes(1536) == "1.5 KiB");
  CHECK(cli::shown_bytes(1U << 20U) == "1.0 MiB");
  CHECK(cli::shown_bytes(std::uint64_t{1} << 40U) == "1.0 TiB");
  CHECK(cli::shown_bytes(std::uint64_t{1} << 51U) == "2048.0 TiB");
}

CLAUSE_TEST("FR-32f FR-35 S57p", "a view fills the width of the terminal, and not more") {
  const Table table = v1_table({});
  const std::string text(60, 'b');
  const cli::Explanation explanation = cli::explain(text, table, {});
  for (const auto& [columns, cells] : std::vector<std::pair<std::size_t, std::size_t>>{
           {20, 20}, {100, 20}, {102, 21}, {160, 50}}) {
    std::string row = "    |";
    for (std::size_t i = 0; i < cells; ++i) row += "b|";
    CHECK_THAT(cli::view_of(explanation, table, {false, columns}),
               contains_text(row + "...   60 bytes\n"));
  }

  // The vocabulary has a token of 64 letters.
  const std::string run(64, 'x');
  const Tokenizer tokenizer = Tokenizer::train(run, 262);
  const cli::Comparison comparison{run,
                                   {"bpetite", tokenizer, encode_with_offsets(tokenizer, run)},
                                   {"tiktoken", tokenizer, encode_with_offsets(tokenizer, run)}};
  for (const auto& [columns, letters] :
       std::vector<std::pair<std::size_t, std::size_t>>{{20, 4}, {38, 4}, {40, 5}, {80, 25}}) {
    const std::string cell = "261 \"" + std::string(letters, 'x') + "\"...  ";
    CHECK_THAT(cli::view_of(comparison, {false, columns}),
               contains_text("  0..64  " + cell + "261 \""));
  }

  const cli::ShownConversation shown{
      3, 3, 1, {{false, {{1, "ab", false}, {2, "cd", false}, {3, "ef", true}}}}};
  const std::string heading = "line 3: 3 tokens, 1 of them trained\n";
  CHECK(cli::view_of({shown}, false, {false, 7}) == heading + "- ab│cd\n- ef\n");
  CHECK(cli::view_of({shown}, false, {false, 6}) == heading + "- ab\n- cd\n- ef\n");
  CHECK(cli::view_of({shown}, true, {false, 13}) == heading + "- ab(1)│cd(2)\n- ef(3)\n");
}

CLAUSE_TEST("FR-33",
            "no command shows people a control, whatever names, literals or programs are") {
  const Hostile hostile;
  std::set<std::string> named;
  std::vector<Words> all = lines();
  for (const Words& words : all) {
    named.insert(words.front());
    const Finished done = hostile.run(words);
    CAPTURE(words, done.out, done.err);
    CHECK(first_control(done.err) == done.err.size());
    CHECK(first_control(done.out) == done.out.size());
    CHECK(done.code < 128);
  }
  for (const char* const file : {"report.json", "report.md", "report.xml", "report.html"}) {
    CAPTURE(file);
    const std::string text = hostile.desk.read(file);
    CHECK(text.size() > 100);
    CHECK(first_control(text) == text.size());
  }
  // Every command must be among these lines.
  for (const std::string& name : names_in(hostile.run({}).err)) {
    INFO(name);
    CHECK(named.contains(name));
  }
}

CLAUSE_TEST("FR-33", "in Markdown the name of a program is code, and no link or mention") {
  const Hostile hostile(link);
  hostile.run({"conform", "run", "--impl", "sh program.sh", "--only", "special-*", "--accumulated",
               "0", "--markdown", "report.md"});
  const std::string text = hostile.desk.read("report.md");
  for (const std::string_view raw : {"![a](http://x)", "[b](http://y)", "@all"}) {
    const std::size_t at = text.find(raw);
    INFO(text);
    REQUIRE(at != std::string::npos);
    const std::string_view before = std::string_view(text).substr(0, at);
    CHECK(std::ranges::count(before.substr(before.rfind('\n') + 1), '`') % 2 == 1);
  }
}

CLAUSE_TEST("FR-33", "what is printable UTF-8 is shown as it is") {
  const Hostile hostile;
  CHECK_THAT(hostile.run({"encode", "--model", printable, "--text", "a"}).err,
             contains_text("\"" + printable + "\""));
  CHECK_THAT(hostile.run({"pretokenize", "--pattern", printable + "\x1b(", "--text", "a"}).err,
             contains_text("  " + printable + "\\x1b(\n  " + std::string(13, ' ') + "^\n"));
}

}  // namespace
}  // namespace bpetite::test
