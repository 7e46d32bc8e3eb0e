// Makes a Program from the recorded answers of a program that is not running (read_recorded).
// Parses the answers, and finds the answer to each request. Counts the lines that are not answers,
// and says why hello has no answer.
#include "conform/program/recorded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <utility>

namespace bpetite::conform::program {
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

// The recorded replies by the text of the request. If a request occurs several times, its replies
// are used in order.
class Replies {
 public:
  Replies(const std::vector<std::string>& requests, std::map<std::uint64_t, suite::Answer> by_id) {
    for (const std::string& line : requests) {
      auto request = std::get<suite::Request>(suite::parse_request(line));
      const auto found = by_id.find(request.id);
      given_[key_of(request.op, request.fields)].push_back(
          found != by_id.end()
              ? Reply(std::move(found->second))
              : Reply(Broken{Status::protocol, fmt::format("no answer with the id {}", request.id),
                             request.op}));
    }
  }

  Reply to(const std::string& op, const json::Object& fields) {
    auto& queue = given_[key_of(op, fields)];
    if (queue.empty()) return Broken{Status::protocol, "no answer", op};
    Reply reply = std::move(queue.front());
    queue.pop_front();
    return reply;
  }

 private:
  static std::string key_of(const std::string& op, const json::Object& fields) {
    return suite::to_line({0, op, fields});
  }

  std::map<std::string, std::deque<Reply>, std::less<>> given_;
};

// The parsed answer to hello, or what is wrong with it.
std::variant<Hello, suite::Malformed> greeting(const Reply& reply) {
  const auto* answer = std::get_if<suite::Answer>(&reply);
  const auto* ok = answer == nullptr ? nullptr : std::get_if<suite::Ok>(answer);
  return ok == nullptr ? suite::Malformed{"no answer to hello"} : parse_hello(*ok);
}

}  // namespace

Recorded read_recorded(const std::vector<std::string>& requests, const json::Object& hello,
                       std::string_view answers) {
  AnswerLines lines = parse_lines(answers);
  const auto replies = std::make_shared<Replies>(requests, std::move(lines.by_id));
  auto said = greeting(replies->to("hello", hello));
  Recorded recorded{{}, lines.others, ""};
  if (const auto* malformed = std::get_if<suite::Malformed>(&said)) {
    recorded.fault = malformed->reason;
  } else {
    recorded.program = one_by_one(
        std::get<Hello>(std::move(said)),
        [replies](const Question& question) { return replies->to(question.op, question.fields); });
  }
  return recorded;
}

}  // namespace bpetite::conform::program
