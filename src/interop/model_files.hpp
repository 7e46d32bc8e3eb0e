// Finds the file of a directory that is the model, or the two files of GPT-2 (ModelFiles, S51b).
// The first of these that the directory has is the model. If the caller gives a profile or a
// pattern, those that take one come before the others:
//
//   tokenizer.json                        contains its profile
//   tekken.json                           contains its profile
//   encoder.json and vocab.bpe            take a profile or a pattern
//   vocab.json and merges.txt             take one
//   tokenizer.model                       takes one
//   tokenizer.tiktoken                    takes one
//
// A path that is not a directory is returned as it is.
#pragma once

#include <filesystem>

namespace bpetite::interop {

struct ModelFiles {
  std::filesystem::path file;
  std::filesystem::path merges = {};  // the second of GPT-2's two files; empty for any other model
};

// Returns the path itself if it is not a directory. In a directory, the first file in the order
// above is the model. If a profile or a pattern is given, files that take one come first.
// ValueError: the directory has none of these files, or only a pickle (S51c). OSError: the system
// cannot say whether a file exists.
ModelFiles model_files(const std::filesystem::path& path, bool has_profile);

}  // namespace bpetite::interop
