// Cuts a text into chunks by given patterns in the language of chapter 14, or by those of a named
// profile (Pretokenizer). PatternOptions has the dialect of given patterns and the version of
// Unicode. Also decides whether two pretokenizers cut every text in the same way, and gives a text
// that they cut differently (compare, PatternComparison). A comparison that needs too much memory
// ends undecided.
//
//   #include <bpetite/pattern.hpp>
//
//   const auto words = bpetite::Pretokenizer::compile("\\w+");
//   words.chunks("a, b");                                       // "a" ", " "b"
//
//   const auto ours = bpetite::Pretokenizer::named("cl100k");
//   const auto theirs = bpetite::Pretokenizer::named("nanochat");
//   bpetite::compare(ours, theirs).text;                        // "\n ": they cut it differently
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/dialect.hpp>

namespace bpetite {

struct PatternOptions {
  Dialect dialect = Dialect::tiktoken;
  unicode::Version version = unicode::pinned;  // says which scalars are in a class (S25a)
};

struct PatternComparison;

// A compiled pattern, or a sequence of them: the second cuts the pieces of the first, and so on
// (S25j). Cheap to copy. Any number of threads may use one.
class Pretokenizer {
 public:
  // ValueError: a pattern is outside the language (S25b; the message has the byte) or too large
  // (S25i), or there is no pattern.
  static Pretokenizer compile(std::string_view pattern, const PatternOptions& options = {});
  static Pretokenizer compile(std::span<const std::string> patterns,
                              const PatternOptions& options = {});

  // The patterns of a profile (S26b). KeyError: there is no profile of that name.
  static Pretokenizer named(std::string_view profile);

  // The chunks of a text, as views into it: joined, they are the text (S4a).
  // UnicodeDecodeError: the text is not UTF-8.
  std::vector<std::string_view> chunks(std::string_view text) const;

 private:
  struct State;
  explicit Pretokenizer(std::shared_ptr<const State> state);
  friend PatternComparison compare(const Pretokenizer& a, const Pretokenizer& b);

  std::shared_ptr<const State> state_;
};

// Whether two pretokenizers cut every text in the same way (S25o).
struct PatternComparison {
  std::optional<bool> same;  // nullopt: undecided
  // If different: a text that they cut differently. There is no such text with fewer scalars.
  std::string text = {};
  // If undecided: the reason, and a number of scalars. Every text of up to that length is cut in
  // the same way.
  std::string reason = {};
  std::size_t searched = 0;
};

// Takes milliseconds for the patterns of real tokenizers. It takes at most about 500 MB of memory,
// and some seconds; then it ends undecided.
PatternComparison compare(const Pretokenizer& a, const Pretokenizer& b);

}  // namespace bpetite
