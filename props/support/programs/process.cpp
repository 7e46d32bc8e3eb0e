// Starts a program, a line of a shell, or a program in a pseudo-terminal, and returns its output
// (run, run_shell, run_on_terminal). The input and output of the first two are files instead of
// pipes, so that no child can block on a full pipe. Calls a function in a child process made by
// fork, after a preparation that should not touch the parent, and returns the text that it gives.
// Also reports the error that a call throws, gives up the rights of root, and says whether the
// build is sanitized and strace works.
#include "support/programs/process.hpp"

#include <fcntl.h>
#include <grp.h>
#include <pty.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include <bpetite/errors.hpp>

#include "core/file.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

// The strings as the pointers that posix_spawn takes. It does not change the strings.
std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> list;
  for (std::string& string : strings) {
    list.push_back(string.data());
  }
  list.push_back(nullptr);
  return list;
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) == -1) {
    if (errno != EINTR) {
      throw std::runtime_error("waitpid failed");
    }
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

class FileActions {
 public:
  FileActions() { ::posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void open(int descriptor, const fs::path& path, int flags) {
    ::posix_spawn_file_actions_addopen(&actions_, descriptor, path.c_str(), flags, 0600);
  }
  void enter(const fs::path& directory) {
    ::posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

namespace {

// The variables of a setting, and those of tools/mutants, which reach each program.
std::vector<std::string> variables_of(const Setting& setting) {
  std::vector<std::string> variables = setting.environment.value_or(std::vector<std::string>{});
  for (const char* const name : {"BPETITE_MUTANT", "BPETITE_MUTANTS_REACHED"}) {
    if (const char* value = std::getenv(name))
      variables.push_back(fmt::format("{}={}", name, value));
  }
  return variables;
}

}  // namespace

Finished run(const std::vector<std::string>& command, const Setting& setting) {
  const TemporaryDirectory scratch;
  const fs::path in = scratch.path() / "in";
  const fs::path out = scratch.path() / "out";
  const fs::path err = scratch.path() / "err";
  std::ofstream(in, std::ios::binary) << setting.in;

  FileActions actions;
  actions.open(STDIN_FILENO, in, O_RDONLY);
  actions.open(STDOUT_FILENO, out, O_WRONLY | O_CREAT);
  actions.open(STDERR_FILENO, err, O_WRONLY | O_CREAT);
  if (!setting.directory.empty()) {
    actions.enter(setting.directory);
  }

  std::vector<std::string> words = command;
  std::vector<std::string> variables = variables_of(setting);
  pid_t child = 0;
  const int error =
      ::posix_spawnp(&child, words.at(0).c_str(), actions.get(), nullptr, pointers(words).data(),
                     setting.environment ? pointers(variables).data() : environ);
  if (error != 0) {
    throw std::runtime_error(fmt::format("cannot start {}: error {}", words[0], error));
  }
  const int code = wait_for(child);
  return {code, file::read(out), file::read(err)};
}

Finished run_shell(const std::string& line, const Setting& setting) {
  const std::string folder = fs::path(BPETITE_PROGRAM).parent_path().string();
  return run({"/bin/bash", "-c", fmt::format("PATH='{}':$PATH\n{}", folder, line)}, setting);
}

Finished run_on_terminal(const std::vector<std::string>& command, const Setting& setting) {
  std::vector<std::string> words = command;
  std::vector<std::string> variables = variables_of(setting);
  const std::vector<char*> arguments = pointers(words);
  const std::vector<char*> environment = pointers(variables);

  winsize size{};
  size.ws_col = 100;
  size.ws_row = 30;
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (child == -1) {
    throw std::runtime_error("forkpty failed");
  }
  if (child == 0) {
    if (setting.directory.empty() || ::chdir(setting.directory.c_str()) == 0) {
      ::execvpe(arguments[0], arguments.data(), setting.environment ? environment.data() : environ);
    }
    ::_exit(127);
  }

  // On Linux, reading fails with EIO when no program has the terminal open.
  Finished done;
  std::array<char, 4096> buffer{};
  ssize_t count = 0;
  while ((count = ::read(terminal, buffer.data(), buffer.size())) > 0 ||
         (count == -1 && errno == EINTR)) {
    if (count > 0) {
      done.out.append(buffer.data(), static_cast<std::size_t>(count));
    }
  }
  done.code = wait_for(child);
  ::close(terminal);
  return done;
}

bool is_sanitized() {
#ifdef BPETITE_SANITIZED
  return true;
#else
  return false;
#endif
}

bool can_trace() {
  const bool works = !is_sanitized() && run_shell("strace -o /dev/null true").code == 0;
  std::cout << (works ? ""
                      : "SKIPPED: strace is missing, not allowed to trace, or the build has a "
                        "sanitizer\n");
  return works;
}

// Runs a function, in this process or in a child made by fork, and reports what it throws.

std::string outcome(const std::function<void()>& call) {
  try {
    call();
    return "done";
  } catch (const Error& error) {
    return fmt::format("{} {}", error.kind(), error.clause());
  }
}

std::string error_of(const std::function<void()>& call) {
  try {
    call();
    return "none";
  } catch (const Error& error) {
    return fmt::format("{}: {}", error.kind(), error.what());
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
