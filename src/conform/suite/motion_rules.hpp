// Checks vectors (test cases) about text in motion (spec/22-motion.md): their inputs and their
// expectations. Also names the operations (motion_ops, is_motion_op).
//
//   {"op":"append","input":{"texts_hex":["6162","20"]}}                two texts, one behind
//   another
//   {"result":"valid","patches":[{"kept":0,"gone":0,"ids":[256]}, ...]}      what each of them does
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conform/suite/placed_json.hpp"

namespace bpetite::conform::suite {

inline constexpr std::array<std::string_view, 6> motion_ops = {"stream", "append",    "replace",
                                                               "parts",  "canonical", "windows"};
inline constexpr std::array<std::string_view, 2> seam_names = {"joined", "cut"};
inline constexpr std::array<std::string_view, 2> canonical_names = {"parts", "one string"};
inline constexpr std::array<std::string_view, 2> window_end_names = {"safe", "line"};

inline bool is_motion_op(std::string_view op) {
  return std::ranges::find(motion_ops, op) != motion_ops.end();
}

// Checks the member `input` for one of these operations. Returns its size in bytes.
std::uint64_t check_motion_input(std::string_view op, const PlacedJson& input);

// Checks the members of a "valid" expectation, and returns their names.
std::vector<std::string> check_motion_answer(std::string_view op, const PlacedJson& expect);

}  // namespace bpetite::conform::suite
