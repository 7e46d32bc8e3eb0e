// Opens the model that a command line names, with its profile or pattern, its rule for special
// tokens (--special-rule) and for missing bytes (--missing-bytes). Reads which special tokens a
// text may contain, finds profiles by name, and writes the numbers of tokens, merges and added
// tokens of a table as JSON.
#include "cli/options/model.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "cli/options/input.hpp"
#include "cli/options/pattern.hpp"
#include "cli/options/suggestion.hpp"
#include "core/special_choice.hpp"
#include "core/utf8.hpp"
#include "interop/open.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::cli {
namespace {

// S27e "wrong usage": these profiles do not let special tokens be allowed.
void require_allowable(const Arguments& arguments, const Profile& profile) {
  if (profile.added.rule == SpecialRule::refused_unless_allowed) return;
  throw UsageError(
      fmt::format("{}: --allow-special: the profile {} {}", arguments.command(), profile.name,
                  profile.added.rule == SpecialRule::matched
                      ? "finds special tokens in every text, unless --ordinary is given"
                      : "never makes special tokens from text"));
}

// The profile that --profile or --pattern gives, or nullopt.
std::optional<Profile> given_profile(const Arguments& arguments, bool unicode_is_of_file = false) {
  if (auto splits = splits_argument(arguments, unicode_is_of_file))
    return backend::profile_of(*std::move(splits));
  if (const Profile* const named = profile_argument(arguments)) return *named;
  return std::nullopt;
}

// The rule of --special-rule in place of that of the profile (S26j).
void set_rule(const Arguments& arguments, Profile& profile) {
  const auto word = arguments.value("--special-rule");
  if (!word) return;
  try {
    profile.added.rule = special_rule_of(*word);
  } catch (const ValueError&) {
    throw UsageError(fmt::format("{}: --special-rule: {} is none of matched, refused, never",
                                 arguments.command(), utf8::quoted(*word)));
  }
}

// Whether --missing-bytes is `drop`.
bool drops_missing_bytes(const Arguments& arguments) {
  const std::string what = arguments.value("--missing-bytes").value_or("error");
  if (what != "error" && what != "drop") {
    throw UsageError(fmt::format("{}: --missing-bytes: {} is none of error, drop",
                                 arguments.command(), utf8::quoted(what)));
  }
  return what == "drop";
}

}  // namespace

std::vector<Option> with_model_options(std::vector<Option> others) {
  others.insert(others.begin(), {model_option, profile_option, pattern_option, dialect_option,
                                 unicode_option, missing_option, special_rule_option});
  return others;
}

const Profile& profile_named(std::string_view place, std::string_view name) {
  if (const Profile* profile = profiles::find(name)) return *profile;
  std::vector<std::string_view> names;
  for (const Profile* profile : profiles::all()) names.push_back(profile->name);
  throw UsageError(fmt::format("{}: {} is none of {}{}", place, utf8::quoted(name),
                               fmt::join(names, ", "), did_you_mean(name, names)));
}

const Profile* profile_argument(const Arguments& arguments) {
  const auto name = arguments.value("--profile");
  return name ? &profile_named(arguments.command() + ": --profile", *name) : nullptr;
}

SpecialChoice asked_choice(const Arguments& arguments) {
  std::vector<std::string> allowed = arguments.values("--allow-special");
  if (allowed.empty()) {
    return arguments.given("--ordinary") ? SpecialChoice::ordinary() : SpecialChoice();
  }
  if (arguments.given("--ordinary")) {
    throw UsageError(fmt::format("{}: --allow-special and --ordinary cannot both be given",
                                 arguments.command()));
  }
  if (std::ranges::count(allowed, "all") == 0) return SpecialChoice::only(std::move(allowed));
  if (allowed.size() > 1) {
    throw UsageError(fmt::format("{}: --allow-special: all leaves nothing else to be allowed",
                                 arguments.command()));
  }
  return SpecialChoice::all();
}

bool allows(const SpecialChoice& choice) {
  return choice.kind == SpecialChoice::Kind::all || choice.kind == SpecialChoice::Kind::only;
}

SpecialChoice special_choice(const Arguments& arguments) {
  SpecialChoice choice = asked_choice(arguments);
  if (!allows(choice)) return choice;
  if (auto given = given_profile(arguments)) {
    set_rule(arguments, *given);
    require_allowable(arguments, *given);
  }
  return choice;
}

namespace {

OpenedModel opened(const Arguments& arguments, const std::string& path, bool unicode_is_of_file) {
  const std::optional<Profile> given = given_profile(arguments, unicode_is_of_file);
  const Profile* const profile = given ? &*given : nullptr;
  auto [file, name, sources, table] =
      backend::open_path(path, profile, drops_missing_bytes(arguments), open_input);
  set_rule(arguments, table.profile);
  if (unicode_is_of_file && arguments.given("--unicode")) {
    for (Split& split : table.profile.splits) split.pattern.version = version_argument(arguments);
  }
  return {std::move(file), std::move(name), std::move(sources),
          TokenizerAccess::open(std::move(table))};
}

}  // namespace

OpenedModel open_path(const Arguments& arguments, const std::string& path) {
  return opened(arguments, path, false);
}

OpenedModel open_judged(const Arguments& arguments, const std::string& path) {
  return opened(arguments, path, true);
}

std::string figures_of(const Table& table) {
  const auto tokens =
      std::ranges::count_if(table.tokens, [](const std::string& bytes) { return !bytes.empty(); });
  return fmt::format(R"("tokens":{},"merges":{},"added_tokens":{})", tokens, table.merges.size(),
                     table.specials.size());
}

Tokenizer open_model(const Arguments& arguments, const SpecialChoice& choice) {
  const Tokenizer tokenizer = open_path(arguments, arguments.required("--model")).tokenizer;
  const Table& table = TokenizerAccess::table(tokenizer);
  if (allows(choice)) require_allowable(arguments, table.profile);
  check_choice(choice, table);
  return tokenizer;
}

}  // namespace bpetite::cli
