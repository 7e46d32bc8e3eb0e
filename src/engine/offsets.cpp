// Finds for each id the part of the given text that it comes from, in bytes or scalars, by adding
// up the sizes of the tokens (SpanFinder). The changes that the encoder made to the text are looked
// up only where a token has a part in one, or may have. cut_behind() finds where a text is cut if
// only its first ids are kept: how much of the text these ids cover, and where the rest begins.
#include "engine/offsets.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "core/slices.hpp"
#include "core/utf8.hpp"
#include "engine/machine/large_pages.hpp"

namespace bpetite::engine {
namespace {

using Change = normalize::Nfc::Change;

// Turns places in the normalized text into places in the given one. The places must not go back.
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

  // The beginning of the first change that does not end before the last place, in the given text.
  std::size_t next_change() const {
    return changes_.empty() ? std::numeric_limits<std::size_t>::max() : changes_.front().begin;
  }

 private:
  std::span<const Change> changes_;  // those that do not end before the last place
  std::size_t form_ = 0;             // the end of the change before them in the normalized text
  std::size_t given_ = 0;            // the same end in the given text
};

// Counts the scalars that begin before a place. The places must not go back.
class ScalarCounter {
 public:
  explicit ScalarCounter(std::string_view text) : text_(text) {}

  // Skips to a place, if it has not come so far.
  void skip_to(TextPlace place) {
    if (place.bytes > at_.bytes) at_ = place;
  }

  std::size_t before(std::size_t place) {
    for (; at_.bytes < place; ++at_.bytes)
      at_.scalars += utf8::is_continuation(text_[at_.bytes]) ? 0U : 1U;
    return at_.scalars;
  }

 private:
  std::string_view text_;
  TextPlace at_;
};

// Finds the spans of tokens whose sizes are not enough: they have a part in a change, come after a
// byte that was dropped, or are long.
template <bool in_scalars>
class ChangedSpans {
 public:
  ChangedSpans(std::string_view text, std::span<const Change> changes)
      : first_(changes), last_(changes), begins_(text), ends_(text), places_(text) {}

  // From the last place up to this one, both texts are the same.
  std::size_t next_change() const { return first_.next_change(); }

  // The span of a token of `size` bytes at `at`. Moves `at` to the next token.
  Span take(std::size_t size, TextPlace& at) {
    const std::size_t begin = form_ + (at.bytes - given_);
    const Span bytes{first_.of(begin).begin, last_.of(begin + size - 1).end};
    if (in_scalars) {
      for (ScalarCounter* counter : {&begins_, &ends_, &places_}) counter->skip_to(at);
    }
    form_ = begin + size;
    given_ = at.bytes = first_.of(form_).begin;
    if (!in_scalars) return bytes;
    at.scalars = places_.before(at.bytes);
    // S28c: the scalar that holds the first byte, and the one after that which holds the last.
    return {begins_.before(bytes.begin + 1) - 1, ends_.before(bytes.end)};
  }

 private:
  Origins first_;  // of the first byte of a token
  Origins last_;   // of its last byte
  ScalarCounter begins_;
  ScalarCounter ends_;
  ScalarCounter places_;
  std::size_t form_ = 0;   // the end of the last such token in the normalized text
  std::size_t given_ = 0;  // the same end in the given text
};

}  // namespace

SpanFinder::SpanFinder(const Table& table, const Decoder& decoder)
    : decoder_(decoder),
      sizes_(table.tokens.size()),
      longest_token_(bpetite::longest_token(table)) {
  for (std::size_t id = 0; id < sizes_.size(); ++id) {
    const std::string_view bytes = table.tokens[id];
    if (bytes.empty() || bytes.size() > max_short) continue;
    const auto inside =
        static_cast<std::size_t>(std::ranges::count_if(bytes, utf8::is_continuation));
    sizes_[id] = {static_cast<std::uint8_t>(bytes.size()),
                  static_cast<std::uint8_t>((bytes.size() - inside) & max_short),
                  utf8::is_continuation(bytes.front())};
  }
}

// Writes the spans of the first tokens, as long as they are short and end before the next change.
// Returns their number.
template <bool in_scalars>
std::size_t SpanFinder::unchanged_spans(std::span<const TokenId> ids, std::size_t next_change,
                                        TextPlace& place, std::span<Span> to) const {
  const std::span sizes(sizes_);
  TextPlace at = place;  // a copy, which stays in registers
  std::size_t i = 0;
  for (; i < ids.size(); ++i) {
    const Size size = ids[i] < sizes.size() ? sizes[ids[i]] : Size{};
    if (size.bytes == 0 || at.bytes + size.bytes > next_change) break;
    const TextPlace begin{at.bytes, at.scalars - size.begins_inside};
    at = {at.bytes + size.bytes, at.scalars + size.scalars};
    to[i] = in_scalars ? Span{begin.scalars, at.scalars} : Span{begin.bytes, at.bytes};
  }
  place = at;
  return i;
}

// Writes spans in blocks that stay in the first cache, since a vector cannot grow without writing
// zeros first.
template <bool in_scalars>
void SpanFinder::write_spans(std::string_view text, std::span<const TokenId> ids,
                             std::span<const Change> changes, std::vector<Span>& all) const {
  all.clear();
  const bool is_fresh = all.capacity() < ids.size();
  all.reserve(ids.size());
  machine::FreshPages pages;
  std::array<Span, 512> block;
  ChangedSpans<in_scalars> changed(text, changes);
  TextPlace at;
  while (!ids.empty()) {
    const std::size_t most = std::min(block.size(), ids.size());
    std::size_t count =
        unchanged_spans<in_scalars>(ids.first(most), changed.next_change(), at, block);
    if (count < most) {
      block[count] = changed.take(decoder_.bytes_of(ids[count]).size(), at);
      ++count;
    }
    if (is_fresh) {
      pages.touch(all.data(), all.size() * sizeof(Span), (all.size() + count) * sizeof(Span),
                  all.capacity() * sizeof(Span));
    }
    all.insert(all.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
    ids = ids.subspan(count);
  }
}

void SpanFinder::byte_spans(std::string_view text, std::span<const TokenId> ids,
                            std::span<const Change> changes, std::vector<Span>& spans) const {
  write_spans<false>(text, ids, changes, spans);
}

void SpanFinder::scalar_spans(std::string_view text, std::span<const TokenId> ids,
                              std::span<const Change> changes, std::vector<Span>& spans) const {
  write_spans<true>(text, ids, changes, spans);
}

Cut cut_behind(std::string_view text, std::size_t size, std::span<const Change> changes) {
  Origins origins(changes);
  const std::size_t covered = size == 0 ? 0 : origins.of(size - 1).end;
  return {covered, utf8::scalar_begin(text, origins.of(size).begin)};
}

}  // namespace bpetite::engine
