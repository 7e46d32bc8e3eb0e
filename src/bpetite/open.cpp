#include <bpetite/open.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "core/directory.hpp"
#include "core/file.hpp"
#include "interop/open.hpp"

namespace bpetite {
namespace {

// What is given, as a profile.
std::optional<Profile> given_profile(const OpenOptions& options) {
  if (options.patterns.empty()) {
    if (options.profile.empty()) return std::nullopt;
    return interop::profile_named(options.profile);
  }
  if (!options.profile.empty()) {
    throw ValueError("open: a profile and patterns are given, required one of the two", "S26e");
  }
  std::vector<Split> splits;
  for (const std::string& text : options.patterns) {
    splits.push_back({{text, options.dialect, options.version}, Behaviour::isolated});
  }
  return backend::profile_of(std::move(splits));
}

}  // namespace

Tokenizer open(const std::filesystem::path& path, const OpenOptions& options) {
  const std::optional<Profile> profile = given_profile(options);
  const Profile* const named = profile ? &*profile : nullptr;
  const bool drop = options.drop_missing_bytes;
  return TokenizerAccess::open(
      file::is_directory(path) ? backend::read_directory(path, named, drop)
                               : backend::read_model(file::read(path), path.string(), named, drop));
}

}  // namespace bpetite
