#include "engine/count/counts_header.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <bpetite/errors.hpp>

#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "pattern/cutting_json.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::engine::count {
namespace {

bool cuts_as_v1(const Profile& profile) {
  const Profile& v1 = profiles::by_default();
  return profile.normalizer == v1.normalizer && profile.splits == v1.splits;
}

}  // namespace

std::string counts_header(const Profile& profile) {
  if (cuts_as_v1(profile)) {
    const Pattern& pattern = profile.splits.front().pattern;
    return fmt::format("{}pattern {}\nunicode {}\n", first_line_1, pattern.text,
                       unicode::name(pattern.version));
  }
  const std::string cutting = pattern::cutting_to_json(profile);
  if (cutting.size() > max_cutting) {
    throw ValueError("counts: the patterns have more than 2^24 bytes in JSON", "S40h");
  }
  return fmt::format("{}{}\n", first_line_2, cutting);
}

Profile profile_of_line(std::string_view line, const std::string& place) {
  const Profile profile = pattern::cutting_from_json(line, place);
  if (counts_header(profile) != fmt::format("{}{}\n", first_line_2, line)) {
    throw ValueError(fmt::format("{}: {}", place,
                                 cuts_as_v1(profile) ? "what v1 cuts has format 1"
                                                     : "this JSON is not the canonical one"),
                     "S40h");
  }
  return profile;
}

void check_header(std::string_view header, std::string_view name, std::string_view wanted,
                  std::string_view other) {
  if (header == wanted) return;
  const auto [at, _] = std::ranges::mismatch(header, wanted);
  throw ValueError(
      fmt::format("counts: {}: byte {}: its chunks were cut otherwise than those of {}",
                  utf8::quoted(name, 200), at - header.begin(), other),
      "S40i");
}

}  // namespace bpetite::engine::count
