// Describes the result of a vector (a test case): its status before known failures were accepted
// (true_status), whether the vector was not sent after time-outs (is_unsent), how harmful a failure
// is (harm_of), which part of level L1 a vector belongs to (part_of), and the key that failures
// with one cause share (cause_key), also in words (cause_words). Also groups the results that are
// right for another version of Unicode (unicode_deltas).
#include "conform/explain/result.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bpetite::conform::explain {
namespace {

// Whether one of a sequence of calls must fail: {"texts_hex":["61",{"error":"KeyError"}]}.
bool has_error(const json::Object& expect) {
  const json::Value* texts = json::find(expect, "texts_hex");
  const auto* list = texts == nullptr ? nullptr : std::get_if<json::Array>(&texts->data);
  return list != nullptr && std::any_of(list->begin(), list->end(), [](const json::Value& text) {
           return std::holds_alternative<json::Object>(text.data);
         });
}

}  // namespace

program::Status true_status(const Result& result) { return result.known.value_or(result.status); }

bool is_unsent(const Result& result) {
  return true_status(result) == program::Status::timeout && result.detail.starts_with("not sent");
}

Part part_of(const suite::Vector& vector) {
  const std::string* kind = suite::text_member(vector.expect, "result");
  if ((kind != nullptr && *kind == "invalid") || has_error(vector.expect)) return Part::errors;
  const bool of_specials =
      std::any_of(vector.flags.begin(), vector.flags.end(), [](const std::string& flag) {
        return flag.starts_with("Special") || flag == "SegmentBoundary";
      });
  if (of_specials) return Part::special;
  return vector.op == "decode" ? Part::decoding : Part::ids;
}

Harm harm_of(const json::Object& due, program::Status status, const json::Object& result) {
  const auto is = [](const json::Object& object, std::string_view kind) {
    const std::string* text = suite::text_member(object, "result");
    return text != nullptr && *text == kind;
  };
  const bool is_unanswered =
      result.empty() || is(result, "unprepared") || status == program::Status::crash;
  if (is_unanswered || (is(due, "valid") && is(result, "invalid"))) return Harm::no_result;
  // Any other result is that of a save which left files in a wrong place. It is a wrong result.
  const bool is_error_due =
      (is(due, "invalid") || has_error(due)) && (is(result, "invalid") || is(result, "valid"));
  return is_error_due ? Harm::wrong_error : Harm::wrong_result;
}

CauseKey cause_key(const Result& result) {
  if (is_unsent(result)) {
    return {result.harm, result.status, true, {}, {}, {}};
  }
  if (!result.causes.empty()) {
    return {result.harm, result.status, false, result.causes, {}, {}};
  }
  const auto first = [](const std::vector<std::string>& words) {
    return words.empty() ? std::string() : words.front();
  };
  return {result.harm, result.status, false, {}, first(result.flags), first(result.requirements)};
}

std::string cause_words(const CauseKey& key) {
  if (key.unsent) return "not sent after time-outs";
  if (!key.causes.empty()) return fmt::format("cause {}", fmt::join(key.causes, " and "));
  return fmt::format("not explained; tests {}{}{}", key.flag,
                     key.flag.empty() || key.clause.empty() ? "" : ", ", key.clause);
}

std::map<std::string, std::vector<std::string>> unicode_deltas(std::span<const Result> results) {
  std::map<std::string, std::vector<std::string>> deltas;
  for (const Result& result : results) {
    if (true_status(result) == program::Status::unicode_delta)
      deltas[result.unicode].push_back(result.id);
  }
  return deltas;
}

}  // namespace bpetite::conform::explain
