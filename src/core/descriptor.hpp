// Owns an open file or directory and closes it (Descriptor). Repeats a system call that a signal
// interrupts (uninterrupted), and makes the message of one that fails (message).
//
//   const Descriptor file(uninterrupted([&] { return ::open(name, O_RDONLY); }));
//   if (file.number() == -1) fail_reading(name, "open", errno);
//
//   read: "corpus.txt": cannot open: No such file or directory
#pragma once

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace bpetite::file {

// The message of an error: the area, the file, what could not be done, and why.
std::string message(std::string_view area, const std::filesystem::path& where,
                    std::string_view doing, int error);

// Repeats a system call as long as signals interrupt it.
template <typename Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) {
    result = call();
  }
  return result;
}

// An open file or directory, or -1.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  int number() const { return number_; }

  // Closes the file. True if there was no error. An interrupted close has closed the file.
  bool close() {
    const int number = std::exchange(number_, -1);
    return number == -1 || ::close(number) == 0 || errno == EINTR;
  }

 private:
  int number_;
};

}  // namespace bpetite::file
