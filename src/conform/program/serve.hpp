// The server of the protocol bpetite-iut/1 (Server): it answers requests, which are lines of JSON,
// with an implementation of a tokenizer, and says whether the last request, `bye`, was answered.
// Also makes a table from the file of a vocabulary that is sent with its profile (read_handed).
//
//   Server server(reference_implementation());
//   server.answer(R"({"id":1,"op":"pretokenize","text_hex":"202061"})")
//       is {"id":1,"ok":{"chunks_hex":["20","2061"]}}
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "conform/program/implementation.hpp"
#include "conform/suite/protocol.hpp"

namespace bpetite::conform::program {

// The table of a vocabulary that a program gets with its profile (S74a). `form` is one of
// suite::form_names. A rank file has neither a pattern nor special tokens, so the pattern is that
// of the profile, and the special tokens are `specials`. Throws KeyError if there is no such
// profile, and ValueError if there is no such form or the file is faulty.
Table read_handed(std::string_view file, std::string_view form, std::string_view profile,
                  const std::vector<SpecialToken>& specials);

class Server {
 public:
  // `builtins` are the tables for requests with {"builtin": name}.
  explicit Server(Implementation implementation, std::map<std::string, Loaded> builtins = {});

  // Answers a line. If the line is not a request, the answer is an error of the class Internal.
  // Never throws.
  std::string answer(std::string_view line);
  // Answers a parsed request.
  suite::Answer answer(const suite::Request& request);

  // True after `bye` was answered.
  bool done() const noexcept { return done_; }

 private:
  suite::Answer perform(const suite::Request& request);
  suite::Answer hello(const suite::Request& request);
  suite::Answer load(const suite::Request& request);
  suite::Answer train(const suite::Request& request);
  suite::Answer render(const suite::Request& request);
  suite::Answer save(const suite::Request& request);
  // PROTOCOL.md "Every other path is relative to it": to the bundle. A path that leaves the
  // bundle is refused.
  std::filesystem::path path_in(const suite::Request& request, std::string_view name) const;
  const Loaded& loaded(const suite::Request& request) const;

  Implementation implementation_;
  std::map<std::string, Loaded> builtins_;
  std::map<std::string, Loaded> handles_;
  std::filesystem::path bundle_ = ".";
  bool done_ = false;
};

}  // namespace bpetite::conform::program
