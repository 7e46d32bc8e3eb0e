// Runs a function, in this process or in a child made by fork, and reports what it throws.
#include "support/programs/outcome.hpp"

#include <fmt/format.h>
#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include <bpetite/errors.hpp>

namespace bpetite::test {

std::string outcome(const std::function<void()>& call) {
  try {
    call();
    return "done";
  } catch (const Error& error) {
    return fmt::format("{} {}", error.kind(), error.clause());
  }
}

std::string outcome_in_child(const std::function<void()>& prepare,
                             const std::function<std::string()>& call) {
  std::array<int, 2> pipe_ends{};
  if (::pipe(pipe_ends.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    prepare();
    const std::string text = call();
    const ssize_t written = ::write(pipe_ends[1], text.data(), text.size());
    _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  close(pipe_ends[1]);
  std::string text(1000, '\0');
  text.resize(static_cast<std::size_t>(
      std::max<ssize_t>(0, ::read(pipe_ends[0], text.data(), text.size()))));
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return status == 0 ? text : fmt::format("child ended with status {}", status);
}

void without_privileges() {
  if (geteuid() == 0 && (setgroups(0, nullptr) != 0 || setgid(65534) != 0 || setuid(65534) != 0)) {
    _exit(2);
  }
}

}  // namespace bpetite::test
