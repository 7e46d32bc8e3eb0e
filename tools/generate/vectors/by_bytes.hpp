// What a program that knows a token by its bytes alone cannot be asked.
//
//   merges bc, ab, ab+c     "xabc"   by pairs x a bc, by bytes x abc      behind `pair-keyed`
//   merges ab, ␠+ab         " abab"  the same either way                  for everybody
//
// Rank files are read so (S19b), and every table that was trained gives the same ids either way.
#pragma once

#include <map>
#include <string>

#include "conform/answer/implementation.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::generate {

class ByBytes {
 public:
  explicit ByBytes(const conform::suite::Suite& suite) : suite_(suite) {}

  // Adds `same-bytes` where two tokens of the table have the same bytes, and `pair-keyed` where the
  // ids by bytes are others.
  void add_requirements(conform::suite::Vector& vector);

 private:
  // An artifact read both ways; it is large, and many vectors share it.
  struct Tables {
    conform::answer::Loaded by_pairs;
    conform::answer::Loaded by_bytes;
    bool same_bytes_twice = false;
  };
  const Tables& tables_of(const std::string& artifact);

  const conform::suite::Suite& suite_;
  std::map<std::string, Tables> tables_;
};

}  // namespace bpetite::generate
