#include "engine/scan/specials.hpp"

#include <algorithm>
#include <cstring>

namespace bpetite::engine::scan {

Specials::Specials(const std::vector<SpecialToken>& specials, bool normalized, Which which) {
  for (const SpecialToken& special : specials) {
    if (special.literal.empty() || special.normalized != normalized) continue;
    if (which == Which::plain && special.is_special) continue;
    const auto first = static_cast<unsigned char>(special.literal.front());
    if (by_first_byte_[first].empty()) first_bytes_.push_back(first);
    by_first_byte_[first].push_back(&special);
  }
  for (auto& those : by_first_byte_) {
    std::stable_sort(those.begin(), those.end(), [](const auto* a, const auto* b) {
      return a->literal.size() > b->literal.size();
    });
  }
}

bool Specials::have(char byte) const {
  for (const auto& those : by_first_byte_) {
    for (const SpecialToken* special : those) {
      if (special->literal.find(byte) != std::string::npos) return true;
    }
  }
  return false;
}

Specials::Found Specials::find(std::string_view text, std::size_t from) const {
  while (from < text.size() && !first_bytes_.empty()) {
    if (first_bytes_.size() == 1) {
      const void* const next =
          std::memchr(text.data() + from, first_bytes_.front(), text.size() - from);
      if (next == nullptr) break;
      from = static_cast<std::size_t>(static_cast<const char*>(next) - text.data());
    }
    for (const SpecialToken* special : by_first_byte_[static_cast<unsigned char>(text[from])]) {
      if (text.substr(from).starts_with(special->literal)) {
        return {from, special->literal.size(), special->id, special->is_special};
      }
    }
    ++from;
  }
  return {text.size(), 0, 0, false};
}

}  // namespace bpetite::engine::scan
