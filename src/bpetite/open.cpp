#include <bpetite/open.hpp>

#include "bpetite/access.hpp"
#include "core/file.hpp"
#include "interop/open.hpp"

namespace bpetite {

Tokenizer open(const std::filesystem::path& path, const OpenOptions& options) {
  const Profile* profile =
      options.profile.empty() ? nullptr : &interop::profile_named(options.profile);
  return TokenizerAccess::make(interop::read_model(file::read(path), path.string(), profile));
}

}  // namespace bpetite
