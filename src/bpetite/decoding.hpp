// Decodes ids as they arrive, for instance one by one from a model.
//
//   bpetite::StreamDecoder stream(tokenizer);
//   while (const auto id = next_id()) {
//     show(stream.add({&*id, 1}));     // "" until a scalar is whole
//   }
//   stream.finish();
//
// The joined results of add() are what Tokenizer::decode gives for all ids at once.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <bpetite/tokenizer.hpp>

namespace bpetite {

// One thread may use it at a time. It keeps the ids of one call and up to three bytes in memory.
class StreamDecoder {
 public:
  explicit StreamDecoder(Tokenizer tokenizer);

  // The text that these ids complete. The bytes of an incomplete scalar at the end wait for the
  // next ids. Errors count ids and bytes from the start of the stream.
  // KeyError: an id is unknown (FR-22). UnicodeDecodeError: the bytes cannot become UTF-8
  // (FR-23). After an error, none of these ids was taken.
  std::string add(std::span<const TokenId> ids);

  // Ends the stream. The next id begins a new one.
  // UnicodeDecodeError: the stream ends within a scalar (FR-23). The bytes that waited are
  // dropped.
  void finish();

 private:
  Tokenizer tokenizer_;
  std::string held_;         // the beginning of a scalar
  std::uint64_t ids_ = 0;    // taken so far,
  std::uint64_t bytes_ = 0;  // and given out
};

}  // namespace bpetite
