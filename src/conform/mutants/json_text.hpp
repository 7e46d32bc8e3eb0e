// JSON as text: what readers of JSON do that are laxer than the standard. For mutants alone.
//
//   first_value       {"a":1} x          {"a":1}
//   closed            {"a":[1            {"a":[1]}
//   relaxed           {'a':[+01,],} //   {"a":[1]}
//   one_of_each_key   {"a":1,"a":2}      {"a":2}
#pragma once

#include <string>
#include <string_view>

namespace bpetite::conform::mutants::json_text {

// The text up to the end of its first array or object; all of it, if there is none.
std::string_view first_value(std::string_view text);

// The text with the brackets that it lacks at its end; of an empty one an object.
std::string closed(std::string_view text);

// The text without comments and commas before brackets, its strings in double quotes, its numbers
// without plus signs and leading zeros, hexadecimal ones as decimals.
std::string relaxed(std::string_view text);

// The text with each key once in an object: the first or the last of them. As it is, if it is no
// JSON otherwise.
std::string one_of_each_key(std::string_view text, bool first);

// The keys of each object are in order.
bool is_sorted(std::string_view text);

}  // namespace bpetite::conform::mutants::json_text
