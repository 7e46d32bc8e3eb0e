#include "engine/count/corpus_cutter.hpp"

#include <algorithm>
#include <utility>

#include "engine/normalize/nfc.hpp"
#include "engine/scan/safe_places.hpp"

namespace bpetite::engine::count {
namespace {

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

CorpusCutter::CorpusCutter(const Profile& profile)
    : normalizer_(profile.normalizer), cutter_(profile) {}

CorpusCutter::CorpusCutter(scan::Cutter cutter) : cutter_(std::move(cutter)) {}

CorpusCutter::CorpusCutter(kernels::ScanPattern pattern) : cutter_(pattern) {}

std::optional<std::string> CorpusCutter::changed(std::string_view text) const {
  const auto version = form_of(normalizer_);
  return version ? normalize::nfc(*version).changed(text) : std::nullopt;
}

bool CorpusCutter::is_safe_place(std::string_view text, std::size_t at) const {
  if (normalizer_ != Normalizer::none) {
    constexpr std::size_t neighbours = 3;
    const std::string_view around = text.substr(at - 1, neighbours);
    if (around.size() < neighbours || !is_ascii(around)) return false;
  }
  return scan::is_safe_place(cutter_, text, at);
}

std::vector<std::string_view> CorpusCutter::safe_parts(std::string_view text,
                                                       std::size_t size) const {
  return scan::parts_at(
      text, size, [this](std::string_view all, std::size_t at) { return is_safe_place(all, at); });
}

}  // namespace bpetite::engine::count
