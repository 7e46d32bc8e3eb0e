// Helpers for the tests of the interface for C: opens a tokenizer, which frees itself (open_in_c),
// and shows an error as other tests show those of C++ (shown_in_c).
//
//   shown_in_c(bpetite_open("", NULL, &tokenizer)) == error_of([] { bpetite::open(""); })
#pragma once

#include <bpetite/bpetite.h>

#include <memory>
#include <string>

#include <fmt/format.h>

#include "support/property.hpp"

namespace bpetite::test {

struct FreeTokenizer {
  void operator()(bpetite_tokenizer* tokenizer) const { bpetite_tokenizer_free(tokenizer); }
};
using OpenedInC = std::unique_ptr<bpetite_tokenizer, FreeTokenizer>;

// Shows an error as "ValueError: encode: ...", or as "none", and frees it.
inline std::string shown_in_c(bpetite_error* error) {
  if (error == nullptr) return "none";
  std::string text = fmt::format("{}: {}", bpetite_error_name(error), bpetite_error_message(error));
  bpetite_error_free(error);
  return text;
}

inline OpenedInC open_in_c(const std::string& path, const char* profile = nullptr) {
  bpetite_tokenizer* tokenizer = nullptr;
  REQUIRE(shown_in_c(bpetite_open(path.c_str(), profile, &tokenizer)) == "none");
  return OpenedInC(tokenizer);
}

}  // namespace bpetite::test
