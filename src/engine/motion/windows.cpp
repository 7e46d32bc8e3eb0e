// Counts the ids of slices by sums at safe places, and divides a text into windows (S64). If the
// bytes of the ids are those of the text, the end of a window is the last safe place up to the end
// of the last id that fits. If not, its search asks the sums first, and then the safe places
// between two of them. If there is none, it asks any place.
//
//   windows of 40 ids from 0     sums 0 15 31 44: the end is between the safe places 130 and 195
#include "engine/motion/windows.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include <bpetite/errors.hpp>

#include "core/slices.hpp"

namespace bpetite::engine::motion {

namespace {

// The most bytes that an id stands for, if the ids of the text have the bytes of the text. Where a
// token has to stand alone, a slice may have one that the text has not, and if some token takes
// white space, there is no bound.
std::size_t longest_id(const Table& table, std::size_t longest) {
  bool takes_more = false;
  bool stands_alone = false;
  for (const SpecialToken& token : table.specials) {
    longest = std::max(longest, decoded_bytes(token, table).size());
    takes_more = takes_more || token.lstrip || token.rstrip;
    stands_alone = stands_alone || token.single_word;
  }
  return takes_more && stands_alone ? std::numeric_limits<std::size_t>::max() : longest;
}

}  // namespace

// S64f: the errors of encode "come first".
SliceCounts::SliceCounts(const Encoder& encoder, const SpanFinder& finder, std::string_view text,
                         const SpecialChoice& choice, Use use)
    : encoder_(encoder),
      finder_(finder),
      text_((encoder.check(text, choice), text)),
      choice_(choice),
      places_(encoder, text, choice),
      longest_id_(longest_id(encoder.table(), finder.longest_token())),
      safe_{0},
      sums_{0} {
  if (!encoder.changes_before(text.size(), text, choice).empty()) {
    sum_parts();
    return;
  }
  VectorSink sink(ids_);
  encoder.append_part(text, sink, choice);
  if (use == Use::windows) return;
  sum_ids();
  std::vector<TokenId>().swap(ids_);
}

// Encodes each part between two safe places by itself.
void SliceCounts::sum_parts() {
  while (safe_.back() < text_.size()) {
    safe_.push_back(places_.next_safe(safe_.back() + distance, text_.size()));
  }
  std::vector<std::string_view> parts;
  for (std::size_t i = 0; i + 1 < safe_.size(); ++i) {
    parts.push_back(text_.substr(safe_[i], safe_[i + 1] - safe_[i]));
  }
  for (const std::size_t ids : encoder_.count_each(parts, choice_)) {
    sums_.push_back(sums_.back() + ids);
  }
}

// The bytes of the ids are those of the text. Each safe place is an end of an id.
void SliceCounts::sum_ids() {
  constexpr std::size_t step = 16;
  const std::span<const TokenId> ids(ids_);
  std::size_t at = 0;
  for (std::size_t i = 0; i < ids.size();) {
    std::size_t size = std::min(step, ids.size() - i);
    at += finder_.joined_size(ids.subspan(i, size));
    i += size;
    for (; i < ids.size() && !places_.is_safe(at); ++i)
      at += finder_.joined_size(ids.subspan(i, 1));
    safe_.push_back(at);
    sums_.push_back(i);
  }
}

// Goes to the end of so many ids.
void SliceCounts::go_to_index(std::size_t index) {
  const std::span<const TokenId> ids(ids_);
  if (index >= near_.index) {
    near_.place += finder_.joined_size(ids.subspan(near_.index, index - near_.index));
  } else {
    near_.place -= finder_.joined_size(ids.subspan(index, near_.index - index));
  }
  near_.index = index;
}

// The number of ids before a safe place.
std::size_t SliceCounts::index_of(std::size_t at) {
  if (at == text_.size()) return ids_.size();
  while (near_.place < at) go_to_index(near_.index + 1);
  while (near_.place > at) go_to_index(near_.index - 1);
  return near_.index;
}

// The same of the place from which one count after the other is asked.
std::size_t SliceCounts::index_of_begin(std::size_t at) {
  if (at != begin_.place) begin_ = {at, index_of(at)};
  return begin_.index;
}

std::size_t SliceCounts::count(std::size_t begin, std::size_t end) const {
  check_slice(text_, begin, end);
  // A cut inside an added token or a group can change ids far from it.
  if (!places_.is_place(begin) || !places_.is_place(end)) {
    return encoded(begin, end);
  }
  return count_by_sums(begin, end);
}

// The index of the first of the sums whose place is not before this one.
std::size_t SliceCounts::index_after(std::size_t at) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(safe_, at) - safe_.begin());
}

// The first safe place from one on, or `end` if there is none before it.
std::size_t SliceCounts::first_safe(std::size_t at, std::size_t end) const {
  return places_.is_safe(at) ? at : places_.next_safe(at, end);
}

// The last safe place that is not after `at` nor before `least`; `least` if there is none.
std::size_t SliceCounts::safe_before(std::size_t at, std::size_t least) const {
  while (at > least && !places_.is_safe(at)) --at;
  return at;
}

// The number of ids of a slice that is encoded.
std::size_t SliceCounts::encoded(std::size_t begin, std::size_t end) const {
  if (begin == end) return 0;
  SpanSink sink({});
  encoder_.append_part(text_.substr(begin, end - begin), sink, choice_);
  return sink.size();
}

// S64b "so counts add": count(i, p) + S[q] - S[p] + count(q, j).
std::size_t SliceCounts::count_by_sums(std::size_t begin, std::size_t end) const {
  const std::size_t first = index_after(begin);
  const std::size_t last = index_after(end + 1);  // behind the last one that is not after the end
  if (first >= last) return encoded(begin, end);
  return encoded(begin, safe_[first]) + sums_[last - 1] - sums_[first] +
         encoded(safe_[last - 1], end);
}

std::size_t SliceCounts::count_between(std::size_t begin, std::size_t end) {
  if (ids_.empty()) return count_by_sums(begin, end);
  const std::size_t from = first_safe(begin, end);
  const std::size_t to = safe_before(end, from);
  if (!places_.is_safe(to)) return encoded(begin, end);
  const std::size_t before = index_of_begin(from);
  return encoded(begin, from) + index_of(to) - before + encoded(to, end);
}

std::size_t SliceCounts::count_or_refused(std::size_t begin, std::size_t end) {
  try {
    return count_between(begin, end);
  } catch (const ValueError&) {
    return refused;
  }
}

bool SliceCounts::fits(std::size_t begin, std::size_t end, const WindowOptions& options) {
  return count_or_refused(begin, end) <= options.most_ids;
}

// The safe places between two places, for sums of parts: each ends at the first safe place that is
// `distance` behind its begin, so only so many bytes are searched.
std::vector<std::size_t> SliceCounts::safe_between(std::size_t begin, std::size_t end) const {
  std::vector<std::size_t> all;
  std::size_t before = safe_[index_after(begin + 1) - 1];
  for (std::size_t i = index_after(begin + 1); before < end; ++i) {
    const std::size_t to = std::min(before + distance, end);
    for (std::size_t at = std::max(begin, before) + 1; (at = places_.next_safe(at, to)) < to;
         ++at) {
      all.push_back(at);
    }
    if (i == safe_.size()) break;
    before = safe_[i];
    if (before < end) all.push_back(before);
  }
  return all;
}

// The last place of which the slice may fit, if the bytes of the ids are those of the text.
std::size_t SliceCounts::reach_of(std::size_t begin, const WindowOptions& options) const {
  const std::size_t rest = text_.size() - begin;
  return begin + (options.most_ids > rest / longest_id_ ? rest : options.most_ids * longest_id_);
}

// The last safe place whose slice fits; `begin` if there is none. The text behind `begin` does not
// fit.
std::size_t SliceCounts::last_safe(std::size_t begin, const WindowOptions& options) {
  if (!ids_.empty()) {
    // Behind `reach` nothing fits. Without it, a text without safe places would be encoded to its
    // end for each window.
    const std::size_t reach = reach_of(begin, options);
    const std::size_t from = first_safe(begin, reach + 1);
    if (from > reach) return begin;
    const std::size_t ids = count_or_refused(begin, from);
    if (ids > options.most_ids) return begin;
    const std::size_t index = index_of_begin(from) + (options.most_ids - ids);
    if (index >= ids_.size()) return from;
    go_to_index(index);
    while (near_.place > from && !places_.is_safe(near_.place)) go_to_index(near_.index - 1);
    return near_.place;
  }
  const std::size_t first = index_after(begin + 1);
  std::size_t low = begin;
  std::size_t high = safe_[first];
  const std::size_t head = count_or_refused(begin, high);
  if (head <= options.most_ids) {
    const std::size_t most = sums_[first] + (options.most_ids - head);
    const auto next =
        std::upper_bound(sums_.begin() + static_cast<std::ptrdiff_t>(first), sums_.end(), most);
    low = safe_[static_cast<std::size_t>(next - sums_.begin()) - 1];
    high = safe_[static_cast<std::size_t>(next - sums_.begin())];
  }
  const std::vector<std::size_t> between = safe_between(low, high);
  const auto next = std::ranges::partition_point(
      between, [&](std::size_t end) { return fits(begin, end, options); });
  return next == between.begin() ? low : *(next - 1);
}

// S64c "halving": `low` fits, `high` does not, or is not looked at.
std::size_t SliceCounts::halved(std::size_t begin, const WindowOptions& options) {
  std::vector<std::size_t> places = {places_.next(begin + 1)};
  if (!fits(begin, places.front(), options)) return begin;
  const auto is_near = [&](std::size_t at) {
    return (at - begin - 1) / finder_.longest_token() < options.most_ids;
  };
  while (!places_.is_safe(places.back()) && is_near(places.back())) {
    places.push_back(places_.next(places.back() + 1));
  }
  std::size_t low = 0;
  std::size_t high = places.size() - 1;
  while (high > low + 1) {
    const std::size_t middle = low + (high - low) / 2;
    (fits(begin, places[middle], options) ? low : high) = middle;
  }
  return places[low];
}

// The last line end up to `end` that fits and fills half of the window; `begin` if there is none.
std::size_t SliceCounts::last_line(std::size_t begin, std::size_t end,
                                   const WindowOptions& options) {
  const std::size_t half = options.most_ids - options.most_ids / 2;
  for (std::size_t at = end; at > begin; --at) {
    const std::size_t line = text_.substr(begin, at - begin).rfind('\n');
    if (line == std::string_view::npos) return begin;
    at = begin + line + 1;
    if (!places_.is_place(at)) continue;
    const std::size_t ids = count_or_refused(begin, at);
    if (ids <= options.most_ids && ids >= half) return at;
  }
  return begin;
}

// S64c, in its order; `begin` if nothing fits.
std::size_t SliceCounts::end_of(std::size_t begin, const WindowOptions& options) {
  const bool is_in_reach = ids_.empty() || reach_of(begin, options) == text_.size();
  if (is_in_reach && fits(begin, text_.size(), options)) return text_.size();
  std::size_t end = last_safe(begin, options);
  if (end == begin) end = halved(begin, options);
  if (options.at != WindowEnd::line) return end;
  const std::size_t line = last_line(begin, end, options);
  return line == begin ? end : line;
}

// S64d: the first safe place behind `begin` from which the rest of the window is an overlap that
// is small enough; `end` if there is none.
std::size_t SliceCounts::first_overlap(std::size_t begin, std::size_t end,
                                       const WindowOptions& options) {
  if (!ids_.empty()) {
    const std::size_t last = safe_before(end, begin);
    if (!places_.is_safe(last)) return end;
    const std::size_t ids = count_or_refused(last, end);
    if (ids > options.overlap) return end;
    const std::size_t index = index_of(last);
    go_to_index(index - std::min(index, options.overlap - ids));
    return places_.next_safe(std::max(begin + 1, near_.place), end);
  }
  const auto is_too_much = [&](std::size_t at) {
    return count_or_refused(at, end) > options.overlap;
  };
  const auto safe_from = [&](std::size_t at) {
    return safe_.begin() + static_cast<std::ptrdiff_t>(index_after(at));
  };
  const auto next = std::partition_point(safe_from(begin + 1), safe_from(end), is_too_much);
  const std::size_t low = next == safe_from(begin + 1) ? begin : *(next - 1);
  const std::size_t high = next == safe_from(end) ? end : *next;
  const std::vector<std::size_t> between = safe_between(low, high);
  const auto first = std::ranges::partition_point(between, is_too_much);
  return first == between.end() ? high : *first;
}

std::vector<Window> SliceCounts::windows(const WindowOptions& given) {
  check_windows(given);
  WindowOptions options = given;
  options.most_ids = std::min(options.most_ids, refused / 2);  // more than any text has
  std::vector<Window> all;
  std::size_t begin = 0;
  std::size_t end = text_.empty() ? 0 : end_of(0, options);
  while (begin < text_.size()) {
    if (end == begin) throw_small_window(begin, options.most_ids);
    all.push_back({begin, end, count_between(begin, end)});
    if (end == text_.size()) break;
    const std::size_t before = end;
    begin = options.overlap == 0 ? end : first_overlap(begin, end, options);
    end = end_of(begin, options);
    if (begin < before && end <= before) {
      begin = before;
      end = end_of(begin, options);
    }
  }
  return all;
}

}  // namespace bpetite::engine::motion
