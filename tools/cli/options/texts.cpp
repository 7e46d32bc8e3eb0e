// Reads the texts of `encode --batch` from JSON Lines, or from parts that end with NUL, block by
// block. Also checks the options of --batch, and names the place of a text for messages.
#include "cli/options/texts.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "cli/options/arguments.hpp"
#include "cli/options/corpus.hpp"
#include "cli/options/input.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "corpus/compressed.hpp"
#include "engine/count/count_stream.hpp"

namespace bpetite::cli {
namespace {

constexpr std::uint64_t batch_bytes = std::uint64_t{1} << 23;

// The text of a JSON line: a string, or the string in one field of an object.
std::string text_of_line(const BatchText& line, const std::string& field) {
  const auto fail = [&](std::string_view what) {
    return ValueError(
        fmt::format("encode: line {}: {}, required a string, or an object with a string {}",
                    line.number, what, utf8::quoted(field)),
        "S57d");
  };
  if (line.too_long) throw fail(engine::count::too_long_line);
  const auto of_fault = [&fail](const json::Fault& fault) {
    return fail(fmt::format("byte {}: {}", fault.offset, fault.reason));
  };
  const std::size_t first = line.written.find_first_not_of(" \t\r");
  if (line.written[first] == '{') {
    auto found = json::string_field(line.written, field);
    if (const auto* const fault = std::get_if<json::Fault>(&found)) throw of_fault(*fault);
    return std::get<std::string>(std::move(found));
  }
  auto parsed = json::parse(line.written);
  if (const auto* const fault = std::get_if<json::Fault>(&parsed)) throw of_fault(*fault);
  auto* const text = std::get_if<std::string>(&std::get<json::Value>(parsed).data);
  if (text == nullptr) throw fail("no string");
  return std::move(*text);
}

// The content of --input, which may be compressed.
corpus::DelimitedReader::Read content_of(const Arguments& arguments) {
  const std::string& path = arguments.required("--input");
  const auto input = std::make_shared<corpus::Input>(
      open_input(path), fmt::format("encode: {}", utf8::quoted(path, 200)));
  return [input](char* into, std::size_t size) { return input->read(into, size); };
}

bool is_lines(const Arguments& arguments) { return arguments.value("--batch") == "jsonl"; }

}  // namespace

void check_batch(const Arguments& arguments) {
  const auto form = arguments.value("--batch");
  skips_bad_lines(arguments);
  if (!form && arguments.given("--on-bad-line")) {
    throw UsageError("encode: --on-bad-line is given, required with --batch");
  }
  if (!form) return;
  if (arguments.value("--lengths") == "-") {
    throw UsageError("encode: --lengths: numbers are saved to a file, not to standard output");
  }
  if (const auto lengths = arguments.value("--lengths")) {
    std::error_code error;
    if (std::filesystem::equivalent(*lengths, arguments.value("--input").value_or("-"), error)) {
      throw UsageError("encode: --lengths: the file is the input, required another one");
    }
  }
  if (*form != "jsonl" && *form != "nul") {
    throw UsageError(fmt::format("encode: --batch: {} is none of jsonl, nul", utf8::quoted(*form)));
  }
  if (arguments.given("--field") && !is_lines(arguments)) {
    throw UsageError("encode: --field is given, required with --batch jsonl");
  }
  for (const char* const other : {"--text", "--offsets"}) {
    if (!arguments.given(other)) continue;
    throw UsageError(
        fmt::format("encode: --batch and {} are given, required at most one of them", other));
  }
}

std::vector<BatchText> json_lines(const std::string& path) {
  const std::string input = read_data(path);
  std::vector<BatchText> lines;
  std::size_t number = 0;
  for (std::size_t at = 0; at < input.size();) {
    const std::size_t end = std::min(input.find('\n', at), input.size());
    const std::string_view line = std::string_view(input).substr(at, end - at);
    ++number;
    if (!engine::count::is_blank_line(line)) lines.push_back({number, std::string(line)});
    at = end + 1;
  }
  return lines;
}

BatchReader::BatchReader(const Arguments& arguments)
    : is_lines_(is_lines(arguments)),
      texts_(content_of(arguments), is_lines_ ? std::string("\n") : std::string("\0", 1),
             is_lines_ ? engine::count::most_line_bytes : std::string::npos) {}

std::vector<BatchText> BatchReader::next() {
  std::vector<BatchText> texts;
  const std::uint64_t end = texts_.next() + batch_bytes;
  while (texts.empty() || texts_.next() < end) {
    const auto found = texts_.take();
    if (!found) break;
    ++number_;
    if (is_lines_ && !found->is_long && engine::count::is_blank_line(found->text)) continue;
    texts.push_back({number_, std::string(found->text), found->is_long});
  }
  return texts;
}

std::string text_of(const BatchText& text, const Arguments& arguments) {
  if (is_lines(arguments)) return text_of_line(text, arguments.value("--field").value_or("text"));
  if (const auto offset = utf8::first_ill_formed(text.written)) {
    utf8::throw_ill_formed(text.written, *offset, fmt::format("encode: text {}", text.number));
  }
  return text.written;
}

std::string place_of(const BatchText& text, const Arguments& arguments) {
  return fmt::format("{} {}", is_lines(arguments) ? "line" : "text", text.number);
}

}  // namespace bpetite::cli
