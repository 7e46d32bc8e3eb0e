// A vector as requests, and their answers as an observation, in the form of `expect`.
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
  json::Object
      result;  // "valid", "invalid", or "unprepared": what it needs was answered by an error
  std::string message;  // of an error: free text, shown and never compared
};
using Observation = std::variant<Observed, suite::Skip, Broken>;

// How a request is made: by a Session, or out of a file of answers.
using Ask = std::function<Reply(std::string_view op, json::Object fields, Duration patience)>;

// Makes the requests of vectors to one process. What was loaded there stays loaded.
class VectorExchange {
 public:
  // All of them must outlive the exchange; the bundle belongs to the process.
  VectorExchange(const suite::Suite& suite, const Hello& hello, const Bundle& bundle, Ask ask);

  // After Broken, the process has ended, and this exchange is of no more use.
  Observation observe(const suite::Vector& vector);

  // The answers come out of a file: what was saved is there, and no place is prepared.
  void already_saved() { already_saved_ = true; }

  // After `reset`: nothing is loaded any more.
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
  Observation save(const suite::Vector& vector);
  std::string prepare(const std::string& id, const std::string& setup);

  const suite::Suite& suite_;
  const Hello& hello_;
  const Bundle& bundle_;
  Ask ask_;
  Duration patience_{0};  // of the vector at hand
  bool already_saved_ = false;
  std::string handle_;                  // where its tokenizer is
  std::map<std::string, Step> loaded_;  // what load answered, by handle
};

// The operations that a vector needs the program to have.
std::vector<std::string_view> needed_ops(const suite::Vector& vector);

}  // namespace bpetite::conform::drive
