// Texts that may show a fault: from the edges of the classes, and from the vocabulary.
//
// Where a program cuts a text differently, its ids differ only if the vocabulary has a token across
// the place. So most texts are made of the vocabulary's own tokens.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "conform/faults/fault.hpp"
#include "core/table.hpp"

namespace bpetite::conform::faults {

// Well-formed texts, each once, the shortest first: by scalars, then bytes, then in their order.
// The same table gives the same texts on every machine.
std::vector<std::string> candidates_of(const Table& table, ChunkIds& chunks);

// Words of the vocabulary, glued together to one chunk of letters of at least `size` bytes. Empty
// if it has no words.
std::string glued_words(const Table& table, std::size_t size);

// Texts as people write them, in several languages, and code.
std::vector<std::string> ordinary_texts();

// Finds the texts that show the faults of a table: those whose ids are not the right ones.
//
//   TextSearch search(table);
//   search.faults()          those of faults_of(table)
//   search.texts(2)          for each the first two candidates that show it, the shortest first
class TextSearch {
 public:
  // The table must outlive it.
  explicit TextSearch(const Table& table);

  const std::vector<Fault>& faults() const { return faults_; }

  // For each fault the first `most` candidates that show it. A fault without one gives the right
  // ids of every candidate.
  std::vector<std::vector<std::string_view>> texts(std::size_t most);

  // The places in faults() of those that this text shows.
  std::vector<std::size_t> shown_by(std::string_view text);

  // Those of the table, for further answerers.
  ChunkIds& chunks() { return chunks_; }

 private:
  ChunkIds chunks_;
  Answerer right_;
  std::vector<Fault> faults_;
  std::vector<std::unique_ptr<Answerer>> answerers_;  // of each fault
  std::vector<std::string> candidates_;
};

}  // namespace bpetite::conform::faults
