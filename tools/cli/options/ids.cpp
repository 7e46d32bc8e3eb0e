// Reads and writes token ids: words of the command line, JSON, and raw little-endian numbers. Also
// reads the options that are about ids: a limit, a token by its literal or id, --ids or --input,
// and --format. Reports a number that is too large for an id as an unknown id.
#include "cli/options/ids.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <variant>

#include <fmt/format.h>
#include <bpetite/conversation.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/input.hpp"
#include "cli/options/suggestion.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "core/wording/counted.hpp"
#include "reference/decode.hpp"

namespace bpetite::cli {
namespace {

ValueError bad_file(std::string_view source, std::string_view what) {
  return ValueError(fmt::format("{}: {}", source, what), "FR-32c");
}

std::vector<Number> read_json(std::string_view bytes, std::string_view source) {
  if (const auto offset = utf8::first_ill_formed(bytes)) {
    throw bad_file(
        source, fmt::format("ill-formed UTF-8 at byte {}, a JSON array of ids required", *offset));
  }
  const auto parsed = json::parse(bytes);
  if (const auto* fault = std::get_if<json::Fault>(&parsed)) {
    throw bad_file(source, fmt::format("no JSON at byte {}: {}, a JSON array of ids required",
                                       fault->offset, fault->reason));
  }
  const auto* array = std::get_if<json::Array>(&std::get<json::Value>(parsed).data);
  if (array == nullptr) {
    throw bad_file(source, "the value is not an array, a JSON array of ids required");
  }

  std::vector<Number> numbers;
  numbers.reserve(array->size());
  for (const json::Value& element : *array) {
    const auto* integer = std::get_if<json::Integer>(&element.data);
    if (integer == nullptr) {
      throw bad_file(source,
                     fmt::format("element {} is not an integer, a JSON array of ids required",
                                 numbers.size()));
    }
    numbers.push_back(number_of(*integer));
  }
  return numbers;
}

std::vector<Number> read_raw(std::string_view bytes, std::size_t width, std::string_view source) {
  if (bytes.size() % width != 0) {
    throw bad_file(
        source, fmt::format("{}, a multiple of {} required", counted(bytes.size(), "byte"), width));
  }
  std::vector<Number> numbers;
  numbers.reserve(bytes.size() / width);
  for (std::size_t at = 0; at < bytes.size(); at += width) {
    std::uint32_t value = 0;
    for (std::size_t k = width; k-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(bytes[at + k]);
    }
    numbers.push_back({fmt::format("{}", value), value});
  }
  return numbers;
}

std::string write_raw(std::span<const TokenId> ids, std::size_t width) {
  std::string bytes;
  bytes.reserve(ids.size() * width);
  for (const TokenId id : ids) {
    for (std::size_t k = 0; k < width; ++k) {
      bytes.push_back(static_cast<char>(static_cast<unsigned char>(id >> (8 * k))));
    }
  }
  return bytes;
}

}  // namespace

std::optional<Number> parse_number(std::string_view word) {
  const bool negative = word.starts_with('-');
  const std::string_view digits = word.substr(negative ? 1 : 0);
  const auto is_digit = [](char c) { return '0' <= c && c <= '9'; };
  if (digits.empty() || !std::ranges::all_of(digits, is_digit)) {
    return std::nullopt;
  }

  // -0 is 0 (S13b). Any other negative number has no value here.
  Number number{std::string(word), std::nullopt};
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc{} && (!negative || value == 0)) {
    number.value = value;
  }
  return number;
}

Number number_of(const json::Integer& integer) {
  // The JSON parser keeps the text only of numbers that do not fit in 64 bits.
  const std::string text =
      integer.magnitude ? fmt::format("{}{}", integer.negative ? "-" : "", *integer.magnitude)
                        : integer.text;
  return parse_number(text).value();
}

std::optional<std::size_t> limit_argument(const Arguments& arguments, const std::string& option) {
  const auto word = arguments.value(option);
  if (!word) return std::nullopt;
  const std::optional<Number> number = parse_number(*word);
  if (!number || (!number->value && word->starts_with('-'))) {
    const auto digits = in_digits(*word);
    throw UsageError(fmt::format("{}: {}: {} is not a whole number from 0 on{}",
                                 arguments.command(), option, utf8::quoted(*word),
                                 digits ? fmt::format(", write {} {}", option, *digits) : ""));
  }
  return number->value ? std::size_t{*number->value} : std::numeric_limits<std::size_t>::max();
}

std::optional<TokenId> token_argument(const Arguments& arguments, const std::string& option,
                                      const Tokenizer& tokenizer) {
  const auto word = arguments.value(option);
  if (!word) return std::nullopt;
  const std::optional<Number> number = parse_number(*word);
  if (!number) return token_named(tokenizer, *word);
  if (number->value) return token_named(tokenizer, *number->value);
  throw KeyError(fmt::format("{}: no token has the id {}", arguments.command(), shown(*number)),
                 "S57c");
}

std::string shown(const Number& number) {
  constexpr std::size_t limit = 60;
  return number.text.size() <= limit ? number.text : number.text.substr(0, limit) + "...";
}

// FR-22 "raises `KeyError`, which names it", "negative or beyond 32 bits" too.
void throw_unknown_id(const Number& number, std::uint64_t place) {
  throw KeyError(fmt::format("decode: ids[{}]: unknown token id {}", place, shown(number)),
                 "FR-22");
}

Format format_argument(const Arguments& arguments) {
  const std::string name = arguments.value("--format").value_or("json");
  if (name == "json") {
    return Format::json;
  }
  if (name == "u16") {
    return Format::u16;
  }
  if (name == "u32") {
    return Format::u32;
  }
  throw UsageError(fmt::format("{}: --format: {} is none of json, u16, u32", arguments.command(),
                               utf8::quoted(name)));
}

std::string write_ids(std::span<const TokenId> ids, Format format, std::size_t first) {
  if (format == Format::json) {
    return fmt::format("[{}]\n", fmt::join(ids, ","));
  }
  if (format == Format::u32) {
    return write_raw(ids, 4);
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] > std::numeric_limits<std::uint16_t>::max()) {
      throw ValueError(
          fmt::format("encode: ids[{}]: {} does not fit into 16 bits", first + i, ids[i]),
          "FR-32b");
    }
  }
  return write_raw(ids, 2);
}

std::vector<Number> read_ids(std::string_view bytes, Format format, std::string_view source) {
  if (format == Format::json) {
    return read_json(bytes, source);
  }
  return read_raw(bytes, format == Format::u16 ? 2 : 4, source);
}

namespace {

std::vector<Number> numbers_of_words(const Arguments& arguments) {
  std::vector<Number> numbers;
  for (const std::string& word : arguments.values("--ids")) {
    const std::optional<Number> number = parse_number(word);
    if (!number) {
      const auto ids = side_by_side(word);
      throw UsageError(fmt::format(
          "{}: --ids: {} is not a whole number{}", arguments.command(), utf8::quoted(word),
          ids ? fmt::format(": ids stand side by side, as in --ids {}", *ids) : ""));
    }
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace

void check_ids_options(const Arguments& arguments) {
  arguments.require_one_of("--ids", "--input");
  if (arguments.given("--ids") && arguments.given("--format")) {
    throw UsageError(
        fmt::format("{}: --format belongs to --input, not to --ids", arguments.command()));
  }
  format_argument(arguments);
  numbers_of_words(arguments);
}

std::vector<Number> given_ids(const Arguments& arguments) {
  const auto path = arguments.value("--input");
  if (!path) return numbers_of_words(arguments);
  return read_ids(read_data(*path), format_argument(arguments),
                  fmt::format("{}: {}", arguments.command(), utf8::quoted(*path, 200)));
}

std::vector<TokenId> token_ids(std::span<const Number> numbers, const Tokenizer& tokenizer) {
  std::vector<TokenId> ids;
  ids.reserve(numbers.size());
  for (const Number& number : numbers) {
    if (!number.value) {
      // An unknown id before this one is named first.
      reference::decode_bytes(ids, TokenizerAccess::table(tokenizer));
      throw_unknown_id(number, ids.size());
    }
    ids.push_back(*number.value);
  }
  return ids;
}

}  // namespace bpetite::cli
