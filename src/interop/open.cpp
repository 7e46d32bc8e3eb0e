#include "interop/open.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "core/utf8.hpp"
#include "interop/tiktoken.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::interop {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

bool is_base64(char c) {
  return ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') || is_digit(c) || c == '+' || c == '/' ||
         c == '=';
}

// A rank file has no pairs to merge by.
bool fits_ranks(const Profile& profile) { return profile.merging == Merging::bytes; }

std::string profiles_of_ranks() {
  std::vector<std::string_view> names;
  for (const Profile* profile : profiles::all()) {
    if (fits_ranks(*profile)) names.push_back(profile->name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

[[noreturn]] void refuse(std::string_view source, std::string_view what) {
  throw ValueError(fmt::format("open: {}: {}", utf8::quoted(source, 200), what), "S26e");
}

}  // namespace

// The beginning of a faulty first line is enough, so that the fault is named by its line.
Form form_of(std::string_view file) {
  const auto* const space = std::ranges::find_if_not(file, is_base64);
  const bool is_line = space != file.begin() && space != file.end() && *space == ' ' &&
                       space + 1 != file.end() && is_digit(space[1]);
  return is_line ? Form::ranks : Form::artifact;
}

const Profile& profile_named(std::string_view name) {
  if (const Profile* profile = profiles::find(name)) return *profile;
  std::vector<std::string_view> names;
  for (const Profile* profile : profiles::all()) names.push_back(profile->name);
  throw KeyError(fmt::format("open: profile {}: unknown, required one of {}", utf8::quoted(name),
                             fmt::join(names, ", ")),
                 "S26e");
}

Table read_model(std::string_view file, std::string_view source, const Profile* profile) {
  if (form_of(file) == Form::ranks) {
    if (profile == nullptr) {
      refuse(source,
             "a rank file has no pattern and no special tokens: give its pattern (--pattern) "
             "or name its profile (--profile), required one of " +
                 profiles_of_ranks());
    }
    if (!fits_ranks(*profile)) {
      refuse(source, fmt::format("a rank file has no pairs to merge, as the profile {} needs, "
                                 "required one of {}",
                                 profile->name, profiles_of_ranks()));
    }
    return read_tiktoken(file, *profile);
  }
  if (profile != nullptr && *profile != artifact::profile()) {
    refuse(source, fmt::format("this is no rank file; anything else is an artifact, which has the "
                               "profile {} and not {}",
                               artifact::profile().name, profile->name));
  }
  return artifact::parse(file);
}

}  // namespace bpetite::interop
