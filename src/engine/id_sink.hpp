// IdSink receives the ids of texts from the encoder in batches. Four classes store them:
//
//   VectorSink    appends them to a vector
//   SpanSink      puts them into memory of a fixed size as far as they fit, and counts all of them
//   NarrowSink    appends them to a vector of ids of 16 bits; no id may be above 65,535
//   FirstSink     appends the first ones to a vector, and is full when one more comes
//
// A sink is told how many bytes of text will come (expect), can offer a buffer to write to (space),
// gets ids (add), and says when it needs no more ids (is_full). An example: FirstSink(ids, 3) gets
// the ids 7 8 9 10, keeps 7 8 9, and is full.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <bpetite/ids.hpp>

#include "engine/machine/large_pages.hpp"

namespace bpetite::engine {

class IdSink {
 public:
  virtual ~IdSink() = default;

  // Announces the number of bytes of text that will be encoded.
  virtual void expect(std::size_t /*bytes*/) {}

  // Returns a buffer for up to `most` ids, or null. The caller may write to all of it, even if it
  // then adds fewer ids.
  virtual TokenId* space(std::size_t /*most*/) { return nullptr; }

  // Whether no more ids are needed. Ids that are added all the same are not kept.
  virtual bool is_full() const { return false; }

  // Adds the ids of the next `bytes` bytes of text. `ids` may point to the buffer that space()
  // returned.
  virtual void add(std::span<const TokenId> ids, std::size_t bytes) = 0;
};

class VectorSink final : public IdSink {
 public:
  explicit VectorSink(std::vector<TokenId>& ids)
      : ids_(ids), first_(ids.size()), given_(ids.data()) {}

  // How many ids the vector holds.
  std::size_t size() const { return ids_.size(); }

  void expect(std::size_t bytes) override;
  // Memory behind the ids that the vector has, where there is enough of it.
  TokenId* space(std::size_t most) override;
  void add(std::span<const TokenId> ids, std::size_t bytes) override;

 private:
  void reserve_for(std::size_t more);
  void touch(std::size_t more);

  std::vector<TokenId>& ids_;
  std::size_t first_;
  const TokenId* given_;      // the memory that the vector had at first
  std::size_t expected_ = 0;  // bytes of all texts that will be encoded
  std::size_t done_ = 0;      // bytes of the texts that were encoded
  machine::FreshPages pages_;
};

class SpanSink final : public IdSink {
 public:
  explicit SpanSink(std::span<TokenId> space) : space_(space) {}

  // The number of all ids that were added. Ids after the end of the space are not kept.
  std::size_t size() const { return size_; }

  TokenId* space(std::size_t most) override {
    return size_ + most <= space_.size() ? space_.data() + size_ : nullptr;
  }
  void add(std::span<const TokenId> ids, std::size_t /*bytes*/) override {
    if (size_ < space_.size()) {
      TokenId* const to = space_.data() + size_;
      if (ids.data() != to)
        std::copy_n(ids.data(), std::min(ids.size(), space_.size() - size_), to);
    }
    size_ += ids.size();
  }

 private:
  std::span<TokenId> space_;
  std::size_t size_ = 0;
};

class FirstSink final : public IdSink {
 public:
  // At most `most` ids go into the vector.
  FirstSink(std::vector<TokenId>& ids, std::size_t most) : ids_(ids), left_(most) {}

  // It is full once it was given an id too many.
  bool is_full() const override { return is_full_; }
  // The bytes of text whose ids were added, kept or not.
  std::size_t bytes() const { return bytes_; }

  void add(std::span<const TokenId> ids, std::size_t bytes) override {
    bytes_ += bytes;
    const std::size_t kept = std::min(left_, ids.size());
    ids_.insert(ids_.end(), ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(kept));
    left_ -= kept;
    is_full_ = is_full_ || kept < ids.size();
  }

 private:
  std::vector<TokenId>& ids_;
  std::size_t left_;
  std::size_t bytes_ = 0;
  bool is_full_ = false;
};

class NarrowSink final : public IdSink {
 public:
  // No id may be above 65,535.
  explicit NarrowSink(std::vector<std::uint16_t>& ids) : ids_(ids) {}

  void add(std::span<const TokenId> ids, std::size_t /*bytes*/) override {
    const std::size_t before = ids_.size();
    ids_.resize(before + ids.size());
    std::transform(ids.begin(), ids.end(), ids_.begin() + static_cast<std::ptrdiff_t>(before),
                   [](TokenId id) { return static_cast<std::uint16_t>(id); });
  }

 private:
  std::vector<std::uint16_t>& ids_;
};

}  // namespace bpetite::engine
