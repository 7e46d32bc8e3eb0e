// Streams of the public interface (Stream). Each holds its tokenizer, so that the encoder lives as
// long as the stream.
#include <bpetite/stream.hpp>

#include <utility>

#include "bpetite/access.hpp"
#include "engine/motion/stream.hpp"

namespace bpetite {

struct Stream::State {
  Tokenizer tokenizer;
  engine::motion::Stream stream;

  State(Tokenizer given, MotionOptions options)
      : tokenizer(std::move(given)),
        stream(TokenizerAccess::model(tokenizer).encoder(), std::move(options.specials),
               options.max_pending) {}
};

Stream::Stream(Tokenizer tokenizer, MotionOptions options)
    : state_(std::make_unique<State>(std::move(tokenizer), std::move(options))) {}
Stream::~Stream() = default;
Stream::Stream(Stream&&) noexcept = default;
Stream& Stream::operator=(Stream&&) noexcept = default;
Stream::Stream(const Stream& other) : state_(std::make_unique<State>(*other.state_)) {}
Stream& Stream::operator=(const Stream& other) { return *this = Stream(other); }

std::vector<TokenId> Stream::push(std::string_view bytes) {
  std::vector<TokenId> ids;
  state_->stream.push(bytes, ids);
  return ids;
}

std::vector<TokenId> Stream::finish() {
  std::vector<TokenId> ids;
  state_->stream.finish(ids);
  return ids;
}

std::size_t Stream::pending() const { return state_->stream.pending(); }

}  // namespace bpetite
