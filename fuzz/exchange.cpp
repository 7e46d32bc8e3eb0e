// Reads JSON as a file of another library: it must give an error that cites a clause of the
// specification, or a table that engine and reference use in the same way (judge.hpp). The mutator
// changes a value of the parsed document.
//
//   {"model":{"merges":["a b"]}}     one value replaced     {"model":{"merges":[["a",7]]}}
//
// Two harnesses are built from this file, with different seeds: those of `exchange` are
// tokenizer.json files, and those of `tekken` are the files of that name from Mistral.
#include "bpetite/backend.hpp"
#include "harness.hpp"
#include "judge.hpp"
#include "mutators.hpp"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return bpetite::fuzz::mutate_json(data, size, max_size, seed);
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file = bpetite::fuzz::bytes_of(data, size);
  const bool drops = size % 2 == 0;  // S31d: missing bytes, if there are some
  const bool opens = bpetite::fuzz::judge_reader(
      size, [&] { return bpetite::backend::read_model(file, "x", nullptr, drops); });
  if (opens) bpetite::fuzz::remember_opened(file);
  return 0;
}
