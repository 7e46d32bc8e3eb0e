#include "interop/token_names.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace bpetite::interop {
namespace {

constexpr std::size_t most_short = 8;

// The bytes of a short name. With their number they say all of them; some stand in it twice:
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

TokenNames::TokenNames(std::vector<std::string_view> names)
    : names_(std::move(names)),
      size_(names_.size() -
            static_cast<std::size_t>(std::ranges::count(names_, std::string_view()))),
      slots_(std::bit_ceil(std::max<std::size_t>(2 * size_, 16))) {
  // Each name is added before the next one is looked for, so one that is there already is found.
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

}  // namespace bpetite::interop
