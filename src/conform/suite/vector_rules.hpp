// Checks that a vector (a test case) keeps the rules of conformance/INTERPRETING.md, "A suite that
// is at fault": its input and artifact (check_question), and its expectation (check_expectation).
// The input and artifact of a single case are checked by the same function. Also reads an id
// (slug_in) and a list of merges (merges_in), names the operations and the setups of a save, and
// has the limits for sizes.
//
//   {"op":"train","input":{"corpus_hex":"6161"}}
//   SuiteError: ... /input: no "vocab_size", required a member of that name
//
// A vector that keeps the rules can be sent to a program and computed by the reference. Every
// member has the right type, every recipe ends, and nothing is larger than `limits` allows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "conform/suite/placed_json.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::suite {

inline constexpr std::array<std::string_view, 13> op_names = {
    "pretokenize", "encode", "decode",  "load",  "train",     "save",   "render",
    "stream",      "append", "replace", "parts", "canonical", "windows"};
// Those about text in motion (spec/22-motion.md).
inline constexpr auto motion_ops = std::span(op_names).last<6>();

inline bool is_motion_op(std::string_view op) {
  return std::ranges::find(motion_ops, op) != motion_ops.end();
}

// The possible destinations of a save (suite/sandbox.hpp).
inline constexpr std::array<std::string_view, 6> setup_names = {
    "none", "exists", "missing-parent", "directory", "symlink", "dangling"};

namespace limits {
inline constexpr std::uint64_t suite_bytes = 16U << 20;  // all files of a suite together
inline constexpr std::uint64_t all_inputs = 512U << 20;  // all inputs of a suite together
inline constexpr std::uint64_t text = 2'000'000;         // the hex, twice as long, fits in a line
inline constexpr std::uint64_t line = 4'000'000;         // ids and counts as they are sent
inline constexpr std::uint64_t corpus = 16U << 20;       // sent as a file
inline constexpr std::uint64_t artifact = 16U << 20;     // the file after its patches
inline constexpr std::uint64_t token_bytes = 1U << 20;   // all tokens of an artifact together
inline constexpr std::uint64_t patches = 8;              // for each vector
inline constexpr std::uint64_t within_seconds = 3600;
}  // namespace limits

// The text of a value. It must be a slug (suite/names.hpp).
std::string slug_in(const PlacedJson& value);

// The merges of a list of pairs. Each operand must be smaller than the id of its own token.
std::vector<Pair> merges_in(const PlacedJson& value);

// Checks the members `input` and `artifact` of a vector or a case, for an operation. Returns the
// size of the input in bytes.
std::uint64_t check_question(const Suite& suite, std::string_view op, const PlacedJson& vector);

// Checks the member `expect`: the operation must be able to give this result.
void check_expectation(std::string_view op, const PlacedJson& vector);

}  // namespace bpetite::conform::suite
