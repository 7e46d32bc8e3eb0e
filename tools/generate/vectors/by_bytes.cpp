// Finds the vectors (test cases) whose ids differ if merges are found by the joined bytes of two
// tokens instead of their pair of ids, and those whose table has two tokens with the same bytes.
// Adds the requirements `pair-keyed` and `same-bytes` to them. A vector is sent only to programs
// that declare its requirements. Texts of more than 8192 bytes are not compared.
#include "by_bytes.hpp"

#include <set>
#include <string>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/program/motion_answers.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/vector_rules.hpp"
#include "core/json.hpp"
#include "reference/encode.hpp"

namespace bpetite::generate {
namespace {

// The time for merging by bytes grows with the square of the chunk's length. Short texts show all
// differences.
constexpr std::size_t longest_text = 8192;

// The answer to an operation on ids, or nothing if that is an error.
std::string answer(const conform::suite::Vector& vector, const conform::program::Loaded& loaded) {
  try {
    if (conform::suite::is_motion_op(vector.op)) {
      return json::serialize({conform::program::motion_answer(
          vector.op, vector.input, conform::program::reference_motion(), loaded)});
    }
    const auto text = conform::suite::bytes_of(vector.input, "text");
    if (!text || text->size() > longest_text) return "";
    return json::serialize(conform::suite::ids_value(reference::encode(*text, loaded.table)));
  } catch (const Error&) {
    return "";
  }
}

}  // namespace

void ByBytes::add_requirements(conform::suite::Vector& vector) {
  const auto* name = std::get_if<std::string>(&vector.artifact.data);
  if (name == nullptr || (vector.op != "encode" && vector.op != "decode" &&
                          !conform::suite::is_motion_op(vector.op))) {
    return;
  }
  const Tables& tables = tables_of(*name);
  if (tables.same_bytes_twice) {
    vector.requires_caps.emplace_back("same-bytes");
  }
  if (answer(vector, tables.by_pairs) != answer(vector, tables.by_bytes)) {
    vector.requires_caps.emplace_back("pair-keyed");
  }
}

const ByBytes::Tables& ByBytes::tables_of(const std::string& artifact) {
  const auto found = tables_.find(artifact);
  if (found != tables_.end()) {
    return found->second;
  }
  const auto implementation = conform::program::reference_implementation();
  Tables tables{implementation.load(conform::suite::artifact_bytes(suite_, artifact)), {}, false};
  tables.by_bytes = tables.by_pairs;
  tables.by_bytes.table.profile.merging = Merging::bytes;
  const auto& tokens = tables.by_pairs.table.tokens;
  tables.same_bytes_twice = std::set(tokens.begin(), tokens.end()).size() < tokens.size();
  return tables_.emplace(artifact, std::move(tables)).first->second;
}

}  // namespace bpetite::generate
