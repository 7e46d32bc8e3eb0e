// Tests `conform identify` in this process: it asks a program for the ids of at most forty texts,
// and names the combinations of pattern, version of Unicode and other decisions that give these ids
// (S73). The program under test is one of the combinations, or none of them, or has another
// vocabulary. Tests also the texts that are asked, and the first line of the result. Compares whole
// results with a golden.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "conform/explain/identify.hpp"
#include "conform/faults/candidates.hpp"
#include "conform/suite/split_mix.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/json.hpp"
#include "interop/open.hpp"
#include "profiles/profiles.hpp"
#include "reference/encode.hpp"
#include "support/goldens.hpp"
#include "support/programs/answering.hpp"
#include "support/property.hpp"
#include "support/share.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using namespace conform::explain;
using conform::program::IdsReply;
using conform::program::Program;

// A program that makes the decisions of this combination. Counts how often it is asked.
Program program_of(Combinations& combinations, const Combination& combination,
                   std::size_t* calls = nullptr) {
  return answering([&combinations, combination, calls](std::span<const std::string> texts) {
    if (calls != nullptr) ++*calls;
    std::vector<IdsReply> replies;
    for (const std::string& text : texts) {
      replies.push_back(
          {combinations.reply(text, combination), conform::program::Status::pass, ""});
    }
    return replies;
  });
}

// A table whose ids show nearly every place between two bytes. Some tokens of three letters are
// made only if merging goes by bytes, because the pair of lower rank in "xyz" is merged first.
Table revealing_table() {
  std::vector<Pair> merges = conform::suite::reveal_merges(1);
  const auto token_of = [&](char left, char right) {
    const Pair pair{static_cast<TokenId>(left), static_cast<TokenId>(right)};
    return static_cast<TokenId>(256 + (std::ranges::find(merges, pair) - merges.begin()));
  };
  for (const std::string_view word : {"abc", "def", "ghi", "jkl", "mno", "pqr", "stu", "vwx"}) {
    const TokenId first = token_of(word[0], word[1]);
    const TokenId second = token_of(word[1], word[2]);
    merges.push_back(first > second ? Pair{first, static_cast<TokenId>(word[2])}
                                    : Pair{static_cast<TokenId>(word[0]), second});
  }
  return v1_table(std::move(merges));
}

// A table for which several profiles give the same ids.
Table table_of_a_cat() {
  const std::vector<std::string_view> texts = {"the cat sat on the mat, the cat sat 12 123 12"};
  return v1_train(texts, 270);
}

// The vocabularies, and the questions about them.
struct Asked {
  explicit Asked(const Table& table) {
    vocabularies.emplace_back(table);
    questions = questions_about(vocabularies);
  }

  Combinations& combinations() { return vocabularies.front(); }
  Identified found(const Combination& truth, std::size_t* calls = nullptr) {
    return identify(vocabularies, questions, program_of(combinations(), truth, calls));
  }

  std::vector<Combinations> vocabularies;
  std::vector<Question> questions;
};

// Shared by several tests, because the search for questions takes seconds.
Asked& asked_of_revealing() {
  static const Table table = revealing_table();
  static Asked asked(table);
  return asked;
}

// The combination with the first pattern of this name, and with the vocabulary's own choice for the
// other decisions.
Combination named(const Combinations& combinations, std::string_view pattern) {
  const auto found = std::ranges::find_if(combinations.all(), [&](const Combination& it) {
    return combinations.pattern_name(it.pattern) == pattern;
  });
  REQUIRE(found != combinations.all().end());
  return *found;
}

std::string first_line(Asked& asked, const Combination& truth) {
  const std::vector<std::string> names = {"command-r.json"};
  const std::string text = to_text(asked.found(truth), asked.vocabularies, names);
  return text.substr(0, text.find('\n'));
}

}  // namespace

CLAUSE_TEST("S73", "combinations are named rightly, with at most forty questions each") {
  Asked& asked = asked_of_revealing();
  Combinations& combinations = asked.combinations();
  std::vector<std::string> texts =
      conform::faults::candidates_of(combinations.table(), combinations.chunks());
  std::erase_if(texts,
                [](const std::string& text) { return conform::suite::units_of(text).size() > 3; });

  conform::suite::SplitMix64 random(process_seed());
  std::size_t alone = 0;
  for (std::size_t made = 0; made < scaled(20); ++made) {
    const Combination truth = combinations.all()[random.next() % combinations.all().size()];
    std::size_t calls = 0;
    const Identified found = asked.found(truth, &calls);
    CHECK(calls <= 4);  // up to three times eight questions, and the texts that confirm
    CAPTURE(truth.pattern, truth.version, truth.normalizer, truth.merging, truth.specials);
    CHECK(found.asked.size() <= most_questions);
    REQUIRE(std::ranges::count(found.same, Candidate{0, truth}) == 1);
    if (found.same.size() == 1) ++alone;

    // Combinations that are listed as the same must give the same ids for every candidate text.
    // Some of the texts are tried.
    for (int tried = 0; tried < 20; ++tried) {
      const std::string& text = texts[random.next() % texts.size()];
      const Candidate& other = found.same[random.next() % found.same.size()];
      CHECK(combinations.reply(text, other.combination) == combinations.reply(text, truth));
    }
  }
  CHECK(alone >= scaled(20) / 2);  // for the others, some combinations give the same ids
}

CLAUSE_TEST("S73", "what cannot matter to a text is left out, and does not matter") {
  Asked& asked = asked_of_revealing();
  Combinations& combinations = asked.combinations();
  conform::suite::SplitMix64 random(process_seed());
  for (const Question& question : asked.questions) {
    for (std::size_t tried = 0; tried < scaled(6); ++tried) {
      const std::size_t place = random.next() % combinations.all().size();
      const Combination& combination = combinations.all()[place];
      CAPTURE(question.text, combinations.pattern_name(combination.pattern));
      CHECK(combinations.reply(question.text, combination) ==
            question.replies.distinct[question.replies.of[place]]);
    }
  }
}

CLAUSE_TEST("S73", "a text that may tell nothing has one reply of all combinations") {
  const Table table = table_of_a_cat();
  Combinations combinations(table);
  const std::vector<std::string> texts =
      conform::faults::candidates_of(table, combinations.chunks());
  std::size_t silent = 0;
  const std::size_t step = texts.size() / scaled(100);
  for (std::size_t i = 0; i < texts.size(); i += step) {
    if (combinations.may_tell(texts[i])) continue;
    CAPTURE(texts[i]);
    CHECK(combinations.replies(texts[i], combinations.all().size()).distinct.size() == 1);
    ++silent;
  }
  CHECK(silent > 10);
  CHECK(combinations.may_tell("the cat"));
  CHECK(combinations.may_tell("e\u0301"));
}

CLAUSE_TEST("S73", "what engines take for white space or not may matter") {
  for (const std::string_view text : {"\ufeff", "\u0085", "\u00a0", "\x1c", "\x1f", "\x7f", "\v"}) {
    CAPTURE(text);
    CHECK(subjects_of(text).spaces);
  }
  CHECK(!subjects_of("a 1\t\r\n").spaces);
  CHECK(!subjects_of("a b\nc").look_ahead);
  CHECK(subjects_of("a \ufeffb").look_ahead);
  CHECK(!subjects_of("1a2").digits);
  CHECK(subjects_of("1\u00bd").digits);
}

CLAUSE_TEST("S73", "each two combinations are told apart by a text, or listed as the same") {
  Asked& asked = asked_of_revealing();
  const Combinations& combinations = asked.combinations();
  const auto replies_of = [&](std::size_t place) {
    std::vector<std::uint32_t> replies;
    for (const Question& question : asked.questions) replies.push_back(question.replies.of[place]);
    return replies;
  };
  std::map<std::vector<std::uint32_t>, std::vector<std::size_t>> classes;
  for (std::size_t place = 0; place < combinations.all().size(); ++place) {
    classes[replies_of(place)].push_back(place);
  }
  CHECK(classes.size() >= 500);

  // For a program of a class, exactly the combinations of the class must be found. None is missing,
  // and none is excluded by a text that was not asked.
  conform::suite::SplitMix64 random(process_seed());
  auto it = classes.begin();
  for (std::size_t tried = 0; tried < scaled(20); ++tried) {
    std::advance(it, random.next() % 12);
    if (it == classes.end()) it = classes.begin();
    const std::vector<std::size_t>& places = it->second;
    std::vector<Candidate> expected;
    for (const std::size_t place : places) expected.push_back({0, combinations.all()[place]});
    const Combination& truth = combinations.all()[places[random.next() % places.size()]];
    CHECK(asked.found(truth).same == expected);
  }
}

CLAUSE_TEST("S73", "what ports change in a pattern is named") {
  Asked& asked = asked_of_revealing();
  const Combinations& combinations = asked.combinations();
  for (const std::string_view pattern :
       {"v1 with white space of JavaScript", "v1 with white space of ASCII",
        "v1 with white space of Python", "v1 with white space of RE2",
        "v1 with white space with all controls", "v1 with contractions in any case",
        "cl100k with contractions in lower case only", "v1 with no look-ahead",
        "v1 with digits by three", "cl100k with digits by one", "cl100k with digits in any number",
        "cl100k with white space of JavaScript and contractions in any case of ASCII"}) {
    const Combination truth = named(combinations, pattern);
    const std::vector<Candidate> same = asked.found(truth).same;
    CAPTURE(pattern, combinations.pattern_name(same.at(0).combination.pattern));
    REQUIRE(std::ranges::count(same, Candidate{0, truth}) == 1);
    // The pattern without the change must be ruled out.
    const std::size_t plain = named(combinations, pattern.substr(0, pattern.find(" with"))).pattern;
    CHECK(std::ranges::none_of(
        same, [&](const Candidate& it) { return it.combination.pattern == plain; }));
  }
}

CLAUSE_TEST("S73", "the first line is the file's own profile, if the program may be that") {
  Table table = table_of_a_cat();

  // With this vocabulary, Llama 3 cuts like cl100k, in both dialects.
  for (const Dialect dialect : dialects) {
    table.profile.splits = profiles::llama3().splits;
    for (Split& split : table.profile.splits) split.pattern.dialect = dialect;
    Asked llama(table);
    CHECK(first_line(llama, Combination()) == "llama3");
    CHECK(llama.found(Combination()).same.size() > 1);
    CHECK(first_line(llama, named(llama.combinations(), "gpt2")) == "gpt2");
  }
}

// Its chunks are those of StarCoder, which does not have a normalizer. The file has two versions of
// Unicode.
CLAUSE_TEST("S73", "the first line is the file's name, if no profile has what it asks for") {
  Table table = table_of_a_cat();
  table.profile.splits = profiles::starcoder().splits;
  table.profile.splits.front().pattern.version = unicode::Version::v17_0;
  table.profile.normalizer = Normalizer::nfc_9_0;
  Asked command(table);
  CHECK(first_line(command, Combination()) == "command-r.json (like starcoder)");
  CHECK(command.combinations().version_name(0) == "17.0.0 and 16.0.0");
}

CLAUSE_TEST("S73", "what cannot be told apart is named together, unless the file says what it is") {
  const std::vector<std::string_view> texts = {"the cat sat on the mat"};
  Table table = v1_train(texts, 258);
  // The first line of the result if each of these vocabularies gives every reply.
  const auto line = [](const std::vector<const Table*>& tables) {
    std::vector<Combinations> vocabularies;
    vocabularies.reserve(tables.size());
    Identified found;
    for (const Table* each : tables) {
      found.same.push_back({vocabularies.size(), Combination()});
      vocabularies.emplace_back(*each);
    }
    const std::string text = to_text(found, vocabularies, {"a.json", "b.json"});
    return text.substr(0, text.find('\n'));
  };
  Table other = table;
  other.profile = profiles::r50k();
  CHECK(line({&table, &other}) == "v1 or r50k");
  other.profile.name = "tokenizer.json";
  CHECK(line({&other}) == "p50k or r50k");
}

CLAUSE_TEST("S73", "splits of two versions are those of the file") {
  Table table = revealing_table();
  table.profile.splits = profiles::starcoder().splits;
  table.profile.splits.front().pattern.version = unicode::Version::v17_0;
  Combinations combinations(table);
  bool is_told = false;
  // A digit and a letter that are new in Unicode 17.
  for (const std::string_view text : {"a\U00011de0", "\U00011de0a", "a\U00011db0", "\U00011db0a"}) {
    CHECK(combinations.reply(text, Combination()) == reference::encode(text, table));
    for (const Combination& it : combinations.all()) {
      is_told |= it.pattern == 0 && combinations.reply(text, it) != reference::encode(text, table);
    }
  }
  CHECK(is_told);
}

CLAUSE_TEST("S73", "what no combination gives is none of them, and a text shows it") {
  const Table table = table_of_a_cat();
  std::vector<Combinations> vocabularies;
  vocabularies.emplace_back(table);
  Combinations& combinations = vocabularies.front();
  const std::vector<Question> questions = questions_about(vocabularies);
  const Program right = program_of(combinations, combinations.all().front());
  const Program wrong = answering([&](std::span<const std::string> asked) {
    std::vector<IdsReply> replies = conform::program::ids_of(right, asked);
    for (std::size_t i = 0; i < replies.size(); ++i) {
      if (asked[i].size() > 300) replies[i].ids->push_back(0);
    }
    return replies;
  });
  const Identified found = identify(vocabularies, questions, wrong);
  CHECK(found.same.empty());
  REQUIRE(found.nearest);
  CHECK(found.nearest->combination.pattern == 0);
  CHECK(found.asked.size() <= most_questions);
  CHECK(found.shows.text.size() > 300);
  CHECK(found.shows.reply.ids != found.nearest_ids);
  CHECK(found.nearest_ids == combinations.reply(found.shows.text, found.nearest->combination));
  CHECK(found.given ==
        static_cast<std::size_t>(std::ranges::count_if(found.asked, [&](const AskedText& asked) {
          return std::ranges::count(questions, asked.text, &Question::text) > 0 &&
                 asked.reply.ids == combinations.reply(asked.text, found.nearest->combination);
        })));
  CHECK(std::ranges::count(questions, found.shows.text, &Question::text) == 0);  // made smaller
  for (const AskedText& asked : found.asked) {
    CHECK((asked.text.size() <= 300 || asked.text.size() >= found.shows.text.size()));
  }
}

CLAUSE_TEST("S73", "a program that ends at a text has not refused it") {
  const Table table =
      named_table(interop::profile_named("cl100k"), SpecialRule::refused_unless_allowed);
  std::vector<Combinations> vocabularies;
  vocabularies.emplace_back(table);
  const std::vector<Question> questions = questions_about(vocabularies);
  Combinations& combinations = vocabularies.front();
  const auto refusing = std::ranges::find_if(combinations.all(), [&](const Combination& it) {
    return std::ranges::any_of(questions, [&](const Question& question) {
      return !combinations.reply(question.text, it);
    });
  });
  REQUIRE(refusing != combinations.all().end());
  const Program right = program_of(combinations, *refusing);
  for (const auto status : {conform::program::Status::pass, conform::program::Status::crash}) {
    std::size_t refused = 0;
    const Program ending = answering([&](std::span<const std::string> asked) {
      std::vector<IdsReply> replies = conform::program::ids_of(right, asked);
      for (IdsReply& reply : replies) {
        if (reply.ids) continue;
        ++refused;
        reply = {std::nullopt, status, "ValueError: it may not stand in a text"};
      }
      return replies;
    });
    const Identified found = identify(vocabularies, questions, ending);
    CHECK(refused > 0);
    CHECK(found.same.empty() == (status == conform::program::Status::crash));
  }
}

CLAUSE_TEST("S73", "a vocabulary is told from another") {
  const std::vector<std::string_view> texts = {"the cat sat on the mat, the cat sat"};
  const Table small = v1_train(texts, 262);
  const Table smaller = v1_train(texts, 260);
  std::vector<Combinations> vocabularies;
  vocabularies.reserve(2);
  vocabularies.emplace_back(small);
  vocabularies.emplace_back(smaller);
  const std::vector<Question> questions = questions_about(vocabularies);
  for (std::size_t i = 0; i < 2; ++i) {
    const Identified found =
        identify(vocabularies, questions, program_of(vocabularies[i], Combination{}));
    REQUIRE(!found.same.empty());
    CHECK(std::ranges::all_of(found.same, [&](const Candidate& it) { return it.vocabulary == i; }));
  }
}

TEST_CASE("goldens: what programs are identified as", "[test]") {
  Asked& asked = asked_of_revealing();
  Combinations& combinations = asked.combinations();
  const std::vector<std::string> names = {"revealing.json"};
  std::string text;
  const auto add = [&](const Identified& found) {
    text += to_text(found, asked.vocabularies, names) + '\n';
  };
  add(asked.found(Combination()));
  for (const std::string_view pattern : {"v1 with white space of JavaScript",
                                         "v1 with no look-ahead", "cl100k with digits by one"}) {
    add(asked.found(named(combinations, pattern)));
  }
  for (std::size_t place = 1; place < combinations.all().size();
       place += combinations.all().size() / 7) {
    add(asked.found(combinations.all()[place]));
  }
  const Program strange = answering([](std::span<const std::string> texts) {
    std::vector<IdsReply> replies;
    for (const std::string& each : texts) {
      replies.push_back(
          {std::vector<TokenId>(each.size() % 3, 97), conform::program::Status::pass, ""});
    }
    return replies;
  });
  add(identify(asked.vocabularies, asked.questions, strange));
  Identified none;
  none.nearest = Candidate{0, named(combinations, "v1 with no look-ahead")};
  none.shows = {std::string(400, 'a'), {std::nullopt, conform::program::Status::crash, "it died"}};
  none.asked.resize(3);
  none.given = 2;
  add(none);
  none.nearest_ids = std::vector<TokenId>(200, 12345);
  none.shows.reply = {std::nullopt, conform::program::Status::pass, ""};
  add(none);

  // The names of all choices of a table that merges by bytes and has a normalizer, and what a text
  // must have for each change to matter.
  Table other = by_bytes(revealing_table());
  other.profile.normalizer = Normalizer::nfc_9_0;
  const Combinations choices(other);
  std::size_t pattern = SIZE_MAX;
  for (const Combination& it : choices.all()) {
    if (it.pattern != pattern) text += choices.pattern_name(it.pattern) + '\n';
    pattern = it.pattern;
    if (pattern != 0 || (it.version > 0) + (it.normalizer > 0) + (it.merging > 0) > 1) continue;
    text += "  " + choices.version_name(it.version) + ", " +
            choices.normalizer_name(it.normalizer) + ", " + choices.merging_name(it.merging) +
            ", " + choices.specials_name(it.specials) + '\n';
  }
  for (const PatternChange& it : changes_of(profiles::v1().splits)) {
    const auto& [spaces, contractions, look_ahead, digits] = it.subjects;
    text += it.says + ":" + (spaces ? " spaces" : "") + (contractions ? " contractions" : "") +
            (look_ahead ? " look-ahead" : "") + (digits ? " digits" : "") + '\n';
  }
  for (const Question& question : asked.questions) {
    text += json::quoted(question.text) + '\n';
  }
  check_golden("identify.txt", text);
}

}  // namespace bpetite::test
