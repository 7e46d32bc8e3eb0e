// Defines the profile of OpenAI's r50k_base, as tiktoken's openai_public.py has it. It is the
// profile of GPT-2 with another spelling of the pattern.
#include "profiles/profiles.hpp"

namespace bpetite::profiles {

const Profile& r50k() {
  static const Profile profile = [] {
    Profile it = gpt2();
    it.name = "r50k";
    it.splits.front().pattern.text =
        R"('(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s)";
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
