// Checks the member `expect` of a vector (a test case): which members each operation may expect,
// and their types. The result is "valid", "invalid" (an error) or "acceptable". An acceptable
// result has variants, and each supported version of Unicode must be in exactly one of them.
// `within_seconds`, a time limit, may stand beside any result. Throws SuiteError for the first
// member that breaks a rule.
//
//   encode     {"result":"valid","ids":[32,257]}
//   decode     {"result":"invalid","error":"KeyError"}
#include <fmt/format.h>

#include <set>
#include <string>

#include "conform/suite/motion_input.hpp"
#include "conform/suite/vector_rules.hpp"
#include "core/unicode.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::conform::suite {
namespace {

constexpr std::array<std::string_view, 6> error_names = {"ValueError",         "KeyError",
                                                         "UnicodeDecodeError", "FileExistsError",
                                                         "FileNotFoundError",  "OSError"};

constexpr std::uint64_t last_step = 19;

void check_digest(const PlacedJson& value) {
  constexpr std::size_t digits = 64;
  if (value.bytes().size() * 2 != digits) {
    value.refuse(counted(value.text().size(), "digit"), "a SHA-256 in hex");
  }
}

void check_ids(const PlacedJson& ids) {
  ids.each([](const PlacedJson& id) { id.integer(); });
}

void check_hex_list(const PlacedJson& list) {
  list.each([](const PlacedJson& each) { each.bytes(); });
}

void check_pairs(const PlacedJson& list) {
  list.each([](const PlacedJson& pair) {
    check_ids(pair);
    if (pair.array().size() != 2) pair.refuse("another number of ids", "a pair");
  });
}

// The results of the calls of a sequence: each is a text, or the class of an error.
void check_texts(const PlacedJson& list) {
  list.each([](const PlacedJson& each) {
    if (std::holds_alternative<std::string>(each.value().data)) {
      each.bytes();
    } else {
      each.allow({"error"});
      each.get("error").choice(error_names);
    }
  });
}

// Checks a list: the list itself ("ids"), or its length and digest ("ids_count" and
// "ids_sha256"). Returns the names of the members.
std::vector<std::string> check_list(const PlacedJson& expect, const std::string& listed,
                                    const std::string& name, const std::string& counted,
                                    void (*check)(const PlacedJson&)) {
  const std::string digest = name + "_sha256";
  if (expect.one_of({listed, digest}) == listed) {
    check(expect.get(listed));
    return {listed};
  }
  check_digest(expect.get(digest));
  expect.get(counted).number(0, UINT64_MAX);
  return {digest, counted};
}

std::vector<std::string> check_ids_told(const PlacedJson& expect) {
  return check_list(expect, "ids", "ids", "ids_count", check_ids);
}

// The mask of rendered ids: a list of the numbers 0 and 1.
void check_mask(const PlacedJson& mask) {
  mask.each([](const PlacedJson& each) { each.number(0, 1); });
}

std::vector<std::string> check_valid(std::string_view op, const PlacedJson& expect,
                                     const PlacedJson& vector) {
  if (op == "pretokenize") {
    return check_list(expect, "chunks_hex", "chunks", "chunks_count", check_hex_list);
  }
  if (op == "encode") return check_ids_told(expect);
  if (op == "decode" && vector.get("input").has("sequence")) {
    check_texts(expect.get("texts_hex"));
    return {"texts_hex"};
  }
  if (op == "decode") {
    return check_list(expect, "text_hex", "text", "text_bytes",
                      [](const PlacedJson& text) { text.bytes(); });
  }
  if (op == "render") {
    check_ids(expect.get("ids"));
    if (vector.get("input").get("completion").flag()) return {"ids"};
    check_mask(expect.get("mask"));
    return {"ids", "mask"};
  }
  if (is_motion_op(op)) return check_motion_answer(op, expect);
  if (op == "train") return check_list(expect, "merges", "merges", "merges_count", check_pairs);
  if (op == "load") {
    const PlacedJson probe = expect.get("probe");
    std::vector<std::string> names = check_ids_told(probe);
    probe.get("text_hex").bytes();
    names.emplace_back("text_hex");
    probe.allow({names.begin(), names.end()});
    return {"probe"};
  }
  check_digest(expect.get("sha256"));
  expect.get("bytes").number(0, UINT64_MAX);
  return {"sha256", "bytes"};
}

// Checks a "valid" or an "invalid" expectation, or such a variant, and the members beside it.
void check_answer(std::string_view op, const PlacedJson& expect, const PlacedJson& vector,
                  std::string_view beside) {
  static constexpr std::array<std::string_view, 2> results = {"valid", "invalid"};
  std::vector<std::string> names;
  if (expect.get("result").choice(results) == 0) {
    names = check_valid(op, expect, vector);
  } else {
    names = {"error", "step", "other_step"};
    expect.get("error").choice(error_names);
    for (const char* step : {"step", "other_step"}) {
      if (const auto number = expect.find(step)) number->number(1, last_step);
    }
  }
  std::vector<std::string_view> allowed{"result", beside};
  allowed.insert(allowed.end(), names.begin(), names.end());
  expect.allow(allowed);
}

// Each supported version of Unicode must be in exactly one variant.
void check_variants(std::string_view op, const PlacedJson& expect, const PlacedJson& vector) {
  expect.allow({"result", "variants", "within_seconds"});
  const PlacedJson variants = expect.get("variants");
  std::set<std::string> left;
  for (const unicode::Version version : unicode::versions) {
    left.emplace(unicode::name(version));
  }
  variants.each([&](const PlacedJson& variant) {
    check_answer(op, variant, vector, "unicode");
    variant.get("unicode").each([&](const PlacedJson& version) {
      if (left.erase(version.text()) == 0) {
        version.refuse("a version that is not carried, or was named before", "each of them once");
      }
    });
  });
  if (!left.empty()) {
    variants.refuse("none for Unicode " + *left.begin(), "a variant for each carried version");
  }
}

}  // namespace

void check_expectation(std::string_view op, const PlacedJson& vector) {
  static constexpr std::array<std::string_view, 3> results = {"valid", "invalid", "acceptable"};
  const PlacedJson expect = vector.get("expect");
  if (const auto seconds = expect.find("within_seconds")) {
    seconds->number(1, limits::within_seconds);
  }
  if (results.at(expect.get("result").choice(results)) == "acceptable") {
    check_variants(op, expect, vector);
  } else {
    check_answer(op, expect, vector, "within_seconds");
  }
}

}  // namespace bpetite::conform::suite
