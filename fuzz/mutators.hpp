// Mutates structured inputs in such a way that the rest of them is still valid: a value of a JSON
// document, bytes, a text, or the order of elements. Also chooses random numbers and places, keeps
// the last inputs that a loader accepted so that mutations can start with them, and puts the result
// in place of the fuzzer's input.
//
//   {"merges":[[97,98]]}     one value replaced     {"merges":[[97,18446744073709551616]]}
//
// Some of these functions call libFuzzer, so only mutators of harnesses may use this header.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "core/json.hpp"

// libFuzzer's own mutations, for inputs that are not structured.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace bpetite::fuzz {

// Use it in LLVMFuzzerCustomMutator. Gives the new size. An input that is not JSON gets one of
// libFuzzer's own mutations.
std::size_t mutate_json(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed);

using Random = std::minstd_rand;

inline std::size_t below(std::size_t limit, Random& random) { return random() % limit; }

// A place below the limit. Half of them are among the last four: the tokens of the 256 bytes come
// first in files, and what is after them matters more.
std::size_t place_below(std::size_t limit, Random& random);

// A file that opened, and where a mutation begins: half of the time with one of the last files that
// opened. A mutated file mostly does not open, and neither does what is made of it.
void remember_opened(std::string_view file);
std::string_view beginning_of(std::string_view input, Random& random);

// Changes one value of the document, or the order of what it holds.
void mutate(json::Value& document, Random& random);

// One of libFuzzer's own mutations. `mutated_text` is UTF-8 if the text is.
std::string mutated_bytes(std::string bytes);
std::string mutated_text(const std::string& text);

// Removes, repeats or swaps elements.
template <typename Sequence>
void rearrange(Sequence& sequence, Random& random) {
  if (sequence.empty()) return;
  const std::size_t one = place_below(sequence.size(), random);
  const std::size_t other = place_below(sequence.size(), random);
  const auto place = sequence.begin() + static_cast<std::ptrdiff_t>(one);
  switch (below(3, random)) {
    case 0:
      sequence.erase(place);
      break;
    case 1:
      sequence.insert(place, typename Sequence::value_type(sequence[other]));
      break;
    default:
      std::swap(sequence[one], sequence[other]);
      break;
  }
}

// Puts the input in place of the fuzzer's one. If it is too large, that one gets one of libFuzzer's
// own mutations. Gives the new size.
std::size_t replace_input(std::string_view input, std::uint8_t* data, std::size_t size,
                          std::size_t max_size);

}  // namespace bpetite::fuzz
