// Cuts texts into chunks by the reference or the engine, so that other programs can be compared
// with them. Also finds a scalar of each class that patterns distinguish.
//
//   $ echo 612062 | bpetite_chunks v1                          the text "a b", in hex
//   1 2                                                        the bytes of each chunk: "a", " b"
//   $ echo 612062 | bpetite_chunks --dialect huggingface 'b'   any pattern, or several
//   2 1
//   $ echo 612062 | bpetite_chunks --engine 'b'                the same by the engine
//   $ bpetite_chunks --classes '[a-z]+|\d'                     a scalar of each class that the
//   0 30 61                                                    patterns distinguish
//   $ printf '62 6162 61\n62282061\n' | bpetite_chunks --batch  a pattern and texts on each line
//   1 1 ,1
//   refused ValueError: pattern: byte 1: ...
#include <charconv>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// The bytes of each chunk, with a space behind each.
std::string lengths(const Cut& cut, std::string_view text) {
  std::string all;
  for (const std::string_view chunk : cut(text)) all += fmt::format("{} ", chunk.size());
  return all;
}

void print_chunks(const Cut& cut) {
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << lengths(cut, from_hex(line)) << '\n';
  }
}

// What the options and the patterns of the command line say.
struct ChunkOptions {
  Dialect dialect = Dialect::tiktoken;
  bool by_engine = false;
  bool wants_classes = false;
  bool is_batch = false;
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
    } else if (arguments[i] == "--batch") {
      options.is_batch = true;
    } else if (arguments[i] == "--dialect" && i + 1 < arguments.size()) {
      options.dialect = arguments[++i] == "huggingface" ? Dialect::huggingface : Dialect::tiktoken;
    } else {
      options.patterns.push_back(arguments[i]);
    }
  }
  return options;
}

Cut cut_of(const ChunkOptions& options) {
  const Profile* const profile = options.patterns.size() == 1 && !options.is_batch
                                     ? profiles::find(options.patterns[0])
                                     : nullptr;
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

// Each line of the input has a pattern and texts, in hex.
void print_batch(ChunkOptions options) {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    options.patterns = {from_hex(word)};
    try {
      const Cut cut = cut_of(options);
      std::vector<std::string> answers;
      while (words >> word) answers.push_back(lengths(cut, from_hex(word)));
      std::cout << fmt::format("{}\n", fmt::join(answers, ","));
    } catch (const Error& error) {
      std::cout << fmt::format("refused {}: {}\n", error.kind(), error.what());
    }
  }
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
    std::cerr << "usage: bpetite_chunks PROFILE | [--engine] [--classes | --batch] [--dialect D] "
                 "PATTERN... <HEX-LINES\n";
    return 2;
  }
  try {
    const ChunkOptions options = parse_options({argv + 1, argv + argc});
    if (options.wants_classes) {
      print_classes(options);
    } else if (options.is_batch) {
      print_batch(options);
    } else {
      print_chunks(cut_of(options));
    }
    return std::cout.flush() ? 0 : 1;
  } catch (const Error& error) {
    std::cerr << "bpetite_chunks: " << error.kind() << ": " << error.what() << '\n';
    return 1;
  }
}
