// Judges recorded answers: makes the requests again, and takes each answer from the file.
#include "conform/judge/recorded_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "conform/drive/claims.hpp"
#include "conform/drive/requests.hpp"
#include "conform/drive/vector_exchange.hpp"

namespace bpetite::conform::judge {
namespace {

// The lines of a file by the id that they answer, and the number of other lines.
struct AnswerLines {
  std::map<std::uint64_t, suite::Answer> by_id;
  std::size_t others = 0;
};

AnswerLines parse_lines(std::string_view answers) {
  AnswerLines lines;
  for (std::size_t at = 0; at < answers.size();) {
    const std::size_t end = std::min(answers.find('\n', at), answers.size());
    auto parsed = suite::parse_answer(answers.substr(at, end - at));
    if (auto* answered = std::get_if<suite::Answered>(&parsed)) {
      lines.by_id.emplace(answered->id, std::move(answered->answer));
    } else {
      ++lines.others;
    }
    at = end + 1;
  }
  return lines;
}

// Finds the recorded answer to a request by the text of the request. If a request occurs several
// times, its answers are used in order. A request without an answer is a PROTOCOL fault.
class Answers {
 public:
  Answers(const std::vector<std::string>& requests, std::map<std::uint64_t, suite::Answer> by_id) {
    for (const std::string& line : requests) {
      auto request = std::get<suite::Request>(suite::parse_request(line));
      const auto found = by_id.find(request.id);
      given_[key_of(request.op, request.fields)].push_back(
          found != by_id.end()
              ? drive::Reply(std::move(found->second))
              : drive::Reply(drive::Broken{drive::Status::protocol,
                                           fmt::format("no answer with the id {}", request.id),
                                           request.op}));
    }
  }

  drive::Reply to(std::string_view op, const json::Object& fields) {
    auto& queue = given_[key_of(op, fields)];
    if (queue.empty()) {
      return drive::Broken{drive::Status::protocol, "no answer", std::string(op)};
    }
    drive::Reply reply = std::move(queue.front());
    queue.pop_front();
    return reply;
  }

 private:
  static std::string key_of(std::string_view op, const json::Object& fields) {
    return suite::to_line({0, std::string(op), fields});
  }

  std::map<std::string, std::deque<drive::Reply>, std::less<>> given_;
};

// The parsed answer to hello, or the text of what is wrong with it.
std::variant<drive::Hello, std::string> greeting(const drive::Reply& reply) {
  const auto* answer = std::get_if<suite::Answer>(&reply);
  if (answer == nullptr || !std::holds_alternative<suite::Ok>(*answer)) return "no answer to hello";
  auto parsed = drive::parse_hello(std::get<suite::Ok>(*answer));
  if (const auto* malformed = std::get_if<suite::Malformed>(&parsed)) return malformed->reason;
  return std::get<drive::Hello>(std::move(parsed));
}

}  // namespace

Outcomes judge_answers(const suite::Suite& suite, const RunOptions& options,
                       std::string_view answers, const drive::Bundle& bundle) {
  Outcomes outcomes{selected(suite, options), std::vector<Outcome>(suite.vectors.size())};
  outcomes.passes = 1;
  std::vector<const suite::Vector*> vectors;
  for (const std::size_t place : outcomes.places) {
    vectors.push_back(&suite.vectors[place]);
  }
  const drive::Bundle scratch;
  AnswerLines lines = parse_lines(answers);
  if (lines.others > 0) {
    outcomes.remarks.push_back(fmt::format("{} lines that are not answers", lines.others));
  }
  Answers given(drive::request_lines(suite, vectors, scratch), std::move(lines.by_id));

  auto hello = greeting(given.to("hello", drive::hello_fields(suite.version, scratch)));
  if (const auto* fault = std::get_if<std::string>(&hello)) {
    outcomes.partial = *fault;
    return outcomes;
  }
  outcomes.hello = std::get<drive::Hello>(std::move(hello));

  drive::VectorExchange exchange(suite, outcomes.hello, bundle,
                                 [&](std::string_view op, const json::Object& fields,
                                     drive::Duration) { return given.to(op, fields); });
  exchange.already_saved();
  for (const std::size_t place : outcomes.places) {
    const suite::Vector& vector = suite.vectors[place];
    Outcome& outcome = outcomes.by_place[place];
    outcome.sent = true;
    if (const std::string why = drive::why_not_sent(vector, outcomes.hello, options.levels);
        !why.empty()) {
      outcome.judgement = {drive::Status::not_claimed, "", "", why, {}};
      continue;
    }
    const drive::Observation observation = exchange.observe(vector);
    if (const auto* observed = std::get_if<drive::Observed>(&observation)) {
      outcome.result = observed->result;
    }
    outcome.judgement = judge(vector, observation, outcomes.hello);
  }
  return outcomes;
}

}  // namespace bpetite::conform::judge
