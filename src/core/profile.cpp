// Changes the Unicode version of a profile's patterns.
#include "core/profile.hpp"

#include <utility>

namespace bpetite {

Profile with_version(Profile profile, unicode::Version version) {
  for (Split& split : profile.splits) split.pattern.version = version;
  return profile;
}

}  // namespace bpetite
