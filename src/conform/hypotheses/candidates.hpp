// Texts that may tell hypotheses apart: from the edges of the classes, and from the vocabulary.
//
// Where a program cuts a text otherwise, its ids differ only if the vocabulary has a token across
// the place. So most texts are made of the vocabulary's own tokens.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "conform/hypotheses/chunk_ids.hpp"
#include "core/table.hpp"

namespace bpetite::conform::hypotheses {

// Well-formed texts, each once, the shortest first: by scalars, then bytes, then in their order.
// The same table gives the same texts on every machine.
std::vector<std::string> candidates_of(const Table& table, ChunkIds& chunks);

// Words of the vocabulary, glued together to one chunk of letters of at least `size` bytes. Empty
// if it has no words.
std::string glued_words(const Table& table, std::size_t size);

// Texts as people write them, in several languages, and code.
std::vector<std::string> ordinary_texts();

}  // namespace bpetite::conform::hypotheses
