#include "cli/options/training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "bpetite/backend.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/options/suggestion.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

constexpr auto normalizer_names = std::to_array<std::string_view>({"none", "nfc", "nfc-9.0"});

std::string normalizer_argument(const Arguments& arguments) {
  const auto given = arguments.value("--normalizer");
  if (!given) return {};
  if (std::ranges::find(normalizer_names, *given) == normalizer_names.end()) {
    throw UsageError(fmt::format("{}: --normalizer: {} is none of {}{}", arguments.command(),
                                 utf8::quoted(*given), fmt::join(normalizer_names, ", "),
                                 did_you_mean(*given, normalizer_names)));
  }
  return *given;
}

}  // namespace

Profile ProfileChoice::over(const Profile& otherwise) const {
  return backend::profile_to_train(named.value_or(otherwise), normalizer, special_tokens);
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
