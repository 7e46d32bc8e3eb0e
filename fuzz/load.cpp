// Loads any bytes as an artifact, the file of a saved tokenizer: one of the 19 steps of loading
// must fail, or saving the table must give its canonical form (judge.hpp).
#include "judge.hpp"

#include "harness.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bpetite::fuzz::judge_artifact(bpetite::fuzz::bytes_of(data, size));
  return 0;
}
