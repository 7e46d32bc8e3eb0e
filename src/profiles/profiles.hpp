// The named profiles: data, one file each (S26b).
//
//   profiles::find("cl100k")     the profile of OpenAI's cl100k_base
#pragma once

#include <span>
#include <string_view>

#include "core/profile.hpp"

namespace bpetite::profiles {

const Profile& v1();        // what Schema v1 fixes
const Profile& gpt2();      // GPT-2's vocabulary
const Profile& cl100k();    // OpenAI's cl100k_base
const Profile& nanochat();  // nanochat's tokenizer

// All of them, by name.
std::span<const Profile* const> all();

// The profile of that name, or nullptr.
const Profile* find(std::string_view name);

// What is trained and counted here if no other profile is named: that of Schema v1.
const Profile& by_default();

}  // namespace bpetite::profiles
