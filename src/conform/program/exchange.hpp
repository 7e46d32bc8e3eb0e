// Sends a vector (a test case) as requests, and turns the answers into an observation in the form
// of the vector's member `expect` (Observation). VectorExchange does it with one process.
//
//   {"op":"encode","artifact":"tiny-spaces","input":{"text_hex":"202061"}}
//     > load tiny-spaces, once a process     > encode 202061
//     observed {"result":"valid","ids":[32,257]}
//
// request_lines gives the lines of the requests without a program.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "conform/program/bundle.hpp"
#include "conform/program/program.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::program {

struct Observed {
  json::Object result;  // "valid", "invalid", or "unprepared": an earlier request got an error
  std::string message;  // of an error: free text, shown and never compared
};
using Observation = std::variant<Observed, suite::Skip, Broken>;

// Sends the requests of vectors to one process. Artifacts that it has loaded stay loaded.
class VectorExchange {
 public:
  // The suite and the bundle, which belongs to the process, must outlive the exchange.
  VectorExchange(const suite::Suite& suite, Program program, const Bundle& bundle);

  const Hello& hello() const { return program_.hello; }

  // Sends a vector. After Broken, the process has ended, and this exchange cannot be used again.
  Observation observe(const suite::Vector& vector);

  // For recorded answers: the saved files are already there, and no destination is prepared.
  void already_saved() { already_saved_ = true; }

  // To be called after `reset`: the program has no artifact loaded any more.
  void forget() { loaded_.clear(); }

 private:
  using Step = std::variant<suite::Ok, Observed, suite::Skip, Broken>;

  Step request(std::string_view op, json::Object fields);
  Step load(const suite::Vector& vector);
  Step load_once(json::Object fields);
  Step load_profiled(const suite::Vector& vector, const std::string& profile);
  Step train(const suite::Vector& vector, const json::Object& input);
  Observation pretokenize(const suite::Vector& vector);
  Observation encode(const suite::Vector& vector);
  Observation decode(const suite::Vector& vector);
  Observation load_and_probe(const suite::Vector& vector);
  Observation render(const suite::Vector& vector);
  Observation save(const suite::Vector& vector);
  Observation motion(const suite::Vector& vector);
  std::string prepare(const std::string& id, const std::string& setup);

  const suite::Suite& suite_;
  Program program_;
  const Bundle& bundle_;
  Duration patience_{0};  // of the current vector
  bool already_saved_ = false;
  std::string handle_;                  // the handle of its tokenizer
  std::map<std::string, Step> loaded_;  // the answer to load, by handle
};

// The request lines for these vectors in one process: hello, the requests of each vector, bye.
// Writes the files that they name to the bundle. Used for files of requests, and for lines that
// reproduce a failure.
//
//   {"id":1,"op":"hello",...}  {"id":2,"op":"pretokenize","text_hex":"2020"}  {"id":3,"op":"bye"}
std::vector<std::string> request_lines(const suite::Suite& suite,
                                       const std::vector<const suite::Vector*>& vectors,
                                       const Bundle& bundle);

}  // namespace bpetite::conform::program
