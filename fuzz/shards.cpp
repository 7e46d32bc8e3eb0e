// Reads any bytes as the plan of shards, and as a receipt. A plan that was read has tasks which
// cover each input once, and names of files below the root. Both must write what they read in a
// form that reads the same.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <bpetite/errors.hpp>

#include "harness.hpp"
#include "shards/plan.hpp"
#include "shards/receipt.hpp"

namespace {

using namespace bpetite;

// Whether the pieces of the tasks are the inputs, one after the other.
bool cover_all(const shards::Plan& plan, const std::vector<shards::Task>& tasks) {
  std::vector<std::uint64_t> at(plan.inputs.size());
  std::size_t last = 0;
  for (const shards::Task& task : tasks) {
    for (const shards::Piece& piece : task) {
      if (piece.input < last || piece.begin != at[piece.input] || piece.end <= piece.begin) {
        return false;
      }
      last = piece.input;
      at[last] = piece.end;
    }
  }
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (at[i] != plan.inputs[i].bytes) return false;
  }
  return true;
}

void check_plan(const std::string& bytes) {
  const shards::Plan plan = shards::read_plan(bytes, "x");
  const std::string written = write_plan(plan);
  assert_internal(write_plan(shards::read_plan(written, "x")) == written, "a plan changes");
  for (const shards::Input& input : plan.inputs) {
    const std::filesystem::path below =
        (std::filesystem::path("/root") / input.name).lexically_normal();
    assert_internal(below.native().starts_with("/root/"), "an input is not below the root");
  }
  std::uint64_t bytes_of_all = 0;
  for (const shards::Input& input : plan.inputs) bytes_of_all += input.bytes >> 20;
  if (bytes_of_all > 1 || plan.options.task_bytes < 16) return;  // many tasks take long
  assert_internal(cover_all(plan, tasks_of(plan)), "the tasks do not cover the inputs");
}

void check_receipt(const std::string& bytes) {
  const shards::Receipt receipt = shards::read_receipt(bytes, "x");
  assert_internal(shards::read_receipt(write_receipt(receipt), "x") == receipt,
                  "a receipt changes");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(fuzz::bytes_of(data, size));
  for (const auto check : {check_plan, check_receipt}) {
    try {
      check(bytes);
    } catch (const Error&) {
      // The bytes are neither a plan nor a receipt.
    }
  }
  return 0;
}
