// Makes shell lines that reproduce a failure, for a vector of the suite (repro_of) or for a case
// that is not in the suite (repro_of_case). A line contains the requests if they need no file and
// are short enough. If not, the line makes them with `conform requests`, from the id of the vector
// or from the case. Also parses such a case, and adds the reference's answer (parse_case).
#include "conform/judge/repro.hpp"

#include <fmt/format.h>

#include <utility>

#include <bpetite/errors.hpp>

#include "conform/judge/expected.hpp"
#include "conform/program/exchange.hpp"
#include "conform/suite/placed_json.hpp"
#include "conform/suite/text_edits.hpp"
#include "conform/suite/vector_rules.hpp"

namespace bpetite::conform::judge {
namespace {

constexpr std::size_t longest_repro = 4000;

// The requests for the shell, with the current directory as the bundle. Empty if they need files
// or are too long.
std::string printed_requests(const suite::Suite& suite, const suite::Vector& vector) {
  const program::Bundle bundle;
  std::string text = "printf '%s\\n'";
  for (const std::string& line : program::request_lines(suite, {&vector}, bundle)) {
    text += " " + suite::shell_quoted(line);
  }
  if (text.find("\"path\"") != std::string::npos ||
      text.find("\"corpus_path\"") != std::string::npos || text.size() > longest_repro) {
    return {};
  }
  const std::string directory = bundle.directory().string();
  return text.replace(text.find(directory), directory.size(), ".");
}

}  // namespace

std::string repro_of(const suite::Suite& suite, const suite::Vector& vector,
                     const std::string& command) {
  const std::string line = printed_requests(suite, vector);
  return line.empty() ? fmt::format("bpetite conform requests --only {} DIR | {}", vector.id,
                                    suite::text_of(command))
                      : fmt::format("{} | {}", line, suite::text_of(command));
}

std::string repro_of_case(const suite::Suite& suite, const suite::Vector& vector,
                          const std::string& command) {
  if (const std::string line = printed_requests(suite, vector); !line.empty()) {
    return fmt::format("{} | {}", line, suite::text_of(command));
  }
  json::Object text{{"op", json::string(vector.op)}, {"input", {vector.input}}};
  if (!std::holds_alternative<std::nullptr_t>(vector.artifact.data)) {
    text.push_back({"artifact", vector.artifact});
  }
  const std::string line =
      fmt::format("bpetite conform requests --case {} \"$(mktemp -d)\" | {}",
                  suite::shell_quoted(json::serialize({std::move(text)})), suite::text_of(command));
  return line.size() > longest_repro ? std::string() : line;
}

suite::Vector parse_case(const suite::Suite& suite, std::string_view text) {
  const auto parsed = json::parse(text);
  if (const auto* fault = std::get_if<json::Fault>(&parsed)) {
    throw suite::SuiteError(
        fmt::format("case: byte {}: {}, required a JSON object", fault->offset, fault->reason));
  }
  const suite::PlacedJson value("case", "", std::get<json::Value>(parsed));
  value.allow({"op", "input", "artifact"});
  suite::Vector vector;
  vector.id = "case";
  vector.op = suite::op_names.at(value.get("op").choice(suite::op_names));
  suite::check_question(suite, vector.op, value);
  vector.input = value.get("input").object();
  if (const auto artifact = value.find("artifact")) vector.artifact = artifact->value();
  vector.expect = reference_answer(vector, suite, unicode::pinned);
  return vector;
}

}  // namespace bpetite::conform::judge
