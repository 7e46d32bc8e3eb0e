#include "conform/identify/combinations.hpp"

#include <algorithm>
#include <array>

#include <bpetite/errors.hpp>

#include "core/profile.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "pattern/parse.hpp"
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
  for (const Value& value : values) {
    if (value != own) list.push_back(value);
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

unicode::Version version_of(const Table& table) {
  return table.profile.splits.empty() ? unicode::pinned
                                      : table.profile.splits.front().pattern.version;
}

}  // namespace

Combinations::Combinations(const Table& table)
    : table_(table),
      chunks_(table),
      versions_(own_first(version_of(table), unicode::versions)),
      normalizers_(own_first(table.profile.normalizer, normalizers)) {
  const Decisions own = hypotheses::decisions_of(table);
  const auto add_pattern = [&](const std::string& name, const std::vector<Split>& splits) {
    const auto is_it = [&](const Named& it) { return it.splits == splits; };
    if (std::ranges::none_of(patterns_, is_it)) patterns_.push_back({name, splits});
  };
  const std::vector<const Profile*> known = hypotheses::best_known_first();
  const auto has_own = [&](const Profile* it) { return it->splits == own.splits; };
  const auto named = std::ranges::find_if(known, has_own);
  add_pattern(named == known.end() ? table.profile.name : (*named)->name, own.splits);
  for (const Profile* profile : known) add_pattern(profile->name, profile->splits);
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

std::string Combinations::version_name(std::size_t place) const {
  return std::string(unicode::name(versions_[place]));
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
    decisions.splits = patterns_[pattern].splits;
    for (Split& split : decisions.splits) split.pattern.version = versions_[version];
    decisions.literals = way == as_text ? Literals::text : Literals::ids;
    place = std::make_unique<hypotheses::Answerer>(table_, std::move(decisions), chunks_);
  }
  return *place;
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

Replies Combinations::replies(std::string_view text) {
  // What does not matter to this text is asked once.
  const bool has_versions = drifts(text);
  const bool has_specials = has_special(text);
  const bool has_forms = std::ranges::any_of(normalizers_, [&](Normalizer normalizer) {
    return reference::normalize(text, normalizer) != text;
  });
  Replies replies;
  std::map<Ids, std::size_t> places;
  std::array<std::vector<hypotheses::Piece>, 2> cut;  // by the treatment of special tokens
  std::array<const hypotheses::Answerer*, 2> cut_by = {};
  for (const Combination& combination : all_) {
    Combination plain = combination;
    if (!has_versions) plain.version = 0;
    if (!has_forms) plain.normalizer = 0;
    if (!has_specials) plain.specials = 0;
    if (plain != combination) {  // it came before
      replies.of.push_back(replies.of[place_of(plain)]);
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
    const auto [same, is_first] = places.try_emplace(ids, replies.distinct.size());
    if (is_first) replies.distinct.push_back(std::move(ids));
    replies.of.push_back(same->second);
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
