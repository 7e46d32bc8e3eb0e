// Runs the program and kills all that it has started. It uses plain POSIX calls, since
// Boost.Process 1.81 does not support subreapers, leaks descriptors, and kills only one process
// or one group.
//
// Only Linux has subreapers. Elsewhere the supervisor ends the process group, and a grandchild
// that calls setsid survives.
#include "conform/drive/supervisor.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ctime>

#if defined(__linux__)
#include <sys/prctl.h>
#endif

namespace bpetite::conform::drive {
namespace {

// The descriptors of the supervisor's own pipes. Those of the program are 0, 1 and 2.
constexpr int control = 3;
constexpr int report = 4;

// Moves the pipes to 0..4, and closes every other descriptor that was inherited from the runner.
void arrange(const SupervisorPipes& pipes) {
  std::array<int, 5> ends = {pipes.input, pipes.output, pipes.errors, pipes.control, pipes.report};
  for (int& end : ends) {
    end = fcntl(end, F_DUPFD, 10);  // a number that does not collide with 0..4
  }
  for (int i = 0; i < 5; ++i) {
    dup2(ends[static_cast<std::size_t>(i)], i);
  }
  fcntl(control, F_SETFD, FD_CLOEXEC);
  fcntl(report, F_SETFD, FD_CLOEXEC);
#if defined(__linux__)
  if (close_range(5, ~0U, 0) == 0) {
    return;
  }
#endif
  for (long i = 5, end = sysconf(_SC_OPEN_MAX); i < end; ++i) {
    close(static_cast<int>(i));
  }
}

[[noreturn]] void become_program(char* const* shell) {
  setpgid(0, 0);
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // if the supervisor is killed
#endif
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  signal(SIGCHLD, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execv("/bin/sh", shell);
  _exit(127);
}

void tell(int status) {
  // If this write fails, the runner has ended.
  if (write(report, &status, sizeof status) < 0) return;
}

// Waits until the control pipe is closed. If the program exits meanwhile, this reports it but
// does not reap the process yet: until then, no other process or group can get its number.
bool wait_for_orders(pid_t program, const sigset_t& awake) {
  bool told = false;
  for (;;) {
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(control, &readable);
    const int ready = pselect(control + 1, &readable, nullptr, nullptr, nullptr, &awake);
    siginfo_t info{};
    const int seen = waitid(P_PID, static_cast<id_t>(program), &info, WEXITED | WNOHANG | WNOWAIT);
    if (!told && seen == 0 && info.si_pid == program) {
      // CLD_EXITED gives an exit status, the other two a signal. wait(2) packs them like this.
      tell(info.si_code == CLD_EXITED ? info.si_status << 8 : info.si_status);
      told = true;
    }
    if (ready > 0) {
      return told;
    }
  }
}

// Kills the processes that the supervisor has inherited. Their list is a file, so no memory is
// allocated here.
void kill_orphans() {
#if defined(__linux__)
  const int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (list < 0) return;
  std::array<char, 4096> text{};
  pid_t number = 0;
  for (ssize_t size = 0; (size = read(list, text.data(), text.size())) > 0;) {
    for (ssize_t i = 0; i < size; ++i) {
      const char c = text[static_cast<std::size_t>(i)];
      if ('0' <= c && c <= '9') {
        number = number * 10 + (c - '0');
      } else if (number > 0) {
        kill(number, SIGKILL);
        number = 0;
      }
    }
  }
  close(list);
#endif
}

// Kills until no process is left. When a process dies, the supervisor inherits its children, and
// the next round finds them.
void end_all(pid_t program, bool told) {
  kill(-program, SIGKILL);
  kill(program, SIGKILL);  // if it has not joined its group yet
  for (int round = 0; round < 5000; ++round) {
    kill_orphans();
    for (;;) {
      int status = 0;
      const pid_t buried = waitpid(-1, &status, WNOHANG);
      if (buried < 0 && errno == ECHILD) {
        return;
      }
      if (buried <= 0) {
        break;
      }
      if (buried == program && !told) {
        tell(status);
      }
    }
    const timespec pause{0, 1'000'000};
    nanosleep(&pause, nullptr);
  }
}

// Removes the directory with rm, since removing a tree needs memory. The descriptors 0 to 2 are
// closed. This process has nothing left to do.
[[noreturn]] void remove_bundle(const char* bundle) {
  for (int i = 0; i < 3; ++i) {
    if (open("/dev/null", O_RDWR) < 0) break;
  }
  execl("/bin/rm", "rm", "-rf", "--", bundle, nullptr);
  _exit(127);
}

}  // namespace

void supervise(const SupervisorPipes& pipes, char* const* shell, const char* bundle) {
  setpgid(0, 0);  // a Ctrl-C goes to the runner, whose end tells the supervisor to stop
#if defined(__linux__)
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  arrange(pipes);

  // SIGCHLD arrives only during pselect.
  struct sigaction wake {};
  wake.sa_handler = [](int) {};
  sigaction(SIGCHLD, &wake, nullptr);
  sigset_t blocked;
  sigset_t awake;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_SETMASK, &blocked, nullptr);
  sigemptyset(&awake);

  const pid_t program = fork();
  if (program == 0) {
    become_program(shell);
  }
  close(0);
  close(1);
  close(2);
  if (program > 0) {
    setpgid(program, program);  // the child does the same; the first call takes effect
    end_all(program, wait_for_orders(program, awake));
    char order = 0;
    const bool runner_died = read(control, &order, 1) != 1;
    if (runner_died && bundle != nullptr) remove_bundle(bundle);
  }
  _exit(0);
}

}  // namespace bpetite::conform::drive
