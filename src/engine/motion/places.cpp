// Finds the places where a text can be cut, and the safe ones (S64b): beside an added token, or
// where the pattern may cut the normal form (S25l). A place beside a changed group is judged by the
// scalars of its form.
//
//   "e\u0301 x"     "é" comes before the blank, so its class decides, not that of U+0301
#include "engine/motion/places.hpp"

#include <algorithm>

#include "core/utf8.hpp"

namespace bpetite::engine::motion {

Places::Places(const Encoder& encoder, std::string_view text, const SpecialChoice& choice)
    : encoder_(encoder), text_(text), layout_(encoder.layout(text, choice)) {
  for (const SpecialToken& token : encoder.table().specials) {
    if (token.single_word && !token.literal.empty()) words_.emplace_back(token.literal);
  }
}

// The first token that ends behind a place, and the last that does not; null if there is none.
const Places::Token* Places::token_from(std::size_t at) const {
  const auto next = std::ranges::partition_point(
      layout_.tokens, [&](const Token& token) { return token.span.end <= at; });
  return next == layout_.tokens.end() ? nullptr : &*next;
}

const Places::Token* Places::token_before(std::size_t at) const {
  const auto next = std::ranges::partition_point(
      layout_.tokens, [&](const Token& token) { return token.span.end <= at; });
  return next == layout_.tokens.begin() ? nullptr : &*(next - 1);
}

bool Places::is_place(std::size_t at) const {
  if (is_end(at)) return true;
  if (utf8::is_continuation(text_[at])) return false;
  const Token* const next = token_from(at);
  if (next != nullptr && next->span.begin < at) return false;
  const auto* const normalizer = encoder_.normalizer();
  if (normalizer == nullptr || normalizer->next_group(text_, at) == at) return true;
  // A group begins where a stretch does.
  const Token* const before = token_before(at);
  return (next != nullptr && next->is_given && next->span.begin == at) ||
         (before != nullptr && before->is_given && before->span.end == at);
}

bool Places::is_beside_token(std::size_t at) const {
  const Token* const next = token_from(at);
  if (next != nullptr && next->span.begin == at && next->begins_span) return true;
  const Token* const before = token_before(at);
  return before != nullptr && before->span.end == at && before->ends_span;
}

bool Places::has_word_beside(std::size_t at) const {
  return std::ranges::any_of(words_, [&](std::string_view word) {
    const std::size_t from = at < word.size() ? 0 : at - word.size();
    return text_.substr(from, at - from + word.size()).find(word) != std::string_view::npos;
  });
}

// The scalars of the form on both sides of a place; `middle` is the place between them.
std::string Places::around(std::size_t at, std::size_t& middle) const {
  const auto next = std::ranges::partition_point(
      layout_.groups, [&](const auto& group) { return group.begin < at; });
  const bool changes_before = next != layout_.groups.begin() && (next - 1)->end == at;
  const bool changes_next = next != layout_.groups.end() && next->begin == at;
  const auto last_of = [](std::string_view text) {
    return text.substr(utf8::scalar_begin(text, text.size() - 1));
  };
  std::string both(
      last_of(changes_before ? std::string_view((next - 1)->form) : text_.substr(0, at)));
  middle = both.size();
  const std::string_view right = changes_next ? std::string_view(next->form) : text_.substr(at);
  both += right.substr(0, utf8::scalar_at(right, 0).size);
  return both;
}

bool Places::is_safe(std::size_t at) const {
  if (!is_place(at)) return false;
  if (is_end(at)) return true;
  if (has_word_beside(at)) return false;
  if (is_beside_token(at)) return true;
  if (layout_.groups.empty()) {
    return !gets_space(encoder_.table().profile, text_.substr(at)) &&
           scan::is_safe_place(encoder_.cutter(), text_, at);
  }
  std::size_t middle = 0;
  const std::string both = around(at, middle);
  if (gets_space(encoder_.table().profile, std::string_view(both).substr(middle))) return false;
  return scan::is_safe_place(encoder_.cutter(), both, middle);
}

std::size_t Places::next(std::size_t from) const {
  while (from < text_.size() && !is_place(from)) ++from;
  return std::min(from, text_.size());
}

std::size_t Places::next_safe(std::size_t from, std::size_t to) const {
  to = std::min(to, text_.size());
  while (from < to) {
    if (layout_.groups.empty()) {
      // Only the places of the pattern, and those beside the next token, can be safe.
      const Token* const before = token_before(from);
      const Token* const next = token_from(from);
      std::size_t until = to;
      if (before != nullptr && before->span.end == from) until = from;
      if (next != nullptr && next->span.begin >= from) until = std::min(until, next->span.begin);
      if (next != nullptr && next->span.begin < from) until = std::min(until, next->span.end);
      if (until > from) {
        std::size_t end = until;
        while (end < text_.size() && utf8::is_continuation(text_[end])) ++end;
        from = std::min(encoder_.cutter().compiled().next_safe_place(text_.substr(0, end), from),
                        until);
        if (from == to) return to;
      }
    }
    if (is_safe(from)) return from;
    ++from;
  }
  return to;
}

}  // namespace bpetite::engine::motion
