// Runs the table that cuts texts with every sequence of classes (open_ends), and keeps what becomes
// of the last ends.
//
//   two ends, of which the table may remove one      kept 1, or kept 2 and an end here, ...
#include "engine/motion/open_ends.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace bpetite::engine::motion {

using compile::CutTable;

namespace {

// The state behind some scalars: the row, and the last ends as a stack. At the bottom are the ends
// of the open text, then the one at its end, then those behind it.
struct Reached {
  std::uint32_t row = 0;
  std::size_t kept = 0;    // of the ends of the open text that may be removed
  bool ends_here = false;  // one at its end
  std::size_t behind = 0;
  std::vector<std::uint8_t> classes;

  auto key() const { return std::tuple(row, kept, ends_here, behind); }
};

// The next scalar, or the end of the text.
void step(const CutTable& table, std::size_t scalar_class, Reached& reached) {
  const CutTable::Entry entry = table.entries[reached.row + scalar_class];
  std::size_t taken = CutTable::taken(entry);
  const auto take = [&](std::size_t from) {
    const std::size_t count = std::min(taken, from);
    taken -= count;
    return from - count;
  };
  reached.behind = take(reached.behind);
  if (reached.ends_here && taken > 0) {
    reached.ends_here = false;
    --taken;
  }
  reached.kept = take(reached.kept);
  const bool is_put = (entry & CutTable::put) != 0 || scalar_class == table.end_class();
  if (is_put && reached.classes.empty()) {
    reached.ends_here = true;
  } else if (is_put) {
    ++reached.behind;
  }
  reached.row = CutTable::next(entry);
}

}  // namespace

std::vector<OpenEnd> open_ends(const CutTable& table, std::uint32_t row, std::size_t ends) {
  const std::size_t may_go = std::min<std::size_t>(table.open[row / table.stride()], ends);
  std::vector<OpenEnd> ways;
  const auto add_way = [&](const Reached& reached, std::size_t begin) {
    const OpenEnd way{may_go - reached.kept, reached.ends_here, reached.classes};
    const bool is_new = std::none_of(
        ways.begin() + static_cast<std::ptrdiff_t>(begin), ways.end(), [&](const OpenEnd& other) {
          return other.removed == way.removed && other.ends_here == way.ends_here;
        });
    if (is_new) ways.push_back(way);
  };
  for (std::size_t first = 0; first <= table.classes.size(); ++first) {
    const std::size_t begin = ways.size();
    std::set<decltype(Reached().key())> seen;
    std::vector<Reached> queue;
    const auto add = [&](Reached from, std::size_t scalar_class) {
      step(table, scalar_class, from);
      if (scalar_class == table.end_class()) return add_way(from, begin);
      from.classes.push_back(static_cast<std::uint8_t>(scalar_class));
      // Nothing that follows removes an end of the open text, or the one at its end.
      if (table.open[from.row / table.stride()] <= from.behind) return add_way(from, begin);
      if (seen.insert(from.key()).second) queue.push_back(std::move(from));
    };
    add({row, may_go, false, 0, {}}, first);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (std::size_t next = 0; next <= table.classes.size(); ++next) add(queue[i], next);
    }
  }
  return ways;
}

}  // namespace bpetite::engine::motion
