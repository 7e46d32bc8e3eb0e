// A value that is made when it is first needed, by one of the threads that need it.
//
//   Lazy<Encoder> encoder;
//   encoder.get([&] { return std::make_unique<const Encoder>(table); }).encode(text);
//
// If making it throws, the caller gets the exception, and the next caller tries again. (An
// exception may not pass through std::call_once: without memory, the C library ends the process
// there.)
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

namespace bpetite {

template <typename Value>
class Lazy {
 public:
  // `make` returns a std::unique_ptr<const Value>.
  template <typename Make>
  const Value& get(const Make& make) {
    if (const Value* const made = made_.load(std::memory_order_acquire)) return *made;
    const std::lock_guard lock(mutex_);
    if (value_ == nullptr) {
      value_ = make();
      made_.store(value_.get(), std::memory_order_release);
    }
    return *value_;
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<const Value> value_;
  std::atomic<const Value*> made_ = nullptr;
};

}  // namespace bpetite
