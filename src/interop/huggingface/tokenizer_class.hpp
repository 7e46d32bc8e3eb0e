// Chooses the class by which transformers 5.24 opens a directory (S51e), from what its files state
// (StatedClasses). Also says which tokenizer a class makes of vocabulary and merges
// (MadeTokenizer): its normalizer, splits, special tokens and template, and whether it opens
// vocab.json and merges.txt alone.
//
//   TokenizersBackend    takes tokenizer.json as it is
//   Qwen2Tokenizer       takes vocabulary and merges, and has a normalizer and splits of its own
//   BertTokenizer        is not supported: a directory with it is refused
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/profile.hpp"

namespace bpetite::interop::transformers {

// The class that takes a file as it is. Names that transformers does not know mean it too.
inline constexpr std::string_view generic_class = "TokenizersBackend";

// What the choice depends on. An empty text is the same as none.
struct StatedClasses {
  std::optional<std::string> in_tokenizer_config;  // its tokenizer_class
  std::string in_config;                           // the same of config.json
  std::string model_type;                          // of config.json
  std::string model_name;                          // of config.json
  bool has_tokenizer_json = true;                  // and it has a step ByteLevel
};

// The name of the class.
std::string chosen_class(const StatedClasses& stated);

// A class that makes its tokenizer of vocabulary and merges.
struct MadeTokenizer {
  // The calls that add its special tokens once more at the end, and change their flags.
  enum class Again { none, as_text, as_stated };
  // The template: the one of the file, that of add_bos_token and add_eos_token alone, or
  // cls_token before a text and sep_token after it.
  enum class Ends { of_file, of_flags, of_roberta };

  std::string_view name;
  Normalizer normalizer;
  std::vector<Split> splits;
  std::vector<std::pair<std::string_view, std::string_view>> tokens;  // unless they are stated
  Again again = Again::none;
  Ends ends = Ends::of_file;
  bool opens_two_files = true;  // vocab.json and merges.txt, if there is no tokenizer.json
};

// The class of this name, or null if it takes a file as it is, or is not carried.
const MadeTokenizer* find_made(std::string_view name);

}  // namespace bpetite::interop::transformers
