// Builds from JSON texts the small suite of vectors (test cases) that fuzz targets of the
// conformance kit share, so that the kit's own parser reads it. Also makes seeds for these targets:
// groups of one vector each from a file of conformance/vectors, and from the small suite its
// requests and the right answers to them.
#include "kit.hpp"

#include <fmt/format.h>

#include <set>

#include "conform/program/exchange.hpp"
#include "conform/program/serve.hpp"
#include "support/examples/fields.hpp"

namespace bpetite::fuzz {
namespace {

std::string group_of(std::string_view op, std::string_view vectors, std::string_view name) {
  return fmt::format(
      R"({{"schema":1,"group":"{}","level":"L1","op":"{}","source":"s","notes":{{}},)"
      R"("vectors":[{}]}})",
      name, op, vectors);
}

std::string vector_of(std::string_view id, std::string_view members) {
  return fmt::format(R"({{"id":"{}","rev":1,"tier":"required","fr":["FR-4"],"flags":[],)"
                     R"("comment":"c",{},"kills":[]}})",
                     id, members);
}

// Adds the names of all members. Two vectors with the same names have the same form.
void add_names(const json::Value& value, std::string& names) {
  if (const auto* object = std::get_if<json::Object>(&value.data)) {
    for (const json::Member& member : *object) {
      names += member.key + "(";
      add_names(member.value, names);
      names += ")";
    }
  } else if (const auto* array = std::get_if<json::Array>(&value.data); array && !array->empty()) {
    add_names(array->front(), names);
  }
}

json::Value& member_of(json::Value& object, std::string_view name) {
  for (json::Member& member : std::get<json::Object>(object.data)) {
    if (member.key == name) return member.value;
  }
  return object;
}

// Names the artifact "tiny" in a vector of conformance/vectors: the index here has no other.
void rename_artifact(json::Value& vector) {
  json::Value& artifact = member_of(vector, "artifact");
  if (&artifact == &vector) return;
  json::Value& name =
      std::holds_alternative<json::Object>(artifact.data) ? member_of(artifact, "base") : artifact;
  if (&name != &artifact || std::holds_alternative<std::string>(artifact.data)) {
    name = json::string("tiny");
  }
}

std::vector<const conform::suite::Vector*> all_of(const conform::suite::Suite& suite) {
  std::vector<const conform::suite::Vector*> vectors;
  for (const conform::suite::Vector& vector : suite.vectors) {
    vectors.push_back(&vector);
  }
  return vectors;
}

}  // namespace

const std::string_view kit_index =
    R"({"schema":1,"suite":"1.0.0","clauses":{"FR-4":"title"},"artifacts":{"tiny":)"
    R"({"comment":"c","sha256":"0","merges":[[97,98],[256,97]]}}})";

conform::suite::Suite kit_suite() {
  conform::suite::Files files;
  const auto add = [&](const std::string& op, const std::string& name, std::string_view members) {
    files.emplace(name, group_of(op, vector_of(name, members), name));
  };
  static constexpr std::string_view refused = R"("expect":{"result":"invalid","error":"OSError"})";
  add("pretokenize", "a-chunks",
      R"("input":{"text_hex":"612062"},"expect":{"result":"valid","chunks_hex":["61","2062"]})");
  add("encode", "b-encode",
      R"("input":{"text_hex":"616261"},"artifact":"tiny","expect":{"result":"valid","ids":[257]})");
  add("decode", "c-decode",
      R"("input":{"ids":[257]},"artifact":"tiny","expect":{"result":"valid","text_hex":"616261"})");
  add("decode", "d-sequence",
      R"("input":{"sequence":[[97],[999]]},"artifact":"tiny","expect":{"result":"valid",)"
      R"("texts_hex":["61",{"error":"KeyError"}]})");
  add("load", "e-load",
      R"("input":{"probe_hex":"61"},"artifact":{"merges":[[97,98]]},"expect":{"result":"valid",)"
      R"("probe":{"text_hex":"61","ids":[97]}})");
  add("train", "f-train",
      R"("input":{"corpus_hex":"61616161","vocab_size":258},"expect":{"result":"valid",)"
      R"("merges":[[97,97],[256,256]]})");
  add("train", "g-counts",
      fmt::format(R"("input":{{"counts":[["6162",3]],"vocab_size":257}},{})", refused));
  for (const char* setup : {"none", "symlink"}) {
    add("save", fmt::format("h-save-{}", setup),
        fmt::format(R"("input":{{"setup":"{}","overwrite":false}},"artifact":"tiny",{})", setup,
                    refused));
  }
  return conform::suite::parse_suite(files, kit_index);
}

std::vector<std::string> kit_groups(std::string_view group_file) {
  static std::set<std::string> seen;
  const auto parsed = json::parse(group_file);
  const json::Object& group = test::as_object(std::get<json::Value>(parsed));
  const std::string& op = test::as_string(*json::find(group, "op"));
  std::vector<std::string> groups;
  for (json::Value vector : test::as_array(*json::find(group, "vectors"))) {
    std::string names = op;
    add_names(vector, names);
    if (!seen.insert(names).second) continue;
    rename_artifact(vector);
    groups.push_back(group_of(op, json::serialize(vector), "fuzz"));
  }
  return groups;
}

std::string kit_requests() {
  const conform::suite::Suite suite = kit_suite();
  const conform::program::Bundle bundle;
  std::string text;
  for (const std::string& line : conform::program::request_lines(suite, all_of(suite), bundle)) {
    text += line + "\n";
  }
  return text;
}

std::string kit_answers() {
  const conform::suite::Suite suite = kit_suite();
  const conform::program::Bundle bundle;
  conform::program::Server server(conform::program::reference_implementation());
  std::string text;
  for (const std::string& line : conform::program::request_lines(suite, all_of(suite), bundle)) {
    text += server.answer(line) + "\n";
  }
  return text;
}

}  // namespace bpetite::fuzz
