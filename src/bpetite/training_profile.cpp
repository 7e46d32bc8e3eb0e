// Makes the profile of a tokenizer that is trained (S59): from a named profile, from patterns, or
// from a profile that the caller has, with another normalizer and more special tokens if the caller
// gives them. Any profile but v1, the default, gets what training needs: new ids for its special
// tokens, merging by a list of pairs, and no template. Its special tokens are refused in a text
// unless they are allowed; only the profiles nanochat and fim keep their own rule. Also checks the
// vocabulary size, together with the number of special tokens except v1's.
//
//   profile cl100k, special token <|user|>
//       cl100k's pattern and special tokens, and <|user|>; all of them get the next free ids
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/training.hpp>

#include "bpetite/backend.hpp"
#include "core/utf8.hpp"
#include "interop/open.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::backend {
namespace {

Normalizer normalizer_named(std::string_view name) {
  const auto found =
      std::ranges::find(trained_normalizers, name, &std::pair<std::string_view, Normalizer>::first);
  if (found != trained_normalizers.end()) return found->second;
  throw ValueError(
      fmt::format("train: normalizer: {} is none of none, nfc, nfc-9.0", utf8::quoted(name, 60)),
      "S59a");
}

void add_special_token(AddedTokens& added, const std::string& literal) {
  const auto refuse = [&](std::string_view what) {
    throw ValueError(fmt::format("train: special token {}: {}", utf8::quoted(literal, 60), what),
                     "S59b");
  };
  if (literal.empty()) refuse("required a text");
  if (utf8::first_ill_formed(literal)) refuse("required UTF-8");
  if (literal.size() == 1) {
    refuse(fmt::format("it is token {} already", static_cast<unsigned char>(literal[0])));
  }
  if (std::ranges::count(added.tokens, literal, &AddedToken::literal) > 0) {
    refuse("it is there already");
  }
  added.tokens.push_back({literal, std::nullopt});
}

// S59c: only profiles that are made for training, nanochat and fim, keep their own rule.
SpecialRule rule_of(const Profile& profile) {
  const bool is_kept =
      profile.name == profiles::nanochat().name || profile.name == profiles::fim().name;
  return is_kept ? profile.added.rule : SpecialRule::refused_unless_allowed;
}

}  // namespace

Profile profile_to_train(const TrainingProfile& what, const Profile& otherwise) {
  if (!what.patterns.empty() && !what.profile.empty()) {
    throw ValueError("train: a profile and patterns are given, required one of the two", "S59a");
  }
  Profile profile = otherwise;
  if (!what.profile.empty()) profile = interop::profile_named(what.profile);
  if (!what.patterns.empty()) {
    profile = profile_of(isolated(what.dialect, what.patterns, what.version));
  }
  return profile_to_train(std::move(profile), what.normalizer, what.special_tokens);
}

Profile profile_to_train(Profile profile, std::string_view normalizer,
                         std::span<const std::string> special_tokens) {
  if (!normalizer.empty()) profile.normalizer = normalizer_named(normalizer);
  for (const std::string& literal : special_tokens) add_special_token(profile.added, literal);
  if (profile == profiles::v1()) return profile;

  // S59b "the next free ids": the ids of the public vocabulary belong to its own tokens.
  for (AddedToken& token : profile.added.tokens) token.id.reset();
  profile.added.rule = rule_of(profile);
  // S59d: training learns pairs, whatever the files of the profile hold.
  profile.merging = Merging::pairs;
  profile.whole_chunks = false;
  profile.drops_missing_bytes = false;
  profile.ids_around = {};
  return profile;
}

void check_training_size(TokenId vocab_size, const Profile& profile) {
  check_vocab_size(vocab_size);
  const std::size_t specials = profile == profiles::v1() ? 0 : profile.added.tokens.size();
  if (vocab_size + specials > max_vocab_size) {
    throw ValueError(
        fmt::format("train: vocab_size: {} and {} special tokens are above the limit {}",
                    vocab_size, specials, max_vocab_size),
        "S16");
  }
}

}  // namespace bpetite::backend
