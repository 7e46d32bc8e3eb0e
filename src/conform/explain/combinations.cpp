// Lists the combinations of decisions (pattern, version of Unicode, normalizer, merging, special
// tokens) that a program may make with one vocabulary, computes the ids that each combination
// gives, and names the choices for people (Combinations). Also lists the changes of patterns that
// implementations in other languages make (changes_of), finds what a text contains that such a
// change may cut differently (subjects_of), and says whether a change may matter to such a text
// (may_matter).
#include "conform/explain/combinations.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>

#include "conform/suite/judged_profile.hpp"
#include "core/profile.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "pattern/parse.hpp"
#include "profiles/profiles.hpp"
#include "reference/normalize.hpp"

namespace bpetite::conform::explain {
namespace {

using namespace std::string_view_literals;

using faults::Decisions;
using faults::Literals;
using faults::Lookup;

// A change of a pattern, with the name of its fault.
struct Change {
  std::string_view name;
  std::string_view says;
  Subjects subjects;
  bool is_of_a_language;  // may come together with other contractions
};

constexpr Subjects spaces{.spaces = true};
constexpr Subjects contractions{.contractions = true};

constexpr std::array space_changes = std::to_array<Change>({
    {"js-space", "white space of JavaScript", spaces, true},
    {"ascii-space", "white space of ASCII", spaces, true},
    {"python-space", "white space of Python", spaces, false},
    {"re2-space", "white space of RE2", spaces, false},
});
constexpr std::array other_changes = std::to_array<Change>({
    {"contractions-as-written", "contractions in lower case only", contractions, false},
    {"contractions-folded", "contractions in any case", contractions, false},
    {"contractions-any-case", "contractions in any case of ASCII", contractions, false},
    {"no-contractions", "no contractions", contractions, false},
    {"no-lookahead", "no look-ahead", {.look_ahead = true}, false},
    {"digits-by-one", "digits by one", {.digits = true}, false},
    {"digits-by-two", "digits by two", {.digits = true}, false},
    {"digits-by-three", "digits by three", {.digits = true}, false},
    {"digits-by-any", "digits in any number", {.digits = true}, false},
});

// The set of hand-written splitters, for which every control character is white space.
constexpr std::string_view controls = "\0-\x1f\x7f\\s"sv;

// Scalars that are white space for one engine and not for another.
bool is_disputed(char32_t scalar) {
  constexpr std::u32string_view kept = U" \t\n\r";  // white space for every engine
  constexpr std::u32string_view others = U"\x7f\ufeff";
  if (scalar < 0x20 || unicode::is_white_space(scalar)) {
    return kept.find(scalar) == std::u32string_view::npos;
  }
  return others.find(scalar) != std::u32string_view::npos;
}

std::vector<pattern::Node> changed(const std::vector<Split>& splits, const PatternChange& change) {
  std::vector<pattern::Node> trees = pattern::parse_all(splits);
  for (const faults::TreeEdit& edit : change.edits) {
    for (std::size_t i = 0; i < trees.size(); ++i) edit(trees[i], splits[i].pattern);
  }
  return trees;
}

// Collects the changes of patterns.
class ChangeList {
 public:
  explicit ChangeList(const std::vector<Split>& splits) : splits_(splits) {
    known_.push_back(pattern::parse_all(splits));
  }

  void add(PatternChange change) {
    std::vector<pattern::Node> trees = changed(splits_, change);
    if (std::ranges::find(known_, trees) != known_.end()) return;
    known_.push_back(std::move(trees));
    all_.push_back(std::move(change));
  }

  const std::vector<PatternChange>& all() const { return all_; }

 private:
  const std::vector<Split>& splits_;
  std::vector<std::vector<pattern::Node>> known_;
  std::vector<PatternChange> all_;
};

PatternChange change_of(const Change& change) {
  return {std::string(change.says), change.subjects, {faults::edit_of(change.name)}};
}

constexpr std::size_t found = 0;  // special tokens become ids
constexpr std::size_t as_text = 1;
constexpr std::size_t refused = 2;

// The values, each once, in an order that begins with `own`.
template <typename Value, typename Values>
std::vector<Value> own_first(const Value& own, const Values& values) {
  std::vector<Value> list = {own};
  for (const auto& value : values) {
    if (own != value) list.push_back(value);
  }
  return list;
}

// The versions of Unicode that the splits have, each once.
std::vector<unicode::Version> versions_of(const std::vector<Split>& splits) {
  std::vector<unicode::Version> versions;
  for (const Split& split : splits) {
    if (std::ranges::find(versions, split.pattern.version) == versions.end()) {
      versions.push_back(split.pattern.version);
    }
  }
  return versions;
}

// Whether the patterns have the same text. Their dialects and versions may differ.
bool are_spelt_alike(const std::vector<Split>& some, const std::vector<Split>& others) {
  return std::ranges::equal(
      some, others, {}, [](const Split& it) { return it.pattern.text; },
      [](const Split& it) { return it.pattern.text; });
}

// The best-known profile with these splits, or else a profile whose pattern has the same text: a
// tokenizer.json has the pattern in another dialect than a rank file. Returns nullptr if there is
// neither.
const Profile* profile_with(const std::vector<Split>& splits) {
  const std::vector<const Profile*> known = faults::best_known_first();
  auto place = std::ranges::find(known, splits, &Profile::splits);
  if (place == known.end()) {
    place = std::ranges::find_if(
        known, [&](const Profile* it) { return are_spelt_alike(it->splits, splits); });
  }
  return place == known.end() ? nullptr : *place;
}

// The names of this profile and of all that are equal to it except for their names: "p50k or r50k".
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

Subjects subjects_of(std::string_view text) {
  Subjects has;
  bool was_space = false;
  bool was_number = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto [scalar, size] = utf8::scalar_at(text, at);
    const bool is_disputed_space = is_disputed(scalar);
    const bool is_space = is_disputed_space || unicode::is_white_space(scalar);
    const bool is_number = unicode::is_number(scalar, unicode::versions.back());
    has.spaces |= is_disputed_space;
    has.contractions |= scalar == U'\'';
    has.look_ahead |= is_space && was_space;
    has.digits |= is_number && was_number;
    was_space = is_space;
    was_number = is_number;
    at += size;
  }
  return has;
}

bool PatternChange::may_matter(const Subjects& has) const {
  return (subjects.spaces && has.spaces) || (subjects.contractions && has.contractions) ||
         (subjects.look_ahead && has.look_ahead) || (subjects.digits && has.digits);
}

std::vector<PatternChange> changes_of(const std::vector<Split>& splits) {
  ChangeList list(splits);
  for (const Change& change : other_changes) list.add(change_of(change));
  for (const Change& change : space_changes) list.add(change_of(change));
  list.add({"white space with all controls", spaces, {[](pattern::Node& tree, const Pattern& its) {
              with_characters(tree, its, faults::CharacterKind::space, controls);
            }}});

  // The white space of a language together with contractions in another case.
  const std::vector<PatternChange> single = list.all();
  for (const Change& space : space_changes) {
    const auto first = std::ranges::find(single, space.says, &PatternChange::says);
    if (!space.is_of_a_language || first == single.end()) continue;
    for (const Change& change : other_changes) {
      if (!change.subjects.contractions) continue;
      PatternChange both = *first;
      both.says += " and " + std::string(change.says);
      both.subjects.contractions = true;
      both.edits.push_back(faults::edit_of(change.name));
      list.add(std::move(both));
    }
  }
  return list.all();
}

Combinations::Combinations(const Table& table)
    : table_(table),
      chunks_(table),
      normalizers_(own_first(table.profile.normalizer, normalizers)) {
  const Decisions own = faults::decisions_of(table);
  const std::vector<unicode::Version> own_versions = versions_of(table.profile.splits);
  versions_ = own_first(own_versions.size() > 1 ? Versions()
                        : own_versions.empty()  ? Versions(unicode::pinned)
                                                : Versions(own_versions.front()),
                        unicode::versions);
  add_patterns();
  mergings_ = own_first(Merging{own.lookup, own.whole_chunks},
                        std::array{Merging{Lookup::pairs, false}, Merging{Lookup::pairs, true},
                                   Merging{Lookup::bytes, true}});

  answerers_.resize(patterns_.size() * versions_.size() * normalizers_.size() * 2);
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
  const auto add = [&](const std::string& profile, const std::vector<Split>& splits,
                       std::size_t unchanged, PatternChange change) {
    std::vector<pattern::Node> trees = changed(splits, change);
    const auto is_it = [&](const NamedPattern& it) {
      return change.edits.empty() ? it.splits == splits : it.patterns == trees;
    };
    if (std::ranges::any_of(patterns_, is_it)) return;
    patterns_.push_back({profile, unchanged, splits, std::move(change), std::move(trees)});
  };
  const Profile* const named = profile_with(own);
  const Profile* const given = profiles::find(table_.profile.name);
  const auto has_form = [](const Profile& it) { return it.normalizer != Normalizer::none; };
  const bool is_given = given != nullptr && given->splits == own;
  const std::string name = is_given ? given->name : named == nullptr ? "" : names_of(*named);
  if (is_given || (named != nullptr && has_form(*named) == has_form(table_.profile))) {
    own_profile_ = name;
  }
  add(name, own, 0, {});
  for (const Profile* profile : faults::best_known_first()) {
    add(names_of(*profile), profile->splits, patterns_.size(), {});
  }
  unchanged_ = patterns_.size();
  for (std::size_t place = 0; place < unchanged_; ++place) {
    const std::vector<Split> splits = patterns_[place].splits;
    const std::string profile = patterns_[place].profile;
    for (PatternChange& change : changes_of(splits)) add(profile, splits, place, std::move(change));
  }
}

std::string Combinations::pattern_name(std::size_t place) const {
  const NamedPattern& it = patterns_[place];
  const std::string name = it.profile.empty() ? "the file's own" : it.profile;
  return it.change.says.empty() ? name : name + " with " + it.change.says;
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

faults::Answerer& Combinations::answerer(const Combination& combination) {
  const auto& [pattern, version, normalizer, merging, specials] = combination;
  const std::size_t way = specials == as_text ? as_text : found;
  const std::size_t of_pattern = pattern * versions_.size() + version;
  auto& place = answerers_[(of_pattern * normalizers_.size() + normalizer) * 2 + way];
  if (place == nullptr) {
    Decisions decisions;
    decisions.normalizer = normalizers_[normalizer];
    decisions.patterns = patterns_of(combination);
    decisions.literals = way == as_text ? Literals::text : Literals::ids;
    place = std::make_unique<faults::Answerer>(table_, std::move(decisions), chunks_);
  }
  return *place;
}

std::vector<pattern::Node> Combinations::patterns_of(const Combination& combination) const {
  const NamedPattern& it = patterns_[combination.pattern];
  const Versions version = versions_[combination.version];
  if (!version) return it.patterns;
  std::vector<Split> splits = it.splits;
  for (Split& split : splits) split.pattern.version = *version;
  return changed(splits, it.change);
}

bool Combinations::has_special(std::string_view text) {
  return std::ranges::any_of(table_.specials, [&](const SpecialToken& special) {
    return special.is_special && text.find(special.literal) != std::string_view::npos;
  });
}

Ids Combinations::reply(std::string_view text, const Combination& combination) {
  if (combination.specials == refused && has_special(text)) return std::nullopt;
  faults::Answerer& it = answerer(combination);
  return ids_of(it, it.pieces(text), combination);
}

std::vector<TokenId> Combinations::ids_of(faults::Answerer& it,
                                          const std::vector<faults::ChunkOrId>& pieces,
                                          const Combination& combination) const {
  const auto& [lookup, whole_chunks] = mergings_[combination.merging];
  return it.ids_of(pieces, lookup, whole_chunks);
}

bool Combinations::may_tell(std::string_view text) {
  if (table_.profile.prefix_space || has_special(text)) return true;
  return std::ranges::any_of(normalizers_, [&](Normalizer normalizer) {
    const std::string form = reference::normalize(text, normalizer);
    return form != text || chunks_.may_have_token(form);
  });
}

Replies Combinations::replies(std::string_view text, std::size_t most) {
  // A decision that does not matter to this text is tried with its first choice only.
  const bool has_versions = suite::drifts(text);
  const bool has_specials = has_special(text);
  const Subjects subjects = subjects_of(text);
  const bool has_forms = std::ranges::any_of(normalizers_, [&](Normalizer normalizer) {
    return reference::normalize(text, normalizer) != text;
  });
  // If a combination and those behind it differ from earlier ones in such a decision only: how far
  // back the earlier ones are, and how many they are. (0, 0) if a decision matters.
  const std::size_t of_pattern = all_.size() / patterns_.size();  // combinations of one pattern
  const std::size_t of_version = of_pattern / versions_.size();
  const std::size_t of_normalizer = of_version / normalizers_.size();
  const auto same_as_before = [&](const Combination& it) -> std::pair<std::size_t, std::size_t> {
    const NamedPattern& named = patterns_[it.pattern];
    if (named.unchanged != it.pattern && !named.change.may_matter(subjects)) {
      return {(it.pattern - named.unchanged) * of_pattern, of_pattern};
    }
    if (it.version > 0 && !has_versions) return {of_version, of_version};
    if (it.normalizer > 0 && !has_forms) return {of_normalizer, of_normalizer};
    if (it.specials > 0 && !has_specials) return {1, 1};
    return {0, 0};
  };
  Replies replies;
  std::map<Ids, std::uint32_t> places;
  std::array<std::vector<faults::ChunkOrId>, 2> cut;  // found, or as text
  std::array<const faults::Answerer*, 2> cut_by = {};
  replies.of.reserve(most);
  while (replies.of.size() < most) {
    const Combination& combination = all_[replies.of.size()];
    const auto [back, count] = same_as_before(combination);
    if (count > 0) {
      const std::size_t from = replies.of.size() - back;
      for (std::size_t i = from; i < from + count; ++i) replies.of.push_back(replies.of[i]);
      continue;
    }
    Ids ids;
    if (combination.specials != refused) {
      faults::Answerer& it = answerer(combination);
      if (cut_by[combination.specials] != &it) {
        cut[combination.specials] = it.pieces(text);
        cut_by[combination.specials] = &it;
      }
      ids = ids_of(it, cut[combination.specials], combination);
    }
    const auto next = static_cast<std::uint32_t>(replies.distinct.size());
    const auto [same, is_first] = places.try_emplace(ids, next);
    if (is_first) replies.distinct.push_back(std::move(ids));
    replies.of.push_back(same->second);
  }
  return replies;
}

}  // namespace bpetite::conform::explain
