// Judges a program for each profile that it names in hello, or for a selection of these
// (judge_profiles). A profile is all that a tokenizer is besides its vocabulary, such as cl100k.
// Gives the program a small vocabulary of the profile, in a form of file that the program reads,
// and judges the ids that it gives for texts. Says why a profile was not judged.
#include "conform/judge/profiles.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "conform/judge/run.hpp"
#include "conform/program/session.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "core/json.hpp"
#include "core/unicode.hpp"

namespace bpetite::conform::judge {
namespace {

using program::Hello;
using program::NotDriven;
using program::SessionOptions;
using suite::FileForm;

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

// The first form that the program reads and that the profile has, with the bytes of the file.
// Returns nullopt if there is no such form.
std::optional<std::pair<FileForm, std::string>> handed_over(std::string_view profile,
                                                            const Hello& hello) {
  for (const std::string& form : hello.forms) {
    const auto place = std::ranges::find(suite::form_names, form);
    if (place == suite::form_names.end()) continue;
    const auto known = static_cast<FileForm>(place - suite::form_names.begin());
    if (auto bytes = suite::in_form(profile, known)) return std::pair(known, std::move(*bytes));
  }
  return std::nullopt;
}

program::Loading loading_of(std::string_view profile, FileForm form, std::string bytes,
                            const Table& table) {
  const std::string_view form_name = suite::form_names.at(static_cast<std::size_t>(form));
  json::Object specials;
  for (const SpecialToken& token : table.specials) {
    specials.push_back({token.literal, json::integer(token.id)});
  }
  std::string path = fmt::format("profiles/{}.{}", profile, form_name);
  return {fmt::format("the vocabulary of {} as {}", profile, form_name),
          {{"path", json::string(path)},
           {"profile", json::string(profile)},
           {"form", json::string(form_name)},
           {"special_tokens", {std::move(specials)}}},
          std::pair(path, std::move(bytes))};
}

ProfileVerdict judged(const SessionOptions& options, const Hello& hello,
                      const std::string& profile) {
  ProfileVerdict found{profile, {}, {}, {}, {}, {}};
  if (std::ranges::count(suite::small_vocabularies(), profile) == 0) {
    found.not_judged = "there are no vectors for it";
    return found;
  }
  auto file = handed_over(profile, hello);
  if (!file) {
    found.not_judged = "it reads no form that this profile has";
    return found;
  }
  const Table table =
      with_said_unicode(TokenizerAccess::table(suite::small_vocabulary(profile)), hello);
  const auto form = file->first;
  found.form = suite::form_names.at(static_cast<std::size_t>(form));
  found.unicode = unicode::name(table.profile.splits.front().pattern.version);
  found.normalizer = name(table.profile.normalizer);
  try {
    const program::Program program =
        program::by_session(options, loading_of(profile, form, std::move(file->second), table));
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
