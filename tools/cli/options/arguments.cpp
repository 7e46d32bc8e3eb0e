// Looks up the values of the options that were given to a subcommand, and requires that exactly one
// of two options is given.
#include "cli/options/arguments.hpp"

#include <utility>

#include <fmt/format.h>

namespace bpetite::cli {

Arguments::Arguments(std::string command, Given options)
    : command_(std::move(command)), options_(std::move(options)) {}

std::optional<std::string> Arguments::value(std::string_view option) const {
  const auto found = options_.find(option);
  return found == options_.end() ? std::nullopt : std::optional(found->second.front());
}

const std::string& Arguments::required(std::string_view option) const {
  return options_.find(option)->second.front();
}

std::vector<std::string> Arguments::values(std::string_view option) const {
  const auto found = options_.find(option);
  return found == options_.end() ? std::vector<std::string>() : found->second;
}

void Arguments::require_one_of(std::string_view first, std::string_view second) const {
  if (given(first) == given(second)) {
    throw UsageError(fmt::format("{}: either {} or {} is required{}", command_, first, second,
                                 given(first) ? ", not both" : ""));
  }
}

}  // namespace bpetite::cli
