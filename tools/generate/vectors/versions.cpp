// Reads the last version of the suite of vectors (test cases) from versions.lock, computes the next
// one, and writes the version and the digest of the suite into pages that show them.
#include "versions.hpp"

#include <fmt/format.h>

#include <regex>
#include <sstream>

#include <bpetite/errors.hpp>

namespace bpetite::generate {

Version last_version(std::string_view versions) {
  Version last{"0.9.0", {}};
  std::istringstream lines{std::string(versions)};
  for (Version next; lines >> next.name >> next.digest;) {
    last = next;
  }
  return last;
}

std::string next_version(std::string_view version) {
  const std::string text(version);
  std::smatch numbers;
  if (!std::regex_match(text, numbers, std::regex(R"((\d+)\.(\d+)\.(\d+))"))) {
    throw ValueError(fmt::format("versions.lock: {}: a version has three numbers", text));
  }
  return fmt::format("{}.{}.0", numbers.str(1), std::stoul(numbers.str(2)) + 1);
}

std::string stamped(const std::string& page, const std::string& version,
                    const std::string& digest) {
  const std::string asked = std::regex_replace(page, std::regex(R"("suite":"\d+\.\d+\.\d+")"),
                                               fmt::format(R"("suite":"{}")", version));
  return std::regex_replace(asked, std::regex(R"(suite \d+\.\d+\.\d+ \([0-9a-f]{12}\))"),
                            fmt::format("suite {} ({})", version, digest.substr(0, 12)));
}

}  // namespace bpetite::generate
