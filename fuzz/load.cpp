// Loads any bytes as an artifact.
#include "judge.hpp"

#include "harness.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bpetite::fuzz::judge_artifact(bpetite::fuzz::bytes_of(data, size));
  return 0;
}
