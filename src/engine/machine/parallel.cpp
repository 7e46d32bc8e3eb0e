#include "engine/machine/parallel.hpp"

namespace bpetite::engine::machine {

std::vector<std::size_t> slice_places(std::span<const std::string_view> texts) {
  constexpr std::size_t slice_bytes = std::size_t{1} << 17;
  std::vector<std::size_t> places = {0};
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    bytes += texts[i].size();
    if (bytes >= slice_bytes || i + 1 == texts.size()) {
      places.push_back(i + 1);
      bytes = 0;
    }
  }
  return places;
}

}  // namespace bpetite::engine::machine
