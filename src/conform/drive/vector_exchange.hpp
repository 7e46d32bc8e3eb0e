// Sends a vector as requests, and turns the answers into an observation in the form of `expect`.
//
//   {"op":"encode","artifact":"tiny-spaces","input":{"text_hex":"202061"}}
//     > load tiny-spaces, once a process     > encode 202061
//     observed {"result":"valid","ids":[32,257]}
#pragma once

#include <functional>
#include <map>
#include <string>
#include <variant>

#include "conform/drive/bundle.hpp"
#include "conform/drive/session.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::drive {

struct Observed {
  json::Object result;  // "valid", "invalid", or "unprepared": an earlier request got an error
  std::string message;  // of an error: free text, shown and never compared
};
using Observation = std::variant<Observed, suite::Skip, Broken>;

// Sends a request: to a Session, or to a file of recorded answers.
using Ask = std::function<Reply(std::string_view op, json::Object fields, Duration patience)>;

// Sends the requests of vectors to one process. What it has loaded stays loaded.
class VectorExchange {
 public:
  // All arguments must outlive the exchange. The bundle belongs to the process.
  VectorExchange(const suite::Suite& suite, const Hello& hello, const Bundle& bundle, Ask ask);

  // After Broken, the process has ended, and this exchange cannot be used again.
  Observation observe(const suite::Vector& vector);

  // For recorded answers: what was saved is already there, and no destination is prepared.
  void already_saved() { already_saved_ = true; }

  // After `reset`: the program has nothing loaded any more.
  void forget() { loaded_.clear(); }

 private:
  using Step = std::variant<suite::Ok, Observed, suite::Skip, Broken>;

  Step request(std::string_view op, json::Object fields);
  Step load(const suite::Vector& vector);
  Step load_once(json::Object fields);
  Step train(const suite::Vector& vector, const json::Object& input);
  Observation pretokenize(const suite::Vector& vector);
  Observation encode(const suite::Vector& vector);
  Observation decode(const suite::Vector& vector);
  Observation load_and_probe(const suite::Vector& vector);
  Observation render(const suite::Vector& vector);
  Observation save(const suite::Vector& vector);
  std::string prepare(const std::string& id, const std::string& setup);

  const suite::Suite& suite_;
  const Hello& hello_;
  const Bundle& bundle_;
  Ask ask_;
  Duration patience_{0};  // of the current vector
  bool already_saved_ = false;
  std::string handle_;                  // the handle of its tokenizer
  std::map<std::string, Step> loaded_;  // the answer to load, by handle
};

// The operations that a program needs for a vector.
std::vector<std::string_view> needed_ops(const suite::Vector& vector);

}  // namespace bpetite::conform::drive
