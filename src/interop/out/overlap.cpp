#include "interop/out/overlap.hpp"

#include <cstddef>

#include "interop/out/refuse.hpp"

namespace bpetite::interop::out {
namespace {

bool can_overlap(std::string_view a, std::string_view b) {
  if (a.find(b) != std::string_view::npos || b.find(a) != std::string_view::npos) return true;
  for (std::size_t at = 1; at < a.size(); ++at) {
    if (b.starts_with(a.substr(at))) return true;
  }
  for (std::size_t at = 1; at < b.size(); ++at) {
    if (a.starts_with(b.substr(at))) return true;
  }
  return false;
}

}  // namespace

std::optional<std::pair<std::string_view, std::string_view>> first_overlap(
    std::span<const SpecialToken> some, std::span<const SpecialToken> others,
    std::string_view format) {
  constexpr std::size_t most_pairs = 20'000'000;  // compared in about a second
  if (!others.empty() && some.size() > most_pairs / others.size()) {
    refuse(format, "too many special tokens to know whether they overlap");
  }
  for (const SpecialToken& token : some) {
    for (const SpecialToken& other : others) {
      if (other.id != token.id && can_overlap(token.literal, other.literal)) {
        return std::pair{std::string_view(token.literal), std::string_view(other.literal)};
      }
    }
  }
  return std::nullopt;
}

}  // namespace bpetite::interop::out
