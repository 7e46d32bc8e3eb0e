// The ids of the kit for any decisions, held against the reference; and what plain vectors say
// (S70a).
#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "bpetite/access.hpp"
#include "conform/hypotheses/answerer.hpp"
#include "conform/hypotheses/hypotheses.hpp"
#include "conform/hypotheses/rewritten_patterns.hpp"
#include "conform/plain/model_vectors.hpp"
#include "conform/suite/digest.hpp"
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

CLAUSE_TEST("S70a", "a vector tells the hypotheses whose ids are others, and no others") {
  for (const Profile* profile : {&profiles::v1(), &profiles::cl100k()}) {
    const Tokenizer tokenizer = TokenizerAccess::make(some_table(*profile));
    const Table& table = TokenizerAccess::table(tokenizer);
    const auto made = conform::plain::model_vectors("some", tokenizer);
    ChunkIds chunks(table);
    std::set<std::string> ids;
    std::set<std::string> told;
    for (const auto& vector : made.vectors) {
      CHECK(ids.insert(vector.id).second);
      CHECK(vector.id.find(conform::suite::sha256_hex(vector.text).substr(0, 8)) == 5);
      told.insert(vector.tells.begin(), vector.tells.end());
    }
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

}  // namespace bpetite::test
