// Writes a tokenizer.json for Hugging Face's library, and the tokenizer_config.json beside it. The
// parts of the first file are written as JSON one by one, and put together. Refuses what they
// cannot say, and templates that cut or fill up ids.
//
//   \w+      {"type":"Split","pattern":{"Regex":"\\w+"},"behavior":"Isolated","invert":false}
#include "interop/out/huggingface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "interop/huggingface/tokenizer_json.hpp"
#include "interop/out/names.hpp"
#include "interop/out/refuse.hpp"

namespace bpetite::interop::out {
namespace {

// The step ByteLevel, which turns bytes into characters. As decoder it turns characters into bytes.
constexpr const char* byte_level =
    R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":false})";

// S50e "The library numbers them itself": whether it gives these tokens their own ids if the
// vocabulary has none of them. It counts on from the number of names.
bool are_numbered_alike(const std::vector<SpecialToken>& specials, std::size_t names) {
  for (std::size_t i = 0; i < specials.size(); ++i) {
    if (specials[i].id != names + i) return false;
  }
  return true;
}

std::string added_tokens(const Table& table) {
  std::vector<std::string> all;
  for (const SpecialToken& special : table.specials) {
    all.push_back(fmt::format(R"({{"id":{},"content":{},"single_word":{},"lstrip":{},"rstrip":{},)"
                              R"("normalized":{},"special":{}}})",
                              special.id, json::quoted(special.literal), special.single_word,
                              special.lstrip, special.rstrip, special.normalized,
                              special.is_special));
  }
  return fmt::format("[{}]", fmt::join(all, ","));
}

// S50d: the step Digits has the numbers of Unicode 17.0, and Split classes of 16.0.
std::string step(const Split& split) {
  const auto& [text, dialect, version] = split.pattern;
  if (version == unicode::Version::v17_0) {
    return fmt::format(R"({{"type":"Digits","individual_digits":{}}})", text == R"(\p{N})");
  }
  const bool is_inverted = split.behaviour == Behaviour::matches;
  return fmt::format(R"({{"type":"Split","pattern":{{"Regex":{}}},"behavior":{},"invert":{}}})",
                     json::quoted(text), is_inverted ? R"("Removed")" : R"("Isolated")",
                     is_inverted);
}

std::string pre_tokenizer(const Profile& profile) {
  if (profile.prefix_space) {
    const bool has_pattern = !profile.splits.empty();
    if (profile.splits.size() > 1 ||
        (has_pattern && profile.splits.front().pattern.text != huggingface::byte_level_pattern)) {
      refuse("hf",
             "a space is put before each segment (S30g), and the library has that with the "
             "pattern of GPT-2 alone");
    }
    return fmt::format(R"({{"type":"ByteLevel","add_prefix_space":true,"trim_offsets":true,)"
                       R"("use_regex":{}}})",
                       has_pattern);
  }
  std::vector<std::string> steps;
  for (const Split& split : profile.splits) steps.push_back(step(split));
  steps.push_back(byte_level);
  return fmt::format(R"({{"type":"Sequence","pretokenizers":[{}]}})", fmt::join(steps, ","));
}

// The name of a token in a template.
std::string name_in_template(TokenId id, const Table& table,
                             const std::vector<std::string>& names) {
  const auto special = std::ranges::find(table.specials, id, &SpecialToken::id);
  return special != table.specials.end() ? special->literal : names.at(id);
}

std::string post_processor(const Table& table, const std::vector<std::string>& names) {
  const std::vector<TokenId>& before = table.profile.ids_around.before;
  const std::vector<TokenId>& after = table.profile.ids_around.after;
  if (before.empty() && after.empty()) return "null";
  std::vector<std::string> pieces;
  std::vector<std::string> tokens;
  const auto add = [&](const std::vector<TokenId>& ids) {
    for (const TokenId id : ids) {
      const std::string name = json::quoted(name_in_template(id, table, names));
      pieces.push_back(fmt::format(R"({{"SpecialToken":{{"id":{},"type_id":0}}}})", name));
      std::string token = fmt::format(R"({0}:{{"id":{0},"ids":[{1}],"tokens":[{0}]}})", name, id);
      if (std::ranges::find(tokens, token) == tokens.end()) tokens.push_back(std::move(token));
    }
  };
  add(before);
  pieces.emplace_back(R"({"Sequence":{"id":"A","type_id":0}})");
  add(after);
  const std::string single = fmt::format("{}", fmt::join(pieces, ","));
  return fmt::format(R"({{"type":"TemplateProcessing","single":[{0}],"pair":[{0},)"
                     R"({{"Sequence":{{"id":"B","type_id":1}}}}],"special_tokens":{{{1}}}}})",
                     single, fmt::join(tokens, ","));
}

std::string merges_json(const Table& table, const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& line : merge_lines(table, names, "hf")) {
    text += text.size() == 1 ? "" : ",";
    text += json::quoted(line);
  }
  return text + "]";
}

}  // namespace

std::string tokenizer_json(const Table& table) {
  const Profile& profile = table.profile;
  if (profile.normalizer == Normalizer::nfc_16_0) {
    refuse("hf", "the normalizer is NFC of Unicode 16.0, and the library has that of 9.0");
  }
  const Template& around = profile.ids_around;
  if (around.cut_at || around.fill_to > 0 || around.fill_multiple > 1) {
    refuse("hf", "the file that it was made of cuts ids or fills them up, and this one does not");
  }
  const std::vector<std::string> names = names_of(table, "hf");
  const auto named = static_cast<std::size_t>(
      std::ranges::count_if(names, [](const std::string& name) { return !name.empty(); }));
  const bool as_they_come = are_numbered_alike(table.specials, named);
  return fmt::format(
      R"({{"version":"1.0","truncation":null,"padding":null,"added_tokens":{},"normalizer":{},)"
      R"("pre_tokenizer":{},"post_processor":{},"decoder":{},)"
      R"("model":{{"type":"BPE","dropout":null,"unk_token":null,"continuing_subword_prefix":null,)"
      R"("end_of_word_suffix":null,"fuse_unk":false,"byte_fallback":false,"ignore_merges":{},)"
      R"("vocab":{},"merges":{}}}}})",
      added_tokens(table), profile.normalizer == Normalizer::none ? "null" : R"({"type":"NFC"})",
      pre_tokenizer(profile), post_processor(table, names), byte_level, profile.whole_chunks,
      vocabulary_json(names, as_they_come ? std::vector<SpecialToken>() : table.specials),
      merges_json(table, names));
}

std::string tokenizer_config_json(const Table& table) {
  const auto literal_of = [&](const std::vector<TokenId>& ids) -> std::string {
    if (ids.size() != 1) return "null";
    const auto special = std::ranges::find(table.specials, ids.front(), &SpecialToken::id);
    return special != table.specials.end() ? json::quoted(special->literal) : "null";
  };
  const Template& around = table.profile.ids_around;
  return fmt::format(
      R"({{"tokenizer_class":"PreTrainedTokenizerFast","bos_token":{},"eos_token":{},)"
      R"("clean_up_tokenization_spaces":false}})",
      literal_of(around.before), literal_of(around.after));
}

}  // namespace bpetite::interop::out
