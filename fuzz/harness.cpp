// Reads the parts of an input of a harness (numbers, merges, ids, texts between bytes FF), and
// writes numbers, merges and ids as such an input. Numbers are little-endian on all machines.
#include "harness.hpp"

#include <algorithm>

namespace bpetite::fuzz {
namespace {

constexpr std::uint32_t most_merges = 32;
constexpr std::size_t longest_token = 64;

}  // namespace

std::uint32_t Input::number(std::size_t bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < std::min(bytes, bytes_.size()); ++i) {
    value |= std::uint32_t{static_cast<unsigned char>(bytes_[i])} << (8 * i);
  }
  bytes_.remove_prefix(std::min(bytes, bytes_.size()));
  return value;
}

std::vector<Pair> Input::merges() {
  std::vector<Pair> merges;
  std::vector<std::size_t> lengths(256, 1);
  const std::uint32_t count = number(1) % (most_merges + 1);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto ids = static_cast<TokenId>(lengths.size());
    const TokenId left = number(2) % ids;
    const TokenId right = number(2) % ids;
    if (lengths[left] + lengths[right] <= longest_token) {
      merges.push_back({left, right});
      lengths.push_back(lengths[left] + lengths[right]);
    }
  }
  return merges;
}

std::vector<TokenId> Input::ids() {
  std::vector<TokenId> ids;
  while (!bytes_.empty()) {
    ids.push_back(number(4));
  }
  return ids;
}

std::vector<std::string_view> Input::texts() const {
  std::vector<std::string_view> texts;
  std::string_view left = bytes_;
  for (std::size_t end = left.find('\xff'); end != std::string_view::npos;
       end = left.find('\xff')) {
    texts.push_back(left.substr(0, end));
    left.remove_prefix(end + 1);
  }
  texts.push_back(left);
  return texts;
}

std::string_view Input::text() {
  const std::size_t end = std::min(bytes_.find('\xff'), bytes_.size());
  const std::string_view text = bytes_.substr(0, end);
  bytes_.remove_prefix(std::min(end + 1, bytes_.size()));
  return text;
}

std::string written(std::uint32_t number, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i) {
    text += static_cast<char>(static_cast<unsigned char>(number >> (8 * i) & 0xffU));
  }
  return text;
}

std::string written(std::span<const Pair> merges) {
  const std::size_t count = std::min<std::size_t>(merges.size(), most_merges);
  std::string text = written(static_cast<std::uint32_t>(count), 1);
  for (const auto& [left, right] : merges.first(count)) {
    text += written(left, 2) + written(right, 2);
  }
  return text;
}

std::string written(std::span<const TokenId> ids) {
  std::string text;
  for (const TokenId id : ids) {
    text += written(id, 4);
  }
  return text;
}

}  // namespace bpetite::fuzz
