// Decoding ids as they arrive, as a model gives them one by one.
//
//   bpetite::StreamDecoder stream(tokenizer);
//   while (const auto id = next_id()) {
//     show(stream.add({&*id, 1}));     // "" until a scalar is whole
//   }
//   stream.finish();
//
// What add() returned, joined, is what Tokenizer::decode gives for all ids at once.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <bpetite/tokenizer.hpp>

namespace bpetite {

// One thread may use it at a time. Memory: the ids of one call, and up to three bytes.
class StreamDecoder {
 public:
  explicit StreamDecoder(Tokenizer tokenizer);

  // The text that these ids complete: whole scalars, of which the last bytes may be held back until
  // the ids that follow. Places in errors are counted from the first id, and the first byte, of the
  // stream.
  // KeyError: an id is unknown (FR-22). UnicodeDecodeError: no text goes on like that (FR-23). Then
  // nothing of these ids was taken.
  std::string add(std::span<const TokenId> ids);

  // The end of the stream; the next id is the first of another one.
  // UnicodeDecodeError: it ends within a scalar (FR-23); what was held back is dropped.
  void finish();

 private:
  Tokenizer tokenizer_;
  std::string held_;         // the beginning of a scalar
  std::uint64_t ids_ = 0;    // taken so far,
  std::uint64_t bytes_ = 0;  // and given out
};

}  // namespace bpetite
