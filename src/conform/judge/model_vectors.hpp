// Texts and ids for one vocabulary: plain vectors, which need neither protocol nor artifact.
//
//   const ModelVectors made = model_vectors("cl100k", table);
//   made.vectors[0]      cl100k-315f5bdb   "Hello, world!"   [9906, 11, 1917, 0]
//
// For each hypothesis about the table there are texts whose ids tell it, if a candidate does. The
// rest is listed. All ids are computed by the engine and by the kit's own tables of pairs, and by
// the reference too if no chunk has more than 64 bytes. They must be the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <bpetite/tokenizer.hpp>

#include "conform/faults/fault.hpp"
#include "core/table.hpp"

namespace bpetite::conform::judge {

struct ModelVector {
  std::string id;  // made of the name and the text alone, so it is never another text's
  std::string text;
  std::vector<TokenId> ids;
  // "found": the text has special tokens, which become ids. "text": it has, and they are ordinary
  // text. Empty: it has none.
  std::string_view special;
  suite::Level level = suite::Level::L1;  // of the hypothesis
  std::string tests;                      // in words
  std::string clause;
  std::vector<std::string> tells;  // the names of the hypotheses whose ids are others
};

struct ModelVectors {
  std::string name;
  std::vector<ModelVector> vectors;
  std::vector<faults::Fault> not_shown;  // what no candidate tells
};

// The name is the first word of every id. ValueError if it is no slug.
ModelVectors model_vectors(const std::string& name, const Tokenizer& tokenizer);

// The JSON file of plain vectors (S70a): conformance/models/NAME.json.
//
//   {"schema":1,"model":"cl100k",...,"vectors":[
//   {"id":"cl100k-315f5bdb","text":"Hello, world!","ids":[9906,11,1917,0],"tests":"...",...},
//   ...]}
//
// A vector is a line. All is ASCII, so that every parser reads the same texts. `vocabulary` has the
// bytes of the file that was opened, whose digest is written.
std::string model_file(const ModelVectors& vectors, const Table& table,
                       std::string_view vocabulary);

}  // namespace bpetite::conform::judge
