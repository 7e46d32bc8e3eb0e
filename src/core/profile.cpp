// The names of dialects, and what is asked of profiles.
#include "core/profile.hpp"

#include <fmt/format.h>

#include <utility>

#include <bpetite/errors.hpp>

namespace bpetite {

std::string_view name(Dialect dialect) {
  return dialect == Dialect::tiktoken ? "tiktoken" : "huggingface";
}

void check_normalizer(const Profile& profile, std::string_view area) {
  if (profile.normalizer == Normalizer::none) return;
  throw ValueError(fmt::format("{}: the profile {} has the normalizer nfc, which is not there yet",
                               area, profile.name),
                   "S26d");
}

Profile with_version(Profile profile, unicode::Version version) {
  for (Split& split : profile.splits) split.pattern.version = version;
  return profile;
}

}  // namespace bpetite
