// A conversation with one process of the program under test, in lock-step.
//
//   Session session({.command = "./harness", .timeout = 5s}, "1.0.0");
//   if (const auto fault = session.start()) ...             // it did not say hello
//   const Reply reply = session.ask("pretokenize", {{"text_hex", json::string("2020")}});
//
// What breaks the conversation (no answer in time, an end in the middle, an answer that is none)
// ends the process and all that it started; the next start() begins with a new one, and with an
// empty bundle.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conform/drive/bundle.hpp"
#include "conform/drive/child.hpp"
#include "conform/drive/status.hpp"
#include "conform/suite/protocol.hpp"

namespace bpetite::conform::drive {

// What the program says of itself.
struct Hello {
  std::string name;
  std::string version;
  std::string language;
  std::set<std::string, std::less<>> ops;
  std::set<std::string, std::less<>> caps;
  std::string unicode;                             // "16.0.0", or empty
  std::optional<std::vector<std::string>> levels;  // "L0"...: claims no more than these
};

// The members of the request hello: the protocol, the suite, and where the bundle is.
json::Object hello_fields(std::string_view suite_version, const Bundle& bundle);

// The Hello of an answer, or what is wrong with it.
std::variant<Hello, suite::Malformed> parse_hello(const suite::Ok& answer);

// The conversation is over: CRASH, TIMEOUT or PROTOCOL, and in words.
struct Broken {
  Status status = Status::crash;
  std::string detail;
  std::string op;  // that which was asked
};
using Reply = std::variant<suite::Answer, Broken>;

struct SessionOptions {
  std::string command;
  Duration timeout{5000};  // of a request; train has twelve times as long
};

class Session {
 public:
  Session(SessionOptions options, std::string suite_version);

  // Starts a process and says hello. Nothing if it answered; else what happened.
  std::optional<Broken> start();
  bool running() const { return child_ != nullptr; }

  // Asks and waits. `patience` replaces the usual deadline if it is longer.
  Reply ask(std::string_view op, json::Object fields, Duration patience = Duration(0));

  // Says bye, and ends the process in any case. How it ended, if there was one.
  std::optional<Ending> stop();

  const Hello& hello() const { return hello_; }
  const Bundle& bundle() const { return *bundle_; }

  // For the report: what it wrote beside the protocol, and to stderr at last.
  const std::string& stray() const { return stray_; }
  const std::string& errors() const { return errors_; }
  int starts() const { return starts_; }

 private:
  Duration deadline_of(std::string_view op) const;
  Broken broken(Status status, std::string detail, std::string_view op);
  Broken not_answered(const Received& received, std::string_view op);

  SessionOptions options_;
  std::string suite_version_;
  std::unique_ptr<Bundle> bundle_;
  std::unique_ptr<Child> child_;
  Hello hello_;
  std::uint64_t next_id_ = 1;
  int starts_ = 0;
  std::string stray_;
  std::string errors_;
};

}  // namespace bpetite::conform::drive
