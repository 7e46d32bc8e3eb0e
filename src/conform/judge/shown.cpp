// Writes results as short text: lists of numbers, chunks and errors, joined by spaces.
#include "conform/judge/shown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::judge {
namespace {

// Members of an expectation that are not part of the result.
constexpr std::array<std::string_view, 5> beside = {"result", "step", "other_step",
                                                    "within_seconds", "unicode"};

std::string list(const json::Array& array) {
  std::string text;
  for (const json::Value& value : array) {
    if (const auto* hex = std::get_if<std::string>(&value.data)) {
      text += fmt::format("[{}]", *hex);
    } else if (const auto* pair = std::get_if<json::Array>(&value.data)) {
      text += fmt::format("{}({})", text.empty() ? "" : " ", list(*pair));
    } else if (const auto* error = std::get_if<json::Object>(&value.data)) {
      text += fmt::format("[{}]", *suite::text_member(*error, "error"));
    } else {
      text += fmt::format("{}{}", text.empty() ? "" : " ", json::serialize(value));
    }
  }
  return text.empty() ? "nothing" : text;
}

// The loading step of an error, in words. Empty if the expectation does not give it.
std::string step_words(const json::Object& result) {
  const json::Value* step = json::find(result, "step");
  const json::Value* other = json::find(result, "other_step");
  if (step == nullptr) {
    return {};
  }
  return fmt::format(
      " at step {} of loading{}", json::serialize(*step),
      other == nullptr ? "" : fmt::format(" (not {}, which comes later)", json::serialize(*other)));
}

}  // namespace

bool tells_result(std::string_view key) {
  return std::find(beside.begin(), beside.end(), key) == beside.end();
}

std::string shown(const json::Object& result) {
  std::string text;
  for (const auto& [key, value] : result) {
    if (!tells_result(key)) {
      continue;
    }
    text += text.empty() ? "" : ", ";
    if (const auto* array = std::get_if<json::Array>(&value.data)) {
      text += list(*array);
    } else if (const auto* object = std::get_if<json::Object>(&value.data)) {
      text += fmt::format("then {}", shown(*object));
    } else if (const auto* hex = std::get_if<std::string>(&value.data);
               hex != nullptr && key.ends_with("_hex")) {
      text += fmt::format("[{}]", *hex);
    } else if (hex != nullptr) {
      text += key == "error" ? *hex + step_words(result)
                             : fmt::format("{} {}", key, hex->substr(0, 16));
    } else {
      text += fmt::format("{} {}", key, json::serialize(value));
    }
  }
  const std::string* const told = suite::text_member(result, "result");
  const std::string_view kind = told == nullptr ? "valid" : std::string_view(*told);  // of a probe
  if (kind == "unprepared") {
    return fmt::format("{} before the operation itself", text);
  }
  if (kind != "valid" && kind != "invalid") {
    return std::string(kind);
  }
  return text.empty() ? std::string(kind) : text;
}

std::string shortened(std::string_view text, std::size_t limit) {
  std::string clean;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      clean += c;
    } else {
      clean += fmt::format("\\x{:02x}", byte);
    }
  }
  if (clean.size() <= limit) {
    return clean;
  }
  const std::size_t half = (limit - 5) / 2;
  return clean.substr(0, half) + " ... " + clean.substr(clean.size() - half);
}

}  // namespace bpetite::conform::judge
