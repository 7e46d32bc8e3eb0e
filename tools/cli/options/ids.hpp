// Token ids outside the program: on the command line, in JSON, as raw little-endian numbers.
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

namespace bpetite::cli {

// A whole number as somebody wrote it, of any size and sign.
struct Number {
  std::string text;                    // "-5", "1000000000000000000000000000000"
  std::optional<std::uint32_t> value;  // nothing if 32 bits without a sign do not hold it
};

// A number is an optional minus and digits: not `+5`, `1e3`, `0x10`, ` 5` or nothing at all.
std::optional<Number> parse_number(std::string_view word);

// The value of an option that is a number from 0 on, however large; nothing if it is not given.
// UsageError for anything else.
std::optional<std::size_t> limit_argument(const Arguments& arguments, const std::string& option);

// The token that an option names: a special token by its literal, or any token by its id (S57c).
// KeyError if there is no such token. Nothing if the option is not given.
std::optional<TokenId> token_argument(const Arguments& arguments, const std::string& option,
                                      const Tokenizer& tokenizer);

// As for a message: cut where it is very long.
std::string shown(const Number& number);

enum class Format { json, u16, u32 };

// The value of --format; json if it is not given. UsageError for any other name.
Format format_argument(const Arguments& arguments);

// KeyError for a number that 32 bits do not hold, which is the id at this place (FR-22).
[[noreturn]] void throw_unknown_id(const Number& number, std::uint64_t place);

// The ids in a format. ValueError if one does not fit into 16 bits.
std::string write_ids(std::span<const TokenId> ids, Format format);

// The reverse. ValueError if the bytes are anything but ids; `source` names them in the message.
std::vector<Number> read_ids(std::string_view bytes, Format format, std::string_view source);

// The numbers as token ids. If one of them has more than 32 bits, a KeyError names the first that
// no token has (FR-22). Other unknown ids are left to decode.
std::vector<TokenId> token_ids(std::span<const Number> numbers, const Tokenizer& tokenizer);

}  // namespace bpetite::cli
