#include "engine/offsets.hpp"

#include <algorithm>

namespace bpetite::engine {
namespace {

using Change = normalize::Nfc::Change;

// Places in the normalized text, which never go back, as places in the given one.
class Origins {
 public:
  explicit Origins(std::span<const Change> changes) : changes_(changes) {}

  Span of(std::size_t place) {
    for (; !changes_.empty(); changes_ = changes_.subspan(1)) {
      const Change& next = changes_.front();
      const std::size_t begin = form_ + (next.begin - given_);
      if (place < begin) break;
      if (place < begin + next.form.size()) return {next.begin, next.end};
      form_ = begin + next.form.size();
      given_ = next.end;
    }
    const std::size_t at = given_ + (place - form_);
    return {at, at + 1};
  }

 private:
  std::span<const Change> changes_;  // those that do not end before the last place
  std::size_t form_ = 0;             // the end of the change before them, in the normalized text
  std::size_t given_ = 0;            // and in the given one
};

// Whether a byte of a scalar is not its first one.
bool is_inside(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Counts the scalars of a text up to places that never go back.
class ScalarCounter {
 public:
  explicit ScalarCounter(std::string_view text) : text_(text) {}

  std::size_t before(std::size_t place) {
    for (; at_ < place; ++at_) count_ += is_inside(text_[at_]) ? 0U : 1U;
    return count_;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t count_ = 0;
};

}  // namespace

std::vector<Span> byte_spans(std::span<const TokenId> ids, const Decoder& decoder,
                             std::span<const Change> changes) {
  std::vector<Span> spans(ids.size());
  Origins first(changes);
  Origins last(changes);
  std::size_t at = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::size_t end = at + decoder.bytes_of(ids[i]).size();
    spans[i] = changes.empty() ? Span{at, end} : Span{first.of(at).begin, last.of(end - 1).end};
    at = end;
  }
  return spans;
}

Cut cut_behind(std::string_view text, std::size_t size, std::span<const Change> changes) {
  Origins origins(changes);
  const std::size_t covered = size == 0 ? 0 : origins.of(size - 1).end;
  std::size_t rest = origins.of(size).begin;
  while (is_inside(text[rest])) --rest;
  return {covered, rest};
}

void count_scalars(std::string_view text, std::span<Span> spans) {
  ScalarCounter begins(text);
  ScalarCounter ends(text);
  Span last;     // in bytes
  Span counted;  // in scalars
  for (Span& span : spans) {
    // Most spans begin with a scalar, where the last one ended: it is known how many are before it.
    const bool is_next = span.begin == last.end && !is_inside(text[span.begin]);
    last = span;
    // S28c: the scalar that holds the first byte, and the one after that which holds the last.
    const std::size_t begin = is_next ? counted.end : begins.before(span.begin + 1) - 1;
    counted = {begin, ends.before(span.end)};
    span = counted;
  }
}

}  // namespace bpetite::engine
