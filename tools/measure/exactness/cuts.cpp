// Cuts real texts at every place that the engine calls safe for a pattern: cutting there does not
// change the chunks (S25l). Compares the engine's chunks of both parts with those of the whole.
//
//   "It's the|  first"      each "|" in about 100 bytes of text, for each named profile
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/file.hpp"
#include "core/utf8.hpp"
#include "engine/compile/splitter.hpp"
#include "engine/machine/parallel.hpp"
#include "profiles/profiles.hpp"
#include "report.hpp"

namespace bpetite::test {
namespace {

constexpr std::size_t window = 100;  // bytes around a cut that are compared

struct Cuts {
  std::size_t count = 0;
  std::string difference;
};

// Compares the chunks at every safe place of a short text.
void compare_window(const engine::compile::Splitter& splitter, std::string_view text, Cuts& cuts) {
  const auto whole = splitter.chunks(text);
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (!splitter.is_safe_place(text, at)) continue;
    ++cuts.count;
    auto parts = splitter.chunks(text.substr(0, at));
    for (const std::string_view chunk : splitter.chunks(text.substr(at))) parts.push_back(chunk);
    if (parts != whole) cuts.difference = fmt::format("byte {} of \"{}\"", at, text);
  }
}

Cuts cuts_of(const Profile& profile, std::string_view text) {
  const engine::compile::Splitter splitter(profile.splits);
  Cuts cuts;
  while (!text.empty()) {
    std::size_t end = std::min(window, text.size());
    while (end < text.size() && utf8::is_continuation(text[end])) ++end;
    compare_window(splitter, text.substr(0, end), cuts);
    text.remove_prefix(end);
  }
  return cuts;
}

}  // namespace

void compare_cuts(Report& report, const std::string& data) {
  const std::vector<const Profile*> all(profiles::all().begin(), profiles::all().end());
  for (const std::filesystem::path& path : corpora_in(data)) {
    const std::string text = file::read(path);
    std::vector<Cuts> found(all.size());
    engine::machine::for_each_index(all.size(), std::thread::hardware_concurrency(),
                                    [&](std::size_t i) { found[i] = cuts_of(*all[i], text); });
    for (std::size_t i = 0; i < all.size(); ++i) {
      // The pattern of BLOOM does not have a safe place.
      report.line(fmt::format("{}, {}: safe places", path.filename().string(), all[i]->name),
                  found[i].count, found[i].difference);
    }
  }
}

}  // namespace bpetite::test
