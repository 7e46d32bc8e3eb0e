#include "conform/hypotheses/hypotheses.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "conform/hypotheses/rewritten_patterns.hpp"
#include "conform/mutants/classes.hpp"
#include "core/unicode.hpp"
#include "pattern/parse.hpp"

namespace bpetite::conform::hypotheses {
namespace {

// Whether every pattern is one of the language.
bool can_be_read(const std::vector<Split>& splits) {
  try {
    pattern::parse_all(splits);
    return true;
  } catch (const ValueError&) {
    return false;
  }
}

// Collects hypotheses about one table.
class List {
 public:
  explicit List(const Table& table) : right_(decisions_of(table)) {}

  const Decisions& right() const { return right_; }

  // The right decisions with a change, unless it changes nothing or was added before.
  template <typename Change>
  void add(std::string name, std::string tests, std::string clause, Change change) {
    Decisions changed = right_;
    change(changed);
    if (changed == right_ || !can_be_read(changed.splits)) return;
    const auto is_same = [&](const Hypothesis& it) {
      return it.name == name || it.decisions == changed;
    };
    if (std::ranges::any_of(all_, is_same)) return;
    const bool has_other_ids = changed.lookup != right_.lookup ||
                               changed.whole_chunks != right_.whole_chunks ||
                               changed.literals != right_.literals;
    all_.push_back({std::move(name), std::move(tests), std::move(clause),
                    has_other_ids ? suite::Level::L1 : suite::Level::L0, std::move(changed)});
  }

  void add(std::string name, std::string tests, std::string clause, const ChangedSplits& splits) {
    if (!splits) return;
    add(std::move(name), std::move(tests), std::move(clause),
        [&](Decisions& it) { it.splits = *splits; });
  }

  std::vector<Hypothesis> taken() { return std::move(all_); }

 private:
  Decisions right_;
  std::vector<Hypothesis> all_;
};

void add_patterns(List& list) {
  const std::vector<Split>& own = list.right().splits;
  for (const Profile* profile : best_known_first()) {
    list.add(fmt::format("pattern-{}", profile->name),
             fmt::format("the pattern is the tokenizer's own, not that of {}", profile->name),
             "S26b", ChangedSplits(profile->splits));
  }
  std::vector<Split> other = own;
  for (Split& split : other) {
    split.pattern.dialect =
        split.pattern.dialect == Dialect::tiktoken ? Dialect::huggingface : Dialect::tiktoken;
  }
  list.add("pattern-dialect", "the operators of the pattern are those of its own engine", "S25e",
           ChangedSplits(std::move(other)));
  for (const unicode::Version version : unicode::versions) {
    list.add(fmt::format("unicode-{}", unicode::name(version)),
             fmt::format("letters, numbers and marks are those of Unicode {}, not {}",
                         unicode::name(own.empty() ? unicode::pinned : own.front().pattern.version),
                         unicode::name(version)),
             "S2d", [&](Decisions& it) {
               for (Split& split : it.splits) split.pattern.version = version;
             });
  }
}

void add_classes(List& list) {
  constexpr std::array<std::array<std::string_view, 2>, 3> classes = {
      {{"\\s", "S2c"}, {"\\p{L}", "S2a"}, {"\\p{N}", "S2b"}}};
  constexpr std::array<std::string_view, 3> words = {"white space is", "letters are",
                                                     "numbers are"};
  for (const mutants::ClassSet& set : mutants::class_sets()) {
    const auto kind = static_cast<std::size_t>(set.kind);
    list.add(std::string(set.name),
             fmt::format("{} what the pattern says, not {}", words[kind], set.says),
             std::string(classes[kind][1]),
             with_class(list.right().splits, classes[kind][0], set.set));
  }
}

// A change of the text of the patterns.
struct TextChange {
  std::string_view name;
  std::string_view tests;
  std::string_view from;
  std::string_view to;
};

// Some changes have several lines, for the ways in which patterns are spelt. The first that
// applies gives the hypothesis.
constexpr std::array text_changes = std::to_array<TextChange>({
    {"contractions-as-written", "contractions are found in any case", "(?i:", "(?:"},
    {"contractions-any-case", "contractions are found in lower case only", "'(?:[sdmt]|ll|ve|re)",
     "'(?i:[sdmt]|ll|ve|re)"},
    {"contractions-any-case", "contractions are found in lower case only",
     "'s|'t|'re|'ve|'m|'ll|'d|", "(?i:'s|'t|'re|'ve|'m|'ll|'d)|"},
    {"contractions-ascii-case", "the long s is an s in any case", "(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
     "(?:'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD]))?"},
    {"contractions-ascii-case", "the long s is an s in any case", "(?i:'s|'t|'re|'ve|'m|'ll|'d)",
     "'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])"},
    {"contractions-ascii-case", "the long s is an s in any case", "(?i:[sdmt]|ll|ve|re)",
     "(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE])"},
    {"no-contractions", "contractions are chunks of their own", "'(?:[sdmt]|ll|ve|re)|", ""},
    {"no-contractions", "contractions are chunks of their own", "'s|'t|'re|'ve|'m|'ll|'d|", ""},
    {"no-contractions", "contractions are chunks of their own", "'(?i:[sdmt]|ll|ve|re)|", ""},
    {"no-contractions", "contractions are found before other words",
     "(?i:'s|'t|'re|'ve|'m|'ll|'d)|", ""},
    {"no-contractions", "contractions belong to the word before them",
     "(?i:'s|'t|'re|'ve|'m|'ll|'d)?", ""},
    {"no-contractions", "contractions belong to the word before them", "(?i:[sdmt]|ll|ve|re)?", ""},
    {"curly-contractions", "a curly apostrophe begins no contraction", "'(?", "['\u2019](?"},
    {"no-lookahead", "the last space before a word is left to it", "\\s+(?!\\S)|", ""},
    {"lookahead-at-end",
     "the last space before a word is left to it, at the end of the text or not", "\\s+(?!\\S)",
     "\\s+$"},
    {"no-blank-end", "white space at the end of the text is one chunk", "|\\s++$", ""},
    {"blank-end", "white space at the end of the text is cut like any other", "|\\s*[\\r\\n]",
     "|\\s++$|\\s*[\\r\\n]"},
    {"newlines-with-words", "line ends are cut from the white space behind them", "\\s*[\\r\\n]+|",
     ""},
    {"newlines-with-words", "line ends are cut from the white space behind them", "\\s*[\\r\\n]|",
     ""},
    {"newlines-one-by-one", "several line ends are one chunk", "\\s*[\\r\\n]+", "\\s*[\\r\\n]"},
    {"newlines-apart", "white space is not cut at line ends", "|\\s+(?!\\S)",
     "|\\s*[\\r\\n]+|\\s+(?!\\S)"},
    {"signs-without-newlines", "line ends go with the signs before them", "[\\r\\n]*", ""},
    {"signs-without-newlines", "line ends go with the signs before them", "[\\r\\n/]*", ""},
    {"signs-without-slashes", "slashes go with the line ends behind signs", "[\\r\\n/]*",
     "[\\r\\n]*"},
    {"signs-with-newlines", "line ends do not go with the signs before them",
     "[^\\s\\p{L}\\p{N}]+|", "[^\\s\\p{L}\\p{N}]+[\\r\\n]*|"},
    {"signs-with-slashes", "only line ends go with the signs before them", "[\\r\\n]*",
     "[\\r\\n/]*"},
    {"no-sign-before-words", "a sign before a word goes with it", "[^\\r\\n\\p{L}\\p{N}]?", " ?"},
    {"no-space-before-signs", "a space before signs goes with them", "| ?[^", "|[^"},
    {"no-space-before-signs", "a space before signs goes with them", "| ?[\\p{P}\\p{S}]",
     "|[\\p{P}\\p{S}]"},
    {"no-space-before-words", "a space before a word goes with it", " ?\\p{L}", "\\p{L}"},
    {"no-case-change", "a word is cut where upper case follows lower case",
     "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]", "[\\p{L}\\p{M}]"},
    {"no-marks", "marks go with the letters before them", "\\p{M}", ""},
});

void add_texts(List& list) {
  for (const auto& [name, tests, from, to] : text_changes) {
    list.add(std::string(name), std::string(tests), "FR-4",
             with_text(list.right().splits, from, to));
  }
  // The groups in which digits are cut.
  constexpr std::array<std::array<std::string_view, 2>, 5> groups = {{{"one", "\\p{N}"},
                                                                      {"two", "\\p{N}{1,2}"},
                                                                      {"three", "\\p{N}{1,3}"},
                                                                      {"four", "\\p{N}{1,4}"},
                                                                      {"any", "\\p{N}+"}}};
  for (const auto& [word, group] : groups) {
    for (const std::string_view own :
         {"\\p{N}{1,3}+|", "\\p{N}{1,3}|", "\\p{N}{1,2}|", "|\\p{N}|", "\\p{N}+|"}) {
      const std::string bar = own.starts_with('|') ? "|" : "";
      // A text has no part that {1,3}+ takes otherwise than {1,3}.
      if (group.ends_with('}') && own == fmt::format("{}+|", group)) continue;
      list.add(fmt::format("digits-by-{}", word),
               fmt::format("digits are cut in groups as the pattern has them, not by {}", word),
               "FR-4", with_text(list.right().splits, own, fmt::format("{}{}|", bar, group)));
    }
    if (list.right().splits.size() > 1 &&
        list.right().splits.front().pattern.text == "\\p{N}{1,3}") {
      std::vector<Split> splits = list.right().splits;
      splits.front().pattern.text = group;
      list.add(fmt::format("digits-by-{}", word),
               fmt::format("digits are cut in groups as the pattern has them, not by {}", word),
               "FR-4", ChangedSplits(std::move(splits)));
    }
  }
}

void add_merging(List& list) {
  list.add("merges-by-pairs", "two tokens are looked up by their joined bytes, not as a pair",
           "S19b", [](Decisions& it) { it.lookup = Lookup::pairs; });
  list.add("merges-by-bytes", "two tokens are looked up as a pair, not by their joined bytes",
           "S9a", [](Decisions& it) {
             it.lookup = Lookup::bytes;
             it.whole_chunks = true;
           });
  const bool whole = list.right().whole_chunks;
  list.add(whole ? "no-whole-chunks" : "whole-chunks",
           whole ? "a chunk that is a token is that token at once"
                 : "a chunk that is a token is merged like any other",
           whole ? "S26h" : "S9b", [&](Decisions& it) { it.whole_chunks = !whole; });
  list.add("longest-token", "tokens are merged by rank, not taken from the left by size", "FR-16c",
           [](Decisions& it) { it.lookup = Lookup::longest; });
  list.add("merges-in-order", "tokens are merged by rank, not in the order of the text", "FR-16c",
           [](Decisions& it) { it.lookup = Lookup::in_order; });
}

void add_others(List& list) {
  constexpr std::array<std::string_view, 3> forms = {"none", "nfc-9.0", "nfc-16.0"};
  for (const Normalizer normalizer : normalizers) {
    list.add(fmt::format("normalizer-{}", forms[static_cast<std::size_t>(normalizer)]),
             fmt::format("the text is normalized as the tokenizer says: {}, not {}",
                         name(list.right().normalizer), name(normalizer)),
             "S30a", [&](Decisions& it) { it.normalizer = normalizer; });
  }
  list.add("specials-as-text", "special tokens are found in the text", "S10",
           [](Decisions& it) { it.literals = Literals::text; });
  list.add("specials-found", "special tokens are ordinary text", "S17b",
           [](Decisions& it) { it.literals = Literals::ids; });
  for (const std::size_t limit : {64U, 128U, 256U, 500U, 512U, 1000U, 1024U, 2048U, 4096U}) {
    list.add(fmt::format("chunk-limit-{}", limit),
             fmt::format("a chunk of more than {} bytes is not cut", limit), "FR-4",
             [&](Decisions& it) { it.longest_chunk = limit; });
  }
  constexpr std::array<std::array<std::string_view, 3>, 5> edits = {{
      {"byte-order-mark", "a byte order mark is a character like any other", "S1b"},
      {"nul-ends", "NUL is a character like any other", "FR-6"},
      {"line-feeds", "CR LF is not changed", "FR-6"},
      {"space-first", "no space is put before the text", "FR-6"},
      {"trimmed", "white space at the ends is kept", "FR-6"},
  }};
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const auto& [name, tests, clause] = edits[i];
    list.add(std::string(name), std::string(tests), std::string(clause),
             [&](Decisions& it) { it.edit = static_cast<Edit>(i + 1); });
  }
}

}  // namespace

std::vector<Hypothesis> hypotheses_of(const Table& table) {
  List list(table);
  for (const auto add : {add_patterns, add_classes, add_texts, add_merging, add_others}) add(list);
  return list.taken();
}

}  // namespace bpetite::conform::hypotheses
