// Sets the parts of a case (one test case) that can be made smaller: a member (put_member), the
// bytes of its text or corpus (put_bytes, corpus_input), its merges (put_merges), and the patches
// of its artifact, which are small changes of a tokenizer's file (patches_of, put_patches). Also
// describes a case in words (described), and writes its size (size_of).
// Lists its texts (texts_of).
//
//   {"text_repeat":[["61",3]]}      text "aaa"      with "aa": {"text_hex":"6161"}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::search {

// Sets the member, or adds it.
void put_member(json::Object& object, std::string_view name, json::Value value);

// The object that has the corpus: the input of the vector, or the member "train" of a save vector.
json::Object& corpus_input(suite::Vector& vector);

// Sets NAME_hex to these bytes, and removes all other forms of NAME.
void put_bytes(json::Object& input, std::string_view name, std::string_view bytes);

// Gives the artifact these merges. Its profile with the added tokens, and patches, stay the same.
// The caller must renumber ids.
void put_merges(suite::Vector& vector, const std::vector<Pair>& merges);

// `patches_of` returns the patches of the artifact, and `put_patches` replaces them. If the list is
// empty, the member "patch" is removed.
json::Array patches_of(const suite::Vector& vector);
void put_patches(suite::Vector& vector, json::Array patches);

// A case in words: `text "  a" with the merges (32,32) (32,97)`.
std::string described(const suite::Suite& suite, const suite::Vector& vector);
// The texts of a case: its text, or the pieces, edits or parts of a text in motion.
std::vector<std::string> texts_of(const suite::Vector& vector);
// The size of a case: "2,048 scalars", "17 ids", "3 chunks".
std::string size_of(const suite::Suite& suite, const suite::Vector& vector);

}  // namespace bpetite::conform::search
