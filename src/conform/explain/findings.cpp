// Turns the outcomes of a run into results, for vectors (test cases) and for accumulated sets (test
// cases that are computed from a seed), and describes the failures (findings_of): the place in the
// text where a result differs (place_of), what was expected there, how harmful the failure is, a
// line that reproduces it, and its causes (diagnose). Long results are compared by digest:
// whole_expectation computes all expected items of such a result, and first_difference finds the
// first item that differs.
#include "conform/explain/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "artifact/artifact.hpp"
#include "conform/explain/diagnose.hpp"
#include "conform/explain/recognise.hpp"
#include "conform/judge/expected.hpp"
#include "conform/judge/judge.hpp"
#include "conform/judge/repro.hpp"
#include "conform/program/program.hpp"
#include "conform/suite/judged_profile.hpp"
#include "conform/suite/test_material.hpp"
#include "reference/pretokenize.hpp"
#include "reference/special.hpp"

namespace bpetite::conform::explain {
namespace {

constexpr std::size_t neighbours = 3;

// The members of a result that may be long lists, and the nouns for their items.
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

// Shows an item and its neighbours. If the place is after the end, shows the last items.
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

std::string note_of(const suite::Suite& suite, const suite::Vector& vector) {
  for (const suite::Note& note : suite.notes) {
    if (!vector.flags.empty() && note.flag == vector.flags.front()) return note.description;
  }
  return {};
}

// The size in bytes of each item of a result: of chunks, or of the tokens of ids. Returns nullopt
// if an id is unknown.
std::optional<std::vector<std::size_t>> sizes_of(const json::Object& result, const Table& table) {
  std::vector<std::size_t> sizes;
  if (const json::Value* chunks = json::find(result, "chunks_hex")) {
    for (const json::Value& chunk : std::get<json::Array>(chunks->data)) {
      sizes.push_back(std::get<std::string>(chunk.data).size() / 2);
    }
    return sizes;
  }
  const json::Value* ids = json::find(result, "ids");
  if (ids == nullptr) {
    return std::nullopt;
  }
  for (const json::Value& value : std::get<json::Array>(ids->data)) {
    const auto& integer = std::get<json::Integer>(value.data);
    const std::uint64_t id = integer.negative ? UINT64_MAX : integer.magnitude.value_or(UINT64_MAX);
    const auto special = std::find_if(table.specials.begin(), table.specials.end(),
                                      [&](const SpecialToken& token) { return token.id == id; });
    if (special != table.specials.end()) {
      sizes.push_back(special->literal.size());
    } else if (id < table.tokens.size()) {
      sizes.push_back(table.tokens[id].size());
    } else {
      return std::nullopt;
    }
  }
  return sizes;
}

// The offset in bytes of the first item that differs.
std::optional<std::size_t> parting(const json::Object& want, const json::Object& got,
                                   const Table& table) {
  const char* key = json::find(want, "ids") != nullptr ? "ids" : "chunks_hex";
  const json::Value* left = json::find(want, key);
  const json::Value* right = json::find(got, key);
  const auto sizes = sizes_of(want, table);
  if (left == nullptr || right == nullptr || !sizes) {
    return std::nullopt;
  }
  const auto& wanted = std::get<json::Array>(left->data);
  const auto& gotten = std::get<json::Array>(right->data);
  std::size_t offset = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i == gotten.size() || json::serialize(wanted[i]) != json::serialize(gotten[i])) {
      break;
    }
    offset += (*sizes)[i];
  }
  return offset;
}

// The place where each chunk of a text ends. A special token counts as a chunk here.
std::vector<std::size_t> chunk_ends(std::string_view text, const Table& table, bool specials) {
  std::vector<std::size_t> ends;
  std::size_t at = 0;
  const auto add = [&](std::string_view ordinary) {
    for (const std::string_view chunk : reference::pretokenize(ordinary, table.profile)) {
      ends.push_back(at += chunk.size());
    }
  };
  if (!specials) {
    add(text);
    return ends;
  }
  for (const auto& segment : reference::split_specials(text, table.specials)) {
    if (const auto* ordinary = std::get_if<std::string_view>(&segment)) {
      add(*ordinary);
    } else {
      ends.push_back(at += std::get<reference::FoundSpecial>(segment).taken.size());
    }
  }
  return ends;
}

// The table in this artifact file, or the table without merges. Tables are remembered, because many
// failures have the same few.
const Table& parsed(const std::string& file) {
  constexpr std::size_t most_known = 256;
  thread_local std::map<std::string, Table> known;
  if (known.size() >= most_known) known.clear();
  const auto [place, is_new] = known.try_emplace(file);
  if (is_new) place->second = file.empty() ? suite::judged_table({}) : artifact::parse(file);
  return place->second;
}

// Makes the result of a vector from its judgement.
Result judged(const suite::Vector& vector, suite::Level level, const judge::Judgement& judgement) {
  Result result;
  result.id = vector.id;
  result.level = level;
  result.tier = vector.tier;
  result.status = judgement.status;
  result.requirements = vector.clauses;
  result.flags = vector.flags;
  result.want = judgement.want;
  result.got = judgement.got;
  result.detail = judgement.detail;
  if (level == suite::Level::L1) result.part = part_of(vector);
  return result;
}

// If a long list is wrong, puts the first item that differs into `want` and `got`.
void show_difference(const suite::Suite& suite, const suite::Vector& vector,
                     const program::Hello& hello, const json::Object& observed, Result& result) {
  const auto own = judge::named_version(hello).value_or(unicode::pinned);
  const auto whole = result.status == program::Status::fail ? whole_expectation(vector, suite, own)
                                                            : std::optional<json::Object>();
  const json::Object want = whole ? *whole : suite::expectation(vector, own);
  result.where = place_of(suite, vector, want, observed);
  if (auto parted = whole ? first_difference(want, observed) : std::optional<ListDifference>()) {
    result.want = std::move(parted->want);
    result.got = std::move(parted->got);
  }
}

Result result_of_vector(const suite::Suite& suite, const suite::Vector& vector,
                        const program::Hello& hello, const judge::Outcome& outcome,
                        const std::string& command) {
  Result result = judged(vector, program::level_for(vector, hello), outcome.judgement);
  if (!outcome.sent) {
    result.status = program::Status::not_claimed;
    result.detail = "not sent: the run ended before";
    return result;
  }
  if (program::is_failure(result.status)) {
    const auto own = judge::named_version(hello).value_or(unicode::pinned);
    result.tests = note_of(suite, vector);
    result.harm = harm_of(suite::expectation(vector, own), result.status, outcome.result);
    result.repro = judge::repro_of(suite, vector, command);
    if (!outcome.result.empty()) {
      show_difference(suite, vector, hello, outcome.result, result);
    }
  }
  return result;
}

Result result_of_set(const suite::Suite& suite, const judge::SetOutcome& outcome,
                     const std::string& command) {
  suite::Vector vector;
  vector.id = outcome.set.name;
  vector.tier = suite::Tier::accumulated;
  vector.clauses = outcome.set.clauses;
  vector.flags = outcome.set.flags;
  vector.op = outcome.set.op;
  Result result = judged(vector, outcome.set.level, outcome.judgement);
  if (const auto& wrong = outcome.wrong) {
    result.where = fmt::format("case {}", wrong->number);
    const std::string place = place_of(suite, wrong->vector, wrong->vector.expect, wrong->result);
    if (!place.empty()) result.where += ", " + place;
    result.repro = judge::repro_of_case(suite, wrong->vector, command);
    result.harm = harm_of(wrong->vector.expect, result.status, wrong->result);
    result.tests = "random inputs; this is the first one with a wrong answer";
  }
  return result;
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

Findings findings_of(const suite::Suite& suite, const judge::Outcomes& outcomes,
                     const std::string& command) {
  Findings findings;
  for (const std::size_t place : outcomes.places) {
    findings.results.push_back(result_of_vector(suite, suite.vectors[place], outcomes.hello,
                                                outcomes.by_place[place], command));
  }
  for (const judge::SetOutcome& set : outcomes.sets) {
    findings.results.push_back(result_of_set(suite, set, command));
  }
  diagnose(suite, outcomes, findings);
  return findings;
}

std::string place_of(const suite::Suite& suite, const suite::Vector& vector,
                     const json::Object& want, const json::Object& got) {
  const auto text = suite::bytes_of(vector.input, "text");
  const bool encode = vector.op == "encode";
  if (!text || (!encode && vector.op != "pretokenize") ||
      (encode && suite::text_member(got, "result") == nullptr)) {
    return {};
  }
  const bool crafted = encode && std::holds_alternative<std::string>(vector.artifact.data);
  if (encode && !crafted) {
    return {};
  }
  const std::string file = encode ? suite::artifact_bytes(suite, vector.artifact) : std::string{};
  const Table& table = parsed(file);
  const auto offset = parting(want, got, table);
  if (!offset) {
    return {};
  }
  const std::vector<std::size_t> ends = chunk_ends(*text, table, encode);
  const auto chunk = std::upper_bound(ends.begin(), ends.end(), *offset);
  if (chunk == ends.end()) {
    return "after the last chunk";
  }
  const std::size_t begin = chunk == ends.begin() ? 0 : *(chunk - 1);
  return fmt::format("chunk {} of {}, bytes {}..{}", chunk - ends.begin() + 1, ends.size(), begin,
                     *chunk);
}

}  // namespace bpetite::conform::explain
