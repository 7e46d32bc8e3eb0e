// Reads the texts of `encode --batch` from JSON Lines, or from parts that end with NUL, block by
// block. Also checks the options of --batch, and names the place of a text for messages.
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
#include "engine/count/count_stream.hpp"

namespace bpetite::cli {
namespace {

constexpr std::size_t batch_block = std::size_t{1} << 23;

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
    : input_(open_input(arguments.required("--input")),
             fmt::format("encode: {}", utf8::quoted(arguments.required("--input"), 200))),
      is_lines_(is_lines(arguments)) {}

std::vector<BatchText> BatchReader::next() {
  const char end_byte = is_lines_ ? '\n' : '\0';
  std::vector<BatchText> texts;
  while (texts.empty() && !ended_) {
    const std::size_t known = open_.size();  // these bytes have no end
    open_.resize(known + batch_block);
    open_.resize(known + input_.read(open_.data() + known, batch_block));
    ended_ = open_.size() < known + batch_block;

    std::size_t at = 0;
    for (std::size_t end = known; (end = open_.find(end_byte, end)) != std::string::npos; ++end) {
      if (!std::exchange(dropping_, false)) {
        add(std::string_view(open_).substr(at, end - at), texts);
      }
      at = end + 1;
    }
    if (ended_ && at < open_.size() && !dropping_) add(std::string_view(open_).substr(at), texts);
    if (ended_ || dropping_) at = open_.size();
    open_.erase(0, at);
    // A line that is too long is not kept.
    if (is_lines_ && open_.size() > engine::count::most_line_bytes) {
      add(open_, texts);
      dropping_ = true;
      open_.clear();
    }
  }
  return texts;
}

void BatchReader::add(std::string_view written, std::vector<BatchText>& texts) {
  ++number_;
  if (is_lines_ && written.size() > engine::count::most_line_bytes) {
    texts.push_back({number_, {}, true});
  } else if (!is_lines_ || !engine::count::is_blank_line(written)) {
    texts.push_back({number_, std::string(written)});
  }
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
