// Sends vectors (test cases) to a program in a session. Starts a new process when the last one has
// ended, and gives up after three failed starts in a row.
#include "conform/program/driver.hpp"

#include <fmt/format.h>

#include <utility>

namespace bpetite::conform::program {

Driver::Driver(const suite::Suite& suite, SessionOptions options)
    : suite_(suite), session_(std::move(options), suite.version) {}

bool Driver::start() {
  if (session_.running()) {
    return true;
  }
  exchange_.reset();
  observed_ = 0;
  while (failed_starts_ < max_failed_starts) {
    fault_ = session_.start();
    if (!fault_) {
      failed_starts_ = 0;
      exchange_ = std::make_unique<VectorExchange>(suite_, session_.program(), session_.bundle());
      return true;
    }
    ++failed_starts_;
  }
  return false;
}

std::optional<Observation> Driver::attempt(const suite::Vector& vector) {
  if (!start()) {
    return std::nullopt;
  }
  ++observed_;
  Observation observation = exchange_->observe(vector);
  if (!session_.running()) {
    observed_ = 0;
  }
  return observation;
}

void Driver::reset() {
  if (!session_.running()) {
    return;
  }
  const Reply reply = session_.ask("reset", {});
  const auto* answer = std::get_if<suite::Answer>(&reply);
  if (answer == nullptr || !std::holds_alternative<suite::Ok>(*answer)) {
    stop();
    return;
  }
  exchange_->forget();
}

std::string Driver::why_not_started() const {
  return fault_ ? fmt::format("after {} failed starts: {}: {}", max_failed_starts,
                              name(fault_->status), fault_->detail)
                : "";
}

void Driver::stop() {
  session_.stop();
  exchange_.reset();
  observed_ = 0;
}

}  // namespace bpetite::conform::program
