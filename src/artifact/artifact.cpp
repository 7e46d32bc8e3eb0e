// Reads artifacts of Schema v1 step by step, and writes their canonical bytes
// (spec/07-artifact.md).
//
//   {"schema_version":2}    passes steps 1 to 5; step 6 decides, not the missing fields (step 7)
#include "artifact/artifact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

#include <bpetite/errors.hpp>

#include "artifact/artifact_steps.hpp"
#include "artifact/canonical.hpp"
#include "core/assertion.hpp"
#include "core/json.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::artifact {
namespace {

// A row of the table of FR-29: what raises which error, and for whose sake.
struct Step {
  Complaint (*judge)(Reading&);
  std::string_view error;
  std::string_view clause;
  std::string_view besides;  // the requirement beside FR-29, if there is one
};

constexpr std::array<Step, 19> steps = {{
    {well_formed_utf8, "ValueError", "FR-29a", ""},
    {json_document, "ValueError", "FR-29b", ""},
    {top_level_object, "ValueError", "FR-29c", ""},
    {schema_version_present, "KeyError", "FR-29d", ""},
    {schema_version_integer, "ValueError", "FR-29e", ""},
    {schema_version_known, "ValueError", "FR-29f", ""},
    {all_fields_present, "KeyError", "FR-29g", ""},
    {no_other_field, "ValueError", "FR-29h", ""},
    {pattern_string, "ValueError", "FR-29i", ""},
    {pattern_canonical, "ValueError", "FR-29j", ""},
    {merges_pairs, "ValueError", "FR-29k", ""},
    {mergeable_size_integer, "ValueError", "FR-29l", ""},
    {mergeable_size_matches, "ValueError", "FR-29m", ""},
    {vocabulary_shape, "ValueError", "FR-29n", ""},
    {vocabulary_complete, "ValueError", "FR-29o", ""},
    {base_bytes, "ValueError", "FR-29p", "FR-8"},
    {merged_tokens, "ValueError", "FR-29q", ""},
    {special_token, "ValueError", "FR-29r", "FR-13"},
    {vocabulary_closed, "ValueError", "FR-29s", ""},
}};

Fault fault(std::size_t index, std::string message) {
  const Step& step = steps.at(index);
  Fault result{static_cast<int>(index) + 1, step.error, step.clause, {}, std::move(message)};
  if (!step.besides.empty()) {
    result.requirements.emplace_back(step.besides);
  }
  result.requirements.emplace_back("FR-29");
  return result;
}

// The merges of a file that has passed all steps: each operand is below the id of its token.
std::vector<Pair> merges_of(const Reading& reading) {
  std::vector<Pair> merges;
  merges.reserve(reading.merges.size());
  for (const json::Node& merge : reading.merges) {
    const std::vector<json::Node> pair = merge.elements().to_vector();
    const auto id = [&](std::size_t side) {
      return static_cast<TokenId>(*pair[side].small_number());
    };
    merges.push_back({id(0), id(1)});
  }
  return merges;
}

// The merges of a file, or the first step that fails. The memory of the rest is freed.
std::variant<std::vector<Pair>, Fault> judge(std::string_view bytes) {
  Reading reading;
  reading.bytes = bytes;
  for (std::size_t index = 0; index < steps.size(); ++index) {
    if (auto complaint = steps.at(index).judge(reading)) {
      return fault(index, std::move(*complaint));
    }
  }
  return merges_of(reading);
}

std::string decimal(std::size_t number) { return fmt::format_int(number).str(); }

}  // namespace

std::variant<Table, Fault> check(std::string_view bytes) {
  auto result = judge(bytes);
  if (auto* fault = std::get_if<Fault>(&result)) return std::move(*fault);
  return trained_table(profiles::v1(), std::get<std::vector<Pair>>(std::move(result)));
}

Table parse(std::string_view bytes) {
  auto result = check(bytes);
  if (const auto* fault = std::get_if<Fault>(&result)) {
    if (fault->error == "KeyError") {
      throw KeyError(fault->message, fault->clause);
    }
    throw ValueError(fault->message, fault->clause);
  }
  return std::get<Table>(std::move(result));
}

const Profile& profile() { return profiles::v1(); }

// S15 "Keys are sorted as strings": the six fields stand here in that order; the ids of vocab are
// sorted by their digits, "10" after "1" and before "2".
std::string serialize(const Table& table) {
  assert_internal(table.profile == profiles::v1() && table.specials.size() == 1,
                  "only a v1 table is an artifact");
  const SpecialToken& special = table.specials.front();

  std::string text = fmt::format("{{\"mergeable_vocab_size\":{},\"merges\":[", table.tokens.size());
  std::string_view separator;
  for (const auto& [left, right] : table.merges) {
    text.append(separator).append("[").append(decimal(left));
    text.append(",").append(decimal(right)).append("]");
    separator = ",";
  }
  fmt::format_to(std::back_inserter(text),
                 "],\"pretokenizer_pattern\":{},\"schema_version\":1,\"special_tokens\":{{{}:{}}}",
                 json::quoted(profiles::v1().splits.front().pattern.text),
                 json::quoted(special.literal), special.id);

  std::vector<std::pair<std::size_t, std::string_view>> tokens;
  for (std::size_t id = 0; id < table.tokens.size(); ++id)
    tokens.emplace_back(id, table.tokens[id]);
  tokens.emplace_back(special.id, special.literal);
  return text + ",\"vocab\":" + written_vocabulary(tokens) + "}";
}

}  // namespace bpetite::artifact
