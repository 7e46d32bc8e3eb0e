// Artifacts of Schema v2: written and read again they are the same table, and each step refuses
// what it is there for (chapter 18).
#include "artifact/schema2.hpp"

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <bpetite/open.hpp>

#include "core/json/document.hpp"
#include "interop/open.hpp"
#include "reference/encode.hpp"
#include "support/property.hpp"
#include "support/texts/damaged_files.hpp"
#include "support/texts/tokenizer_files.hpp"

namespace bpetite::test {
namespace {

bool any_flag() { return *rc::gen::arbitrary<bool>(); }

// A small table with any value in each of its parts.
Table any_table() {
  Table table = small_exchange_table();
  Profile& profile = table.profile;
  profile.normalizer = *rc::gen::elementOf(std::vector(normalizers.begin(), normalizers.end()));
  profile.splits.front().pattern = {any_flag() ? R"(\p{L}+|"\\|é)" : "a|[^a]+",
                                    *rc::gen::element(Dialect::tiktoken, Dialect::huggingface),
                                    *rc::gen::element(unicode::Version::v13_0, unicode::pinned)};
  if (any_flag()) profile.splits.push_back({{"b", Dialect::huggingface, unicode::pinned}, {}});
  profile.added.rule = *rc::gen::elementOf(std::vector(special_rules.begin(), special_rules.end()));
  table.specials = {{"<s>", 300, any_flag(), any_flag()}, {"\u00e9\"\\", 301, false, any_flag()}};
  profile.ids_around = {{300}, {97, 301}};
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

struct StepEdit {
  std::string_view from;
  std::string_view to;
  std::string_view clause;
};

constexpr StepEdit step_edits[] = {
    {R"("schema_version":2)", R"("schema_version":3)", ""},
    {R"("decoding":"strict",)", "", "S56b"},
    {R"(,"vocab":{)", R"(,"vocab2":{)", "S56b"},
    {R"("decoding")", R"("color":1,"decoding")", "S56c"},
    {R"("normalizer":"none")", R"("normalizer":"NFKC")", "S56d"},
    {R"("normalizer":"none")", R"("normalizer":null)", "S56d"},
    {R"("special_rule":"matched")", R"("special_rule":"always")", "S56e"},
    {R"("decoding":"strict")", R"("decoding":"lossy")", "S56e"},
    {R"("behaviour":"isolated")", R"("behaviour":"removed")", "S56f"},
    {R"("behaviour":"isolated")", R"("base":1,"behaviour":"isolated")", "S56f"},
    {R"("dialect":"tiktoken")", R"("dialect":"perl")", "S56f"},
    {R"("unicode":"16.0.0")", R"("unicode":"1.1")", "S56f"},
    {R"("pattern":"'(?:)", R"("pattern":"(?<=a)'(?:)", "S56f"},
    {R"("dialect":"tiktoken",)", "", "S56f"},
    {R"("by":"pairs")", R"("by":"words")", "S56g"},
    {R"("by":"pairs","missing_bytes":"error","whole_chunks":false)",
     R"("by":"bytes","missing_bytes":"error","whole_chunks":true)", "S56g"},
    {R"("by":"pairs","missing_bytes":"error")", R"("by":"bytes","missing_bytes":"drop")", "S56g"},
    {R"("whole_chunks":false)", R"("whole_chunks":0)", "S56g"},
    {R"("256":[97,98])", R"("0256":[97,98])", "S56h"},
    {R"("256":[97,98])", R"("2560":[97,98])", "S56h"},
    {R"("256":[97,98])", R"("256":[97,256])", "S56h"},
    {R"("256":[97,98])", R"("256":[])", "S56h"},
    {R"("256":[97,98])", R"("256":"ab")", "S56h"},
    {R"("text_tokens":[])", R"("text_tokens":[900])", "S56i"},
    {R"("text_tokens":[])", R"("text_tokens":[257,256])", "S56i"},
    {R"("120":[120])", R"("120":[120,120])", "S56j"},
    {R"("120":[120])", R"("120":[120],"258":[120])", "S56j"},
    {R"("missing_bytes":"error")", R"("missing_bytes":"drop")", "S56j"},
    {R"([97,98,256])", R"([97,99,256])", "S56k"},
    {R"([97,98,256])", R"([97,98])", "S56k"},
    {R"([97,98,256])", R"([97,98,256,257])", "S56k"},
    {R"([97,98,256])", R"([97,98,256],[97,98,256])", "S56k"},
    {R"([97,98,256])", R"([97,900,256])", "S56k"},
    {R"([97,98,256])", "null", "S56k"},
    {R"("literal":"<s>")", R"("literal":"")", "S56l"},
    {R"("literal":"<s>")", R"("literal":"<t>")", "S56l"},
    {R"("id":258)", R"("id":259)", "S56l"},
    {R"("id":258)", R"("id":257)", "S56l"},
    {R"("id":258)", R"("id":4000000)", "S56l"},
    {R"("normalized":false)", R"("normalized":"no")", "S56l"},
    {R"("normalized":false)", R"("lstrip":true,"normalized":false)", "S56l"},
    {R"("before":[])", R"("before":[900])", "S56m"},
    {R"("before":[])", R"("before":[],"between":[])", "S56m"},
};

CLAUSE_TEST("S56a S56b S56c S56d S56e S56f S56g S56h S56i S56j S56k S56l S56m S56n",
            "each step refuses its own faults") {
  const std::string file = artifact::serialize_schema2(small_exchange_table());
  REQUIRE(std::holds_alternative<Table>(checked(file)));
  std::set<std::string_view> clauses;
  for (const StepEdit& edit : step_edits) {
    INFO(edit.from << " -> " << edit.to);
    std::string edited = file;
    const std::size_t at = edited.find(edit.from);
    REQUIRE(at != std::string::npos);
    edited.replace(at, edit.from.size(), edit.to);
    const auto result = checked(edited);
    REQUIRE(std::holds_alternative<artifact::Fault>(result));
    const auto& fault = std::get<artifact::Fault>(result);
    INFO(fault.message);
    CHECK(fault.clause == edit.clause);
    if (edit.clause.empty()) continue;
    clauses.insert(edit.clause);
    CHECK(fault.step == edit.clause.back() - 'b' + 7);
    CHECK(fault.error == (edit.clause == "S56b" ? "KeyError" : "ValueError"));
    CHECK(fault.message.starts_with("artifact: /"));
  }
  CHECK(clauses.size() == 12);

  Table dropped = small_exchange_table();
  dropped.tokens['x'] = "xx";
  dropped.profile.drops_missing_bytes = true;
  CHECK(std::holds_alternative<Table>(checked(artifact::serialize_schema2(dropped))));
  dropped.profile.whole_chunks = true;
  CHECK(std::get<artifact::Fault>(checked(artifact::serialize_schema2(dropped))).step == 19);
}

PROPERTY("S56a", "of two faults the first step's is told") {
  const std::string file = artifact::serialize_schema2(small_exchange_table());
  const auto index = rc::gen::inRange<std::size_t>(1, std::size(step_edits));
  const StepEdit& first = step_edits[*index];
  const StepEdit& second = step_edits[*index];
  RC_PRE(first.clause != second.clause);  // else both could mend each other
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
