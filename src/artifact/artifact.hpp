// Reads artifacts of Schema v1 in 19 steps, and writes them in one form (spec/07-artifact.md).
//
//   {"mergeable_vocab_size":258,"merges":[[97,98],[32,256]],"pretokenizer_pattern":"'(?:...",
//     "schema_version":1,"special_tokens":{"<|endoftext|>":258},"vocab":{"0":[0],...}}
//
// check() returns the table of a file, or the first step that fails as a Fault: the number of the
// step, the error, its clauses and a message. parse() throws this error, and serialize() writes a
// table. The header also has the profile of these artifacts, their six fields, the bytes with which
// their canonical form begins, and two functions that Schema v2 uses too: id_of() gives the id that
// a key spells, and written_vocabulary() the text of a vocabulary.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/table.hpp"

namespace bpetite::artifact {

// The first of the 19 steps that an artifact does not pass.
struct Fault {
  int step = 0;                           // 1..19
  std::string_view error;                 // "ValueError" or "KeyError"
  std::string_view clause;                // "FR-29a" for step 1 ... "FR-29s" for step 19
  std::vector<std::string> requirements;  // as the table of the steps has it: {"FR-13", "FR-29"}
  std::string message;                    // "artifact: schema_version: 3, required 1 or 2"
};

// How the canonical bytes of every artifact begin (S15).
inline constexpr std::string_view beginning = R"({"mergeable_vocab_size":)";

// Checks the bytes of a file. Returns the table that they hold, or the first step that fails
// (FR-29).
std::variant<Table, Fault> check(std::string_view bytes);

// The same, throwing the fault as the error that it names.
Table parse(std::string_view bytes);

// The profile that every artifact of Schema v1 has.
const Profile& profile();

// The six fields of the schema, as the canonical form sorts them.
inline constexpr std::array<std::string_view, 6> fields = {"mergeable_vocab_size", "merges",
                                                           "pretokenizer_pattern", "schema_version",
                                                           "special_tokens",       "vocab"};

// The id that a key of the vocabulary spells, or nullopt if it is not a decimal number below 2^64.
// "007" is not one.
std::optional<std::uint64_t> id_of(std::string_view key);

// The canonical bytes of a v1 table (S15): json.dumps(x, sort_keys=True, separators=(",", ":")).
std::string serialize(const Table& table);

// The vocabulary as both schemas write it (S15), `{"0":[0],"1":[1],"10":[10]}`: the bytes of each
// token by its id. The ids are sorted as strings.
std::string written_vocabulary(const std::vector<std::pair<std::size_t, std::string_view>>& tokens);

}  // namespace bpetite::artifact
