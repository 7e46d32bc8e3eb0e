// A program under test: its answer to hello, the first request (Hello, parse_hello), how it is sent
// questions (Program, Question, one_by_one), its replies (Reply, Broken), and the status that each
// vector (test case) can have (Status, is_failure, is_wrong_answer). Also asks for the ids of texts
// (ids_of) and the texts of ids (texts_of), until too many answers are missing (most_faults).
// Decides which levels a program claims, which vectors it gets, and for which level a vector
// counts. NotDriven is the error for a program that cannot be asked (require_answers).
//
//   const Program program = by_lines("./encode", 5s);
//   ids_of(program, texts)              the ids of each text, or the reason why it has no ids
//
// There are four kinds of programs: a session of the protocol (session.hpp), a program that reads a
// text on each line (lines.hpp), answers in a file (recorded.hpp), and a tokenizer in this process
// (serve.hpp).
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/ids.hpp>

#include "conform/suite/protocol.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::program {

using Duration = std::chrono::milliseconds;

// The possible statuses of a vector after a run (conformance/INTERPRETING.md).
enum class Status {
  pass,
  fail,              // a wrong result, or a result instead of an error, or the reverse
  wrong_error,       // an error, as expected, but of another class
  crash,             // the program ended before it answered, also when asked alone
  timeout,           // no answer in time, or not sent after eight time-outs
  protocol,          // an answer that breaks the protocol
  nondeterministic,  // different answers to the same vector
  state_leak,        // crashes after other vectors, but not alone
  skip,              // the program declined
  not_claimed,       // not sent: an operation or a capability is not declared
  xfail,             // a known failure
  xpass,             // a known failure that passed
  unicode_delta,     // right for another Unicode version
};

inline constexpr std::array<std::string_view, 13> status_names = {
    "PASS",       "FAIL", "WRONG_ERROR", "CRASH", "TIMEOUT", "PROTOCOL",     "NONDETERMINISTIC",
    "STATE_LEAK", "SKIP", "NOT_CLAIMED", "XFAIL", "XPASS",   "UNICODE_DELTA"};

constexpr std::string_view name(Status status) {
  return status_names[static_cast<std::size_t>(status)];
}

constexpr std::optional<Status> status_named(std::string_view text) {
  for (std::size_t i = 0; i < status_names.size(); ++i) {
    if (status_names[i] == text) return static_cast<Status>(i);
  }
  return std::nullopt;
}

// True for every status except PASS, SKIP and NOT_CLAIMED.
constexpr bool is_failure(Status status) {
  return status != Status::pass && status != Status::skip && status != Status::not_claimed;
}

// True if the program gave an answer and it was wrong. A crash, for example, does not show the
// fault that a vector tests for.
constexpr bool is_wrong_answer(Status status) {
  return is_failure(status) && status != Status::crash && status != Status::timeout &&
         status != Status::protocol && status != Status::state_leak;
}

// A program's answer to hello: what it says about itself.
struct Hello {
  std::string name;
  std::string version;
  std::string language;
  std::set<std::string, std::less<>> ops;
  std::set<std::string, std::less<>> caps;
  std::string unicode;                             // "16.0.0", or empty
  std::optional<std::vector<std::string>> levels;  // "L0"...: it claims only these
  std::vector<std::string> profiles;               // "cl100k"...: it is judged by these, too (S74a)
  std::vector<std::string> forms;                  // the forms of files that it reads for them
  std::string normalizer_unicode;                  // "16.0.0", or empty
};

// Parses the answer to hello. Malformed says what is wrong with it.
std::variant<Hello, suite::Malformed> parse_hello(const suite::Ok& answer);

// The conversation was broken: CRASH, TIMEOUT or PROTOCOL, and the reason in words.
struct Broken {
  Status status = Status::crash;
  std::string detail;
  std::string op;  // the operation of the last request
};
using Reply = std::variant<suite::Answer, Broken>;

struct Question {
  std::string op;
  json::Object fields;
  Duration patience{0};  // replaces the usual deadline if it is longer
};

struct Program {
  Hello hello = {};  // empty for a program that reads lines
  // As many replies as questions, in their order.
  std::function<std::vector<Reply>(std::span<const Question>)> ask;
  std::function<int()> starts = [] { return 0; };  // the number of processes that were started
  // Ends the process, so that the next question goes to a new one.
  std::function<void()> restart = [] {};

  Reply ask_one(std::string_view op, json::Object fields, Duration patience = Duration(0)) const;
};

// A program that is asked one question after the other.
Program one_by_one(
    Hello hello, std::function<Reply(const Question&)> ask,
    std::function<int()> starts = [] { return 0; });

// --- Texts and ids. ---

// A program's reply to a text.
struct IdsReply {
  // The ids of the text. nullopt if the program refused it (then the status is pass) or gave no
  // answer.
  std::optional<std::vector<TokenId>> ids;
  Status status = Status::pass;  // or crash, timeout or protocol
  std::string detail;            // in words

  bool is_refusal() const { return !ids && status == Status::pass; }
};

// The bytes of a decoded text, or the reason why ids were not decoded.
struct Decoded {
  std::optional<std::string> text;
  std::string detail;
};

// The replies to texts, and to lists of ids.
std::vector<IdsReply> ids_of(const Program& program, std::span<const std::string> texts);
std::vector<Decoded> texts_of(const Program& program, std::span<const std::vector<TokenId>> lists);

// The error for a program that does not answer hello, cannot encode, or does not load its
// vocabulary.
class NotDriven : public Error {
 public:
  explicit NotDriven(const std::string& why)
      : Error("Error", "conform: the program cannot be driven: " + why, "S71") {}
};

// Throws NotDriven with the first reason if the program answered none of the texts. Then nothing is
// known about its ids.
void require_answers(std::span<const IdsReply> replies);

// After this many texts without an answer, no more texts are sent.
inline constexpr std::size_t most_faults = 8;

// --- Which vectors a program gets (conformance/INTERPRETING.md). ---
//
//   ops load, encode                      claims L0 (through encode)
//   ops load, encode, decode, train       claims L0, L1, L2, L3

// L0 = pretokenize, or load + encode; L1 = load + encode + decode; L2 = load; L3 = train; L4 =
// save with train or load; L5 = render; L6 = load and any of suite::motion_ops. `levels` in hello
// can remove levels, but not add any.
std::set<suite::Level> claimed_levels(const Hello& hello);

// The level that a vector counts for. A vector of L0 that is sent as `encode` tests the chunks of
// a program without `pretokenize`. If the program has `pretokenize`, such a vector tests its
// encoder and counts for L1, if the program claims L1.
suite::Level level_for(const suite::Vector& vector, const Hello& hello);

// The operations that a program needs for a vector.
std::vector<std::string_view> needed_ops(const suite::Vector& vector);

// The reason why a vector is not sent: the program has not declared its level, an operation or a
// capability, or its level is not in the set `wanted` (an empty set means all levels). Empty if the
// vector is sent.
std::string why_not_sent(const suite::Vector& vector, const Hello& hello,
                         const std::set<suite::Level>& wanted = {});

}  // namespace bpetite::conform::program
