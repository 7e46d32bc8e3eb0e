// Judges one vector (a test case): compares the members of a result one by one, and long lists by
// digest (judge, compare). Uses the version of Unicode that the program names in its first answer
// (named_version), or else 16.0.0, the version of the suite. A result that is right for some
// version, but not for both of these, is a UNICODE_DELTA. Also says which members of an expectation
// are compared (tells_result), and writes results as one line of short text for people (shown).
#include "conform/judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "conform/suite/test_material.hpp"
#include "corpus/sha256.hpp"

namespace bpetite::conform::judge {
namespace {

std::string_view result_of(const json::Object& object) {
  return *suite::text_member(object, "result");
}

// The digest of the observed list `name`, as in the expectation of a long list.
std::optional<std::string> digest_of(const json::Object& result, std::string_view name) {
  if (name == "text") {
    const std::string* hex = suite::text_member(result, "text_hex");
    return hex == nullptr ? std::nullopt
                          : std::optional(corpus::sha256_hex(suite::from_hex(*hex).value()));
  }
  const json::Array* list = suite::list_member(result, name == "chunks" ? "chunks_hex" : name);
  if (list == nullptr) return std::nullopt;
  if (name == "chunks") {
    std::vector<std::string> chunks;
    for (const json::Value& value : *list) {
      chunks.push_back(suite::from_hex(std::get<std::string>(value.data)).value());
    }
    return suite::chunks_digest(chunks);
  }
  if (name == "ids") {
    const auto ids = suite::token_ids(*list);
    return ids ? std::optional(suite::ids_digest(*ids)) : std::nullopt;
  }
  std::vector<Pair> merges;
  for (const json::Value& value : *list) {
    const auto pair = suite::token_ids(std::get<json::Array>(value.data));
    if (!pair) return std::nullopt;
    merges.push_back({pair->at(0), pair->at(1)});
  }
  return suite::merges_digest(merges);
}

// A program without encode cannot be probed. An answer about text in motion may leave out where
// its ids came from, and why ids are not canonical.
bool may_be_missing(const json::Member& wanted) {
  static constexpr std::array<std::string_view, 4> names = {"probe", "in_parts", "byte", "cause"};
  const bool is_bytes_of_ids =
      wanted.key == "bytes" && std::holds_alternative<json::Array>(wanted.value.data);
  return is_bytes_of_ids || std::find(names.begin(), names.end(), wanted.key) != names.end();
}

// Whether the number of ids that a stream had given after each piece keeps the limits (S60a, S60c).
bool holds_at_each_piece(const json::Member& wanted, const json::Object& result) {
  const json::Array* counts = suite::list_member(result, "counts");
  const auto& limits = std::get<json::Array>(wanted.value.data);
  if (counts == nullptr || counts->size() != limits.size()) return false;
  const auto number = [](const json::Value& value) {
    return std::get<json::Integer>(value.data).magnitude.value_or(UINT64_MAX);
  };
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const std::uint64_t count = number(counts->at(i));
    const std::uint64_t limit = number(limits.at(i));
    if (wanted.key == "least" ? count < limit : count > limit) return false;
  }
  return true;
}

// Whether a member of the expectation agrees with the result.
bool holds(const json::Member& wanted, const json::Object& result) {
  static constexpr std::string_view sha = "_sha256";
  if (wanted.key.ends_with("_count") || wanted.key == "text_bytes") {
    return true;  // the digest is compared instead
  }
  if (wanted.key.ends_with(sha)) {
    const std::string name = wanted.key.substr(0, wanted.key.size() - sha.size());
    return digest_of(result, name) == std::get<std::string>(wanted.value.data);
  }
  if (wanted.key == "least" || wanted.key == "most") return holds_at_each_piece(wanted, result);
  const json::Value* got = json::find(result, wanted.key);
  if (got == nullptr) {
    return may_be_missing(wanted);
  }
  if (wanted.key == "probe") {
    const auto& inner = std::get<json::Object>(got->data);
    const auto& members = std::get<json::Object>(wanted.value.data);
    return std::all_of(members.begin(), members.end(),
                       [&](const json::Member& member) { return holds(member, inner); });
  }
  return json::serialize(*got) == json::serialize(wanted.value);
}

}  // namespace

program::Status compare(const json::Object& expect, const json::Object& result) {
  if (result_of(expect) != result_of(result)) {
    return program::Status::fail;
  }
  if (result_of(expect) == "invalid") {
    return *suite::text_member(expect, "error") == *suite::text_member(result, "error")
               ? program::Status::pass
               : program::Status::wrong_error;
  }
  for (const json::Member& member : expect) {
    if (tells_result(member.key) && !holds(member, result)) {
      return program::Status::fail;
    }
  }
  return program::Status::pass;
}

std::optional<unicode::Version> named_version(const program::Hello& hello) {
  for (const unicode::Version version : unicode::versions) {
    if (unicode::name(version) == hello.unicode) return version;
  }
  return std::nullopt;
}

Judgement judge(const suite::Vector& vector, const program::Observation& observation,
                const program::Hello& hello) {
  if (const auto* broken = std::get_if<program::Broken>(&observation)) {
    return {
        broken->status, shown(suite::expectation(vector, unicode::pinned)), "", broken->detail, {}};
  }
  if (const auto* skip = std::get_if<suite::Skip>(&observation)) {
    return {program::Status::skip, "", "", skip->reason, {}};
  }
  const auto& observed = std::get<program::Observed>(observation);
  const unicode::Version own = named_version(hello).value_or(unicode::pinned);
  const json::Object want = suite::expectation(vector, own);
  Judgement judgement{compare(want, observed.result), "", "", observed.message, {}};

  // PASS requires the right answer for the pinned version and for the version of hello. An answer
  // that is right for other versions is UNICODE_DELTA.
  if (result_of(vector.expect) == "acceptable") {
    for (const unicode::Version version : unicode::versions) {
      if (compare(suite::expectation(vector, version), observed.result) == program::Status::pass) {
        judgement.versions.push_back(version);
      }
    }
    const auto explains = [&](unicode::Version version) {
      return std::count(judgement.versions.begin(), judgement.versions.end(), version) > 0;
    };
    if (explains(own) && explains(unicode::pinned)) {
      judgement.versions.clear();
    } else if (!judgement.versions.empty()) {
      judgement.status = program::Status::unicode_delta;
    }
  }
  if (judgement.status != program::Status::pass) {
    judgement.want = shown(want);
    judgement.got = shown(observed.result);
  }
  return judgement;
}

namespace {

// Members of an expectation that are not part of the result.
constexpr std::array<std::string_view, 5> beside = {"result", "step", "other_step",
                                                    "within_seconds", "unicode"};

std::string list(const json::Array& array) {
  std::string text;
  for (const json::Value& value : array) {
    if (const auto* hex = std::get_if<std::string>(&value.data)) {
      text += fmt::format("[{}]", *hex);
    } else if (const auto* pair = std::get_if<json::Array>(&value.data)) {
      text += fmt::format("{}({})", text.empty() ? "" : " ", list(*pair));
    } else if (const auto* object = std::get_if<json::Object>(&value.data)) {
      const std::string* const error = suite::text_member(*object, "error");
      text += error != nullptr
                  ? fmt::format("[{}]", *error)
                  : fmt::format("{}{}", text.empty() ? "" : " ", json::serialize(value));
    } else {
      text += fmt::format("{}{}", text.empty() ? "" : " ", json::serialize(value));
    }
  }
  return text.empty() ? "nothing" : text;
}

// A list that stands beside ids, and is shown with its name.
bool is_beside_ids(std::string_view key) {
  return key == "least" || key == "most" || key == "counts" || key == "bytes" || key == "in_parts";
}

// The loading step of an error, in words. Empty if the expectation does not give it.
std::string step_words(const json::Object& result) {
  const json::Value* step = json::find(result, "step");
  const json::Value* other = json::find(result, "other_step");
  if (step == nullptr) {
    return {};
  }
  return fmt::format(
      " at step {} of loading{}", json::serialize(*step),
      other == nullptr ? "" : fmt::format(" (not {}, which comes later)", json::serialize(*other)));
}

}  // namespace

bool tells_result(std::string_view key) {
  return std::find(beside.begin(), beside.end(), key) == beside.end();
}

std::string shown(const json::Object& result) {
  std::string text;
  for (const auto& [key, value] : result) {
    if (!tells_result(key)) {
      continue;
    }
    text += text.empty() ? "" : ", ";
    if (const auto* array = std::get_if<json::Array>(&value.data)) {
      text += is_beside_ids(key) ? fmt::format("{} {}", key, list(*array)) : list(*array);
    } else if (const auto* object = std::get_if<json::Object>(&value.data)) {
      text += fmt::format("then {}", shown(*object));
    } else if (const auto* hex = std::get_if<std::string>(&value.data);
               hex != nullptr && key.ends_with("_hex")) {
      text += fmt::format("[{}]", *hex);
    } else if (hex != nullptr) {
      text += key == "error" ? *hex + step_words(result)
                             : fmt::format("{} {}", key, hex->substr(0, 16));
    } else {
      text += fmt::format("{} {}", key, json::serialize(value));
    }
  }
  const std::string* const told = suite::text_member(result, "result");
  const std::string_view kind = told == nullptr ? "valid" : std::string_view(*told);  // a probe
  if (kind == "unprepared") {
    return fmt::format("{} before the operation itself", text);
  }
  if (kind != "valid" && kind != "invalid") {
    return std::string(kind);
  }
  return text.empty() ? std::string(kind) : text;
}

}  // namespace bpetite::conform::judge
