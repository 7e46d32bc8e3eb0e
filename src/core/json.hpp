// Parses JSON into values as the readers of artifacts need it, with every key seen and every number
// exact (S13), or gives the fault and its byte. Finds members of objects, makes values of integers
// and strings, and writes values and strings as JSON. Also reads a single string of an object,
// without the rest (string_field). Deeper nesting than max_depth is a fault. Utf8 says whether a
// document is known to be UTF-8. In src, only core includes Boost.JSON.
//
//   {"a":[1,-0,1e2]}    an object with one member: an array of the integers 1 and 0, and of a
//                       number that is not an integer
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace bpetite::json {

// S13c "Integers may have any length": one beyond 64 bits keeps its sign and its text,
// but has no magnitude.
struct Integer {
  bool negative = false;                   // false for -0
  std::optional<std::uint64_t> magnitude;  // nullopt if it is 2^64 or more
  std::string text;                        // as written, for messages; only without a magnitude
};

// A number with a fraction or an exponent (`1.0`, `1e2`): never an integer.
struct Fraction {
  std::string text;
};

struct Value;
struct Member;
using Array = std::vector<Value>;
using Object = std::vector<Member>;  // in the order of the file

// In the order of the alternatives: null, true/false, integer, other number, string, array, object.
struct Value {
  std::variant<std::nullptr_t, bool, Integer, Fraction, std::string, Array, Object> data;
};

struct Member {
  std::string key;
  Value value;
};

// Why a text is not JSON, and at which byte.
struct Fault {
  std::size_t offset = 0;
  std::string reason;
};

// Whether a document is known to be UTF-8. If it is, its strings need not be checked again.
enum class Utf8 : std::uint8_t { unknown, well_formed };

// S23: deeper nesting than this is a fault.
inline constexpr std::size_t max_depth = 500;

// Parses a whole document of well-formed UTF-8. Duplicate keys (compared after unescaping), NaN,
// Infinity, comments, trailing commas, a BOM, lone surrogate escapes, data after the value and
// nesting beyond max_depth are faults. Memory grows with the text alone, never with a number in it.
std::variant<Value, Fault> parse(std::string_view text);

// The string in a field of an object, or why there is none. The object must be the whole text. The
// rest of it must be JSON, and is not kept.
std::variant<std::string, Fault> string_field(std::string_view object, std::string_view field,
                                              Utf8 utf8 = Utf8::unknown);

inline bool is_integer(const Value& value) { return std::holds_alternative<Integer>(value.data); }

// The member of that name, or nullptr.
const Value* find(const Object& object, std::string_view key);

// S15: a string as Python's json.dumps writes it: quoted, ASCII, \u escapes in lower-case hex,
// surrogate pairs beyond U+FFFF. `text` is well-formed UTF-8.
std::string quoted(std::string_view text);

// An array of strings: ["a","b"].
std::string quoted_list(std::span<const std::string> texts);

// The value as compact JSON in ASCII. Members keep their order.
std::string serialize(const Value& value);

// Values for writing.
Value integer(std::uint64_t magnitude);
Value string(std::string_view text);

}  // namespace bpetite::json
