// Finds the first difference of long results, by computing all items with the reference again.
#include "conform/diagnose/long_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "conform/diagnose/recognise.hpp"
#include "conform/judge/expected.hpp"
#include "conform/judge/judge.hpp"

namespace bpetite::conform::diagnose {
namespace {

constexpr std::size_t neighbours = 3;

// The members that may be long lists, and the noun for their items.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> lists = {
    {{"ids", "id"}, {"chunks_hex", "chunk"}, {"merges", "merge"}, {"text_hex", "byte"}}};

std::string item_words(const json::Value& value) {
  if (const auto* hex = std::get_if<std::string>(&value.data)) {
    return judge::shortened(fmt::format("[{}]", *hex), 40);
  }
  if (const auto* pair = std::get_if<json::Array>(&value.data)) {
    return fmt::format("({} {})", json::serialize(pair->at(0)), json::serialize(pair->at(1)));
  }
  return json::serialize(value);
}

// The items as text. The items of a text are its bytes.
std::optional<std::vector<std::string>> items_of(const json::Object& result, std::string_view key) {
  const json::Value* value = json::find(result, key);
  if (value == nullptr) {
    return std::nullopt;
  }
  std::vector<std::string> items;
  if (const auto* hex = std::get_if<std::string>(&value->data)) {
    for (std::size_t i = 0; i + 1 < hex->size(); i += 2) {
      items.push_back(hex->substr(i, 2));
    }
    return items;
  }
  for (const json::Value& item : std::get<json::Array>(value->data)) {
    items.push_back(item_words(item));
  }
  return items;
}

std::string run_of(const std::vector<std::string>& items, std::size_t begin, std::size_t end) {
  return fmt::format("{}", fmt::join(items.begin() + static_cast<std::ptrdiff_t>(begin),
                                     items.begin() + static_cast<std::ptrdiff_t>(end), " "));
}

// An item and its neighbours. If the place is after the end, the last items.
std::string at_place(const std::vector<std::string>& items, std::size_t at, std::string_view what) {
  const std::size_t size = items.size();
  const std::size_t begin = at - std::min(at, neighbours);
  std::vector<std::string> around;
  if (at > 0) {
    around.push_back(fmt::format("before {} {}{}", at < size ? "it" : "that",
                                 begin > 0 ? "... " : "", run_of(items, begin, at)));
  }
  if (at + 1 < size) {
    const std::size_t end = std::min(at + 1 + neighbours, size);
    around.push_back(
        fmt::format("after it {}{}", run_of(items, at + 1, end), end < size ? " ..." : ""));
  }
  const std::string beside = around.empty() ? "" : fmt::format(" ({})", fmt::join(around, ", "));
  return at < size ? fmt::format("{} {} of {}: {}{}", what, at + 1, size, items[at], beside)
                   : fmt::format("no more than {} {}s{}", size, what, beside);
}

}  // namespace

std::optional<json::Object> whole_expectation(const suite::Vector& vector,
                                              const suite::Suite& suite, unicode::Version version) {
  const json::Object told = suite::expectation(vector, version);
  const bool by_digest = std::any_of(told.begin(), told.end(), [](const json::Member& member) {
    return member.key.ends_with("_sha256");
  });
  if (!by_digest || !is_askable(vector)) {
    return std::nullopt;
  }
  json::Object whole = judge::reference_answer(vector, suite, version, true);
  return judge::compare(told, whole) == program::Status::pass ? std::optional(std::move(whole))
                                                              : std::nullopt;
}

std::optional<ListDifference> first_difference(const json::Object& want, const json::Object& got) {
  for (const auto& [key, what] : lists) {
    const auto wanted = items_of(want, key);
    const auto gotten = items_of(got, key);
    if (!wanted || !gotten || *wanted == *gotten) continue;
    const auto parted =
        std::mismatch(wanted->begin(), wanted->end(), gotten->begin(), gotten->end());
    const auto at = static_cast<std::size_t>(parted.first - wanted->begin());
    return ListDifference{at_place(*wanted, at, what), at_place(*gotten, at, what)};
  }
  return std::nullopt;
}

}  // namespace bpetite::conform::diagnose
