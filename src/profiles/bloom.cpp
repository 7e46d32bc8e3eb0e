// Defines the profile of BLOOM: one pattern in the dialect of Hugging Face, and merging by a list
// of pairs. It has no special tokens, since no package that can be installed publishes them. Its
// pattern covers neither runs of spaces nor the signs that it lists. Text that it does not cover
// becomes chunks of its own (S25h).
#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& bloom() {
  static const Profile profile = [] {
    Profile it;
    it.name = "bloom";
    it.splits = isolated(Dialect::huggingface, {R"( ?[^(\s|[.,!?…。，、।۔،])]+)"});
    it.merging = Merging::pairs;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
