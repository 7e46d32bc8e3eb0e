// Texts and ids for one vocabulary: plain vectors (test cases), which need neither protocol nor
// artifact (ModelVector), and long texts of repeated parts (LongVector). Makes them
// (model_vectors), or makes them with the basis, texts that do not depend on known faults, in place
// of the long ones (model_vectors_and_basis), and writes them as a JSON file (model_file). Also
// makes the id of a text's vector (vector_id), says which characters a name may have
// (may_be_in_name), and chooses how special tokens are found (finding_specials).
//
//   const ModelVectors made = model_vectors("cl100k", tokenizer);
//   made.vectors[0]      cl100k-315f5bdb   "Hello, world!"   [9906, 11, 1917, 0]
//
// Each fault of the table that no candidate text shows is listed. The engine and the kit's own
// tables of pairs must give the same ids. The reference checks the texts without a chunk of more
// than 64 bytes, except for those of the basis and the long ones.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/encoding.hpp>
#include <bpetite/tokenizer.hpp>

#include "conform/faults/fault.hpp"
#include "core/table.hpp"

namespace bpetite::conform::judge {

struct ModelVector {
  std::string id;  // made of the name and the text, so no other text has it
  std::string text;
  std::vector<TokenId> ids;
  // "found": the text has special tokens, which become ids. "text": it has special tokens, which
  // are ordinary text. Empty: it has no special tokens.
  std::string_view special;
  suite::Level level = suite::Level::L1;  // that of the fault
  std::string tests;                      // the same in words
  std::string clause;
  std::vector<std::string> tells;  // the names of the faults that give other ids
};

// A part, and how often it stands there one after the other.
template <typename Part>
using Repeated = std::vector<std::pair<Part, std::size_t>>;

// A text that is too long for a file, and its ids: what stands there again and again, and how
// often.
//
//   {"a" 65,536 times, "\n" once}     {{70540} 8,192 times, {198} once}
struct LongVector {
  std::string id;
  Repeated<std::string> text;
  Repeated<std::vector<TokenId>> ids;
  std::string_view special;  // as in ModelVector
  std::string tests;
};

struct ModelVectors {
  std::string name;
  std::vector<ModelVector> vectors;
  std::vector<LongVector> long_vectors;
  std::vector<faults::Fault> not_shown;  // faults that no candidate text shows
};

// Whether the name of a vocabulary's vectors may have this character: a-z, 0-9, _ and . (S70a).
inline bool may_be_in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

// Throws ValueError for another name.
void check_name(std::string_view name);

// Facts about the vocabulary, such as its digest and its profile, without any of its tokens, as
// JSON.
std::string provenance_of(const Table& table, std::string_view vocabulary);

// The id of a text's vector: "cl100k-315f5bdb".
std::string vector_id(std::string_view name, std::string_view text);

// The choice of a caller who wants special tokens found as far as the profile's rule allows it.
SpecialChoice finding_specials(const Table& table);

// The name is the first word of every id. ValueError: it is empty, or has another character.
ModelVectors model_vectors(const std::string& name, const Tokenizer& tokenizer);

// These and the texts of the basis (faults/basis.hpp), which a run asks, too. A text of the basis
// tells no fault.
ModelVectors model_vectors_and_basis(const std::string& name, const Tokenizer& tokenizer);

// The JSON file of plain vectors (S70a): conformance/models/NAME.json.
//
//   {"schema":1,"model":"cl100k",...,"vectors":[
//   {"id":"cl100k-315f5bdb","text":"Hello, world!","ids":[9906,11,1917,0],"tests":"...",...},
//   ...],"long_vectors":[...],"special_tokens":{"<|endoftext|>":100257,...},"not_shown":[...]}
//
// Each vector is one line. The file is ASCII, so every parser reads the same texts. `vocabulary`
// has the bytes of the vocabulary's file. Only their digest is written.
std::string model_file(const ModelVectors& vectors, const Table& table,
                       std::string_view vocabulary);

}  // namespace bpetite::conform::judge
