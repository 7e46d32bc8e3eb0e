// The protocol bpetite-iut/1: each request is one line of JSON, and each answer is one line of JSON
// (conformance/PROTOCOL.md). Declares requests and answers, the functions that write and parse
// their lines, the version of the protocol, and the longest line (max_line, 4 MiB). Also converts
// bytes to hex and back, writes ids, merges and strings as lists of JSON, and reads ids (token_ids)
// and vocab_size (vocab_size_of) from JSON.
//
//   > {"id":3,"op":"encode","handle":"a","text_hex":"202061"}
//   < {"id":3,"ok":{"ids":[32,257]}}
//   < {"id":3,"error":{"class":"KeyError","message":"free text"}}
//   < {"id":3,"skip":{"reason":"no such operation here"}}
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/json.hpp"

namespace bpetite::conform::suite {

inline constexpr int protocol_version = 1;

// A line has at most this many bytes, including the newline.
inline constexpr std::size_t max_line = std::size_t{4} << 20;

struct Request {
  std::uint64_t id = 0;
  std::string op;
  json::Object fields;  // all members except id and op, in order
};

struct Ok {
  json::Object fields;
};
struct Failure {
  std::string error;  // the class: "ValueError", ..., "Unsupported", "Internal"
  std::string message;
  std::optional<int> step;  // the loading step at which the error occurred; optional
};
struct Skip {
  std::string reason;
};
using Answer = std::variant<Ok, Failure, Skip>;

// The reason why a line is not valid: "not JSON at byte 12: ...".
struct Malformed {
  std::string reason;
};
struct Answered {
  std::uint64_t id = 0;
  Answer answer;
};

// Writes a message as one line without the newline.
std::string to_line(const Request& request);
std::string to_line(std::uint64_t id, const Answer& answer);

// Parses a line. Unknown members are ignored. Missing members and members of a wrong type are
// errors.
std::variant<Request, Malformed> parse_request(std::string_view line);
std::variant<Answered, Malformed> parse_answer(std::string_view line);

// Bytes as lower-case hex, two digits for each byte. Parsing also accepts upper case, and returns
// nullopt for any other text.
std::string to_hex(std::string_view bytes);
std::optional<std::string> from_hex(std::string_view hex);

// Lists as values of messages: [32,257], [[97,98],[256,99]], ["load","encode"].
json::Value ids_value(const std::vector<TokenId>& ids);
json::Value merges_value(const std::vector<Pair>& merges);
json::Value strings_value(const std::vector<std::string>& strings);

// The ids of a list, or nullopt if an item is not an integer or does not fit in a TokenId.
std::optional<std::vector<TokenId>> token_ids(const json::Array& list);

// Whether all items are integers, or lists of so many integers.
bool all_integers(const json::Array& list);
bool all_rows(const json::Array& list, std::size_t size);

// S16: a vocab_size that does not fit in a TokenId is treated as the largest TokenId, which is
// above the limit. A negative one is treated as 0, which is below 256.
TokenId vocab_size_of(const json::Integer& integer);

}  // namespace bpetite::conform::suite
