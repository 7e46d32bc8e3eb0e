// Finds profiles by their names.
#include "profiles/profiles.hpp"

#include <algorithm>
#include <array>

namespace bpetite::profiles {

std::span<const Profile* const> all() {
  static const std::array profiles = {&cl100k(), &gpt2(), &nanochat(), &o200k(),
                                      &p50k(),   &r50k(), &v1()};
  return profiles;
}

const Profile* find(std::string_view name) {
  const auto found = std::ranges::find(all(), name, [](const Profile* it) { return it->name; });
  return found == all().end() ? nullptr : *found;
}

const Profile& by_default() { return v1(); }

}  // namespace bpetite::profiles
