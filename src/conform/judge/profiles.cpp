// Judges a program for each profile that it names in hello, or for a selection of these
// (judge_profiles). A profile is all that a tokenizer is besides its vocabulary, such as cl100k.
// Gives the program a small vocabulary of the profile, in a form of file that the program reads,
// and judges the ids that it gives for texts. Says why a profile was not judged.
#include "conform/judge/profiles.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "conform/judge/run.hpp"
#include "conform/program/handed_over.hpp"
#include "conform/program/session.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "core/unicode.hpp"

namespace bpetite::conform::judge {
namespace {

using program::Hello;
using program::NotDriven;
using program::SessionOptions;

Hello hello_of(const SessionOptions& options, std::string_view only) {
  program::Session session(options, "profiles");
  if (const auto broken = session.start()) throw NotDriven(broken->detail);
  Hello hello = session.hello();
  session.stop();
  std::erase_if(hello.profiles,
                [&](const std::string& name) { return !only.empty() && !is_selected(name, only); });
  if (hello.profiles.empty()) throw NotDriven("its hello names no profile that is asked for");
  return hello;
}

ProfileVerdict judged(const SessionOptions& options, const Hello& hello,
                      const std::string& profile) {
  ProfileVerdict found{profile, {}, {}, {}, {}, {}};
  if (std::ranges::count(suite::small_vocabularies(), profile) == 0) {
    found.not_judged = "there are no vectors for it";
    return found;
  }
  const Table given = TokenizerAccess::table(suite::small_vocabulary(profile));
  auto file = program::handed_file(given, profile, hello);
  if (!file) {
    found.not_judged = "it reads no form that this profile has";
    return found;
  }
  const Table table = with_said_unicode(given, hello);
  found.form = file->form;
  found.unicode = unicode::name(table.profile.splits.front().pattern.version);
  found.normalizer = name(table.profile.normalizer);
  try {
    const program::Program program = program::by_session(
        options, program::loading_of(profile, profile, *std::move(file), table));
    const Tokenizer tokenizer = TokenizerAccess::open(table);
    found.verdict = judge_texts(model_vectors(profile, tokenizer), tokenizer, program);
  } catch (const NotDriven& error) {
    found.not_judged = error.message();
  }
  return found;
}

}  // namespace

std::vector<ProfileVerdict> judge_profiles(const SessionOptions& options, std::string_view only) {
  const Hello hello = hello_of(options, only);
  std::vector<ProfileVerdict> verdicts;
  for (const std::string& profile : hello.profiles) {
    verdicts.push_back(judged(options, hello, profile));
  }
  return verdicts;
}

}  // namespace bpetite::conform::judge
