// Finds the vectors (test cases) that a program cannot pass if it finds a merge by the joined bytes
// of two tokens instead of their pair of ids, as programs that read rank files do (S19b). `ByBytes`
// adds the requirement `pair-keyed` to such vectors, and `same-bytes` to vectors whose table has
// two tokens of the same bytes. A vector is sent only to programs that declare its requirements.
//
//   merges bc, ab, ab+c     "xabc"   by pairs x a bc, by bytes x abc      needs `pair-keyed`
//   merges ab, ␠+ab         " abab"  the same ids by pairs and by bytes   needs nothing
//
// Tables that were trained give the same ids in both ways.
#pragma once

#include <map>
#include <string>

#include "conform/program/implementation.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::generate {

class ByBytes {
 public:
  explicit ByBytes(const conform::suite::Suite& suite) : suite_(suite) {}

  // Adds `same-bytes` if two tokens of the table have the same bytes, and `pair-keyed` if the ids
  // by bytes differ.
  void add_requirements(conform::suite::Vector& vector);

 private:
  // An artifact, read for merging by pairs and by bytes. It is kept, because many vectors share
  // one.
  struct Tables {
    conform::program::Loaded by_pairs;
    conform::program::Loaded by_bytes;
    bool same_bytes_twice = false;
  };
  const Tables& tables_of(const std::string& artifact);

  const conform::suite::Suite& suite_;
  std::map<std::string, Tables> tables_;
};

}  // namespace bpetite::generate
