// Judges a program for each profile that it names in hello, by a small vocabulary of the profile
// (judge_profiles, S74b). A profile is all that a tokenizer is besides its vocabulary.
// ProfileVerdict has the verdict, or the reason why the profile was not judged.
//
//   for (const ProfileVerdict& each : judge_profiles({.command = "./harness"})) ...
//     "cl100k", handed over as "ranks", Unicode 15.0.0: 46 texts of L0 and 50 of L1 as wanted
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conform/judge/texts.hpp"
#include "conform/program/session.hpp"

namespace bpetite::conform::judge {

struct ProfileVerdict {
  std::string profile;
  std::string form;        // the form of the file that the program got
  std::string unicode;     // the version by which the program is judged
  std::string normalizer;  // "none", "NFC of Unicode 9.0"
  std::string not_judged;  // the reason; then all members above are empty
  VocabularyVerdict verdict;

  bool conforms() const { return not_judged.empty() && verdict.conforms(); }
};

// Starts one process to learn which profiles the program has, then one process for each profile.
// `only` selects profiles as it selects vectors (is_selected). Throws NotDriven if the program does
// not answer hello, or does not name a selected profile.
std::vector<ProfileVerdict> judge_profiles(const program::SessionOptions& options,
                                           std::string_view only = {});

}  // namespace bpetite::conform::judge
