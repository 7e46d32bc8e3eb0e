#include "artifact/schema2.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "artifact/canonical.hpp"
#include "artifact/schema2_steps.hpp"
#include "core/json.hpp"
#include "core/json/pointer.hpp"
#include "core/profile.hpp"
#include "pattern/cutting_json.hpp"

namespace bpetite::artifact {
namespace {

struct LaterStep {
  void (*judge)(const json::Field& root, Table& table);
  const char* clause;
};

// Steps 1 to 6 are those of Schema v1, but for the number of the version.
constexpr int first_step = 7;
constexpr std::array<LaterStep, 13> later_steps = {{
    {schema2::all_fields_present, "S56b"},
    {schema2::no_other_field, "S56c"},
    {schema2::normalizer_known, "S56d"},
    {schema2::rules_known, "S56e"},
    {schema2::splits_carried, "S56f"},
    {schema2::merging_known, "S56g"},
    {schema2::vocabulary_shape, "S56h"},
    {schema2::text_tokens_named, "S56i"},
    {schema2::bytes_complete, "S56j"},
    {schema2::merges_joined, "S56k"},
    {schema2::added_tokens_apart, "S56l"},
    {schema2::template_named, "S56m"},
    {schema2::dropped_bytes_apart, "S56n"},
}};

}  // namespace

bool is_schema2(const json::Document& document) {
  const json::Node root = document.root();
  if (root.kind() != json::Kind::object) return false;
  bool says_so = false;
  for (const json::NamedNode& member : root.members()) {
    if (member.key == "mergeable_vocab_size") return false;
    if (member.key != "schema_version") continue;
    says_so = member.value.kind() == json::Kind::integer && member.value.small_number() == 2;
  }
  return says_so;
}

std::variant<Table, Fault> check_schema2(const json::Document& document) {
  Table table;
  table.profile.name = "schema 2";
  for (std::size_t i = 0; i < later_steps.size(); ++i) {
    const auto& [judge, clause] = later_steps.at(i);
    try {
      judge(json::Field(document.root(), "artifact", clause), table);
    } catch (const Error& error) {
      const bool is_missing = error.kind() == "KeyError";
      return Fault{first_step + static_cast<int>(i),
                   is_missing ? "KeyError" : "ValueError",
                   clause,
                   {clause},
                   std::string(error.message())};
    }
  }
  return table;
}

Table parse_schema2(const json::Document& document) {
  auto result = check_schema2(document);
  if (const auto* fault = std::get_if<Fault>(&result)) {
    if (fault->error == "KeyError") throw KeyError(fault->message, fault->clause);
    throw ValueError(fault->message, fault->clause);
  }
  return std::get<Table>(std::move(result));
}

// What begins as artifacts of Schema v1 do need not be read twice. What is no JSON fails at a step.
Table parse_any(std::string_view bytes) {
  if (!bytes.starts_with(beginning)) {
    const auto parsed = json::parse_document(bytes);
    const auto* const document = std::get_if<json::Document>(&parsed);
    if (document != nullptr && is_schema2(*document)) return parse_schema2(*document);
  }
  return parse(bytes);
}

namespace {

std::string written_added_tokens(const Table& table) {
  std::vector<std::string> tokens;
  for (const SpecialToken& token : table.specials) {
    tokens.push_back(fmt::format(R"({{"id":{},"literal":{},"normalized":{},"special":{}}})",
                                 token.id, json::quoted(token.literal), token.normalized,
                                 token.is_special));
  }
  return fmt::format("[{}]", fmt::join(tokens, ","));
}

std::string written_merges(const Table& table) {
  std::string text = "[";
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const auto [left, right] = table.merges[rank];
    fmt::format_to(std::back_inserter(text), "{}[{},{},{}]", rank == 0 ? "" : ",", left, right,
                   table.results[rank]);
  }
  return text + "]";
}

}  // namespace

std::string serialize_schema2(const Table& table) {
  const Profile& profile = table.profile;
  std::vector<std::pair<std::size_t, std::string_view>> tokens;
  for (std::size_t id = 0; id < table.tokens.size(); ++id) {
    if (!table.tokens[id].empty()) tokens.emplace_back(id, table.tokens[id]);
  }
  return fmt::format(
      R"({{"added_tokens":{},"decoding":"strict","merges":{},)"
      R"("merging":{{"by":{},"missing_bytes":{},"whole_chunks":{}}},"normalizer":{},)"
      R"("schema_version":2,"special_rule":{},"splits":{},)"
      R"("template":{{"after":[{}],"before":[{}]}},"text_tokens":[{}],"vocab":{}}})",
      written_added_tokens(table), written_merges(table), json::quoted(name(profile.merging)),
      profile.drops_missing_bytes ? R"("drop")" : R"("error")", profile.whole_chunks,
      json::quoted(name(profile.normalizer)), json::quoted(name(profile.added.rule)),
      pattern::splits_to_json(profile.splits), fmt::join(profile.ids_around.after, ","),
      fmt::join(profile.ids_around.before, ","), fmt::join(table.text_tokens, ","),
      written_vocabulary(tokens));
}

}  // namespace bpetite::artifact
