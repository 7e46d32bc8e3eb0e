// Which file of a directory is the model (S51b).
//
//   tokenizer.json                        say their profile themselves
//   tekken.json
//   encoder.json and vocab.bpe            take the profile, or the pattern, that is given
//   vocab.json and merges.txt
//   tokenizer.model
//   tokenizer.tiktoken
#pragma once

#include <filesystem>

namespace bpetite::interop {

struct ModelFiles {
  std::filesystem::path file;
  std::filesystem::path merges = {};  // the second of GPT-2's two files; empty for any other model
};

// The path itself; of a directory, the first in the order above that is there. If a profile or a
// pattern is given, those that take one come first. ValueError: there is none of them, or only a
// pickle (S51c). OSError: the system cannot tell.
ModelFiles model_files(const std::filesystem::path& path, bool has_profile);

}  // namespace bpetite::interop
