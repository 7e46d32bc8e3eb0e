#include "interop/huggingface/steps.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pattern/parse.hpp"
#include "pattern/pattern_error.hpp"

namespace bpetite::interop::huggingface {
namespace {

// The pattern of the library's step ByteLevel.
constexpr std::string_view byte_level =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

Split isolated(std::string text, unicode::Version version) {
  return {{std::move(text), Dialect::huggingface, version}, Behaviour::isolated};
}

// A text that is to be found as it is, as a pattern.
std::string escaped(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    if (std::string_view(R"(\^$.|?*+()[]{}-&~#)").find(c) != std::string_view::npos)
      pattern += '\\';
    pattern += c;
  }
  return pattern;
}

Split read_split(const json::Field& step) {
  const json::Field pattern = step["pattern"];
  pattern.require(json::Kind::object, "an object with Regex or String");
  const json::Field regex = pattern["Regex"];
  const json::Field string = pattern["String"];
  if (!regex.is_given() && !string.is_given()) {
    pattern.refuse("required an object with Regex or String");
  }
  Split split = isolated(regex.is_given() ? std::string(regex.text()) : escaped(string.text()),
                         unicode::Version::v16_0);
  const json::Field behaviour = step["behavior"];
  const bool is_inverted = step["invert"].flag(false);
  constexpr std::string_view behaviours = "Isolated, or Removed with invert";
  if (behaviour.text(behaviours) == "Removed" && is_inverted) {
    split.behaviour = Behaviour::matches;
  } else if (behaviour.text() != "Isolated") {
    behaviour.refuse(fmt::format("required {}", behaviours));
  }
  try {
    pattern::parse(split.pattern);
  } catch (const pattern::PatternError& error) {
    (regex.is_given() ? regex : string).refuse(error.what());
  }
  return split;
}

// The patterns of one step before the bytes become characters. S2b: "digits" of the library are the
// numbers of Unicode 17.
void add_step(const json::Field& step, std::vector<Split>& splits) {
  constexpr std::string_view required = "Split or Digits, and at last ByteLevel";
  const std::string_view type = step.type(required);
  if (type == "Split") {
    splits.push_back(read_split(step));
  } else if (type == "Digits") {
    const bool each = step["individual_digits"].flag(false);
    splits.push_back(isolated(each ? R"(\p{N})" : R"(\p{N}+)", unicode::Version::v17_0));
  } else {
    step["type"].refuse(fmt::format("required {}", required));
  }
}

void add_byte_level(const json::Field& step, std::vector<Split>& splits) {
  if (step["add_prefix_space"].flag(true)) {
    step["add_prefix_space"].refuse(
        "required false: text with a space before it is other text; add the space to the text");
  }
  if (step["use_regex"].flag(true)) {
    splits.push_back(isolated(std::string(byte_level), unicode::Version::v16_0));
  }
}

}  // namespace

Normalizer read_normalizer(const json::Field& normalizer) {
  if (!normalizer.is_given()) return Normalizer::none;
  constexpr std::string_view required = "no normalizer, or NFC alone";
  const std::string_view type = normalizer.type(required);
  if (type == "NFC") return Normalizer::nfc_9_0;
  if (type == "Sequence") {
    const json::FieldElements steps = normalizer["normalizers"].elements();
    if (steps.empty()) return Normalizer::none;
    if (steps.size() == 1) return read_normalizer(*steps.begin());
  }
  normalizer["type"].refuse(fmt::format("required {}", required));
}

std::vector<Split> read_pre_tokenizer(const json::Field& pre_tokenizer) {
  if (!pre_tokenizer.is_given()) {
    pre_tokenizer.refuse("required ByteLevel: bpetite is about byte-level BPE");
  }
  constexpr std::string_view required = "ByteLevel, or a Sequence that ends with it";
  std::vector<Split> splits;
  if (pre_tokenizer.type(required) == "ByteLevel") {
    add_byte_level(pre_tokenizer, splits);
    return splits;
  }
  if (pre_tokenizer.type() != "Sequence") {
    pre_tokenizer["type"].refuse(fmt::format("required {}", required));
  }
  const json::Field list = pre_tokenizer["pretokenizers"];
  constexpr std::size_t most_steps = pattern::max_patterns + 1;  // ByteLevel may have no pattern
  const json::FieldElements elements = list.elements();
  if (elements.size() > most_steps) list.refuse("required at most 64 steps");
  const std::vector<json::Field> steps(elements.begin(), elements.end());
  if (steps.empty() || steps.back().type("ByteLevel as the last step") != "ByteLevel") {
    list.refuse("required ByteLevel as the last step");
  }
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) add_step(steps[i], splits);
  add_byte_level(steps.back(), splits);
  if (splits.size() > pattern::max_patterns) list.refuse("required at most 64 steps");
  return splits;
}

void check_decoder(const json::Field& decoder) {
  if (!decoder.is_given()) decoder.refuse("required ByteLevel");
  if (decoder.type("ByteLevel") != "ByteLevel") decoder["type"].refuse("required ByteLevel");
}

}  // namespace bpetite::interop::huggingface
