// Makes random cases for fuzzing: an operation that the program has, with a random input
// (CaseMaker). It adds the artifacts of the cases to the suite, and removes them when no later case
// uses them. Also makes random vocabularies (random_merges) and changes of artifact files
// (random_patch), and gives the level and the clause of an operation (level_of, clause_of).
//
//   CaseMaker maker(suite, hello, 7);
//   const Vector vector = maker.next();       fuzz-1: encode "  a" by the artifact fuzz-table-3
//
// The same seed, suite, levels, operations and capabilities give the same cases, in the same order.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "conform/program/program.hpp"
#include "conform/search/fuzz_texts.hpp"
#include "conform/search/random.hpp"
#include "conform/suite/vectors.hpp"
#include "core/table.hpp"

namespace bpetite::conform::search {

class CaseMaker {
 public:
  // Adds artifacts to the suite. forget() removes those that are no longer used. Uses only
  // operations of levels that the program claims. If `levels` is not empty, it restricts them
  // further.
  CaseMaker(suite::Suite& suite, const program::Hello& hello, std::uint64_t seed,
            const std::set<suite::Level>& levels = {});

  // The next case, without an expectation. If the program has no usable operation, `op` is empty.
  suite::Vector next();
  // Removes artifacts that no later case uses from the suite.
  void forget();

 private:
  struct Pooled {
    std::string name;
    Table table;
  };

  const Pooled& artifact();
  suite::Vector text_case(std::string op);
  std::string ordinary_text(const Table& table);  // without special tokens
  suite::Vector decode_case();
  suite::Vector load_case();
  suite::Vector train_case();
  suite::Vector save_case();
  suite::Vector motion_case(const std::string& op);
  json::Object training();
  std::vector<json::Value> ids_of(const Table& table);
  void spoil(json::Array& ids, const Table& table);

  suite::Suite& suite_;
  program::Hello hello_;
  Random random_;
  TextMaker texts_;
  bool by_bytes_;             // the program merges by bytes: only learned tables
  bool only_chunks_ = false;  // `encode` is sent only for L0
  bool only_chunks_in_probes_ = false;
  std::vector<std::string> ops_;  // an operation stands here as often as its share
  std::vector<Pooled> pool_;
  std::size_t tables_ = 0;
  std::size_t cases_ = 0;
  json::Array last_ids_;
};

// The level and the clause of findings of this operation.
suite::Level level_of(std::string_view op);
std::string_view clause_of(std::string_view op);

// --- Vocabularies. ---
//
//   (97,98) (98,97) (256,97) (256,97) (97,258)      the same pair twice, the same bytes twice
//   {"op":"text","from":"\"260\":[97","to":"\"260\":[98"}
//                                                   a vocabulary entry with a wrong byte

// Merges of few different bytes, so that they apply to texts. The list is empty, or has a few or
// some hundred merges, random or learned from a corpus. A token has at most 48 bytes. Programs that
// look up pairs by their bytes get only learned merges, in which no two tokens have the same bytes.
std::vector<Pair> random_merges(Random& random, const TextMaker& texts, bool by_bytes = false);

// A change of the canonical file: another layout, which still loads, or a defect that one of the
// nineteen steps may refuse.
json::Object random_patch(Random& random, std::string_view file);

}  // namespace bpetite::conform::search
