#include "conform/plain/model_file.hpp"

#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "conform/plain/string_list.hpp"
#include "conform/suite/digest.hpp"
#include "core/json.hpp"
#include "core/profile.hpp"

namespace bpetite::conform::plain {
namespace {

// What is known of the vocabulary, without any of it.
std::string provenance_of(const Table& table, std::string_view vocabulary) {
  std::vector<std::string> patterns;
  for (const Split& split : table.profile.splits) patterns.push_back(split.pattern.text);
  const unicode::Version version =
      table.profile.splits.empty() ? unicode::pinned : table.profile.splits.front().pattern.version;
  return fmt::format(
      R"({{"vocabulary_sha256":"{}","vocabulary_bytes":{},"profile":{},"patterns":{},)"
      R"("unicode":"{}","normalizer":{},"merging":"{}","whole_chunks":{},)"
      R"("computed_by":["bpetite reference","bpetite engine"],"witness":null}})",
      suite::sha256_hex(vocabulary), vocabulary.size(), json::quoted(table.profile.name),
      list_of(patterns), unicode::name(version), json::quoted(name(table.profile.normalizer)),
      name(table.profile.merging), table.profile.whole_chunks);
}

std::string line_of(const judge::ModelVector& vector) {
  const std::string special =
      vector.special.empty() ? "" : fmt::format(R"("special":"{}",)", vector.special);
  return fmt::format(R"({{"id":{},"text":{},"ids":[{}],{}"tests":{},"clause":{},"tells":{}}})",
                     json::quoted(vector.id), json::quoted(vector.text), fmt::join(vector.ids, ","),
                     special, json::quoted(vector.tests), json::quoted(vector.clause),
                     list_of(vector.tells));
}

}  // namespace

std::string model_file(const judge::ModelVectors& vectors, const Table& table,
                       std::string_view vocabulary) {
  std::string text = fmt::format(
      "{{\"schema\":1,\"model\":{},\"license\":\"CC0-1.0\",\n\"provenance\":{},\n\"vectors\":[\n",
      json::quoted(vectors.name), provenance_of(table, vocabulary));
  for (const judge::ModelVector& vector : vectors.vectors) {
    text += line_of(vector);
    text += &vector == &vectors.vectors.back() ? "\n" : ",\n";
  }
  text += "],\n\"not_shown\":[\n";
  for (const faults::Fault& hypothesis : vectors.not_shown) {
    fmt::format_to(std::back_inserter(text), R"({{"name":{},"tests":{},"clause":{}}}{})",
                   json::quoted(hypothesis.name), json::quoted(hypothesis.tests),
                   json::quoted(hypothesis.clause),
                   &hypothesis == &vectors.not_shown.back() ? "\n" : ",\n");
  }
  return text + "]}\n";
}

}  // namespace bpetite::conform::plain
