// Cuts texts by a sequence of patterns (Splitter). Each pattern is a pass (Pass), and neighbouring
// passes are joined if one table can do the work of both. Each further pass cuts the pieces of the
// pass before it. A pass uses its cut table, or Search if it has none. The patterns of a sequence
// share an Allowance: if it has no more entries, a pattern gets no table; if it has too few steps
// or states, the patterns are refused with a PatternError. chunks() gives the chunks of a text, and
// chunk_ends() the ends of the chunks of a part of a text. is_safe_place() and next_safe_place()
// find, by the table of the first pass, the places at which a text may be cut so that its chunks
// stay the same.
#include "engine/compile/splitter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/compile/table_maker.hpp"
#include "engine/compile/table_reader.hpp"
#include "pattern/parse.hpp"
#include "pattern/pattern_error.hpp"

namespace bpetite::engine::compile {

Pass::Pass(const pattern::Node& tree, Allowance& allowance) {
  Automaton automaton(tree, allowance.steps);
  allowance.steps -= automaton.steps();
  table_ = table_of(automaton, allowance.entries);
  if (table() != nullptr) return;
  search_.emplace(std::move(automaton), allowance.futures);
  const std::size_t states = search_->states_for_each_scalar();
  if (states > allowance.states) {
    throw pattern::PatternError(
        0,
        fmt::format("no table says where its matches end, and without one {} states for each "
                    "character are too many, required at most {}",
                    states, allowance.states),
        "S25i");
  }
  allowance.states -= states;
}

bool Pass::join(const Pass& next, Allowance& allowance) {
  if (table() == nullptr || next.table() == nullptr) return false;
  auto both = table_of_both(*table_, *next.table_, allowance.entries);
  if (!both) return false;
  table_ = std::move(both);
  return true;
}

void Pass::piece_ends(std::string_view text, std::vector<std::size_t>& ends) const {
  if (text.empty()) return;
  if (search_) return search_->piece_ends(text, ends);
  constexpr std::size_t part = std::size_t{1} << 14;
  std::vector<std::uint32_t> starts(std::min(part, text.size()) + TableReader::more);
  TableReader reader(*table_, text);
  while (!reader.done()) {
    const std::size_t at = reader.at();
    const std::size_t count = reader.read(starts.data(), part);
    for (std::size_t i = 0; i < count; ++i) {
      if (at + starts[i] > 0) ends.push_back(at + starts[i]);
    }
  }
  ends.push_back(text.size());
}

// S25j "Each piece is a whole text to the next pattern"
Splitter::Splitter(std::span<const Split> splits) : patterns_(splits.size()) {
  Allowance allowance;
  for (const pattern::Node& tree : pattern::parse_all(splits)) {
    Pass pass(tree, allowance);
    if (passes_.empty() || !passes_.back().join(pass, allowance)) {
      passes_.push_back(std::move(pass));
    }
  }
}

std::vector<std::string_view> Splitter::chunks(std::string_view text) const {
  std::vector<std::size_t> ends;
  chunk_ends(text, 0, text.size(), ends);
  std::vector<std::string_view> all;
  all.reserve(ends.size());
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    all.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return all;
}

void Splitter::chunk_ends(std::string_view text, std::size_t begin, std::size_t end,
                          std::vector<std::size_t>& ends) const {
  if (begin == end) return;
  std::vector<std::size_t> pieces = {end};  // the ends, as places of the text
  std::vector<std::size_t> smaller;
  std::vector<std::size_t> inside;  // the ends in one piece, as distances from its beginning
  for (const Pass& pass : passes_) {
    smaller.clear();
    std::size_t from = begin;
    for (const std::size_t to : pieces) {
      inside.clear();
      pass.piece_ends(text.substr(from, to - from), inside);
      for (const std::size_t distance : inside) smaller.push_back(from + distance);
      from = to;
    }
    pieces.swap(smaller);
  }
  ends.insert(ends.end(), pieces.begin(), pieces.end());
}

// The pieces of the first pass do not change if the text is cut where they are safe, and the other
// passes see only these pieces.
bool Splitter::is_safe_place(std::string_view text, std::size_t at) const {
  const CutTable* const table = passes_.empty() ? nullptr : passes_.front().safe_places();
  return table != nullptr && table->is_safe_place(text, at);
}

std::size_t Splitter::next_safe_place(std::string_view text, std::size_t from) const {
  const CutTable* const table = passes_.empty() ? nullptr : passes_.front().safe_places();
  if (table == nullptr) return text.size();
  return table->next_safe_place(text, std::min(from, text.size()), text.size());
}

}  // namespace bpetite::engine::compile
