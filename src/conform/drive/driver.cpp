// Implements the driver. If the program under test is not running, the driver starts it for the
// next vector. After three failed starts in a row it gives up.
#include "conform/drive/driver.hpp"

#include <utility>

namespace bpetite::conform::drive {

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
      exchange_ = std::make_unique<VectorExchange>(
          suite_, session_.hello(), session_.bundle(),
          [this](std::string_view op, json::Object fields, Duration patience) {
            return session_.ask(op, std::move(fields), patience);
          });
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

void Driver::stop() {
  session_.stop();
  exchange_.reset();
  observed_ = 0;
}

}  // namespace bpetite::conform::drive
