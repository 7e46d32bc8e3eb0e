// Collects the faults of all files, except the planted ones, in one list, and chooses the mutants
// (which the vectors, the test cases, must find) and the suspects (which the kit looks for in a
// program under test) from it. Finds a mutant or a planted fault by its name of today or an old one
// (find_fault, current_name). Plants faults in the tokenizer of the vectors (with_fault,
// with_faults), and says which can be planted together (fit_together). Also encodes chunks by any
// look-up (looking_up).
#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <tuple>
#include <utility>

#include "conform/faults/fault.hpp"
#include "conform/faults/remembered_parts.hpp"
#include "conform/suite/judged_profile.hpp"
#include "pattern/parse.hpp"
#include "reference/pretokenize.hpp"

namespace bpetite::conform::faults {
namespace {

// Former names of faults, each with the name of today. The vectors of an implementation and the
// vectors of a vocabulary once had different names for the same fault.
constexpr std::array former_names = std::to_array<std::array<std::string_view, 2>>({
    {"byte-order-mark", "bom-stripped"},
    {"contractions-ascii-case", "contractions-any-case"},
    {"curly-contractions", "contractions-curly"},
    {"line-feeds", "crlf-to-lf"},
    {"longest-token", "greedy-longest"},
    {"lookahead-at-end", "lookahead-dollar"},
    {"merges-in-order", "leftmost-first"},
    {"nul-ends", "nul-terminated"},
    {"signs-with-newlines", "symbols-with-newlines"},
    {"space-first", "prefix-space"},
    {"specials-as-text", "special-not-extracted"},
    {"unicode-13.0.0", "unicode-13"},
    {"unicode-18.0.0", "unicode-18"},
    {"whole-chunks", "whole-piece"},
});

using Cut = std::function<std::vector<std::string>(std::string_view text)>;

// Cuts texts by these patterns, one after the other.
Cut cut_by(const std::vector<pattern::Node>& patterns) {
  const auto matchers = std::make_shared<std::vector<reference::Matcher>>();
  for (const pattern::Node& tree : patterns) matchers->emplace_back(tree);
  return [matchers](std::string_view text) {
    program::require_well_formed(text);
    if (text.empty()) return std::vector<std::string>();
    const auto chunks = reference::cut(text, *matchers);
    return std::vector<std::string>(chunks.begin(), chunks.end());
  };
}

// The parts of a tokenizer, changed where `changed` differs from the right decisions.
program::TokenizerParts with_decisions(program::TokenizerParts parts, const Decisions& changed,
                                       const Decisions& right) {
  if (changed.patterns != right.patterns) parts.pretokenize = cut_by(changed.patterns);
  if (changed.lookup != right.lookup || changed.whole_chunks != right.whole_chunks) {
    parts.encode_chunk = looking_up(changed.lookup, changed.whole_chunks);
  }
  if (changed.literals != right.literals) {
    parts.split = [](std::string_view text, const std::vector<SpecialToken>&) {
      return text.empty() ? std::vector<program::Segment>()
                          : std::vector<program::Segment>{std::string(text)};
    };
  }
  if (changed.edit == TextEdit::space_first) {  // for `encode`, not `pretokenize`
    parts.split = [split = parts.split](std::string_view text,
                                        const std::vector<SpecialToken>& specials) {
      std::vector<program::Segment> segments = split(text, specials);
      auto* const first = segments.empty() ? nullptr : std::get_if<std::string>(&segments.front());
      if (first != nullptr) *first = edited(*first, TextEdit::space_first);
      return segments;
    };
  } else if (changed.edit != right.edit) {
    parts.read = [read = parts.read, edit = changed.edit](std::string_view text) {
      return edited(read(text), edit);
    };
  }
  return parts;
}

// The faults of any vocabulary, planted in the tokenizer of the vectors.
std::vector<Fault> judged_faults() {
  const Table table = suite::judged_table({});
  const auto right = std::make_shared<const Decisions>(decisions_of(table));
  std::vector<Fault> faults = faults_of(table);
  for (Fault& fault : faults) {
    fault.change = [changed = fault.decisions, right](program::TokenizerParts parts) {
      return with_decisions(std::move(parts), changed, *right);
    };
    if (fault.decisions.edit == TextEdit::space_first) fault.level = suite::Level::L1;
  }
  return faults;
}

const std::vector<Fault>& all_faults() {
  static const std::vector<Fault> faults = [] {
    std::vector<Fault> all = judged_faults();
    for (const auto family :
         {text_faults, pattern_faults, merge_faults, special_faults, decode_faults, load_faults,
          train_faults, save_faults, render_faults, motion_faults}) {
      std::ranges::move(family(), std::back_inserter(all));
    }
    return all;
  }();
  return faults;
}

// Cuts texts as the reference does, but with other sets of characters, and remembers the chunks.
// Many guesses use the same few sets.
Cut remembered_cut(const std::vector<const CharacterClass*>& sets, unicode::Version version) {
  constexpr std::size_t most_known = 64;
  using Key = std::pair<std::vector<const CharacterClass*>, unicode::Version>;
  thread_local std::map<Key, Cut> known;
  if (known.size() >= most_known) known.clear();
  const auto [place, is_new] = known.try_emplace({sets, version});
  if (is_new) {
    const std::vector<Split> splits = suite::judged_profile(version).splits;
    std::vector<pattern::Node> trees = pattern::parse_all(splits);
    for (const CharacterClass* set : sets) {
      with_characters(trees.front(), splits.front().pattern, set->kind, set->set);
    }
    program::TokenizerParts parts;
    parts.pretokenize = cut_by(trees);
    place->second = with_memory(std::move(parts)).pretokenize;
  }
  return place->second;
}

}  // namespace

std::function<std::vector<TokenId>(std::string_view chunk, const Table& table)> looking_up(
    Lookup lookup, bool whole_chunks) {
  struct Known {
    explicit Known(const Table& its) : table(its) {}
    Table table;
    ChunkIds ids = ChunkIds(table);
  };
  // Successive calls often have the same table.
  return [lookup, whole_chunks, known = std::make_shared<std::unique_ptr<Known>>()](
             std::string_view chunk, const Table& table) {
    if (*known == nullptr || (*known)->table.merges != table.merges) {
      *known = std::make_unique<Known>(table);
    }
    const std::span<const TokenId> ids = (*known)->ids.of(chunk, lookup, whole_chunks);
    return std::vector<TokenId>(ids.begin(), ids.end());
  };
}

const std::vector<Fault>& mutants() {
  static const std::vector<Fault> some = [] {
    std::vector<Fault> found;
    std::ranges::copy_if(all_faults(), std::back_inserter(found), is_mutant);
    std::ranges::sort(found, {}, [](const Fault& fault) {
      return std::pair(fault.level, std::string_view(fault.name));
    });
    return found;
  }();
  return some;
}

const std::vector<Fault>& suspects() {
  static const std::vector<Fault> faults = [] {
    std::vector<Fault> found;
    const auto take = [&](const std::vector<Fault>& from, auto condition) {
      std::ranges::copy_if(from, std::back_inserter(found), condition);
    };
    take(all_faults(), [](const Fault& it) { return it.characters != nullptr; });
    take(all_faults(), [](const Fault& it) { return it.training.has_value(); });
    take(mutants(), [](const Fault& it) {
      return it.characters == nullptr && !it.training && it.flag != "UnicodeDrift";
    });
    take(decode_faults(), std::not_fn(is_mutant));
    return found;
  }();
  return faults;
}

std::string_view current_name(std::string_view name) {
  const auto found = std::ranges::find(former_names, name, [](const auto& it) { return it[0]; });
  return found == former_names.end() ? name : (*found)[1];
}

std::optional<Fault> find_fault(std::string_view name) {
  const std::string_view current = current_name(name);
  for (const std::vector<Fault>& faults : {mutants(), planted_faults()}) {
    const auto found = std::ranges::find(faults, current, &Fault::name);
    if (found != faults.end()) return *found;
  }
  return std::nullopt;
}

bool fit_together(std::span<const Fault* const> faults) {
  for (std::size_t i = 0; i < faults.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Fault& one = *faults[i];
      const Fault& other = *faults[j];
      const bool same_class = one.characters != nullptr && other.characters != nullptr &&
                              one.characters->kind == other.characters->kind;
      const bool same_step =
          one.training && other.training && one.training->step == other.training->step;
      if (same_class || same_step || one.name == other.name) return false;
    }
  }
  return true;
}

program::Implementation with_faults(program::TokenizerParts parts, unicode::Version version,
                                    std::span<const Fault* const> faults) {
  std::vector<const CharacterClass*> sets;
  Training training;
  bool is_ruled = false;
  for (const Fault* fault : faults) {
    if (fault->characters != nullptr) sets.push_back(fault->characters);
    if (fault->training) {
      fault->training->change(training);
      is_ruled = true;
    }
  }
  if (!sets.empty()) parts.pretokenize = remembered_cut(sets, version);
  if (is_ruled) {
    parts.learn_merges = [training](Chunks chunks, std::size_t planned) {
      return learn(training, std::move(chunks), planned);
    };
  }
  for (const Fault* fault : faults) {
    if (fault->characters == nullptr && !fault->training) parts = fault->change(std::move(parts));
  }
  return program::assembled(std::move(parts));
}

program::Implementation with_fault(const Fault& fault) {
  program::Implementation it = program::assembled(fault.change(program::reference_parts()));
  it.name = "mutant " + fault.name;
  return it;
}

}  // namespace bpetite::conform::faults
