// Tests judging a program by its own vocabulary, and the report of such a run (S71): each wrong
// text has its harm, a shorter wrong text, and a cause if one fault gives every reply. Tests also
// replies in the wrong order, another vocabulary, the treatment of special tokens, decoding, and a
// command that is not UTF-8. Tests also fuzzing with random texts, which a seed makes again, also
// for a slow program. A finding is the shortest wrong text; if this text is right alone, the
// program keeps state between texts (S72b).
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/tokenizer.hpp>

#include "bpetite/access.hpp"
#include "conform/faults/decisions.hpp"
#include "conform/faults/fault.hpp"
#include "conform/judge/model_vectors.hpp"
#include "conform/judge/replies.hpp"
#include "conform/judge/texts.hpp"
#include "conform/report/report_forms.hpp"
#include "conform/report/vocabulary_report.hpp"
#include "conform/search/smaller.hpp"
#include "conform/search/vocabulary_fuzz.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "support/programs/answering.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

using conform::explain::Harm;
using conform::judge::VocabularyVerdict;
using conform::program::IdsReply;
using conform::program::Program;
using conform::program::Status;

// A small vocabulary with special tokens. Texts that contain special tokens are not refused.
const Tokenizer& finding_tokenizer() {
  static const Tokenizer tokenizer = [] {
    Table table = TokenizerAccess::table(conform::suite::small_vocabulary("o200k"));
    table.profile.added.rule = SpecialRule::matched;
    return TokenizerAccess::open(std::move(table));
  }();
  return tokenizer;
}

// The verdict on a program with that vocabulary. The vectors are made once, which takes seconds.
VocabularyVerdict verdict_on(const Program& program) {
  static const auto vectors = conform::judge::model_vectors("o200k", finding_tokenizer());
  return conform::judge::judge_texts(vectors, finding_tokenizer(), program);
}

// The same with smaller texts.
VocabularyVerdict shrunk_verdict_on(const Program& program) {
  VocabularyVerdict verdict = verdict_on(program);
  conform::search::shrink_texts(verdict, finding_tokenizer(), program, std::chrono::seconds(60));
  return verdict;
}

// Replies as the tokenizer does, except where `edit` returns true. Then `edit` has set the reply.
AnswersTexts answers_of(const Tokenizer& tokenizer,
                        std::function<bool(const std::string&, IdsReply&)> edit) {
  return [&tokenizer, edit = std::move(edit)](std::span<const std::string> texts) {
    std::vector<IdsReply> replies;
    for (const std::string& text : texts) {
      IdsReply reply;
      if (!edit(text, reply)) reply.ids = encode(tokenizer, text, SpecialChoice());
      replies.push_back(std::move(reply));
    }
    return replies;
  };
}

Program program_of(const Tokenizer& tokenizer,
                   std::function<bool(const std::string&, IdsReply&)> edit) {
  return answering(answers_of(tokenizer, std::move(edit)));
}

conform::report::Report report_of(const VocabularyVerdict& verdict) {
  conform::judge::RunOptions options;
  options.command = "./encode";
  return conform::report::report_of(verdict, {"o200k", "16.0.0"}, options, {});
}

// Gives the id 0 for each text with "quick", and right ids for all others.
auto wrong_at_quick() {
  return program_of(finding_tokenizer(), [](const std::string& text, IdsReply& reply) {
    if (text.find("quick") == std::string::npos) return false;
    reply.ids = std::vector<TokenId>{0};
    return true;
  });
}

}  // namespace

CLAUSE_TEST("S71c", "only a short text whose own reply is wrong is made smaller") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const auto program = wrong_at_quick();
  const VocabularyVerdict verdict = verdict_on(program);
  REQUIRE_FALSE(verdict.wrong.empty());
  const auto made_smaller = [&](const std::function<void(conform::judge::WrongReply&)>& edit) {
    VocabularyVerdict edited = verdict;
    std::ranges::for_each(edited.wrong, edit);
    conform::search::shrink_texts(edited, tokenizer, program, std::chrono::seconds(60));
    return std::ranges::count_if(edited.wrong,
                                 [](const auto& it) { return it.smaller.has_value(); });
  };
  const auto with_status = [&](Status status) {
    return made_smaller([&](auto& wrong) { wrong.reply.status = status; });
  };
  CHECK(with_status(Status::fail) > 0);
  CHECK(with_status(Status::crash) == with_status(Status::fail));
  CHECK(with_status(Status::state_leak) == 0);
  CHECK(with_status(Status::nondeterministic) == 0);
  CHECK(made_smaller([](auto& wrong) { wrong.vector.special = "text"; }) == 0);
  CHECK(made_smaller([](auto& wrong) { wrong.vector.text = std::string(4098, 'a'); }) == 0);
}

CLAUSE_TEST("S71", "the report has each text, and is read as it was written") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const auto right = verdict_on(program_of(tokenizer, [](auto&, auto&) { return false; }));
  const conform::report::Report report = report_of(right);
  CHECK(report.results.size() == right.asked.size());
  std::set<std::string> texts;
  for (const auto& vector : right.asked) CHECK(texts.insert(vector.text).second);
  CHECK(report.exit_code == 0);
  CHECK(conform::report::headline_of(report).text == "ids exact: o200k, Unicode 16.0");
  const std::string json = conform::report::to_json(report);
  CHECK(conform::report::to_json(conform::report::parse_report(json)) == json);
}

CLAUSE_TEST("S71", "a command that is not UTF-8 is text in every report") {
  const auto verdict =
      verdict_on(program_of(finding_tokenizer(), [](auto&, auto&) { return false; }));
  conform::judge::RunOptions options;
  options.command = "./encode \xff";
  const auto report = conform::report::report_of(verdict, {"o200k", "16.0.0"}, options, {});
  const std::string json = conform::report::to_json(report);
  CHECK(conform::report::to_json(conform::report::parse_report(json)) == json);
}

CLAUSE_TEST("S71",
            "a failure has its harm, its cause if one gives every reply, and a shorter text") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const auto program = wrong_at_quick();
  const auto verdict = shrunk_verdict_on(program);
  REQUIRE_FALSE(verdict.wrong.empty());
  for (const auto& each : verdict.wrong) {
    REQUIRE(each.smaller);
    CHECK(each.smaller->text == "quick");
    CHECK(each.smaller->want == encode(tokenizer, "quick", SpecialChoice()));
  }
  const conform::report::Report report = report_of(verdict);
  CHECK(report.exit_code == 1);
  CHECK(report.diagnoses.empty());
  std::size_t failures = 0;
  for (const auto& result : report.results) {
    if (result.status != Status::fail) continue;
    ++failures;
    CHECK(result.harm == Harm::wrong_result);
    CHECK(result.causes.empty());
    CHECK(result.shrunk == "\"quick\": 0");
  }
  const std::string junit = conform::report::to_junit(report);
  CHECK(junit.find("message=\"text &quot;") != std::string::npos);
  CHECK(junit.find(", got 0; smaller: &quot;quick&quot;: 0\"") != std::string::npos);
  CHECK(failures == verdict.wrong.size());
}

// Replies as the tokenizer does, but `move` changes the order of the replies.
Program moving_program(const Tokenizer& tokenizer,
                       std::function<void(std::vector<IdsReply>&)> move) {
  const auto right = answers_of(tokenizer, [](auto&, auto&) { return false; });
  return answering([right, move = std::move(move)](std::span<const std::string> texts) {
    std::vector<IdsReply> replies = right(texts);
    move(replies);
    return replies;
  });
}

CLAUSE_TEST("S71", "answers that are those of other texts are named so, and nothing else is") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const auto judged = [&](std::function<void(std::vector<IdsReply>&)> move) {
    return shrunk_verdict_on(moving_program(tokenizer, std::move(move)));
  };
  const auto behind = judged([](std::vector<IdsReply>& replies) {
    std::rotate(replies.begin(), replies.end() - 1,
                replies.end());  // clang 14 has no ranges::rotate
    replies.front().ids.emplace();
  });
  const auto ahead = judged([](std::vector<IdsReply>& replies) {
    std::rotate(replies.begin(), replies.begin() + 1, replies.end());
    replies.back() = {std::nullopt, Status::protocol, "it exited"};
  });
  const auto swapped = judged([](std::vector<IdsReply>& replies) {
    for (std::size_t i = 0; i < 20; i += 2) std::swap(replies[i], replies[i + 1]);
  });
  REQUIRE(behind.order);
  CHECK(behind.order->shift == 1);
  REQUIRE(ahead.order);
  CHECK(ahead.order->shift == -1);
  REQUIRE(swapped.order);
  CHECK(swapped.order->shift == 0);
  CHECK(swapped.order->wrong == 20);
  for (const VocabularyVerdict* verdict : {&behind, &ahead, &swapped}) {
    CHECK(verdict->like.empty());
    CHECK(verdict->order->says().starts_with("The answers are those of other texts of this run"));
    const std::string text = conform::report::to_text(*verdict, false);
    CHECK(text.starts_with("order     " + verdict->order->says()));
    CHECK(text.find("\nlike ") == std::string::npos);
    CHECK(text.find("smaller") == std::string::npos);
    const conform::report::Report report = report_of(*verdict);
    REQUIRE(report.diagnoses.size() == 1);
    CHECK(report.diagnoses.front().about == "order");
    CHECK(conform::report::to_junit(report).find("; cause " + verdict->order->name() + ": The") !=
          std::string::npos);
    for (const auto& result : report.results) {
      if (result.status != Status::fail) continue;
      CHECK(result.causes == std::vector{verdict->order->name()});
    }
  }
}

CLAUSE_TEST("S71",
            "an answer that no text is to have, or that comes too often, is of no other text") {
  using conform::judge::order_of;
  using conform::judge::RightReply;
  using Lists = std::vector<std::vector<TokenId>>;
  const std::vector<RightReply> right = {{{1}}, {{2}}, {{3}}, {{4}}, {{5}}};
  const auto order = [&](const Lists& lists) {
    std::vector<IdsReply> replies;
    for (const auto& list : lists) replies.push_back({list, Status::pass, ""});
    return order_of(right, replies);
  };
  CHECK(order({{2}, {1}, {3}, {4}, {5}}));
  CHECK(order({{9}, {1}, {2}, {3}, {4}}));
  CHECK_FALSE(order({{1}, {2}, {3}, {4}, {5}}));
  CHECK_FALSE(order({{2}, {1}, {3}, {4}, {9}}));
  CHECK_FALSE(order({{2}, {2}, {3}, {4}, {5}}));
  CHECK_FALSE(order({{9}, {9}, {2}, {3}, {4}}));
  CHECK_FALSE(order({{1}, {1}, {1}, {1}, {1}}));
}

CLAUSE_TEST("S71", "a program with another vocabulary is told so, and one with a fault is not") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const Table& table = TokenizerAccess::table(tokenizer);
  const auto judged = [&](std::function<void(std::vector<TokenId>&)> edit) {
    return verdict_on(program_of(tokenizer, [&](const std::string& text, IdsReply& reply) {
      reply.ids = encode(tokenizer, text, SpecialChoice::ordinary());
      edit(*reply.ids);
      return true;
    }));
  };

  // The program has the same tokens with other ids.
  const auto another = judged([&](std::vector<TokenId>& ids) {
    for (TokenId& id : ids) id = (id + 100) % static_cast<TokenId>(table.tokens.size());
  });
  REQUIRE(another.another_vocabulary);
  CHECK(another.another_vocabulary->words >= 30);
  CHECK(another.like.empty());
  const std::string text = conform::report::to_text(another, false);
  CHECK(text.starts_with("vocabulary "));
  CHECK(text.find("identify") < text.find("FAIL"));
  const conform::report::Report report = report_of(another);
  REQUIRE(report.diagnoses.size() == 1);
  CHECK(report.diagnoses.front().about == "vocabulary");

  // These programs are also wrong everywhere: an id before all others, no merges, always the same
  // answer.
  const auto first = judged([](auto& ids) { ids.insert(ids.begin(), 0); });
  const auto bytes = judged([&](std::vector<TokenId>& ids) {
    std::vector<TokenId> single;
    for (const TokenId id : ids) {
      for (const char c : table.tokens.at(id)) {
        single.push_back(table.byte_ids.at(static_cast<unsigned char>(c)));
      }
    }
    ids = single;
  });
  const auto constant = judged([](auto& ids) { ids = {7}; });
  for (const VocabularyVerdict* verdict : {&first, &bytes, &constant}) {
    CHECK(2 * verdict->wrong.size() >= verdict->asked.size());
    CHECK_FALSE(verdict->another_vocabulary);
  }
}

// Of n words, `wrong` have other ids, of which `foreign` are those of other letters. The others
// have the right ids, or no answer. An answer that is missing is none of another vocabulary.
CLAUSE_TEST("FR-32j S71", "another vocabulary needs nine of ten words wrong, and half foreign") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const Table& table = TokenizerAccess::table(tokenizer);
  const auto right = [&](const std::string& text) {
    return std::optional(encode(tokenizer, text, SpecialChoice::ordinary()));
  };
  const auto found = [&](std::size_t wrong, std::size_t foreign, bool others_fail) {
    std::map<std::string, std::size_t> places;
    const auto program = program_of(tokenizer, [&](const std::string& text, IdsReply& reply) {
      const std::size_t place = places.emplace(text, places.size()).first->second;
      if (place >= wrong) {
        if (others_fail) reply.detail = "an error";
        return others_fail;
      }
      reply.ids = right(text);
      if (place >= foreign) {
        reply.ids->insert(reply.ids->begin(), 0);
      } else {
        for (TokenId& id : *reply.ids) id = (id + 100) % static_cast<TokenId>(table.tokens.size());
      }
      return true;
    });
    return conform::judge::another_vocabulary(table, program, right);
  };
  constexpr std::size_t all = 100'000;
  REQUIRE(found(all, all, false));
  const std::size_t words = found(all, all, false)->words;
  const std::size_t nine_of_ten = (9 * words + 9) / 10;
  const std::size_t half = (words + 1) / 2;
  for (const bool others_fail : {true, false}) {
    CAPTURE(words, others_fail);
    const auto least = found(nine_of_ten, half, others_fail);
    REQUIRE(least);
    CHECK(least->words == (others_fail ? nine_of_ten : words));
    CHECK(least->wrong == nine_of_ten);
    CHECK(least->foreign == half);
    CHECK_FALSE(found(nine_of_ten - 1, nine_of_ten - 1, others_fail));
    CHECK_FALSE(found(2 * words / 3, 2 * words / 3, others_fail));
    CHECK_FALSE(found(nine_of_ten, half - 1, others_fail));
  }
}

CLAUSE_TEST("S72b", "fuzzing ends where answers are those of other texts") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const auto program = moving_program(
      tokenizer, [](std::vector<IdsReply>& replies) { std::ranges::reverse(replies); });
  const auto report = conform::search::fuzz_vocabulary(tokenizer, program, {.cases = 200});
  REQUIRE(report.order);
  CHECK(report.findings.empty());
  CHECK(to_text(report) == "ORDER  " + report.order->says() + "\n200 texts, 1 finding\n");
}

// The program refuses the first text with special tokens, and answers the others.
CLAUSE_TEST("S71",
            "special tokens that are not treated in the same way in every text are failures") {
  const Tokenizer& tokenizer = finding_tokenizer();
  bool is_first = true;
  const auto verdict =
      verdict_on(program_of(tokenizer, [&](const std::string& text, IdsReply& reply) {
        if (text.find("<|") == std::string::npos || !std::exchange(is_first, false)) return false;
        reply.detail = "ValueError";
        return true;
      }));
  CHECK_FALSE(is_first);
  CHECK(verdict.specials == conform::judge::Specials::mixed);
  CHECK_FALSE(verdict.wrong.empty());
  CHECK(report_of(verdict).exit_code == 1);
}

// The program takes special tokens for ordinary text, and decodes the ids of one text wrongly.
CLAUSE_TEST("S71", "special tokens are decoded only if the program finds them") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const TokenId first_special = tokenizer.special_tokens().front().id;
  std::vector<std::vector<TokenId>> lists;
  const auto decoding = [&](std::span<const std::vector<TokenId>> given) {
    lists.assign(given.begin(), given.end());
    std::vector<conform::program::Decoded> texts;
    for (const auto& ids : lists) texts.push_back({decode_bytes(tokenizer, ids), ""});
    texts.front().text->push_back('.');
    return texts;
  };
  const auto encoding = answers_of(tokenizer, [&](const std::string& text, IdsReply& reply) {
    reply.ids = encode(tokenizer, text, SpecialChoice::ordinary());
    return true;
  });
  const auto verdict = verdict_on(answering(encoding, decoding));
  CHECK(verdict.specials == conform::judge::Specials::text);
  CHECK(verdict.wrong.empty());
  CHECK(std::ranges::none_of(
      lists, [&](const auto& ids) { return std::ranges::count(ids, first_special) > 0; }));
  CHECK(verdict.decoding.passed + 1 == lists.size());

  // The wrong decoding is a failure of its own in the report.
  REQUIRE(verdict.undecoded.size() == 1);
  const conform::report::Report report = report_of(verdict);
  CHECK(report.exit_code == 1);
  std::vector<std::string> failed;
  for (const auto& result : report.results) {
    if (result.status == Status::fail) failed.push_back(result.id);
  }
  CHECK(failed == std::vector{verdict.undecoded.front() + ".decode"});
}

CLAUSE_TEST("S71", "a program that decodes nothing rightly fails each decoding") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const auto decoding = [](std::span<const std::vector<TokenId>> given) {
    return std::vector<conform::program::Decoded>(given.size(), {"", ""});
  };
  const auto encoding = answers_of(tokenizer, [](const std::string&, IdsReply&) { return false; });
  const auto verdict = verdict_on(answering(encoding, decoding));
  CHECK(verdict.decoding.passed <= 1);  // the empty text
  const conform::report::Report report = report_of(verdict);
  std::size_t failed = 0;
  for (const auto& result : report.results) {
    if (!result.id.ends_with(".decode")) continue;
    failed += result.status == Status::fail ? 1U : 0U;
  }
  CHECK(failed == verdict.undecoded.size());
  CHECK(failed > 50);
}

// The program cuts as GPT-2 does, but only texts that begin with a space.
CLAUSE_TEST("S71", "a hypothesis that a reply contradicts is not named") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const Table& table = TokenizerAccess::table(tokenizer);
  const auto all = conform::faults::faults_of(table);
  const auto gpt2 = std::ranges::find(all, "pattern-gpt2", &conform::faults::Fault::name);
  REQUIRE(gpt2 != all.end());
  conform::faults::ChunkIds chunks(table);
  conform::faults::Answerer other(table, gpt2->decisions, chunks);
  const auto verdict =
      verdict_on(program_of(tokenizer, [&](const std::string& text, IdsReply& reply) {
        if (!text.starts_with(' ')) return false;
        reply.ids = other.ids(text);
        return true;
      }));
  CHECK_FALSE(verdict.wrong.empty());
  CHECK(verdict.like.empty());
}

CLAUSE_TEST("S72b", "a seed makes the same texts again, some of them long") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const auto texts_of = [&](std::uint64_t seed) {
    std::vector<std::string> texts;
    const auto right = program_of(tokenizer, [&](const std::string& text, IdsReply&) {
      texts.push_back(text);
      return false;
    });
    CHECK(conform::search::fuzz_vocabulary(tokenizer, right, {.seed = seed, .cases = 400})
              .findings.empty());
    return texts;
  };
  const std::vector<std::string> texts = texts_of(7);
  CHECK(texts.size() == 402);  // the first two ask how special tokens are treated
  CHECK(texts == texts_of(7));
  CHECK(texts != texts_of(8));
  const auto is_long = [](const std::string& text) { return text.size() >= 2000; };
  const auto is_short = [](const std::string& text) { return text.size() < 20; };
  CHECK(std::ranges::count_if(texts, is_long) >= 5);
  CHECK(std::ranges::count_if(texts, is_short) >= 50);
  CHECK(std::set<std::string>(texts.begin(), texts.end()).size() + 5 < texts.size());
}

CLAUSE_TEST("S72b", "a slow program gets the texts that a quick one gets") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const auto texts_of = [&](std::chrono::milliseconds pause) {
    std::vector<std::string> texts;
    const auto program = program_of(tokenizer, [&](const std::string& text, IdsReply&) {
      if (texts.size() == 10) std::this_thread::sleep_for(pause);  // in the first batch
      texts.push_back(text);
      return false;
    });
    conform::search::fuzz_vocabulary(tokenizer, program, {.seed = 3, .cases = 1600});
    return texts;
  };
  CHECK(texts_of(std::chrono::milliseconds(1100)) == texts_of(std::chrono::milliseconds(0)));
}

CLAUSE_TEST("S72b", "texts have special tokens, unless the program refuses them") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const auto has_special = [&](const std::string& text) {
    return std::ranges::any_of(tokenizer.special_tokens(), [&](const SpecialToken& special) {
      return text.find(special.literal) != std::string::npos;
    });
  };
  std::size_t asked = 0;
  const auto fuzzed = [&](auto edit) {
    asked = 0;
    const auto program = program_of(tokenizer, [&](const std::string& text, IdsReply& reply) {
      if (has_special(text)) ++asked;
      return edit(text, reply);
    });
    return conform::search::fuzz_vocabulary(tokenizer, program, {.cases = 400}).findings;
  };
  CHECK(fuzzed([](const std::string&, IdsReply&) { return false; }).empty());
  CHECK(asked > 10);
  CHECK(fuzzed([&](const std::string& text, IdsReply& reply) {
          reply.ids = encode(tokenizer, text, SpecialChoice::ordinary());
          return true;
        }).empty());
  CHECK(asked > 10);
  CHECK(fuzzed([&](const std::string& text, IdsReply& reply) {
          if (has_special(text)) reply.detail = "ValueError";
          return has_special(text);
        }).empty());
  CHECK(asked == 1);
  const auto found = fuzzed([&](const std::string& text, IdsReply& reply) {
    if (!has_special(text) || text.size() < 200) return false;
    reply.ids = encode(tokenizer, text, SpecialChoice::ordinary());
    return true;
  });
  REQUIRE_FALSE(found.empty());
  CHECK(has_special(found.front().text));
}

CLAUSE_TEST("S72b", "a text that is right alone is a leak of state") {
  const Tokenizer& tokenizer = finding_tokenizer();
  std::map<std::string, IdsReply> memory;
  auto program = program_of(tokenizer, [&](const std::string& text, IdsReply& reply) {
    reply.ids = encode(tokenizer, text, SpecialChoice());
    reply = memory.try_emplace(text.substr(0, 3), reply).first->second;
    return true;
  });
  program.restart = [&] { memory.clear(); };
  const auto report = conform::search::fuzz_vocabulary(tokenizer, program, {.cases = 1000});
  REQUIRE_FALSE(report.findings.empty());
  CHECK(report.findings.front().reply.status == Status::state_leak);
  CHECK(to_text(report).find("alone it is right (STATE_LEAK)") != std::string::npos);
}

CLAUSE_TEST("S72b", "of several wrong texts the shortest is the finding, and is made smaller") {
  const Tokenizer& tokenizer = finding_tokenizer();
  const auto program = program_of(tokenizer, [](const std::string& text, IdsReply& reply) {
    if (text.find("th") == std::string::npos) return false;
    reply.ids = std::vector<TokenId>{0};
    return true;
  });
  const conform::judge::RightIds right = [&](const std::string& text) {
    return std::optional(encode(tokenizer, text, SpecialChoice()));
  };
  const std::vector<std::string> texts = {"a path", "the", "with", "a"};
  const auto shortest =
      conform::judge::shortest_wrong(conform::judge::asked(texts, program, right));
  REQUIRE(shortest);
  CHECK(shortest->text == "the");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  CHECK(conform::search::smaller(*shortest, program, right, end).text == "th");
}

}  // namespace bpetite::test
