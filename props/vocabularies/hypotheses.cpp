// The ids of the kit for any decisions, held against the reference; and what plain vectors say
// (S70a, S70b).
#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "conform/hypotheses/answerer.hpp"
#include "conform/hypotheses/hypotheses.hpp"
#include "conform/hypotheses/rewritten_patterns.hpp"
#include "conform/judge/model_vectors.hpp"
#include "conform/plain/model_file.hpp"
#include "conform/plain/rows.hpp"
#include "conform/plain/whole_suite.hpp"
#include "conform/suite/digest.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/vectors.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "reference/encode.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using namespace conform::hypotheses;

// What a small corpus teaches, with words, digits, signs and line ends.
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

// The file of these vectors says what they say, of a table with another version of Unicode.
void check_file(const conform::judge::ModelVectors& made, Table table) {
  for (Split& split : table.profile.splits) split.pattern.version = unicode::Version::v15_0;
  const auto parsed = json::parse(conform::plain::model_file(made, table, "the vocabulary"));
  const auto& file = std::get<json::Object>(std::get<json::Value>(parsed).data);
  const auto text = [](const json::Object& object, std::string_view name) {
    const json::Value* value = json::find(object, name);
    return value == nullptr ? "" : std::get<std::string>(value->data);
  };
  const auto& from = std::get<json::Object>(json::find(file, "provenance")->data);
  CHECK(text(from, "unicode") == "15.0.0");
  CHECK(text(from, "vocabulary_sha256") == conform::suite::sha256_hex("the vocabulary"));
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
  const auto& not_shown = std::get<json::Array>(json::find(file, "not_shown")->data);
  REQUIRE(not_shown.size() == made.not_shown.size());
  for (std::size_t i = 0; i < not_shown.size(); ++i) {
    CHECK(text(std::get<json::Object>(not_shown[i].data), "name") == made.not_shown[i].name);
  }
}

}  // namespace

PROPERTY("S70a", "the ids of chunks that are looked up by hash tables are those of the reference") {
  const EncodeCase given = *encode_case();
  RC_PRE(!given.text.empty());  // no chunk is
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

CLAUSE_TEST("S70a", "a text is edited, and a long chunk is cut between scalars, as decided") {
  const Table table = v1_table({});
  ChunkIds chunks(table);
  const auto ids = [&](std::string_view text, const Decisions& decisions) {
    return Answerer(table, decisions, chunks).ids(text);
  };
  struct Edited {
    Edit edit;
    std::string before, after;
  };
  const std::vector<Edited> all = {
      {Edit::none, "\ufeff a\r\n", "\ufeff a\r\n"},
      {Edit::no_mark, "\ufeff\ufeffa", "\ufeffa"},
      {Edit::no_mark, "a\ufeff", "a\ufeff"},
      {Edit::until_nul, std::string("a\0b\0", 4), "a"},
      {Edit::line_feeds, "a\r\nb\r\r\n", "a\nb\r\n"},
      {Edit::space_first, "a", " a"},
      {Edit::trimmed, "\t\n a b\r ", "a b"},
      {Edit::trimmed, "\u00a0a\f", "\u00a0a\f"},
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

CLAUSE_TEST("S70a", "a vector tells the hypotheses whose ids are others, and no others") {
  for (const Profile* profile : {&profiles::v1(), &profiles::cl100k()}) {
    const Tokenizer tokenizer = TokenizerAccess::make(some_table(*profile));
    const Table& table = TokenizerAccess::table(tokenizer);
    const auto made = conform::judge::model_vectors("some", tokenizer);
    ChunkIds chunks(table);
    std::set<std::string> ids;
    std::set<std::string> told;
    for (const auto& vector : made.vectors) {
      CHECK(ids.insert(vector.id).second);
      CHECK(vector.id.find(conform::suite::sha256_hex(vector.text).substr(0, 8)) == 5);
      CHECK(vector.id.ends_with("-text") == (vector.special == "text"));
      CHECK((vector.special == "found") == has_special_id(vector.ids, table));
      told.insert(vector.tells.begin(), vector.tells.end());
    }
    check_file(made, table);
    for (const Hypothesis& hypothesis : hypotheses_of(table)) {
      INFO(profile->name << ": " << hypothesis.name);
      const auto is_it = [&](const Hypothesis& it) { return it.name == hypothesis.name; };
      CHECK(told.contains(hypothesis.name) != std::ranges::any_of(made.not_shown, is_it));
      Answerer other(table, hypothesis.decisions, chunks);
      for (const auto& vector : made.vectors) {
        if (vector.special == "text") continue;  // the caller has asked for something else
        CHECK((other.ids(vector.text) != vector.ids) ==
              (std::ranges::count(vector.tells, hypothesis.name) > 0));
      }
    }
  }
}

CLAUSE_TEST("S70a", "a pattern is rewritten in its classes and nowhere else") {
  const auto changed = [](std::string_view pattern, std::string_view set) {
    const std::vector<std::string> texts = {std::string(pattern)};
    const auto splits = with_class(isolated(Dialect::tiktoken, texts, unicode::pinned), "\\s", set);
    return splits ? splits->front().pattern.text : "";
  };
  CHECK(changed("\\s+(?!\\S)|[^\\s\\p{L}]", "\\t ") == "[\\t ]+(?![^\\t ])|[^\\t \\p{L}]");
  CHECK(changed("\\[\\s", " ") == "\\[[ ]");
  CHECK(changed("\\\\s", " ").empty());  // a backslash, and the letter s
  CHECK(changed("[\\S]", " ").empty());  // a complement within brackets
}

CLAUSE_TEST("S70a", "the files of conformance/models tell at least twenty hypotheses each") {
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
      CHECK(id.starts_with(name + ("-" + conform::suite::sha256_hex(text).substr(0, 8))));
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
  const auto parsed = json::parse(plain::whole_suite(suite));
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
          plain::artifact_file(wanted));
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
