// bpetite-iut/1: one line of JSON asks, one line of JSON answers (conformance/PROTOCOL.md).
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

#include "core/json.hpp"

namespace bpetite::conform::suite {

inline constexpr int protocol_version = 1;

// A line may have this many bytes, newline included.
inline constexpr std::size_t max_line = std::size_t{4} << 20;

struct Request {
  std::uint64_t id = 0;
  std::string op;
  json::Object fields;  // all members but id and op, in order
};

struct Ok {
  json::Object fields;
};
struct Failure {
  std::string error;  // the class: "ValueError", ..., "Unsupported", "Internal"
  std::string message;
  std::optional<int> step;  // of the loader; reported, never required
};
struct Skip {
  std::string reason;
};
using Answer = std::variant<Ok, Failure, Skip>;

// What a line is that is no answer, in words for the report: "not JSON at byte 12: ...".
struct Malformed {
  std::string reason;
};
struct Answered {
  std::uint64_t id = 0;
  Answer answer;
};

// One line each, without the newline.
std::string to_line(const Request& request);
std::string to_line(std::uint64_t id, const Answer& answer);

// Reading them. Unknown members are ignored; missing or ill-typed ones are faults.
std::variant<Request, Malformed> parse_request(std::string_view line);
std::variant<Answered, Malformed> parse_answer(std::string_view line);

// Bytes as lower-case hex, two digits a byte; nothing for anything else (upper case is accepted).
std::string to_hex(std::string_view bytes);
std::optional<std::string> from_hex(std::string_view hex);

}  // namespace bpetite::conform::suite
