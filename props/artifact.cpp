// Tests artifacts of Schema v1, the JSON file in which a tokenizer is saved (spec/07-artifact.md).
// A valid file loads in every JSON layout and spelling. The loader checks a file in nineteen steps:
// a faulty file fails at the step of its fault, with the class of error, the clauses and the
// message of that step, also if the fault is nested 500 levels deep. Of two faults the earlier step
// decides. Also tests the canonical bytes that are saved, also for a file that was loaded: they are
// those of Python's json.dumps, and the same for the same tokenizer and the same training. Also
// tests that memory is proportional to the size of the file and to the merge list.
#include "artifact/artifact.hpp"

#include <fmt/format.h>

#include <bpetite/errors.hpp>
#include <iostream>
#include <map>
#include <set>

#include "core/wording/clause.hpp"
#include "reference/train.hpp"
#include "support/programs/allocations.hpp"
#include "support/property.hpp"
#include "support/share.hpp"
#include "support/texts/artifacts.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

using namespace bpetite;
using namespace bpetite::test;

namespace {

// Merges with the special cases that S12 allows: (97,97) twice, and two merges that give "aaa".
const std::vector<Pair> odd_merges = {{97, 97}, {256, 97}, {97, 256},
                                      {97, 97}, {32, 258}, {260, 0}};

rc::Gen<std::vector<Pair>> some_merges() { return rc::gen::nonEmpty(merge_list()); }

// The step, kind, clause and message of the fault of a file, as in "11 ValueError FR-29k ...", or
// "valid".
std::string verdict(std::string_view text) {
  const auto result = artifact::check(text);
  if (const auto* fault = std::get_if<artifact::Fault>(&result)) {
    return fmt::format("{} {} {} {}", fault->step, fault->error, fault->clause, fault->message);
  }
  return "valid";
}

std::string clause_of_step(int step) {
  return fmt::format("FR-29{}", static_cast<char>('a' + step - 1));
}

// The beginning of the verdict on a file that fails this step.
std::string expected(int step) {
  return fmt::format("{} {} {} artifact: ", step, error_of_step(step), clause_of_step(step));
}

// All defects, or every fifth if few cases are to run.
std::vector<Defect> known_defects() {
  std::vector<Defect> some;
  std::size_t seen = 0;
  for (Defect& defect : defects(odd_merges)) {
    if (seen++ % every(5) == 0) some.push_back(std::move(defect));
  }
  return some;
}

}  // namespace

CLAUSE_TEST("FR-29", "every known defect is found by its own step") {
  std::set<std::string> files;
  std::map<int, std::uint64_t> files_of_step;
  for (const Defect& defect : known_defects()) {
    const std::string text = broken(odd_merges, {defect});
    INFO("step " << defect.step << ": " << defect.name.substr(0, 200));
    REQUIRE_FALSE((text.empty() && defect.in_document));
    const std::string found = verdict(text);
    INFO(found);
    REQUIRE(found.starts_with(expected(defect.step)));
    REQUIRE(found.find(", required ") != std::string::npos);
    REQUIRE(found.size() < 300);
    files_of_step[defect.step] += files.insert(text).second ? 1U : 0U;
  }

  std::cout << "distinct invalid artifacts: " << files.size() << ", by step:";
  for (int step = 1; step <= 19; ++step) {
    std::cout << " " << files_of_step[step];
    record("test", clause_of_step(step), "each defect of this step is found by it",
           files_of_step[step]);
  }
  std::cout << "\n";
  REQUIRE(files.size() >= 400 / every(5));
}

CLAUSE_TEST("FR-29 FR-8 FR-13", "a fault is thrown as the class it names, with its requirements") {
  for (const Defect& defect : known_defects()) {
    const std::string text = broken(odd_merges, {defect});
    const auto result = artifact::check(text);
    const auto& fault = std::get<artifact::Fault>(result);

    std::vector<std::string> requirements = {"FR-29"};
    if (defect.step == 16 || defect.step == 18) {
      requirements.insert(requirements.begin(), defect.step == 16 ? "FR-8" : "FR-13");
    }
    REQUIRE(fault.requirements == requirements);

    // FR-29 "never `UnicodeDecodeError`": the error has exactly the kind that the step states.
    std::string thrown;
    std::string clause;
    try {
      artifact::parse(text);
    } catch (const KeyError& error) {
      thrown = fmt::format("KeyError {} {}", error.kind(), error.what());
      clause = error.clause();
    } catch (const ValueError& error) {
      thrown = fmt::format("ValueError {} {}", error.kind(), error.what());
      clause = error.clause();
    }
    REQUIRE(thrown ==
            fmt::format("{0} {0} {1} [{2}]", fault.error, fault.message, cited(fault.clause)));
    REQUIRE(clause == fault.clause);
  }
}

PROPERTY("FR-29", "an artifact with one defect fails at its step, in every layout") {
  const std::vector<Pair> merges = *some_merges();
  const std::vector<Defect> all = defects(merges);
  const Defect& defect = all.at(*number_between<std::size_t>(0, all.size() - 1));
  const auto layout = *rc::gen::arbitrary<std::uint64_t>();
  const std::string text = broken(merges, {defect}, layout);
  RC_LOG() << defect.name << ": " << verdict(text) << "\n";
  RC_ASSERT(verdict(text).starts_with(expected(defect.step)));
  RC_TAG(fmt::format("step {:2}", defect.step));
}

PROPERTY("FR-29", "of two defects the earlier step decides") {
  const std::vector<Pair> merges = *some_merges();
  const std::vector<Defect> all = defects(merges);
  const auto index = number_between<std::size_t>(0, all.size() - 1);
  const auto layout = *rc::gen::arbitrary<std::uint64_t>();
  const auto [text, first, second] =
      *rc::gen::suchThat(rc::gen::map(rc::gen::pair(index, index),
                                      [=](const auto& chosen) {
                                        const Defect& a = all.at(chosen.first);
                                        const Defect& b = all.at(chosen.second);
                                        return std::tuple(broken(merges, {a, b}, layout), a, b);
                                      }),
                         [](const auto& candidate) {
                           const auto& [bytes, a, b] = candidate;
                           return a.step != b.step && !bytes.empty();
                         });
  RC_LOG() << first.name << " and " << second.name << ": " << verdict(text) << "\n";
  RC_ASSERT(verdict(text).starts_with(expected(std::min(first.step, second.step))));
  RC_CLASSIFY(std::max(first.step, second.step) > 13, "the later one in the vocabulary");
}

PROPERTY("S13a SV1a SV1b SV1c SV1d SV1e SV1f S12", "a valid artifact loads, in every layout") {
  const std::vector<Pair> merges = *merge_list();
  const auto layout = *rc::gen::arbitrary<std::uint64_t>();
  const Node document = artifact_of(merges);
  const std::string text = render(document, layout);
  RC_LOG() << verdict(text) << "\n";
  const Table table = artifact::parse(text);

  RC_ASSERT(table.merges == merges);
  RC_ASSERT(table.profile == profiles::v1());
  RC_ASSERT(table.tokens.size() == 256 + merges.size());
  for (std::size_t byte = 0; byte < 256; ++byte) {
    RC_ASSERT(table.byte_ids.at(byte) == byte);
    RC_ASSERT(table.tokens.at(byte) ==
              std::string(1, static_cast<char>(static_cast<unsigned char>(byte))));
  }
  for (std::size_t rank = 0; rank < merges.size(); ++rank) {
    RC_ASSERT(table.tokens.at(256 + rank) ==
              table.tokens.at(merges[rank].left) + table.tokens.at(merges[rank].right));
  }
  const auto free = static_cast<TokenId>(256 + merges.size());
  RC_ASSERT(table.specials == (std::vector<SpecialToken>{{"<|endoftext|>", free}}));
  RC_CLASSIFY(std::set<Pair>(merges.begin(), merges.end()).size() < merges.size(),
              "the same pair twice");
  RC_CLASSIFY(
      std::set<std::string>(table.tokens.begin(), table.tokens.end()).size() < table.tokens.size(),
      "the same bytes twice");
}

PROPERTY("S13e S15 FR-26", "saving what was loaded gives the canonical bytes, a fixpoint") {
  const std::vector<Pair> merges = *merge_list();
  const Node document = artifact_of(merges);
  const std::string canonical = render(document);
  RC_ASSERT(artifact::serialize(v1_table(merges)) == canonical);

  const std::string other = render(document, *rc::gen::arbitrary<std::uint64_t>());
  RC_ASSERT(artifact::serialize(artifact::parse(other)) == canonical);
  RC_ASSERT(artifact::serialize(artifact::parse(canonical)) == canonical);
  RC_CLASSIFY(other != canonical, "another layout");
}

CLAUSE_TEST("S15", "the canonical bytes are those of Python's json.dumps") {
  // FNV-1a over json.dumps(x, sort_keys=True, separators=(",", ":")), computed by Python 3.11 from
  // dictionaries for three merge lists: none, odd_merges, and a chain in which each token is joined
  // with the next byte.
  const auto digest = [](const std::vector<Pair>& merges) {
    std::uint64_t hash = 14695981039346656037U;
    for (const char c : artifact::serialize(v1_table(merges))) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    }
    return hash;
  };
  std::vector<Pair> chain = {{0, 1}};
  for (TokenId byte = 2; byte < 256; ++byte) {
    chain.push_back({254 + byte, byte});
  }
  REQUIRE(digest({}) == 18426916696623895795U);
  REQUIRE(digest(odd_merges) == 10513699502529956505U);
  REQUIRE(digest(chain) == 7564772514073268588U);
}

CLAUSE_TEST("S13b SV1b", "minus zero is zero, and an escaped key is the same key") {
  std::string text = render(artifact_of({{97, 0}}));
  const auto replace = [&](std::string_view from, std::string_view to) {
    text = edited(text, from, to);
  };
  replace("[[97,0]]", "[[97,-0]]");
  replace("\"0\":[0]", "\"\\u0030\":[-0]");
  replace("\"vocab\"", "\"v\\u006fcab\"");
  replace("\"<|endoftext|>\"", "\"\\u003C|endoftext|\\u003e\"");
  REQUIRE(artifact::parse(text).merges == std::vector<Pair>{{97, 0}});
}

CLAUSE_TEST("S23", "a fault in a nested value fails at its own step, down to 500 levels") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  const std::string text = render(artifact_of({{97, 98}}));
  const auto with = [&](std::string_view from, std::string_view to) {
    return edited(text, from, to);
  };
  REQUIRE(verdict(with("[[97,98]]", "[97,[98]]")).starts_with(expected(11)));
  REQUIRE(verdict(with("\"0\":[0]", "\"0\":[[1]]")).starts_with(expected(14)));
  // The document is one level, and vocab is another.
  REQUIRE(verdict(with("[[97,98]]", nested(499))).starts_with(expected(11)));
  REQUIRE(verdict(with("[[97,98]]", nested(500))).starts_with(expected(2)));
  REQUIRE(verdict(with("\"0\":[0]", "\"0\":" + nested(498))).starts_with(expected(14)));
  REQUIRE(verdict(with("\"0\":[0]", "\"0\":" + nested(499))).starts_with(expected(2)));
}

CLAUSE_TEST("FR-29f S56a", "the error about a version says which there are") {
  const auto error_of = [](std::string_view version) {
    const std::string text = fmt::format(R"({{"schema_version":{}}})", version);
    return std::get<artifact::Fault>(artifact::check(text)).message;
  };
  CHECK(error_of("3") == "artifact: schema_version: 3, required 1 or 2");
  CHECK(error_of("0") == "artifact: schema_version: 0, required 1 or 2");
  CHECK(error_of("2") == "artifact: schema_version: 2, required 1");  // this reader has only v1
}

CLAUSE_TEST(
    "FR-29 FR-29a FR-29b FR-29c FR-29e FR-29f FR-29g FR-29h FR-29i FR-29j FR-29k FR-29l "
    "FR-29m FR-29n FR-29o FR-29p FR-29q FR-29r FR-29s",
    "an error says where a fault is, what is there, and what is required") {
  const std::string file = render(artifact_of({{97, 98}, {256, 99}}));
  const std::string place = std::to_string(file.size());
  const std::size_t at = file.find("'(?:");
  const std::string pattern = file.substr(at - 1, file.find("\",\"schema") - at + 2);
  const auto message = [](std::string_view text) {
    return std::get<artifact::Fault>(artifact::check(text)).message;
  };
  CHECK(message(file + "\xff") == "artifact: byte " + place + ": ill-formed, required UTF-8");
  CHECK(message(file + "x") == "artifact: byte " + place + ": data after the value, required JSON");
  CHECK(message("[1]") == "artifact: document: an array, required an object");
  const std::vector<FileEdit> edits = {
      {"_version\":1", "_version\":null", "schema_version: null, required an integer"},
      {"_version\":1", "_version\":true", "schema_version: a boolean, required an integer"},
      {"_version\":1", "_version\":1e0",
       "schema_version: a number with a fraction or an exponent, required an integer"},
      {"_version\":1", "_version\":-7", "schema_version: -7, required 1 or 2"},
      {"_version\":1", "_version\":18446744073709551615",
       "schema_version: 18446744073709551615, required 1 or 2"},
      {"_version\":1", "_version\":-123456789012345678901234567890",
       "schema_version: -1234567890123456789... (30 digits), required 1 or 2"},
      {"\"vocab\"", "\"v\"", "vocab: missing, required in every artifact"},
      {"{\"merg", "{\"a\\n\":0,\"merg",
       "\"a\\n\": not a field, required none but the six of the schema"},
      {pattern, "7", "pretokenizer_pattern: 7, required a string"},
      {pattern, "\"\\ta\"", "pretokenizer_pattern: \"\\x09a\", required the pattern of FR-4"},
      {"[[97,98],[256,99]]", "{}", "merges: an object, required an array"},
      {"[256,99]", "null", "merges[1]: null, required an array of two integers"},
      {"[256,99]", "[256]", "merges[1]: 1 element, required two integers"},
      {"[256,99]", "[1,2,3]", "merges[1]: 3 elements, required two integers"},
      {"[256,99]", "[256,-1]", "merges[1][1]: -1, required an integer from 0 on"},
      {"[256,99]", "[\"\",9]", "merges[1][0]: a string, required an integer from 0 on"},
      {"size\":258", "size\":\"258\"", "mergeable_vocab_size: a string, required an integer"},
      {"size\":258", "size\":259", "mergeable_vocab_size: 259, required 258: 256 and one a merge"},
      {"\"257\"", "\"0257\"", "vocab[\"0257\"]: not an id, required digits without a leading zero"},
      {"[97,98,99]", "7", "vocab[\"257\"]: 7, required an array of bytes"},
      {"[97,98,99]", "[97,98,256]", "vocab[\"257\"][2]: 256, required an integer from 0 to 255"},
      {"\"257\":[97,98,99],", "", "vocab[\"257\"]: missing, required every id below 258"},
      {"\"65\":[65]", "\"65\":[66]", "vocab[\"65\"]: other bytes, required [65]"},
      {"[256,99]", "[257,99]", "merges[1][0]: token 257, required one below 257"},
      {"[256,99]", "[256,900]", "merges[1][1]: token 900, required one below 257"},
      {"[256,99]", "[256,98]", "vocab[\"257\"]: other bytes, required those of 256 and 98"},
      {"{\"<|endoftext|>\":258}", "7", "special_tokens: 7, required an object"},
      {"{\"<|endoftext|>\":258}", "{}",
       "special_tokens: other keys, required \"<|endoftext|>\" alone"},
      {"|>\":258", "|>\":259", "special_tokens[\"<|endoftext|>\"]: 259, required 258"},
      {"[60,", "[61,", "vocab[\"258\"]: other bytes, required the bytes of <|endoftext|>"},
      {"\"258\"", "\"260\"", "vocab[\"258\"]: missing, required the bytes of <|endoftext|>"},
      {"\"258\"", "\"259\":[],\"258\"", "vocab[\"259\"]: not a token, required no id above 258"},
  };
  for (const auto& [from, to, says] : edits) {
    CHECK(message(edited(file, from, to)) == fmt::format("artifact: {}", says));
  }
}

PROPERTY("S13f", "memory follows the size of the file, never a number in it") {
  const std::vector<Pair> merges = *some_merges();
  Node document = artifact_of(merges);
  const std::string large = *rc::gen::element<std::string>(
      "1000000000", "4294967295", "4294967296", "18446744073709551615", "9" + std::string(30, '9'));
  const int place = *number_between(0, 4);
  if (place == 0) {
    *member(document, "mergeable_vocab_size") = raw(large);
  } else if (place == 1) {
    member(document, "merges")->items.back() = array({raw(large), raw(large)});
  } else if (place == 2) {
    *member(*member(document, "special_tokens"), "<|endoftext|>") = raw(large);
  } else if (place == 3) {
    member(document, "vocab")->keys.back() = large;
  } else {
    member(document, "vocab")->keys.push_back(large);
    member(document, "vocab")->items.push_back(array({}));
  }
  const std::string text = render(document);

  const Allocations before = allocations();
  const std::string found = verdict(text);
  const std::uint64_t bytes = allocations().bytes - before.bytes;
  RC_LOG() << found << ": " << bytes << " bytes for a file of " << text.size() << "\n";
  RC_ASSERT(found != "valid");
  RC_ASSERT(bytes < 150 * text.size());
  RC_ASSERT(allocations().count - before.count < text.size());
}

CLAUSE_TEST("S13f", "memory is proportional to the length of the merge list") {
  // The number of bytes that the check allocates for each byte of the file. All tokens have two
  // bytes.
  const auto cost = [](std::size_t count) {
    const std::string text = render(artifact_of(std::vector<Pair>(count, {97, 98})));
    const Allocations before = allocations();
    REQUIRE(verdict(text) == "valid");
    return (allocations().bytes - before.bytes) / text.size();
  };
  REQUIRE(cost(40000) <= 2 * cost(4));
}

// All allocations count, even if they are freed again. Most are for the list of values, 8 bytes
// each.
CLAUSE_TEST("S13f", "reading an artifact asks for few times the memory of its size") {
  std::vector<Pair> merges;
  for (TokenId left = 0; left < 200; ++left) {
    for (TokenId right = 0; right < 100; ++right) merges.push_back({left, right});
  }
  const std::string text = artifact::serialize(v1_table(merges));
  const std::uint64_t before = allocations().bytes;
  REQUIRE(verdict(text) == "valid");
  const std::uint64_t bytes = allocations().bytes - before;
  INFO(bytes << " bytes for a file of " << text.size());
  CHECK(bytes < 25 * text.size());
}

PROPERTY("GATE-1 FR-12", "the same state is the same bytes") {
  const Table table = v1_table(*merge_list());
  const Table copy = table;
  RC_ASSERT(artifact::serialize(table) == artifact::serialize(table));
  RC_ASSERT(artifact::serialize(table) == artifact::serialize(copy));
}

PROPERTY("GATE-2 FR-12", "training twice gives the same bytes") {
  const TrainCase train = *train_case();
  const auto artifact = [&] {
    return artifact::serialize(v1_train(views(train.texts), train.vocab_size));
  };
  const std::string first = artifact();
  RC_ASSERT(first == artifact());
  RC_CLASSIFY(artifact::parse(first).merges.size() > 3, "more than 3 merges");
}
