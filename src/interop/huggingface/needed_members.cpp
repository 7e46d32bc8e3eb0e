// Reads flags, texts and numbers that Hugging Face's library tokenizers needs in a tokenizer.json.
// Also refuses words and members that the library does not know, and checks the step ByteLevel.
// Most errors name the version of the library, since another one may need less.
#include "interop/huggingface/needed_members.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bpetite::interop::huggingface {

bool needed_flag(const json::Field& object, std::string_view key) {
  return object[key]
      .require(json::Kind::boolean, "true or false (tokenizers 0.23.3)")
      .node()
      .is_true();
}

std::string_view needed_text(const json::Field& object, std::string_view key) {
  return object[key].text("a string (tokenizers 0.23.3)");
}

std::uint32_t needed_number(const json::Field& object, std::string_view key) {
  const json::Field field = object[key];
  const auto number =
      field.require(json::Kind::integer, "a number (tokenizers 0.23.3)").node().small_number();
  if (!number || *number > 0xFFFFFFFFU) field.refuse("required a number below 2^32");
  return static_cast<std::uint32_t>(*number);
}

void check_word(const json::Field& field, std::initializer_list<std::string_view> words) {
  if (std::ranges::find(words, field.text("a string (tokenizers 0.23.3)")) != words.end()) return;
  field.refuse(fmt::format("required {} (tokenizers 0.23.3)", fmt::join(words, " or ")));
}

void check_members(const json::Field& object, std::initializer_list<std::string_view> known) {
  for (const json::NamedNode& member : object.node().members()) {
    if (std::ranges::find(known, member.key) == known.end()) {
      object.below(member).refuse("required no such member (tokenizers 0.23.3)");
    }
  }
}

void check_byte_level(const json::Field& step) {
  needed_flag(step, "add_prefix_space");
  needed_flag(step, "trim_offsets");
  if (step["use_regex"].node().is_there()) needed_flag(step, "use_regex");
}

}  // namespace bpetite::interop::huggingface
