// Recognises answers that are those of other texts of the same run (S71).
//
//   texts      a   b   c           a   b   c
//   right      64  65  66          64  65  66
//   replies    -   64  65          65  66  64
//              shifted by 1        another order
//
// A pool of threads that does not wait for its turn does this, and a line too many or too few.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <bpetite/ids.hpp>

#include "conform/ask/reply.hpp"

namespace bpetite::conform::ask {

// What a text is to be answered with: its ids, or nothing for a refusal.
using RightReply = std::optional<std::vector<TokenId>>;

struct OtherOrder {
  // 1: each reply is that of the text before its own. -1: of the text after it. 0: of some text.
  std::ptrdiff_t shift = 0;
  std::size_t wrong = 0;  // the replies that are wrong where they stand

  std::string name() const;  // "shifted-by-one" or "another-order"
  std::string says() const;  // the same as a sentence
};

// The order, if it explains every wrong reply: each is right one place further, or each is right
// for another text, and none is so twice. Replies with a fault do not count.
std::optional<OtherOrder> order_of(std::span<const RightReply> right,
                                   std::span<const Reply> replies);

}  // namespace bpetite::conform::ask
