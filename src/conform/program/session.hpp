// A conversation with one process of the program under test: one request, then one answer. Session
// sends any request. by_session makes a Program that loads one vocabulary (Loading) and is asked
// for ids and texts. builtin is the Loading of a vocabulary of the program's own. hello_fields has
// the members of the first request.
//
//   Session session({.command = "./harness", .timeout = 5s}, "1.0.0");
//   if (const auto fault = session.start()) ...             // it did not answer hello
//   const Reply reply = session.ask("pretokenize", {{"text_hex", json::string("2020")}});
//
// A missed deadline, an early exit or a malformed answer breaks the conversation. Then the process
// and all that it has started are ended. The next start() makes a new process and an empty bundle.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "conform/program/bundle.hpp"
#include "conform/program/child.hpp"
#include "conform/program/program.hpp"

namespace bpetite::conform::program {

// The members of the hello request: the protocol, the suite, and the path of the bundle.
json::Object hello_fields(std::string_view suite_version, const Bundle& bundle);

struct SessionOptions {
  std::string command;
  Duration timeout{5000};  // for each request; twelve times as long for train
};

class Session {
 public:
  Session(SessionOptions options, std::string suite_version);

  // Starts a process and sends hello. Returns nullopt if it answered, else the reason.
  std::optional<Broken> start();
  bool running() const { return child_ != nullptr; }

  // Sends a request and waits. `patience` replaces the usual deadline if it is longer.
  Reply ask(std::string_view op, json::Object fields, Duration patience = Duration(0));

  // Sends bye, and ends the process in any case. Returns how it ended, or nullopt if no process
  // ran.
  std::optional<Ending> stop();

  const Hello& hello() const { return hello_; }
  const Bundle& bundle() const { return *bundle_; }

  // The process that runs now. The session must outlive it.
  Program program();

  // For the report: the first line on stdout that is not an answer, and the end of stderr.
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

// The request that makes a program load its vocabulary.
struct Loading {
  std::string what;     // in words: "its vocabulary cl100k_base"
  json::Object fields;  // the members of the request beside the handle
  // The file that the request names, and its bytes.
  std::optional<std::pair<std::string, std::string>> file = {};
};
Loading builtin(std::string_view name);

// A program that is asked for ids and texts by the protocol. If it declares `load`, it loads a
// vocabulary first: one of its own, by name, or one that it gets as a file. It is started again
// after a failure. Throws NotDriven with the reason if it does not start, does not load, or cannot
// encode.
//
//   by_session({.command = "./harness"}, builtin("cl100k_base"))
Program by_session(SessionOptions options, Loading loading);

}  // namespace bpetite::conform::program
