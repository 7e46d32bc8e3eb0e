// Writes a text whose number of distinct words grows as in real text (Heaps' law): the first n
// words have about n^EXPONENT distinct ones. It is always the same.
//
//   bpetite_heaps 5000000000 0.6     5 GB, exponent 0.6
//
// A word has two or more small letters. One that is not new is one of those before it, the early
// ones more often.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

namespace {

// The word of a number: "aa" for 0, "ab" for 1, "baa" for 26^2.
void append_word(std::string& text, std::uint64_t number) {
  std::string letters;
  do {
    letters += static_cast<char>('a' + number % 26);
    number /= 26;
  } while (number > 0 || letters.size() < 2);
  text.append(letters.rbegin(), letters.rend()).push_back(' ');
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: bpetite_heaps BYTES EXPONENT\n";
    return 2;
  }
  std::uint64_t left = std::strtoull(argv[1], nullptr, 10);
  const double exponent = std::strtod(argv[2], nullptr);
  std::mt19937_64 random(1);  // NOLINT(cert-msc51-cpp): the same text each time
  const auto share = [&random] { return static_cast<double>(random() >> 11) * 0x1p-53; };

  std::string text;
  std::uint64_t known = 0;
  constexpr std::size_t block = std::size_t{1} << 20;
  for (std::uint64_t word = 1; left > 0; ++word) {
    const bool is_new = static_cast<double>(known) < std::pow(static_cast<double>(word), exponent);
    const double place = std::pow(share(), 4) * static_cast<double>(known);
    append_word(text, is_new ? known++ : static_cast<std::uint64_t>(place));
    if (text.size() < block && text.size() < left) continue;
    text.resize(std::min<std::uint64_t>(text.size(), left));
    left -= text.size();
    std::cout.write(text.data(), static_cast<std::streamsize>(text.size()));
    text.clear();
  }
  return std::cout.flush() ? 0 : 1;
}
