// A choice by the caller of encode (SpecialChoice): which literals of special tokens in a text
// become ids (S27a to S27d).
//
//   bpetite::encode(tokenizer, text, bpetite::SpecialChoice::all());        // each becomes its id
//   bpetite::encode(tokenizer, text, bpetite::SpecialChoice::only({"<|endoftext|>"}));
//                                                        // this one; any other is a ValueError
//   bpetite::encode(tokenizer, text, bpetite::SpecialChoice::ordinary());   // none: they are text
//   bpetite::encode(tokenizer, text, {});                // as the profile's rule says (S27a)
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace bpetite {

struct SpecialChoice {
  enum class Kind : std::uint8_t { by_profile, all, only, ordinary };

  Kind kind = Kind::by_profile;
  std::vector<std::string> literals;  // for `only`

  static SpecialChoice all() { return {Kind::all, {}}; }
  static SpecialChoice only(std::vector<std::string> literals) {
    return {Kind::only, std::move(literals)};
  }
  static SpecialChoice ordinary() { return {Kind::ordinary, {}}; }

  friend bool operator==(const SpecialChoice&, const SpecialChoice&) = default;
};

}  // namespace bpetite
