// Reads JSON as other readers do that are less strict than the standard. Only mutants use it.
//
//   first_value       {"a":1} x          {"a":1}
//   closed            {"a":[1            {"a":[1]}
//   relaxed           {'a':[+01,],} //   {"a":[1]}
//   one_of_each_key   {"a":1,"a":2}      {"a":2}
#pragma once

#include <string>
#include <string_view>

namespace bpetite::conform::mutants::json_text {

// The text up to the end of its first array or object. The whole text if there is none.
std::string_view first_value(std::string_view text);

// The text with its missing closing brackets. For an empty text, an object.
std::string closed(std::string_view text);

// The text without comments and without commas before brackets. Strings get double quotes,
// numbers lose plus signs and leading zeros, and hexadecimal numbers become decimal.
std::string relaxed(std::string_view text);

// The text with each key once in an object: the first or the last one. If the text is not JSON
// for another reason, it is unchanged.
std::string one_of_each_key(std::string_view text, bool first);

// Whether the keys of each object are sorted.
bool is_sorted(std::string_view text);

}  // namespace bpetite::conform::mutants::json_text
