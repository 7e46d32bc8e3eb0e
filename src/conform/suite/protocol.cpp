// Writes and parses the lines of the protocol bpetite-iut/1, for both ends: the kit, which asks,
// and bpetite as a program under test, which answers. Also converts bytes to hex and back, writes
// ids, merges and strings as lists of JSON, and reads ids and vocab_size from JSON.
//
//   {"id":3,"op":"encode","handle":"a","text_hex":"202061"}    a Request
//   {"id":3,"ok":{"ids":[32,257]}}                             an answer: Ok
//   a line without the required members                        Malformed, with the reason
#include "conform/suite/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <limits>
#include <utility>

namespace bpetite::conform::suite {
namespace {

std::optional<std::uint64_t> as_id(const json::Value* value) {
  const auto* integer = value == nullptr ? nullptr : std::get_if<json::Integer>(&value->data);
  if (integer == nullptr || integer->negative) {
    return std::nullopt;
  }
  return integer->magnitude;
}

const std::string* as_text(const json::Value* value) {
  return value == nullptr ? nullptr : std::get_if<std::string>(&value->data);
}

const json::Object* as_object(const json::Value* value) {
  return value == nullptr ? nullptr : std::get_if<json::Object>(&value->data);
}

// The JSON object of a line, or the reason why the line is not an object.
std::variant<json::Object, Malformed> parse_line(std::string_view line) {
  auto parsed = json::parse(line);
  if (const auto* fault = std::get_if<json::Fault>(&parsed)) {
    return Malformed{fmt::format("not JSON at byte {}: {}", fault->offset, fault->reason)};
  }
  auto& value = std::get<json::Value>(parsed);
  if (auto* object = std::get_if<json::Object>(&value.data)) {
    return std::move(*object);
  }
  return Malformed{"not a JSON object"};
}

std::variant<Failure, Malformed> parse_failure(const json::Object& error) {
  const std::string* name = as_text(json::find(error, "class"));
  if (name == nullptr) {
    return Malformed{"\"error\" has no \"class\" that is a string"};
  }
  Failure failure{*name, {}, {}};
  if (const std::string* message = as_text(json::find(error, "message"))) {
    failure.message = *message;
  }
  if (const auto step = as_id(json::find(error, "step")); step && *step <= 19) {
    failure.step = static_cast<int>(*step);
  }
  return failure;
}

}  // namespace

std::string to_line(const Request& request) {
  json::Object line;
  line.push_back({"id", json::integer(request.id)});
  line.push_back({"op", json::string(request.op)});
  line.insert(line.end(), request.fields.begin(), request.fields.end());
  return json::serialize({std::move(line)});
}

std::string to_line(std::uint64_t id, const Answer& answer) {
  json::Object line;
  line.push_back({"id", json::integer(id)});
  if (const auto* ok = std::get_if<Ok>(&answer)) {
    line.push_back({"ok", json::Value{ok->fields}});
  } else if (const auto* failure = std::get_if<Failure>(&answer)) {
    json::Object error;
    error.push_back({"class", json::string(failure->error)});
    error.push_back({"message", json::string(failure->message)});
    if (failure->step) {
      error.push_back({"step", json::integer(static_cast<std::uint64_t>(*failure->step))});
    }
    line.push_back({"error", json::Value{std::move(error)}});
  } else {
    json::Object skip;
    skip.push_back({"reason", json::string(std::get<Skip>(answer).reason)});
    line.push_back({"skip", json::Value{std::move(skip)}});
  }
  return json::serialize({std::move(line)});
}

std::variant<Request, Malformed> parse_request(std::string_view line) {
  auto parsed = parse_line(line);
  if (auto* malformed = std::get_if<Malformed>(&parsed)) {
    return std::move(*malformed);
  }
  auto& object = std::get<json::Object>(parsed);
  const auto id = as_id(json::find(object, "id"));
  const std::string* op = as_text(json::find(object, "op"));
  if (!id || op == nullptr) {
    return Malformed{"a request has an integer \"id\" and a string \"op\""};
  }
  Request request{*id, *op, {}};
  for (auto& member : object) {
    if (member.key != "id" && member.key != "op") {
      request.fields.push_back(std::move(member));
    }
  }
  return request;
}

std::variant<Answered, Malformed> parse_answer(std::string_view line) {
  auto parsed = parse_line(line);
  if (auto* malformed = std::get_if<Malformed>(&parsed)) {
    return std::move(*malformed);
  }
  const auto& object = std::get<json::Object>(parsed);
  const auto id = as_id(json::find(object, "id"));
  if (!id) {
    return Malformed{"an answer has an integer \"id\""};
  }

  // The answer must have exactly one of ok, error and skip.
  const json::Object* ok = as_object(json::find(object, "ok"));
  const json::Object* error = as_object(json::find(object, "error"));
  const json::Object* skip = as_object(json::find(object, "skip"));
  if ((ok != nullptr) + (error != nullptr) + (skip != nullptr) != 1) {
    return Malformed{"an answer has exactly one of \"ok\", \"error\" and \"skip\", an object"};
  }
  if (ok != nullptr) {
    return Answered{*id, Ok{*ok}};
  }
  if (error != nullptr) {
    auto failure = parse_failure(*error);
    if (auto* malformed = std::get_if<Malformed>(&failure)) {
      return std::move(*malformed);
    }
    return Answered{*id, std::get<Failure>(std::move(failure))};
  }
  const std::string* reason = as_text(json::find(*skip, "reason"));
  return Answered{*id, Skip{reason == nullptr ? std::string() : *reason}};
}

std::string to_hex(std::string_view bytes) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  hex.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += digits[byte >> 4];
    hex += digits[byte & 15U];
  }
  return hex;
}

std::optional<std::string> from_hex(std::string_view hex) {
  const auto digit = [](char c) -> int {
    if ('0' <= c && c <= '9') return c - '0';
    if ('a' <= c && c <= 'f') return c - 'a' + 10;
    if ('A' <= c && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  if (hex.size() % 2 != 0) {
    return std::nullopt;
  }
  std::string bytes;
  bytes.reserve(hex.size() / 2);
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const int high = digit(hex[i]);
    const int low = digit(hex[i + 1]);
    if (high < 0 || low < 0) {
      return std::nullopt;
    }
    bytes += static_cast<char>(static_cast<unsigned char>(high * 16 + low));
  }
  return bytes;
}

json::Value ids_value(const std::vector<TokenId>& ids) {
  json::Array list;
  for (const TokenId id : ids) list.push_back(json::integer(id));
  return {std::move(list)};
}

json::Value merges_value(const std::vector<Pair>& merges) {
  json::Array list;
  for (const auto& [left, right] : merges) {
    list.push_back({json::Array{json::integer(left), json::integer(right)}});
  }
  return {std::move(list)};
}

json::Value strings_value(const std::vector<std::string>& strings) {
  json::Array list;
  for (const std::string& text : strings) list.push_back(json::string(text));
  return {std::move(list)};
}

std::optional<std::vector<TokenId>> token_ids(const json::Array& list) {
  std::vector<TokenId> ids;
  for (const json::Value& item : list) {
    const auto* id = std::get_if<json::Integer>(&item.data);
    const bool fits = id != nullptr && !id->negative && id->magnitude &&
                      *id->magnitude <= std::numeric_limits<TokenId>::max();
    if (!fits) return std::nullopt;
    ids.push_back(static_cast<TokenId>(*id->magnitude));
  }
  return ids;
}

bool all_integers(const json::Array& list) { return std::ranges::all_of(list, json::is_integer); }

bool all_rows(const json::Array& list, std::size_t size) {
  return std::ranges::all_of(list, [&](const json::Value& item) {
    const auto* const row = std::get_if<json::Array>(&item.data);
    return row != nullptr && row->size() == size && all_integers(*row);
  });
}

TokenId vocab_size_of(const json::Integer& integer) {
  constexpr TokenId most = std::numeric_limits<TokenId>::max();
  if (integer.negative) return 0;
  return integer.magnitude && *integer.magnitude < most ? static_cast<TokenId>(*integer.magnitude)
                                                        : most;
}

}  // namespace bpetite::conform::suite
