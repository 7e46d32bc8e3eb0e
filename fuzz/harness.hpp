// Turns the bytes of a fuzzer into the input of a harness, the program that the fuzzer tests.
// `bytes_of` views them as a string, an `Input` takes numbers, merges, ids, texts or all that is
// left from it, and `written` writes numbers, merges and ids as such bytes (make_seeds.cpp writes
// inputs with it). `result_of` gives what a call returns or throws. Declares the function that
// libFuzzer and replay.cpp call with each input.
//
// The inputs of these harnesses have several parts, in this order. (Other harnesses read the whole
// input as one file or as lines.)
//
//   encode, canary   merges, then the text                        1 | 97 98 | "ab ab"
//   decode           merges, then ids of 4 bytes each             0 | 226 130 172
//   train            number of merges, then texts between FF      2 | "ab" FF "abab"
//   encode_tables    number of the pattern, then the text         0 | "ab ab"
//   corpus           what is added, then a file                   1 | 08 00 ...
//   counts           what is added, then a counts file            1 | "bpetite counts 1\n..."
//   ranks            what is added, a rank file, texts after FF   0 | "YWI= 256\n" FF "abab"
//   gpt2_files       names in JSON, merges after FF               "{...}" FF "a b\n"
//   patterns         dialect, a pattern, texts after FF           0 | "\\p{L}+" FF "ab c"
//   pattern_pairs    the same with two patterns                   0 | "a+" FF "aa*" FF "ab c"
//   command_line     a word on each line                          "encode\n--text\nab"
//   motion           table, options, operations with texts        3 1 | 3 "ab" FF 0 "a<" FF 2
//   parts            table, options, parts with texts             3 0 7 | 0 "ab" FF 1 "<s>"
//
// Merges are a count, and for each merge two operands of two bytes. FF never occurs in well-formed
// text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/ids.hpp>

#include "core/assertion.hpp"

// What libFuzzer calls with each input; replay.cpp calls it with the bytes of a file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace bpetite::fuzz {

inline std::string_view bytes_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};  // NOLINT(*-reinterpret-cast)
}

class Input {
 public:
  explicit Input(std::string_view bytes) : bytes_(bytes) {}

  // The next number of this many bytes, or zero at the end of the input.
  std::uint32_t number(std::size_t bytes);
  // A valid merge list. Operands are reduced below the id of their token, and merges that would
  // make a token of more than 64 bytes are left out.
  std::vector<Pair> merges();
  std::vector<TokenId> ids();
  std::vector<std::string_view> texts() const;
  // The next text, up to FF or the end of the input.
  std::string_view text();
  std::string_view rest() const { return bytes_; }

 private:
  std::string_view bytes_;
};

// The value of a call, or the message of its error. Other errors than those of type `Expected` end
// the program.
template <typename Expected = Error, typename Call = void>
auto result_of(const Call& call) -> std::variant<decltype(call()), std::string> {
  try {
    return call();
  } catch (const Expected& error) {
    return error.what();
  }
}

std::string written(std::uint32_t number, std::size_t bytes);
std::string written(std::span<const Pair> merges);
std::string written(std::span<const TokenId> ids);

}  // namespace bpetite::fuzz
