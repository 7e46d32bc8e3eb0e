// Computes the ids that a program gives if it makes given decisions (Answerer): which pattern cuts
// a text, how it is normalized, how the merges of a chunk are found, and what special tokens
// become. ChunkIds computes the ids of a chunk by any look-up of merges (by the pair of ids, by the
// joined bytes, the leftmost pair first, or the longest token first), and remembers them. Also
// gives the right decisions for a vocabulary (decisions_of), changes a text before it is read
// (edited), and lists the profiles (best_known_first).
#include "conform/faults/decisions.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

#include "conform/suite/text_edits.hpp"
#include "core/utf8.hpp"
#include "interop/out/all_splits.hpp"
#include "pattern/parse.hpp"
#include "profiles/profiles.hpp"
#include "reference/normalize.hpp"
#include "reference/pretokenize.hpp"
#include "reference/special.hpp"

namespace bpetite::conform::faults {
namespace {

constexpr std::size_t no_rank = std::numeric_limits<std::size_t>::max();

std::uint64_t key_of(TokenId left, TokenId right) { return std::uint64_t{left} << 32 | right; }

constexpr std::string_view mark = "\ufeff";

// The end of the largest block of whole scalars that fits in `size` bytes.
std::size_t end_of_block(std::string_view text, std::size_t size) {
  std::size_t end = size;
  while (utf8::is_continuation(text[end])) --end;
  return end;
}

Table specials_alone(const Table& table, const Decisions& decisions) {
  Table specials;
  specials.profile.added.rule = SpecialRule::matched;
  specials.profile.normalizer = decisions.normalizer;
  specials.profile.prefix_space = table.profile.prefix_space;
  specials.specials = table.specials;
  return specials;
}

}  // namespace

Decisions decisions_of(const Table& table) {
  const bool by_bytes = table.profile.merging == Merging::bytes;
  Decisions decisions;
  decisions.normalizer = table.profile.normalizer;
  decisions.patterns = pattern::parse_all(table.profile.splits);
  decisions.lookup = by_bytes ? Lookup::bytes : Lookup::pairs;
  decisions.whole_chunks = by_bytes || table.profile.whole_chunks;  // S19b, S26h
  if (table.profile.added.rule == SpecialRule::never) decisions.literals = Literals::text;
  return decisions;
}

std::vector<const Profile*> best_known_first() {
  std::vector<const Profile*> profiles = {
      &profiles::gpt2(),  &profiles::cl100k(),      &profiles::o200k(), &profiles::llama3(),
      &profiles::qwen2(), &profiles::deepseek_v3(), &profiles::tekken()};
  for (const Profile* profile : profiles::all()) {
    if (std::ranges::find(profiles, profile) == profiles.end()) profiles.push_back(profile);
  }
  return profiles;
}

std::string edited(std::string_view text, TextEdit edit) {
  switch (edit) {
    case TextEdit::none:
      break;
    case TextEdit::no_mark:
      if (text.starts_with(mark)) text.remove_prefix(mark.size());
      break;
    case TextEdit::until_nul:
      text = text.substr(0, text.find('\0'));
      break;
    case TextEdit::line_feeds:
      return suite::replaced_all(text, "\r\n", "\n");
    case TextEdit::space_first:
      return (text.starts_with(' ') ? "" : " ") + std::string(text);
    case TextEdit::trimmed:
      while (!text.empty() && suite::is_ascii_space(text.front())) text.remove_prefix(1);
      while (!text.empty() && suite::is_ascii_space(text.back())) text.remove_suffix(1);
      break;
  }
  return std::string(text);
}

namespace {

std::size_t two_bytes(std::string_view text, std::size_t at) {
  return std::size_t{static_cast<unsigned char>(text[at])} << 8 |
         static_cast<unsigned char>(text[at + 1]);
}

}  // namespace

ChunkIds::ChunkIds(const Table& table) : table_(table) {
  for (std::size_t id = 0; id < table.tokens.size(); ++id) {
    const bool is_made = !std::ranges::binary_search(table.text_tokens, id);
    if (!is_made || table.tokens[id].empty()) continue;
    tokens_.emplace(table.tokens[id], static_cast<TokenId>(id));  // the lowest id of these bytes
    longest_token_ = std::max(longest_token_, table.tokens[id].size());
    if (table.tokens[id].size() > 1) first_bytes_.set(two_bytes(table.tokens[id], 0));
  }
  if (table.profile.merging == Merging::pairs) {
    add_pairs(table);
  } else if (table.text_tokens.empty()) {
    add_pairs(interop::out::with_all_splits(table));
  }
}

void ChunkIds::add_pairs(const Table& table) {
  pairs_.reserve(table.merges.size());
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const auto [left, right] = table.merges[rank];
    pairs_.try_emplace(key_of(left, right), Merge{rank, table.results[rank]});  // S12
  }
}

bool ChunkIds::may_have_token(std::string_view text) const {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (first_bytes_.test(two_bytes(text, at))) return true;
  }
  return false;
}

std::span<const TokenId> ChunkIds::of(std::string_view chunk, Lookup lookup, bool whole_chunks) {
  Memory& memory = memories_[static_cast<std::size_t>(lookup) * 2 + (whole_chunks ? 1 : 0)];
  const auto [place, is_new] = memory.try_emplace(std::string(chunk));
  if (is_new) {
    const TokenId* const whole = whole_chunks ? token(chunk) : nullptr;
    place->second = whole != nullptr            ? std::vector{*whole}
                    : lookup == Lookup::longest ? longest_first(chunk)
                                                : merged(chunk, lookup);
  }
  return place->second;
}

const TokenId* ChunkIds::token(std::string_view bytes) const {
  const auto found = tokens_.find(bytes);
  return found == tokens_.end() ? nullptr : &found->second;
}

std::vector<ChunkIds::Part> ChunkIds::bytes_of(std::string_view chunk) const {
  std::vector<Part> parts;
  for (std::size_t at = 0; at < chunk.size(); ++at) {
    const auto byte = static_cast<unsigned char>(chunk[at]);
    if (table_.profile.drops_missing_bytes && !has_byte(table_, byte)) continue;  // S31d
    parts.push_back({table_.byte_ids[byte], at, at + 1});
  }
  return parts;
}

ChunkIds::Merge ChunkIds::merge_of(std::string_view chunk, const Part& left, const Part& right,
                                   Lookup lookup) const {
  if (lookup == Lookup::bytes) {
    const TokenId* const joined = token(chunk.substr(left.begin, right.end - left.begin));
    return joined == nullptr ? Merge{no_rank, 0} : Merge{*joined, *joined};
  }
  const auto found = pairs_.find(key_of(left.id, right.id));
  return found == pairs_.end() ? Merge{no_rank, 0} : found->second;
}

// The possible merges wait in a heap, so that a chunk of 64 KiB does not take seconds. A merge that
// is taken from it counts only if both parts are still as they were.
std::vector<TokenId> ChunkIds::merged(std::string_view chunk, Lookup lookup) const {
  struct Waiting {
    std::size_t rank;  // always 0 if the merges are taken in the order of the text
    std::size_t left;  // a place in `parts`
    std::size_t end;   // where both parts together end in the chunk
    TokenId result;

    // The lowest rank comes first, and the leftmost of several.
    bool operator<(const Waiting& other) const {
      return std::tie(other.rank, other.left) < std::tie(rank, left);
    }
  };
  std::vector<Part> parts = bytes_of(chunk);
  std::vector<std::size_t> next(parts.size());  // the place of the part after each
  std::vector<std::size_t> last(parts.size());  // the place of the part before each
  for (std::size_t i = 0; i < parts.size(); ++i) {
    next[i] = i + 1;
    last[i] = i - 1;
  }
  std::priority_queue<Waiting> heap;
  const auto add = [&](std::size_t left) {
    if (next[left] == parts.size()) return;
    const Part& right = parts[next[left]];
    const Merge merge = merge_of(chunk, parts[left], right, lookup);
    if (merge.rank == no_rank) return;
    heap.push({lookup == Lookup::in_order ? 0 : merge.rank, left, right.end, merge.result});
  };
  for (std::size_t i = 0; i < parts.size(); ++i) add(i);
  std::vector<bool> is_gone(parts.size());
  while (!heap.empty()) {
    const Waiting best = heap.top();
    heap.pop();
    const std::size_t left = best.left;
    const bool is_stale =
        is_gone[left] || next[left] == parts.size() || parts[next[left]].end != best.end;
    if (is_stale) continue;
    is_gone[next[left]] = true;
    next[left] = next[next[left]];
    if (next[left] != parts.size()) last[next[left]] = left;
    parts[left] = {best.result, parts[left].begin, best.end};
    if (left != 0) add(last[left]);
    add(left);
  }
  std::vector<TokenId> ids;
  for (std::size_t i = 0; i < parts.size(); i = next[i]) ids.push_back(parts[i].id);
  return ids;
}

std::vector<TokenId> ChunkIds::longest_first(std::string_view chunk) const {
  std::vector<TokenId> ids;
  while (!chunk.empty()) {
    std::size_t size = std::min(longest_token_, chunk.size());
    while (size > 1 && token(chunk.substr(0, size)) == nullptr) --size;
    const TokenId* const found = token(chunk.substr(0, size));
    const auto byte = static_cast<unsigned char>(chunk.front());
    if (found != nullptr || !table_.profile.drops_missing_bytes || has_byte(table_, byte)) {
      ids.push_back(found != nullptr ? *found : table_.byte_ids[byte]);
    }
    chunk.remove_prefix(size);
  }
  return ids;
}

Answerer::Answerer(const Table& table, Decisions decisions, ChunkIds& chunks)
    : decisions_(std::move(decisions)),
      specials_(specials_alone(table, decisions_)),
      chunks_(chunks) {
  for (const pattern::Node& tree : decisions_.patterns) matchers_.emplace_back(tree);
  decisions_.patterns.clear();  // the matchers suffice; this saves memory
  for (const SpecialToken& special : table.specials) {
    begins_literal_.set(static_cast<unsigned char>(special.literal.front()));
  }
}

std::vector<TokenId> Answerer::ids(std::string_view text) {
  return ids_of(pieces(text), decisions_.lookup, decisions_.whole_chunks);
}

std::vector<reference::NormalizedSegment> Answerer::segments(std::string_view text) const {
  const std::string given = edited(text, decisions_.edit);
  std::string form = reference::normalize(given, decisions_.normalizer);
  const auto may_begin_literal = [&](char byte) {
    return begins_literal_.test(static_cast<unsigned char>(byte));
  };
  if (std::ranges::none_of(given, may_begin_literal) &&
      std::ranges::none_of(form, may_begin_literal)) {
    return {reference::with_prefix_space(std::move(form), specials_.profile)};
  }
  return reference::segments_of(
      given, specials_,
      decisions_.literals == Literals::ids ? SpecialChoice() : SpecialChoice::ordinary());
}

bool Answerer::may_have_token(std::string_view text) const {
  return std::ranges::any_of(segments(text), [&](const reference::NormalizedSegment& segment) {
    const std::string* const ordinary = std::get_if<std::string>(&segment);
    return ordinary != nullptr && chunks_.may_have_token(*ordinary);
  });
}

std::vector<ChunkOrId> Answerer::pieces(std::string_view text, bool all_chunks) const {
  std::vector<ChunkOrId> pieces;
  for (const reference::NormalizedSegment& segment : segments(text)) {
    if (const TokenId* const special = std::get_if<TokenId>(&segment)) {
      pieces.emplace_back(*special);
      continue;
    }
    const std::string& ordinary = std::get<std::string>(segment);
    if (!all_chunks && !chunks_.may_have_token(ordinary)) {
      pieces.emplace_back(ordinary);
      continue;
    }
    for (const std::string_view chunk : chunks(ordinary)) pieces.emplace_back(std::string(chunk));
  }
  return pieces;
}

std::vector<TokenId> Answerer::ids_of(const std::vector<ChunkOrId>& pieces, Lookup lookup,
                                      bool whole_chunks) {
  std::vector<TokenId> ids;
  for (const ChunkOrId& piece : pieces) {
    if (const TokenId* const special = std::get_if<TokenId>(&piece)) {
      ids.push_back(*special);
      continue;
    }
    const auto found = chunks_.of(std::get<std::string>(piece), lookup, whole_chunks);
    ids.insert(ids.end(), found.begin(), found.end());
  }
  return ids;
}

std::vector<std::string_view> Answerer::chunks(std::string_view text) const {
  std::vector<std::string_view> whole = reference::cut(text, matchers_);
  if (decisions_.longest_chunk == 0) return whole;
  std::vector<std::string_view> parts;
  for (std::string_view chunk : whole) {
    while (chunk.size() > decisions_.longest_chunk) {
      const std::size_t end = end_of_block(chunk, decisions_.longest_chunk);
      parts.push_back(chunk.substr(0, end));
      chunk.remove_prefix(end);
    }
    parts.push_back(chunk);
  }
  return parts;
}

}  // namespace bpetite::conform::faults
