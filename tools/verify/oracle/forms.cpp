// Writes a text in normalization form C of Unicode 9.0 or 16.0 as the reference makes it. Fails if
// the engine makes another form.
//
//   $ printf 'e\xcc\x81' | bpetite_forms 9.0
//   é
#include <iostream>
#include <iterator>
#include <string>

#include "engine/normalize/nfc.hpp"
#include "reference/normalize.hpp"

int main(int count, char** arguments) {
  using namespace bpetite;
  const std::string version = count == 2 ? arguments[1] : "";
  if (version != "9.0" && version != "16.0") {
    std::cerr << "usage: bpetite_forms 9.0|16.0 < TEXT\n";
    return 2;
  }
  const Normalizer normalizer = version == "9.0" ? Normalizer::nfc_9_0 : Normalizer::nfc_16_0;
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const std::string form = reference::normalize(text, normalizer);
  if (engine::normalize::nfc(*form_of(normalizer)).changed(text).value_or(text) != form) {
    std::cerr << "the engine and the reference differ\n";
    return 1;
  }
  std::cout << form;
  return 0;
}
