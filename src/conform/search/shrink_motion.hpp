// Makes the input of a case about text in motion smaller (shrink_motion): fewer pieces, edits,
// parts or ids, shorter and plainer texts, fewer options. shrink calls it in each round.
//
//   stream "The " "cat<|endof" "text|>s"      becomes     stream "<" "|endoftext|>"
#pragma once

#include <functional>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::search {

struct MotionShrinking {
  const suite::Vector& best;  // the smallest case so far
  // Tries a candidate. If it still fails, it becomes the best.
  std::function<bool(suite::Vector)> accepts;
  std::function<bool()> tired;  // true: a limit is reached
};

void shrink_motion(const MotionShrinking& shrinking);

}  // namespace bpetite::conform::search
