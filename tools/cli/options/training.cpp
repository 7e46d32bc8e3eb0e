// Makes the profile of a training or a counting from the options of the command line: --profile or
// --pattern, --normalizer, and --special.
#include "cli/options/training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "bpetite/backend.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/options/suggestion.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

std::string normalizer_argument(const Arguments& arguments) {
  const auto given = arguments.value("--normalizer");
  if (!given) return {};
  std::vector<std::string_view> names;
  for (const auto& [name, normalizer] : backend::trained_normalizers) names.push_back(name);
  if (std::ranges::find(names, *given) == names.end()) {
    throw UsageError(fmt::format("{}: --normalizer: {} is none of {}{}", arguments.command(),
                                 utf8::quoted(*given), fmt::join(names, ", "),
                                 did_you_mean(*given, names)));
  }
  return *given;
}

}  // namespace

Profile ProfileChoice::over(const Profile& by_default) const {
  return backend::profile_to_train(named.value_or(by_default), normalizer, special_tokens);
}

ProfileChoice profile_choice(const Arguments& arguments) {
  ProfileChoice choice;
  if (auto splits = splits_argument(arguments)) {
    choice.named = backend::profile_of(std::move(*splits));
  } else if (const Profile* const named = profile_argument(arguments)) {
    choice.named = *named;
  }
  choice.normalizer = normalizer_argument(arguments);
  choice.special_tokens = arguments.values("--special");
  return choice;
}

}  // namespace bpetite::cli
