// SpanFinder finds the places in a text that the bytes of its ids came from (S28b, S28c), in bytes
// (byte_spans) or in scalars (scalar_spans).
//
//   ids of "ab €"      256 32 226 265      bytes    2 1 1 2    spans  0..2 2..3 3..4 4..6
//                                          scalars  2 1 1 0    spans  0..2 2..3 3..4 3..4
//
// The joined bytes of the ids are the normalized text. So the sizes of the tokens give the places
// in it, and the same places in the given text up to the first change of the normalizer. In the
// same way, the number of scalars that begin in each token gives places in scalars. The changes are
// read only for tokens that have a part in one. cut_behind() finds where a text is cut of which
// only the first ids are kept (Cut). Cost: one look-up a token, in a table of two bytes for each,
// and 16 bytes to write. props/offsets.cpp compares the spans with the reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"
#include "engine/decode.hpp"
#include "engine/normalize/nfc.hpp"

namespace bpetite::engine {

// A place in the given text.
struct TextPlace {
  std::size_t bytes = 0;    // number of bytes before it
  std::size_t scalars = 0;  // number of scalars that begin before it
};

class SpanFinder {
 public:
  // Both must outlive it.
  SpanFinder(const Table& table, const Decoder& decoder);

  // Replaces `spans` by the spans of the ids, in bytes of the text. `changes` are the groups of the
  // text that the normalizer changed.
  void byte_spans(std::string_view text, std::span<const TokenId> ids,
                  std::span<const normalize::Nfc::Change> changes, std::vector<Span>& spans) const;

  // The same spans in scalars of the text.
  void scalar_spans(std::string_view text, std::span<const TokenId> ids,
                    std::span<const normalize::Nfc::Change> changes,
                    std::vector<Span>& spans) const;

  // The size of the longest token, in bytes.
  std::size_t longest_token() const { return longest_token_; }

  // The size of the joined bytes of known ids.
  std::size_t joined_size(std::span<const TokenId> ids) const {
    std::size_t size = 0;
    for (const TokenId id : ids) {
      const std::size_t bytes = id < sizes_.size() ? sizes_[id].bytes : 0;
      size += bytes != 0 ? bytes : decoder_.bytes_of(id).size();
    }
    return size;
  }

 private:
  static constexpr std::size_t max_short = 127;

  struct Size {
    std::uint8_t bytes;        // 0: the token is long, or unknown, or a special above all others
    std::uint8_t scalars : 7;  // that begin in it
    bool begins_inside : 1;    // its first byte belongs to a scalar that began before it
  };

  template <bool in_scalars>
  std::size_t unchanged_spans(std::span<const TokenId> ids, std::size_t next_change,
                              TextPlace& place, std::span<Span> to) const;
  template <bool in_scalars>
  void write_spans(std::string_view text, std::span<const TokenId> ids,
                   std::span<const normalize::Nfc::Change> changes, std::vector<Span>& all) const;

  const Decoder& decoder_;
  std::vector<Size> sizes_;  // of the tokens
  std::size_t longest_token_;
};

// Where a text is cut after the first `size` bytes of its tokens, which have more bytes (S28d).
struct Cut {
  std::size_t covered = 0;
  std::size_t rest = 0;
};
Cut cut_behind(std::string_view text, std::size_t size,
               std::span<const normalize::Nfc::Change> changes);

}  // namespace bpetite::engine
