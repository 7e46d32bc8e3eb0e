#include "conform/ask/judge_profiles.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "conform/ask/session_program.hpp"
#include "conform/ask/vocabulary_text.hpp"
#include "conform/judge/run.hpp"
#include "conform/small/small_vocabularies.hpp"
#include "core/json.hpp"
#include "core/unicode.hpp"

namespace bpetite::conform::ask {
namespace {

using small::FileForm;

drive::Hello hello_of(const drive::SessionOptions& options, std::string_view only) {
  drive::Session session(options, "profiles");
  if (const auto broken = session.start()) throw NotDriven(broken->detail);
  drive::Hello hello = session.hello();
  session.stop();
  std::erase_if(hello.profiles, [&](const std::string& name) {
    return !only.empty() && !judge::is_selected(name, only);
  });
  if (hello.profiles.empty()) throw NotDriven("its hello names no profile that is asked for");
  return hello;
}

// The first form that it reads and that the profile has, with the bytes of the file.
std::optional<std::pair<FileForm, std::string>> handed_over(std::string_view profile,
                                                            const drive::Hello& hello) {
  for (const std::string& form : hello.forms) {
    const auto place = std::ranges::find(small::form_names, form);
    if (place == small::form_names.end()) continue;
    const auto known = static_cast<FileForm>(place - small::form_names.begin());
    if (auto bytes = small::in_form(profile, known)) return std::pair(known, std::move(*bytes));
  }
  return std::nullopt;
}

// The vocabulary with the versions of Unicode that the program names (S74a).
Table judged_by(const drive::Hello& hello, Table table) {
  for (const unicode::Version version : unicode::versions) {
    if (unicode::name(version) != hello.unicode) continue;
    for (Split& split : table.profile.splits) split.pattern.version = version;
  }
  if (table.profile.normalizer != Normalizer::none && hello.normalizer_unicode == "9.0.0") {
    table.profile.normalizer = Normalizer::nfc_9_0;
  }
  return table;
}

Loading loading_of(std::string_view profile, FileForm form, std::string bytes, const Table& table) {
  const std::string_view form_name = small::form_names.at(static_cast<std::size_t>(form));
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

ProfileVerdict judged(const drive::SessionOptions& options, const drive::Hello& hello,
                      const std::string& profile) {
  ProfileVerdict found{profile, {}, {}, {}, {}, {}};
  if (std::ranges::count(small::small_vocabularies(), profile) == 0) {
    found.not_judged = "there are no vectors for it";
    return found;
  }
  auto file = handed_over(profile, hello);
  if (!file) {
    found.not_judged = "it reads no form that this profile has";
    return found;
  }
  const Table table = judged_by(hello, TokenizerAccess::table(small::small_vocabulary(profile)));
  const auto form = file->first;
  found.form = small::form_names.at(static_cast<std::size_t>(form));
  found.unicode = unicode::name(table.profile.splits.front().pattern.version);
  found.normalizer = name(table.profile.normalizer);
  try {
    SessionProgram program(options, loading_of(profile, form, std::move(file->second), table));
    Decoding decoding;
    if (program.has_decode()) {
      decoding = [&](std::span<const std::vector<TokenId>> ids) { return program.texts(ids); };
    }
    found.verdict = run_vocabulary(
        profile, TokenizerAccess::open(table),
        [&](std::span<const std::string> texts) { return program.ids(texts); }, decoding);
  } catch (const NotDriven& error) {
    found.not_judged = error.message();
  }
  return found;
}

}  // namespace

std::vector<ProfileVerdict> judge_profiles(const drive::SessionOptions& options,
                                           std::string_view only) {
  const drive::Hello hello = hello_of(options, only);
  std::vector<ProfileVerdict> verdicts;
  for (const std::string& profile : hello.profiles) {
    verdicts.push_back(judged(options, hello, profile));
  }
  return verdicts;
}

std::string to_text(const std::vector<ProfileVerdict>& verdicts, bool all) {
  std::string text;
  std::vector<std::string_view> exact;
  for (const ProfileVerdict& each : verdicts) {
    if (!each.not_judged.empty()) {
      text += fmt::format("profile   {}: not judged: {}\n\n", each.profile, each.not_judged);
      continue;
    }
    fmt::format_to(std::back_inserter(text), "profile   {}, handed over as {}, Unicode {}{}\n{}\n",
                   each.profile, each.form, each.unicode,
                   each.normalizer == "none" ? "" : ", " + each.normalizer,
                   to_text(each.verdict, all));
    if (each.verdict.conforms()) exact.push_back(each.profile);
  }
  return text + (exact.empty() ? "ids exact: of no profile\n"
                               : fmt::format("ids exact: {}\n", fmt::join(exact, ", ")));
}

}  // namespace bpetite::conform::ask
