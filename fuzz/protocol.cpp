// Reads any lines in both directions of the conformance kit's protocol: as answers of a program
// under test, which the kit judges, and as requests, which the server of the reference answers. An
// answer that the kit reads and writes again must stay the same, and each vector (test case) of a
// small suite must get a result.
#include <string>
#include <string_view>
#include <variant>

#include "conform/judge/run.hpp"
#include "conform/program/exchange.hpp"
#include "conform/program/serve.hpp"
#include "conform/program/session.hpp"
#include "conform/suite/protocol.hpp"
#include "core/assertion.hpp"
#include "harness.hpp"
#include "kit.hpp"

namespace {

using namespace bpetite;

// Writes the answer that was read. Reading that line must give the same answer again.
void check_answer(const conform::suite::Answered& answered) {
  const std::string line = conform::suite::to_line(answered.id, answered.answer);
  const auto again = conform::suite::parse_answer(line);
  const auto* same = std::get_if<conform::suite::Answered>(&again);
  assert_internal(same != nullptr && conform::suite::to_line(same->id, same->answer) == line,
                  "an answer that was written is read as another");
  if (const auto* ok = std::get_if<conform::suite::Ok>(&answered.answer)) {
    conform::program::parse_hello(*ok);
  }
}

// Serves the reference, but saves nothing: the input must not name the files that are written.
conform::program::Server harmless_server() {
  conform::program::Implementation implementation = conform::program::reference_implementation();
  implementation.save = [](const std::filesystem::path&, std::string_view, bool) {};
  return conform::program::Server(std::move(implementation));
}

void serve(conform::program::Server& server, std::string_view line) {
  auto parsed = conform::suite::parse_request(line);
  auto* request = std::get_if<conform::suite::Request>(&parsed);
  std::string answer;
  if (request == nullptr) {
    answer = server.answer(line);
  } else {
    std::erase_if(request->fields, [](const json::Member& each) { return each.key == "bundle"; });
    answer = conform::suite::to_line(request->id, server.answer(*request));
  }
  const auto read = conform::suite::parse_answer(answer);
  const auto* answered = std::get_if<conform::suite::Answered>(&read);
  assert_internal(answered != nullptr, "serve gives an answer that is none");
  assert_internal(answered->id == (request == nullptr ? 0 : request->id), "another id");
  assert_internal(answer.find('\n') == answer.npos, "an answer of several lines");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const conform::suite::Suite suite = fuzz::kit_suite();
  const std::string_view bytes = fuzz::bytes_of(data, size);
  conform::program::Server server = harmless_server();
  std::size_t answers = 0;
  for (std::string_view left = bytes; !left.empty();) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    const std::string_view line = left.substr(0, end);
    left.remove_prefix(std::min(end + 1, left.size()));
    serve(server, line);
    const auto parsed = conform::suite::parse_answer(line);
    if (const auto* answered = std::get_if<conform::suite::Answered>(&parsed)) {
      check_answer(*answered);
      ++answers;
    }
  }
  if (answers > 0) {
    const conform::program::Bundle bundle;
    const conform::judge::Outcomes outcomes =
        conform::judge::judge_answers(suite, {}, bytes, bundle);
    assert_internal(outcomes.by_place.size() == suite.vectors.size(), "a vector without a result");
  }
  return 0;
}
