// Gives the names of the values that parts of profiles have, and finds a rule of special tokens by
// its word. Makes splits from patterns, gives the patterns of a profile another version of Unicode,
// and finds the version of Unicode of a normalizer. Refuses a number of ids that would be cut or
// filled up by what a template says (check_size).
//
//   name(Normalizer::nfc_9_0)      "NFC of Unicode 9.0"
#include "core/profile.hpp"

#include <fmt/format.h>

#include <utility>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "core/wording/counted.hpp"

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

SpecialRule special_rule_of(std::string_view word) {
  if (word == "matched") return SpecialRule::matched;
  if (word == "refused") return SpecialRule::refused_unless_allowed;
  if (word == "never") return SpecialRule::never;
  throw ValueError(
      fmt::format("open: the rule of special tokens {} is not matched, refused or never",
                  utf8::quoted(word)),
      "S26j");
}

void check_size(const Template& around, std::size_t ids) {
  const auto refuse = [&](std::string_view what) {
    throw ValueError(
        fmt::format("encode: with the template there are {}, and the file of the model "
                    "says that they are {}",
                    counted(ids, "id"), what),
        "S50g");
  };
  if (around.cut_at && ids > *around.cut_at) {
    refuse(fmt::format("cut at {}: say how many are wanted (S28d)", *around.cut_at));
  }
  if (ids < around.fill_to) refuse(fmt::format("filled up to {}", around.fill_to));
  if (around.fill_to == 0 && ids % around.fill_multiple != 0) {
    refuse(fmt::format("filled up to a multiple of {}", around.fill_multiple));
  }
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
