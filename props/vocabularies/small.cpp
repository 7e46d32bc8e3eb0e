// Tests the small vocabularies of the profiles: their vectors in conformance/profiles, the forms of
// their files (artifact, tokenizer.json, ranks), and that they give the same ids whether merges are
// listed as pairs or tokens are looked up by their bytes. Tests also judging a program by them: it
// is handed a form that it names, and is judged for the profiles, the version of Unicode and the
// normalizer that it names (S74). One process of `bpetite serve --like`, which answers with a
// planted fault, must answer for several vocabularies.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "conform/faults/fault.hpp"
#include "conform/judge/profiles.hpp"
#include "conform/program/serve.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "corpus/sha256.hpp"
#include "engine/merge/merge.hpp"
#include "support/programs/desk.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

using conform::suite::FileForm;
using conform::suite::form_names;

const json::Value& member(const json::Object& object, std::string_view name) {
  return *json::find(object, name);
}

// The vectors of conformance/profiles/NAME.vectors.json.
json::Array vectors_of(std::string_view profile, std::string* digest = nullptr) {
  const auto folder = std::filesystem::path(BPETITE_SOURCE_DIR) / "conformance" / "profiles";
  const auto parsed = json::parse(file::read(folder / (std::string(profile) + ".vectors.json")));
  const auto& model = std::get<json::Object>(std::get<json::Value>(parsed).data);
  if (digest != nullptr) {
    const auto& from = std::get<json::Object>(member(model, "provenance").data);
    *digest = std::get<std::string>(member(from, "vocabulary_sha256").data);
  }
  return std::get<json::Array>(member(model, "vectors").data);
}

std::vector<TokenId> ids_in(const json::Value& value) {
  std::vector<TokenId> ids;
  for (const json::Value& id : std::get<json::Array>(value.data)) {
    ids.push_back(static_cast<TokenId>(*std::get<json::Integer>(id.data).magnitude));
  }
  return ids;
}

// The verdicts on our own program after `sed` has edited its answer to hello.
std::vector<conform::judge::ProfileVerdict> judged_when(const std::string& edit,
                                                        std::string_view only) {
  const std::string command = std::string(BPETITE_PROGRAM) + " serve | sed -u '" + edit + "'";
  return conform::judge::judge_profiles({.command = command}, only);
}

}  // namespace

CLAUSE_TEST("S74b", "the vectors of a profile are those of its vocabulary, and tell twice") {
  for (const std::string_view profile : conform::suite::small_vocabularies()) {
    INFO(profile);
    std::string digest;
    const json::Array vectors = vectors_of(profile, &digest);
    const Tokenizer tokenizer = conform::suite::small_vocabulary(profile);
    const Table& table = TokenizerAccess::table(tokenizer);
    CHECK(digest == corpus::sha256_hex(*in_form(table, profile, FileForm::artifact)));
    std::map<std::string, std::size_t> told;
    for (const json::Value& value : vectors) {
      for (const json::Value& name :
           std::get<json::Array>(member(std::get<json::Object>(value.data), "tells").data)) {
        ++told[std::get<std::string>(name.data)];
      }
    }
    CHECK(told.size() >= 60);
    for (const auto& [name, times] : told) {
      INFO(name);
      CHECK(times >= 2);
    }
    const auto all = conform::faults::faults_of(table);
    CHECK(all.size() - told.size() <= 6);
  }
}

CLAUSE_TEST("S74a S74b", "a vocabulary gives the right ids in each form that it has") {
  for (const std::string_view profile : conform::suite::small_vocabularies()) {
    const Table right = TokenizerAccess::table(conform::suite::small_vocabulary(profile));
    std::size_t forms = 0;
    for (std::size_t i = 0; i < form_names.size(); ++i) {
      const auto bytes = in_form(right, profile, static_cast<FileForm>(i));
      if (!bytes) continue;
      ++forms;
      Table table =
          conform::program::read_handed(*bytes, form_names.at(i), profile, right.specials);
      table.profile.normalizer = right.profile.normalizer;  // as for the vectors
      const Tokenizer tokenizer = TokenizerAccess::open(table);
      for (const json::Value& value : vectors_of(profile)) {
        const auto& vector = std::get<json::Object>(value.data);
        const auto& text = std::get<std::string>(member(vector, "text").data);
        INFO(profile << " as " << form_names.at(i) << ": " << json::quoted(text));
        const json::Value* special = json::find(vector, "special");
        const bool is_text = special != nullptr && std::get<std::string>(special->data) == "text";
        const SpecialRule rule = table.profile.added.rule;
        if (rule == SpecialRule::never && special != nullptr) continue;
        const SpecialChoice choice = is_text ? SpecialChoice::ordinary()
                                     : rule == SpecialRule::refused_unless_allowed
                                         ? SpecialChoice::all()
                                         : SpecialChoice();
        CHECK(encode(tokenizer, text, choice) == ids_in(member(vector, "ids")));
      }
    }
    CHECK(forms == (profile == "deepseek_v3" ? 2U : 3U));
  }
}

CLAUSE_TEST("S74b", "in the small vocabularies, pairs and bytes give the same merges") {
  for (const std::string_view profile : conform::suite::small_vocabularies()) {
    INFO(profile);
    const Table by_pairs = TokenizerAccess::table(conform::suite::small_vocabulary(profile));
    Table by_bytes = by_pairs;
    by_bytes.profile.merging = Merging::bytes;
    by_bytes.profile.whole_chunks = false;
    by_bytes.merges.clear();
    by_bytes.results.clear();
    CHECK(engine::merge::first_other_merge(by_pairs, by_bytes) == std::nullopt);
  }
}

CLAUSE_TEST("S74a", "what is handed over is one of the three forms, with a known profile") {
  const Table table = TokenizerAccess::table(conform::suite::small_vocabulary("cl100k"));
  const std::string ranks = *in_form(table, "cl100k", FileForm::ranks);
  CHECK(conform::program::read_handed(ranks, "ranks", "cl100k", {}).specials.empty());
  CHECK(conform::program::read_handed(ranks, "ranks", "cl100k", {{"<x>", 90000}}).specials.size() ==
        1);
  CHECK_THROWS_AS(conform::program::read_handed(ranks, "gguf", "cl100k", {}), ValueError);
  CHECK_THROWS_AS(conform::program::read_handed(ranks, "ranks", "cl200k", {}), KeyError);
  CHECK_THROWS_AS(conform::suite::small_vocabulary("cl200k"), KeyError);
}

CLAUSE_TEST("S74a S74b", "a program is judged for the profiles that it names") {
  const auto named = judged_when(R"(s/\["gpt2.*tekken"\]/["llama2","gpt2"]/)", {});
  REQUIRE(named.size() == 2);
  CHECK(named[0].not_judged == "there are no vectors for it");
  CHECK(named[1].conforms());
  CHECK(named[1].form == "artifact");
}

CLAUSE_TEST("S74a S74b", "a program is handed no form that it does not name") {
  const auto formed = judged_when(R"(s/"artifact","tokenizer.json",//)", "deepseek_v3");
  REQUIRE(formed.size() == 1);
  CHECK(formed[0].not_judged == "it reads no form that this profile has");
  CHECK_FALSE(formed[0].conforms());
}

// A rank file has no special tokens. The program gets them in the request.
CLAUSE_TEST("S74a", "a program is handed the form that it names first, with the special tokens") {
  const auto ranked =
      judged_when(R"(s/"artifact","tokenizer.json","ranks"/"gguf","ranks","artifact"/)", "cl100k");
  REQUIRE(ranked.size() == 1);
  CHECK(ranked[0].form == "ranks");
  CHECK(ranked[0].verdict.specials == conform::judge::Specials::refused);
  CHECK(ranked[0].conforms());
}

// The program names another version than it has: it has the letters of 16.0, and is judged by 15.0.
CLAUSE_TEST("S74a", "a program is judged by the Unicode version that it names") {
  const auto older = judged_when(R"(s/"unicode":"16/"unicode":"15/)", "cl100k");
  REQUIRE(older.size() == 1);
  CHECK(older[0].unicode == "15.0.0");
  CHECK(older[0].verdict.levels[0].failed > 0);
}

// The program has the NFC of 16.0, and is judged by that of 9.0.
CLAUSE_TEST("S74a", "a program is judged by the normalizer that it names") {
  const auto form_c = judged_when(R"(s/normalizer_unicode":"16/normalizer_unicode":"9/)", "qwen2");
  REQUIRE(form_c.size() == 1);
  CHECK(form_c[0].normalizer == "NFC of Unicode 9.0");
  CHECK_FALSE(form_c[0].verdict.wrong.empty());
}

// One process of `serve --like` keeps what it found out about the last vocabulary. It must not use
// that for another one: in gpt2 all digits are one chunk, in cl100k three.
CLAUSE_TEST("S74a", "a fault is that of the vocabulary that is asked, if one program has several") {
  const Desk desk;
  std::string loads = R"({"id":1,"op":"hello","protocol":1,"suite":"1.4.0","bundle":"."})"
                      "\n";
  for (const std::string name : {"gpt2", "cl100k"}) {
    conform::suite::small_vocabulary(name).save(desk.path() / (name + ".json"));
    loads += fmt::format(R"({{"id":2,"op":"load","handle":"{0}","path":"{0}.json","profile":"{0}",)"
                         R"("form":"artifact","special_tokens":{{}}}})"
                         "\n",
                         name);
  }
  const auto last_answer = [&](const std::vector<std::string>& names) {
    std::string requests = loads;
    for (const std::string& name : names) {
      requests +=
          fmt::format(R"({{"id":3,"op":"encode","handle":"{}","text_hex":"206120313233343536"}})"
                      "\n",
                      name);
    }
    desk.write("requests", requests);
    const Finished done = desk.shell("bpetite serve --like no-space-before-words < requests");
    CHECK(done.out.find("\"error\"") == std::string::npos);
    return done.out.substr(done.out.rfind("{\"id\":3"));
  };
  const std::string gpt2 = last_answer({"gpt2"});
  const std::string cl100k = last_answer({"cl100k"});
  CHECK(gpt2 != cl100k);
  CHECK(last_answer({"gpt2", "cl100k"}) == cl100k);
  CHECK(last_answer({"gpt2", "cl100k", "gpt2"}) == gpt2);
}

}  // namespace bpetite::test
