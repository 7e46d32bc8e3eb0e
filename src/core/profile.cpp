// The names of dialects, and profiles with another Unicode version.
#include "core/profile.hpp"

#include <utility>

namespace bpetite {

std::string_view name(Dialect dialect) {
  return dialect == Dialect::tiktoken ? "tiktoken" : "huggingface";
}

Profile with_version(Profile profile, unicode::Version version) {
  for (Split& split : profile.splits) split.pattern.version = version;
  return profile;
}

}  // namespace bpetite
