// Tests how the kit asks programs that read a text on each line (S72a): the form of the lines, time
// limits, the number of starts, and which text is blamed if a program dies, is silent or writes
// something else. Also tests the verdict on a program with its own vocabulary (S71): asked by lines
// or by the protocol, with special tokens, by the version of Unicode that its replies show, and not
// judged if nothing is answered. Compares each form of the report on such programs with goldens.
#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "conform/faults/decisions.hpp"
#include "conform/faults/fault.hpp"
#include "conform/judge/model_vectors.hpp"
#include "conform/judge/texts.hpp"
#include "conform/program/lines.hpp"
#include "conform/program/session.hpp"
#include "conform/report/report_forms.hpp"
#include "conform/report/vocabulary_report.hpp"
#include "conform/search/smaller.hpp"
#include "conform/search/vocabulary_fuzz.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/goldens.hpp"
#include "support/programs/answering.hpp"
#include "support/programs/desk.hpp"
#include "support/programs/process.hpp"

namespace bpetite::test {
namespace {

using conform::program::by_lines;
using conform::program::IdsReply;
using conform::program::Status;

const std::vector<std::string> texts = {"a", "b", "boom", "c\n", "d"};

std::vector<IdsReply> asked(const std::string& command, int milliseconds = 2000) {
  return ids_of(by_lines(command, conform::program::Duration(milliseconds)), texts);
}

std::vector<Status> statuses(const std::vector<IdsReply>& replies) {
  std::vector<Status> all;
  for (const IdsReply& reply : replies) all.push_back(reply.status);
  return all;
}

const Tokenizer& cat() {
  static const auto tokenizer = Tokenizer::train("the cat sat on the mat, the cat sat", 262);
  return tokenizer;
}

// The vectors are made once, which takes seconds.
const conform::judge::ModelVectors& cat_vectors() {
  static const auto vectors = conform::judge::model_vectors("cat", cat());
  return vectors;
}

}  // namespace

// The program has another version of Unicode than the file, and none of its vectors says so.
TEST_CASE("S71e: run and fuzz judge by the version of Unicode that the replies show") {
  const Desk desk;
  conform::suite::small_vocabulary("cl100k").save(desk.path() / "small.json");
  const std::string lines =
      " --tokenizer small.json --lines 'bpetite conform lines --tokenizer small.json --unicode "
      "14.0.0'";
  const std::string line =
      "class     Unicode 14.0.0, as the program says or its replies show; the file has Unicode "
      "16.0.0\n";
  const Finished fuzz = desk.shell("bpetite conform fuzz --cases 3000" + lines);
  CHECK(fuzz.out == line + "3000 texts, 0 findings\n");
  CHECK(fuzz.code == 0);
  const Finished run = desk.shell("bpetite conform run --longest 4K" + lines);
  CHECK_THAT(run.out, Catch::Matchers::Contains(line));
  CHECK_THAT(run.out, Catch::Matchers::Contains("ids exact: ") &&
                          Catch::Matchers::Contains(", Unicode 14.0; one chunk"));
  CHECK(run.code == 0);
  // If the version is said, it is required.
  const Finished said = desk.shell("bpetite conform run --longest 4K --unicode 16.0.0" + lines);
  CHECK_THAT(said.out, Catch::Matchers::Contains("like      unicode-14.0.0: it gives every reply"));
  CHECK(said.code == 1);
  CHECK(desk.shell("bpetite conform fuzz --cases 3000 --unicode 16.0.0" + lines).code == 1);
}

TEST_CASE("S72a: a program that writes nothing before its input ends is asked as any other") {
  for (const char* const command : {"while read -r line; do echo '[1,2]'; done",
                                    "sleep 0.1; cat >/dev/null; yes '[1,2]' | head -n 5"}) {
    INFO(command);
    const std::vector<IdsReply> replies = asked(command);
    REQUIRE(replies.size() == texts.size());
    for (const IdsReply& reply : replies) CHECK(reply.ids == std::vector<TokenId>{1, 2});
  }
}

TEST_CASE("S72a: a program that writes one wrong line at each start is given up") {
  const auto program = conform::program::by_lines("echo Welcome", std::chrono::seconds(5));
  const std::vector<IdsReply> replies = ids_of(program, std::vector<std::string>(1000, "a"));
  REQUIRE(replies.size() == 1000);
  for (const IdsReply& reply : replies) CHECK(reply.status == Status::protocol);
  CHECK(program.starts() < 20);
}

TEST_CASE("S72a: each line is a JSON string in ASCII") {
  CHECK(asked("while read -r line; do test \"$line\" = '\"c\\n\"' && echo '[7]' || echo null; done")
            .at(3)
            .ids == std::vector<TokenId>{7});
}

TEST_CASE("S72a: null is a refusal, and what is no array of ids breaks the protocol") {
  const auto of = [](const std::string& line) {
    return asked("yes '" + line + "' | head -n 5").at(0);
  };
  CHECK(of("null").is_refusal());
  for (const char* const line : {"[1,-2]", "[1.0]", "[4294967296]", "{}", "1 2", "\"a\"", ""}) {
    INFO(line);
    CHECK(of(line).status == Status::protocol);
  }
  CHECK(of("[4294967295]").ids == std::vector<TokenId>{4294967295U});
}

TEST_CASE("S72a: the text at which a program dies is found, and the others are answered") {
  // One program writes each line at once, the other writes all lines at its end.
  for (const char* const step : {"echo [1]", "all=\"$all[1]\\n\""}) {
    const std::string command =
        "sh -c 'while read -r line; do case $line in *boom*) kill -9 $$;; esac; " +
        std::string(step) + "; done; printf \"$all\"'";
    INFO(command);
    const std::vector<IdsReply> replies = asked(command);
    CHECK(replies.at(2).status != Status::pass);
    for (const std::size_t other : {0U, 1U, 3U, 4U}) {
      CHECK(replies.at(other).ids == std::vector<TokenId>{1});
    }
  }
}

TEST_CASE("S72a: the text at which a program is silent is found in bounded time") {
  const std::vector<IdsReply> replies =
      asked("while read -r line; do case $line in *boom*) sleep 60;; esac; echo [1]; done", 200);
  CHECK(statuses(replies) ==
        std::vector{Status::pass, Status::pass, Status::timeout, Status::pass, Status::pass});
}

TEST_CASE("S72a: the first line has six times as long as the others") {
  for (const IdsReply& reply : asked("sleep 0.6; sed 's/.*/[1]/'", 300)) {
    CHECK(reply.ids == std::vector<TokenId>{1});
  }
}

TEST_CASE("S72a: a later line has less time, and its text is sent again alone") {
  const auto program =
      by_lines("while read -r line; do case $line in *boom*) sleep 0.9;; esac; echo [1]; done",
               std::chrono::milliseconds(300));
  for (const IdsReply& reply : ids_of(program, texts)) CHECK(reply.status == Status::pass);
  CHECK(program.starts() == 3);  // with all texts, with "boom", and with the two after it
}

TEST_CASE("S72a: after eight texts that end the program no more are sent") {
  const std::vector<std::string> many(20, "a");
  const std::vector<IdsReply> replies = ids_of(by_lines("exit 3", std::chrono::seconds(5)), many);
  REQUIRE(replies.size() == many.size());
  for (std::size_t i = 0; i < replies.size(); ++i) {
    CHECK(replies[i].status == Status::crash);
    CHECK((replies[i].detail == "not sent after 8 faults") == (i >= 8));
  }
}

TEST_CASE("S72a: a program that never writes is started four times") {
  const std::vector<std::string> many(20, "a");
  const auto program = by_lines("sleep 60", std::chrono::milliseconds(50));
  const std::vector<IdsReply> replies = ids_of(program, many);
  CHECK(program.starts() == 4);  // with all texts, then with one text three times
  CHECK(replies.front().detail == "no line in time");
  REQUIRE(replies.size() == many.size());
  for (std::size_t i = 0; i < replies.size(); ++i) {
    CHECK(replies[i].status == Status::timeout);
    CHECK((replies[i].detail == "not sent after 3 faults") == (i >= 3));
  }
}

TEST_CASE("S72a: a program that ends early or writes too much is told") {
  CHECK(asked("head -n 2 | sed 's/.*/[1]/'").at(0).ids == std::vector<TokenId>{1});
  CHECK(asked("true").at(0).status == Status::protocol);
  CHECK(asked("exit 3").at(0).status == Status::crash);
  for (const IdsReply& reply : asked("echo Welcome; sed 's/.*/[1]/'")) {
    CHECK(reply.status == Status::protocol);
    CHECK(reply.detail == "more lines than texts; a line that is not JSON: \"Welcome\"");
  }
}

TEST_CASE("S72a: the reply to a text without ids says why it has none") {
  for (const auto& [command, detail] : std::vector<std::pair<std::string, std::string>>{
           {"true", "it exited with 0 after 0 of 1 line"},
           {"printf 'a\\nb\\n\\n' >&2; exit 3", "it exited with 3 after 0 of 1 line: \"b\""},
           {"kill -9 $$", "it died of signal 9 after 0 of 1 line"},
           {"echo {}", "a line that is not an array: \"{}\""},
           {"echo [1.0]", "an array of other things than ids: \"[1.0]\""},
           {"echo ]", "a line that is not JSON: \"]\""},
           {"head -c 4200000 /dev/zero | tr '\\0' 1", "a line of more than 4 MiB"},
           {"yes [1] | head -n 2", "more lines than texts"}}) {
    INFO(command);
    const auto program = by_lines(command, std::chrono::seconds(5));
    CHECK(ids_of(program, std::vector<std::string>{"a"}).front().detail == detail);
  }
}

TEST_CASE("S71 S74b: the text of a verdict says how far lengths went, and what tokens are") {
  using conform::judge::Specials;
  conform::judge::VocabularyVerdict verdict;
  verdict.hypotheses = 5;
  verdict.not_shown = {"a", "b"};
  verdict.levels[0].passed = 2;
  verdict.decoding.failed = 1;
  verdict.lengths = {{"prose", 1'048'576}, {"blanks", 16'385, "slow"}, {"words", 1'048'576}};
  for (const auto& [way, words] : std::vector<std::pair<Specials, std::string>>{
           {Specials::not_asked, "not asked: no text has one"},
           {Specials::found, "found in every text"},
           {Specials::text, "ordinary text"},
           {Specials::refused, "a text that has some is refused"},
           {Specials::mixed, "fails: not treated in the same way in every text"}}) {
    verdict.specials = way;
    CHECK(
        conform::report::to_text(verdict, false) ==
        "told      3 of 5 hypotheses\nnot told  a b\nspecials  " + words +
            "\nlengths   right up to 1,048,576 bytes of prose, words; 16,385 bytes of blanks (slow)"
            "\nL0        conforms  PASS 2\nL1        not asked\ndecoding  fails     FAIL 1  PASS "
            "0\n");
  }

  // A long text has a result as the others have, and a special token is a part of its own.
  conform::judge::ModelVector vector;
  vector.id = "v1-1";
  vector.special = "found";
  verdict.long_texts = {vector};
  verdict.wrong = {{vector, {std::nullopt, Status::crash, "it ended"}}};
  const auto report = conform::report::report_of(verdict, {"v1", "15.0.0"}, {.command = "c"}, {});
  REQUIRE(report.results.size() == 1);
  CHECK(report.results[0].part == conform::explain::Part::special);
  CHECK(report.results[0].status == Status::crash);
  CHECK(report.results[0].harm == conform::explain::Harm::no_result);
  CHECK(report.name == "c");

  const std::vector<conform::judge::ProfileVerdict> profiles = {
      {"gpt2", {}, {}, {}, "why", {}},
      {"o200k", "ranks", "15.0.0", "none", {}, {}},
      {"qwen2", "artifact", "16.0.0", "NFC of Unicode 9.0", {}, {}}};
  const std::string verdict_of_none =
      "\ntold      0 of 0 hypotheses\nspecials  not asked: no text has "
      "one\nL0        not asked\nL1        not asked\n\n";
  CHECK(conform::report::to_text(profiles, false) ==
        "profile   gpt2: not judged: why\n\nprofile   o200k, handed over as ranks, Unicode 15.0.0" +
            verdict_of_none +
            "profile   qwen2, handed over as artifact, Unicode 16.0.0, NFC of Unicode 9.0" +
            verdict_of_none + "ids exact: o200k, qwen2\n");
  CHECK(conform::report::to_text({profiles[0]}, false).ends_with("\n\nids exact: of no profile\n"));
}

TEST_CASE("S71: a program that answers nothing is not judged") {
  const Tokenizer& tokenizer = cat();
  for (const char* const command :
       {"./is-not-there", "cat", "true", "echo Welcome; sed 's/.*/[1]/'"}) {
    INFO(command);
    const auto program = by_lines(command, std::chrono::seconds(5));
    CHECK_THROWS_AS(conform::judge::judge_texts(cat_vectors(), tokenizer, program),
                    conform::program::NotDriven);
    CHECK_THROWS_AS(conform::search::fuzz_vocabulary(tokenizer, program, {.cases = 20}),
                    conform::program::NotDriven);
  }
}

TEST_CASE("S71: a program of the protocol is asked for its builtin vocabulary") {
  const TemporaryDirectory directory;
  const std::string path = (directory.path() / "cat.json").string();
  const std::string ranks = (directory.path() / "ranks").string();
  const auto tokenizer = Tokenizer::train("the cat sat on the mat, the cat sat", 262);
  tokenizer.save(path);
  REQUIRE(run({BPETITE_PROGRAM, "export", "tiktoken", "--model", path, "--output", ranks}).code ==
          0);
  const std::string file = ranks + "/tokenizer.tiktoken";
  const std::string serve =
      std::string("'") + BPETITE_PROGRAM + "' serve --ranks gpt2='" + file + "'";
  const auto judged = [&](const std::string& builtin) {
    return run({BPETITE_PROGRAM, "conform", "run", "--tokenizer", file, "--profile", "gpt2",
                "--impl", serve, "--builtin", builtin, "--longest", "8K"});
  };
  const Finished done = judged("gpt2");
  INFO(done.out << done.err);
  CHECK(done.code == 0);
  CHECK(done.out.find("decoding  conforms") != std::string::npos);

  CHECK(judged("another").code == 3);

  // The program ends at a certain text. After each failure it is started again, and loads the
  // vocabulary again.
  const auto program = conform::program::by_session({.command = "sed -u /626f6f6d/Q | " + serve},
                                                    conform::program::builtin("gpt2"));
  const std::vector<IdsReply> replies = ids_of(program, texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    INFO(texts[i]);
    CHECK(replies.at(i).ids.has_value() == (texts[i] != "boom"));
  }
  const std::vector<IdsReply> faults = ids_of(program, std::vector<std::string>(10, "boom"));
  CHECK(faults.at(6).detail != "not sent after 8 faults");  // this is the eighth failure
  CHECK(faults.at(7).detail == "not sent after 8 faults");
}

TEST_CASE("S71: special tokens are found, ordinary text or refused, but always the same") {
  const Tokenizer& tokenizer = cat();
  // A text with a special token four times more.
  conform::judge::ModelVectors vectors = cat_vectors();
  const auto is_special = [](const std::string& text) {
    return text.find("<|endoftext|>") != std::string::npos;
  };
  const conform::judge::ModelVector one =
      *std::ranges::find_if(vectors.vectors, is_special, &conform::judge::ModelVector::text);
  for (int i = 0; i < 4; ++i) {
    vectors.vectors.push_back(one);
    vectors.vectors.back().id += fmt::format("-{}", i);
    vectors.vectors.back().text.insert(0, static_cast<std::size_t>(i) + 1, 'a');
  }
  int asked_before = 0;
  const auto verdict_of = [&](auto way) {
    asked_before = 0;
    const auto program = answering([&](std::span<const std::string> given) {
      std::vector<IdsReply> replies;
      for (const std::string& text : given) {
        replies.push_back({tokenizer.encode(text), Status::pass, ""});
        if (is_special(text) && way(asked_before++)) replies.back().ids.reset();
      }
      return replies;
    });
    return conform::judge::judge_texts(vectors, tokenizer, program);
  };
  using conform::judge::Specials;
  CHECK(verdict_of([](int) { return false; }).specials == Specials::found);
  CHECK(verdict_of([](int) { return true; }).specials == Specials::refused);
  const int asked = asked_before / 2;  // in one pass
  REQUIRE(asked > 4);
  // One text alone is treated in the other way: the first, one in the middle, the last.
  for (const int other : {0, 2, asked - 1}) {
    for (const bool is_refused : {false, true}) {
      const auto mixed = verdict_of([&](int n) { return (n == other) != is_refused; });
      CAPTURE(other, is_refused, asked_before);
      CHECK(mixed.specials == Specials::mixed);
      CHECK_FALSE(mixed.conforms());
    }
  }
  // The same text is refused in each pass. It is the failure, and the only one.
  const std::string refused = vectors.vectors.back().text;
  const auto program = answering([&](std::span<const std::string> given) {
    std::vector<IdsReply> replies;
    for (const std::string& text : given) {
      replies.push_back({tokenizer.encode(text), Status::pass, ""});
      if (text == refused) replies.back().ids.reset();
    }
    return replies;
  });
  const auto one_refused = conform::judge::judge_texts(vectors, tokenizer, program);
  CHECK(one_refused.specials == Specials::mixed);
  REQUIRE(one_refused.wrong.size() == 1);
  CHECK(one_refused.wrong.front().vector.text == refused);
}

namespace {

// A program that gives these ids to each text.
AnswersTexts giving(std::function<std::vector<TokenId>(const std::string&)> ids_of) {
  return [ids_of](std::span<const std::string> given) {
    std::vector<IdsReply> replies;
    for (const std::string& text : given) replies.push_back({ids_of(text), Status::pass, ""});
    return replies;
  };
}

// The program refuses special tokens, and at some other texts it is wrong, silent or dead.
std::vector<IdsReply> faulty_replies(std::span<const std::string> given) {
  std::vector<IdsReply> replies;
  for (const std::string& text : given) {
    replies.push_back({cat().encode(text), Status::pass, ""});
    IdsReply& reply = replies.back();
    if (text.find("<|") != std::string::npos) {
      reply = {std::nullopt, Status::pass, "ValueError: <b>special</b> tokens\x1b[31m"};
    } else if (text.find("1234") != std::string::npos) {
      reply = {std::nullopt, Status::timeout, "no answer to encode in time"};
    } else if (text.size() > 40) {
      reply = {std::nullopt, Status::crash, "it died of signal 11"};
    } else if (text.find("12") != std::string::npos) {
      reply.ids->push_back(0);
    } else if (text.find('\n') != std::string::npos) {
      reply = {std::nullopt, Status::protocol, "an answer without ids"};
    }
  }
  return replies;
}

}  // namespace

TEST_CASE("goldens: a program with a vocabulary of its own in every form of a report") {
  const Tokenizer& tokenizer = cat();
  const Table& table = TokenizerAccess::table(tokenizer);
  std::string text;
  conform::judge::VocabularyVerdict verdict;
  const auto judge = [&](const char* what, const AnswersTexts& ids,
                         const AnswersIds& texts_of = {}) {
    const conform::program::Program program = answering(ids, texts_of);
    verdict = conform::judge::judge_texts(cat_vectors(), tokenizer, program);
    conform::search::shrink_texts(verdict, tokenizer, program, std::chrono::seconds(60));
    text += std::string("== ") + what + "\n" + conform::report::to_text(verdict, false);
  };
  judge("right", giving([&](const std::string& it) { return tokenizer.encode(it); }));

  conform::faults::ChunkIds chunks(table);
  for (const auto& hypothesis : conform::faults::faults_of(table)) {
    if (hypothesis.name != "space-first" && hypothesis.name != "no-lookahead") continue;
    conform::faults::Answerer answerer(table, hypothesis.decisions, chunks);
    judge(hypothesis.name.c_str(), giving([&](const std::string& it) { return answerer.ids(it); }));
  }
  judge("in another order", [&](std::span<const std::string> given) {
    std::vector<IdsReply> replies =
        giving([&](const std::string& it) { return tokenizer.encode(it); })(given);
    std::ranges::reverse(replies);
    return replies;
  });
  for (const bool are_late : {true, false}) {
    judge(are_late ? "one line late" : "one line early", [&](std::span<const std::string> given) {
      std::vector<IdsReply> replies =
          giving([&](const std::string& it) { return tokenizer.encode(it); })(given);
      std::rotate(replies.begin(), are_late ? replies.end() - 1 : replies.begin() + 1,
                  replies.end());
      return replies;
    });
  }
  const auto other = Tokenizer::train("a dog and another dog, and a third dog", 262);
  judge("with another vocabulary", giving([&](const std::string& it) { return other.encode(it); }));

  // The program decodes lists of two ids wrongly.
  judge("in many ways", faulty_replies, [&](std::span<const std::vector<TokenId>> lists) {
    std::vector<conform::program::Decoded> decoded;
    for (const std::vector<TokenId>& ids : lists) {
      decoded.push_back({ids.size() == 2 ? "?" : tokenizer.decode(ids), ""});
    }
    return decoded;
  });
  check_golden("vocabulary.txt", text);
  check_golden("vocabulary-all.txt", conform::report::to_text(verdict, true));

  conform::judge::RunOptions options;
  options.command = "./encode";
  const conform::report::Report report =
      conform::report::report_of(verdict, {"cat", "16.0.0"}, options, {});
  check_golden("vocabulary-report.json", conform::report::to_json(report));
  check_golden("vocabulary-junit.xml", conform::report::to_junit(report));
  check_golden("vocabulary-summary.md", conform::report::to_markdown(report));
  check_golden("vocabulary-page.html", conform::report::to_html({&report, 1}));
  check_golden("vocabulary-badge.svg", conform::report::to_badge(report));
}

}  // namespace bpetite::test
