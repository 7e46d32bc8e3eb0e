// Cuts texts into chunks by the reference, so that compare.py can compare them with another
// program.
//
//   $ echo 612062 | bpetite_chunks v1        the text "a b", in hex
//   1 2                                      the bytes of each chunk: "a", " b"
#include <charconv>
#include <iostream>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "profiles/profiles.hpp"
#include "reference/pretokenize.hpp"
#include "reference/regex.hpp"

namespace {

const bpetite::Profile& profile_named(std::string_view name) {
  const bpetite::Profile* profile = bpetite::profiles::find(name);
  // internal: compare.py names only profiles that exist.
  if (profile == nullptr) throw bpetite::ValueError(fmt::format("chunks: no profile {}", name));
  return *profile;
}

std::string from_hex(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(digits.data() + i, digits.data() + i + 2, value, 16);
    bytes.push_back(static_cast<char>(value));
  }
  return bytes;
}

void print_chunks(const bpetite::reference::Regex& regex) {
  for (std::string line; std::getline(std::cin, line);) {
    const std::string text = from_hex(line);
    std::string lengths;
    for (const std::string_view chunk : bpetite::reference::pretokenize(text, regex)) {
      lengths += fmt::format("{} ", chunk.size());
    }
    std::cout << lengths << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: bpetite_chunks PROFILE <HEX-LINES\n";
    return 2;
  }
  try {
    print_chunks(bpetite::reference::regex_of(profile_named(argv[1])));
    return std::cout.flush() ? 0 : 1;
  } catch (const bpetite::Error& error) {
    std::cerr << "bpetite_chunks: " << error.kind() << ": " << error.what() << '\n';
    return 1;
  }
}
