// Lists 34 byte sequences that are not UTF-8, each with a name and a comment that says what is
// wrong with it. Vectors (test cases) for pre-tokenizing, encoding, decoding and training use them.
#pragma once

#include <array>
#include <string_view>

namespace bpetite::generate {

struct IllFormed {
  std::string_view name;
  std::string_view hex;
  std::string_view comment;
};

inline constexpr std::array<IllFormed, 34> ill_formed = {{
    {"continuation", "80", "UTF-02: a continuation without a lead"},
    {"continuation-last", "bf", "UTF-02: the last continuation"},
    {"two-continuations", "8080", "two of them"},
    {"lead-2-end", "c3", "a lead of two at the end of the text"},
    {"lead-3-end", "e2", "a lead of three at the end"},
    {"lead-4-end", "f0", "a lead of four at the end"},
    {"cut-3", "e280", "UTF-01: two bytes of three"},
    {"cut-3-more", "e6ad", "UTF-01: two bytes of three, another lead"},
    {"cut-4", "f09f", "DEC-07: two bytes of four"},
    {"cut-4-last", "f09f98", "DEC-07: three bytes of four"},
    {"cut-then-letter", "e28061", "DEC-07: a letter where a continuation is due"},
    {"cut-then-space", "61c320", "a space where a continuation is due"},
    {"cut-then-lead", "c3c3a9", "a lead where a continuation is due"},
    {"cut-4-then-letter", "f09f9861", "the same in a sequence of four"},
    {"extra", "c3a9a9", "a continuation too many"},
    {"overlong-c0", "c080", "DEC-07: NUL in two bytes"},
    {"overlong-c1", "c1bf", "U+007F in two bytes"},
    {"overlong-e0", "e08080", "NUL in three bytes"},
    {"overlong-e0-last", "e09fbf", "U+07FF in three bytes"},
    {"overlong-f0", "f0808080", "NUL in four bytes"},
    {"overlong-f0-last", "f08fbfbf", "U+FFFF in four bytes"},
    {"surrogate-first", "eda080", "UTF-03, DEC-07: the first surrogate"},
    {"surrogate-last", "edbfbf", "UTF-03: the last"},
    {"surrogate-pair", "eda0bdedb880", "UTF-03: a pair of them, as CESU-8 writes it"},
    {"surrogate-low", "edb880", "UTF-04: a low one alone"},
    {"surrogate-text", "61eda08062", "UTF-04: between letters"},
    {"beyond", "f4908080", "DEC-07: U+110000"},
    {"beyond-f5", "f5808080", "a lead that only exists beyond U+10FFFF"},
    {"five-bytes", "f888808080", "five bytes, as UTF-8 once had"},
    {"fe", "fe", "a byte that is in no UTF-8"},
    {"ff", "ff", "another"},
    {"late", "68656c6c6f20776f726c6480", "after a long stretch that is well-formed"},
    {"early", "8068656c6c6f", "before one"},
    {"after-special", "3c7c656e646f66746578747c3eff", "behind a special token"},
}};

}  // namespace bpetite::generate
