// The conductor again, with nobody at the other end, or with somebody who has answered before.
#include "conform/drive/requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/answer/expected.hpp"
#include "conform/diagnose/findings.hpp"
#include "conform/judge/judge.hpp"
#include "conform/mutants/edits.hpp"

namespace bpetite::conform {
namespace {

constexpr std::size_t longest_repro = 4000;

// A program that could do everything.
Hello anybody() {
  Hello hello;
  hello.name = "anybody";
  hello.ops = {"load", "encode", "decode", "train", "save", "pretokenize"};
  return hello;
}

json::Object hello_fields(const Suite& suite, const Bundle& bundle) {
  return {{"protocol", json::integer(protocol_version)},
          {"suite", json::string(suite.version)},
          {"bundle", json::string(bundle.directory().string())}};
}

std::string shell_quoted(std::string_view text) {
  return fmt::format("'{}'", replaced_all(text, "'", "'\\''"));
}

// Something of the form that the conductor wants, so that it goes on to the next request.
Answer plausible(std::string_view op) {
  if (op == "encode") return Ok{{{"ids", {json::Array{}}}}};
  if (op == "decode") return Ok{{{"text_hex", json::string("")}}};
  return Ok{};
}

// Answers by the text of their request, in the order in which the same request was made.
using Answers = std::map<std::string, std::deque<Reply>, std::less<>>;

std::string key_of(std::string_view op, const json::Object& fields) {
  return to_line({0, std::string(op), fields});
}

// The requests for the shell, with the current directory as the bundle; empty where they need files
// or would be too long.
std::string printed_requests(const Suite& suite, const Vector& vector) {
  const Bundle bundle;
  std::string text = "printf '%s\\n'";
  for (const std::string& line : request_lines(suite, {&vector}, bundle)) {
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

std::vector<std::string> request_lines(const Suite& suite,
                                       const std::vector<const Vector*>& vectors,
                                       const Bundle& bundle) {
  std::vector<std::string> lines;
  const Ask record = [&](std::string_view op, json::Object fields, Duration) -> Reply {
    lines.push_back(to_line({lines.size() + 1, std::string(op), std::move(fields)}));
    return plausible(op);
  };
  record("hello", hello_fields(suite, bundle), Duration(0));
  const Hello hello = anybody();
  Conductor conductor(suite, hello, bundle, record);
  for (const Vector* vector : vectors) {
    conductor.conduct(*vector);
  }
  record("bye", {}, Duration(0));
  return lines;
}

std::string repro_of(const Suite& suite, const Vector& vector, const std::string& command) {
  const std::string line = printed_requests(suite, vector);
  return line.empty()
             ? fmt::format("bpetite conform requests --only {} DIR | {}", vector.id, command)
             : fmt::format("{} | {}", line, command);
}

std::string repro_of_case(const Suite& suite, const Vector& vector, const std::string& command) {
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

Vector parse_case(const Suite& suite, std::string_view text) {
  static constexpr std::array<std::string_view, 6> ops = {"pretokenize", "encode", "decode",
                                                          "load",        "train",  "save"};
  const auto parsed = json::parse(text);
  const auto* value = std::get_if<json::Value>(&parsed);
  const auto* object = value == nullptr ? nullptr : std::get_if<json::Object>(&value->data);
  const std::string* op = object == nullptr ? nullptr : text_member(*object, "op");
  const json::Value* input = object == nullptr ? nullptr : json::find(*object, "input");
  const bool whole = op != nullptr && std::find(ops.begin(), ops.end(), *op) != ops.end() &&
                     input != nullptr && std::holds_alternative<json::Object>(input->data);
  if (!whole) {
    throw ValueError("case: a JSON object with \"op\" and \"input\" is required");
  }
  Vector vector;
  vector.id = "case";
  vector.op = *op;
  vector.input = std::get<json::Object>(input->data);
  if (const json::Value* artifact = json::find(*object, "artifact")) {
    vector.artifact = *artifact;
  }
  try {
    vector.expect = reference_answer(vector, suite, unicode::pinned);
  } catch (const std::exception&) {
    throw ValueError("case: its input or artifact lacks something");
  }
  return vector;
}

Report judge_answers(const Suite& suite, const RunOptions& options, std::string_view answers,
                     const Bundle& bundle) {
  // The lines of answers by id; what is no answer is a PROTOCOL fault of whoever asks for it.
  std::map<std::uint64_t, Answer> by_id;
  std::size_t stray = 0;
  for (std::size_t at = 0; at < answers.size();) {
    const std::size_t end = std::min(answers.find('\n', at), answers.size());
    auto parsed = parse_answer(answers.substr(at, end - at));
    if (auto* answered = std::get_if<Answered>(&parsed)) {
      by_id.emplace(answered->id, std::move(answered->answer));
    } else {
      ++stray;
    }
    at = end + 1;
  }

  // The same requests again, to know which answer belongs to which.
  const std::vector<std::size_t> places = selected(suite, options);
  std::vector<const Vector*> vectors;
  for (const std::size_t place : places) {
    vectors.push_back(&suite.vectors[place]);
  }
  const Bundle scratch;
  Answers given;
  for (const std::string& line : request_lines(suite, vectors, scratch)) {
    auto request = std::get<Request>(parse_request(line));
    const auto found = by_id.find(request.id);
    given[key_of(request.op, request.fields)].push_back(
        found != by_id.end()
            ? Reply(std::move(found->second))
            : Reply(Broken{Status::protocol, fmt::format("no answer with the id {}", request.id),
                           request.op}));
  }
  const Ask ask = [&](std::string_view op, const json::Object& fields, Duration) -> Reply {
    auto& queue = given[key_of(op, fields)];
    if (queue.empty()) {
      return Broken{Status::protocol, "no answer", std::string(op)};
    }
    Reply reply = std::move(queue.front());
    queue.pop_front();
    return reply;
  };

  Hello hello;
  std::string fault = "no answer to hello";
  const Reply greeting = ask("hello", hello_fields(suite, scratch), Duration(0));
  if (const auto* answer = std::get_if<Answer>(&greeting);
      answer != nullptr && std::holds_alternative<Ok>(*answer)) {
    auto parsed = parse_hello(std::get<Ok>(*answer));
    const auto* malformed = std::get_if<Malformed>(&parsed);
    fault = malformed == nullptr ? "" : malformed->reason;
    if (malformed == nullptr) hello = std::get<Hello>(std::move(parsed));
  }

  std::vector<Outcome> outcomes(suite.vectors.size());
  Conductor conductor(suite, hello, bundle, ask);
  conductor.already_saved();
  for (const std::size_t place : places) {
    const Vector& vector = suite.vectors[place];
    Outcome& outcome = outcomes[place];
    outcome.sent = fault.empty();
    if (!outcome.sent) continue;
    if (const std::string why = why_not_sent(vector, hello, options.levels); !why.empty()) {
      outcome.judgement = {Status::not_claimed, "", "", why, {}};
      continue;
    }
    const Conduct conduct = conductor.conduct(vector);
    if (const auto* observed = std::get_if<Observed>(&conduct)) {
      outcome.result = observed->result;
    }
    outcome.judgement = judge(vector, conduct, hello);
  }
  Report report = report_of(suite, options, places, outcomes, hello);
  report.passes = 1;
  report.partial = fault;
  if (stray > 0) {
    report.remarks.push_back(fmt::format("{} lines that are no answers", stray));
  }
  conclude(report);
  return report;
}

}  // namespace bpetite::conform
