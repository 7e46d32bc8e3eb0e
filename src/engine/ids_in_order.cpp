// Puts the ids of pieces behind one another (IdsInOrder). A piece has a place as soon as all pieces
// before it are finished. Its ids are copied by the thread that encoded them, behind the end of the
// vector, which done() then moves. Pieces for which the vector has no memory wait for done().
#include "engine/ids_in_order.hpp"

#include <algorithm>
#include <iterator>
#include <new>

#include "engine/machine/large_pages.hpp"
#include "engine/machine/longer.hpp"

namespace bpetite::engine {

IdsInOrder::IdsInOrder(std::vector<TokenId>& ids, std::size_t pieces, std::size_t expected,
                       Placed placed)
    : ids_(ids), placed_(std::move(placed)), sizes_(pieces), begins_(pieces + 1) {
  left_.reserve(pieces);  // so that the end of a thread cannot fail
  if (ids.capacity() - ids.size() < expected) {
    try {
      ids.reserve(ids.size() + expected);
      is_new_ = true;
    } catch (const std::bad_alloc&) {
      // There are fewer ids than bytes: done() asks for as much as they need.
    }
  }
  capacity_ = ids.capacity();
  begins_[0] = ids.size();
}

// The mutex is held.
void IdsInOrder::know_size(std::size_t piece, std::size_t size) {
  sizes_[piece] = size;
  for (; known_ < sizes_.size() && sizes_[known_]; ++known_) {
    begins_[known_ + 1] = begins_[known_] + *sizes_[known_];
  }
}

// Takes those for which the vector has a place. The mutex is held.
void IdsInOrder::take_ready(std::vector<Thread::Waiting>& waiting,
                            std::vector<Thread::Waiting>& ready) const {
  const auto waits = [&](const Thread::Waiting& one) {
    return one.first >= known_ || !fits(one.first);
  };
  const auto rest = std::partition(waiting.begin(), waiting.end(), waits);
  std::move(rest, waiting.end(), std::back_inserter(ready));
  waiting.erase(rest, waiting.end());
}

// To a place that is known, behind the end of the vector.
void IdsInOrder::copy(std::size_t piece, std::span<const TokenId> ids) const {
  TokenId* const to = ids_.data() + begins_[piece];
  if (is_new_) machine::make_ready(to, ids.size() * sizeof(TokenId));
  std::ranges::copy(ids, to);
  if (placed_) placed_(piece, begins_[piece]);
}

std::vector<TokenId>& IdsInOrder::Thread::next() {
  if (!spare_.empty()) {
    ids_ = std::move(spare_.back());
    spare_.pop_back();
  }
  ids_.clear();
  return ids_;
}

void IdsInOrder::Thread::finish(std::size_t piece) {
  const std::size_t size = ids_.size();
  waiting_.emplace_back(piece, std::exchange(ids_, {}));
  std::vector<Waiting> ready;
  {
    const std::lock_guard lock(all_.mutex_);
    all_.know_size(piece, size);
    all_.take_ready(waiting_, ready);
    all_.take_ready(all_.left_, ready);
  }
  for (auto& [done, ids] : ready) {
    all_.copy(done, ids);
    spare_.push_back(std::move(ids));
  }
}

IdsInOrder::Thread::~Thread() {
  const std::lock_guard lock(all_.mutex_);
  std::ranges::move(waiting_, std::back_inserter(all_.left_));
}

// A thread may have ended before the places of its last pieces were known.
void IdsInOrder::done() {
  std::vector<Thread::Waiting> ready;
  take_ready(left_, ready);
  for (const auto& [piece, ids] : ready) copy(piece, ids);
  std::size_t copied = 0;
  while (copied < sizes_.size() && fits(copied)) ++copied;
  machine::take_in(ids_, begins_[copied]);

  ids_.reserve(begins_.back());
  std::ranges::sort(left_, {}, &Thread::Waiting::first);
  for (const auto& [piece, ids] : left_) {
    ids_.insert(ids_.end(), ids.begin(), ids.end());
    if (placed_) placed_(piece, begins_[piece]);
  }
}

}  // namespace bpetite::engine
