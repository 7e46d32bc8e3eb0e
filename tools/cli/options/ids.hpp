// Reads and writes token ids: words of the command line, JSON, and raw little-endian numbers. Also
// reads options that are about ids: a limit, a token by its literal or id, --ids or --input, and
// --format. A number may be too large for an id: `Number` keeps how it was written, and `token_ids`
// and `throw_unknown_id` report it as an unknown id.
//
//   json   [256,257,99]\n
//   u16    00 01 01 01 63 00
//   u32    00 01 00 00 01 01 00 00 63 00 00 00
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/tokenizer.hpp>

#include "cli/options/arguments.hpp"
#include "core/json.hpp"

namespace bpetite::cli {

// A whole number as it was written, of any size and sign.
struct Number {
  std::string text;                    // "-5", "1000000000000000000000000000000"
  std::optional<std::uint32_t> value;  // nullopt if it does not fit in 32 bits unsigned
};

// A number is an optional minus and digits. `+5`, `1e3`, `0x10`, ` 5` and an empty word are not
// numbers.
std::optional<Number> parse_number(std::string_view word);

// An integer of JSON as such a number.
Number number_of(const json::Integer& integer);

// The value of an option that is a number from 0 on, of any size, or nullopt if the option is not
// given. Throws UsageError for anything else.
std::optional<std::size_t> limit_argument(const Arguments& arguments, const std::string& option);

// The token that an option names: a special token by its literal, or any token by its id (S57c).
// Returns nullopt if the option is not given. Throws KeyError if there is no such token.
std::optional<TokenId> token_argument(const Arguments& arguments, const std::string& option,
                                      const Tokenizer& tokenizer);

// The number as a message shows it. A very long one is cut.
std::string shown(const Number& number);

enum class Format { json, u16, u32 };

// The value of --format, or json if it is not given. Throws UsageError for any other name.
Format format_argument(const Arguments& arguments);

// Throws KeyError for the id at this place, a number that does not fit in 32 bits (FR-22).
[[noreturn]] void throw_unknown_id(const Number& number, std::uint64_t place);

// Writes ids in a format. Throws ValueError if the format is u16 and an id does not fit in 16 bits.
// `first` is the place of the first of them in all ids, for the message.
std::string write_ids(std::span<const TokenId> ids, Format format, std::size_t first = 0);

// Reads ids in a format. Throws ValueError if the bytes are not ids. `source` begins the
// message: the command and the file.
std::vector<Number> read_ids(std::string_view bytes, Format format, std::string_view source);

// Throws UsageError unless --ids or --input is given and --format fits to it.
void check_ids_options(const Arguments& arguments);

// The numbers of --ids, or those of the file of --input in the format of --format. Throws
// UsageError if a word of --ids is not a number, and ValueError if the file does not hold ids
// (FR-32c).
std::vector<Number> given_ids(const Arguments& arguments);

// The numbers as token ids. If a number does not fit in 32 bits, throws a KeyError that names the
// first id which no token has (FR-22). `decode` reports other unknown ids.
std::vector<TokenId> token_ids(std::span<const Number> numbers, const Tokenizer& tokenizer);

}  // namespace bpetite::cli
