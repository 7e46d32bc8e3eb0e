// Names the values that parts of profiles have, and makes splits and profiles from others.
#include "core/profile.hpp"

#include <utility>

namespace bpetite {

std::string_view name(Dialect dialect) {
  return dialect == Dialect::tiktoken ? "tiktoken" : "huggingface";
}

std::string_view name(Normalizer normalizer) {
  switch (normalizer) {
    case Normalizer::none:
      return "none";
    case Normalizer::nfc_9_0:
      return "NFC of Unicode 9.0";
    case Normalizer::nfc_16_0:
      break;
  }
  return "NFC of Unicode 16.0";
}

std::string_view name(SpecialRule rule) {
  switch (rule) {
    case SpecialRule::matched:
      return "matched";
    case SpecialRule::refused_unless_allowed:
      return "refused unless allowed";
    case SpecialRule::never:
      break;
  }
  return "never";
}

std::string_view name(Behaviour behaviour) {
  return behaviour == Behaviour::isolated ? "isolated" : "matches";
}

std::vector<Split> isolated(Dialect dialect, std::span<const std::string> texts,
                            unicode::Version version) {
  std::vector<Split> splits;
  for (const std::string& text : texts) {
    splits.push_back({{text, dialect, version}, Behaviour::isolated});
  }
  return splits;
}

std::string_view name(Merging merging) { return merging == Merging::pairs ? "pairs" : "bytes"; }

std::optional<unicode::FormVersion> form_of(Normalizer normalizer) {
  switch (normalizer) {
    case Normalizer::none:
      return std::nullopt;
    case Normalizer::nfc_9_0:
      return unicode::FormVersion::v9_0;
    case Normalizer::nfc_16_0:
      break;
  }
  return unicode::FormVersion::v16_0;
}

Profile with_version(Profile profile, unicode::Version version) {
  for (Split& split : profile.splits) split.pattern.version = version;
  return profile;
}

}  // namespace bpetite
