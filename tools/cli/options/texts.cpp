// Reads the texts of `encode --batch` from JSON Lines, or from parts that end with NUL. Also checks
// the options of --batch, and names the place of a text for messages.
#include "cli/options/texts.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "cli/options/arguments.hpp"
#include "cli/options/corpus.hpp"
#include "cli/options/input.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

// The text of a JSON line: a string, or the member "text" of an object.
std::string text_of_line(std::string_view line, std::size_t number) {
  const auto fail = [number](std::string_view what) {
    return ValueError(
        fmt::format(R"(encode: line {}: {}, required a string, or an object with a string "text")",
                    number, what),
        "S57d");
  };
  auto parsed = json::parse(line);
  if (const auto* const fault = std::get_if<json::Fault>(&parsed)) {
    throw fail(fmt::format("byte {}: {}", fault->offset, fault->reason));
  }
  json::Value value = std::get<json::Value>(std::move(parsed));
  if (const auto* const object = std::get_if<json::Object>(&value.data)) {
    const json::Value* const member = json::find(*object, "text");
    if (member == nullptr) throw fail(R"(no "text")");
    value = json::Value(*member);
  }
  auto* const text = std::get_if<std::string>(&value.data);
  if (text == nullptr) throw fail("no string");
  return std::move(*text);
}

// Calls take(part, number) for each part of the input that ends with this byte. After the last part
// the byte may be missing.
template <typename Take>
void for_each_part(std::string_view input, char end_byte, const Take& take) {
  std::size_t number = 0;
  for (std::size_t at = 0; at < input.size();) {
    const std::size_t end = std::min(input.find(end_byte, at), input.size());
    take(input.substr(at, end - at), ++number);
    at = end + 1;
  }
}

}  // namespace

void check_batch(const Arguments& arguments) {
  const auto form = arguments.value("--batch");
  skips_bad_lines(arguments);
  if (!form && arguments.given("--on-bad-line")) {
    throw UsageError("encode: --on-bad-line is given, required with --batch");
  }
  if (!form) return;
  if (*form != "jsonl" && *form != "nul") {
    throw UsageError(fmt::format("encode: --batch: {} is none of jsonl, nul", utf8::quoted(*form)));
  }
  for (const char* const other : {"--text", "--format", "--offsets"}) {
    if (!arguments.given(other)) continue;
    throw UsageError(
        fmt::format("encode: --batch and {} are given, required at most one of them", other));
  }
}

std::vector<BatchText> json_lines(const std::string& path) {
  const std::string input = read_data(path);
  std::vector<BatchText> lines;
  for_each_part(input, '\n', [&](std::string_view line, std::size_t number) {
    const bool is_blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
    if (!is_blank) lines.push_back({number, std::string(line)});
  });
  return lines;
}

std::vector<BatchText> batch_texts(const Arguments& arguments) {
  const std::string& path = arguments.required("--input");
  if (arguments.required("--batch") == "jsonl") return json_lines(path);
  const std::string input = read_data(path);
  std::vector<BatchText> texts;
  for_each_part(input, '\0', [&](std::string_view part, std::size_t number) {
    texts.push_back({number, std::string(part)});
  });
  return texts;
}

std::string text_of(const BatchText& text, const Arguments& arguments) {
  if (arguments.required("--batch") == "jsonl") return text_of_line(text.written, text.number);
  if (const auto offset = utf8::first_ill_formed(text.written)) {
    utf8::throw_ill_formed(text.written, *offset, fmt::format("encode: text {}", text.number));
  }
  return text.written;
}

std::string place_of(const BatchText& text, const Arguments& arguments) {
  const bool is_line = arguments.required("--batch") == "jsonl";
  return fmt::format("{} {}", is_line ? "line" : "text", text.number);
}

}  // namespace bpetite::cli
