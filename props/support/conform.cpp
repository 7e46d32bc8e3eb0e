// Makes vectors from JSON texts, builds the small suite of hand-made vectors, reads the whole suite
// once, gives the command of the program that misbehaves, finds the result of a vector in a report,
// and makes results and reports without a program.
#include "support/conform.hpp"

#include <stdexcept>
#include <utility>

#include "artifact/artifact.hpp"
#include "corpus/sha256.hpp"
#include "support/v1.hpp"

namespace bpetite::test {

using conform::suite::Level;

json::Object object_of(std::string_view text) {
  auto parsed = json::parse(text);
  return std::get<json::Object>(std::get<json::Value>(parsed).data);
}

conform::suite::Vector make_vector(std::string id, Level level, std::string op,
                                   std::string_view input, std::string_view expect,
                                   std::string_view artifact) {
  conform::suite::Vector vector;
  vector.id = std::move(id);
  vector.level = level;
  vector.op = std::move(op);
  vector.clauses = {"FR-4"};
  vector.input = object_of(input);
  vector.expect = object_of(expect);
  if (!artifact.empty()) vector.artifact = json::string(artifact);
  return vector;
}

const conform::suite::Suite& suite() {
  static const conform::suite::Suite embedded = conform::suite::embedded_suite();
  return embedded;
}

conform::suite::Suite small_suite() {
  conform::suite::Suite suite;
  suite.version = "1.0.0";
  suite.digest = "0";
  conform::suite::Crafted tiny;
  tiny.merges = {{97, 97}};
  suite.artifacts.emplace("tiny", tiny);
  const std::string file = artifact::serialize(v1_table(tiny.merges));
  const auto add = [&](conform::suite::Vector vector) {
    suite.vectors.push_back(std::move(vector));
  };
  add(make_vector("chunks", Level::L0, "pretokenize", R"({"text_hex":"612062"})",
                  R"({"result":"valid","chunks_hex":["61","2062"]})"));
  add(make_vector("trigger-chunks", Level::L0, "pretokenize", R"({"text_hex":"21"})",
                  R"({"result":"valid","chunks_hex":["21"]})"));
  add(make_vector("chunks-ill-formed", Level::L0, "pretokenize", R"({"text_hex":"ff"})",
                  R"({"result":"invalid","error":"UnicodeDecodeError"})"));
  add(make_vector("encode", Level::L1, "encode", R"({"text_hex":"616161"})",
                  R"({"result":"valid","ids":[256,97]})", "tiny"));
  add(make_vector("trigger-encode", Level::L1, "encode", R"({"text_hex":"21"})",
                  R"({"result":"valid","ids":[33]})", "tiny"));
  add(make_vector("decode", Level::L1, "decode", R"({"ids":[256,97]})",
                  R"({"result":"valid","text_hex":"616161"})", "tiny"));
  add(make_vector("decode-unknown", Level::L1, "decode", R"({"ids":[70000]})",
                  R"({"result":"invalid","error":"KeyError"})", "tiny"));
  add(make_vector("load", Level::L2, "load", "{}",
                  R"({"result":"valid","probe":{"text_hex":"6161","ids":[256]}})", "tiny"));
  add(make_vector("train", Level::L3, "train", R"({"corpus_hex":"6161","vocab_size":257})",
                  R"({"result":"valid","merges":[[97,97]]})"));
  add(make_vector("save", Level::L4, "save", R"({"setup":"none","overwrite":false})",
                  R"({"result":"valid","sha256":")" + corpus::sha256_hex(file) + R"(","bytes":)" +
                      std::to_string(file.size()) + "}",
                  "tiny"));
  add(make_vector("save-exists", Level::L4, "save", R"({"setup":"exists","overwrite":false})",
                  R"({"result":"invalid","error":"FileExistsError"})", "tiny"));
  return suite;
}

std::string misbehaving(std::string_view mode) {
  return std::string(BPETITE_MISBEHAVE) + " " + std::string(mode);
}

const conform::explain::Result& result_of(const conform::report::Report& report,
                                          std::string_view id) {
  for (const conform::explain::Result& result : report.results) {
    if (result.id == id) return result;
  }
  throw std::logic_error("no such vector");
}

conform::explain::Result result_with(std::string id, conform::program::Status status, Level level,
                                     conform::suite::Tier tier) {
  conform::explain::Result result;
  result.id = std::move(id);
  result.status = status;
  result.level = level;
  result.tier = tier;
  return result;
}

conform::report::Report report_of_results(std::vector<conform::explain::Result> results,
                                          std::set<Level> claims) {
  conform::report::Report report;
  report.claims = std::move(claims);
  report.results = std::move(results);
  conclude(report);
  return report;
}

}  // namespace bpetite::test
