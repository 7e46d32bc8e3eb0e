// Declares the named profiles as data, a function and a file for each (S26b), the list of all
// profiles (all), and the profile that is used if the caller names none (by_default). find() finds
// a profile by its name.
//
//   profiles::find("cl100k")     the profile of OpenAI's cl100k_base
#pragma once

#include <span>
#include <string_view>

#include "core/profile.hpp"

namespace bpetite::profiles {

const Profile& v1();             // the profile of Schema v1
const Profile& gpt2();           // GPT-2's vocabulary
const Profile& cl100k();         // OpenAI's cl100k_base
const Profile& nanochat();       // nanochat's tokenizer
const Profile& o200k();          // OpenAI's o200k_base
const Profile& o200k_harmony();  // o200k_harmony, of gpt-oss
const Profile& p50k();           // OpenAI's p50k_base
const Profile& r50k();           // OpenAI's r50k_base

const Profile& bloom();           // BLOOM
const Profile& deepseek_coder();  // DeepSeek Coder
const Profile& deepseek_v3();     // DeepSeek V3
const Profile& falcon();          // Falcon
const Profile& fim();             // v1 with tokens for filling in the middle
const Profile& kimi_k2();         // Kimi K2
const Profile& llama3();          // Llama 3
const Profile& llama4();          // Llama 4
const Profile& qwen2();           // Qwen 2
const Profile& qwen3_5();         // Qwen 3.5, by the name qwen3.5
const Profile& starcoder();       // StarCoder 2
const Profile& tekken();          // Mistral's tekken

// All named profiles, in the order of their names.
std::span<const Profile* const> all();

// The profile with this name, or nullptr.
const Profile* find(std::string_view name);

// The profile of training and counting if the caller names no other: that of Schema v1.
const Profile& by_default();

}  // namespace bpetite::profiles
