// Edits a text and its ids (Session): encodes from a mark before the edit to a mark behind it.
//
//   marks   |        |        |        |        |
//   edit                 xx
//   encoded          ~~~~~~~~~~~~~~~~~~              if the text behind it was cut as before there
#include "engine/motion/session.hpp"

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/utf8.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite::engine::motion {

// What waits inside the text does not matter, but only what waits at its end.
constexpr std::size_t no_bound = std::numeric_limits<std::size_t>::max();

Session::Session(const Encoder& encoder, SpecialChoice choice, std::size_t max_pending,
                 std::size_t spacing)
    : stream_(encoder, std::move(choice), no_bound), max_pending_(max_pending), spacing_(spacing) {}

void Session::check_place(std::size_t place) const {
  if (place > text_.size()) {
    throw ValueError(fmt::format("session: byte {}, required at most {}, where the text ends",
                                 place, text_.size()),
                     "S61b");
  }
  if (place < text_.size() && utf8::is_continuation(text_[place])) {
    throw ValueError(
        fmt::format("session: byte {} is inside a character, required a place between two", place),
        "S61b");
  }
}

std::string_view Session::part(std::size_t begin, std::size_t end) {
  const std::span<const char> bytes = text_.view(begin, end);
  return {bytes.data(), bytes.size()};
}

std::string_view Session::scalar_before(std::size_t place) {
  std::size_t begin = place;
  while (begin > 0 && utf8::is_continuation(text_[--begin])) {
  }
  return part(begin, place);
}

// Turns a mark of before_ into one of behind_, and back.
Session::Mark Session::from_other_end(const Mark& mark) const {
  return {
      text_.size() - mark.read,
      {text_.size() - mark.settled.place, mark.settled.begins_segment, mark.settled.begins_stretch},
      ids_.size() - mark.ids};
}

// The marks that were certain when the text before `place` was known are in before_.
void Session::bring_marks_to(std::size_t place) {
  while (before_.back().read > place) {
    behind_.push_back(from_other_end(before_.back()));
    before_.pop_back();
  }
  while (!behind_.empty() && text_.size() - behind_.back().read <= place) {
    before_.push_back(from_other_end(behind_.back()));
    behind_.pop_back();
  }
}

// The last mark is always kept: the next text is often appended behind it.
void Session::add_mark(const Mark& mark) {
  if (mark.settled.place <= before_.back().settled.place) return;
  if (before_.size() > 1 && mark.read - before_[before_.size() - 2].read < spacing_) {
    before_.back() = mark;
  } else {
    before_.push_back(mark);
  }
}

Patch Session::replace(std::size_t begin, std::size_t end, std::string_view text) {
  // A part of text() would move with the edit.
  const std::string copy(text_.holds(text.data()) ? text : std::string_view());
  if (!copy.empty()) text = copy;
  check_place(begin);
  check_place(end);
  if (begin > end) {
    throw ValueError(fmt::format("session: bytes {} to {}, required an end that is not before its "
                                 "beginning",
                                 begin, end),
                     "S61b");
  }
  if (const auto fault = scan::first_ill_formed(text)) utf8::throw_ill_formed(text, *fault);
  // S61b "those of encode come first".
  try {
    return edit(begin, end, text);
  } catch (const ValueError&) {
    std::string edited(part(0, text_.size()));
    stream_.check(edited.replace(begin, end - begin, text));
    throw;
  }
}

Patch Session::edit(std::size_t begin, std::size_t end, std::string_view text) {
  bring_marks_to(begin);
  const Mark from = before_.back();
  const std::size_t place = from.settled.place;
  stream_.begin(from.settled, scalar_before(place));

  std::vector<TokenId> fresh;  // the ids of the text from the mark on
  std::vector<Mark> marks;     // in the new text
  std::size_t read = place;    // up to here, in the new text
  const auto push = [&](std::string_view more) {
    stream_.push(more, fresh);
    read += more.size();
  };
  const auto add = [&](const Settled& settled) {
    marks.push_back({read, settled, from.ids + fresh.size()});
  };
  const auto push_in_pieces = [&](std::string_view more) {
    while (!more.empty()) {
      const std::size_t size = utf8::scalar_end(more, spacing_);
      push(more.substr(0, size));
      if (const auto settled = stream_.settled()) add(*settled);
      more.remove_prefix(size);
    }
  };
  push(part(place, begin));
  push_in_pieces(text);

  // Old places behind the edit are `added` further in the new text, counted with wrap-around.
  const std::size_t added = text.size() - (end - begin);
  std::size_t old_read = end;
  std::size_t passed = 0;             // marks of behind_ that are not valid any more
  std::size_t old_ids = ids_.size();  // where the ids end that are replaced
  bool is_same = false;
  for (; passed < behind_.size(); ++passed) {
    const Mark old = from_other_end(behind_[behind_.size() - 1 - passed]);
    if (old.read < old_read || old.settled.place <= end) continue;
    push(part(old_read, old.read));
    old_read = old.read;
    const auto settled = stream_.settled();
    Settled wanted = old.settled;
    wanted.place += added;
    is_same = settled == wanted;
    if (is_same) {
      old_ids = old.ids;
      break;
    }
    if (settled) add(*settled);
  }
  if (!is_same) {
    push_in_pieces(part(old_read, text_.size()));
    stream_.check_pending(max_pending_);
    stream_.finish(fresh);
  }

  Patch patch;
  const auto old_id = [&](std::size_t i) { return ids_[i]; };
  const auto new_id = [&](std::size_t i) {
    return i < from.ids + fresh.size() ? fresh[i - from.ids]
                                       : ids_[i - from.ids - fresh.size() + old_ids];
  };
  const std::size_t old_size = ids_.size();
  const std::size_t new_size = old_size - (old_ids - from.ids) + fresh.size();
  patch.kept = from.ids;
  while (patch.kept < std::min(old_size, new_size) && old_id(patch.kept) == new_id(patch.kept)) {
    ++patch.kept;
  }
  // The ids behind those that were made anew are the last ones of both; maybe some before them too.
  const std::size_t most = std::min(old_size, new_size) - patch.kept;
  std::size_t same = std::min(new_size - std::max(from.ids + fresh.size(), patch.kept), most);
  while (same < most && old_id(old_size - 1 - same) == new_id(new_size - 1 - same)) ++same;
  patch.gone = old_size - same - patch.kept;
  const std::size_t last = new_size - same;
  const std::size_t last_fresh = std::clamp(from.ids + fresh.size(), patch.kept, last);
  if (last_fresh > patch.kept) {
    const auto ids = std::span(fresh).subspan(patch.kept - from.ids, last_fresh - patch.kept);
    patch.ids.assign(ids.begin(), ids.end());
  }
  for (std::size_t i = last_fresh; i < last; ++i) patch.ids.push_back(new_id(i));

  // All memory is asked for before anything changes: an edit is made whole, or not at all.
  text_.make_room(end - begin, text.size());
  ids_.make_room(old_ids - from.ids, fresh.size());
  if (before_.capacity() < before_.size() + marks.size()) {
    before_.reserve(before_.size() + std::max(before_.size(), marks.size()));
  }
  behind_.resize(behind_.size() - passed);
  text_.replace(begin, end, {text.data(), text.size()});
  ids_.replace(from.ids, old_ids, fresh);
  for (const Mark& each : marks) add_mark(each);
  return patch;
}

}  // namespace bpetite::engine::motion
