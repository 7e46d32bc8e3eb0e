// The decisions that a program makes when it tokenizes with a given vocabulary.
//
//   cl100k    no normalizer; its pattern with Unicode 16.0; by bytes; special tokens found
//
// They are the parts of a profile (S26a), and faults that programs have beside them: a limit for
// the size of a chunk, a text that is changed before it is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace bpetite::conform::hypotheses {

// How the tokens of a chunk are merged.
enum class Lookup : std::uint8_t {
  pairs,    // the pair of lowest rank first (S26c)
  bytes,    // the joined bytes of lowest id first (S19b)
  longest,  // no merges: the longest token that the rest of the chunk begins with
  in_order  // the leftmost pair that is a merge, whatever its rank
};

// What the literals of special tokens in a text become.
enum class Literals : std::uint8_t { ids, text };

// What happens to a text before anything else.
enum class Edit : std::uint8_t {
  none,
  no_mark,      // U+FEFF at the beginning is dropped
  until_nul,    // it ends before the first NUL
  line_feeds,   // CR LF becomes LF
  space_first,  // a space is put before it
  trimmed       // ASCII white space at its ends is dropped
};

struct Decisions {
  Normalizer normalizer = Normalizer::none;
  std::vector<Split> splits;
  Lookup lookup = Lookup::pairs;
  bool whole_chunks = false;  // a chunk that is a token is that token
  Literals literals = Literals::ids;
  std::size_t longest_chunk = 0;  // in bytes; longer ones are cut. 0: no limit
  Edit edit = Edit::none;

  bool operator==(const Decisions&) const = default;
};

// Those that the table's profile asks for. Special tokens that a caller may allow are found.
Decisions decisions_of(const Table& table);

// All profiles, the best-known first: of several that have one pattern, the first gives its name.
std::vector<const Profile*> best_known_first();

}  // namespace bpetite::conform::hypotheses
