// The combinations of decisions that a program may make with one vocabulary, their ids, and the
// names of the choices for people (Combinations). Also lists the changes of patterns that
// implementations in other languages make (changes_of), finds what a text contains that such a
// change may cut differently (subjects_of), and says whether a change may matter to such a text
// (may_matter).
//
//   200 patterns x 7 versions of Unicode x 3 normalizers x 3 ways of merging x 3 of special tokens
//
// The patterns are those of the file and of known tokenizers, and each of these with such a change:
// the \s of JavaScript, or contractions in ASCII case. Each list begins with the vocabulary's own
// choice, so the first combination is the right one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conform/faults/fault.hpp"
#include "core/profile.hpp"
#include "core/table.hpp"

namespace bpetite::conform::explain {

// What a text must contain so that a change of a pattern may cut it differently.
struct Subjects {
  bool spaces = false;        // white space that engines disagree on
  bool contractions = false;  // an apostrophe
  bool look_ahead = false;    // two characters of white space side by side
  bool digits = false;        // two numbers side by side
};

// Finds out which of these a well-formed text contains.
Subjects subjects_of(std::string_view text);

// A change of patterns. Without edits, the patterns stay as they are.
struct PatternChange {
  std::string says;  // "white space as JavaScript's \s and contractions in any case of ASCII"
  Subjects subjects;
  std::vector<faults::TreeEdit> edits;

  // Whether the change may matter to a text that contains these.
  bool may_matter(const Subjects& has) const;
};

// The changes that these patterns can have. Two changes that come from one language are also
// combined: its white space and its case. Each change gives other patterns than `splits`, and no
// two changes give the same ones.
std::vector<PatternChange> changes_of(const std::vector<Split>& splits);

// One choice for each decision, as places in the lists of Combinations.
struct Combination {
  std::size_t pattern = 0;
  std::size_t version = 0;
  std::size_t normalizer = 0;
  std::size_t merging = 0;
  std::size_t specials = 0;

  bool operator==(const Combination&) const = default;
};

// The ids of a text, or nullopt if the text is refused.
using Ids = std::optional<std::vector<TokenId>>;

// What the combinations reply to one text.
struct Replies {
  std::vector<Ids> distinct;
  std::vector<std::uint32_t> of;  // for each combination the place in `distinct`
};

class Combinations {
 public:
  // The table must outlive it.
  explicit Combinations(const Table& table);

  const Table& table() const { return table_; }
  const std::vector<Combination>& all() const { return all_; }

  // The profile that has the table's normalizer and pattern, which another library may spell
  // differently. Empty if no profile has them. Profiles that differ only in their names are named
  // together, unless the file gives the name: "p50k or r50k".
  const std::string& own_profile() const { return own_profile_; }

  // The profile that the pattern comes from, changed or not: "cl100k". Empty if it is not the
  // pattern of a profile.
  const std::string& profile_name(std::size_t pattern) const { return patterns_[pattern].profile; }

  // For people: "cl100k with digits by one", "16.0.0", "NFC of Unicode 9.0", "by bytes", "found".
  std::string pattern_name(std::size_t place) const;
  bool is_changed(std::size_t pattern) const { return !change_name(pattern).empty(); }
  const std::string& change_name(std::size_t pattern) const {  // "digits by one"
    return patterns_[pattern].change.says;
  }
  std::string version_name(std::size_t place) const;
  std::string normalizer_name(std::size_t place) const;
  std::string merging_name(std::size_t place) const;
  std::string specials_name(std::size_t place) const;

  // What the first `most` combinations reply. The first unchanged_count() have a pattern that is
  // not changed.
  Replies replies(std::string_view text, std::size_t most);
  std::size_t unchanged_count() const { return all_.size() / patterns_.size() * unchanged_; }
  Ids reply(std::string_view text, const Combination& combination);
  // False if all combinations give the same reply: no part of the text can be a token of several
  // bytes, and no decision changes the text.
  bool may_tell(std::string_view text);

  faults::ChunkIds& chunks() { return chunks_; }

 private:
  struct NamedPattern {
    std::string profile;
    std::size_t unchanged;  // the place of the pattern without its change
    std::vector<Split> splits;
    PatternChange change;                 // `says` is empty if the pattern is not changed
    std::vector<pattern::Node> patterns;  // with the change
  };
  // One version for all splits, or nullopt if each split keeps its own, as in the file.
  using Versions = std::optional<unicode::Version>;
  struct Merging {
    faults::Lookup lookup;
    bool whole_chunks;

    bool operator==(const Merging&) const = default;
  };

  faults::Answerer& answerer(const Combination& combination);
  std::vector<TokenId> ids_of(faults::Answerer& it, const std::vector<faults::ChunkOrId>& pieces,
                              const Combination& combination) const;
  void add_patterns();
  std::vector<pattern::Node> patterns_of(const Combination& combination) const;
  bool has_special(std::string_view text);

  const Table& table_;
  std::string own_profile_;
  faults::ChunkIds chunks_;
  std::vector<NamedPattern> patterns_;
  std::size_t unchanged_ = 0;  // the number of patterns without changes, which come first
  std::vector<Versions> versions_;
  std::vector<Normalizer> normalizers_;
  std::vector<Merging> mergings_;
  std::vector<Combination> all_;
  // For each pattern, version, normalizer, and specials as ids or as text. Each is made when it is
  // first needed.
  std::vector<std::unique_ptr<faults::Answerer>> answerers_;
};

}  // namespace bpetite::conform::explain
