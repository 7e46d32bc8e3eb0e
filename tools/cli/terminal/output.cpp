// Writes results and messages, so that no byte is lost without an error.
#include "cli/terminal/output.hpp"

#include <cerrno>
#include <csignal>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>
#include <bpetite/errors.hpp>

namespace bpetite::cli {
namespace {

// True if all bytes were taken; errno says why not.
bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

[[noreturn]] void fail_writing() {
  throw OSError(fmt::format("write: standard output: cannot write: {}",
                            std::generic_category().message(errno)));
}

sigset_t requests_to_end() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  return signals;
}

}  // namespace

void write_result(std::string_view bytes) {
  write_part(bytes);
  // Some file systems report a full disk only when the file is closed.
  if (::close(STDOUT_FILENO) != 0) fail_writing();
}

void write_part(std::string_view bytes) {
  if (!write_all(STDOUT_FILENO, bytes)) fail_writing();
}

void write_note(std::string_view text) { static_cast<void>(write_all(STDERR_FILENO, text)); }

void write_error(std::string_view kind, std::string_view message) {
  std::string line = fmt::format("bpetite: {}: ", kind);
  for (const char c : message) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      line += fmt::format("\\x{:02x}", byte);
    } else {
      line.push_back(c);
    }
  }
  line.push_back('\n');
  write_note(line);
}

SignalsHeld::SignalsHeld() {
  const sigset_t signals = requests_to_end();
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
}

SignalsHeld::~SignalsHeld() {
  const sigset_t signals = requests_to_end();
  ::sigprocmask(SIG_UNBLOCK, &signals, nullptr);
}

void SignalsHeld::stop_if_asked() const {
  sigset_t pending;
  sigemptyset(&pending);
  ::sigpending(&pending);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (sigismember(&pending, signal) == 1) throw Interrupted();
  }
}

}  // namespace bpetite::cli
