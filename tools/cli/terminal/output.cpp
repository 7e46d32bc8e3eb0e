// Writes results to standard output and messages and errors to standard error, so that no byte of a
// result is lost without an error. In results for people and in errors, control characters are made
// visible. An error names the option that helps. `SignalsHeld` lets Ctrl-C wait until a file is
// complete.
#include "cli/terminal/output.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>
#include <bpetite/errors.hpp>

#include "core/wording/shown.hpp"

namespace bpetite::cli {
namespace {

// Returns true if all bytes were written. If not, errno gives the reason.
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

// The words of the command line for what a user can do about an error.
std::string_view own_words(Remedy remedy) {
  switch (remedy) {
    case Remedy::give_profile:
      return "give the pattern (--pattern) or name the profile (--profile)";
    case Remedy::open_ranks:
      return "open that file: --model tokenizer.tiktoken --profile nanochat";
    case Remedy::allow_special:
      return "allow it (--allow-special), or take all of them as ordinary text (--ordinary)";
    case Remedy::leave_out:
      return "leave it out (--without template, or plain)";
    case Remedy::none:
      break;
  }
  return "";
}

}  // namespace

void write_result(std::string_view bytes) {
  write_part(bytes);
  // Some file systems report a full disk only when the file is closed.
  if (::close(STDOUT_FILENO) != 0) fail_writing();
}

void write_text(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
    lines += bpetite::shown(text.substr(0, end));
    lines += text.substr(end, 1);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  write_result(lines);
}

void write_part(std::string_view bytes) {
  if (!write_all(STDOUT_FILENO, bytes)) fail_writing();
}

void write_note(std::string_view text) { static_cast<void>(write_all(STDERR_FILENO, text)); }

void write_error(std::string_view kind, std::string_view message) {
  write_note(fmt::format("bpetite: {}: {}\n", kind, bpetite::shown(message)));
}

void write_error(const Error& error) { write_error(error.kind(), message_of(error)); }

std::string message_of(const Error& error) {
  return error.reworded(own_words(error.remedy())).what();
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
