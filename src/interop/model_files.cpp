// Finds the file of a directory that is the model, or its two files; a path that is not a directory
// is the file. Looks for the known names in the order of a table; if a profile is given, files that
// take one come first. Refuses a directory that has none of them, or only a pickle.
#include "interop/model_files.hpp"

#include <fmt/format.h>

#include <array>

#include <bpetite/errors.hpp>

#include "core/directory.hpp"
#include "core/utf8.hpp"
#include "interop/never_opened.hpp"

namespace bpetite::interop {
namespace {

struct Names {
  const char* file;
  const char* merges;  // null: the model is one file
  bool takes_profile;

  bool are_in(const std::filesystem::path& directory) const {
    return file::is_there(directory / file) &&
           (merges == nullptr || file::is_there(directory / merges));
  }
};

constexpr std::array<Names, 6> all_names = {{
    {"tokenizer.json", nullptr, false},
    {"tekken.json", nullptr, false},
    {"encoder.json", "vocab.bpe", true},
    {"vocab.json", "merges.txt", true},
    {"tokenizer.model", nullptr, true},
    {"tokenizer.tiktoken", nullptr, true},
}};

}  // namespace

ModelFiles model_files(const std::filesystem::path& path, bool has_profile) {
  if (!file::is_directory(path)) return {path};
  const Names* found = nullptr;
  for (const Names& names : all_names) {
    if (!names.are_in(path)) continue;
    // S51b "those that take one come first".
    const bool comes_first =
        found != nullptr && has_profile && names.takes_profile && !found->takes_profile;
    if (found == nullptr || comes_first) found = &names;
  }
  if (found != nullptr) {
    return {path / found->file, found->merges == nullptr ? "" : path / found->merges};
  }
  if (const auto pickle = path / "tokenizer.pkl"; file::is_there(pickle)) {
    refuse_pickle(pickle.string());
  }
  throw ValueError(
      fmt::format("open: {}: this is a directory, required in it tokenizer.json, tekken.json, "
                  "encoder.json and vocab.bpe, vocab.json and merges.txt, tokenizer.model or "
                  "tokenizer.tiktoken",
                  utf8::quoted(path.string(), 200)),
      "S51b");
}

}  // namespace bpetite::interop
