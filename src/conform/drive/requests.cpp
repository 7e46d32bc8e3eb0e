// Records the requests for vectors. Each request gets a made-up answer, so that the next one
// follows.
#include "conform/drive/requests.hpp"

#include <utility>

#include "conform/drive/session.hpp"
#include "conform/drive/vector_exchange.hpp"
#include "conform/suite/protocol.hpp"

namespace bpetite::conform::drive {
namespace {

// A program with all operations and capabilities.
Hello all_operations() {
  Hello hello;
  hello.name = "any";
  hello.ops = {"load", "encode", "decode", "train", "save", "pretokenize", "render"};
  return hello;
}

// An answer with the members that the exchange needs for the next request.
suite::Answer plausible(std::string_view op) {
  if (op == "encode") return suite::Ok{{{"ids", {json::Array{}}}}};
  if (op == "decode") return suite::Ok{{{"text_hex", json::string("")}}};
  if (op == "render") return suite::Ok{{{"ids", {json::Array{}}}, {"mask", {json::Array{}}}}};
  return suite::Ok{};
}

}  // namespace

std::vector<std::string> request_lines(const suite::Suite& suite,
                                       const std::vector<const suite::Vector*>& vectors,
                                       const Bundle& bundle) {
  std::vector<std::string> lines;
  const Ask record = [&](std::string_view op, json::Object fields, Duration) -> Reply {
    lines.push_back(suite::to_line({lines.size() + 1, std::string(op), std::move(fields)}));
    return plausible(op);
  };
  record("hello", hello_fields(suite.version, bundle), Duration(0));
  const Hello hello = all_operations();
  VectorExchange exchange(suite, hello, bundle, record);
  for (const suite::Vector* vector : vectors) {
    exchange.observe(*vector);
  }
  record("bye", {}, Duration(0));
  return lines;
}

}  // namespace bpetite::conform::drive
