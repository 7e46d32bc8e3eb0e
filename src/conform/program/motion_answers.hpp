// Answers requests about text in motion (motion_answer), and reads the answers of a program
// (read_motion, conformance/PROTOCOL.md).
//
//   {"op":"append","handle":"a","texts_hex":["6162","63"]}
//   {"patches":[{"kept":0,"gone":0,"ids":[256]},{"kept":0,"gone":1,"ids":[257]}]}
#pragma once

#include <string_view>
#include <variant>

#include "conform/program/motion.hpp"
#include "conform/suite/protocol.hpp"
#include "core/json.hpp"

namespace bpetite::conform::program {

// The members of the answer to a request with one of suite::motion_ops. SuiteError for a request
// that PROTOCOL.md does not allow, and the errors of the operation.
json::Object motion_answer(std::string_view op, const json::Object& request, const Motion& motion,
                           const Loaded& loaded);

// Reads the members of an answer: those that are compared. The ids of a stream are joined, with
// their number after each piece ("counts"). Malformed names a member that is missing, or that has
// another type.
//
//   {"given":[[256],[],[32,256]]}      {"ids":[256,32,256],"counts":[1,1]}
std::variant<json::Object, suite::Malformed> read_motion(std::string_view op,
                                                         const json::Object& request,
                                                         const json::Object& answer);

}  // namespace bpetite::conform::program
