// Turns rows of the catalogue into the crafted artifacts, the tokenizer files that vectors (test
// cases) load: a list of merges, the merges of a trained corpus, or a reveal table, whose ids show
// where chunks end. Adds the boundary probes, artifacts with one merge.
#include "crafted.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue.hpp"
#include "conform/program/implementation.hpp"
#include "conform/suite/judged_profile.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/test_material.hpp"
#include "core/table.hpp"
#include "corpus/sha256.hpp"
#include "reference/train.hpp"

namespace bpetite::generate {
namespace {

// The id of an operand, which the catalogue gives as an id or as bytes. If several tokens have
// these bytes, returns the last one.
TokenId operand(const Row& row, const json::Value& value, const Table& table) {
  if (const auto* id = std::get_if<json::Integer>(&value.data)) {
    return static_cast<TokenId>(id->magnitude.value_or(0));
  }
  std::string bytes = std::get<std::string>(value.data);
  if (bytes.starts_with("hex:")) {
    bytes = conform::suite::from_hex(std::string_view(bytes).substr(4)).value();
  }
  const auto found = std::find(table.tokens.rbegin(), table.tokens.rend(), bytes);
  if (found == table.tokens.rend()) {
    complain(row, fmt::format("no token {} yet", bytes));
  }
  return static_cast<TokenId>(table.tokens.rend() - found - 1);
}

std::vector<Pair> merges_of(const Row& row, const json::Array& list) {
  std::vector<Pair> merges;
  for (const json::Value& value : list) {
    const auto& pair = std::get<json::Array>(value.data);
    const Table table = conform::suite::judged_table(merges);
    merges.push_back({operand(row, pair.at(0), table), operand(row, pair.at(1), table)});
  }
  return merges;
}

conform::suite::Crafted crafted(const Row& row) {
  conform::suite::Crafted result;
  result.comment = row.comment;
  const json::Value& recipe = row.fields.at(0);
  if (const auto* list = std::get_if<json::Array>(&recipe.data)) {
    result.merges = merges_of(row, *list);
    return result;
  }
  const auto& object = std::get<json::Object>(recipe.data);
  if (const json::Value* seed = json::find(object, "reveal")) {
    result.reveal_seed = std::get<json::Integer>(seed->data).magnitude;
    result.merges = conform::suite::reveal_merges(result.reveal_seed.value());
    return result;
  }
  const auto& corpus = std::get<std::string>(json::find(object, "corpus")->data);
  const auto& size = std::get<json::Integer>(json::find(object, "vocab_size")->data);
  const std::string_view text = corpus;
  result.merges = reference::train({&text, 1}, static_cast<TokenId>(size.magnitude.value()),
                                   conform::suite::judged_profile())
                      .merges;
  return result;
}

}  // namespace

void add_probe_artifacts(conform::suite::Suite& suite, const std::vector<Group>& groups) {
  for (const Group& group : groups) {
    for (const conform::suite::Vector& vector : group.vectors) {
      const auto* name = std::get_if<std::string>(&vector.artifact.data);
      if (name == nullptr || !name->starts_with("probe-") || suite.artifacts.contains(*name)) {
        continue;
      }
      const std::string bytes = conform::suite::from_hex(name->substr(6)).value();
      const auto byte = [&](std::size_t at) {
        return TokenId{static_cast<unsigned char>(bytes.at(at))};
      };
      conform::suite::Crafted crafted;
      crafted.comment = "one merge: shows whether a chunk ends between its two bytes";
      crafted.merges = {{byte(0), byte(1)}};
      suite.artifacts.emplace(*name, std::move(crafted));
      suite.artifacts.at(*name).sha256 =
          corpus::sha256_hex(conform::suite::artifact_bytes(suite, *name));
    }
  }
}

conform::suite::Suite crafted_suite(const std::filesystem::path& catalogue) {
  conform::suite::Suite suite;
  for (const Section& section : read_sections(catalogue)) {
    for (const Row& row : section.rows) {
      suite.artifacts.emplace(row.id, crafted(row));
    }
  }
  for (auto& [name, crafted] : suite.artifacts) {
    crafted.sha256 = corpus::sha256_hex(conform::suite::artifact_bytes(suite, name));
  }
  return suite;
}

}  // namespace bpetite::generate
