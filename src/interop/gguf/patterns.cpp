// Lists the pre-tokenizers of llama.cpp that bpetite supports, and finds one by its name
// (cutting_of). Each has its names, its patterns, and two rules: whether a chunk that is a token
// becomes that token without merges, and whether a token is put before each text by default.
// llama.cpp has more names; files with those are refused. Source: llama-vocab.cpp, in the version
// of PyPI's llama-cpp-python 0.3.36. One pattern, of deepseek-coder, is written in another way than
// there, since llama.cpp does not match the white space in its ranges.
//
//   "falcon"      runs of punctuation, then the pattern of GPT-2, then groups of three ASCII digits
#include "interop/gguf/patterns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/utf8.hpp"
#include "interop/gguf/file.hpp"

namespace bpetite::interop::gguf {
namespace {

constexpr std::string_view contractions_of_any_case =
    "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])";
constexpr std::string_view gpt2_words =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S))";

// The pattern of Llama 3, with parameters for the patterns that differ from it: a letter, a chunk
// of digits, and the scalars that are not signs.
std::string llama3_words(std::string_view letter, std::string_view digits,
                         std::string_view no_sign) {
  return fmt::format(R"({}|[^\r\n\p{{L}}\p{{N}}]?{}+|{}| ?[^{}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
                     contractions_of_any_case, letter, digits, no_sign);
}

// The names that stand for the same patterns.
struct Entry {
  std::vector<std::string_view> names;
  std::vector<std::string> patterns;
  bool whole_chunks = false;
  bool begins_with_token = false;
};

const std::vector<Entry>& entries() {
  static const std::string llama3 = llama3_words(R"(\p{L})", R"(\p{N}{1,3})", R"(\s\p{L}\p{N})");
  static const std::vector<Entry> all = {
      {{"gpt-2", "phi-2", "gigachat", "a.x-4.0", "mellum", "exaone4", "mpt", "olmo", "jais",
        "trillion", "granite-docling"},
       {std::string(gpt2_words)}},
      {{"llama3", "llama-v3", "llama-bpe", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2"},
       {llama3},
       true,
       true},
      {{"dbrx", "smaug-bpe"}, {llama3}},
      {{"qwen2", "deepseek-r1-qwen", "kormo", "f2llmv2", "stablelm2", "megrez", "hunyuan",
        "solar-open"},
       {llama3_words(R"(\p{L})", R"(\p{N})", R"(\s\p{L}\p{N})")}},
      {{"qwen35"}, {llama3_words(R"([\p{L}\p{M}])", R"(\p{N})", R"(\s\p{L}\p{M}\p{N})")}},
      {{"starcoder", "refact", "command-r", "smollm", "codeshell", "exaone", "minerva-7b",
        "mellum2"},
       {R"(\p{N})", std::string(gpt2_words)}},
      {{"falcon"}, {R"([\p{P}\$\+<=>\^~\|`]+)", std::string(gpt2_words), "[0-9][0-9][0-9]"}},
      // The ranges of the fourth pattern hold white space. llama.cpp does not match it there.
      {{"deepseek-coder"},
       {R"([\r\n])", R"(\s?\p{L}+)", R"(\s?\p{P}+)",
        "[[\u4e00-\u9fa5\u0800-\u4e00\uac00-\ud7ff]&&[^\\s]]+", R"(\p{N})"}},
      {{"deepseek-v3", "hunyuan-dense", "joyai-llm", "hy_v4"},
       {R"(\p{N}{1,3})", "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
        R"([!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+)"
        R"(|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*)"
        R"(|\s*[\r\n]+|\s+(?!\S)|\s+)"}},
  };
  return all;
}

}  // namespace

Cutting cutting_of(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Entry& entry : entries()) {
    known.insert(known.end(), entry.names.begin(), entry.names.end());
    if (std::ranges::find(entry.names, name) == entry.names.end()) continue;
    return {isolated(Dialect::huggingface, entry.patterns, unicode::Version::v15_1),
            entry.whole_chunks, entry.begins_with_token};
  }
  std::ranges::sort(known);
  refuse("tokenizer.ggml.pre",
         fmt::format("{}, required one of {}", utf8::quoted(name), fmt::join(known, ", ")));
}

}  // namespace bpetite::interop::gguf
