#include "engine/scan/specials.hpp"

#include <algorithm>
#include <cstring>
#include <span>

namespace bpetite::engine::scan {
namespace {

unsigned char byte_at(std::string_view bytes, std::size_t place) {
  return static_cast<unsigned char>(bytes[place]);
}

// Two bytes as a number.
std::size_t pair_at(std::string_view bytes, std::size_t place) {
  return std::size_t{byte_at(bytes, place)} << 8 | byte_at(bytes, place + 1);
}

}  // namespace

// The places of a text where a literal may begin, in order. If the literals begin with a few bytes
// only, each of them is looked for by itself, and not far ahead: one that is in no text would be
// looked for to the end after each literal that is found.
class Specials::Places {
 public:
  Places(const Specials& specials, std::string_view text) : specials_(specials), text_(text) {}

  // The next one, from `from` on; the end of the text if there is none.
  std::size_t next(std::size_t from) {
    const std::span<const unsigned char> firsts(specials_.first_bytes_);
    if (firsts.empty()) return text_.size();
    for (; from < text_.size(); ++from) {
      if (firsts.size() <= few) from = nearest(firsts, from);
      if (from < text_.size() && specials_.is_first_[byte_at(text_, from)]) return from;
    }
    return text_.size();
  }

 private:
  static constexpr std::size_t few = 4;
  static constexpr std::size_t ahead = 1024;

  // Before it, and from `from` on, there is none of the bytes.
  std::size_t nearest(std::span<const unsigned char> firsts, std::size_t from) {
    std::size_t least = text_.size();
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      if (not_before_[i] < from) {
        const std::string_view part = text_.substr(from, ahead);
        const void* const found = std::memchr(part.data(), firsts[i], part.size());
        not_before_[i] = found == nullptr ? from + part.size() : offset_of(found);
      }
      least = std::min(least, not_before_[i]);
    }
    return least;
  }

  std::size_t offset_of(const void* byte) const {
    return static_cast<std::size_t>(static_cast<const char*>(byte) - text_.data());
  }

  const Specials& specials_;
  std::string_view text_;
  std::array<std::size_t, few> not_before_{};  // where the first bytes are next, or may be
};

Specials::Specials(const std::vector<SpecialToken>& specials, bool normalized, Which which) {
  for (const SpecialToken& special : specials) {
    const std::string_view literal = special.literal;
    if (literal.empty() || special.normalized != normalized) continue;
    if (which == Which::plain && special.is_special) continue;
    sorted_.push_back(&special);
    const unsigned char first = byte_at(literal, 0);
    if (!is_first_[first]) first_bytes_.push_back(first);
    is_first_[first] = true;
    if (literal.size() > 1) {
      two_bytes_.set(pair_at(literal, 0));
    } else {
      for (std::size_t any = 0; any < 256; ++any) two_bytes_.set(std::size_t{first} << 8 | any);
    }
  }
  std::ranges::stable_sort(
      sorted_, {}, [](const auto* special) -> std::string_view { return special->literal; });
}

bool Specials::have(char byte) const {
  return std::ranges::any_of(sorted_, [byte](const auto* special) {
    return special->literal.find(byte) != std::string::npos;
  });
}

Specials::Found Specials::find(std::string_view text, std::size_t from) const {
  Places places(*this, text);
  for (std::size_t at = places.next(from); at < text.size(); at = places.next(at + 1)) {
    if (at + 1 < text.size() && !two_bytes_[pair_at(text, at)]) continue;
    const SpecialToken* const special = longest_at(text.substr(at));
    if (special != nullptr) return {at, special->literal.size(), special->id, special->is_special};
  }
  return {text.size(), 0, 0, false};
}

// The longest literal with which the text begins; null if there is none.
const SpecialToken* Specials::longest_at(std::string_view rest) const {
  const SpecialToken* longest = nullptr;
  std::span those(sorted_);  // the literals that begin with the bytes so far
  for (std::size_t size = 0; !those.empty(); ++size) {
    if (those.front()->literal.size() == size) {  // it has no more bytes, so it comes first
      longest = those.front();
      while (!those.empty() && those.front()->literal.size() == size) those = those.subspan(1);
    }
    if (size == rest.size()) break;
    const auto byte_of = [size](const SpecialToken* special) {
      return byte_at(special->literal, size);
    };
    const auto first = std::ranges::lower_bound(those, byte_at(rest, size), {}, byte_of);
    const auto last =
        std::ranges::upper_bound(first, those.end(), byte_at(rest, size), {}, byte_of);
    those = {first, last};
  }
  return longest;
}

}  // namespace bpetite::engine::scan
