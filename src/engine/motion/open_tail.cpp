// Compares the last ids of an open text with the ways to cut its end, and tries texts that make
// these cuts (OpenTail): first some scalars of each class, and then the tokens of the vocabulary.
//
//   ids 97 226      the bytes that follow complete a scalar: 80 80, 80 95, ... BF BF
#include "engine/motion/open_tail.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/utf8.hpp"
#include "engine/merge/merge.hpp"

namespace bpetite::engine::motion {

using compile::ClassTable;
using Ids = std::span<const TokenId>;

namespace {

constexpr std::size_t most_scalars = 12;        // of a class
constexpr std::size_t long_chunk = 4096;        // bytes from which on pairs are merged in its place
constexpr std::size_t most_known_pairs = 4096;  // that are not merged again

// Calls take(scalar) with the scalars to try: first some that begin no literal, then many with
// different first bytes, and all others if take() returns false.
template <typename Take>
void for_each_scalar(const Take& take) {
  constexpr std::u32string_view first = U"m1 \n!'\u00e9\u4e00";
  constexpr std::u32string_view last =
      U"\u5b57\u7fa0\u9fa0\ua000\uac00\uc000\ud000\ue000\uf900\uff10"
      U"\U00010000\U0001f600\U00020000\U000e0100\U0010fffd";
  constexpr char32_t scripts = 0x3400;  // most classes have a scalar before it
  bool is_enough = true;
  for (const char32_t scalar : first) take(scalar);
  for (char32_t scalar = 0; scalar < scripts; ++scalar) take(scalar);
  for (const char32_t scalar : last) is_enough = take(scalar);
  for (char32_t scalar = scripts; !is_enough && scalar < utf8::end_of_scalars; ++scalar) {
    if (!utf8::is_surrogate(scalar)) is_enough = take(scalar);
  }
}

// Some scalars of each class that begin with different bytes, as far as there are such.
std::vector<std::vector<std::string>> scalars_of(const ClassTable& classes) {
  std::vector<std::vector<std::string>> scalars(classes.size());
  std::size_t missing = classes.size();  // classes without a scalar
  for_each_scalar([&](char32_t scalar) {
    std::vector<std::string>& known = scalars[classes.of(scalar)];
    // Some of ASCII, and one for each first byte of the others.
    if (known.size() >= (scalar < 0x80 ? most_scalars / 2 : most_scalars)) return missing == 0;
    std::string text;
    utf8::append(text, scalar);
    const bool is_new = std::ranges::none_of(known, [&](const std::string& other) {
      return other == text || (scalar >= 0x80 && other.front() == text.front());
    });
    if (known.empty()) --missing;
    if (is_new) known.push_back(std::move(text));
    return missing == 0;
  });
  return scalars;
}

// The bytes that complete a scalar, by its class: one for each value of the first byte, or all if
// one byte is missing.
std::vector<std::vector<std::string>> completions_by_class(std::string_view cut_scalar,
                                                           const ClassTable& classes) {
  // The bits of the bytes that are there, and the number of those that are missing.
  const auto lead = static_cast<unsigned char>(cut_scalar.front());
  const std::size_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t value = lead & (0xFFU >> (size + 1));
  for (const char byte : cut_scalar.substr(1)) {
    value = value << 6U | (static_cast<unsigned char>(byte) & 63U);
  }
  const std::size_t missing = size - cut_scalar.size();
  const char32_t least = size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000;
  const char32_t end = std::min<char32_t>((value + 1) << (6 * missing), utf8::end_of_scalars);
  std::vector<std::vector<std::string>> completions(classes.size());
  for (char32_t scalar = std::max<char32_t>(value << (6 * missing), least); scalar < end;
       ++scalar) {
    if (utf8::is_surrogate(scalar)) continue;
    std::vector<std::string>& known = completions[classes.of(scalar)];
    std::string text;
    utf8::append(text, scalar);
    text.erase(0, cut_scalar.size());
    if (missing == 1 || known.empty() || known.back().front() != text.front()) {
      known.push_back(std::move(text));
    }
  }
  return completions;
}

// The ids of bytes by merging alone: what a chunk has that is not a token at once.
std::vector<TokenId> merged(const Encoder& encoder, std::string_view bytes) {
  std::vector<TokenId> ids(bytes.size());
  ids.resize(merge::PairMerger(encoder.merges().pairs()).merge(bytes, ids.data()));
  return ids;
}

// Whether merging alone makes the ids from their bytes. For a long chunk, each pair of neighbours
// is merged by itself, and a pair that occurs often only a few times: S63d "exactly if each pair of
// neighbours is".
bool merging_makes(const Encoder& encoder, std::string_view bytes, Ids ids) {
  if (bytes.size() < long_chunk || ids.size() < 2) {
    return std::ranges::equal(merged(encoder, bytes), ids);
  }
  const std::vector<std::string>& tokens = encoder.table().tokens;
  std::vector<std::optional<std::pair<TokenId, TokenId>>> known(most_known_pairs);
  for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
    const std::pair pair(ids[i], ids[i + 1]);
    auto& before = known[(std::size_t{pair.first} * 31 + pair.second) % most_known_pairs];
    if (before == pair) continue;
    const std::vector<TokenId> both = merged(encoder, tokens[pair.first] + tokens[pair.second]);
    if (both.size() != 2 || both.front() != pair.first || both.back() != pair.second) return false;
    before = pair;
  }
  return true;
}

// How many of the first ids have together `bytes` bytes; nullopt if no number of them has.
std::optional<std::size_t> count_of(const Encoder& encoder, std::size_t bytes, Ids ids) {
  std::size_t size = 0;
  std::size_t count = 0;
  while (size < bytes && count < ids.size()) size += encoder.table().tokens[ids[count++]].size();
  return size == bytes ? std::optional(count) : std::nullopt;
}

// Whether a closed chunk has the ids, whose bytes are its bytes. No pairs decide where ranks are
// not in the order of ids, nor for a chunk that is a token at once.
bool chunk_has(const Encoder& encoder, std::string_view chunk, Ids ids) {
  const merge::MergeTable& merges = encoder.merges();
  if (chunk.size() >= long_chunk && merges.ranked() == nullptr &&
      merges.find_whole(chunk) == kernels::no_token) {
    return merging_makes(encoder, chunk, ids);
  }
  std::vector<TokenId> right(chunk.size());
  right.resize(merge::Merger(merges).merge(chunk, right.data()));
  return std::ranges::equal(right, ids);
}

}  // namespace

std::string_view cut_scalar_of(std::string_view bytes) {
  for (std::size_t size = std::min<std::size_t>(bytes.size(), 3); size > 0; --size) {
    const std::string_view last = bytes.substr(bytes.size() - size);
    if (utf8::is_cut_scalar(last)) return last;
  }
  return {};
}

std::vector<std::string> completions_of(std::string_view cut_scalar) {
  std::vector<std::string> all = {std::string()};
  const auto is_whole = [&](const std::string& rest) {
    return cut_scalar.empty() || !utf8::first_ill_formed(std::string(cut_scalar) + rest);
  };
  // All values of the first missing byte, and some of each other one.
  for (std::size_t added = 0; !is_whole(all.front()); ++added) {
    std::vector<std::string> longer;
    for (const std::string& rest : all) {
      const unsigned apart = added == 0 ? 1 : 21;
      for (unsigned byte = 0x80; byte < 0xC0; byte += apart) {
        std::string next = rest + static_cast<char>(byte);
        const std::string bytes = std::string(cut_scalar) + next;
        if (utf8::is_cut_scalar(bytes) || !utf8::first_ill_formed(bytes)) {
          longer.push_back(std::move(next));
        }
      }
    }
    all.swap(longer);
  }
  return all;
}

OpenTail::OpenTail(const Encoder& encoder, Ids ids, std::string_view text, const OpenCuts& cuts)
    : encoder_(encoder),
      ids_(ids),
      text_(text),
      cut_scalar_(cut_scalar_of(text)),
      cuts_(cuts),
      table_(*encoder.cutter().compiled().table()),
      last_(encoder.table().tokens[ids.back()]) {
  if (!cut_scalar_.empty()) first_ = completions_by_class(cut_scalar_, table_.classes);
  std::vector<std::pair<OpenEnd, bool>> known;  // of each way, whether it fits
  for (OpenEnd& way : open_ends(table_, cuts.row(), cuts.ends().size())) {
    const bool completes =
        !way.classes.empty() && !cut_scalar_.empty() && !first_[way.classes.front()].empty();
    if (!cut_scalar_.empty() && !completes) continue;
    const auto before = std::ranges::find_if(known, [&](const auto& other) {
      return other.first.removed == way.removed && other.first.ends_here == way.ends_here;
    });
    const bool is_fitting = before != known.end() ? before->second : fits(way);
    if (before == known.end()) known.emplace_back(way, is_fitting);
    if (is_fitting) ways_.push_back(std::move(way));
  }
  std::stable_partition(ways_.begin(), ways_.end(),
                        [this](const OpenEnd& way) { return is_closed(way); });
}

// Whether the ids fit the chunks: each ends where an id ends, a closed one has its ids, and an open
// one those of its bytes by merging.
bool OpenTail::fits(const OpenEnd& way) const {
  const auto kept = cuts_.ends().first(cuts_.ends().size() - way.removed);
  std::vector<std::size_t> ends(kept.begin(), kept.end());
  const std::size_t whole = text_.size() - cut_scalar_.size();
  if (way.ends_here && whole > 0) ends.push_back(whole);
  std::size_t begin = 0;
  Ids left = ids_;
  for (const std::size_t end : ends) {
    const auto count = count_of(encoder_, end - begin, left);
    if (!count) return false;
    const std::string_view chunk = text_.substr(begin, end - begin);
    if (!chunk_has(encoder_, chunk, left.first(*count))) return false;
    left = left.subspan(*count);
    begin = end;
  }
  if (begin == text_.size()) return left.empty();
  // Where ranks are not in the order of ids, pairs do not decide, so such a chunk may have any ids.
  if (encoder_.merges().ranked() != nullptr) {
    return count_of(encoder_, text_.size() - begin, left) == left.size();
  }
  return merging_makes(encoder_, text_.substr(begin), left);
}

// Whether merging leaves the last id as it is if the text follows in its chunk.
bool OpenTail::leaves_last(std::string_view text) const {
  if (encoder_.merges().ranked() != nullptr) return true;
  return merged(encoder_, std::string(last_) + std::string(text)).front() == ids_.back();
}

// Some scalars of the classes of a way, from the second one on.
std::string OpenTail::rest_of(const OpenEnd& way) const {
  std::string text;
  for (std::size_t i = 1; i < way.classes.size(); ++i) text += scalars_[way.classes[i]].front();
  return text;
}

Continuation OpenTail::find(const GoesOn& goes_on) {
  if (ways_.empty()) return {Continuation::Answer::no, {}, 0};
  scalars_ = scalars_of(table_.classes);
  if (cut_scalar_.empty()) first_ = scalars_;
  Continuation found = find_by_classes(goes_on);
  return found.answer == Continuation::Answer::yes ? found : find_by_tokens(goes_on);
}

Continuation OpenTail::find_by_classes(const GoesOn& goes_on) const {
  for (const OpenEnd& way : ways_) {
    if (way.classes.empty()) continue;  // nothing follows
    const std::string rest = rest_of(way);
    std::size_t closed_tried = 0;
    for (const std::string& first : first_[way.classes.front()]) {
      std::string text = first + rest;
      if (!is_closed(way) && !leaves_last(first) && !leaves_last(text)) continue;
      if (goes_on(text)) return {Continuation::Answer::yes, std::move(text), 0};
      // Another scalar of the class makes the same cuts. It is tried once, since the first scalar
      // may continue a literal, or join the text before it in the normal form.
      if (is_closed(way) && ++closed_tried == 2) break;
    }
  }
  return {};
}

// Calls take(text) with texts that begin with the token and make the cuts of the way. Returns false
// if there is no such text. The token may complete the cut scalar, and may end inside a scalar.
template <typename Take>
bool OpenTail::with_token(std::string_view token, const OpenEnd& way, const Take& take) const {
  const std::string bytes = std::string(cut_scalar_) + std::string(token);
  const auto scalar = utf8::well_formed_at(bytes, 0);
  const auto take_both = [&](const std::string& completion) {
    const std::string text = std::string(token) + completion;
    take(text);
    take(text + rest_of(way));
  };
  if (!scalar) {
    if (!utf8::is_cut_scalar(bytes)) return false;
    const auto all = completions_by_class(bytes, table_.classes);
    const std::vector<std::string>& some = all[way.classes.front()];
    std::ranges::for_each(some, take_both);
    return !some.empty();
  }
  if (scalar->size <= cut_scalar_.size()) return false;
  if (table_.classes.of(scalar->value) != way.classes.front()) return false;
  std::ranges::for_each(completions_of(cut_scalar_of(bytes)), take_both);
  return true;
}

Continuation OpenTail::find_by_tokens(const GoesOn& goes_on) const {
  if (encoder_.merges().ranked() != nullptr) return {};
  bool may_follow =
      std::ranges::any_of(ways_, [this](const OpenEnd& way) { return is_closed(way); });
  const std::vector<std::string>& tokens = encoder_.table().tokens;
  for (std::size_t id = 0; id < tokens.size(); ++id) {
    const std::string& token = tokens[id];
    if (token.empty() || utf8::is_continuation(token.front()) == cut_scalar_.empty()) continue;
    const std::vector<TokenId> pair = merged(encoder_, std::string(last_) + token);
    if (pair.size() != 2 || pair.front() != ids_.back() || pair.back() != id) continue;
    std::optional<std::string> found;
    for (const OpenEnd& way : ways_) {
      if (is_closed(way)) continue;
      const bool makes_it = with_token(token, way, [&](const std::string& text) {
        if (!found && goes_on(text)) found = text;
      });
      may_follow = may_follow || makes_it;
    }
    if (found) return {Continuation::Answer::yes, std::move(*found), 0};
  }
  return {may_follow ? Continuation::Answer::unknown : Continuation::Answer::no, {}, 0};
}

}  // namespace bpetite::engine::motion
