// Cuts texts into chunks, so that other programs can be compared with them.
//
//   $ echo 612062 | bpetite_chunks v1                          the text "a b", in hex
//   1 2                                                        the bytes of each chunk: "a", " b"
//   $ echo 612062 | bpetite_chunks --dialect huggingface 'b'   any pattern, or several
//   2 1
//   $ echo 612062 | bpetite_chunks --engine 'b'                the same by the engine
//   $ bpetite_chunks --classes '[a-z]+|\d'                     a scalar of each class that the
//   0 61 30                                                    patterns distinguish
#include <charconv>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "engine/compile/splitter.hpp"
#include "profiles/profiles.hpp"
#include "reference/matcher.hpp"
#include "reference/pretokenize.hpp"
#include "verify/oracle/representatives.hpp"

namespace {

using namespace bpetite;
using Cut = std::function<std::vector<std::string_view>(std::string_view)>;

std::string from_hex(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(digits.data() + i, digits.data() + i + 2, value, 16);
    bytes.push_back(static_cast<char>(value));
  }
  return bytes;
}

void print_chunks(const Cut& cut) {
  for (std::string line; std::getline(std::cin, line);) {
    const std::string text = from_hex(line);
    std::string lengths;
    for (const std::string_view chunk : cut(text)) {
      lengths += fmt::format("{} ", chunk.size());
    }
    std::cout << lengths << '\n';
  }
}

// What the options and the patterns of the command line say.
struct ChunkOptions {
  Dialect dialect = Dialect::tiktoken;
  bool by_engine = false;
  bool wants_classes = false;
  std::vector<std::string> patterns;

  std::vector<Split> splits() const {
    std::vector<Split> all;
    for (const std::string& text : patterns) all.push_back({{text, dialect, unicode::pinned}});
    return all;
  }
};

ChunkOptions parse_options(const std::vector<std::string>& arguments) {
  ChunkOptions options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--engine") {
      options.by_engine = true;
    } else if (arguments[i] == "--classes") {
      options.wants_classes = true;
    } else if (arguments[i] == "--dialect" && i + 1 < arguments.size()) {
      options.dialect = arguments[++i] == "huggingface" ? Dialect::huggingface : Dialect::tiktoken;
    } else {
      options.patterns.push_back(arguments[i]);
    }
  }
  return options;
}

Cut cut_of(const ChunkOptions& options) {
  const Profile* const profile =
      options.patterns.size() == 1 ? profiles::find(options.patterns[0]) : nullptr;
  if (profile != nullptr) {
    const auto pretokenizer = std::make_shared<const reference::Pretokenizer>(*profile);
    return [pretokenizer](std::string_view text) { return pretokenizer->chunks(text); };
  }
  if (options.by_engine) {
    return [splitter = engine::compile::Splitter(options.splits())](std::string_view text) {
      return splitter.chunks(text);
    };
  }
  std::vector<reference::Matcher> passes;
  for (const Split& split : options.splits()) passes.emplace_back(split.pattern);
  return [passes](std::string_view text) { return reference::cut(text, passes); };
}

void print_classes(const ChunkOptions& options) {
  std::string line;
  for (const char32_t scalar : oracle::representatives(options.splits())) {
    line += fmt::format("{:x} ", static_cast<unsigned>(scalar));
  }
  std::cout << line << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: bpetite_chunks PROFILE | [--engine] [--classes] [--dialect D] PATTERN... "
                 "<HEX-LINES\n";
    return 2;
  }
  try {
    const ChunkOptions options = parse_options({argv + 1, argv + argc});
    if (options.wants_classes) {
      print_classes(options);
    } else {
      print_chunks(cut_of(options));
    }
    return std::cout.flush() ? 0 : 1;
  } catch (const Error& error) {
    std::cerr << "bpetite_chunks: " << error.kind() << ": " << error.what() << '\n';
    return 1;
  }
}
