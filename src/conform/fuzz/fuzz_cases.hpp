// Cases for fuzzing: one operation that the program has, on an input made for it.
//
//   CaseMaker maker(suite, hello, 7);
//   const Vector vector = maker.next();       fuzz-1: encode "  a" by the artifact fuzz-table-3
//
// The same seed, operations and capabilities give the same cases, in the same order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conform/drive/session.hpp"
#include "conform/fuzz/fuzz_tables.hpp"
#include "conform/fuzz/fuzz_texts.hpp"
#include "conform/suite/random.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::fuzz {

class CaseMaker {
 public:
  // Artifacts are added to the suite, and those that are no longer used removed by forget().
  CaseMaker(suite::Suite& suite, const drive::Hello& hello, std::uint64_t seed);

  // The next case, without an expectation. Nothing can be asked: a case without an operation.
  suite::Vector next();
  // Takes artifacts that no later case has out of the suite.
  void forget();

 private:
  struct Pooled {
    std::string name;
    Table table;
  };

  const Pooled& artifact();
  suite::Vector text_case(std::string op);
  suite::Vector decode_case();
  suite::Vector load_case();
  suite::Vector train_case();
  suite::Vector save_case();
  json::Object training();
  std::vector<json::Value> ids_of(const Table& table);
  void spoil(json::Array& ids, const Table& table);

  suite::Suite& suite_;
  drive::Hello hello_;
  suite::Random random_;
  TextMaker texts_;
  bool by_bytes_;                 // it looks merges up by bytes: only learned tables
  std::vector<std::string> ops_;  // as often as they are asked
  std::vector<Pooled> pool_;
  std::size_t tables_ = 0;
  std::size_t cases_ = 0;
  json::Array last_ids_;
};

// The level and the clause that a finding of this operation is filed under.
suite::Level level_of(std::string_view op);
std::string_view clause_of(std::string_view op);

}  // namespace bpetite::conform::fuzz
