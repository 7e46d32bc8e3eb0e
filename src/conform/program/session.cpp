// Sends requests to a process of the program under test, one after the other, and classifies
// missing and malformed answers as CRASH, TIMEOUT or PROTOCOL (Session). Ignores other output
// before an answer, up to a limit. Also makes the fields of the hello request (hello_fields).
// by_session makes a Program that loads one vocabulary and is asked for ids and texts. It starts
// the process again after a failure, and sends no more questions after eight. builtin makes the
// request that loads a vocabulary of the program's own.
#include "conform/program/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conform/suite/vectors.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::program {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Duration to_leave{1000};  // time to exit after bye
constexpr Duration to_exit{300};    // time to exit after it has closed a pipe
constexpr int train_factor = 12;    // 5 s become 60 s

// More output beside the protocol than this breaks the conversation.
constexpr std::size_t flood_bytes = 64U << 20;
constexpr std::size_t flood_lines = 100000;

// Whether a line is meant as an answer: it begins as JSON does, `{`, `[[`, `[{`, `["`, or contains
// the start of an answer. "[info] loading" is a message.
bool means_answer(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return false;
  const std::size_t second = line.find_first_not_of(" \t", first + 1);
  const bool is_array = line[first] == '[' && second != std::string_view::npos &&
                        std::string_view("[{\"").find(line[second]) != std::string_view::npos;
  return line[first] == '{' || is_array || line.find("{\"id\":") != std::string_view::npos;
}

}  // namespace

json::Object hello_fields(std::string_view suite_version, const Bundle& bundle) {
  return {{"protocol", json::integer(suite::protocol_version)},
          {"suite", json::string(suite_version)},
          {"bundle", json::string(bundle.directory().string())}};
}

Session::Session(SessionOptions options, std::string suite_version)
    : options_(std::move(options)), suite_version_(std::move(suite_version)) {}

std::optional<Broken> Session::start() {
  child_.reset();
  bundle_ = std::make_unique<Bundle>();
  child_ = std::make_unique<Child>(options_.command, bundle_->directory().string());
  next_id_ = 1;
  ++starts_;
  Reply reply = ask("hello", hello_fields(suite_version_, *bundle_));
  if (auto* fault = std::get_if<Broken>(&reply)) {
    return std::move(*fault);
  }
  const auto& answer = std::get<suite::Answer>(reply);
  if (const auto* ok = std::get_if<suite::Ok>(&answer)) {
    auto hello = parse_hello(*ok);
    if (const auto* malformed = std::get_if<suite::Malformed>(&hello)) {
      return broken(Status::protocol, malformed->reason, "hello");
    }
    hello_ = std::get<Hello>(std::move(hello));
    return std::nullopt;
  }
  const auto* failure = std::get_if<suite::Failure>(&answer);
  return broken(Status::protocol,
                failure != nullptr
                    ? fmt::format("hello: answered {}: {}", failure->error, failure->message)
                    : std::string("hello: skipped"),
                "hello");
}

Reply Session::ask(std::string_view op, json::Object fields, Duration patience) {
  const std::uint64_t id = next_id_++;
  const std::string request = suite::to_line({id, std::string(op), std::move(fields)});
  const auto deadline = Clock::now() + std::max(patience, deadline_of(op));
  const auto left = [&] { return std::chrono::ceil<Duration>(deadline - Clock::now()); };

  // Other output before the answer is ignored, up to a limit.
  std::size_t bytes = 0;
  std::size_t lines = 0;
  Received received = child_->ask(request, left());
  for (; std::holds_alternative<Line>(received); received = child_->receive(left())) {
    const std::string& line = std::get<Line>(received).text;
    if (means_answer(line)) {
      break;
    }
    if (stray_.empty() && !line.empty()) {
      stray_ = utf8::quoted(line, 200);
    }
    bytes += line.size() + 1;
    if (bytes > flood_bytes || ++lines > flood_lines) {
      return broken(Status::protocol, "too much other output in place of an answer", op);
    }
  }
  const auto* line = std::get_if<Line>(&received);
  if (line == nullptr) {
    return not_answered(received, op);
  }

  auto parsed = suite::parse_answer(line->text);
  if (const auto* malformed = std::get_if<suite::Malformed>(&parsed)) {
    return broken(Status::protocol,
                  fmt::format("{}: {}", malformed->reason, utf8::quoted(line->text)), op);
  }
  auto& answered = std::get<suite::Answered>(parsed);
  if (answered.id != id) {
    return broken(Status::protocol,
                  fmt::format("the answer has the id {}, the request {}", answered.id, id), op);
  }
  return std::move(answered.answer);
}

std::optional<Ending> Session::stop() {
  if (!running()) {
    return std::nullopt;
  }
  child_->ask(suite::to_line({next_id_++, "bye", {}}), std::min(options_.timeout, Duration(1000)));
  const Ending ending = child_->end(to_leave);
  errors_ = child_->errors();
  child_.reset();
  bundle_.reset();
  return ending;
}

Duration Session::deadline_of(std::string_view op) const {
  return op == "train" ? options_.timeout * train_factor : options_.timeout;
}

Broken Session::broken(Status status, std::string detail, std::string_view op) {
  child_->end(Duration(0));
  errors_ = child_->errors();
  child_.reset();
  bundle_.reset();
  return {status, std::move(detail), std::string(op)};
}

Broken Session::not_answered(const Received& received, std::string_view op) {
  if (std::holds_alternative<TimedOut>(received)) {
    return broken(Status::timeout, fmt::format("no answer to {} in time", op), op);
  }
  if (std::holds_alternative<TooLong>(received)) {
    return broken(Status::protocol, "a line of more than 4 MiB", op);
  }
  const Ending ending = child_->end(to_exit);
  if (ending.kind == Ending::Kind::ended_by_us) {
    return broken(Status::protocol, "it closed a pipe and went on running", op);
  }
  return broken(Status::crash, fmt::format("it {} without an answer to {}", ending.text(), op), op);
}

Program Session::program() {
  return one_by_one(hello_, [this](const Question& question) {
    return ask(question.op, question.fields, question.patience);
  });
}

// --- A session with one vocabulary. ---

namespace {

constexpr const char* vocabulary_handle = "vocabulary";

class VocabularySession {
 public:
  VocabularySession(SessionOptions options, Loading loading)
      : session_(std::move(options), "vocabulary"), loading_(std::move(loading)) {
    if (const auto broken = start()) throw NotDriven(broken->detail);
    if (!session_.hello().ops.contains("encode")) throw NotDriven("it does not declare encode");
  }

  Reply ask(const Question& question) {
    if (faults_ == most_faults) {
      return Broken{Status::timeout, fmt::format("not sent after {} faults", most_faults),
                    question.op};
    }
    if (!session_.running()) {
      if (auto broken = start()) {
        ++faults_;
        return *std::move(broken);
      }
    }
    Reply reply = session_.ask(question.op, with_handle(question.fields), question.patience);
    if (std::holds_alternative<Broken>(reply)) ++faults_;
    return reply;
  }

  void restart() { session_.stop(); }

  const Session& session() const { return session_; }

 private:
  static json::Object with_handle(json::Object fields) {
    fields.insert(fields.begin(), {"handle", json::string(vocabulary_handle)});
    return fields;
  }

  std::optional<Broken> start() {
    if (auto broken = session_.start()) return broken;
    if (!session_.hello().ops.contains("load")) return std::nullopt;
    if (const auto& file = loading_.file) session_.bundle().put(file->first, file->second);
    Reply reply = session_.ask("load", with_handle(loading_.fields));
    if (auto* broken = std::get_if<Broken>(&reply)) return std::move(*broken);
    if (std::holds_alternative<suite::Ok>(std::get<suite::Answer>(reply))) return std::nullopt;
    return Broken{Status::protocol, fmt::format("it does not load {}", loading_.what), "load"};
  }

  Session session_;
  Loading loading_;
  std::size_t faults_ = 0;
};

}  // namespace

Loading builtin(std::string_view name) {
  return {fmt::format("its vocabulary {}", name), {{"builtin", json::string(name)}}};
}

Program by_session(SessionOptions options, Loading loading) {
  const auto it = std::make_shared<VocabularySession>(std::move(options), std::move(loading));
  Program program = one_by_one(
      it->session().hello(), [it](const Question& question) { return it->ask(question); },
      [it] { return it->session().starts(); });
  program.restart = [it] { it->restart(); };
  return program;
}

}  // namespace bpetite::conform::program
