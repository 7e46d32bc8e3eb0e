// The profile of OpenAI's r50k_base and p50k_base, as tiktoken's openai_public.py defines them: the
// same pattern, and one special token. GPT-2's pattern means the same, but is spelt otherwise.
#include <string>
#include <utility>

#include "profiles/profiles.hpp"

namespace bpetite::profiles {
namespace {

Profile named(std::string name) {
  Profile it;
  it.name = std::move(name);
  it.added = {{{"<|endoftext|>", 50256}}, SpecialRule::refused_unless_allowed};
  it.splits = {
      {{R"('(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s)",
        Dialect::tiktoken, unicode::Version::v16_0},
       Behaviour::isolated}};
  it.merging = Merging::bytes;
  return it;
}

}  // namespace

const Profile& r50k() {
  static const Profile profile = named("r50k");
  return profile;
}

const Profile& p50k() {
  static const Profile profile = named("p50k");
  return profile;
}

}  // namespace bpetite::profiles
