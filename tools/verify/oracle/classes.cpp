// Prints a scalar of each class that patterns tell apart, so that all short texts can be tried.
//
//   $ bpetite_classes '[a-z]+|\d'          what is in neither set, a letter, a digit
//   0 61 30
//
// The sets of all patterns are taken together. With --dialect huggingface they are of that dialect.
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "verify/oracle/representatives.hpp"

int main(int argc, char** argv) {
  using namespace bpetite;
  std::vector<std::string_view> arguments(argv + 1, argv + argc);
  Dialect dialect = Dialect::tiktoken;
  if (arguments.size() > 1 && arguments[0] == "--dialect") {
    if (arguments[1] == "huggingface") dialect = Dialect::huggingface;
    arguments.erase(arguments.begin(), arguments.begin() + 2);
  }
  if (arguments.empty()) {
    std::cerr << "usage: bpetite_classes [--dialect D] PATTERN...\n";
    return 2;
  }
  std::vector<Split> splits;
  for (const std::string_view text : arguments) {
    splits.push_back({{std::string(text), dialect, unicode::pinned}});
  }
  try {
    std::string line;
    for (const char32_t scalar : oracle::representatives(splits)) {
      line += fmt::format("{:x} ", static_cast<unsigned>(scalar));
    }
    std::cout << line << '\n';
    return std::cout.flush() ? 0 : 1;
  } catch (const Error& error) {
    std::cerr << "bpetite_classes: " << error.kind() << ": " << error.what() << '\n';
    return 1;
  }
}
