// IdsInOrder puts the ids of pieces of a text behind one another in a vector, in the order of the
// pieces, while several threads encode these.
//
//   pieces 0, 1, 2 with 10, 20, 5 ids      2 is ready first: it waits, its place is not known
//                                          0 is ready: it goes to 0, and 1 will go to 10
//                                          1 is ready: it goes to 10, and then 2 goes to 30
//
// Each thread copies its own pieces, so that no thread copies all of them or asks for all of the
// memory. A piece is small (its ids are still in the cache of the core that wrote them), and pieces
// are handed out in order, so few of them wait at a time.
// props/engine/engine_parallel.cpp finishes pieces in every order.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <bpetite/ids.hpp>

namespace bpetite::engine {

class IdsInOrder {
 public:
  // Called with a piece and the number of ids before it in the vector, by any thread.
  using Placed = std::function<void(std::size_t piece, std::size_t before)>;

  // Puts them behind the ids of the vector. Where its memory is too small for `expected` more, it
  // gets as much. The vector must not be used until done().
  IdsInOrder(std::vector<TokenId>& ids, std::size_t pieces, std::size_t expected,
             Placed placed = nullptr);

  // What one thread does. It must not outlive the IdsInOrder.
  class Thread {
   public:
    explicit Thread(IdsInOrder& all) : all_(all) {}
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;
    // What still waits is left to the others.
    ~Thread();

    // An empty vector for the ids of the next piece of this thread.
    std::vector<TokenId>& next();
    // They are all ids of this piece. Each piece is finished once.
    void finish(std::size_t piece);

   private:
    friend class IdsInOrder;
    using Waiting = std::pair<std::size_t, std::vector<TokenId>>;  // a piece and its ids

    IdsInOrder& all_;
    std::vector<TokenId> ids_;
    std::vector<Waiting> waiting_;
    std::vector<std::vector<TokenId>> spare_;  // memory that is used again
  };

  // When all pieces are finished and no Thread is left: the vector has all ids. Before, or without
  // this call, it has those that it had at first.
  void done();

 private:
  bool fits(std::size_t piece) const { return begins_[piece + 1] <= capacity_; }
  void know_size(std::size_t piece, std::size_t size);
  void copy(std::size_t piece, std::span<const TokenId> ids) const;
  void take_ready(std::vector<Thread::Waiting>& waiting, std::vector<Thread::Waiting>& ready) const;

  std::vector<TokenId>& ids_;
  std::size_t capacity_ = 0;
  bool is_new_ = false;  // whether the memory was not used before
  Placed placed_;
  std::mutex mutex_;                               // guards what follows
  std::vector<std::optional<std::size_t>> sizes_;  // of the pieces that are finished
  std::vector<std::size_t> begins_;    // begins_[i] and begins_[i + 1] are known for i below known_
  std::size_t known_ = 0;              // the first piece that is not finished
  std::vector<Thread::Waiting> left_;  // by threads that ended
};

}  // namespace bpetite::engine
