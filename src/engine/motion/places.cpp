// Finds the places where a text can be cut, and the safe ones (S64b): beside an added token, or
// where the pattern may cut the normal form (S25l). A place beside a changed group is judged by the
// scalars of its form.
//
//   "e\u0301 x"     "é" comes before the blank, so its class decides, not that of U+0301
#include "engine/motion/places.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "core/utf8.hpp"

namespace bpetite::engine::motion {

namespace {

// Finds the place in a stretch of each place in its normal form. The places must ascend.
//
//   stretch  a e U+0301 b      form  a é b      form 3 (behind é) comes from 4
class GivenPlaces {
 public:
  explicit GivenPlaces(std::span<const normalize::Nfc::Change> groups) : groups_(groups) {}

  // The place of a begin, and whether it is exact. A place within a changed group is that of the
  // begin of the group.
  std::pair<std::size_t, bool> begin_of(std::size_t in_form) {
    if (!is_in_group(in_form)) return {in_form - form_ + given_, true};
    return {groups_[next_].begin, in_form == group_begin()};
  }
  // The same of an end: the end of the group that the byte before it is in.
  std::pair<std::size_t, bool> end_of(std::size_t in_form) {
    if (!is_in_group(in_form - 1)) return {in_form - form_ + given_, true};
    return {groups_[next_].end, in_form == group_begin() + groups_[next_].form.size()};
  }

 private:
  // Where the next changed group begins in the form.
  std::size_t group_begin() const { return groups_[next_].begin - given_ + form_; }

  bool is_in_group(std::size_t in_form) {
    while (next_ < groups_.size() && group_begin() + groups_[next_].form.size() <= in_form) {
      form_ = group_begin() + groups_[next_].form.size();
      given_ = groups_[next_].end;
      ++next_;
    }
    return next_ < groups_.size() && group_begin() <= in_form;
  }

  std::span<const normalize::Nfc::Change> groups_;
  std::size_t next_ = 0;
  std::size_t form_ = 0;  // the end of the group before, in the form and in the stretch
  std::size_t given_ = 0;
};

}  // namespace

Places::Places(const Encoder& encoder, std::string_view text, const SpecialChoice& choice)
    : encoder_(encoder), text_(text) {
  const Encoder::Wanted wanted = encoder.wanted_in(choice);
  scan::for_each_stretch(wanted.given, text,
                         [&](std::size_t at, std::string_view stretch, const auto& special) {
                           add_stretch(stretch, at, wanted.normalized);
                           if (special.size > 0)
                             tokens_.push_back({{special.at, special.at + special.size}});
                         });
  for (const SpecialToken& token : encoder.table().specials) {
    if (token.single_word && !token.literal.empty()) words_.emplace_back(token.literal);
  }
}

void Places::add_stretch(std::string_view stretch, std::size_t at,
                         const scan::Specials& normalized) {
  const normalize::Nfc* const nfc = encoder_.normalizer();
  const auto groups =
      nfc == nullptr ? std::vector<normalize::Nfc::Change>{} : nfc->changes(stretch);
  if (!normalized.empty()) {
    const auto changed = groups.empty() ? std::nullopt : nfc->changed(stretch);
    GivenPlaces given(groups);
    scan::for_each_stretch(normalized, changed ? std::string_view(*changed) : stretch,
                           [&](std::size_t, std::string_view, const auto& special) {
                             if (special.size == 0) return;
                             const auto [begin, begins] = given.begin_of(special.at);
                             const auto [end, ends] = given.end_of(special.at + special.size);
                             tokens_.push_back({{at + begin, at + end}, false, begins, ends});
                           });
  }
  for (const auto& [begin, end, form] : groups) groups_.push_back({at + begin, at + end, form});
}

Places::Tokens Places::tokens_around(std::size_t at) const {
  const auto next = std::ranges::partition_point(
      tokens_, [&](const Token& token) { return token.span.end <= at; });
  return {next == tokens_.begin() ? nullptr : &*(next - 1),
          next == tokens_.end() ? nullptr : &*next};
}

bool Places::is_place(std::size_t at) const {
  if (is_end(at)) return true;
  if (utf8::is_continuation(text_[at])) return false;
  const Tokens tokens = tokens_around(at);
  if (tokens.next != nullptr && tokens.next->span.begin < at) return false;
  const auto* const normalizer = encoder_.normalizer();
  if (normalizer == nullptr || normalizer->next_group(text_, at) == at) return true;
  // A group begins where a stretch does.
  return (tokens.next != nullptr && tokens.next->is_given && tokens.next->span.begin == at) ||
         (tokens.before != nullptr && tokens.before->is_given && tokens.before->span.end == at);
}

bool Places::is_beside_token(std::size_t at) const {
  const Tokens tokens = tokens_around(at);
  return (tokens.next != nullptr && tokens.next->span.begin == at && tokens.next->begins_span) ||
         (tokens.before != nullptr && tokens.before->span.end == at && tokens.before->ends_span);
}

bool Places::has_word_beside(std::size_t at) const {
  return std::ranges::any_of(words_, [&](std::string_view word) {
    const std::size_t from = at < word.size() ? 0 : at - word.size();
    return text_.substr(from, at - from + word.size()).find(word) != std::string_view::npos;
  });
}

// The scalars of the form on both sides of a place.
Places::Sides Places::sides_of(std::size_t at) const {
  const auto next =
      std::ranges::partition_point(groups_, [&](const auto& group) { return group.begin < at; });
  const bool changes_before = next != groups_.begin() && (next - 1)->end == at;
  const bool changes_next = next != groups_.end() && next->begin == at;
  const auto last_of = [](std::string_view text) {
    return text.substr(utf8::scalar_begin(text, text.size() - 1));
  };
  Sides sides{std::string(
      last_of(changes_before ? std::string_view((next - 1)->form) : text_.substr(0, at)))};
  sides.middle = sides.scalars.size();
  const std::string_view right = changes_next ? std::string_view(next->form) : text_.substr(at);
  sides.scalars += right.substr(0, utf8::scalar_at(right, 0).size);
  return sides;
}

bool Places::is_safe(std::size_t at) const {
  if (!is_place(at)) return false;
  if (is_end(at)) return true;
  if (has_word_beside(at)) return false;
  if (is_beside_token(at)) return true;
  if (groups_.empty()) {
    return !gets_space(encoder_.table().profile, text_.substr(at)) &&
           scan::is_safe_place(encoder_.cutter(), text_, at);
  }
  const Sides sides = sides_of(at);
  const std::string_view behind = std::string_view(sides.scalars).substr(sides.middle);
  return !gets_space(encoder_.table().profile, behind) &&
         scan::is_safe_place(encoder_.cutter(), sides.scalars, sides.middle);
}

std::size_t Places::next(std::size_t from) const {
  while (from < text_.size() && !is_place(from)) ++from;
  return std::min(from, text_.size());
}

std::size_t Places::next_safe(std::size_t from, std::size_t to) const {
  to = std::min(to, text_.size());
  while (from < to) {
    if (groups_.empty()) {
      // Only the places of the pattern, and those beside the next token, can be safe.
      const auto [before, next] = tokens_around(from);
      std::size_t until = to;
      if (before != nullptr && before->span.end == from) until = from;
      if (next != nullptr && next->span.begin >= from) until = std::min(until, next->span.begin);
      if (next != nullptr && next->span.begin < from) until = std::min(until, next->span.end);
      if (until > from) {
        const std::string_view head = text_.substr(0, utf8::scalar_end(text_, until));
        from = std::min(encoder_.cutter().compiled().next_safe_place(head, from), until);
        if (from == to) return to;
      }
    }
    if (is_safe(from)) return from;
    ++from;
  }
  return to;
}

}  // namespace bpetite::engine::motion
