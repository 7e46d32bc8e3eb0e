// Tests whether a harness (the program around a tokenizer that speaks the protocol) does so
// correctly, with a few requests that every tokenizer can answer: hello, an unknown operation, an
// artifact, a text with NUL and with characters of several bytes, a line of a megabyte, ill-formed
// bytes, a hundred requests in order, and reset. Also checks that the declared operations claim a
// level, that the harness exits with 0 after bye, and that it writes only answers to stdout.
#include "conform/program/smoke.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "artifact/artifact.hpp"
#include "conform/suite/judged_profile.hpp"

namespace bpetite::conform::program {
namespace {

constexpr std::string_view artifact_path = "artifacts/bytes.json";

// What is wrong with an answer that should be ok. Empty if it is ok.
std::string unless_ok(const Reply& reply) {
  if (const auto* broken = std::get_if<Broken>(&reply)) {
    return broken->detail;
  }
  const auto& answer = std::get<suite::Answer>(reply);
  if (const auto* failure = std::get_if<suite::Failure>(&answer)) {
    return fmt::format("{}: {}", failure->error, failure->message);
  }
  return std::holds_alternative<suite::Skip>(answer)
             ? "skipped: " + std::get<suite::Skip>(answer).reason
             : "";
}

std::string unless_class(const Reply& reply, std::string_view wanted) {
  const auto* answer = std::get_if<suite::Answer>(&reply);
  const auto* failure = answer == nullptr ? nullptr : std::get_if<suite::Failure>(answer);
  if (failure == nullptr) {
    const std::string other = unless_ok(reply);
    return other.empty() ? "it is answered with ok" : other;
  }
  return failure->error == wanted ? "" : "it is answered with class " + failure->error;
}

// Loads the artifact without merges. With it, the ids of a text are its bytes.
std::string load(Session& session) {
  session.bundle().put(std::string(artifact_path), artifact::serialize(suite::judged_table({})));
  return unless_ok(session.ask(
      "load", {{"handle", json::string("smoke")}, {"path", json::string(artifact_path)}}));
}

// Sends a text with `pretokenize`, or with `encode` if the program does not have `pretokenize`.
Reply ask_text(Session& session, std::string_view text) {
  if (session.hello().ops.contains("pretokenize")) {
    return session.ask("pretokenize", {{"text_hex", json::string(suite::to_hex(text))}});
  }
  return session.ask("encode", {{"handle", json::string("smoke")},
                                {"text_hex", json::string(suite::to_hex(text))}});
}

struct Check {
  const char* what;
  std::function<std::string(Session&)> fault;  // empty: the check passed
};

bool takes_text(const Session& session) {
  return session.hello().ops.contains("pretokenize") || session.hello().ops.contains("encode");
}

const std::vector<Check>& checks() {
  static const std::vector<Check> all = {
      {"hello declares operations that claim a level",
       [](Session& session) {
         return claimed_levels(session.hello()).empty() ? "the operations claim no level" : "";
       }},
      {"an unknown operation is answered with class Unsupported",
       [](Session& session) { return unless_class(session.ask("frobnicate", {}), "Unsupported"); }},
      {"an artifact is loaded from the bundle",
       [](Session& session) { return session.hello().ops.contains("load") ? load(session) : ""; }},
      {"the bytes of a text arrive: NUL, two and four bytes a character",
       [](Session& session) {
         using namespace std::string_view_literals;
         return takes_text(session) ? unless_ok(ask_text(session, "a\0\xc3\xa9\xf0\x9f\x98\x80"sv))
                                    : "";
       }},
      {"a line of a megabyte is read whole",
       [](Session& session) {
         return takes_text(session) ? unless_ok(ask_text(session, std::string(500000, ' '))) : "";
       }},
      {"bytes that are not UTF-8 are an error, after which it goes on",
       [](Session& session) {
         if (!takes_text(session)) return std::string();
         const std::string fault = unless_class(ask_text(session, "\xff"), "UnicodeDecodeError");
         return fault.empty() ? unless_ok(ask_text(session, "a")) : fault;
       }},
      {"a hundred requests are answered in order",
       [](Session& session) {
         std::string fault;
         for (int i = 0; i < 100 && fault.empty() && takes_text(session); ++i) {
           fault = unless_ok(ask_text(session, fmt::format("{}", i)));
         }
         return fault;
       }},
      {"reset forgets the handles",
       [](Session& session) { return unless_ok(session.ask("reset", {})); }},
  };
  return all;
}

}  // namespace

std::vector<SmokeCheck> smoke(const SessionOptions& options) {
  std::vector<SmokeCheck> results;
  Session session(options, "smoke");
  const auto started = session.start();
  results.push_back(
      {"hello is answered", !started,
       started ? fmt::format("{}: {}", started->detail,
                             session.errors().empty() ? "stderr is empty; is each answer flushed?"
                                                      : session.errors())
               : fmt::format("{} {}", session.hello().name, session.hello().version)});
  if (started) {
    return results;
  }
  for (const Check& check : checks()) {
    if (!session.running()) {
      if (session.start()) {
        results.push_back({check.what, false, "it does not start again"});
        continue;
      }
      if (session.hello().ops.contains("load")) load(session);
    }
    const std::string fault = session.running() ? check.fault(session) : "it has ended";
    results.push_back({check.what, fault.empty(), fault});
  }

  const auto ending = session.stop();
  const bool left = ending && ending->kind == Ending::Kind::exited && ending->number == 0;
  results.push_back({"after bye it exits with 0", left, ending && !left ? ending->text() : ""});
  results.push_back({"stdout has nothing but answers", session.stray().empty(), session.stray()});
  return results;
}

}  // namespace bpetite::conform::program
