#include "conform/identify/changes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "conform/hypotheses/hypotheses.hpp"
#include "conform/hypotheses/rewritten_patterns.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::identify {
namespace {

using namespace std::string_view_literals;

// A change, by the name that the hypotheses have for it.
struct Change {
  std::string_view name;
  std::string_view says;
  Subjects subjects;
  bool is_of_a_language;  // it comes together with contractions of that language
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
    {"contractions-any-case", "contractions in any case", contractions, false},
    {"contractions-ascii-case", "contractions in any case of ASCII", contractions, false},
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
  constexpr std::u32string_view kept = U" \t\n\r";  // that every engine takes
  constexpr std::u32string_view others = U"\x7f\ufeff";
  if (scalar < 0x20 || unicode::is_white_space(scalar)) {
    return kept.find(scalar) == std::u32string_view::npos;
  }
  return others.find(scalar) != std::u32string_view::npos;
}

class List {
 public:
  explicit List(const std::vector<Split>& splits) : own_(splits) {}

  // `splits` with this change, if they can have it, under the name of `before` and of the change.
  void add(const std::vector<Split>& splits, const Change& change, const ChangedPattern* before) {
    const auto found =
        std::ranges::find(hypotheses_of(splits), change.name, &hypotheses::Hypothesis::name);
    if (found == last_.end()) return;
    ChangedPattern changed{std::string(change.says), change.subjects, found->decisions.splits};
    if (before != nullptr) {
      changed.says = before->says + " and " + changed.says;
      changed.subjects.spaces |= before->subjects.spaces;
    }
    add(std::move(changed));
  }

  void add(ChangedPattern changed) {
    const auto is_same = [&](const ChangedPattern& it) { return it.splits == changed.splits; };
    if (changed.splits == own_ || std::ranges::any_of(all_, is_same)) return;
    all_.push_back(std::move(changed));
  }

  const std::vector<ChangedPattern>& all() const { return all_; }

 private:
  // Those of a table with these splits; kept, since several changes of the same are asked for.
  const std::vector<hypotheses::Hypothesis>& hypotheses_of(const std::vector<Split>& splits) {
    if (last_.empty() || splits != last_of_) {
      Table table;
      table.profile.splits = splits;
      last_ = hypotheses::hypotheses_of(table);
      last_of_ = splits;
    }
    return last_;
  }

  const std::vector<Split>& own_;
  std::vector<ChangedPattern> all_;
  std::vector<Split> last_of_;
  std::vector<hypotheses::Hypothesis> last_;
};

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

bool ChangedPattern::may_matter(const Subjects& has) const {
  return (subjects.spaces && has.spaces) || (subjects.contractions && has.contractions) ||
         (subjects.look_ahead && has.look_ahead) || (subjects.digits && has.digits);
}

std::vector<ChangedPattern> changed_patterns(const std::vector<Split>& splits) {
  List list(splits);
  for (const Change& change : other_changes) list.add(splits, change, nullptr);
  for (const Change& change : space_changes) list.add(splits, change, nullptr);
  if (auto changed = hypotheses::with_class(splits, "\\s", controls)) {
    list.add({"white space with all controls", spaces, *std::move(changed)});
  }

  // A language's white space together with its contractions.
  const std::vector<ChangedPattern> single = list.all();
  for (const Change& space : space_changes) {
    const auto before = std::ranges::find(single, space.says, &ChangedPattern::says);
    if (!space.is_of_a_language || before == single.end()) continue;
    for (const Change& change : other_changes) {
      if (change.subjects.contractions) list.add(before->splits, change, &*before);
    }
  }
  return list.all();
}

}  // namespace bpetite::conform::identify
