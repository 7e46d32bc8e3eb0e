// Candidate texts: texts that may show a fault of a tokenizer. They are made from characters of all
// classes, and from the vocabulary (candidates_of). TextSearch finds those that show each fault,
// and the faults that a given text shows. Also makes long words of a vocabulary (glued_words), and
// gives texts as people write them (ordinary_texts).
//
//   TextSearch(table).texts(2)     at most two texts for each fault; "123" shows digits-by-two
//
// If a program cuts a text at another place, its ids differ only if some token of the vocabulary
// crosses that place. So many texts are made of the vocabulary's own tokens.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "conform/faults/fault.hpp"
#include "core/table.hpp"

namespace bpetite::conform::faults {

// The candidate texts: well-formed, each once, sorted by the number of scalars, then by the number
// of bytes, then by the bytes. The same table gives the same texts on every machine.
std::vector<std::string> candidates_of(const Table& table, ChunkIds& chunks);

// Words of the vocabulary, joined to one chunk of letters of at least `size` bytes. Empty if the
// vocabulary has no words.
std::string glued_words(const Table& table, std::size_t size);

// Texts as people write them, in several languages, and code.
std::vector<std::string> ordinary_texts();

// Finds candidate texts that show the faults of a table: a tokenizer with the fault gives wrong
// ids.
//
//   TextSearch search(table);
//   search.faults()          the faults, as from faults_of(table)
//   search.texts(2)          for each fault the two shortest candidate texts that show it
class TextSearch {
 public:
  // The table must outlive it.
  explicit TextSearch(const Table& table);

  const std::vector<Fault>& faults() const { return faults_; }

  // For each fault the first `most` candidate texts that show it. If a list is empty, a tokenizer
  // with the fault gives the right ids for every candidate text.
  std::vector<std::vector<std::string_view>> texts(std::size_t most);

  // The places in faults() of the faults that this text shows.
  std::vector<std::size_t> shown_by(std::string_view text);

  // The ids of chunks of this table, for further answerers.
  ChunkIds& chunks() { return chunks_; }

 private:
  bool is_shown(std::size_t fault, std::string_view text, bool may_have_token,
                const std::vector<TokenId>& right);

  ChunkIds chunks_;
  Answerer right_;
  std::vector<Fault> faults_;
  std::vector<std::unique_ptr<Answerer>> answerers_;  // one for each fault
  std::vector<bool> reads_same_text_;  // the fault only cuts or merges in another way
  std::vector<std::string> candidates_;
};

}  // namespace bpetite::conform::faults
