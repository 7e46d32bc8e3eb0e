// Reads any bytes as a pattern, in one of two dialects of regular expressions, and texts. Either
// the error names a place in the pattern, or the engine cuts the texts as the reference does.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/compile/splitter.hpp"
#include "harness.hpp"
#include "pattern/pattern_error.hpp"
#include "reference/matcher.hpp"
#include "support/oracle/oracle.hpp"

namespace {

using namespace bpetite;

// Nothing for a pattern outside the language, or one that is too large.
std::optional<engine::compile::Splitter> splitter_of(const std::vector<Split>& splits) {
  try {
    return engine::compile::Splitter(splits);
  } catch (const pattern::PatternError& error) {
    assert_internal(error.offset() <= splits.front().pattern.text.size(), "no place of the text");
    return std::nullopt;
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(fuzz::bytes_of(data, size));
  const auto dialect = (input.number(1) & 1) != 0 ? Dialect::huggingface : Dialect::tiktoken;
  const std::vector<std::string_view> parts = input.texts();
  // The reference tries each place anew, with all that the pattern allows.
  const std::vector<Split> splits = {{{std::string(parts.front().substr(0, 200)), dialect}}};
  const auto splitter = splitter_of(splits);
  if (!splitter) return 0;
  const std::vector<reference::Matcher> matchers = {reference::Matcher(splits.front().pattern)};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string_view text = parts[i].substr(0, 60);
    if (test::oracle::first_ill_formed(text)) continue;
    assert_internal(splitter->chunks(text) == reference::cut(text, matchers),
                    "reference and engine cut a text in two ways");
  }
  return 0;
}
