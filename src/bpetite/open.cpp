// Opens a file or a directory as a tokenizer, as the options say. Takes the profile that they name,
// or makes one from their patterns, and refuses options that have both. Reads the table, in which
// bytes may lack a token if the options allow it, and gives it the rule for special tokens if the
// options have one. Checks that the tokenizer can encode.
#include <bpetite/open.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "core/file.hpp"
#include "interop/open.hpp"

namespace bpetite {

std::optional<Profile> backend::given_profile(const OpenOptions& options) {
  if (options.patterns.empty()) {
    if (options.profile.empty()) return std::nullopt;
    return interop::profile_named(options.profile);
  }
  if (!options.profile.empty()) {
    throw ValueError("open: a profile and patterns are given, required one of the two", "S26e");
  }
  return profile_of(isolated(options.dialect, options.patterns, options.version));
}

Tokenizer open(const std::filesystem::path& path, const OpenOptions& options) {
  const std::optional<Profile> profile = backend::given_profile(options);
  const auto open_file = [](const std::filesystem::path& file) { return file::Input(file); };
  Table table =
      backend::open_path(path, profile ? &*profile : nullptr, options.drop_missing_bytes, open_file)
          .table;
  if (!options.special_rule.empty()) {
    table.profile.added.rule = special_rule_of(options.special_rule);
  }
  return TokenizerAccess::open(std::move(table));
}

}  // namespace bpetite
