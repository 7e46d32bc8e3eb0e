// Parses the files of a suite into vectors (test cases), notes and artifacts, checks each vector,
// and computes the digest of the suite. Also gives the expected result of a vector for a version of
// Unicode (expectation), and finds a text, a number or a list among the members of a JSON object.
#include "conform/suite/vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <iterator>
#include <set>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/suite/accumulated.hpp"
#include "conform/suite/names.hpp"
#include "conform/suite/placed_json.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/vector_rules.hpp"
#include "corpus/sha256.hpp"

namespace bpetite::conform::suite {
namespace {

json::Value parse_json(std::string_view name, std::string_view text) {
  auto parsed = json::parse(text);
  if (const auto* fault = std::get_if<json::Fault>(&parsed)) {
    throw SuiteError(fmt::format("suite: {}: byte {}: {}, required a JSON document", name,
                                 fault->offset, fault->reason));
  }
  return std::get<json::Value>(std::move(parsed));
}

// The members that all vectors of a group share.
struct Group {
  std::string name;
  Level level = Level::L0;
  std::string op;
};

// Checks the members that every vector needs.
void check_names(const PlacedJson& value) {
  value.allow({"id", "rev", "tier", "fr", "flags", "requires", "comment", "input", "artifact",
               "expect", "kills"});
  if (value.get("comment").text().empty()) value.get("comment").refuse("no word", "some");
  if (value.get("fr").array().empty()) value.get("fr").refuse("no clause", "at least one");
}

Vector read_vector(const Suite& suite, const Group& group, const PlacedJson& placed,
                   std::uint64_t& inputs) {
  Vector vector;
  vector.id = slug_in(placed.get("id"));
  const PlacedJson value = placed.named(fmt::format("suite: {}.json: {}", group.name, vector.id));
  check_names(value);
  vector.rev = static_cast<int>(value.get("rev").number(1, INT_MAX));
  vector.level = group.level;
  vector.tier = static_cast<Tier>(value.get("tier").choice(tier_names));
  vector.group = group.name;
  vector.op = group.op;
  vector.clauses = value.get("fr").texts();
  vector.flags = value.get("flags").texts();
  if (const auto capabilities = value.find("requires")) {
    vector.requires_caps = capabilities->texts();
  }
  vector.comment = value.get("comment").text();
  vector.kills = value.get("kills").texts();

  // Checks the members that its operation needs.
  inputs += check_question(suite, group.op, value);
  if (inputs > limits::all_inputs) {
    value.get("input").refuse(
        "too much", fmt::format("at most {} bytes in all inputs of a suite", limits::all_inputs));
  }
  check_expectation(group.op, value);
  vector.input = value.get("input").object();
  if (const auto artifact = value.find("artifact")) vector.artifact = artifact->value();
  vector.expect = value.get("expect").object();
  return vector;
}

void read_notes(Suite& suite, const PlacedJson& notes) {
  for (const auto& [flag, unused] : notes.object()) {
    const PlacedJson note = notes.get(flag);
    const auto same = [&flag = flag](const Note& known) { return known.flag == flag; };
    Note read{flag, note.get("bug_type").text(), note.get("description").text(),
              note.get("effect").text(), note.get("links").texts()};
    if (std::none_of(suite.notes.begin(), suite.notes.end(), same)) {
      suite.notes.push_back(std::move(read));
    }
  }
}

// Totals over all groups.
struct Totals {
  std::set<std::string> ids;
  std::uint64_t inputs = 0;
};

// Reports and lists of known failures name vectors and accumulated sets in one list.
bool is_accumulated_set(std::string_view id) {
  static const std::vector<AccumulatedSet> sets = accumulated_sets();
  return std::any_of(sets.begin(), sets.end(), [&](const auto& set) { return set.name == id; });
}

void read_group(Suite& suite, Totals& totals, const std::string& name, std::string_view text) {
  const json::Value document = parse_json(name + ".json", text);
  const PlacedJson file(fmt::format("suite: {}.json", name), "", document);
  file.allow({"schema", "group", "level", "op", "source", "notes", "vectors"});
  file.get("schema").number(1, 1);
  file.get("source").text();
  const Group group{slug_in(file.get("group")),
                    static_cast<Level>(file.get("level").choice(level_names)),
                    std::string(op_names.at(file.get("op").choice(op_names)))};
  if (group.name != name) {
    file.get("group").refuse(group.name, fmt::format("\"{}\", the name of the file", name));
  }
  read_notes(suite, file.get("notes"));
  file.get("vectors").each([&](const PlacedJson& value) {
    suite.vectors.push_back(read_vector(suite, group, value, totals.inputs));
    if (!totals.ids.insert(suite.vectors.back().id).second) {
      value.get("id").refuse(suite.vectors.back().id, "an id that no other vector has");
    }
    if (is_accumulated_set(suite.vectors.back().id)) {
      value.get("id").refuse(suite.vectors.back().id, "an id that no accumulated set has");
    }
  });
}

void read_index(Suite& suite, std::string_view text) {
  const json::Value document = parse_json("suite.json", text);
  const PlacedJson file("suite: suite.json", "", document);
  file.allow({"schema", "suite", "clauses", "artifacts"});
  file.get("schema").number(1, 1);
  suite.version = file.get("suite").text();
  const PlacedJson clauses = file.get("clauses");
  for (const auto& [id, unused] : clauses.object()) {
    suite.clauses.emplace_back(id, clauses.get(id).text());
  }
  const PlacedJson artifacts = file.get("artifacts");
  for (const auto& [name, unused] : artifacts.object()) {
    const PlacedJson entry = artifacts.get(name);
    if (!is_slug(name)) entry.refuse("another name", "a slug, as an id is");
    entry.allow({"comment", "sha256", "merges", "reveal_seed"});
    Crafted crafted{entry.get("comment").text(), {}, entry.get("sha256").text(), {}};
    if (entry.one_of({"merges", "reveal_seed"}) == "reveal_seed") {
      crafted.reveal_seed = entry.get("reveal_seed").number(0, UINT64_MAX);
      crafted.merges = reveal_merges(*crafted.reveal_seed);
    } else {
      crafted.merges = merges_in(entry.get("merges"));
    }
    suite.artifacts.emplace(name, std::move(crafted));
  }
}

// Checks the size before anything is parsed, because the memory for parsing grows with the size.
void check_size(const Files& groups, std::string_view index) {
  std::uint64_t size = index.size();
  for (const auto& [name, text] : groups) {
    size += text.size();
    if (size > limits::suite_bytes) {
      throw SuiteError(
          fmt::format("suite: {}.json: {} bytes with the files before it, required at "
                      "most {}",
                      name, size, limits::suite_bytes));
    }
  }
}

// The digest of the names and digests of all files, in the form of a SHA256SUMS file.
std::string suite_digest(const Files& groups, std::string_view index) {
  std::string lines;
  for (const auto& [name, text] : groups) {
    fmt::format_to(std::back_inserter(lines), "{}  {}.json\n", corpus::sha256_hex(text), name);
  }
  return corpus::sha256_hex(lines + corpus::sha256_hex(index) + "  suite.json\n");
}

}  // namespace

Suite parse_suite(const Files& groups, std::string_view index) {
  check_size(groups, index);
  Suite suite;
  read_index(suite, index);
  Totals totals;
  for (const auto& [name, text] : groups) {
    read_group(suite, totals, name, text);
  }
  suite.digest = suite_digest(groups, index);
  return suite;
}

json::Object expectation(const Vector& vector, unicode::Version version) {
  const std::string* result = text_member(vector.expect, "result");
  if (result == nullptr || *result != "acceptable") {
    return vector.expect;
  }
  const json::Value* variants = json::find(vector.expect, "variants");
  const auto* list = variants == nullptr ? nullptr : std::get_if<json::Array>(&variants->data);
  for (const json::Value& value : list == nullptr ? json::Array{} : *list) {
    const auto* variant = std::get_if<json::Object>(&value.data);
    const json::Value* names = variant == nullptr ? nullptr : json::find(*variant, "unicode");
    const auto* array = names == nullptr ? nullptr : std::get_if<json::Array>(&names->data);
    if (array != nullptr && std::any_of(array->begin(), array->end(), [&](const json::Value& name) {
          const auto* text = std::get_if<std::string>(&name.data);
          return text != nullptr && *text == unicode::name(version);
        })) {
      return *variant;
    }
  }
  throw ValueError(
      fmt::format("suite: {}: no variant for Unicode {}", vector.id, unicode::name(version)));
}

const std::string* text_member(const json::Object& object, std::string_view name) {
  const json::Value* value = json::find(object, name);
  return value == nullptr ? nullptr : std::get_if<std::string>(&value->data);
}

const json::Array* list_member(const json::Object& object, std::string_view name) {
  const json::Value* value = json::find(object, name);
  return value == nullptr ? nullptr : std::get_if<json::Array>(&value->data);
}

std::optional<std::uint64_t> number_member(const json::Object& object, std::string_view name) {
  const json::Value* value = json::find(object, name);
  const auto* integer = value == nullptr ? nullptr : std::get_if<json::Integer>(&value->data);
  return integer == nullptr || integer->negative ? std::nullopt : integer->magnitude;
}

}  // namespace bpetite::conform::suite
