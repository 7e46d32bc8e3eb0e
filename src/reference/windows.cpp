// Divides texts (spec/22-motion.md): counts the ids of a slice (count_slice), lists the places
// where a text can be cut and which of them are safe (places_of), divides a text into windows
// (windows), and counts ids until a limit (count_up_to).
//
//   text      a b ␠ a b <s> c        places      0 1 2 3 4 7 8        inside <s> there is none
//   GPT-2's pattern                  safe        0   2     4 7 8
//
// All of it is defined by encode of slices, and looks at all slices that may be asked for.
#include "reference/windows.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include <bpetite/errors.hpp>

#include "core/slices.hpp"
#include "reference/encode.hpp"
#include "reference/normalize.hpp"
#include "reference/pretokenize.hpp"
#include "reference/scalars.hpp"
#include "reference/special.hpp"

namespace bpetite::reference {

// S64a "The count of a slice is the number of ids of its text, encoded alone"
std::size_t count_slice(std::string_view text, std::size_t begin, std::size_t end,
                        const Table& table, const SpecialChoice& choice) {
  check_slice(text, begin, end);
  return encode(text.substr(begin, end - begin), table, choice).size();
}

namespace {

// S64b "Under a normalizer only the beginning of a group (S28b) is a place": what stands between
// two neighbouring places.
std::vector<std::string_view> units(std::string_view stretch, Normalizer normalizer) {
  if (normalizer != Normalizer::none) return groups(stretch, normalizer);
  std::vector<std::string_view> scalars;
  const std::vector<std::size_t> starts = Scalars(stretch).starts;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    scalars.push_back(stretch.substr(starts[i], starts[i + 1] - starts[i]));
  }
  return scalars;
}

// The added tokens that are found in a normalized stretch, by their bytes there.
std::vector<Span> found_in(std::string_view form, const Table& table, const SpecialChoice& choice) {
  std::vector<Span> found;
  std::size_t at = 0;
  for (const Segment& part : normalized_segments(form, table, choice)) {
    if (const auto* special = std::get_if<FoundSpecial>(&part)) {
      found.push_back({at, at + special->taken.size()});
      at += special->taken.size();
    } else {
      at += std::get<std::string_view>(part).size();
    }
  }
  return found;
}

// Adds the ends of the units of a stretch between the added tokens of the given text.
void add_places(std::string_view stretch, std::size_t at, const Table& table,
                const IsSafeCut& is_safe_cut, const SpecialChoice& choice,
                std::vector<Place>& all) {
  const std::string form = normalize(stretch, table.profile.normalizer);
  const std::vector<Span> found = found_in(form, table, choice);
  std::size_t in_form = 0;
  for (const std::string_view unit : units(stretch, table.profile.normalizer)) {
    at += unit.size();
    in_form += normalize(unit, table.profile.normalizer).size();
    // S64b "not inside an added token that encoding finds"
    if (std::ranges::any_of(found, [&](const Span& token) {
          return token.begin < in_form && in_form < token.end;
        })) {
      continue;
    }
    const bool is_beside =
        in_form == form.size() || std::ranges::any_of(found, [&](const Span& token) {
          return token.begin == in_form || token.end == in_form;
        });
    const bool gets_a_space = gets_space(table.profile, std::string_view(form).substr(in_form));
    all.push_back({at, is_beside || (!gets_a_space && is_safe_cut(form, in_form))});
  }
}

// S64b "no literal of a token that must stand alone (S27h) stands across the place or beside it"
bool has_word_beside(std::string_view text, std::size_t at, const Table& table) {
  for (const SpecialToken& token : table.specials) {
    const std::size_t size = token.literal.size();
    if (!token.single_word || size == 0) continue;
    for (std::size_t begin = at < size ? 0 : at - size; begin <= at; ++begin) {
      if (text.substr(begin).starts_with(token.literal)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<Place> places_of(std::string_view text, const Table& table,
                             const IsSafeCut& is_safe_cut, const SpecialChoice& choice) {
  check_utf8(text);
  std::vector<Place> all = {{0, true}};
  std::size_t at = 0;
  for (const Segment& segment : given_segments(text, table, choice)) {
    if (const auto* found = std::get_if<FoundSpecial>(&segment)) {
      at += found->taken.size();
      all.push_back({at, true});
    } else {
      const auto stretch = std::get<std::string_view>(segment);
      add_places(stretch, at, table, is_safe_cut, choice, all);
      at += stretch.size();
    }
  }
  for (Place& place : all) {
    const bool is_end = place.at == 0 || place.at == text.size();
    if (!is_end && has_word_beside(text, place.at, table)) place.is_safe = false;
  }
  return all;
}

namespace {

// Finds the ends of windows. Places are named by their index in the list.
class Divider {
 public:
  Divider(std::string_view text, const std::vector<Place>& places, const CountIds& count,
          std::size_t longest, const WindowOptions& options)
      : text_(text), places_(places), count_(count), longest_(longest), options_(options) {}

  // The end of the window that begins at a place; `begin` itself if none fits. S64c, in its order.
  std::size_t end_of(std::size_t begin) const {
    // "the end of the text, if the rest fits"
    const std::size_t last = places_.size() - 1;
    if (fits(begin, last)) return last;
    // "the last safe place that fits"
    std::size_t end = begin;
    for (std::size_t i = begin + 1; i < last; ++i) {
      if (places_[i].is_safe && fits(begin, i)) end = i;
    }
    if (end == begin) end = halved(begin);
    // "the last line end up to there"
    if (options_.at == WindowEnd::line) {
      for (std::size_t i = end; i > begin; --i) {
        if (text_[places_[i].at - 1] == '\n' && fits(begin, i) && is_half_full(begin, i)) return i;
      }
    }
    return end;
  }

  // S64d: where the window after this one begins.
  std::size_t next_begin(std::size_t begin, std::size_t end) const {
    if (options_.overlap == 0) return end;
    for (std::size_t i = begin + 1; i < end; ++i) {
      const auto ids = count(i, end);
      if (places_[i].is_safe && ids && *ids <= options_.overlap) {
        return end_of(i) > end ? i : end;
      }
    }
    return end;
  }

  std::optional<std::size_t> count(std::size_t begin, std::size_t end) const {
    return count_(places_[begin].at, places_[end].at);
  }

 private:
  bool fits(std::size_t begin, std::size_t end) const {
    const auto ids = count(begin, end);
    return ids && *ids <= options_.most_ids;
  }

  // S64c "2 · count >= N"
  bool is_half_full(std::size_t begin, std::size_t end) const {
    return *count(begin, end) >= options_.most_ids - options_.most_ids / 2;
  }

  // S64c "halving": `low` fits, `high` does not, or is not looked at.
  std::size_t halved(std::size_t begin) const {
    std::size_t low = begin + 1;
    if (!fits(begin, low)) return begin;
    std::size_t high = low;
    while (!places_[high].is_safe && is_near(begin, high)) ++high;
    while (high > low + 1) {
      const std::size_t middle = low + (high - low) / 2;
      (fits(begin, middle) ? low : high) = middle;
    }
    return low;
  }

  // Whether the slice has at most N times the bytes of the longest token.
  bool is_near(std::size_t begin, std::size_t end) const {
    return (places_[end].at - places_[begin].at - 1) / longest_ < options_.most_ids;
  }

  std::string_view text_;
  const std::vector<Place>& places_;
  const CountIds& count_;
  std::size_t longest_;
  WindowOptions options_;
};

}  // namespace

std::vector<Window> windows_of(std::string_view text, const std::vector<Place>& places,
                               const CountIds& count, std::size_t longest,
                               const WindowOptions& options) {
  check_windows(options);
  const Divider divider(text, places, count, longest, options);
  std::vector<Window> all;
  for (std::size_t begin = 0; begin + 1 < places.size();) {
    const std::size_t end = divider.end_of(begin);
    // S64e "has more than N ids alone"
    if (end == begin) throw_small_window(places[begin].at, options.most_ids);
    all.push_back({places[begin].at, places[end].at, *divider.count(begin, end)});
    begin = end + 1 == places.size() ? end : divider.next_begin(begin, end);
  }
  return all;
}

std::vector<Window> windows(std::string_view text, const WindowOptions& options, const Table& table,
                            const IsSafeCut& is_safe_cut, const SpecialChoice& choice) {
  encode(text, table, choice);  // S64f "come first"
  const CountIds count = [&](std::size_t begin, std::size_t end) -> std::optional<std::size_t> {
    try {
      return count_slice(text, begin, end, table, choice);
    } catch (const ValueError&) {
      return std::nullopt;
    }
  };
  return windows_of(text, places_of(text, table, is_safe_cut, choice), count, longest_token(table),
                    options);
}

// S65a "or `limit` + 1 if there are more"
std::size_t count_up_to(std::string_view text, std::size_t limit, const Table& table,
                        const SpecialChoice& choice) {
  const std::size_t count = encode(text, table, choice).size();
  return count > limit ? limit + 1 : count;
}

}  // namespace bpetite::reference
