// Reads JSON as an artifact of Schema v2, the file of a saved tokenizer: it must give an error that
// names its step or its clause, or a table that can be written and read again and that engine and
// reference use in the same way (judge.hpp). Its mutator changes a value of the parsed document, so
// that most inputs pass the first steps of the loader.
//
//   "merges":[[97,98,256]]     one value replaced     "merges":[[97,{},256]]
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
  bpetite::fuzz::judge_schema2(file);
  const bool opens = bpetite::fuzz::judge_reader(
      size, [&] { return bpetite::backend::read_model(file, "x", nullptr); });
  if (opens) bpetite::fuzz::remember_opened(file);
  return 0;
}
