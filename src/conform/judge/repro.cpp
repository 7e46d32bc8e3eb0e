// Requests are printed where they fit into a line; else the line asks for them by id or by case.
#include "conform/judge/repro.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/answer/expected.hpp"
#include "conform/drive/requests.hpp"
#include "conform/suite/text_edits.hpp"

namespace bpetite::conform::judge {
namespace {

constexpr std::size_t longest_repro = 4000;

std::string shell_quoted(std::string_view text) {
  return fmt::format("'{}'", suite::replaced_all(text, "'", "'\\''"));
}

// The requests for the shell, with the current directory as the bundle; empty where they need files
// or would be too long.
std::string printed_requests(const suite::Suite& suite, const suite::Vector& vector) {
  const drive::Bundle bundle;
  std::string text = "printf '%s\\n'";
  for (const std::string& line : drive::request_lines(suite, {&vector}, bundle)) {
    text += " " + shell_quoted(line);
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
  return line.empty()
             ? fmt::format("bpetite conform requests --only {} DIR | {}", vector.id, command)
             : fmt::format("{} | {}", line, command);
}

std::string repro_of_case(const suite::Suite& suite, const suite::Vector& vector,
                          const std::string& command) {
  if (const std::string line = printed_requests(suite, vector); !line.empty()) {
    return fmt::format("{} | {}", line, command);
  }
  json::Object text{{"op", json::string(vector.op)}, {"input", {vector.input}}};
  if (!std::holds_alternative<std::nullptr_t>(vector.artifact.data)) {
    text.push_back({"artifact", vector.artifact});
  }
  const std::string line = fmt::format("bpetite conform requests --case {} \"$(mktemp -d)\" | {}",
                                       shell_quoted(json::serialize({std::move(text)})), command);
  return line.size() > longest_repro ? std::string() : line;
}

suite::Vector parse_case(const suite::Suite& suite, std::string_view text) {
  static constexpr std::array<std::string_view, 6> ops = {"pretokenize", "encode", "decode",
                                                          "load",        "train",  "save"};
  const auto parsed = json::parse(text);
  const auto* value = std::get_if<json::Value>(&parsed);
  const auto* object = value == nullptr ? nullptr : std::get_if<json::Object>(&value->data);
  const std::string* op = object == nullptr ? nullptr : suite::text_member(*object, "op");
  const json::Value* input = object == nullptr ? nullptr : json::find(*object, "input");
  const bool whole = op != nullptr && std::find(ops.begin(), ops.end(), *op) != ops.end() &&
                     input != nullptr && std::holds_alternative<json::Object>(input->data);
  if (!whole) {
    throw ValueError("case: a JSON object with \"op\" and \"input\" is required");
  }
  suite::Vector vector;
  vector.id = "case";
  vector.op = *op;
  vector.input = std::get<json::Object>(input->data);
  if (const json::Value* artifact = json::find(*object, "artifact")) {
    vector.artifact = *artifact;
  }
  try {
    vector.expect = answer::reference_answer(vector, suite, unicode::pinned);
  } catch (const std::exception&) {
    throw ValueError("case: its input or artifact lacks something");
  }
  return vector;
}

}  // namespace bpetite::conform::judge
