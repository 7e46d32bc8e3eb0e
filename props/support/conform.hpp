// Helpers for the tests of the conformance runner: `make_vector` makes a vector (a test case of the
// suite) from JSON texts, and `object_of` reads one such text. `small_suite` has hand-made vectors,
// few enough to run them some hundred times, and `suite` is the whole suite. `misbehaving` gives
// the command of a program that misbehaves, and `result_of` the result of a vector in a report.
// `result_with` and `report_of_results` make a result and a report without a program.
//
//   make_vector("encode", Level::L1, "encode", R"({"text_hex":"6161"})",
//               R"({"result":"valid","ids":[256]})", "tiny")
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conform/report/report.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::test {

// One vector. `input` and `expect` are JSON texts, `artifact` is a name or empty.
conform::suite::Vector make_vector(std::string id, conform::suite::Level level, std::string op,
                                   std::string_view input, std::string_view expect,
                                   std::string_view artifact = "");

// The members of a JSON text that is an object.
json::Object object_of(std::string_view text);

// Vectors of the levels L0 to L4, and the artifact "tiny" with the one merge (97,97). Two vectors
// have the text "!", on which the program of misbehaving() goes wrong.
conform::suite::Suite small_suite();

// The whole suite, which the program `bpetite` contains. It is read once.
const conform::suite::Suite& suite();

// The command of a program that answers wrongly in the given way (props/conform/misbehave.cpp).
std::string misbehaving(std::string_view mode);

// The result of a vector in a report.
const conform::explain::Result& result_of(const conform::report::Report& report,
                                          std::string_view id);

// A result that no program has given.
conform::explain::Result result_with(std::string id, conform::program::Status status,
                                     conform::suite::Level level = conform::suite::Level::L0,
                                     conform::suite::Tier tier = conform::suite::Tier::required);

// A report of such results, with its verdicts, of a program that claims these levels.
conform::report::Report report_of_results(std::vector<conform::explain::Result> results,
                                          std::set<conform::suite::Level> claims = {
                                              conform::suite::Level::L0,
                                              conform::suite::Level::L1});

}  // namespace bpetite::test
