// Defines the profile of OpenAI's p50k_base, as tiktoken's openai_public.py has it. It is the
// profile of r50k_base under another name, for a larger vocabulary.
#include "profiles/profiles.hpp"

namespace bpetite::profiles {

const Profile& p50k() {
  static const Profile profile = [] {
    Profile it = r50k();
    it.name = "p50k";
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
