// Finds the ids of names in a hash table (TokenNames), and turns merges of names into merges of ids
// (MergeList), which refuses an unknown name and a merge that occurs twice. Also reads an id from
// JSON (id_in), and takes a merge "a b" apart (names_in).
//
//   names a = 97, b = 98, ab = 256      the merge "a b" is (97, 98) -> 256
//
// A name is in the first slot that its hash selects, or in one of the slots after it. The names of
// a list are looked up 64 at a time. All their slots are requested from memory before the first one
// is read.
#include "interop/token_names.hpp"

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_set.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "core/utf8.hpp"

namespace bpetite::interop {
namespace {

constexpr std::size_t most_short = 8;

// The bytes of a short name as a number. The number and the size determine the name, although some
// bytes are in the number twice:
//
//   abcdef   abcd, cdef          abc   a, bc
std::uint64_t number_of(std::string_view name) {
  const char* const begin = name.data();
  const char* const end = begin + name.size();
  if (name.size() == 8) return read_number<std::uint64_t>(begin);
  if (name.size() >= 4) {
    return read_number<std::uint32_t>(begin) | std::uint64_t{read_number<std::uint32_t>(end - 4)}
                                                   << 32;
  }
  if (name.size() >= 2) {
    return std::uint64_t{read_number<std::uint8_t>(begin)} << 16 |
           read_number<std::uint16_t>(end - 2);
  }
  return name.empty() ? 0 : read_number<std::uint8_t>(begin);
}

}  // namespace

TokenId id_in(const json::Field& field) {
  const auto number = field.require(json::Kind::integer, "an id").node().small_number();
  if (!number || *number >= max_vocab_size) {
    field.refuse(fmt::format("required an id below {}", max_vocab_size));
  }
  return static_cast<TokenId>(*number);
}

TokenNames::TokenNames(std::vector<std::string_view> names)
    : names_(std::move(names)),
      size_(names_.size() -
            static_cast<std::size_t>(std::ranges::count(names_, std::string_view()))),
      slots_(std::bit_ceil(std::max<std::size_t>(2 * size_, 16))) {
  // Each name is added before the next one is looked up, so that a repeated name is found.
  for_each_slot(names_, [this](std::size_t id, const Key& key, std::size_t at) {
    const auto size = static_cast<std::uint32_t>(names_[id].size());
    if (slots_[at].size == 0) {
      slots_[at] = {key.check, size, static_cast<TokenId>(id)};
    } else if (!repeated_) {
      repeated_ = static_cast<TokenId>(id);
    }
  });
}

TokenNames::Key TokenNames::key_of(std::string_view name) const {
  const bool is_short = name.size() <= most_short;
  const std::uint64_t check = is_short ? number_of(name) : hash_bytes(name, seed_);
  const std::uint64_t hash =
      is_short ? folded_product(check ^ seed_.a, name.size() * seed_.b) : check;
  return {check, static_cast<std::size_t>(hash >> (64 - std::countr_zero(slots_.size())))};
}

std::size_t TokenNames::slot_of(std::string_view name, const Key& key) const {
  for (std::size_t at = key.first;; at = (at + 1) & (slots_.size() - 1)) {
    const Slot& slot = slots_[at];
    if (slot.size == 0) return at;
    if (slot.check != key.check || slot.size != name.size()) continue;
    if (name.size() <= most_short || names_[slot.id] == name) return at;
  }
}

template <typename Take>
void TokenNames::for_each_slot(std::span<const std::string_view> names, const Take& take) const {
  constexpr std::size_t at_once = 64;
  std::array<Key, at_once> keys;
  for (std::size_t from = 0; from < names.size(); from += at_once) {
    const std::size_t count = std::min(names.size() - from, at_once);
    for (std::size_t i = 0; i < count; ++i) {
      keys[i] = key_of(names[from + i]);
      __builtin_prefetch(&slots_[keys[i].first]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      take(from + i, keys[i], slot_of(names[from + i], keys[i]));
    }
  }
}

std::optional<TokenId> TokenNames::find(std::string_view name) const {
  const Slot& slot = slots_[slot_of(name, key_of(name))];
  return slot.size == 0 ? std::nullopt : std::optional(slot.id);
}

void TokenNames::find_all(std::span<const std::string_view> names, std::span<TokenId> ids) const {
  for_each_slot(names, [&](std::size_t i, const Key&, std::size_t at) {
    ids[i] = slots_[at].size == 0 ? none : slots_[at].id;
  });
}

namespace {

constexpr std::size_t most_waiting = 128;  // names

}  // namespace

// For so few bytes a loop is faster than two calls of the library.
std::optional<std::pair<std::string_view, std::string_view>> names_in(std::string_view merge) {
  std::size_t spaces = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < merge.size(); ++i) {
    if (merge[i] != ' ') continue;
    ++spaces;
    at = i;
  }
  if (spaces != 1) return std::nullopt;
  return std::pair(merge.substr(0, at), merge.substr(at + 1));
}

MergeList::MergeList(const TokenNames& names, Table& table, std::size_t expected, Refuse refuse)
    : names_(names), table_(table), refuse_(std::move(refuse)), found_(most_waiting) {
  waiting_.reserve(most_waiting);
  table.merges.reserve(expected);
  table.results.reserve(expected);
}

void MergeList::add(std::string_view left, std::string_view right) {
  waiting_.push_back(left);
  waiting_.push_back(right);
  if (waiting_.size() == most_waiting) resolve();
}

// Many merges make the same token as the merge before them, or the token with the next id. So these
// two are compared first.
TokenId MergeList::find_result(std::string_view left, std::string_view right) {
  const TokenId near = table_.results.empty() ? 0 : table_.results.back();
  for (TokenId id = near; id < near + 2; ++id) {
    const std::string_view name = names_.name(id);
    if (name.size() == left.size() + right.size() && name.starts_with(left) &&
        name.ends_with(right)) {
      return id;
    }
  }
  joined_.assign(left).append(right);
  return names_.find(joined_).value_or(TokenNames::none);
}

void MergeList::resolve() {
  names_.find_all(waiting_, found_);
  for (std::size_t i = 0; i < waiting_.size(); i += 2) {
    const TokenId first = found_[i];
    const TokenId second = found_[i + 1];
    const TokenId result = find_result(waiting_[i], waiting_[i + 1]);
    if (first == TokenNames::none || second == TokenNames::none || result == TokenNames::none) {
      joined_.assign(waiting_[i]).append(waiting_[i + 1]);
      const std::string_view name = first == TokenNames::none    ? waiting_[i]
                                    : second == TokenNames::none ? waiting_[i + 1]
                                                                 : joined_;
      refuse_(table_.merges.size(), utf8::quoted(name) + " is not in the vocabulary");
    }
    table_.merges.push_back({first, second});
    table_.results.push_back(result);
  }
  waiting_.clear();
}

// Two equal merges make the same token. If the results ascend, merges with the same result are
// neighbours, and only these are compared.
void MergeList::finish() {
  resolve();
  boost::unordered_flat_set<std::uint64_t> seen;
  const bool is_ascending = std::ranges::is_sorted(table_.results);
  if (!is_ascending) seen.reserve(table_.merges.size());
  for (std::size_t rank = 0; rank < table_.merges.size(); ++rank) {
    if (is_ascending && rank > 0 && table_.results[rank - 1] != table_.results[rank]) seen.clear();
    const auto [left, right] = table_.merges[rank];
    if (!seen.insert(std::uint64_t{left} << 32 | right).second) {
      refuse_(rank, "the merge occurs twice");
    }
  }
}

}  // namespace bpetite::interop
