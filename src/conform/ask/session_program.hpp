// Asks a program by the protocol for the ids of texts, and for the texts of ids.
//
//   SessionProgram program({.command = "./harness"}, builtin("cl100k_base"));
//   program.ids(texts)
//   if (program.has_decode()) program.texts(lists)
//
// A program that declares `load` loads a vocabulary first: its own of a name, or one that it is
// handed. One that does not is asked at once. After a fault it is started again.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <bpetite/errors.hpp>

#include "conform/ask/reply.hpp"
#include "conform/drive/session.hpp"
#include "core/json.hpp"

namespace bpetite::conform::ask {

// The bytes of a decoded text, or why there are none.
struct Decoded {
  std::optional<std::string> text;
  std::string detail;
};

// It does not answer hello, cannot encode, or does not load its vocabulary.
class NotDriven : public Error {
 public:
  explicit NotDriven(const std::string& why)
      : Error("Error", "conform: the program cannot be driven: " + why, "S71") {}
};

// NotDriven, with the first reason, if none of these replies is an answer: then nothing is known of
// the ids of the program.
void require_answers(std::span<const Reply> replies);

// How a program is told to load its vocabulary.
struct Loading {
  std::string what;     // in words: "its vocabulary cl100k_base"
  json::Object fields;  // of the request, beside the handle
  // The file that the request names, and its bytes.
  std::optional<std::pair<std::string, std::string>> file = {};
};
Loading builtin(std::string_view name);

class SessionProgram {
 public:
  // NotDriven with the reason.
  SessionProgram(drive::SessionOptions options, Loading loading);

  std::vector<Reply> ids(std::span<const std::string> texts);
  bool has_decode() const { return session_.hello().ops.contains("decode"); }
  std::vector<Decoded> texts(std::span<const std::vector<TokenId>> lists);
  const drive::Hello& hello() const { return session_.hello(); }
  int starts() const { return session_.starts(); }  // of its processes

 private:
  std::optional<drive::Broken> start();
  drive::Reply ask(std::string_view op, json::Object fields);

  drive::Session session_;
  Loading loading_;
  std::size_t faults_ = 0;
};

}  // namespace bpetite::conform::ask
