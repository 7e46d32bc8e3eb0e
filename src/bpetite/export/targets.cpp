#include "bpetite/export/targets.hpp"

namespace bpetite::exporting {

const Target& target(ExportFormat format) {
  static constexpr Target huggingface = {{"tokenizer.json", "tokenizer_config.json"},
                                         huggingface_files};
  static constexpr Target tiktoken = {{rank_file_name, "tokenizer.py"}, tiktoken_files};
  static constexpr Target gpt2 = {{"vocab.json", "merges.txt"}, gpt2_files};
  switch (format) {
    case ExportFormat::huggingface:
      return huggingface;
    case ExportFormat::tiktoken:
      return tiktoken;
    case ExportFormat::gpt2:
      break;
  }
  return gpt2;
}

}  // namespace bpetite::exporting
