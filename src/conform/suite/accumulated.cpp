// Reads, writes and computes accumulated sets: thousands of test cases that are computed from a
// seed, as conformance/accumulated/README.md says. Reads the sets that are embedded in the program
// (accumulated_sets), parses and writes the file of a set, and computes one case from its number
// (case_of). Also writes an answer as one line (answer_line), and computes the digests of the first
// 1, 2, 4, 8, ... lines, which judge the answers (checkpoints_of).
#include "conform/suite/accumulated.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <bpetite/errors.hpp>

#include "conform/suite/protocol.hpp"
#include "conform/suite/split_mix.hpp"
#include "conform/suite/suite_files.hpp"
#include "corpus/sha256.hpp"

namespace bpetite::conform::suite {
namespace {

[[noreturn]] void bad_set(std::string_view what) {
  throw ValueError(fmt::format("accumulated: {}", what));
}

template <typename T>
const T& set_member(const json::Object& object, std::string_view key) {
  const json::Value* value = json::find(object, key);
  const T* typed = value == nullptr ? nullptr : std::get_if<T>(&value->data);
  if (typed == nullptr) bad_set(fmt::format("no \"{}\" of its type", key));
  return *typed;
}

std::uint64_t set_number(const json::Object& object, std::string_view key) {
  return set_member<json::Integer>(object, key).magnitude.value_or(0);
}

std::vector<std::string> set_strings(const json::Object& object, std::string_view key) {
  std::vector<std::string> list;
  for (const json::Value& value : set_member<json::Array>(object, key)) {
    const auto* text = std::get_if<std::string>(&value.data);
    if (text == nullptr) bad_set(fmt::format("\"{}\" holds no string", key));
    list.push_back(*text);
  }
  return list;
}

json::Value set_array(const std::vector<std::string>& texts) {
  json::Array list;
  for (const std::string& text : texts) {
    list.push_back(json::string(text));
  }
  return {std::move(list)};
}

std::string drawn_text(const AccumulatedSet& set, SplitMix64& draw) {
  std::string text;
  for (std::uint64_t n = set.least + draw.next() % (set.most - set.least + 1); n > 0; --n) {
    text += set.parts[draw.next() % set.parts.size()];
  }
  return text;
}

// Random ids. Of eight ids, on average one is any id up to the first unknown one, three are
// printable ASCII, and four are learned tokens or the special token.
json::Array drawn_ids(const AccumulatedSet& set, std::uint64_t size, SplitMix64& draw) {
  json::Array ids;
  for (std::uint64_t n = set.least + draw.next() % (set.most - set.least + 1); n > 0; --n) {
    const std::uint64_t kind = draw.next() % 8;
    const std::uint64_t drawn = draw.next();
    const std::uint64_t id = kind == 0  ? drawn % (size + 1)
                             : kind < 4 ? 32 + drawn % 95
                                        : 256 + drawn % (size - 256);
    ids.push_back(json::integer(id));
  }
  return ids;
}

std::string answer_items(const json::Array& list, std::string_view separator) {
  std::string text;
  for (const json::Value& value : list) {
    if (&value != &list.front()) text += separator;
    const auto* inner = std::get_if<json::Array>(&value.data);
    const auto* hex = std::get_if<std::string>(&value.data);
    text += inner != nullptr ? answer_items(*inner, " ")
            : hex != nullptr ? *hex
                             : json::serialize(value);
  }
  return text;
}

}  // namespace

std::vector<AccumulatedSet> accumulated_sets() {
  std::vector<AccumulatedSet> sets;
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.name.starts_with("accumulated-")) continue;
    std::string text;
    for (const std::string_view line : file.lines) {
      text.append(line).append("\n");
    }
    sets.push_back(parse_accumulated(text));
  }
  std::stable_sort(sets.begin(), sets.end(),
                   [](const auto& a, const auto& b) { return a.level < b.level; });
  return sets;
}

AccumulatedSet parse_accumulated(std::string_view text) {
  const auto parsed = json::parse(text);
  const auto* value = std::get_if<json::Value>(&parsed);
  const auto* object = value == nullptr ? nullptr : std::get_if<json::Object>(&value->data);
  if (object == nullptr) bad_set("no JSON object");
  AccumulatedSet set;
  set.name = set_member<std::string>(*object, "set");
  const auto level =
      std::find(level_names.begin(), level_names.end(), set_member<std::string>(*object, "level"));
  if (level == level_names.end()) bad_set("no such level");
  set.level = static_cast<Level>(level - level_names.begin());
  set.op = set_member<std::string>(*object, "op");
  set.clauses = set_strings(*object, "fr");
  set.flags = set_strings(*object, "flags");
  set.comment = set_member<std::string>(*object, "comment");
  set.seed = set_number(*object, "seed");
  set.least = set_number(*object, "least");
  set.most = set_number(*object, "most");
  for (const std::string& part : set_strings(*object, "parts_hex")) {
    set.parts.push_back(from_hex(part).value_or(""));
  }
  set.artifacts = set_strings(*object, "artifacts");
  set.checkpoints = set_strings(*object, "checkpoints");
  const bool drawn_from = set.op == "decode" ? !set.artifacts.empty() : !set.parts.empty();
  if (set.most < set.least || !drawn_from) bad_set(set.name + ": nothing to draw from");
  return set;
}

std::string accumulated_file(const AccumulatedSet& set) {
  std::vector<std::string> parts;
  for (const std::string& part : set.parts) {
    parts.push_back(to_hex(part));
  }
  const json::Object members{
      {"schema", json::integer(1)},
      {"set", json::string(set.name)},
      {"level", json::string(level_names.at(static_cast<std::size_t>(set.level)))},
      {"op", json::string(set.op)},
      {"fr", set_array(set.clauses)},
      {"flags", set_array(set.flags)},
      {"comment", json::string(set.comment)},
      {"seed", json::integer(set.seed)},
      {"least", json::integer(set.least)},
      {"most", json::integer(set.most)},
      {"parts_hex", set_array(parts)},
      {"artifacts", set_array(set.artifacts)},
      {"checkpoints", set_array(set.checkpoints)}};
  std::string text = "{\n";
  for (const auto& [key, value] : members) {
    text += fmt::format("{}: {}{}\n", json::quoted(key), json::serialize(value),
                        key == "checkpoints" ? "" : ",");
  }
  return text + "}\n";
}

Vector case_of(const AccumulatedSet& set, const Suite& suite, std::uint64_t number) {
  SplitMix64 draw((set.seed << 32U) + number);
  Vector vector;
  vector.id = set.name;
  vector.level = set.level;
  vector.tier = Tier::accumulated;
  vector.group = set.name;
  vector.op = set.op;
  vector.clauses = set.clauses;
  vector.flags = set.flags;
  vector.comment = fmt::format("case {} of {}", number, set.name);
  if (set.op == "encode" || set.op == "decode") {
    const std::string& name = set.artifacts[draw.next() % set.artifacts.size()];
    vector.artifact = json::string(name);
    if (set.op == "decode") {
      const std::uint64_t size = 257 + suite.artifacts.at(name).merges.size();
      vector.input = {{"ids", {drawn_ids(set, size, draw)}}};
      return vector;
    }
  }
  const char* key = set.op == "train" ? "corpus_hex" : "text_hex";
  vector.input = {{key, json::string(to_hex(drawn_text(set, draw)))}};
  if (set.op == "train") {
    vector.input.push_back({"vocab_size", json::integer(256 + draw.next() % 24)});
  }
  return vector;
}

std::string answer_line(const json::Object& result) {
  if (const std::string* error = text_member(result, "error")) {
    return "! " + *error;
  }
  if (const std::string* text = text_member(result, "text_hex")) {
    return *text;
  }
  for (const char* key : {"ids", "chunks_hex", "merges"}) {
    const json::Value* value = json::find(result, key);
    const auto* list = value == nullptr ? nullptr : std::get_if<json::Array>(&value->data);
    if (list != nullptr) return answer_items(*list, std::string_view(key) == "merges" ? "," : " ");
  }
  return "?";
}

std::vector<std::string> checkpoints_of(const std::vector<std::string>& lines) {
  std::vector<std::string> digests;
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text.append(lines[i]).append("\n");
    const std::size_t cases = i + 1;
    if ((cases & (cases - 1)) == 0) digests.push_back(corpus::sha256_hex(text));
  }
  return digests;
}

}  // namespace bpetite::conform::suite
