#include "conform/identify/combinations.hpp"

#include <algorithm>
#include <array>

#include "core/profile.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "profiles/profiles.hpp"
#include "reference/normalize.hpp"

namespace bpetite::conform::identify {
namespace {

using hypotheses::Decisions;
using hypotheses::Literals;
using hypotheses::Lookup;

constexpr std::size_t found = 0;  // special tokens become ids
constexpr std::size_t as_text = 1;
constexpr std::size_t refused = 2;

// The values with the own one first.
template <typename Value, typename Values>
std::vector<Value> own_first(const Value& own, const Values& values) {
  std::vector<Value> list = {own};
  for (const auto& value : values) {
    if (own != value) list.push_back(value);
  }
  return list;
}

// Whether a scalar of the text has another category in another version of Unicode.
bool drifts(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto [scalar, size] = utf8::scalar_at(text, at);
    const unicode::Category first = unicode::category(scalar, unicode::versions.front());
    for (const unicode::Version version : unicode::versions) {
      if (unicode::category(scalar, version) != first) return true;
    }
    at += size;
  }
  return false;
}

// The versions of the splits, each once.
std::vector<unicode::Version> versions_of(const std::vector<Split>& splits) {
  std::vector<unicode::Version> versions;
  for (const Split& split : splits) {
    if (std::ranges::find(versions, split.pattern.version) == versions.end()) {
      versions.push_back(split.pattern.version);
    }
  }
  return versions;
}

// Whether the patterns are spelt alike, in whatever dialect and version.
bool are_spelt_alike(const std::vector<Split>& some, const std::vector<Split>& others) {
  return std::ranges::equal(
      some, others, {}, [](const Split& it) { return it.pattern.text; },
      [](const Split& it) { return it.pattern.text; });
}

// The best-known profile with these splits, or else one whose pattern is spelt like them: a
// tokenizer.json has the pattern in another dialect than a rank file.
const Profile* profile_with(const std::vector<Split>& splits) {
  const std::vector<const Profile*> known = hypotheses::best_known_first();
  auto place = std::ranges::find(known, splits, &Profile::splits);
  if (place == known.end()) {
    place = std::ranges::find_if(
        known, [&](const Profile* it) { return are_spelt_alike(it->splits, splits); });
  }
  return place == known.end() ? nullptr : *place;
}

// The name, and those of the profiles that are the same: "p50k or r50k".
std::string names_of(const Profile& profile) {
  std::string names = profile.name;
  for (const Profile* other : profiles::all()) {
    Profile renamed = *other;
    renamed.name = profile.name;
    if (other->name != profile.name && renamed == profile) names += " or " + other->name;
  }
  return names;
}

}  // namespace

Combinations::Combinations(const Table& table)
    : table_(table),
      chunks_(table),
      normalizers_(own_first(table.profile.normalizer, normalizers)) {
  const Decisions own = hypotheses::decisions_of(table);
  const std::vector<unicode::Version> own_versions = versions_of(own.splits);
  versions_ = own_first(own_versions.size() > 1 ? Versions()
                        : own_versions.empty()  ? Versions(unicode::pinned)
                                                : Versions(own_versions.front()),
                        unicode::versions);
  add_patterns();
  mergings_ = own_first(Merging{own.lookup, own.whole_chunks},
                        std::array{Merging{Lookup::pairs, false}, Merging{Lookup::pairs, true},
                                   Merging{Lookup::bytes, true}});

  const std::size_t ways = table.specials.empty() ? 1 : 3;
  for (std::size_t pattern = 0; pattern < patterns_.size(); ++pattern) {
    for (std::size_t version = 0; version < versions_.size(); ++version) {
      for (std::size_t normalizer = 0; normalizer < normalizers_.size(); ++normalizer) {
        for (std::size_t merging = 0; merging < mergings_.size(); ++merging) {
          for (std::size_t specials = 0; specials < ways; ++specials) {
            all_.push_back({pattern, version, normalizer, merging, specials});
          }
        }
      }
    }
  }
}

void Combinations::add_patterns() {
  const std::vector<Split>& own = table_.profile.splits;
  // A changed pattern in two dialects is one: the dialects differ in nothing that is changed.
  const auto add = [&](const std::string& profile, ChangedPattern pattern, std::size_t unchanged) {
    const auto is_it = [&](const Named& it) {
      return pattern.says.empty() ? it.pattern.splits == pattern.splits
                                  : are_spelt_alike(it.pattern.splits, pattern.splits);
    };
    if (std::ranges::any_of(patterns_, is_it)) return;
    patterns_.push_back({profile, unchanged, std::move(pattern)});
  };
  const Profile* const named = profile_with(own);
  const Profile* const given = profiles::find(table_.profile.name);
  const auto has_form = [](const Profile& it) { return it.normalizer != Normalizer::none; };
  const bool is_given = given != nullptr && given->splits == own;
  const std::string name = is_given ? given->name : named == nullptr ? "" : names_of(*named);
  if (is_given || (named != nullptr && has_form(*named) == has_form(table_.profile))) {
    own_profile_ = name;
  }
  add(name, {"", {}, own}, 0);
  for (const Profile* profile : hypotheses::best_known_first()) {
    add(names_of(*profile), {"", {}, profile->splits}, patterns_.size());
  }
  unchanged_ = patterns_.size();
  for (std::size_t place = 0; place < unchanged_; ++place) {
    for (ChangedPattern& changed : changed_patterns(patterns_[place].pattern.splits)) {
      add(patterns_[place].profile, std::move(changed), place);
    }
  }
}

std::string Combinations::pattern_name(std::size_t place) const {
  const auto& [profile, unchanged, pattern] = patterns_[place];
  const std::string name = profile.empty() ? "the file's own" : profile;
  return pattern.says.empty() ? name : name + " with " + pattern.says;
}

std::string Combinations::version_name(std::size_t place) const {
  if (versions_[place]) return std::string(unicode::name(*versions_[place]));
  std::string names;
  for (const unicode::Version version : versions_of(table_.profile.splits)) {
    names += (names.empty() ? "" : " and ") + std::string(unicode::name(version));
  }
  return names;
}

std::string Combinations::normalizer_name(std::size_t place) const {
  return std::string(name(normalizers_[place]));
}

std::string Combinations::merging_name(std::size_t place) const {
  const Merging& merging = mergings_[place];
  if (merging.lookup == Lookup::bytes) return "by bytes";
  return merging.whole_chunks ? "by pairs, whole chunks first" : "by pairs";
}

std::string Combinations::specials_name(std::size_t place) const {
  constexpr std::array<std::string_view, 3> names = {"found", "ordinary text", "refused"};
  return std::string(names[place]);
}

hypotheses::Answerer& Combinations::answerer(const Combination& combination) {
  const auto& [pattern, version, normalizer, merging, specials] = combination;
  const std::size_t way = specials == as_text ? as_text : found;
  auto& place = answerers_[{pattern, version, normalizer, way}];
  if (place == nullptr) {
    Decisions decisions;
    decisions.normalizer = normalizers_[normalizer];
    decisions.splits = splits_of(combination);
    decisions.literals = way == as_text ? Literals::text : Literals::ids;
    place = std::make_unique<hypotheses::Answerer>(table_, std::move(decisions), chunks_);
  }
  return *place;
}

std::vector<Split> Combinations::splits_of(const Combination& combination) const {
  std::vector<Split> splits = patterns_[combination.pattern].pattern.splits;
  if (const Versions version = versions_[combination.version]) {
    for (Split& split : splits) split.pattern.version = *version;
  }
  return splits;
}

bool Combinations::has_special(std::string_view text) {
  return std::ranges::any_of(table_.specials, [&](const SpecialToken& special) {
    return special.is_special && text.find(special.literal) != std::string_view::npos;
  });
}

Ids Combinations::reply(std::string_view text, const Combination& combination) {
  if (combination.specials == refused && has_special(text)) return std::nullopt;
  hypotheses::Answerer& it = answerer(combination);
  return ids_of(it, it.pieces(text), combination);
}

std::vector<TokenId> Combinations::ids_of(hypotheses::Answerer& it,
                                          const std::vector<hypotheses::Piece>& pieces,
                                          const Combination& combination) const {
  const auto& [lookup, whole_chunks] = mergings_[combination.merging];
  return it.ids_of(pieces, lookup, whole_chunks);
}

Replies Combinations::replies(std::string_view text, std::size_t most) {
  // What does not matter to this text is asked once.
  const bool has_versions = drifts(text);
  const bool has_specials = has_special(text);
  const Subjects subjects = subjects_of(text);
  const bool has_forms = std::ranges::any_of(normalizers_, [&](Normalizer normalizer) {
    return reference::normalize(text, normalizer) != text;
  });
  Replies replies;
  std::map<Ids, std::uint32_t> places;
  std::array<std::vector<hypotheses::Piece>, 2> cut;  // by the treatment of special tokens
  std::array<const hypotheses::Answerer*, 2> cut_by = {};
  const std::size_t block = all_.size() / patterns_.size();
  replies.of.resize(most);
  for (std::size_t place = 0; place < most; ++place) {
    const Combination& combination = all_[place];
    const auto& [profile, unchanged, pattern] = patterns_[combination.pattern];
    if (unchanged != combination.pattern && !pattern.may_matter(subjects)) {
      std::copy_n(replies.of.begin() + static_cast<std::ptrdiff_t>(unchanged * block), block,
                  replies.of.begin() + static_cast<std::ptrdiff_t>(place));
      place += block - 1;
      continue;
    }
    Combination plain = combination;
    if (!has_versions) plain.version = 0;
    if (!has_forms) plain.normalizer = 0;
    if (!has_specials) plain.specials = 0;
    if (plain != combination) {  // it came before
      replies.of[place] = replies.of[place_of(plain)];
      continue;
    }
    Ids ids;
    if (combination.specials != refused) {
      hypotheses::Answerer& it = answerer(combination);
      if (cut_by[combination.specials] != &it) {
        cut[combination.specials] = it.pieces(text);
        cut_by[combination.specials] = &it;
      }
      ids = ids_of(it, cut[combination.specials], combination);
    }
    const auto next = static_cast<std::uint32_t>(replies.distinct.size());
    const auto [same, is_first] = places.try_emplace(ids, next);
    if (is_first) replies.distinct.push_back(std::move(ids));
    replies.of[place] = same->second;
  }
  return replies;
}

std::size_t Combinations::place_of(const Combination& it) const {
  const std::size_t ways = table_.specials.empty() ? 1 : 3;
  std::size_t place = it.pattern;
  place = place * versions_.size() + it.version;
  place = place * normalizers_.size() + it.normalizer;
  place = place * mergings_.size() + it.merging;
  return place * ways + it.specials;
}

}  // namespace bpetite::conform::identify
