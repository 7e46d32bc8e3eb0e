// Parses the table of stated differences, failures that a library's documentation announces
// (parse_stated_differences), and finds the one that covers a failure (stated_difference_for). Also
// counts the required failures of a level or of a part of L1 (required_failures), and says whether
// all of them are stated (fails_as_stated).
#include "conform/report/stated_differences.hpp"

#include <algorithm>

#include <bpetite/errors.hpp>

#include "core/json.hpp"

namespace bpetite::conform::report {
namespace {

template <typename T>
const T& stated_as(const json::Value& value) {
  const T* found = std::get_if<T>(&value.data);
  if (found == nullptr) throw ValueError("stated: an object of lists of statements is required");
  return *found;
}

std::string stated_text(const json::Object& object, std::string_view name) {
  const json::Value* value = json::find(object, name);
  return value == nullptr ? std::string() : stated_as<std::string>(*value);
}

std::vector<std::string> texts_of(const json::Object& object, std::string_view name) {
  std::vector<std::string> list;
  if (const json::Value* value = json::find(object, name)) {
    for (const json::Value& text : stated_as<json::Array>(*value)) {
      list.push_back(stated_as<std::string>(text));
    }
  }
  return list;
}

bool names(std::string_view pattern, std::string_view id) {
  return pattern.ends_with('*') ? id.starts_with(pattern.substr(0, pattern.size() - 1))
                                : id == pattern;
}

}  // namespace

bool StatedDifference::covers(const Report& report, const explain::Result& result) const {
  if (library != report.name) return false;
  const bool by_flag = !result.flags.empty() &&
                       std::find(flags.begin(), flags.end(), result.flags.front()) != flags.end();
  return by_flag || std::any_of(ids.begin(), ids.end(), [&](const std::string& pattern) {
           return names(pattern, result.id);
         });
}

StatedDifferences parse_stated_differences(std::string_view text) {
  const auto parsed = json::parse(text);
  const auto* value = std::get_if<json::Value>(&parsed);
  if (value == nullptr) throw ValueError("stated: JSON is required");
  StatedDifferences stated;
  for (const auto& [library, list] : stated_as<json::Object>(*value)) {
    for (const json::Value& entry : stated_as<json::Array>(list)) {
      const auto& object = stated_as<json::Object>(entry);
      stated.push_back({library, texts_of(object, "flags"), texts_of(object, "ids"),
                        stated_text(object, "says"), stated_text(object, "quote"),
                        stated_text(object, "link")});
    }
  }
  return stated;
}

const StatedDifference* stated_difference_for(const StatedDifferences& stated, const Report& report,
                                              const explain::Result& result) {
  const auto found = std::find_if(
      stated.begin(), stated.end(),
      [&](const StatedDifference& statement) { return statement.covers(report, result); });
  return found == stated.end() ? nullptr : &*found;
}

namespace {

bool is_counted(const Report& report, const explain::Result& result, suite::Level level,
                std::optional<explain::Part> part) {
  return result.level == level && (!part || result.part == part) &&
         result.tier == suite::Tier::required && fails_level(result, report.unicode);
}

}  // namespace

std::size_t required_failures(const Report& report, suite::Level level,
                              std::optional<explain::Part> part) {
  return static_cast<std::size_t>(std::count_if(
      report.results.begin(), report.results.end(),
      [&](const explain::Result& result) { return is_counted(report, result, level, part); }));
}

bool fails_as_stated(const StatedDifferences& stated, const Report& report, suite::Level level,
                     std::optional<explain::Part> part) {
  return required_failures(report, level, part) > 0 &&
         std::none_of(report.results.begin(), report.results.end(),
                      [&](const explain::Result& result) {
                        return is_counted(report, result, level, part) &&
                               stated_difference_for(stated, report, result) == nullptr;
                      });
}

}  // namespace bpetite::conform::report
