// Reads any bytes as a group of vectors (test cases of the conformance kit). Either a SuiteError
// names the file and what is required, or the kit can use each vector: it can write the requests,
// and the reference can compute the answer of each small vector. The mutator changes a value of the
// parsed JSON.
#include <algorithm>
#include <string>

#include "conform/judge/expected.hpp"
#include "conform/program/exchange.hpp"
#include "conform/suite/placed_json.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/test_material.hpp"
#include "core/assertion.hpp"
#include "harness.hpp"
#include "kit.hpp"
#include "mutators.hpp"

namespace {

using namespace bpetite;

// True if the reference needs little time for the vector. The reference is slow on purpose.
bool is_small(const conform::suite::Vector& vector) {
  constexpr std::size_t most = 600;
  const auto small = [](const json::Object& input) {
    std::size_t size = 0;
    for (const char* name : {"text", "corpus", "probe"}) {
      size += conform::suite::bytes_of(input, name).value_or("").size();
    }
    return size <= most;
  };
  const json::Value* train = json::find(vector.input, "train");
  const json::Value* counts = json::find(vector.input, "counts");
  return small(vector.input) && (train == nullptr || small(std::get<json::Object>(train->data))) &&
         (counts == nullptr || json::serialize(*counts).size() <= 2 * most) &&
         (vector.op != "decode" ||
          conform::suite::decode_calls(vector.input).front().size() <= most);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return fuzz::mutate_json(data, size, max_size, seed);
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  conform::suite::Suite suite;
  try {
    suite = conform::suite::parse_suite({{"fuzz", std::string(fuzz::bytes_of(data, size))}},
                                        fuzz::kit_index);
  } catch (const conform::suite::SuiteError& error) {
    const std::string_view said = error.what();
    assert_internal(said.starts_with("suite: fuzz.json: "), "the file is not named");
    assert_internal(said.find(", required ") != said.npos, "it is not said what is required");
    assert_internal(said.size() < 1000, "a message as long as the file");
    return 0;
  }
  const conform::program::Bundle bundle;
  for (const conform::suite::Vector& vector : suite.vectors) {
    const auto lines = conform::program::request_lines(suite, {&vector}, bundle);
    assert_internal(lines.size() >= 3, "nothing is asked for a vector");
    for (const std::string& line : lines) {
      assert_internal(line.size() < conform::suite::max_line, "a request is longer than a line");
      assert_internal(
          std::holds_alternative<conform::suite::Request>(conform::suite::parse_request(line)),
          "a request cannot be read");
    }
    if (is_small(vector)) conform::judge::reference_expectation(vector, suite);
  }
  return 0;
}
