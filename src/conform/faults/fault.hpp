// The faults of tokenizers (Fault). A fault is one decision made wrongly, as some real program
// makes it.
//
//   no-lookahead   "\s+(?!\S) is left out."   cuts "a  b" as a|␠␠|b, and not as a|␠|␠b
//
// Declares the lists of faults: those that the vectors (test cases) must find (mutants), those that
// only `conform fuzz` must find (planted_faults), those that a program with any vocabulary can have
// (faults_of, changes of the decisions), and those that the kit looks for in a program under test
// (suspects). The faults of each part of a tokenizer have a list and a file of their own.
//
// Also finds a fault by its name of today or an old one (find_fault, current_name), gives the
// change of patterns that it makes (edit_of), combines the decisions of two faults (together), says
// whether faults fit together (fit_together), plants faults in the tokenizer of the vectors
// (with_fault, with_faults), and encodes chunks by any look-up (looking_up).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conform/faults/decisions.hpp"
#include "conform/faults/pattern_edits.hpp"
#include "conform/faults/training.hpp"
#include "conform/program/tokenizer_parts.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::faults {

using enum suite::Level;  // L0 to L6

// Replaces one or two functions of the reference.
using PartsEdit = std::function<program::TokenizerParts(program::TokenizerParts)>;

struct Fault {
  std::string name;         // a slug that does not change: "tie-largest"
  std::string says;         // one sentence: "Among the most frequent pairs the largest is merged."
  std::string flag;         // the kind of fault: one of the flags of the vectors
  suite::Level level = L0;  // the lowest level that it does not conform to
  PartsEdit change = {};    // plants it in the tokenizer of the vectors

  // Faults that can be planted together with others of their kind.
  const CharacterClass* characters = nullptr;  // another set of spaces, letters or numbers
  std::optional<TrainingRule> training = {};   // another rule of the trainer

  // For faults that a program with any vocabulary can have. `tests` says what a text that shows the
  // fault tests: "digits are cut in groups as the pattern has them, not by two". `decisions` are
  // the wrong ones.
  std::string tests = {};
  std::string clause = {};
  Decisions decisions = {};
  std::vector<Split> splits = {};  // those of the patterns, if another fault can change these too
};

// Whether the fault is a mutant, which the vectors must kill.
inline bool is_mutant(const Fault& fault) { return !fault.flag.empty(); }

// The mutants: all faults that the vectors must kill, by level and name.
const std::vector<Fault>& mutants();

// Faults that the vectors do not test for, and that `conform fuzz` must find. Each is of a kind
// that real code has: a number with too few bits, a cache with a bad key, the border of a buffer.
//
//   $ bpetite conform fuzz --impl 'bpetite serve --mutant fuzz-tie-many'
std::vector<Fault> planted_faults();

// The faults that a program with this table can have. The decisions of each differ from
// decisions_of(table) and from those of every other fault. A change of a pattern that changes
// nothing in this table is left out.
std::vector<Fault> faults_of(const Table& table);

// The decisions of a program that has both of these faults, or nullopt if they change the same
// decision and the second one is not a change of patterns.
std::optional<Decisions> together(const Table& table, const Fault& first, const Fault& second);

// The change of patterns that the fault with this name makes: "js-space", "digits-by-one". The name
// must exist.
using TreeEdit = std::function<void(pattern::Node& tree, const Pattern& pattern)>;
TreeEdit edit_of(std::string_view name);

// The faults that the kit looks for in a program that loads the artifacts of the vectors: the
// mutants, and further sets of characters, rules of trainers and decoders, which the vectors need
// not distinguish from them. Other versions of Unicode are left out, because the version is found
// first.
const std::vector<Fault>& suspects();

// The name that a fault has now. Some faults had another name before: "whole-chunks" is now
// "whole-piece".
std::string_view current_name(std::string_view name);

// The mutant or planted fault with this name, which may be an old one.
std::optional<Fault> find_fault(std::string_view name);

// Whether a tokenizer can have all these faults at once: at most one set of characters for each
// class, and one rule for each step of training.
bool fit_together(std::span<const Fault* const> faults);

// The tokenizer of the vectors with these faults. The faults must fit together.
program::Implementation with_faults(program::TokenizerParts parts, unicode::Version version,
                                    std::span<const Fault* const> faults);
program::Implementation with_fault(const Fault& fault);

// Encodes the chunks of any table by a look-up.
std::function<std::vector<TokenId>(std::string_view chunk, const Table& table)> looking_up(
    Lookup lookup, bool whole_chunks);

// The faults of each part of a tokenizer. Each list has its own file.
std::vector<Fault> text_faults();     // L0: how a text is read
std::vector<Fault> pattern_faults();  // L0: other chunks, by patterns that only v1 can have
std::vector<Fault> merge_faults();    // L1
std::vector<Fault> special_faults();  // L1
std::vector<Fault> decode_faults();   // L1
std::vector<Fault> load_faults();     // L2
std::vector<Fault> train_faults();    // L3
std::vector<Fault> save_faults();     // L4
std::vector<Fault> render_faults();   // L5
std::vector<Fault> motion_faults();   // L6

}  // namespace bpetite::conform::faults
