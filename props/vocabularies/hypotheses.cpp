// Tests the faults of a vocabulary, which `conform` uses as hypotheses about a wrong program: the
// right ids, and the ids that each fault gives, are compared with those of the reference. Tests
// also the search for texts that show a fault, how a fault edits a text or a pattern and cuts long
// chunks, that a mutant gives the ids of the fault of its name, the earlier names of faults, and
// the files of plain vectors that show the faults: conformance/models and the file of the whole
// suite (S70a, S70b).
//
//   "digits-by-two"     changes \p{N}+ of a pattern into \p{N}{1,2}
#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bpetite/access.hpp"
#include "conform/faults/candidates.hpp"
#include "conform/faults/decisions.hpp"
#include "conform/faults/fault.hpp"
#include "conform/faults/pattern_edits.hpp"
#include "conform/judge/model_vectors.hpp"
#include "conform/suite/plain_data.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/vectors.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "corpus/sha256.hpp"
#include "interop/open.hpp"
#include "pattern/parse.hpp"
#include "reference/encode.hpp"
#include "support/goldens.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using namespace conform::faults;

// A table that was learned from a small corpus with words, digits, signs and line ends.
Table some_table(const Profile& profile) {
  static const std::vector<std::string> texts = {
      "the cat sat on the mat, the cat's hat\n\n  the cat sat 123 123 12\n", "if (a) { b(); }\n\n",
      "don't don't we'll we'll I'm e\u0301 e\u0301 \u00e9\u00e9 \u4e00\u4e8c\u4e00\u4e8c"};
  return reference::train(views(texts), 300, profile);
}

const Profile& some_profile() {
  return **rc::gen::elementOf(std::vector<const Profile*>{
      &profiles::v1(), &profiles::cl100k(), &profiles::llama3(), &profiles::o200k(),
      &profiles::nanochat(), &profiles::deepseek_v3()});
}

std::vector<TokenId> ids_of(std::span<const TokenId> ids) { return {ids.begin(), ids.end()}; }

bool has_special_id(const std::vector<TokenId>& ids, const Table& table) {
  return std::ranges::any_of(table.specials, [&](const SpecialToken& special) {
    return std::ranges::count(ids, special.id) > 0;
  });
}

template <typename Whole, typename Part>
Whole expanded(const std::vector<std::pair<Part, std::size_t>>& repeated) {
  Whole whole;
  for (const auto& [part, times] : repeated) {
    for (std::size_t i = 0; i < times; ++i) whole.insert(whole.end(), part.begin(), part.end());
  }
  return whole;
}

// Checks that each long vector has the ids of its text, and both sizes of each kind.
void check_long(const conform::judge::ModelVectors& made, const Tokenizer& tokenizer) {
  const Table& table = TokenizerAccess::table(tokenizer);
  std::map<std::size_t, int> sizes;
  for (const auto& vector : made.long_vectors) {
    INFO(vector.tests);
    const auto text = expanded<std::string>(vector.text);
    ++sizes[text.size()];
    CHECK(vector.id == conform::judge::vector_id("some", text));
    CHECK(vector.tests.starts_with(fmt::format("a text of {} bytes: ", text.size())));
    const auto choice = vector.special == "found" ? conform::judge::finding_specials(table)
                                                  : SpecialChoice::ordinary();
    const auto ids = expanded<std::vector<TokenId>>(vector.ids);
    CHECK(ids == bpetite::encode(tokenizer, text, choice));
    CHECK((vector.special == "found") == has_special_id(ids, table));
    CHECK(vector.ids.size() <= 24);
  }
  CHECK(sizes == std::map<std::size_t, int>{{4097, 11}, {65537, 11}});
}

// Checks that the JSON file of these vectors has their content, for a table with another version of
// Unicode.
void check_file(const conform::judge::ModelVectors& made, Table table) {
  for (Split& split : table.profile.splits) split.pattern.version = unicode::Version::v15_0;
  const auto parsed = json::parse(conform::judge::model_file(made, table, "the vocabulary"));
  const auto& file = std::get<json::Object>(std::get<json::Value>(parsed).data);
  const auto text = [](const json::Object& object, std::string_view name) {
    const json::Value* value = json::find(object, name);
    return value == nullptr ? "" : std::get<std::string>(value->data);
  };
  const auto& from = std::get<json::Object>(json::find(file, "provenance")->data);
  CHECK(text(from, "unicode") == "15.0.0");
  CHECK(text(from, "vocabulary_sha256") == corpus::sha256_hex("the vocabulary"));
  const auto& vectors = std::get<json::Array>(json::find(file, "vectors")->data);
  REQUIRE(vectors.size() == made.vectors.size());
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const auto& vector = std::get<json::Object>(vectors[i].data);
    const auto& wanted = made.vectors[i];
    CHECK(text(vector, "id") == wanted.id);
    CHECK(text(vector, "text") == wanted.text);
    CHECK(text(vector, "special") == wanted.special);
    CHECK(text(vector, "clause") == wanted.clause);
    CHECK(json::serialize(*json::find(vector, "ids")) ==
          fmt::format("[{}]", fmt::join(wanted.ids, ",")));
    CHECK(std::get<json::Array>(json::find(vector, "tells")->data).size() == wanted.tells.size());
  }
  const auto& long_vectors = std::get<json::Array>(json::find(file, "long_vectors")->data);
  REQUIRE(long_vectors.size() == made.long_vectors.size());
  for (std::size_t i = 0; i < long_vectors.size(); ++i) {
    const auto& vector = std::get<json::Object>(long_vectors[i].data);
    CHECK(text(vector, "id") == made.long_vectors[i].id);
    CHECK(text(vector, "special") == made.long_vectors[i].special);
    const auto& parts = std::get<json::Array>(json::find(vector, "text")->data);
    REQUIRE(parts.size() == made.long_vectors[i].text.size());
    const auto& [part, times] = made.long_vectors[i].text.front();
    CHECK(json::serialize(parts.front()) ==
          fmt::format(R"({{"part":{},"times":{}}})", json::quoted(part), times));
    const auto& [ids, ids_times] = made.long_vectors[i].ids.back();
    CHECK(json::serialize(std::get<json::Array>(json::find(vector, "ids")->data).back()) ==
          fmt::format(R"({{"part":[{}],"times":{}}})", fmt::join(ids, ","), ids_times));
  }
  const auto& specials = std::get<json::Object>(json::find(file, "special_tokens")->data);
  REQUIRE(specials.size() == std::min<std::size_t>(table.specials.size(), 128));
  const std::vector<SpecialToken>& all = table.specials;
  for (std::size_t i = 0; i < specials.size(); ++i) {
    const SpecialToken& special = all[i < 64 ? i : all.size() - (specials.size() - i)];
    CHECK(specials[i].key == special.literal);
    CHECK(json::serialize(specials[i].value) == std::to_string(special.id));
  }
  const auto& not_shown = std::get<json::Array>(json::find(file, "not_shown")->data);
  REQUIRE(not_shown.size() == made.not_shown.size());
  for (std::size_t i = 0; i < not_shown.size(); ++i) {
    CHECK(text(std::get<json::Object>(not_shown[i].data), "name") == made.not_shown[i].name);
  }
}

}  // namespace

PROPERTY("S70a", "the ids of chunks that are looked up by hash tables are those of the reference") {
  const EncodeCase given = *encode_case();
  RC_PRE(!given.text.empty());  // no chunk is empty
  Table table = v1_table(given.merges);
  if (*rc::gen::arbitrary<bool>()) table = by_bytes(table);
  const bool whole = table.profile.merging == Merging::bytes || *rc::gen::arbitrary<bool>();
  table.profile.whole_chunks = whole && table.profile.merging == Merging::pairs;
  ChunkIds chunks(table);
  RC_ASSERT(ids_of(chunks.of(given.text, decisions_of(table).lookup, whole)) ==
            reference::encode_chunk(given.text, table));
}

PROPERTY("S70a", "the right answers are those of the reference") {
  Table table = some_table(some_profile());
  table.profile.normalizer = *rc::gen::element(Normalizer::none, Normalizer::nfc_16_0);
  ChunkIds chunks(table);
  Answerer right(table, decisions_of(table), chunks);
  const std::string text = *any_text();
  const SpecialChoice choice = table.profile.added.rule == SpecialRule::refused_unless_allowed
                                   ? SpecialChoice::all()
                                   : SpecialChoice();
  RC_ASSERT(right.ids(text) == reference::encode(text, table, choice));
}

CLAUSE_TEST("S70a", "a text that is found for a fault shows it, from the first fault to the last") {
  bool has_last = false;
  for (const char* const name : {"v1", "llama3"}) {
    const Table table = some_table(interop::profile_named(name));
    TextSearch search(table);
    const auto texts = search.texts(1);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (texts[i].empty()) continue;
      CAPTURE(name, search.faults()[i].name, texts[i].front());
      const std::vector<std::size_t> shown = search.shown_by(texts[i].front());
      CHECK(std::ranges::count(shown, i) == 1);
      has_last = has_last || i + 1 == texts.size();
    }
  }
  CHECK(has_last);
}

PROPERTY("S70a", "the ids by each fault are those of its chunks, also of texts that are not cut") {
  // It has 44 merges, and many texts have none of them.
  const Table table = some_table(profiles::v1());
  static const std::vector<Fault> faults = faults_of(table);
  const Fault& fault = *rc::gen::elementOf(faults);
  RC_PRE(fault.decisions.edit == TextEdit::none);
  RC_PRE(fault.decisions.normalizer == Normalizer::none);
  std::string text = *any_text();
  std::erase(text, '<');  // no special token is in it
  ChunkIds chunks(table);
  Answerer answerer(table, fault.decisions, chunks);
  std::vector<TokenId> wanted;
  for (const std::string_view chunk : answerer.chunks(text)) {
    const auto ids = chunks.of(chunk, fault.decisions.lookup, fault.decisions.whole_chunks);
    wanted.insert(wanted.end(), ids.begin(), ids.end());
  }
  RC_LOG() << fault.name << "\n";
  RC_ASSERT(answerer.ids(text) == wanted);
  RC_CLASSIFY(!text.empty() && !chunks.may_have_token(text), "not cut");
}

CLAUSE_TEST("S70a", "a text shows the faults whose ids are others, with tokens in it or without") {
  for (const auto& [normalizer, prefix_space] : std::to_array<std::pair<Normalizer, bool>>(
           {{Normalizer::none, false}, {Normalizer::nfc_16_0, false}, {Normalizer::none, true}})) {
    Table table = some_table(profiles::v1());
    table.profile.normalizer = normalizer;
    table.profile.prefix_space = prefix_space;
    TextSearch search(table);
    ChunkIds chunks(table);
    Answerer right(table, decisions_of(table), chunks);
    std::vector<Answerer> others;
    for (const Fault& fault : search.faults()) others.emplace_back(table, fault.decisions, chunks);
    std::size_t without_tokens = 0;
    const std::vector<std::string> texts = candidates_of(table, chunks);
    for (std::size_t i = 0; i < texts.size(); i += 61) {
      INFO(name(normalizer) << ": " << texts[i]);
      if (!right.may_have_token(texts[i])) ++without_tokens;
      std::vector<std::size_t> shown;
      for (std::size_t k = 0; k < others.size(); ++k) {
        if (others[k].ids(texts[i]) != right.ids(texts[i])) shown.push_back(k);
      }
      CHECK(search.shown_by(texts[i]) == shown);
    }
    CHECK(without_tokens > 5);
    CHECK(without_tokens < texts.size() / 61);
  }
}

CLAUSE_TEST("S70a", "a text is edited, and a long chunk is cut between scalars, as decided") {
  const Table table = v1_table({});
  ChunkIds chunks(table);
  const auto ids = [&](std::string_view text, const Decisions& decisions) {
    return Answerer(table, decisions, chunks).ids(text);
  };
  struct Edited {
    TextEdit edit;
    std::string before, after;
  };
  const std::vector<Edited> all = {
      {TextEdit::none, "\ufeff a\r\n", "\ufeff a\r\n"},
      {TextEdit::no_mark, "\ufeff\ufeffa", "\ufeffa"},
      {TextEdit::no_mark, "a\ufeff", "a\ufeff"},
      {TextEdit::until_nul, std::string("a\0b\0", 4), "a"},
      {TextEdit::line_feeds, "a\r\nb\r\r\n", "a\nb\r\n"},
      {TextEdit::space_first, "a", " a"},
      {TextEdit::space_first, " a", " a"},
      {TextEdit::trimmed, "\t\n a b\r ", "a b"},
      {TextEdit::trimmed, "\u00a0a\f", "\u00a0a\f"},
  };
  for (const auto& [edit, before, after] : all) {
    INFO(json::quoted(before));
    Decisions decisions = decisions_of(table);
    decisions.edit = edit;
    CHECK(ids(before, decisions) == reference::encode(after, table));
  }
  Decisions decisions = decisions_of(table);
  decisions.longest_chunk = 4;
  CHECK(Answerer(table, decisions, chunks).chunks("a\u00e9\u4e00b ab") ==
        std::vector<std::string_view>{"a\u00e9", "\u4e00b", " ab"});
}

CLAUSE_TEST("S70a", "a vector shows the faults whose ids are others, and no others") {
  for (const Profile* profile : {&profiles::v1(), &profiles::cl100k()}) {
    const Tokenizer tokenizer = TokenizerAccess::make(some_table(*profile));
    const Table& table = TokenizerAccess::table(tokenizer);
    const auto made = conform::judge::model_vectors("some", tokenizer);
    ChunkIds chunks(table);
    std::set<std::string> ids;
    std::set<std::string> told;
    for (const auto& vector : made.vectors) {
      CHECK(ids.insert(vector.id).second);
      CHECK(vector.id.find(corpus::sha256_hex(vector.text).substr(0, 8)) == 5);
      CHECK(vector.id.ends_with("-text") == (vector.special == "text"));
      CHECK((vector.special == "found") == has_special_id(vector.ids, table));
      told.insert(vector.tells.begin(), vector.tells.end());
    }
    check_long(made, tokenizer);
    check_file(made, table);
    for (const Fault& fault : faults_of(table)) {
      INFO(profile->name << ": " << fault.name);
      const auto is_it = [&](const Fault& it) { return it.name == fault.name; };
      CHECK(told.contains(fault.name) != std::ranges::any_of(made.not_shown, is_it));
      Answerer other(table, fault.decisions, chunks);
      for (const auto& vector : made.vectors) {
        if (vector.special == "text") continue;  // here the caller asks for other ids
        CHECK((other.ids(vector.text) != vector.ids) ==
              (std::ranges::count(vector.tells, fault.name) > 0));
      }
    }
  }
}

CLAUSE_TEST("S70a", "a pattern has other characters in its classes and nowhere else") {
  const auto check = [](std::string_view pattern, std::string_view set, std::string_view wanted) {
    const Pattern given{std::string(pattern)};
    pattern::Node tree = pattern::parse(given);
    with_characters(tree, given, CharacterKind::space, set);
    INFO(pattern);
    CHECK(tree == pattern::parse({std::string(wanted)}));
  };
  check("\\s+(?!\\S)|[^\\s\\p{L}]", "\\t ", "[\\t ]+(?![^\\t ])|[^\\t \\p{L}]");
  check("\\[\\s", " ", "\\[[ ]");
  check("\\\\s", " ", "\\\\s");  // a backslash, and the letter s
  check("[\\S]", " ", "[^ ]");
  check("[\\r\\n]|[^\\r\\n]", " ", "[\\r\\n]|[^\\r\\n]");
}

// Plants a fault in patterns that spell the changed part in different ways.
CLAUSE_TEST("S70a", "a fault changes a pattern in the same way, however the pattern is spelt") {
  struct Case {
    std::string_view name;
    std::string_view pattern;
    std::string_view wanted;
  };
  const std::vector<Case> cases = {
      {"contractions-folded", "'(?:[st]|ll)|a", "'(?i:[st]|ll)|a"},
      {"contractions-folded", "'s|'t|'ll|a", "(?i:'s)|(?i:'t)|(?i:'ll)|a"},
      {"contractions-any-case", "'(?i:[st]|ll)|a", "'(?:[sStT]|[lL][lL])|a"},
      {"contractions-any-case", "'(?:[st]|ll)|a", "'(?:[sStT]|[lL][lL])|a"},
      {"contractions-as-written", "(?i:'s|'t)|a", "(?:'s|'t)|a"},
      {"no-contractions", "'(?i:[st]|ll)|a|b", "a|b"},
      {"no-contractions", "'s|'t|a|b", "a|b"},
      {"no-contractions", "a+(?i:'s|'t)?|b", "a+|b"},
      {"contractions-curly", "(?i:'s|'t)|a", "(?:['\u2019](?i:s)|['\u2019](?i:t))|a"},
      {"digits-by-two", "a|\\p{N}{1,3}+|b", "a|\\p{N}{1,2}|b"},
      {"digits-by-two", "a| ?\\p{N}+|b", "a| ?\\p{N}{1,2}|b"},
      {"digits-by-one", "\\p{N}{1,3}", "\\p{N}"},
      {"no-lookahead", "a|\\s+(?!\\S)|\\s", "a|\\s"},
      {"lookahead-dollar", "a|\\s+(?!\\S)|\\s", "a|\\s+$|\\s"},
      {"newlines-apart", "a|\\s+(?!\\S)", "a|\\s*[\\r\\n]+|\\s+(?!\\S)"},
      {"newlines-apart", "\\s*[\\r\\n]|\\s+(?!\\S)", "\\s*[\\r\\n]|\\s+(?!\\S)"},
      {"symbols-with-newlines", "a| ?[^\\s\\p{L}\\p{N}]++", "a| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*"},
      {"signs-without-newlines", "a| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+", "a| ?[^\\s\\p{L}\\p{N}]++"},
      {"no-space-before-words", " ?\\p{L}+|b", "\\p{L}+|b"},
      {"no-space-before-words", " ?[^\\s\\p{L}\\p{N}]+|b", " ?[^\\s\\p{L}\\p{N}]+|b"},
      {"no-space-before-words", " \\p{L}+| ?\\p{L}|b", " \\p{L}+| ?\\p{L}|b"},
      {"no-space-before-signs", " ?[^\\s\\p{L}\\p{N}]+| ?\\p{L}+", "[^\\s\\p{L}\\p{N}]+| ?\\p{L}+"},
      {"no-sign-before-words", "[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|[^\\s]?a", " ?\\p{L}+|[^\\s]?a"},
      {"newlines-with-words", "a|\\s*[\\r\\n]+|\\s*\\n|b", "a|\\s*\\n|b"},
      {"newlines-one-by-one", "a|\\s*[\\r\\n]+|b", "a|\\s*[\\r\\n]|b"},
      {"newlines-apart", "a|\\s+", "a|\\s+"},
      {"symbols-with-newlines", "[^\\s\\p{L}\\p{N}]+|[!?]+", "[^\\s\\p{L}\\p{N}]+[\\r\\n]*|[!?]+"},
      {"signs-with-slashes", "a[\\r\\n]*|b[\\n]*", "a[\\r\\n/]*|b[\\n]*"},
      {"signs-without-slashes", "a[\\r\\n/]*|b", "a[\\r\\n]*|b"},
      {"signs-without-newlines", "a[\\r\\n/]*|[\\r\\n]*", "a|[\\r\\n]*"},
      {"blank-end", "a|\\s*[\\r\\n]|\\s+", "a|\\s++$|\\s*[\\r\\n]|\\s+"},
      {"blank-end", "a|\\s++$|\\s*[\\r\\n]", "a|\\s++$|\\s*[\\r\\n]"},
      {"no-blank-end", "a|\\s++$|\\s+(?!\\S)|\\s", "a|\\s+(?!\\S)|\\s"},
      {"no-lookahead", "a|\\s++$|\\s+(?!\\S)|\\s", "a|\\s++$|\\s"},
      {"no-lookahead", "\\s+(?!\\S)", "\\s+(?!\\S)"},
      {"no-contractions", "'s|'t", "'s|'t"},
      {"no-contractions", "'1|'!|a", "'1|'!|a"},
      {"no-case-change", "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{M}]+",
       "[\\p{L}\\p{M}]*[\\p{Ll}\\p{M}]+"},
      {"no-marks", "[\\p{L}\\p{M}]+|[^\\p{L}\\p{M}]+|[^\\s]", "\\p{L}+|[^\\p{L}]+|[^\\s]"},
      {"digits-by-three", "\\p{N}{1,3}+|\\p{N}{2}|\\p{N}", "\\p{N}{1,3}+|\\p{N}{2}|\\p{N}{1,3}"},
      {"digits-by-four", "a\\p{N}|[0-9]", "a\\p{N}{1,4}|[0-9]"},
      {"digits-by-any", "\\p{N}{1,3}|\\p{N}a", "\\p{N}+|\\p{N}a"},
  };
  for (const auto& [name, pattern, wanted] : cases) {
    INFO(name << " on " << pattern);
    const Pattern given{std::string(pattern)};
    pattern::Node tree = pattern::parse(given);
    edit_of(name)(tree, given);
    CHECK(tree == pattern::parse({std::string(wanted)}));
  }
}

// In the dialect of Hugging Face, $ is also before each line feed.
CLAUSE_TEST("S70a S25f", "a fault that needs the end of a text is left out where $ is another") {
  for (const char* const name : {"lookahead-dollar", "blank-end"}) {
    const Pattern given{"a|\\s*[\\r\\n]|\\s+(?!\\S)|\\s", Dialect::huggingface};
    pattern::Node tree = pattern::parse(given);
    edit_of(name)(tree, given);
    CHECK(tree == pattern::parse(given));
  }
}

CLAUSE_TEST("S71", "faults fit together if each changes another class or another step") {
  const auto fit = [](std::vector<std::string_view> names) {
    std::vector<const Fault*> some;
    for (const std::string_view name : names) {
      some.push_back(&*std::ranges::find(suspects(), name, &Fault::name));
    }
    return fit_together(some);
  };
  CHECK(fit({}));
  CHECK(fit({"js-space", "ascii-letters", "ascii-digits", "tie-largest", "once-a-chunk"}));
  CHECK_FALSE(fit({"js-space", "ascii-letters", "re2-space"}));
  CHECK_FALSE(fit({"tie-largest", "ascii-letters", "tie-newest"}));
  CHECK(fit({"tie-largest", "min-frequency-2", "train-rightmost", "early-stop-error"}));
  CHECK_FALSE(fit({"no-lookahead", "tie-largest", "no-lookahead"}));
}

// A fault has one name and one meaning. A cause that `run --impl` prints has the same name as the
// cause that `run --tokenizer` prints.
CLAUSE_TEST("S71", "a mutant gives the ids of the fault of its name in its vocabulary") {
  const Table table = some_table(profiles::v1());
  ChunkIds chunks(table);
  TextSearch search(table);
  const auto texts = search.texts(3);
  std::size_t both = 0;
  for (std::size_t i = 0; i < search.faults().size(); ++i) {
    const Fault& fault = search.faults()[i];
    const std::optional<Fault> mutant = find_fault(fault.name);
    if (!mutant) continue;
    ++both;
    const auto program = with_fault(*mutant);
    Answerer answerer(table, fault.decisions, chunks);
    for (const std::string_view text : texts[i]) {
      INFO(fault.name << ": " << json::quoted(text));
      CHECK(program.encode(text, {table}) == answerer.ids(text));
    }
  }
  CHECK(both >= 30);
}

CLAUSE_TEST("S71", "a name that a fault had before leads to its name now") {
  const Table table = some_table(profiles::cl100k());
  std::set<std::string> names;
  for (const Fault& fault : faults_of(table)) names.insert(fault.name);
  for (const Fault& fault : mutants()) names.insert(fault.name);
  for (const std::string_view former :
       {"byte-order-mark", "contractions-ascii-case", "curly-contractions", "line-feeds",
        "longest-token", "lookahead-at-end", "merges-in-order", "nul-ends", "signs-with-newlines",
        "space-first", "specials-as-text", "unicode-13.0.0", "unicode-18.0.0", "whole-chunks"}) {
    INFO(former);
    CHECK_FALSE(names.contains(std::string(former)));
    CHECK(names.contains(std::string(current_name(former))));
    CHECK(find_fault(former).has_value());
  }
}

// The name, the level, the clause and the words of each fault: of a vocabulary, and of others what
// the ones before them do not have.
TEST_CASE("goldens: the faults of vocabularies", "[test]") {
  std::string text;
  std::set<std::string> seen;
  for (const char* const name : {"cl100k", "gpt2", "qwen2", "deepseek_v3"}) {
    const Tokenizer tokenizer = conform::suite::small_vocabulary(name);
    text += fmt::format("{}\n", name);
    for (const Fault& it : faults_of(TokenizerAccess::table(tokenizer))) {
      const std::string line =
          fmt::format("  {}  L{} {}  {}\n    {}\n    {}\n", it.name, static_cast<int>(it.level),
                      it.clause, it.flag, it.says, it.tests);
      if (seen.insert(line).second) text += line;
    }
  }
  check_golden("faults.txt", text);
}

// The ids of all faults, against files that were made before.
CLAUSE_TEST("S74b S70a", "the vectors of a profile show the faults that its file names") {
  for (const std::string_view profile : conform::suite::small_vocabularies()) {
    const Tokenizer tokenizer = conform::suite::small_vocabulary(profile);
    const Table& table = TokenizerAccess::table(tokenizer);
    ChunkIds chunks(table);
    std::vector<std::pair<std::string, Answerer>> answerers;
    for (const Fault& fault : faults_of(table)) {
      answerers.emplace_back(fault.name, Answerer(table, fault.decisions, chunks));
    }
    const auto folder = std::filesystem::path(BPETITE_SOURCE_DIR) / "conformance" / "profiles";
    const auto parsed = json::parse(file::read(folder / (std::string(profile) + ".vectors.json")));
    const auto& model = std::get<json::Object>(std::get<json::Value>(parsed).data);
    for (const json::Value& value : std::get<json::Array>(json::find(model, "vectors")->data)) {
      const auto& vector = std::get<json::Object>(value.data);
      if (json::find(vector, "special") != nullptr) continue;
      const auto& text = std::get<std::string>(json::find(vector, "text")->data);
      const std::string right = json::serialize(*json::find(vector, "ids"));
      std::vector<std::string> shown;
      for (auto& [name, answerer] : answerers) {
        if (fmt::format("[{}]", fmt::join(answerer.ids(text), ",")) != right) shown.push_back(name);
      }
      INFO(profile << ": " << json::quoted(text));
      CHECK(json::quoted_list(shown) == json::serialize(*json::find(vector, "tells")));
    }
  }
}

CLAUSE_TEST("S70a", "the files of conformance/models show at least twenty faults each") {
  const auto folder = std::filesystem::path(BPETITE_SOURCE_DIR) / "conformance" / "models";
  for (const char* const name :
       {"gpt2", "cl100k", "o200k", "llama3", "qwen2.5", "qwen3", "deepseek_v3", "mistral_nemo"}) {
    INFO(name);
    const auto parsed = json::parse(file::read(folder / (std::string(name) + ".json")));
    const auto& model = std::get<json::Object>(std::get<json::Value>(parsed).data);
    std::set<std::string> ids;
    std::size_t telling = 0;
    for (const json::Value& value : std::get<json::Array>(json::find(model, "vectors")->data)) {
      const auto& vector = std::get<json::Object>(value.data);
      const auto& text = std::get<std::string>(json::find(vector, "text")->data);
      const auto& id = std::get<std::string>(json::find(vector, "id")->data);
      CHECK(ids.insert(id).second);
      CHECK(id.starts_with(name + ("-" + corpus::sha256_hex(text).substr(0, 8))));
      if (!std::get<json::Array>(json::find(vector, "tells")->data).empty()) ++telling;
    }
    CHECK(telling >= 20);
    const auto& from = std::get<json::Object>(json::find(model, "provenance")->data);
    const auto& seen = std::get<json::Object>(json::find(from, "witness")->data);
    CHECK(std::get<json::Array>(json::find(seen, "differs")->data).empty());
  }
}

CLAUSE_TEST("S70b", "the file of the suite has each vector, with its input written out") {
  using namespace conform;
  const suite::Suite suite = suite::embedded_suite();
  const auto parsed = json::parse(suite::whole_suite(suite));
  const auto& file = std::get<json::Object>(std::get<json::Value>(parsed).data);
  const auto& vectors = std::get<json::Array>(json::find(file, "vectors")->data);
  REQUIRE(vectors.size() == suite.vectors.size());
  const auto strings = [](const json::Object& object, const char* name) {
    std::vector<std::string> all;
    for (const json::Value& value : std::get<json::Array>(json::find(object, name)->data)) {
      all.push_back(std::get<std::string>(value.data));
    }
    return all;
  };
  const auto calls_of = [](const json::Object& input) {
    json::Array calls;
    for (json::Array& call : suite::decode_calls(input)) calls.push_back({std::move(call)});
    return json::serialize({std::move(calls)});
  };
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const auto& vector = std::get<json::Object>(vectors[i].data);
    const suite::Vector& wanted = suite.vectors[i];
    INFO(wanted.id);
    CHECK(std::get<std::string>(json::find(vector, "id")->data) == wanted.id);
    CHECK(strings(vector, "clauses") == wanted.clauses);
    CHECK(strings(vector, "requires") == wanted.requires_caps);
    CHECK(std::get<std::string>(json::find(vector, "artifact")->data) ==
          suite::artifact_file(wanted));
    CHECK(json::serialize(*json::find(vector, "expect")) == json::serialize({wanted.expect}));
    const auto& input = std::get<json::Object>(json::find(vector, "input")->data);
    const std::string shown = json::serialize({input});
    for (const char* const recipe : {"_repeat\"", "_random\"", "_numbered\""}) {
      CHECK(shown.find(recipe) == std::string::npos);
    }
    if (wanted.op == "decode") CHECK(calls_of(input) == calls_of(wanted.input));
    for (const char* const name : {"text", "corpus"}) {
      CHECK(suite::bytes_of(input, name) == suite::bytes_of(wanted.input, name));
    }
  }
}

}  // namespace bpetite::test
