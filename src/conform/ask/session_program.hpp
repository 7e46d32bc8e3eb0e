// Asks a program by the protocol for the ids of texts, and for the texts of ids.
//
//   SessionProgram program({.command = "./harness"}, "cl100k_base");
//   program.ids(texts)
//   if (program.has_decode()) program.texts(lists)
//
// A program that declares `load` loads its vocabulary of this name first. One that does not is
// asked at once. After a fault it is started again.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <bpetite/errors.hpp>

#include "conform/ask/reply.hpp"
#include "conform/drive/session.hpp"

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

class SessionProgram {
 public:
  // NotDriven with the reason.
  SessionProgram(drive::SessionOptions options, std::string vocabulary);

  std::vector<Reply> ids(std::span<const std::string> texts);
  bool has_decode() const { return session_.hello().ops.contains("decode"); }
  std::vector<Decoded> texts(std::span<const std::vector<TokenId>> lists);
  const drive::Hello& hello() const { return session_.hello(); }

 private:
  std::optional<drive::Broken> start();
  drive::Reply ask(std::string_view op, json::Object fields);

  drive::Session session_;
  std::string vocabulary_;
  std::size_t faults_ = 0;
};

}  // namespace bpetite::conform::ask
