// The possible statuses of a vector after a run (conformance/INTERPRETING.md).
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace bpetite::conform::drive {

enum class Status {
  pass,
  fail,              // a wrong result, or a result instead of an error, or the reverse
  wrong_error,       // an error, as expected, but of another class
  crash,             // the program ended before it answered, also when asked alone
  timeout,           // no answer in time, or not sent after eight time-outs
  protocol,          // an answer that breaks the protocol
  nondeterministic,  // another answer the second time
  state_leak,        // wrong or dead after other vectors, right alone
  skip,              // the program declined
  not_claimed,       // not sent: an operation or a capability is not declared
  xfail,             // a known failure
  xpass,             // a known failure that passed
  unicode_delta,     // right for another Unicode version
};

inline constexpr std::array<std::string_view, 13> status_names = {
    "PASS",       "FAIL", "WRONG_ERROR", "CRASH", "TIMEOUT", "PROTOCOL",     "NONDETERMINISTIC",
    "STATE_LEAK", "SKIP", "NOT_CLAIMED", "XFAIL", "XPASS",   "UNICODE_DELTA"};

constexpr std::string_view name(Status status) {
  return status_names[static_cast<std::size_t>(status)];
}

constexpr std::optional<Status> status_named(std::string_view text) {
  for (std::size_t i = 0; i < status_names.size(); ++i) {
    if (status_names[i] == text) return static_cast<Status>(i);
  }
  return std::nullopt;
}

// True for every status except success and the two of vectors without an answer.
constexpr bool is_failure(Status status) {
  return status != Status::pass && status != Status::skip && status != Status::not_claimed;
}

// True if the program gave a wrong answer. A crash, for example, does not show the fault that a
// vector tests for.
constexpr bool is_wrong_answer(Status status) {
  return is_failure(status) && status != Status::crash && status != Status::timeout &&
         status != Status::protocol && status != Status::state_leak;
}

}  // namespace bpetite::conform::drive
