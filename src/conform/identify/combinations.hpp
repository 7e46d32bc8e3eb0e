// The combinations of decisions that a program may make with one vocabulary.
//
//   15 patterns x 7 versions of Unicode x 3 normalizers x 3 ways of merging x 3 of special tokens
//
// The first of each list is the vocabulary's own, so the first combination is the right one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conform/hypotheses/answerer.hpp"
#include "conform/hypotheses/chunk_ids.hpp"
#include "core/table.hpp"

namespace bpetite::conform::identify {

// Places in the lists of Combinations.
struct Combination {
  std::size_t pattern = 0;
  std::size_t version = 0;
  std::size_t normalizer = 0;
  std::size_t merging = 0;
  std::size_t specials = 0;

  bool operator==(const Combination&) const = default;
};

// The ids of a text, or nothing for a refusal.
using Ids = std::optional<std::vector<TokenId>>;

// What the combinations reply to one text.
struct Replies {
  std::vector<Ids> distinct;
  std::vector<std::size_t> of;  // for each combination the place in `distinct`
};

class Combinations {
 public:
  // The table must outlive it.
  explicit Combinations(const Table& table);

  const Table& table() const { return table_; }
  const std::vector<Combination>& all() const { return all_; }

  // For people: "cl100k", "16.0.0", "NFC of Unicode 9.0", "by bytes", "found".
  std::string pattern_name(std::size_t place) const { return patterns_[place].name; }
  std::string version_name(std::size_t place) const;
  std::string normalizer_name(std::size_t place) const;
  std::string merging_name(std::size_t place) const;
  std::string specials_name(std::size_t place) const;

  Replies replies(std::string_view text);
  Ids reply(std::string_view text, const Combination& combination);

  hypotheses::ChunkIds& chunks() { return chunks_; }

 private:
  struct Named {
    std::string name;
    std::vector<Split> splits;
  };
  struct Merging {
    hypotheses::Lookup lookup;
    bool whole_chunks;

    bool operator==(const Merging&) const = default;
  };

  hypotheses::Answerer& answerer(const Combination& combination);
  std::vector<TokenId> ids_of(hypotheses::Answerer& it,
                              const std::vector<hypotheses::Piece>& pieces,
                              const Combination& combination) const;
  bool has_special(std::string_view text);
  std::size_t place_of(const Combination& it) const;  // in all_

  const Table& table_;
  hypotheses::ChunkIds chunks_;
  std::vector<Named> patterns_;
  std::vector<unicode::Version> versions_;
  std::vector<Normalizer> normalizers_;
  std::vector<Merging> mergings_;
  std::vector<Combination> all_;
  // By pattern, version, normalizer and specials; made when they are first needed.
  std::map<std::array<std::size_t, 4>, std::unique_ptr<hypotheses::Answerer>> answerers_;
};

}  // namespace bpetite::conform::identify
