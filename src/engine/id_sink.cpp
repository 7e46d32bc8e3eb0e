// Appends ids to a vector (VectorSink), and decides how much memory the vector gets, so that it is
// seldom copied and not much too large. expect() announces a text, and reserves memory for a text
// of 32 MB or more before its ids come. add() appends ids. If the memory is used up, add() reserves
// more, by the number of ids for each byte so far.
#include "engine/id_sink.hpp"

#include <new>

#include "engine/machine/longer.hpp"

namespace bpetite::engine {

// Reserves space for as many ids as a long text has bytes. Pages that are never written cost
// nothing, while a vector that grows exists twice during each copy. If the system refuses the
// memory, reserve_for() lets the vector grow. It does so for short texts too: their ids then use
// memory that the program used before, which costs less than new pages.
void VectorSink::expect(std::size_t bytes) {
  expected_ += bytes;
  if (bytes < std::size_t{32} << 20) return;
  try {
    ids_.reserve(ids_.size() + bytes);
  } catch (const std::bad_alloc&) {
  }
}

// Memory that the caller keeps was used before: asking for its pages would cost 50 us a call.
void VectorSink::touch(std::size_t more) {
  if (ids_.data() == given_) return;
  pages_.touch(ids_.data(), ids_.size() * sizeof(TokenId), (ids_.size() + more) * sizeof(TokenId),
               ids_.capacity() * sizeof(TokenId));
}

TokenId* VectorSink::space(std::size_t most) {
  if (ids_.capacity() - ids_.size() < most) return nullptr;
  touch(most);
  return ids_.data() + ids_.size();
}

void VectorSink::add(std::span<const TokenId> ids, std::size_t bytes) {
  done_ += bytes;
  if (ids.data() == ids_.data() + ids_.size() && !ids.empty()) {
    machine::take_in(ids_, ids_.size() + ids.size());
    return;
  }
  reserve_for(ids.size());
  touch(ids.size());
  ids_.insert(ids_.end(), ids.begin(), ids.end());
}

// Reserves memory for the ids to come, as many for each byte as there were so far: a vector that
// grows by doubling is copied over and over. The rest of a long text may be in another language,
// with more ids for each byte. Memory that stays empty costs nothing, if the program used it
// before.
void VectorSink::reserve_for(std::size_t more) {
  if (ids_.size() + more <= ids_.capacity()) return;
  constexpr std::size_t long_text = std::size_t{1} << 20;
  // malloc gives memory that was used before for up to 32 MB. Larger blocks are always new pages.
  constexpr std::size_t most_reused = ((std::size_t{32} << 20) - (std::size_t{1} << 16)) / 4;
  const auto at_share = [this](double share) {
    return static_cast<std::size_t>(1.05 * share * static_cast<double>(expected_));
  };
  const std::size_t needed =
      done_ == 0 ? std::min(at_share(0.35), most_reused)
                 : at_share(static_cast<double>(ids_.size() - first_) / static_cast<double>(done_));
  const std::size_t spare = expected_ < long_text ? 0 : std::min(expected_ / 2, most_reused);
  ids_.reserve(std::max({ids_.size() + more, first_ + std::max(needed, spare),
                         ids_.capacity() + ids_.capacity() / 2}));
}

}  // namespace bpetite::engine
