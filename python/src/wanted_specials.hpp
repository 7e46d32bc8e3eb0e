// Reads the arguments allowed_special and disallowed_special of Python, with the meaning that
// tiktoken gave them, and encodes a text by them, with or without the place of each id
// (WantedSpecials).
//
//   tokens <|a|>, <|b|>                     "x<|a|>y<|b|>"
//   neither argument                        what the profile's rule says (S27a)
//   allowed {}, disallowed "all"            ValueError: <|a|>
//   allowed {}, disallowed {}               both are ordinary text
//   allowed {<|a|>}, disallowed {}          x, the id of <|a|>, y<|b|> as ordinary text
//   allowed {<|a|>}, disallowed "all"       ValueError: <|b|>
//
// If a SpecialChoice, the library's own argument, can say the same, the library looks for special
// tokens while it encodes. If the profile refuses special tokens that are not allowed, that is so
// in all cases but the fourth. In any other case the text is cut here at the allowed literals, and
// the rest is encoded as ordinary text. The library would cut the text at the same places (S10).
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>
#include <vector>

#include <bpetite/offsets.hpp>
#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

#include "engine/scan/specials.hpp"

namespace bpetite::python {

namespace nb = nanobind;

class WantedSpecials {
 public:
  // Each argument is None, "all", or an iterable of literals. KeyError: one that is allowed is no
  // special token (S27d). TypeError: neither of them, or what is no str is among the literals.
  WantedSpecials(const Tokenizer& tokenizer, nb::handle given_allowed, nb::handle given_disallowed);
  WantedSpecials(const WantedSpecials&) = delete;
  WantedSpecials& operator=(const WantedSpecials&) = delete;

  // Whether the library does it all, by `choice`.
  bool is_plain() const { return is_plain_; }
  const SpecialChoice& choice() const { return choice_; }

  // The choice, for calls that need the library's. `area` begins the message. ValueError: the
  // library does not do it all.
  const SpecialChoice& plain_choice(const char* area) const;

  // The ids where it does not. ValueError: a literal that is disallowed stands in the text.
  std::vector<TokenId> encode_cut(const Tokenizer& tokenizer, std::string_view text) const;
  // The same with the span of each id. A special token has that of what was cut out (S28b).
  IdsWithOffsets encode_cut_with_offsets(const Tokenizer& tokenizer, std::string_view text,
                                         OffsetUnit unit) const;

 private:
  template <typename UsePart, typename UseSpecial>
  void cut(std::string_view text, const UsePart& use_part, const UseSpecial& use_special) const;

  bool is_plain_ = true;
  SpecialChoice choice_;
  std::vector<SpecialToken> allowed_;
  std::vector<SpecialToken> disallowed_;
  engine::scan::Specials allowed_places_;
  engine::scan::Specials disallowed_places_;
};

}  // namespace bpetite::python
