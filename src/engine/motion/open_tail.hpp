// OpenTail holds the last ids of an open text, those that are not final, and finds out how they can
// go on: it compares them with each way in which the end of the text can be cut (open_ends.hpp),
// and tries texts that may follow.
//
//   merge (10,10), ids 10 10      one chunk: does not fit      a chunk each: fits; "m" follows
//
// A closed chunk must have the given ids. An open chunk must have the ids that merging gives for
// its bytes, and the text that follows must leave the last of them as it is (S63d). Cost: for each
// of at most eight ways, a merge of the last chunks (of a long chunk only a merge of each pair of
// its ids); and a merge of the last id for each text that is tried: some thousand, and if none of
// them gives the ids, the tokens of the vocabulary. props/motion/continuation.cpp compares it with
// the reference.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/motion.hpp>

#include "engine/encode.hpp"
#include "engine/motion/open_cuts.hpp"
#include "engine/motion/open_ends.hpp"

namespace bpetite::engine::motion {

// The bytes at the end that begin a scalar and do not complete it: none to three. The rest must be
// well-formed.
std::string_view cut_scalar_of(std::string_view bytes);

// All bytes that complete a scalar, or many of them where there are thousands. Of an empty one: the
// empty text.
std::vector<std::string> completions_of(std::string_view cut_scalar);

class OpenTail {
 public:
  // Whether a text that follows gives the ids.
  using GoesOn = std::function<bool(std::string_view text)>;

  // The text of the ids begins where a chunk does, and may end inside a scalar. `cuts` have read
  // its whole scalars, and one table must cut them. There are ids. All must outlive it.
  OpenTail(const Encoder& encoder, std::span<const TokenId> ids, std::string_view text,
           const OpenCuts& cuts);

  // Yes with a text for which goes_on() holds; no if there cannot be such a text; unknown if none
  // was found. The index is not set.
  Continuation find(const GoesOn& goes_on);

 private:
  bool fits(const OpenEnd& way) const;
  bool is_closed(const OpenEnd& way) const { return way.ends_here && cut_scalar_.empty(); }
  bool leaves_last(std::string_view text) const;
  template <typename Take>
  bool with_token(std::string_view token, const OpenEnd& way, const Take& take) const;
  std::string rest_of(const OpenEnd& way) const;
  Continuation find_by_classes(const GoesOn& goes_on) const;
  Continuation find_by_tokens(const GoesOn& goes_on) const;

  const Encoder& encoder_;
  std::span<const TokenId> ids_;
  std::string_view text_;
  std::string_view cut_scalar_;
  const OpenCuts& cuts_;
  const compile::CutTable& table_;
  std::string_view last_;                          // the bytes of the last id
  std::vector<OpenEnd> ways_;                      // those that fit the ids, the closed ones first
  std::vector<std::vector<std::string>> scalars_;  // some of each class
  std::vector<std::vector<std::string>> first_;    // the same, or what completes the cut scalar
};

}  // namespace bpetite::engine::motion
