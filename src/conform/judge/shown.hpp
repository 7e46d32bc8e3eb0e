// Writes results as short text, for people.
//
//   {"result":"valid","ids":[32,257]}                 "32 257"
//   {"result":"invalid","error":"KeyError"}           "KeyError"
//   {"result":"valid","chunks_hex":["20","2061"]}     "[20][2061]"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/json.hpp"

namespace bpetite::conform::judge {

// Whether a member of an expectation is compared with the result: "ids" is, "step" is not.
bool tells_result(std::string_view key);

// The result in one line: "32 257", "[20][2061]", "KeyError", "ids: 1,000, sha256 9f86d081".
std::string shown(const json::Object& result);

// The text in at most `limit` bytes. The middle of a longer text is left out. Control characters
// and bytes that are not ASCII are escaped.
std::string shortened(std::string_view text, std::size_t limit);

}  // namespace bpetite::conform::judge
