// ScalarSet is a set of scalars, as the classes of patterns need it (S25c), with union (with),
// intersection (within) and complement. has() says whether a scalar is in the set.
//
//   ScalarSet::range('a', 'c').with(ScalarSet::range('x', 'x'))     a b c x
//
// The set is kept as ranges in ascending order that neither overlap nor touch (ScalarRange,
// ranges). Surrogates are not scalars, and are in no set.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace bpetite::pattern {

// All scalars from first to last, both included.
struct ScalarRange {
  char32_t first;
  char32_t last;

  bool operator==(const ScalarRange&) const = default;
};

class ScalarSet {
 public:
  ScalarSet() = default;
  // Ranges in any order, which may overlap.
  explicit ScalarSet(std::vector<ScalarRange> ranges);
  static ScalarSet range(char32_t first, char32_t last) { return ScalarSet({{first, last}}); }
  static ScalarSet all();

  bool has(char32_t scalar) const;
  bool empty() const { return ranges_.empty(); }
  std::span<const ScalarRange> ranges() const { return ranges_; }

  ScalarSet with(const ScalarSet& other) const;    // the scalars of both sets
  ScalarSet within(const ScalarSet& other) const;  // the scalars that are in both sets
  ScalarSet complement() const;                    // the scalars that are not in it

  bool operator==(const ScalarSet&) const = default;

 private:
  std::vector<ScalarRange> ranges_;
  std::array<bool, 128> ascii_ = {};  // the same for ASCII, which is asked for most
};

}  // namespace bpetite::pattern
