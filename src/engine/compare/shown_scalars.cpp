#include "engine/compare/shown_scalars.hpp"

#include <string_view>

namespace bpetite::engine::compare {

std::vector<std::pair<std::size_t, char32_t>> shown_scalars(const compile::Minterms& classes) {
  std::vector<std::pair<std::size_t, char32_t>> shown;
  std::vector<bool> is_known(classes.size());
  const auto add = [&](std::size_t scalar_class, char32_t scalar) {
    if (!is_known[scalar_class]) shown.emplace_back(scalar_class, scalar);
    is_known[scalar_class] = true;
  };
  for (const std::string_view readable :
       {"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789",
        "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", " \n\r\t"}) {
    for (const char c : readable) {
      add(classes.of(static_cast<unsigned char>(c)), static_cast<unsigned char>(c));
    }
  }
  for (std::size_t c = 0; c < classes.size(); ++c) add(c, classes.member(c));
  return shown;
}

}  // namespace bpetite::engine::compare
