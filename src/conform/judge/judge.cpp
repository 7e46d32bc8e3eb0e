// Judges one vector: compares members one by one, and long results by length and digest.
#include "conform/judge/judge.hpp"

#include <algorithm>
#include <limits>

#include "conform/judge/shown.hpp"
#include "conform/suite/digest.hpp"
#include "conform/suite/test_material.hpp"

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
                          : std::optional(suite::sha256_hex(suite::from_hex(*hex).value()));
  }
  const json::Value* list = json::find(result, name == "chunks" ? "chunks_hex" : name);
  if (list == nullptr) {
    return std::nullopt;
  }
  std::vector<std::string> chunks;
  std::vector<TokenId> numbers;
  const auto add = [&](const json::Value& value) {
    const auto* integer = std::get_if<json::Integer>(&value.data);
    const bool fits = integer != nullptr && !integer->negative && integer->magnitude &&
                      *integer->magnitude <= std::numeric_limits<TokenId>::max();
    if (fits) numbers.push_back(static_cast<TokenId>(*integer->magnitude));
    return fits;
  };
  for (const json::Value& value : std::get<json::Array>(list->data)) {
    if (name == "chunks") {
      chunks.push_back(suite::from_hex(std::get<std::string>(value.data)).value());
    } else if (name == "ids") {
      if (!add(value)) return std::nullopt;
    } else {
      const auto& pair = std::get<json::Array>(value.data);
      if (!add(pair[0]) || !add(pair[1])) return std::nullopt;
    }
  }
  if (name == "chunks") return suite::chunks_digest(chunks);
  if (name == "ids") return suite::ids_digest(numbers);
  std::vector<Pair> merges;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
    merges.push_back({numbers[i], numbers[i + 1]});
  }
  return suite::merges_digest(merges);
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
  const json::Value* got = json::find(result, wanted.key);
  if (got == nullptr) {
    return wanted.key == "probe";  // a program without encode cannot be probed
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

drive::Status compare(const json::Object& expect, const json::Object& result) {
  if (result_of(expect) != result_of(result)) {
    return drive::Status::fail;
  }
  if (result_of(expect) == "invalid") {
    return *suite::text_member(expect, "error") == *suite::text_member(result, "error")
               ? drive::Status::pass
               : drive::Status::wrong_error;
  }
  for (const json::Member& member : expect) {
    if (tells_result(member.key) && !holds(member, result)) {
      return drive::Status::fail;
    }
  }
  return drive::Status::pass;
}

std::optional<unicode::Version> named_version(const drive::Hello& hello) {
  for (const unicode::Version version : unicode::versions) {
    if (unicode::name(version) == hello.unicode) return version;
  }
  return std::nullopt;
}

Judgement judge(const suite::Vector& vector, const drive::Observation& observation,
                const drive::Hello& hello) {
  if (const auto* broken = std::get_if<drive::Broken>(&observation)) {
    return {
        broken->status, shown(suite::expectation(vector, unicode::pinned)), "", broken->detail, {}};
  }
  if (const auto* skip = std::get_if<suite::Skip>(&observation)) {
    return {drive::Status::skip, "", "", skip->reason, {}};
  }
  const auto& observed = std::get<drive::Observed>(observation);
  const unicode::Version own = named_version(hello).value_or(unicode::pinned);
  const json::Object want = suite::expectation(vector, own);
  Judgement judgement{compare(want, observed.result), "", "", observed.message, {}};

  // Right for the pinned version or the version of hello is PASS. Right for another is
  // UNICODE_DELTA.
  if (result_of(vector.expect) == "acceptable") {
    for (const unicode::Version version : unicode::versions) {
      if (compare(suite::expectation(vector, version), observed.result) == drive::Status::pass) {
        judgement.versions.push_back(version);
      }
    }
    const auto explains = [&](unicode::Version version) {
      return std::count(judgement.versions.begin(), judgement.versions.end(), version) > 0;
    };
    if (explains(own) && explains(unicode::pinned)) {
      judgement.versions.clear();
    } else if (!judgement.versions.empty()) {
      judgement.status = drive::Status::unicode_delta;
    }
  }
  if (judgement.status != drive::Status::pass) {
    judgement.want = shown(want);
    judgement.got = shown(observed.result);
  }
  return judgement;
}

}  // namespace bpetite::conform::judge
