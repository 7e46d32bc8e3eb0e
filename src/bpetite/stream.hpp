// Stream encodes a text that comes in pieces: ids come out as soon as no text behind them can
// change them (S60). All ids together are those of the whole text, wherever it was cut into pieces.
//
//   bpetite::Stream stream(tokenizer);
//   while (read(piece)) send(stream.push(piece));      // bytes; a scalar may be cut
//   send(stream.finish());
//
// The ids of a template (S26i) are not among them: they stand before and behind those of the text.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

namespace bpetite {

struct MotionOptions {
  SpecialChoice specials = {};                     // as for encode (S27)
  std::size_t max_pending = std::size_t{1} << 20;  // bytes that may wait for more text (S60e)
};

// One thread may use it at a time. After it was moved from, it can only be assigned or destroyed.
// Memory: what waits, and that of a call of encode.
class Stream {
 public:
  // ValueError or KeyError: a choice of special tokens that does not exist (S27d).
  explicit Stream(Tokenizer tokenizer, MotionOptions options = {});
  ~Stream();
  Stream(Stream&&) noexcept;
  Stream& operator=(Stream&&) noexcept;
  // A copy is independent of the stream.
  Stream(const Stream&);
  Stream& operator=(const Stream&);

  // The ids that these bytes complete. Errors count bytes from the start of the stream; after an
  // error none of these bytes was taken (S60f).
  // UnicodeDecodeError: the bytes cannot become UTF-8 (S1a). ValueError: a special token that is
  // not allowed (S27a), or more than `max_pending` bytes would wait (S60e). Only after a
  // std::bad_alloc the stream may be unusable: then each further call throws std::bad_alloc too.
  std::vector<TokenId> push(std::string_view bytes);

  // All other ids. The next bytes begin a new text. UnicodeDecodeError: the text ends within a
  // scalar. ValueError: a special token at its end is not allowed. After an error the text has not
  // ended.
  std::vector<TokenId> finish();

  // How many bytes of the text, as it was given, wait for more text (S60e).
  std::size_t pending() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bpetite
