// Reads JSON as a tokenizer.json, whose mutator changes a value of the parsed document. Either a
// typed error names the clause, or the engine gives texts the same ids as the reference.
//
//   {"model":{"merges":["a b"]}}     one value replaced     {"model":{"merges":[["a",7]]}}
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include <bpetite/errors.hpp>

#include "bpetite/backend.hpp"
#include "core/utf8.hpp"
#include "engine/encode.hpp"
#include "harness.hpp"
#include "json_mutator.hpp"
#include "reference/encode.hpp"

namespace {

using namespace bpetite;

std::optional<Table> table_of(std::string_view file) {
  try {
    return backend::read_model(file, "input", nullptr);
  } catch (const Error& error) {
    assert_internal(std::string_view(error.what()).ends_with("]"), "an error without a clause");
    return std::nullopt;
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  return fuzz::mutate_json(data, size, max_size, seed);
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::optional<Table> table = table_of(fuzz::bytes_of(data, size));
  if (!table) return 0;
  std::string text = "abc abcab  12 e\xcc\x81'll\n";
  for (const SpecialToken& token : table->specials) text += token.literal + " a";
  text.resize(std::min<std::size_t>(text.size(), 400));
  if (const auto fault = utf8::first_ill_formed(text)) text.resize(*fault);
  try {
    const engine::Encoder encoder(*table);
    for (const auto& choice : {SpecialChoice(), SpecialChoice::ordinary()}) {
      assert_internal(encoder.encode(text, choice) == reference::encode(text, *table, choice),
                      "reference and engine differ");
    }
  } catch (const ValueError& error) {  // the patterns are too large
    assert_internal(std::string_view(error.what()).ends_with("[S25i]"), "another complaint");
  }
  return 0;
}
