// Reads any bytes as two patterns and texts. If the engine says that both patterns cut in the same
// way, the reference must cut the texts in the same way with both. If the engine says that they
// differ, it gives a text as proof, which the reference must cut differently.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/compare/compare.hpp"
#include "harness.hpp"
#include "pattern/pattern_error.hpp"
#include "reference/matcher.hpp"
#include "support/oracle/oracle.hpp"

namespace {

using namespace bpetite;
using engine::compare::Comparison;

// Nothing if one is outside the language, or too large.
std::optional<Comparison> comparison_of(const std::vector<Split>& a, const std::vector<Split>& b) {
  try {
    return engine::compare::compare(a, b, 60'000);
  } catch (const pattern::PatternError&) {
    return std::nullopt;
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(fuzz::bytes_of(data, size));
  const auto dialect = (input.number(1) & 1) != 0 ? Dialect::huggingface : Dialect::tiktoken;
  const std::vector<std::string_view> parts = input.texts();
  if (parts.size() < 2) return 0;
  const std::vector<Split> a = {{{std::string(parts[0].substr(0, 60)), dialect}}};
  const std::vector<Split> b = {{{std::string(parts[1].substr(0, 60)), Dialect::tiktoken}}};
  const auto comparison = comparison_of(a, b);
  if (!comparison || !comparison->is_same) return 0;
  const std::vector<reference::Matcher> by_a = {reference::Matcher(a.front().pattern)};
  const std::vector<reference::Matcher> by_b = {reference::Matcher(b.front().pattern)};
  const auto are_alike = [&](std::string_view text) {
    return reference::cut(text, by_a) == reference::cut(text, by_b);
  };
  if (!*comparison->is_same) {
    assert_internal(!are_alike(comparison->text), "the text that was found is cut alike");
    return 0;
  }
  for (std::size_t i = 2; i < parts.size(); ++i) {
    const std::string_view text = parts[i].substr(0, 60);
    if (test::oracle::first_ill_formed(text)) continue;
    assert_internal(are_alike(text), "two that are called the same cut a text otherwise");
  }
  return 0;
}
