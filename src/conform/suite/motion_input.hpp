// What the operations about text in motion ask (spec/22-motion.md). The input of a vector (a test
// case) and its request have the same members (read_motion_input). Also checks the input and the
// expectation of a vector.
//
//   {"op":"append","input":{"texts_hex":["6162","20"]}}     edits: "ab" at 0, " " at 2
//   {"result":"valid","patches":[{"kept":0,"gone":0,"ids":[256]}, ...]}
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/motion.hpp>

#include "conform/suite/placed_json.hpp"

namespace bpetite::conform::suite {

// Puts `text` in place of the bytes from `begin` to `end` of a text.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

struct OwnedPart {
  TextPart::Kind kind = TextPart::Kind::text;
  std::string text;
  std::optional<TokenId> id;
};

// An operation uses some of these.
struct MotionInput {
  std::vector<std::string> pieces;
  std::string text;
  std::vector<Edit> edits;  // each is of the text that the one before it has left
  std::vector<OwnedPart> parts;
  PartsOptions parts_options;
  std::vector<TokenId> ids;
  CanonicalAs as = CanonicalAs::parts;
  WindowOptions windows;
};

// Throws SuiteError for a member that is missing, or that has another type.
MotionInput read_motion_input(std::string_view op, const PlacedJson& request);

// The members that read_motion_input reads this from. The edits of `append` are at the end.
json::Object motion_members(std::string_view op, const MotionInput& input);

// Checks the member `input` of a vector. Returns its size in bytes.
std::uint64_t check_motion_input(std::string_view op, const PlacedJson& input);

// Checks the members of a "valid" expectation, and returns their names.
std::vector<std::string> check_motion_answer(std::string_view op, const PlacedJson& expect);

}  // namespace bpetite::conform::suite
