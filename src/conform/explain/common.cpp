// Finds what all texts with wrong ids have in common, for a program that is judged by its own
// vocabulary. common_to_wrong takes properties of the shortest wrong text (special tokens, a
// scalar, two neighbours, a category, the length), and tests which of them all wrong texts have and
// few right ones. always_wrong lists what at least two texts test that are all wrong. Both leave
// out texts whose replies depend on other texts.
#include "conform/explain/common.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "conform/program/program.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::explain {
namespace {

using judge::ModelVector;

struct Property {
  std::string says;  // "U+3000"
  std::function<bool(const ModelVector&)> has;
  bool is_rare = false;  // few texts have it, so it says enough although most of these are right
};

Property containing(const std::u32string& scalars) {
  std::string says;
  for (const char32_t scalar : scalars) {
    says += fmt::format("{}U+{:04X}", says.empty() ? "" : " ", static_cast<std::uint32_t>(scalar));
  }
  return {says, [bytes = utf8::text_of(scalars)](const ModelVector& it) {
            return it.text.find(bytes) != std::string::npos;
          }};
}

Property of_category(unicode::Category category) {
  return {fmt::format("a scalar of category {}",
                      unicode::category_names.at(static_cast<std::size_t>(category))),
          [category](const ModelVector& it) {
            for (std::size_t at = 0; at < it.text.size();) {
              const auto [scalar, size] = utf8::scalar_at(it.text, at);
              if (unicode::category(scalar) == category) return true;
              at += size;
            }
            return false;
          }};
}

// The properties of this text, the plainest first.
std::vector<Property> properties_of(const ModelVector& vector) {
  constexpr std::size_t most = 32;     // scalars of the text
  constexpr std::size_t is_long = 64;  // bytes
  std::vector<Property> all;
  if (!vector.special.empty()) {
    all.push_back(
        {"special tokens", [](const ModelVector& it) { return !it.special.empty(); }, true});
  }
  std::u32string scalars;
  for (std::size_t at = 0; at < vector.text.size() && scalars.size() < most;) {
    const auto [scalar, size] = utf8::scalar_at(vector.text, at);
    scalars += scalar;
    at += size;
  }
  for (const char32_t scalar : std::set<char32_t>(scalars.begin(), scalars.end())) {
    all.push_back(containing({scalar}));
  }
  std::set<unicode::Category> categories;
  for (const char32_t scalar : scalars) categories.insert(unicode::category(scalar));
  for (const unicode::Category category : categories) all.push_back(of_category(category));
  for (std::size_t i = 0; i + 1 < scalars.size(); ++i) {
    all.push_back(containing(scalars.substr(i, 2)));
  }
  if (const std::size_t size = vector.text.size(); size >= is_long) {
    all.push_back({fmt::format("{} or more", suite::counted(size, "byte")),
                   [size](const ModelVector& it) { return it.text.size() >= size; }, true});
  }
  return all;
}

bool depends_on_others(const judge::WrongReply& wrong) {
  return wrong.reply.status == program::Status::state_leak ||
         wrong.reply.status == program::Status::nondeterministic;
}

}  // namespace

std::optional<std::string> common_to_wrong(const judge::VocabularyVerdict& verdict) {
  std::vector<const ModelVector*> wrong;
  std::set<std::string_view> ids;
  for (const judge::WrongReply& each : verdict.wrong) {
    ids.insert(each.vector.id);
    if (!depends_on_others(each)) wrong.push_back(&each.vector);
  }
  if (wrong.size() < 2) return std::nullopt;
  const auto size_of = [](const ModelVector* it) { return it->text.size(); };
  std::optional<std::pair<std::size_t, std::string>> best;  // the number of right texts, and words
  for (const Property& property : properties_of(**std::ranges::min_element(wrong, {}, size_of))) {
    if (!std::ranges::all_of(
            wrong, property.has, [](const auto* it) -> auto& { return *it; })) {
      continue;
    }
    std::size_t right = 0;
    for (const auto* const list : {&verdict.asked, &verdict.long_texts}) {
      right += static_cast<std::size_t>(std::ranges::count_if(
          *list, [&](const ModelVector& it) { return property.has(it) && !ids.contains(it.id); }));
    }
    const bool says_enough = right <= wrong.size() || property.is_rare;
    if (says_enough && (!best || right < best->first)) best = {right, property.says};
  }
  if (!best) return std::nullopt;
  return fmt::format("all {} wrong texts have {}; of the right ones {}", wrong.size(), best->second,
                     best->first == 0 ? "none" : std::to_string(best->first));
}

std::vector<std::string> always_wrong(const judge::VocabularyVerdict& verdict) {
  std::map<std::string_view, std::pair<std::size_t, std::size_t>> counts;  // wrong, and all
  for (const judge::WrongReply& each : verdict.wrong) {
    if (!depends_on_others(each)) ++counts[each.vector.tests].first;
  }
  for (const auto* const list : {&verdict.asked, &verdict.long_texts}) {
    for (const ModelVector& vector : *list) ++counts[vector.tests].second;
  }
  std::vector<std::string> always;
  for (const auto& [tests, count] : counts) {
    if (count.second > 1 && count.first == count.second) always.emplace_back(tests);
  }
  return always;
}

}  // namespace bpetite::conform::explain
