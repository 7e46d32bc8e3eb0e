// Finds the special tokens of a text (spec/05-special.md): all those of a list (split_specials), or
// those that a profile and the choice of the caller ask for (segments_of).
//
//   "a<|endoftext|>b"     gives   "a"  258  "b"
//
// A Segment is a text or a FoundSpecial. A NormalizedSegment is a normalized text or an id. The
// steps of segments_of() are functions too: the tokens in the given text (given_segments), those in
// the normalized text between them (normalized_segments), and the space before a segment
// (with_prefix_space).
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/special.hpp>

#include "core/table.hpp"

namespace bpetite::reference {

// A special token that was found in a text.
struct FoundSpecial {
  TokenId id = 0;
  std::string_view taken;  // the literal, and the white space beside it that it takes (S27g)
  std::size_t before = 0;  // the bytes of white space before the literal

  bool operator==(const FoundSpecial&) const = default;
};

// Ordinary text between special tokens, or a special token (S10).
using Segment = std::variant<std::string_view, FoundSpecial>;

// The same with a text of its own, in the form of the profile (S30e).
using NormalizedSegment = std::variant<std::string, TokenId>;

// The segments of a text in order. The leftmost special token comes first; if several begin at
// the same place, the longest is taken. No segment of text is empty.
std::vector<Segment> split_specials(std::string_view text,
                                    const std::vector<SpecialToken>& specials);

// The segments of a text as the table's profile and the choice say, before any is normalized: with
// the added tokens that are found in the text as it is given (S30e). Errors as below.
std::vector<Segment> given_segments(std::string_view text, const Table& table,
                                    const SpecialChoice& choice);

// The segments of a stretch between them, once it is normalized: with those that are found there.
std::vector<Segment> normalized_segments(std::string_view form, const Table& table,
                                         const SpecialChoice& choice);

// A segment of ordinary text, with the space that the profile puts before it (S30g).
std::string with_prefix_space(std::string segment, const Profile& profile);

// The same as the table's profile and the choice say (S27a to S27c), with the ordinary text
// normalized, and the space before it. ValueError for a special token that is not allowed;
// ValueError and KeyError for a choice that there is not (S27d).
std::vector<NormalizedSegment> segments_of(std::string_view text, const Table& table,
                                           const SpecialChoice& choice);

}  // namespace bpetite::reference
