// A conversation with one process of the program under test: one request, then one answer.
//
//   Session session({.command = "./harness", .timeout = 5s}, "1.0.0");
//   if (const auto fault = session.start()) ...             // it did not answer hello
//   const Reply reply = session.ask("pretokenize", {{"text_hex", json::string("2020")}});
//
// A missing deadline, an early exit or a malformed answer breaks the conversation. Then the
// process and all that it has started are ended. The next start() makes a new process and an
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

// What the program says about itself.
struct Hello {
  std::string name;
  std::string version;
  std::string language;
  std::set<std::string, std::less<>> ops;
  std::set<std::string, std::less<>> caps;
  std::string unicode;                             // "16.0.0", or empty
  std::optional<std::vector<std::string>> levels;  // "L0"...: claims only these
  std::vector<std::string> profiles;               // "cl100k"...: is judged by these too (S74a)
  std::vector<std::string> forms;                  // the files that it reads for them
  std::string normalizer_unicode;                  // "16.0.0", or empty
};

// The members of the hello request: the protocol, the suite, and the path of the bundle.
json::Object hello_fields(std::string_view suite_version, const Bundle& bundle);

// Parses the answer to hello. Malformed says what is wrong with it.
std::variant<Hello, suite::Malformed> parse_hello(const suite::Ok& answer);

// The conversation was broken: CRASH, TIMEOUT or PROTOCOL, and the reason in words.
struct Broken {
  Status status = Status::crash;
  std::string detail;
  std::string op;  // the operation of the last request
};
using Reply = std::variant<suite::Answer, Broken>;

struct SessionOptions {
  std::string command;
  Duration timeout{5000};  // for each request; train has twelve times as long
};

class Session {
 public:
  Session(SessionOptions options, std::string suite_version);

  // Starts a process and sends hello. Nothing if it answered, else the reason.
  std::optional<Broken> start();
  bool running() const { return child_ != nullptr; }

  // Sends a request and waits. `patience` replaces the usual deadline if it is longer.
  Reply ask(std::string_view op, json::Object fields, Duration patience = Duration(0));

  // Sends bye, and ends the process in any case. Returns how it ended, if there was one.
  std::optional<Ending> stop();

  const Hello& hello() const { return hello_; }
  const Bundle& bundle() const { return *bundle_; }

  // For the report: its first other output on stdout, and the end of its stderr.
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
