// Tests artifacts of Schema v2, the JSON file in which a tokenizer of any profile is saved (chapter
// 18): a table that is written and read is the same, and load reads what save writes of either
// schema. Each step of reading refuses the files that it must refuse, by a JSON pointer, and of two
// faults the earlier step's is reported. Tests also the limits of sizes and ids, that no two tokens
// have the same bytes where tokens are looked up by their bytes, long tokens of many merges, and
// damaged files.
#include "artifact/schema2.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <bpetite/open.hpp>

#include "core/json/document.hpp"
#include "interop/open.hpp"
#include "reference/encode.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/texts/artifacts.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

bool any_flag() { return *rc::gen::arbitrary<bool>(); }

// A small table with random values in each of its parts.
Table any_table() {
  Table table = small_exchange_table();
  Profile& profile = table.profile;
  profile.normalizer = *rc::gen::elementOf(std::vector(normalizers.begin(), normalizers.end()));
  profile.splits.front().pattern = {any_flag() ? R"(\p{L}+|"\\|é)" : "a|[^a]+",
                                    *rc::gen::element(Dialect::tiktoken, Dialect::huggingface),
                                    *rc::gen::element(unicode::Version::v13_0, unicode::pinned)};
  if (any_flag()) profile.splits.push_back({{"b", Dialect::huggingface, unicode::pinned}, {}});
  profile.added.rule = *rc::gen::elementOf(std::vector(special_rules.begin(), special_rules.end()));
  profile.prefix_space = any_flag();
  const bool in_form = profile.prefix_space && profile.normalizer != Normalizer::none;  // S30g
  table.specials = {{"<s>", 300, any_flag() && !in_form, any_flag()},
                    {"\u00e9\"\\", 301, false, any_flag(), any_flag(), any_flag(), any_flag()}};
  profile.ids_around = {{300}, {97, 301}};
  if (any_flag()) profile.ids_around.cut_at = *number_between<std::uint32_t>(0, 3);
  if (any_flag()) {
    profile.ids_around.fill_to = *number_between<std::uint32_t>(1, 3);
  } else if (any_flag()) {
    profile.ids_around.fill_multiple = *number_between<std::uint32_t>(2, 4);
  }
  if (any_flag()) {
    profile.merging = Merging::bytes;
    table.merges.clear();
    table.results.clear();
  } else {
    profile.whole_chunks = any_flag();
    table.tokens.emplace_back("a");
    table.text_tokens = {static_cast<TokenId>(table.tokens.size() - 1)};
    if (any_flag()) {
      table.tokens['x'].clear();
      table.byte_ids['x'] = 0;
      profile.drops_missing_bytes = true;
    }
  }
  return table;
}

std::variant<Table, artifact::Fault> checked(std::string_view file) {
  const auto parsed = json::parse_document(file);
  const auto& document = std::get<json::Document>(parsed);
  if (!artifact::is_schema2(document)) return artifact::Fault{6, "", "", {}, "another version"};
  return artifact::check_schema2(document);
}

// An added token that no merge makes may have the highest id of the vocabulary. Then `vocab` does
// not have it (S56l).
CLAUSE_TEST("S55b S56h", "the highest id is written once") {
  const auto ids_in_vocab = [](const Table& table) {
    const std::string file = artifact::serialize_schema2(table);
    std::string found;
    for (const std::string_view id : {"256", "257", "258"}) {
      const bool is_there = file.find(fmt::format("\"{}\":[", id)) != std::string::npos;
      found += is_there ? fmt::format("{} ", id) : "";
    }
    CHECK(artifact::serialize_schema2(interop::read_model(file, "x", nullptr)) == file);
    return found;
  };
  Table table = v1_table({{'a', 'b'}});
  table.specials.clear();
  CHECK(ids_in_vocab(table) == "256 ");
  table.tokens.resize(258);
  CHECK(ids_in_vocab(table) == "256 257 ");
  table.specials = {{"<s>", 257}};
  CHECK(ids_in_vocab(table) == "256 ");
  table.specials = {{"<s>", 258}};
  CHECK(ids_in_vocab(table) == "256 ");
}

PROPERTY("S55a S55b S55c", "a table that is written and read is the same, and so are the bytes") {
  const Table table = any_table();
  const std::string file = artifact::serialize_schema2(table);
  const Table read = interop::read_model(file, "x", nullptr);
  RC_ASSERT(artifact::serialize_schema2(read) == file);
  RC_ASSERT(read.tokens == table.tokens);
  RC_ASSERT(read.byte_ids == table.byte_ids);
  RC_ASSERT(read.merges == table.merges);
  RC_ASSERT(read.results == table.results);
  RC_ASSERT(read.text_tokens == table.text_tokens);
  RC_ASSERT(read.specials == table.specials);
  RC_ASSERT(read.profile.ids_around == table.profile.ids_around);
  RC_ASSERT(read.profile.prefix_space == table.profile.prefix_space);
  RC_ASSERT(read.profile.splits == table.profile.splits);
  RC_ASSERT(read.profile.normalizer == table.profile.normalizer);
  RC_ASSERT(read.profile.added.rule == table.profile.added.rule);
  RC_ASSERT(read.profile.ids_around == table.profile.ids_around);
  RC_ASSERT(read.profile.whole_chunks == table.profile.whole_chunks);
  RC_ASSERT(read.profile.drops_missing_bytes == table.profile.drops_missing_bytes);
  const std::string text = *rc::gen::elementOf(
      std::vector<std::string>{"abc<s>x", "xaxbxc", "e\u0301\"\\", "", "aabcab  <s", "\u00e9"});
  if (table.profile.added.rule != SpecialRule::refused_unless_allowed) {
    RC_ASSERT(reference::encode(text, read) == reference::encode(text, table));
  }
}

CLAUSE_TEST("S55d S26g", "load reads what save writes, of either schema") {
  const Desk desk;
  desk.write("tokenizer.json", tokenizer_json_of(small_exchange_table(), false));
  const Tokenizer theirs = open(desk.path() / "tokenizer.json");
  theirs.save(desk.path() / "saved.json");
  const Tokenizer loaded = Tokenizer::load(desk.path() / "saved.json");
  CHECK(loaded.encode("abc<s>x") == theirs.encode("abc<s>x"));
  loaded.save(desk.path() / "again.json");
  CHECK(desk.read("again.json") == desk.read("saved.json"));
  CHECK(Tokenizer::load(desk.path() / "abab.json").encode("ab ab") ==
        std::vector<TokenId>{256, 257});

  CHECK_THROWS_WITH(Tokenizer::load(desk.path() / "tokenizer.json"),
                    Catch::Matchers::StartsWith("artifact: schema_version: "));
  Table gaps = small_exchange_table();
  gaps.profile.splits = {{{"b", Dialect::huggingface, unicode::pinned}, Behaviour::matches}};
  desk.write("gaps.json", artifact::serialize_schema2(gaps));
  CHECK_THROWS_WITH(Tokenizer::load(desk.path() / "gaps.json"),
                    Catch::Matchers::EndsWith("[S26g, chapter 13]"));
}

struct StepEdit {
  std::string_view from;
  std::string_view to;
  std::string_view clause;
  std::string_view says;  // the JSON pointer of the message, or all of it
};

constexpr StepEdit step_edits[] = {
    {R"("schema_version":2)", R"("schema_version":3)", "", ""},
    {R"("decoding":"strict",)", "", "S56b", "/decoding: missing"},
    {R"(,"vocab":{)", R"(,"vocab2":{)", "S56b", "/vocab"},
    {R"("decoding")", R"("color":1,"decoding")", "S56c",
     R"(/color: 1 is not carried: required none but added_tokens, decoding, merges, merging, )"
     R"(normalizer, prefix_space, schema_version, special_rule, splits, template, text_tokens, )"
     R"(vocab)"},
    {R"("normalizer":"none")", R"("normalizer":"NFKC")", "S56d", "/normalizer"},
    {R"("normalizer":"none")", R"("normalizer":null)", "S56d", "/normalizer"},
    {R"("normalizer":"none")", R"("normalizer":"none","prefix_space":false)", "S56d",
     "/prefix_space"},
    {R"("normalizer":"none")", R"("normalizer":"none","prefix_space":1)", "S56d", "/prefix_space"},
    {R"("special_rule":"matched")", R"("special_rule":"always")", "S56e", "/special_rule"},
    {R"("decoding":"strict")", R"("decoding":"lossy")", "S56e", "/decoding"},
    {R"("splits":[)", R"("splits":7,"_":[)", "S56c", "/_"},
    {R"("behaviour":"isolated")", R"("behaviour":"removed")", "S56f", "/splits/0/behaviour"},
    {R"("behaviour":"isolated")", R"("base":1,"behaviour":"isolated")", "S56f", "/splits/0/base"},
    {R"("dialect":"tiktoken")", R"("dialect":"perl")", "S56f", "/splits/0/dialect"},
    {R"("unicode":"16.0.0")", R"("unicode":"1.1")", "S56f", "/splits/0/unicode"},
    {R"("pattern":"'(?:)", R"("pattern":"(?<=a)'(?:)", "S56f", "/splits/0/pattern"},
    {R"("dialect":"tiktoken",)", "", "S56f", "/splits/0/dialect"},
    {R"("splits":[)", R"("splits":[7,)", "S56f", "/splits/0"},
    {R"("by":"pairs")", R"("by":"words")", "S56g", "/merging/by"},
    {R"("by":"pairs",)", "", "S56g", "/merging/by"},
    {R"("by":"pairs")", R"("by":"pairs","color":1)", "S56g", "/merging/color"},
    {R"("missing_bytes":"error")", R"("missing_bytes":"none")", "S56g", "/merging/missing_bytes"},
    {R"("by":"pairs","missing_bytes":"error","whole_chunks":false)",
     R"("by":"bytes","missing_bytes":"error","whole_chunks":true)", "S56g",
     "/merging/whole_chunks"},
    {R"("by":"pairs","missing_bytes":"error")", R"("by":"bytes","missing_bytes":"drop")", "S56g",
     "/merging/missing_bytes"},
    {R"("whole_chunks":false)", R"("whole_chunks":0)", "S56g", "/merging/whole_chunks"},
    {R"("256":[97,98])", R"("0256":[97,98])", "S56h", "/vocab/0256"},
    {R"("256":[97,98])", R"("-1":[97,98])", "S56h", "/vocab/-1"},
    {R"("256":[97,98])", R"("2560":[97,98])", "S56h",
     "/vocab/2560: the key is not an id below 1544"},
    {R"("256":[97,98])", R"("256":[97,256])", "S56h",
     "/vocab/256: an array is not carried: required integers from 0 to 255"},
    {R"("256":[97,98])", R"("256":[97,-1])", "S56h", "/vocab/256"},
    {R"("256":[97,98])", R"("256":[])", "S56h",
     "/vocab/256: an array is not carried: required at least one byte: another id is higher"},
    {R"("256":[97,98])", R"("256":"ab")", "S56h", "/vocab/256"},
    {R"("text_tokens":[])", R"("text_tokens":[900])", "S56i",
     "/text_tokens/0: 900 is not carried: required an id below 258"},
    {R"("text_tokens":[])", R"("text_tokens":["256"])", "S56i", "/text_tokens/0"},
    {R"("text_tokens":[])", R"("text_tokens":[257,256])", "S56i", "/text_tokens/1"},
    {R"("text_tokens":[])", R"("text_tokens":[256,256])", "S56i",
     "/text_tokens/1: 256 is not carried: required ascending ids"},
    {R"("text_tokens":[])", R"("text_tokens":{})", "S56i", "/text_tokens"},
    {R"("120":[120])", R"("120":[120,120])", "S56j", "/vocab: the byte 0x78 has no token"},
    {R"("120":[120])", R"("120":[120],"258":[120])", "S56j",
     "/vocab/258: another token has these bytes"},
    {R"("missing_bytes":"error")", R"("missing_bytes":"drop")", "S56j",
     R"(/merging/missing_bytes: "drop" is not carried: required error: no byte is missing)"},
    {"[97,98,256]", "[97,99,256]", "S56k",
     "/merges/0: the bytes of 256 are not those of 97 and 99"},
    {"[97,98,256]", "[97,98]", "S56k", "/merges/0: required three ids of vocab"},
    {"[97,98,256]", "[97,98,256,257]", "S56k", "/merges/0"},
    {"[97,98,256]", "[97,98,256],[97,98,256]", "S56k", "/merges/1: the merge occurs twice"},
    {"[97,98,256]", "[97,900,256]", "S56k", "/merges/0"},
    {"[97,98,256]", R"(["97",98,256])", "S56k", "/merges/0"},
    {"[97,98,256]", "null", "S56k", "/merges/0"},
    {"[97,98,256]", R"({"a":97,"b":98,"c":256})", "S56k", "/merges/0"},
    {"[97,98,256]", "[98,98,256]", "S56k", "/merges/0"},
    {"[97,98,256]", "[97,98,257]", "S56k", "/merges/0"},
    {R"("by":"pairs")", R"("by":"bytes")", "S56k",
     "/merges: an array is not carried: required none: merging is by bytes"},
    {R"("literal":"<s>")", R"("literal":"")", "S56l", "/added_tokens/0/literal"},
    {R"("literal":"<s>")", R"("literal":7)", "S56l", "/added_tokens/0/literal"},
    {R"("literal":"<s>")", R"("literal":"<t>")", "S56l",
     R"(/added_tokens/1/literal: "<t>" is not carried: it occurs twice)"},
    {R"("id":258)", R"("id":259)", "S56l", "/added_tokens/1/id"},
    {R"("id":258)", R"("id":257)", "S56l",
     "/added_tokens/0/id: 257 is not carried: a token of vocab has it, with other bytes"},
    {R"("id":258)", R"("id":4000000)", "S56l", "/added_tokens/0/id"},
    {R"("id":258)", R"("id":"258")", "S56l", "/added_tokens/0/id"},
    {R"("normalized":false)", R"("normalized":"no")", "S56l", "/added_tokens/0/normalized"},
    {R"("special":true)", R"("special":1)", "S56l", "/added_tokens/0/special"},
    {R"("normalized":false)", R"("lstrip":false,"normalized":false)", "S56l",
     "/added_tokens/0/lstrip"},
    {R"("normalized":false)", R"("normalized":false,"rstrip":1)", "S56l", "/added_tokens/0/rstrip"},
    {R"("normalized":false)", R"("lstrip_":true,"normalized":false)", "S56l",
     "/added_tokens/0/lstrip_"},
    {R"("normalized":false,)", "", "S56l", "/added_tokens/0/normalized"},
    {R"("before":[])", R"("before":[900])", "S56m",
     "/template/before/0: 900 is not carried: required the id of a token"},
    {R"("after":[])", R"("after":[900])", "S56m", "/template/after/0"},
    {R"("before":[])", R"("before":["97"])", "S56m", "/template/before/0"},
    {R"("after":[])", R"("after":7)", "S56m", "/template/after"},
    {R"("after":[],)", "", "S56m", "/template/after"},
    {R"("before":[])", R"("before":[],"between":[])", "S56m", "/template/between"},
    {R"("before":[])", R"("before":[],"cut_at":-1)", "S56m",
     "/template/cut_at: -1 is not carried: required a number from 0 to 2^32 - 1"},
    {R"("before":[])", R"("before":[],"cut_at":4294967296)", "S56m", "/template/cut_at"},
    {R"("before":[])", R"("before":[],"fill_to":0)", "S56m",
     "/template/fill_to: 0 is not carried: required a number from 1 to 2^32 - 1"},
    {R"("before":[])", R"("before":[],"fill_multiple":1)", "S56m", "/template/fill_multiple"},
    {R"("before":[])", R"("before":[],"fill_multiple":8,"fill_to":8)", "S56m",
     "/template/fill_multiple"},
};

CLAUSE_TEST("S56a S56b S56c S56d S56e S56f S56g S56h S56i S56j S56k S56l S56m S56n",
            "each step refuses its own faults, by their JSON pointer") {
  const std::string file = artifact::serialize_schema2(small_exchange_table());
  REQUIRE(std::holds_alternative<Table>(checked(file)));
  std::set<std::string_view> clauses;
  for (const StepEdit& edit : step_edits) {
    INFO(edit.from << " -> " << edit.to);
    const auto result = checked(edited(file, edit.from, edit.to));
    REQUIRE(std::holds_alternative<artifact::Fault>(result));
    const auto& fault = std::get<artifact::Fault>(result);
    INFO(fault.message);
    CHECK(fault.clause == edit.clause);
    if (edit.clause.empty()) continue;
    clauses.insert(edit.clause);
    CHECK(fault.step == edit.clause.back() - 'b' + 7);
    CHECK(fault.error == (edit.clause == "S56b" ? "KeyError" : "ValueError"));
    CHECK((fault.message + ": ").starts_with(fmt::format("artifact: {}: ", edit.says)));
  }
  CHECK(clauses.size() == 12);

  Table dropped = small_exchange_table();
  dropped.tokens['x'] = "xx";
  dropped.profile.drops_missing_bytes = true;
  CHECK(std::holds_alternative<Table>(checked(artifact::serialize_schema2(dropped))));
  dropped.profile.whole_chunks = true;
  CHECK(std::get<artifact::Fault>(checked(artifact::serialize_schema2(dropped))).step == 19);
}

// Writes a table that no valid file can have, and returns where reading fails: "S56f /splits".
std::string fault_of(const Table& table) {
  const auto result = checked(artifact::serialize_schema2(table));
  const auto* const fault = std::get_if<artifact::Fault>(&result);
  if (fault == nullptr) return "none";
  const std::size_t end = fault->message.find(": ", std::string_view("artifact: ").size());
  return fmt::format("{} {}", fault->clause, fault->message.substr(10, end - 10));
}

CLAUSE_TEST("S56f S56j S56m", "there are limits, and by bytes no two tokens have the same bytes") {
  Table table = small_exchange_table();
  table.profile.splits.clear();
  CHECK(fault_of(table) == "none");
  table.profile.splits.resize(64, small_exchange_table().profile.splits.front());
  table.profile.ids_around = {std::vector<TokenId>(64, 97), std::vector<TokenId>(64, 258)};
  CHECK(fault_of(table) == "none");
  table.profile.ids_around.before.push_back(97);
  CHECK(fault_of(table) == "S56m /template/before");
  table.profile.splits.push_back(table.profile.splits.front());
  CHECK(fault_of(table) == "S56f /splits");

  Table ranks = by_ranks({"ab", "abc"});
  ranks.specials.clear();
  CHECK(fault_of(ranks) == "none");
  ranks.tokens.emplace_back("ab");
  CHECK(fault_of(ranks) == "S56j /vocab/258");
}

CLAUSE_TEST("S56h", "the largest id is in proportion to all tokens, added ones too") {
  Table table = small_exchange_table();
  const std::size_t limit = 1024 + 2 * (table.tokens.size() + 1 + table.specials.size());
  table.tokens.resize(limit - 1);
  table.tokens.emplace_back("xyz");
  CHECK(fault_of(table) == "none");
  table.tokens.back().clear();
  table.tokens.emplace_back("xyz");
  CHECK(fault_of(table) == fmt::format("S56h /vocab/{}", limit));
}

// Each merge has the same long token, and a short token of its own. If comparisons were not
// remembered, this would take minutes.
CLAUSE_TEST("S56k S13f", "long tokens of many merges are compared once") {
  Table table = small_exchange_table();
  constexpr std::size_t size = 2'000'000;
  constexpr std::size_t merges = 400'000;
  const auto left = static_cast<TokenId>(table.tokens.size());
  table.specials.clear();
  table.merges.clear();
  table.results.clear();
  table.tokens.emplace_back(size, 'a');
  table.tokens.emplace_back(std::string(size, 'a') + "xy");
  for (std::size_t i = 0; i < merges; ++i) {
    table.merges.push_back({left, static_cast<TokenId>(table.tokens.size())});
    table.results.push_back(left + 1);
    table.tokens.emplace_back("xy");
  }
  const auto since = std::chrono::steady_clock::now();
  CHECK(fault_of(table) == "none");
  CHECK(std::chrono::steady_clock::now() - since < std::chrono::seconds(10));
  table.tokens[left].back() = 'b';  // a long token that is not a part of the whole
  CHECK(fault_of(table) == "S56k /merges/0");
  table.tokens[left].back() = 'a';
  table.tokens.back() = "xz";
  CHECK(fault_of(table) == fmt::format("S56k /merges/{}", merges - 1));
}

// What is remembered of a long token is where it fits, not only that it fits somewhere.
CLAUSE_TEST("S56k", "long tokens in another order do not make their token") {
  Table table = small_exchange_table();
  const auto left = static_cast<TokenId>(table.tokens.size());
  table.specials.clear();
  const std::string a(5000, 'a');
  const std::string b(5000, 'b');
  for (const std::string& token : {a, b, a + b}) table.tokens.push_back(token);
  table.merges = {{left, left + 1}};
  table.results = {left + 2};
  CHECK(fault_of(table) == "none");
  table.results.push_back(left + 2);
  for (const Pair other : {Pair{left + 1, left}, Pair{left, left}, Pair{left + 1, left + 1}}) {
    table.merges.resize(1);
    table.merges.push_back(other);
    CHECK(fault_of(table) == "S56k /merges/1");
  }
}

PROPERTY("S56a", "of two faults the first step's is told") {
  const std::string file = artifact::serialize_schema2(small_exchange_table());
  const auto index = rc::gen::inRange<std::size_t>(1, std::size(step_edits));
  const StepEdit& first = step_edits[*index];
  const StepEdit& second = step_edits[*index];
  RC_PRE(first.clause != second.clause);  // two edits for one clause might cancel out
  std::string edited = file;
  for (const StepEdit& edit : {first, second}) {
    const std::size_t at = edited.find(edit.from);
    if (at == std::string::npos) RC_DISCARD("the places overlap");
    edited.replace(at, edit.from.size(), edit.to);
  }
  const auto result = checked(edited);
  RC_ASSERT(std::holds_alternative<artifact::Fault>(result));
  RC_ASSERT(std::get<artifact::Fault>(result).clause <= std::min(first.clause, second.clause));
}

PROPERTY("S56a S55a", "a damaged file opens, or gives a typed error") {
  const std::string file = damaged(artifact::serialize_schema2(any_table()));
  RC_CLASSIFY(opens([&] { return interop::read_model(file, "x", nullptr); }), "opens");
}

}  // namespace
}  // namespace bpetite::test
