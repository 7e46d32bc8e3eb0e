// The answering side of bpetite-iut/1: an implementation behind the protocol.
//
//   Server server(reference_implementation());
//   server.answer(R"({"id":1,"op":"pretokenize","text_hex":"202061"})")
//       is {"id":1,"ok":{"chunks_hex":["20","2061"]}}
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "conform/answer/implementation.hpp"
#include "conform/suite/protocol.hpp"

namespace bpetite::conform {

class Server {
 public:
  // `builtins` are the tables that `load` gives for {"builtin": name}.
  explicit Server(Implementation implementation, std::map<std::string, Loaded> builtins = {});

  // The answer to a line, also to one that is no request (class Internal). Throws for nothing.
  std::string answer(std::string_view line);
  // The same for a request that was read.
  Answer answer(const Request& request);

  // True after `bye` was answered.
  bool done() const noexcept { return done_; }

 private:
  Answer perform(const Request& request);
  Answer hello(const Request& request);
  Answer load(const Request& request);
  Answer train(const Request& request);
  Answer save(const Request& request);
  const Loaded& loaded(const Request& request) const;

  Implementation implementation_;
  std::map<std::string, Loaded> builtins_;
  std::map<std::string, Loaded> handles_;
  std::filesystem::path bundle_ = ".";
  bool done_ = false;
};

}  // namespace bpetite::conform
