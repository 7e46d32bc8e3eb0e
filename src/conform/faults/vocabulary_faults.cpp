// Lists the faults that a program with any vocabulary can have (faults_of). Each makes one decision
// differently: the pattern, the version of Unicode, a class of characters, the merging, the
// normalizer, special tokens, the longest chunk, or a change of the text.
//
//   digits-by-three    gpt2: \p{N}+ becomes \p{N}{1,3}    cl100k: not a fault, it has \p{N}{1,3}
//
// Each fault says in words what a text that shows it tests. A fault with a flag is also a mutant of
// the tokenizer of the vectors (test cases). Also gives the change of patterns of a fault by its
// name (edit_of), and the decisions of two faults together (together).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/faults/fault.hpp"
#include "core/assertion.hpp"
#include "core/unicode.hpp"
#include "pattern/parse.hpp"

namespace bpetite::conform::faults {
namespace {

// A change of the patterns. `name`, `says` and `flag` are those of the fault.
struct PatternRow {
  std::string_view name;
  std::string_view says;
  std::string_view flag;
  std::string_view tests;
  PatternEdit edit;
};

void with_digits_by_one(pattern::Node& tree, const Pattern& pattern) {
  with_digits(tree, pattern, 1);
}
void with_digits_by_two(pattern::Node& tree, const Pattern& pattern) {
  with_digits(tree, pattern, 2);
}
void with_digits_by_three(pattern::Node& tree, const Pattern& pattern) {
  with_digits(tree, pattern, 3);
}
void with_digits_by_four(pattern::Node& tree, const Pattern& pattern) {
  with_digits(tree, pattern, 4);
}
void with_digits_by_any(pattern::Node& tree, const Pattern& pattern) {
  with_digits(tree, pattern, pattern::Node::no_limit);
}

constexpr std::array pattern_rows = std::to_array<PatternRow>({
    {"contractions-as-written", "", "", "contractions are found in any case",
     with_contractions_as_written},
    {"contractions-folded", "Contractions are matched by Unicode case folding.", "CaseFold",
     "contractions are found in lower case only", with_contractions_folded},
    {"contractions-any-case", "Contractions are matched in upper case too.", "ContractionCase",
     "the case of contractions is that of the pattern, not any case of ASCII",
     with_contractions_in_ascii_case},
    {"no-contractions", "There are no contractions.", "AlternationOrder",
     "contractions are found where the pattern has them", without_contractions},
    {"contractions-curly", "A curly apostrophe begins a contraction too.", "NoNormalization",
     "a curly apostrophe does not begin a contraction", with_curly_contractions},
    {"no-lookahead", "\\s+(?!\\S) is left out.", "LookaheadEmulation",
     "the last space before a word is left to it", without_look_ahead},
    {"lookahead-dollar", "\\s+(?!\\S) is rewritten as \\s+$.", "LookaheadEmulation",
     "the last space before a word is left to it, at the end of the text or not",
     with_look_ahead_at_end},
    {"no-blank-end", "", "", "white space at the end of the text is one chunk", without_blank_end},
    {"blank-end", "", "", "white space at the end of the text is cut like any other",
     with_blank_end},
    {"newlines-with-words", "", "", "line ends are cut from the white space behind them",
     without_newlines},
    {"newlines-one-by-one", "", "", "several line ends are one chunk", with_newlines_one_by_one},
    {"newlines-apart", "White space ends after a line end, as \\s*[\\r\\n]+ has it.", "EofAnchor",
     "white space is not cut at line ends", with_newlines_apart},
    {"signs-without-newlines", "", "", "line ends go with the signs before them",
     without_newlines_after_signs},
    {"signs-without-slashes", "", "", "slashes go with the line ends behind signs",
     without_slashes_after_signs},
    {"symbols-with-newlines", "Line ends go with the signs before them.", "PatternIdentity",
     "line ends do not go with the signs before them", with_newlines_after_signs},
    {"signs-with-slashes", "", "", "only line ends go with the signs before them",
     with_slashes_after_signs},
    {"no-sign-before-words", "", "", "a sign before a word goes with it",
     without_sign_before_words},
    {"no-space-before-signs", "", "", "a space before signs goes with them",
     without_space_before_signs},
    {"no-space-before-words", "", "", "a space before a word goes with it",
     without_space_before_words},
    {"no-case-change", "", "", "a word is cut where upper case follows lower case",
     without_case_change},
    {"no-marks", "", "", "marks go with the letters before them", without_marks},
    {"digits-by-one", "Each digit is a chunk.", "DigitRun",
     "digits are cut in groups as the pattern has them, not by one", with_digits_by_one},
    {"digits-by-two", "", "", "digits are cut in groups as the pattern has them, not by two",
     with_digits_by_two},
    {"digits-by-three", "Digits are cut into groups of three.", "DigitRun",
     "digits are cut in groups as the pattern has them, not by three", with_digits_by_three},
    {"digits-by-four", "", "", "digits are cut in groups as the pattern has them, not by four",
     with_digits_by_four},
    {"digits-by-any", "", "", "digits are cut in groups as the pattern has them, not by any",
     with_digits_by_any},
});

// Collects the faults of one table.
class List {
 public:
  explicit List(const Table& table) : splits_(table.profile.splits), right_(decisions_of(table)) {}

  const Decisions& right() const { return right_; }
  const std::vector<Split>& splits() const { return splits_; }

  // Adds a fault: the right decisions with this change. Leaves it out if the change has no effect
  // or was added before.
  template <typename Change>
  void add(Fault fault, Change change) {
    fault.decisions = right_;
    change(fault.decisions);
    const auto is_same = [&](const Fault& it) {
      return it.name == fault.name || it.decisions == fault.decisions;
    };
    if (fault.decisions == right_ || std::ranges::any_of(all_, is_same)) return;
    const bool has_other_ids = fault.decisions.lookup != right_.lookup ||
                               fault.decisions.whole_chunks != right_.whole_chunks ||
                               fault.decisions.literals != right_.literals;
    fault.level = has_other_ids ? suite::Level::L1 : suite::Level::L0;
    all_.push_back(std::move(fault));
  }

  // Adds a fault with other patterns.
  void add(Fault fault, const std::vector<Split>& splits) {
    try {
      std::vector<pattern::Node> trees = pattern::parse_all(splits);
      fault.splits = splits;
      add(std::move(fault), [&](Decisions& it) { it.patterns = std::move(trees); });
    } catch (const ValueError&) {
      return;  // the other dialect does not have this pattern
    }
  }

  // Adds a fault that changes each pattern.
  template <typename Edit>
  void add_edit(Fault fault, Edit edit) {
    add(std::move(fault), [&](Decisions& it) {
      for (std::size_t i = 0; i < it.patterns.size(); ++i) edit(it.patterns[i], splits_[i].pattern);
    });
  }

  std::vector<Fault> taken() { return std::move(all_); }

 private:
  std::vector<Split> splits_;
  Decisions right_;
  std::vector<Fault> all_;
};

Fault fault_of(std::string name, std::string says, std::string_view flag, std::string tests,
               std::string clause) {
  Fault fault{std::move(name), std::move(says), std::string(flag)};
  fault.tests = std::move(tests);
  fault.clause = std::move(clause);
  return fault;
}

void add_patterns(List& list) {
  for (const Profile* profile : best_known_first()) {
    const bool is_mutant = profile->name == "nanochat";
    list.add(
        fault_of(fmt::format("pattern-{}", profile->name),
                 fmt::format("The pattern is that of {}.", profile->name),
                 is_mutant ? "PatternIdentity" : "",
                 fmt::format("the pattern is the tokenizer's own, not that of {}", profile->name),
                 "S26b"),
        profile->splits);
  }
  std::vector<Split> other = list.splits();
  for (Split& split : other) {
    split.pattern.dialect =
        split.pattern.dialect == Dialect::tiktoken ? Dialect::huggingface : Dialect::tiktoken;
  }
  list.add(fault_of("pattern-dialect", "", "",
                    "the operators of the pattern are those of its own engine", "S25e"),
           other);
  const unicode::Version own =
      list.splits().empty() ? unicode::pinned : list.splits().front().pattern.version;
  for (const unicode::Version version : unicode::versions) {
    const bool is_mutant = version == unicode::Version::v13_0 || version == unicode::Version::v18_0;
    const std::string name(unicode::name(version));
    std::vector<Split> splits = list.splits();
    for (Split& split : splits) split.pattern.version = version;
    const std::string number = name.substr(0, name.find('.'));
    list.add(fault_of(fmt::format("unicode-{}", is_mutant ? number : name),
                      fmt::format("The classes are those of Unicode {}.", number),
                      is_mutant ? "UnicodeDrift" : "",
                      fmt::format("letters, numbers and marks are those of Unicode {}, not {}",
                                  unicode::name(own), name),
                      "S2d"),
             splits);
  }
}

void add_characters(List& list) {
  constexpr std::array<std::string_view, 3> clauses = {"S2c", "S2a", "S2b"};
  constexpr std::array<std::string_view, 3> words = {"white space is", "letters are",
                                                     "numbers are"};
  for (const CharacterClass& set : character_classes()) {
    const auto kind = static_cast<std::size_t>(set.kind);
    std::string sentence = std::string(set.says) + ".";
    sentence.front() = static_cast<char>(sentence.front() - 'a' + 'A');
    Fault fault = fault_of(std::string(set.name), std::move(sentence), set.flag,
                           fmt::format("{} what the pattern says, not {}", words[kind], set.says),
                           std::string(clauses[kind]));
    fault.characters = &set;
    list.add_edit(std::move(fault), edit_of(set.name));
  }
}

void add_pattern_edits(List& list) {
  for (const auto& [name, says, flag, tests, edit] : pattern_rows) {
    list.add_edit(fault_of(std::string(name), std::string(says), flag, std::string(tests), "FR-4"),
                  edit);
  }
}

void add_merging(List& list) {
  list.add(fault_of("merges-by-pairs", "", "",
                    "two tokens are looked up by their joined bytes, not as a pair", "S19b"),
           [](Decisions& it) { it.lookup = Lookup::pairs; });
  list.add(fault_of("merges-by-bytes", "", "",
                    "two tokens are looked up as a pair, not by their joined bytes", "S9a"),
           [](Decisions& it) {
             it.lookup = Lookup::bytes;
             it.whole_chunks = true;
           });
  const bool whole = list.right().whole_chunks;
  list.add(whole ? fault_of("no-whole-chunks", "", "",
                            "a chunk that is a token is that token at once", "S26h")
                 : fault_of("whole-piece", "A chunk that is a token is taken at once.",
                            "WholePieceLookup", "a chunk that is a token is merged like any other",
                            "S9b"),
           [&](Decisions& it) { it.whole_chunks = !whole; });
  list.add(fault_of("greedy-longest", "The longest token that fits is taken.", "AppendUnstable",
                    "tokens are merged by rank, not taken from the left by size", "FR-16c"),
           [](Decisions& it) { it.lookup = Lookup::longest; });
  list.add(fault_of("leftmost-first", "Merges are applied by position, not by rank.", "MergeOrder",
                    "tokens are merged by rank, not in the order of the text", "FR-16c"),
           [](Decisions& it) { it.lookup = Lookup::in_order; });
}

void add_others(List& list) {
  constexpr std::array<std::string_view, 3> forms = {"none", "nfc-9.0", "nfc-16.0"};
  for (const Normalizer normalizer : normalizers) {
    list.add(
        fault_of(fmt::format("normalizer-{}", forms[static_cast<std::size_t>(normalizer)]), "", "",
                 fmt::format("the text is normalized as the tokenizer says: {}, not {}",
                             name(list.right().normalizer), name(normalizer)),
                 "S30a"),
        [&](Decisions& it) { it.normalizer = normalizer; });
  }
  list.add(fault_of("special-not-extracted", "The literal is encoded as ordinary text.",
                    "SpecialPolicy", "special tokens are found in the text", "S10"),
           [](Decisions& it) { it.literals = Literals::text; });
  list.add(fault_of("specials-found", "", "", "special tokens are ordinary text", "S17b"),
           [](Decisions& it) { it.literals = Literals::ids; });
  for (const std::size_t limit : {64U, 128U, 256U, 500U, 512U, 1000U, 1024U, 2048U, 4096U}) {
    list.add(fault_of(fmt::format("chunk-limit-{}", limit), "", "",
                      fmt::format("a chunk of more than {} bytes is not cut", limit), "FR-4"),
             [&](Decisions& it) { it.longest_chunk = limit; });
  }
  constexpr std::array edits = std::to_array<std::array<std::string_view, 5>>({
      {"bom-stripped", "U+FEFF at the start of a text is dropped.", "BomHandling",
       "a byte order mark is a character like any other", "S1b"},
      {"nul-terminated", "A text ends at its first NUL.", "NulByte",
       "NUL is a character like any other", "FR-6"},
      {"crlf-to-lf", "CR LF is read as LF.", "CrLf", "CR LF is not changed", "FR-6"},
      {"prefix-space", "A space is put in front of a text.", "PrefixSpace",
       "no space is put before the text", "FR-6"},
      {"trimmed", "White space around a text is removed.", "NoNormalization",
       "white space at the ends is kept", "FR-6"},
  });
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const auto& [name, says, flag, tests, clause] = edits[i];
    list.add(fault_of(std::string(name), std::string(says), flag, std::string(tests),
                      std::string(clause)),
             [&](Decisions& it) { it.edit = static_cast<TextEdit>(i + 1); });
  }
}

}  // namespace

namespace {

// The change of patterns that the fault with this name makes, or nothing if it makes none.
TreeEdit edit_named(std::string_view name) {
  const auto row = std::ranges::find(pattern_rows, name, &PatternRow::name);
  if (row != pattern_rows.end()) return row->edit;
  const auto set = std::ranges::find(character_classes(), name, &CharacterClass::name);
  if (set == character_classes().end()) return {};
  return [&set = *set](pattern::Node& tree, const Pattern& pattern) {
    with_characters(tree, pattern, set.kind, set.set);
  };
}

}  // namespace

TreeEdit edit_of(std::string_view name) {
  TreeEdit edit = edit_named(name);
  assert_internal(edit != nullptr, "no change of patterns has this name");
  return edit;
}

std::optional<Decisions> together(const Table& table, const Fault& first, const Fault& second) {
  const Decisions right = decisions_of(table);
  Decisions both = first.decisions;
  bool fits = true;
  const auto take = [&](auto member) {
    if (second.decisions.*member == right.*member) return;
    fits = fits && both.*member == right.*member;
    both.*member = second.decisions.*member;
  };
  take(&Decisions::normalizer);
  take(&Decisions::lookup);
  take(&Decisions::whole_chunks);
  take(&Decisions::literals);
  take(&Decisions::longest_chunk);
  take(&Decisions::edit);
  const TreeEdit edit = edit_named(second.name);
  if (both.patterns == right.patterns || edit == nullptr) {
    take(&Decisions::patterns);
  } else {
    const auto& splits = first.splits.empty() ? table.profile.splits : first.splits;
    for (std::size_t i = 0; i < both.patterns.size(); ++i)
      edit(both.patterns[i], splits[i].pattern);
  }
  return fits ? std::optional(std::move(both)) : std::nullopt;
}

std::vector<Fault> faults_of(const Table& table) {
  List list(table);
  for (const auto add :
       {add_patterns, add_characters, add_pattern_edits, add_merging, add_others}) {
    add(list);
  }
  return list.taken();
}

}  // namespace bpetite::conform::faults
