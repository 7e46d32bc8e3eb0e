// Reads the examples of the specification from its chapters, and runs them (spec/00-reading.md).
// `place` names an example by its file and line.
//
//   ### FR-17  The empty text has no ids
//   ```example encode
//   merges  []        text  ""
//   ids     []
//   ```
//
// is the example {operation "encode", clause "FR-17", line 2}. It fails if `encode` gives any ids.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bpetite::test {

struct Example {
  std::string operation;
  std::string clause;  // from the heading above it; empty if there is none, as in README.md
  std::string file;
  std::size_t line = 0;  // of the fence that opens it
  std::vector<std::string> lines;
  std::size_t number = 0;  // within its clause, from 1
};

// "spec/04-encode.md:12"
std::string place(const Example& example);

// The examples of one file, in order. Throws std::runtime_error for a block without its end.
std::vector<Example> read_examples(std::string_view text, const std::string& file);

// Runs an example. Returns nullopt if the example holds, else what it expects and what it got.
// Shell examples run in `directory`, which the examples of one file share.
std::optional<std::string> fault_of(const Example& example, const std::filesystem::path& directory);

}  // namespace bpetite::test
