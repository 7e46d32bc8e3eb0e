// Writes small suites as text for the tests of the validator: a file with the group "mine" of
// vectors, an index with the artifact "tiny", and valid vectors of every operation except `render`.
// Replaces every occurrence of a part of such a text (`replaced`), so that it has a fault. Parses a
// file, and gives the error of parsing it.
//
//   complaint("train", R"("input":{"corpus_hex":"61"},"expect":{...})")
//       "suite: mine.json: my-id: /vectors/0/input: no "vocab_size", required a member of ..."
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conform/suite/vectors.hpp"

namespace bpetite::test {

// The text of suite.json. It is small, so that a test can parse it thousands of times in a second.
extern const std::string_view small_index;

// The operation and the members of a valid vector.
struct Sound {
  std::string_view op;
  std::string_view members;  // input, artifact, expect
};

// Valid vectors of every operation, with each form of its input, artifact and result.
std::vector<Sound> sound_vectors();

// The text of a vector with these members, in which ZEROS stands for a digest.
std::string vector_of(std::string_view members, std::string_view id = "my-id");
// The text of the file mine.json, or of the file of another group.
std::string file_of(std::string_view op, std::string_view vectors, std::string_view group = "mine");

conform::suite::Suite parsed(std::string_view file);

// The error of parsing a file, or a file with this vector. Empty if there is no error.
std::string complaint(std::string_view file);
std::string complaint(std::string_view op, std::string_view members);

std::string replaced(std::string text, std::string_view from, std::string_view to);

}  // namespace bpetite::test
