// Makes the named classes of patterns from ranges of the Unicode tables: general categories and
// scripts (property), white space, digits, and word scalars, alone and inside brackets. Ranges that
// are newer than the version are left out. folded() collects the scalars that are the same as a
// letter if case is ignored.
#include "pattern/properties.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/unicode_tables.hpp"

namespace bpetite::pattern {
namespace {

using unicode::Category;
using unicode::Script;
using unicode::Version;

constexpr std::array<std::pair<std::string_view, Script>, 4> scripts = {
    {{"Han", Script::han},
     {"Hangul", Script::hangul},
     {"Hiragana", Script::hiragana},
     {"Katakana", Script::katakana}}};

ScalarSet of_table(std::span<const unicode::ScalarRange> table, Version version) {
  std::vector<ScalarRange> ranges;
  for (const unicode::ScalarRange& range : table) {
    if (range.since <= version) ranges.push_back({range.first, range.last});
  }
  return ScalarSet(std::move(ranges));
}

// All scalars whose category has a name that begins like this: "L" or "Lu".
ScalarSet of_categories(std::string_view prefix, Version version) {
  std::array<bool, unicode::category_names.size()> wanted{};
  std::ranges::transform(unicode::category_names, wanted.begin(),
                         [&](std::string_view name) { return name.starts_with(prefix); });
  const auto is_wanted = [&](Category category) {
    return wanted.at(static_cast<std::size_t>(category));
  };
  const std::span<const unicode::CategoryRange> table = unicode::categories();
  std::vector<ScalarRange> ranges;
  std::vector<ScalarRange> assigned;  // what is left belongs to Cn, which the table does not have
  for (std::size_t i = 0; i < table.size(); ++i) {
    const unicode::CategoryRange& range = table[i];
    if (range.since > version) continue;
    if (is_wanted(Category::Cn)) assigned.push_back({range.first, range.last});
    // If the category of a scalar has changed, the last entry that is not too new counts.
    const bool is_replaced =
        i + 1 < table.size() && table[i + 1].first == range.first && table[i + 1].since <= version;
    if (!is_replaced && is_wanted(range.category)) ranges.push_back({range.first, range.last});
  }
  ScalarSet all(std::move(ranges));
  return is_wanted(Category::Cn) ? all.with(ScalarSet(std::move(assigned)).complement()) : all;
}

}  // namespace

std::optional<ScalarSet> property(std::string_view name, Version version) {
  const bool is_category = std::ranges::any_of(
      unicode::category_names,
      [&](std::string_view known) { return known == name || known.substr(0, 1) == name; });
  if (is_category) return of_categories(name, version);
  const auto found = std::ranges::find(scripts, name, [](const auto& it) { return it.first; });
  if (found == scripts.end()) return std::nullopt;
  return of_table(unicode::script(found->second), version);
}

ScalarSet white_space() { return of_table(unicode::white_space(), unicode::pinned); }

ScalarSet digits(Version version) { return of_categories("Nd", version); }

// S25c: tiktoken's engine has the two joiners.
ScalarSet word_scalars_in_brackets(Dialect dialect, Version version) {
  const ScalarSet common = of_table(unicode::alphabetic(), version)
                               .with(of_categories("M", version))
                               .with(digits(version))
                               .with(of_categories("Pc", version));
  const ScalarSet joiners = ScalarSet::range(0x200C, 0x200D);
  return dialect == Dialect::tiktoken ? common.with(joiners) : common;
}

// S25c: Hugging Face's engine has six numbers, but not inside brackets.
ScalarSet word_scalars(Dialect dialect, Version version) {
  const ScalarSet inside = word_scalars_in_brackets(dialect, version);
  const ScalarSet numbers({{0xB2, 0xB3}, {0xB9, 0xB9}, {0xBC, 0xBE}});
  return dialect == Dialect::huggingface ? inside.with(numbers) : inside;
}

// In each run at most one scalar folds to the target: the one that is the distance of the run
// before it.
ScalarSet folded(char32_t letter, Version version) {
  const char32_t target = unicode::fold(letter, version);
  std::vector<ScalarRange> ranges = {{target, target}};
  for (const unicode::FoldRun& run : unicode::foldings()) {
    const auto scalar = static_cast<char32_t>(static_cast<std::int32_t>(target) - run.distance);
    const bool is_in_run = run.since <= version && run.first <= scalar && scalar <= run.last &&
                           (scalar - run.first) % run.step == 0;
    if (is_in_run) ranges.push_back({scalar, scalar});
  }
  return ScalarSet(std::move(ranges));
}

}  // namespace bpetite::pattern
