// Lists all profiles (all), finds one in the list by its name (find), and gives the one that is
// used if the caller names none, v1 (by_default).
#include "profiles/profiles.hpp"

#include <algorithm>
#include <array>

namespace bpetite::profiles {

std::span<const Profile* const> all() {
  static const std::array profiles = {
      &bloom(),    &cl100k(), &deepseek_coder(), &deepseek_v3(), &falcon(),
      &fim(),      &gpt2(),   &kimi_k2(),        &llama3(),      &llama4(),
      &nanochat(), &o200k(),  &o200k_harmony(),  &p50k(),        &qwen2(),
      &qwen3_5(),  &r50k(),   &starcoder(),      &tekken(),      &v1()};
  return profiles;
}

const Profile* find(std::string_view name) {
  const auto found = std::ranges::find(all(), name, [](const Profile* it) { return it->name; });
  return found == all().end() ? nullptr : *found;
}

const Profile& by_default() { return v1(); }

}  // namespace bpetite::profiles
