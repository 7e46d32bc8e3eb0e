// Finds special tokens in a text (Specials): jumps to places where a literal may begin, and there
// narrows the sorted list of literals byte by byte to those that still fit. A literal of more than
// 64 bytes is found by an automaton that reads parts of the text backwards. A token may take the
// white space beside it, or be found only where no word goes on beside it. find() finds one token,
// and Search one after the other. may_take_blank() says whether some token may contain or take a
// blank.
//
//   literals  <|a|>  <|a|b>  <s>        text  "x<|a|> y"        found  <|a|> at 1
#include "engine/scan/specials.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>

#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "pattern/properties.hpp"

namespace bpetite::engine::scan {
namespace {

unsigned char byte_at(std::string_view bytes, std::size_t place) {
  return static_cast<unsigned char>(bytes[place]);
}

// Two bytes as a number.
std::size_t pair_at(std::string_view bytes, std::size_t place) {
  return std::size_t{byte_at(bytes, place)} << 8 | byte_at(bytes, place + 1);
}

// How many bytes are tried at a place. Few real literals are longer.
constexpr std::size_t most_tried = 64;

Literals reversed(std::span<const SpecialToken* const> specials) {
  std::vector<std::string> literals;
  for (const SpecialToken* const special : specials) {
    literals.emplace_back(special->literal.rbegin(), special->literal.rend());
  }
  return Literals(std::vector<std::string_view>(literals.begin(), literals.end()));
}

}  // namespace

Specials::Specials(const std::vector<SpecialToken>& specials, bool normalized, Which which) {
  for (const SpecialToken& special : specials) {
    const std::string_view literal = special.literal;
    if (literal.empty() || special.normalized != normalized) continue;
    if (which == Which::plain && special.is_special) continue;
    sorted_.push_back(&special);
    const unsigned char first = byte_at(literal, 0);
    if (!is_first_[first]) first_bytes_.push_back(first);
    is_first_[first] = true;
    if (literal.size() > 1) {
      two_bytes_.set(pair_at(literal, 0));
    } else {
      for (std::size_t any = 0; any < 256; ++any) two_bytes_.set(std::size_t{first} << 8 | any);
    }
  }
  std::ranges::stable_sort(
      sorted_, {}, [](const auto* special) -> std::string_view { return special->literal; });
  std::vector<const SpecialToken*> longer;
  for (const SpecialToken* const special : sorted_) {
    longest_ = std::max(longest_, special->literal.size());
    if (special->literal.size() > most_tried) longer.push_back(special);
  }
  if (!longer.empty()) longer_.emplace(Longer{longer, reversed(longer)});
}

bool Specials::may_take_blank() const {
  return std::ranges::any_of(sorted_, [](const auto* special) {
    return special->lstrip || special->rstrip || special->literal.find(' ') != std::string::npos;
  });
}

bool Specials::takes_before() const {
  return std::ranges::any_of(sorted_, [](const auto* special) { return special->lstrip; });
}

bool Specials::look_around() const {
  return stand_alone() || std::ranges::any_of(sorted_, [](const auto* special) {
           return special->lstrip || special->rstrip;
         });
}

bool Specials::stand_alone() const {
  return std::ranges::any_of(sorted_, [](const auto* special) { return special->single_word; });
}

std::size_t Specials::open_from(std::string_view text, std::size_t from) const {
  if (text.size() >= longest_) from = std::max(from, text.size() - longest_ + 1);
  for (; from < text.size(); ++from) {
    if (!is_first_[byte_at(text, from)]) continue;
    const std::string_view rest = text.substr(from);
    const auto after = std::ranges::upper_bound(
        sorted_, rest, {},
        [](const auto* special) -> std::string_view { return special->literal; });
    if (after != sorted_.end() && (*after)->literal.starts_with(rest)) return from;
  }
  return text.size();
}

Specials::Found Specials::find(std::string_view text, std::size_t from) const {
  return Search(*this, text).next(from);
}

Specials::Found Specials::Search::next(std::size_t from) {
  for (std::size_t at = next_place(from); at < text_.size(); at = next_place(at + 1)) {
    if (at + 1 < text_.size() && !specials_.two_bytes_[pair_at(text_, at)]) continue;
    const SpecialToken* const special = longest_at(at);
    if (special == nullptr) continue;
    if (const auto found = this->found(*special, at, from)) return *found;
    refused_.emplace_back(at, at + special->literal.size());
    at += special->literal.size() - 1;
  }
  return {text_.size(), 0, text_.size(), nullptr};
}

// The refused literal that a place is inside of; null if there is none.
auto Specials::Search::refused_around(std::size_t place) const -> const Refused* {
  const auto next = std::ranges::partition_point(
      refused_, [&](const Refused& refused) { return refused.second <= place; });
  return next != refused_.end() && next->first < place ? &*next : nullptr;
}

std::size_t Specials::Search::outside_refused(std::size_t place) const {
  const Refused* const around = refused_around(place);
  return around == nullptr ? place : around->first;
}

std::size_t Specials::Search::open_from(std::size_t from) const {
  std::size_t open = specials_.open_from(text_, from);
  while (const Refused* const around = refused_around(open)) {
    open = specials_.open_from(text_, around->second);
  }
  return open;
}

namespace {

// Where the white space begins that ends at a place. It may not begin before `from`.
std::size_t white_space_begin(std::string_view text, std::size_t from, std::size_t end) {
  while (end > from) {
    const std::size_t last = utf8::scalar_begin(text, end - 1);
    if (!unicode::is_white_space(utf8::scalar_at(text, last).value)) break;
    end = last;
  }
  return end;
}

std::size_t white_space_end(std::string_view text, std::size_t begin) {
  while (begin < text.size()) {
    const auto [scalar, size] = utf8::scalar_at(text, begin);
    if (!unicode::is_white_space(scalar)) break;
    begin += size;
  }
  return begin;
}

bool is_word(char32_t scalar) {
  static const pattern::ScalarSet word =
      pattern::word_scalars(Dialect::tiktoken, unicode::Version::v16_0);
  return word.has(scalar);
}

}  // namespace

// The special whose literal is at a place, with what it takes; nullopt if a word goes on beside it
// (S27h). The one before it ends at `from`.
std::optional<Specials::Found> Specials::Search::found(const SpecialToken& token, std::size_t at,
                                                       std::size_t from) const {
  std::size_t begin = at;
  std::size_t end = at + token.literal.size();
  if (token.single_word) {
    const bool is_behind =
        at > 0 && is_word(utf8::scalar_at(text_, utf8::scalar_begin(text_, at - 1)).value);
    if (is_behind || (end < text_.size() && is_word(utf8::scalar_at(text_, end).value))) {
      return std::nullopt;
    }
  }
  if (token.lstrip) begin = white_space_begin(text_, from, begin);
  if (token.rstrip) end = white_space_end(text_, end);
  return Found{begin, end - begin, at, &token};
}

// The next place, from `from` on, where a literal may begin; the end of the text if there is none.
// If the literals begin with a few bytes only, each of them is looked for by itself.
std::size_t Specials::Search::next_place(std::size_t from) {
  const std::span<const unsigned char> firsts(specials_.first_bytes_);
  if (firsts.empty()) return text_.size();
  for (; from < text_.size(); ++from) {
    if (firsts.size() <= few) from = nearest(firsts, from);
    if (from < text_.size() && specials_.is_first_[byte_at(text_, from)]) return from;
  }
  return text_.size();
}

// The nearest place from `from` on that may have one of the bytes. No search looks far ahead: a
// byte that does not occur in the text would be looked for to the end, again for each special
// token.
std::size_t Specials::Search::nearest(std::span<const unsigned char> firsts, std::size_t from) {
  constexpr std::size_t ahead = 1024;
  std::size_t least = text_.size();
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    if (not_before_[i] < from) {
      const std::string_view part = text_.substr(from, ahead);
      const void* const found = std::memchr(part.data(), firsts[i], part.size());
      not_before_[i] = found == nullptr ? from + part.size() : offset_of(found);
    }
    least = std::min(least, not_before_[i]);
  }
  return least;
}

std::size_t Specials::Search::offset_of(const void* byte) const {
  return static_cast<std::size_t>(static_cast<const char*>(byte) - text_.data());
}

// The longest literal that begins at a place; null if there is none.
const SpecialToken* Specials::Search::longest_at(std::size_t at) {
  const std::string_view rest = text_.substr(at);
  const SpecialToken* longest = nullptr;
  std::span those(specials_.sorted_);  // the literals that begin with the bytes so far
  for (std::size_t size = 0; !those.empty(); ++size) {
    if (those.front()->literal.size() == size) {  // it has no more bytes, so it comes first
      longest = those.front();
      while (!those.empty() && those.front()->literal.size() == size) those = those.subspan(1);
    }
    if (size == rest.size() || those.empty()) break;
    if (size == most_tried) {
      const SpecialToken* const longer = longer_at(at);
      return longer != nullptr ? longer : longest;
    }
    const auto byte_of = [size](const SpecialToken* special) {
      return byte_at(special->literal, size);
    };
    const auto first = std::ranges::lower_bound(those, byte_at(rest, size), {}, byte_of);
    const auto last =
        std::ranges::upper_bound(first, those.end(), byte_at(rest, size), {}, byte_of);
    those = {first, last};
  }
  return longest;
}

// The same for literals of more than `most_tried` bytes.
const SpecialToken* Specials::Search::longer_at(std::size_t at) {
  if (at >= window_begin_ + window_.size()) read_window(at);
  const std::uint32_t longer = window_[at - window_begin_];
  return longer == Literals::none ? nullptr : specials_.longer_->all[longer];
}

// Reads a window from its end: a reversed literal that ends at a place is a literal that begins
// there. A literal that begins in the window ends at most `longest_` bytes behind it. The window is
// at least as long, so that each byte is read twice at most.
void Specials::Search::read_window(std::size_t begin) {
  constexpr std::size_t least = 4096;
  const std::string_view rest = text_.substr(begin);
  const std::size_t size = std::min(std::max(least, specials_.longest_), rest.size());
  const Literals& reversed = specials_.longer_->reversed;
  window_begin_ = begin;
  window_.resize(size);
  Literals::State state = Literals::start;
  for (std::size_t at = std::min(size + specials_.longest_, rest.size()); at-- > 0;) {
    state = reversed.after(state, byte_at(rest, at));
    if (at < size) window_[at] = reversed.longest_end(state);
  }
}

}  // namespace bpetite::engine::scan
