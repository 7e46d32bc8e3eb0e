// Makes random inputs for the operations about text in motion, which are level L6 (random_motion),
// and random vocabularies of profiles (random_profiled). The texts are those of TextMaker and some
// whose end changes ids far before it.
//
//   stream      "a<|endof" "text|>b"       divided anywhere, often inside a literal or a scalar
//   append      "a    " "b"                divided between scalars
//   replace     "ab ab", 1 to 2: "b"       bytes 1 to 2 become "b"
//   parts       template "<s", text ">"    token parts too, by literal or id
//   canonical   97 98                      in place of the token "ab"
//   windows     at most 7 ids, 2 again     ends at lines or at safe places
//
//   {"profile":"o200k","merges":[[173,65]],"added":[{"literal":"<s>","id":300,"rstrip":true}]}
#pragma once

#include <optional>
#include <string_view>

#include "conform/program/program.hpp"
#include "conform/search/fuzz_texts.hpp"
#include "conform/search/random.hpp"
#include "conform/suite/motion_input.hpp"
#include "core/json.hpp"
#include "core/table.hpp"

namespace bpetite::conform::search {

// The input of one of suite::motion_ops for a tokenizer with this table. Its texts do not depend on
// the version of Unicode. Some inputs have an error: ill-formed bytes, a place inside a scalar, an
// unknown token. No input has two errors of which programs may find another one first (S60f).
suite::MotionInput random_motion(Random& random, const TextMaker& texts, std::string_view op,
                                 const Table& table);

// The artifact of a vector (a test case) of this operation, with one of the profiles that the
// program declares. Its merges cross places where profiles cut, and it has added tokens with
// several properties. nullopt if the program reads no form that holds it.
std::optional<json::Value> random_profiled(Random& random, std::string_view op,
                                           const program::Hello& hello);

}  // namespace bpetite::conform::search
