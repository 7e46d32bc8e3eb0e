// Tries each two options of each command together (FR-32). A fault may need two options that work
// alone: threads cut a literal that is searched in normalized text. Tests that the order of two
// options does not matter, and that --threads, --reference, --force and --memory change no result.
//
//   encode --count --threads 2 ...      what encode --count writes
//   encode --threads 2 --count ...      the same
//
// What options of `encode` and `decode` must write is computed here from the reference: for any two
// of `encode`, and all together of `decode`.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/options/command_line.hpp"
#include "core/json.hpp"
#include "core/table.hpp"
#include "interop/open.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/offsets.hpp"
#include "support/catch.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

using Words = std::vector<std::string>;

const std::string text = "ab ab<|eot_id|>  ab\r\n\u00e9";

// A value that works for each option. Files are those of Desk::stock.
const std::map<std::string_view, Words, std::less<>> values = {
    {"--model", {"llama.json"}},
    {"--profile", {"llama3"}},
    {"--pattern", {"a|[\\s\\S]"}},
    {"--dialect", {"huggingface"}},
    {"--unicode", {"15.0.0"}},
    {"--missing-bytes", {"drop"}},
    {"--text", {text}},
    {"--input", {"text.txt"}},
    {"--allow-special", {"<|eot_id|>"}},
    {"--prepend", {"<|begin_of_text|>"}},
    {"--append", {"98"}},
    {"--batch", {"jsonl"}},
    {"--field", {"text"}},
    {"--lengths", {"new.lengths"}},
    {"--max-ids", {"3"}},
    {"--max-pending", {"64K"}},
    {"--parts", {"prompts.jsonl"}},
    {"--seams", {"cut"}},
    {"--limit", {"2"}},
    {"--overlap", {"1"}},
    {"--at", {"line"}},
    {"--offsets", {"scalars"}},
    {"--format", {"json"}},
    {"--threads", {"2"}},
    {"--ids", {"97", "98", "256"}},
    {"--max-tokens", {"5"}},
    {"--ranks", {"tiny.tiktoken"}},
    {"--ranks-profile", {"cl100k"}},
    {"--normalizer", {"nfc"}},
    {"--special", {"<new>"}},
    {"--special-rule", {"matched"}},
    {"--without", {"template"}},
    {"--plain", {"<plain>"}},
    {"--vocab-size", {"258"}},
    {"--memory", {"64M"}},
    {"--jsonl", {"text"}},
    {"--separator", {" "}},
    {"--on-bad-line", {"skip"}},
    {"--from-counts", {"counts"}},
    {"--output", {"out"}},
};

// A command, a line that works, and options that take the place of one of that line.
struct TriedCommand {
  cli::Command command;
  std::string before;  // "patterns" for `patterns show`
  std::vector<std::pair<std::string, Words>> line;
  std::map<std::string, std::string, std::less<>> instead = {};
  std::map<std::string, Words, std::less<>> own = {};  // values of this command alone
};

const cli::Command& named(const cli::Command& command, std::string_view name) {
  return *std::ranges::find(command.subcommands, name, &cli::Command::name);
}

std::vector<TriedCommand> tried_commands() {
  const std::pair<std::string, Words> model{"--model", {"llama.json"}};
  const std::pair<std::string, Words> text_given{"--text", {text}};
  return {
      {cli::encode_command(),
       "",
       {model, text_given},
       {{"--input", "--text"}, {"--parts", "--text"}},
       {}},
      {cli::decode_command(),
       "",
       {model, {"--ids", {"97", "98", "256", "255"}}},
       {{"--input", "--ids"}},
       {{"--input", {"ids.json"}}}},
      {cli::check_ids_command(),
       "",
       {model, {"--ids", {"97", "98", "256", "255"}}},
       {{"--input", "--ids"}},
       {{"--input", {"ids.json"}}}},
      {cli::windows_command(),
       "",
       {model, text_given, {"--max-ids", {"3"}}},
       {{"--input", "--text"}},
       {}},
      {cli::pretokenize_command(), "", {text_given}, {{"--input", "--text"}}, {}},
      {cli::explain_command(), "", {model, text_given}, {}, {}},
      {cli::inspect_command(), "", {{"path", {"llama.json"}}}, {}, {}},
      {cli::validate_command(), "", {{"path", {"llama.json"}}}, {}, {}},
      {cli::compare_tiktoken_command(),
       "",
       {model, {"--ranks", {"tiny.tiktoken"}}, {"--ranks-profile", {"cl100k"}}, {"--text", {"ab"}}},
       {{"--input", "--text"}},
       {{"--input", {"abab.txt"}}}},
      {cli::render_command(),
       "",
       {{"--model", {"nanochat.json"}}, {"--input", {"chat.jsonl"}}},
       {},
       {{"--model", {"nanochat.json"}}, {"--input", {"chat.jsonl"}}}},
      {cli::visualize_command(),
       "",
       {{"--model", {"nanochat.json"}}, {"--input", {"chat.jsonl"}}},
       {},
       {{"--model", {"nanochat.json"}}, {"--input", {"chat.jsonl"}}, {"--format", {"html"}}}},
      {cli::train_command(),
       "",
       {{"--input", {"abab.txt"}}, {"--vocab-size", {"258"}}, {"--output", {"out"}}},
       {{"--from-counts", "--input"}},
       {{"--input", {"lines.jsonl"}}}},
      {cli::count_command(),
       "",
       {{"--input", {"abab.txt"}}, {"--output", {"out"}}},
       {},
       {{"--input", {"lines.jsonl"}}}},
      {cli::merge_counts_command(), "", {{"counts", {"counts"}}, {"--output", {"out"}}}, {}, {}},
      {cli::import_command(), "", {{"path", {"llama.json"}}, {"--output", {"out"}}}, {}, {}},
      {cli::export_command(), "", {{"format", {"hf"}}, model, {"--output", {"out"}}}, {}, {}},
      {cli::add_tokens_command(),
       "",
       {model, {"--special", {"<new>"}}, {"--output", {"out"}}},
       {},
       {}},
      {named(cli::patterns_command(), "show"), "patterns", {{"name", {"llama3"}}}, {}, {}},
      {named(cli::patterns_command(), "compare"),
       "patterns",
       {{"a", {"gpt2"}}, {"b", {"llama3"}}},
       {},
       {}},
  };
}

// The words of the command's line with these options, in this order.
Words line_with(const TriedCommand& tried, std::span<const cli::Option* const> options) {
  std::vector<std::pair<std::string, Words>> line = tried.line;
  for (const cli::Option* const option : options) {
    const auto other = tried.instead.find(option->name);
    std::erase_if(line, [&](const auto& part) {
      return part.first == option->name ||
             (other != tried.instead.end() && part.first == other->second);
    });
  }
  for (const cli::Option* const option : options) {
    const std::string name(option->name);
    const auto own = tried.own.find(name);
    if (option->is_flag()) {
      line.push_back({name, {}});
    } else if (own != tried.own.end()) {
      line.push_back({name, own->second});
    } else {
      line.push_back({name, values.at(name)});
    }
  }
  Words words;
  if (!tried.before.empty()) words.push_back(tried.before);
  words.emplace_back(tried.command.name);
  for (const auto& [name, given] : line) {
    if (name.starts_with('-')) words.push_back(name);
    words.insert(words.end(), given.begin(), given.end());
  }
  return words;
}

// The options that may be given, without positions.
std::vector<const cli::Option*> options_of(const cli::Command& command) {
  std::vector<const cli::Option*> options;
  for (const cli::Option& option : command.options) {
    if (option.name.starts_with('-') && option.instead.empty()) options.push_back(&option);
  }
  return options;
}

// What a command writes, where it does not depend on time.
struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
  std::map<std::string, std::string> files;

  bool operator==(const Outcome&) const = default;
};

Outcome run_outcome(const Desk& desk, const Words& words) {
  std::filesystem::remove_all(desk.path() / "out");
  const Finished done = desk.bpetite(words);
  Outcome seen{done.code, done.out, done.err, {}};
  if (std::filesystem::is_regular_file(desk.path() / "out")) {
    seen.files["out"] = desk.read("out");
  } else if (std::filesystem::exists(desk.path() / "out")) {
    for (const auto& file : std::filesystem::directory_iterator(desk.path() / "out")) {
      seen.files[file.path().filename()] = desk.read("out/" + file.path().filename().string());
    }
  }
  return seen;
}

// These change nothing where a command does not refuse them.
const std::set<std::string_view> neutral = {"--threads", "--reference", "--force", "--memory"};

// Progress and sums have times and speeds.
bool has_times(std::string_view command) {
  return command == "train" || command == "count" || command == "merge-counts";
}

// What a command is told: each option with its values, or why the line is wrong.
struct Told {
  bool is_right = true;
  std::string text;

  bool operator==(const Told&) const = default;
};

Told told_by(const TriedCommand& tried, Words words) {
  if (!tried.before.empty()) words.erase(words.begin());
  const cli::Command program{"bpetite", "", {}, "", nullptr, {tried.command}};
  std::vector<const char*> given;
  for (const std::string& word : words) given.push_back(word.c_str());
  try {
    const cli::Request request = cli::parse(program, given);
    Told told;
    for (const cli::Option& option : tried.command.options) {
      if (!request.arguments.given(option.name)) continue;
      told.text += fmt::format("{}={}\n", option.name, request.arguments.values(option.name));
    }
    return told;
  } catch (const cli::UsageError& error) {
    return {false, error.what()};
  }
}

CLAUSE_TEST("FR-32 FR-33", "any two options say the same in either order") {
  std::size_t pairs = 0;
  std::size_t right = 0;
  for (const TriedCommand& tried : tried_commands()) {
    const std::vector<const cli::Option*> options = options_of(tried.command);
    for (std::size_t i = 0; i < options.size(); ++i) {
      for (std::size_t k = i + 1; k < options.size(); ++k) {
        const Words words = line_with(tried, {{options[i], options[k]}});
        const Told told = told_by(tried, words);
        CAPTURE(words, told.text);
        CHECK((told_by(tried, line_with(tried, {{options[k], options[i]}})) == told));
        ++pairs;
        right += told.is_right ? 1U : 0U;
      }
    }
  }
  CHECK(pairs > 700);
  CHECK(right > pairs / 2);
}

CLAUSE_TEST("FR-32 FR-33", "threads, the reference and --force change nothing beside any option") {
  const Desk desk;
  desk.stock();
  std::size_t pairs = 0;
  std::size_t worked = 0;
  for (const TriedCommand& tried : tried_commands()) {
    const std::vector<const cli::Option*> options = options_of(tried.command);
    for (const cli::Option* const option : options) {
      Outcome alone = run_outcome(desk, line_with(tried, {{option}}));
      if (has_times(tried.command.name)) alone.out.clear();
      if (alone.code == 1 || alone.code == 2) CHECK(alone.files.empty());
      for (const cli::Option* const other : options) {
        if (other == option || !neutral.contains(other->name)) continue;
        const Words words = line_with(tried, {{option, other}});
        CAPTURE(words);
        Outcome seen = run_outcome(desk, words);
        if (has_times(tried.command.name)) seen.out.clear();
        ++pairs;
        worked += seen.code == 0 ? 1U : 0U;
        if (seen.code == 2) continue;  // the two are not for each other
        CHECK(seen.code == alone.code);
        CHECK(seen.out == alone.out);
        CHECK(seen.files == alone.files);
      }
    }
  }
  CHECK(pairs > 150);
  CHECK(worked > pairs / 4);
}

// --- What encode must write. ---

// A choice of the options of `encode`, and what it must write by the reference.
struct EncodeCall {
  std::optional<std::string> special;  // the value of --allow-special, or "ordinary"
  bool has_template = false;
  std::optional<std::string> prepend;
  std::optional<std::string> append;
  std::optional<std::size_t> most;
  std::string shown = "json";  // or "u16", "u32", "count", "bytes", "scalars"
  std::string given = "text";  // or "input", "jsonl", "nul"
};

Words words_of(const EncodeCall& one) {
  Words words = {"encode", "--model", "llama.json"};
  const auto add = [&](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  if (one.special == "ordinary") add({"--ordinary"});
  if (one.special && one.special != "ordinary") add({"--allow-special", *one.special});
  if (one.has_template) add({"--template"});
  if (one.prepend) add({"--prepend", *one.prepend});
  if (one.append) add({"--append", *one.append});
  if (one.most) add({"--max-ids", std::to_string(*one.most)});
  if (one.shown == "count") add({"--count"});
  if (one.shown == "u16" || one.shown == "u32") add({"--format", one.shown});
  if (one.shown == "bytes" || one.shown == "scalars") add({"--offsets", one.shown});
  if (one.given == "text") add({"--text", text});
  if (one.given == "input") add({"--input", "text.txt"});
  if (one.given == "jsonl") add({"--input", "texts.jsonl", "--batch", "jsonl"});
  if (one.given == "nul") add({"--input", "texts.nul", "--batch", "nul"});
  return words;
}

std::string raw(std::span<const TokenId> ids, unsigned bytes) {
  std::string shown;
  for (const TokenId id : ids) {
    for (unsigned i = 0; i < bytes; ++i) shown += static_cast<char>(id >> (8 * i) & 0xFFU);
  }
  return shown;
}

// The result for one text of a case.
std::string result_for(const EncodeCall& one, const Table& table, std::string_view of) {
  SpecialChoice choice;
  if (one.special == "ordinary") choice = SpecialChoice::ordinary();
  if (one.special && one.special != "ordinary") choice = SpecialChoice::only({*one.special});
  if (one.special == "all") choice = SpecialChoice::all();
  std::vector<TokenId> ids = reference::encode(of, table, choice);
  std::vector<Span> spans = reference::byte_spans(of, ids, table, choice);
  if (one.shown == "scalars") spans = reference::scalar_spans(of, spans);
  std::vector<TokenId> before;
  std::vector<TokenId> after;
  if (one.prepend) before.push_back(static_cast<TokenId>(std::stoul(*one.prepend)));
  if (one.append) after.push_back(static_cast<TokenId>(std::stoul(*one.append)));
  if (one.has_template) {
    const auto& around = table.profile.ids_around;
    before.insert(before.end(), around.before.begin(), around.before.end());
    after.insert(after.begin(), around.after.begin(), around.after.end());
  }
  if (one.most) {
    const std::size_t room = *one.most - std::min(*one.most, before.size() + after.size());
    if (ids.size() > room) ids.resize(room);
    spans.resize(ids.size());
  }
  ids.insert(ids.begin(), before.begin(), before.end());
  ids.insert(ids.end(), after.begin(), after.end());
  if (one.shown == "count") return fmt::format("{}\n", ids.size());
  if (one.shown == "u16") return raw(ids, 2);
  if (one.shown == "u32") return raw(ids, 4);
  const std::string list = fmt::format("[{}]", fmt::join(ids, ","));
  if (one.shown == "json") return list + "\n";
  std::string places;
  for (const auto& [begin, end] : spans) {
    places += fmt::format("{}[{},{}]", places.empty() ? "" : ",", begin, end);
  }
  return fmt::format("{{\"ids\":{},\"offsets\":[{}]}}\n", list, places);
}

CLAUSE_TEST("FR-32b S57c S57d S57s S28a S28e",
            "any two options of encode write what the reference has") {
  const Desk desk;
  desk.stock();
  const std::vector<std::string> texts = {text, "", "ab", "<|eot_id|>"};
  std::string lines;
  std::string ended;
  for (const std::string& each : texts) {
    lines += json::quoted(each) + "\n\n \t\n\r\n";  // blank lines are no texts
    ended += each + '\0';
  }
  desk.write("texts.jsonl", lines);
  desk.write("texts.nul", ended);
  const Table table = interop::read_model(desk.read("llama.json"), "llama.json", nullptr);

  using Change = void (*)(EncodeCall&);
  // Of each option several values. Two of the same list are not combined.
  const std::vector<std::vector<Change>> changes = {
      {[](EncodeCall& c) { c.special = "ordinary"; },
       [](EncodeCall& c) { c.special = "<|eot_id|>"; }, [](EncodeCall& c) { c.special = "all"; }},
      {[](EncodeCall& c) { c.has_template = true; }},
      {[](EncodeCall& c) { c.prepend = "97"; }},
      {[](EncodeCall& c) { c.append = "256"; }},
      {[](EncodeCall& c) { c.most = 3; }, [](EncodeCall& c) { c.most = 1; },
       [](EncodeCall& c) { c.most = 1000; }},
      {[](EncodeCall& c) { c.shown = "u16"; }, [](EncodeCall& c) { c.shown = "u32"; },
       [](EncodeCall& c) { c.shown = "count"; }, [](EncodeCall& c) { c.shown = "bytes"; },
       [](EncodeCall& c) { c.shown = "scalars"; }},
      {[](EncodeCall& c) { c.given = "input"; }, [](EncodeCall& c) { c.given = "jsonl"; },
       [](EncodeCall& c) { c.given = "nul"; }},
  };
  // llama3 refuses the text, unless --allow-special or --ordinary says what it means. So those that
  // do not say it are tried with `all`, too.
  std::vector<EncodeCall> cases(1);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    for (const Change& first : changes[i]) {
      first(cases.emplace_back());
      for (std::size_t k = i + 1; k < changes.size(); ++k) {
        for (const Change& second : changes[k]) {
          EncodeCall both;
          first(both);
          second(both);
          cases.push_back(both);
        }
      }
    }
  }
  for (std::size_t i = cases.size(); i-- > 0;) {
    if (cases[i].special) continue;
    cases.push_back(cases[i]);
    cases.back().special = "all";
  }
  std::size_t refused = 0;
  for (const EncodeCall& one : cases) {
    const Words words = words_of(one);
    const Finished done = desk.bpetite(words);
    CAPTURE(words, done.err);
    const bool is_batch = one.given == "jsonl" || one.given == "nul";
    const bool has_offsets = one.shown == "bytes" || one.shown == "scalars";
    if (has_offsets && (one.has_template || one.prepend || one.append || is_batch)) {
      CHECK(done.code == 2);
      continue;
    }
    std::string wanted;
    const std::string error = error_of([&] {
      for (const std::string& each : is_batch ? texts : std::vector{text}) {
        wanted += result_for(one, table, each);
      }
    });
    CHECK(done.code == (error == "none" ? 0 : 1));
    CHECK(done.out == (error == "none" ? wanted : ""));
    refused += error == "none" ? 0U : 1U;
  }
  CHECK(cases.size() > 100);
  CHECK(refused > 0);
  CHECK(refused < cases.size() / 2);
}

// --- What decode must write. ---

std::string decoded(std::string_view shown, std::span<const TokenId> ids, const Table& table) {
  if (shown == "--lossy") return reference::decode_lossy(ids, table);
  return shown == "--bytes" ? reference::decode_bytes(ids, table) : reference::decode(ids, table);
}

CLAUSE_TEST("FR-32c S29a S29b S29d S57r", "all options of decode write what the reference has") {
  const Desk desk;
  desk.stock();
  const Table table = interop::read_model(desk.read("llama.json"), "llama.json", nullptr);
  const TokenId special = table.specials.back().id;
  // Ids, and the text that a stream writes before an error: a character in two tokens, a special
  // token inside it, ids that are not UTF-8, an unknown id.
  const std::vector<std::pair<std::vector<TokenId>, std::string>> lists = {
      {{}, ""},
      {{97, 256, 0xC3, 0xA9}, ""},
      {{special, 0xC3, special, 0xA9}, table.specials.back().literal},
      {{97, 0xE2, 0x82, 98, 257, 0xF0}, "a"},
      {{256, 0xC3, 60000, 0xA9}, "ab"}};
  std::size_t failed = 0;
  std::size_t cases = 0;
  for (const auto& [ids, before] : lists) {
    desk.write("ids.json", fmt::format("[{}]", fmt::join(ids, ",")));
    desk.write("ids.u16", raw(ids, 2));
    desk.write("ids.u32", raw(ids, 4));
    Words words = {"--ids"};
    for (const TokenId id : ids) words.push_back(std::to_string(id));
    const std::vector<Words> ways = {words,
                                     {"--input", "ids.json"},
                                     {"--input", "ids.u16", "--format", "u16"},
                                     {"--input", "ids.u32", "--format", "u32"},
                                     {"--stream", "--input", "ids.json"},
                                     {"--stream", "--input", "ids.u16", "--format", "u16"},
                                     {"--format", "u32", "--input", "ids.u32", "--stream"}};
    for (const Words& way : ways) {
      const bool is_stream = std::ranges::find(way, "--stream") != way.end();
      for (const std::string shown : {"", "--lossy", "--bytes"}) {
        for (const bool skips : {false, true}) {
          for (const bool by_reference : {false, true}) {
            Words line = {"decode", "--model", "llama.json"};
            line.insert(line.end(), way.begin(), way.end());
            if (!shown.empty()) line.push_back(shown);
            if (skips) line.emplace_back("--skip-special");
            if (by_reference) line.emplace_back("--reference");
            const Finished done = desk.bpetite(line);
            CAPTURE(line, done.err);
            if (is_stream && (by_reference || shown == "--bytes")) {
              CHECK(done.code == 2);
              continue;
            }
            std::string wanted;
            const std::vector<TokenId>& all = ids;
            const std::string error = error_of([&] {
              const auto kept = skips ? reference::without_special_tokens(all, table) : all;
              wanted = decoded(shown, kept, table);
            });
            ++cases;
            failed += error == "none" ? 0U : 1U;
            CHECK(done.code == (error == "none" ? 0 : 1));
            if (error == "none") {
              CHECK(done.out == wanted);
              CHECK(done.err.empty());
            } else if (is_stream) {
              CHECK(done.out == before);
            } else {
              CHECK(done.out.empty());
            }
          }
        }
      }
    }
  }
  CHECK(cases == 5 * (4 * 12 + 3 * 4));
  CHECK(failed > 50);
}

}  // namespace
}  // namespace bpetite::test
