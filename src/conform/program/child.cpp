// Runs the program under test as a child process, exchanges lines with it over pipes, and ends it
// (Child). The pipes never block, and one loop over poll reads and writes them. A supervisor, a
// small process between this one and the program, kills all that the program has started, reports
// how the program ended, and removes the bundle if this process dies.
//
// From the first Child on, the whole process ignores SIGPIPE: a program that closes its input is a
// finding and must not end the runner.
#include "conform/program/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <optional>
#include <system_error>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/suite/protocol.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/utf8.hpp"

#if defined(__linux__)
#include <sys/prctl.h>
#endif

namespace bpetite::conform::program {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kept_errors = 8192;
constexpr Duration after_closed{250};  // a program that has closed its input may still answer
constexpr Duration to_die{8000};       // the time in which the supervisor must finish

// A file descriptor that the destructor closes.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { reset(); }

  void reset() {
    if (number_ >= 0) {
      close(std::exchange(number_, -1));
    }
  }
  int number() const { return number_; }
  bool open() const { return number_ >= 0; }

 private:
  int number_;
};

struct Pipe {
  Descriptor read;
  Descriptor write;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
#if defined(__linux__)
  const bool made = pipe2(ends.data(), O_CLOEXEC) == 0;
#else
  const bool made = pipe(ends.data()) == 0;
  for (const int end : ends) {
    fcntl(end, F_SETFD, FD_CLOEXEC);
  }
#endif
  if (!made) {
    throw OSError("conform: no pipe: " + std::generic_category().message(errno));
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void never_block(const Descriptor& descriptor) {
  fcntl(descriptor.number(), F_SETFL, fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

Ending ending_of(int status) {
  if (WIFEXITED(status)) {
    return {Ending::Kind::exited, WEXITSTATUS(status)};
  }
  return {Ending::Kind::signalled, WTERMSIG(status)};
}

// --- The supervisor: a small process between the runner and the program under test. ---
//
//   runner ── supervisor ── /bin/sh -c 'exec COMMAND' ── children, and children that called setsid
//
// The supervisor is the subreaper of all that the program starts, and of nothing else. So a process
// whose parent dies becomes the supervisor's child, whatever group or session it has moved to. When
// the runner closes the control pipe or dies, the supervisor kills its children until no child is
// left. If the runner has died, it also removes the bundle. Each program has its own supervisor, so
// parallel sessions cannot kill each other's orphans.
//
// It uses plain POSIX calls, because Boost.Process 1.81 does not support subreapers, leaks
// descriptors, and kills only one process or one group. Only Linux has subreapers. Elsewhere the
// supervisor ends the process group, and a grandchild that calls setsid survives.

// The pipe ends of the supervisor and the program.
struct SupervisorPipes {
  int input = -1;    // the program's stdin
  int output = -1;   // its stdout
  int errors = -1;   // its stderr
  int control = -1;  // the runner writes a byte and closes it to have everything killed
  int report = -1;   // the supervisor writes the program's wait status here, one int, when it
                     // exits
};

// The descriptors of the supervisor's own pipes. Those of the program are 0, 1 and 2.
constexpr int control_end = 3;
constexpr int report_end = 4;

// Moves the pipes to 0..4, and closes every other descriptor that was inherited from the runner.
void arrange(const SupervisorPipes& pipes) {
  std::array<int, 5> ends = {pipes.input, pipes.output, pipes.errors, pipes.control, pipes.report};
  for (int& end : ends) {
    end = fcntl(end, F_DUPFD, 10);  // a number that does not collide with 0..4
  }
  for (int i = 0; i < 5; ++i) {
    dup2(ends[static_cast<std::size_t>(i)], i);
  }
  fcntl(control_end, F_SETFD, FD_CLOEXEC);
  fcntl(report_end, F_SETFD, FD_CLOEXEC);
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
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // the program dies if the supervisor is killed
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
  if (write(report_end, &status, sizeof status) < 0) return;
}

// Waits until the control pipe is closed. If the program exits meanwhile, this reports it but does
// not reap the process yet, so that no other process or group can get its number.
bool wait_for_orders(pid_t program, const sigset_t& awake) {
  bool told = false;
  for (;;) {
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(control_end, &readable);
    const int ready = pselect(control_end + 1, &readable, nullptr, nullptr, nullptr, &awake);
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
  const int list = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
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

// Removes the directory with rm, because removing a tree needs memory. The descriptors 0 to 2 are
// closed. This process has nothing left to do.
[[noreturn]] void remove_bundle(const char* bundle) {
  for (int i = 0; i < 3; ++i) {
    if (::open("/dev/null", O_RDWR) < 0) break;
  }
  execl("/bin/rm", "rm", "-rf", "--", bundle, nullptr);
  _exit(127);
}

// Runs in a process that has just been forked. `shell` is {"sh", "-c", "exec ...", nullptr}, and
// `bundle` a directory or nullptr. It calls only functions that are safe after a fork of a process
// with threads.
[[noreturn]] void supervise(const SupervisorPipes& pipes, char* const* shell, const char* bundle) {
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
    const bool runner_died = read(control_end, &order, 1) != 1;
    if (runner_died && bundle != nullptr) remove_bundle(bundle);
  }
  _exit(0);
}

}  // namespace

std::string Ending::text() const {
  switch (kind) {
    case Kind::exited:
      return fmt::format("exited with {}", number);
    case Kind::signalled:
      return fmt::format("died of signal {}", number);
    case Kind::ended_by_us:
      break;
  }
  return "was ended by the runner";
}

class Child::Process {
 public:
  Process(const std::string& command, const std::string& bundle) {
    signal(SIGPIPE, SIG_IGN);
    Pipe in = make_pipe();
    Pipe out = make_pipe();
    Pipe err = make_pipe();
    Pipe control = make_pipe();
    Pipe report = make_pipe();
    std::string flag = "-c";
    std::string name = "sh";
    std::string script = "exec " + command;
    const std::array<char*, 4> shell = {name.data(), flag.data(), script.data(), nullptr};
    const SupervisorPipes theirs = {in.read.number(), out.write.number(), err.write.number(),
                                    control.read.number(), report.write.number()};
    supervisor_ = fork();
    if (supervisor_ == 0) {
      supervise(theirs, shell.data(), bundle.empty() ? nullptr : bundle.c_str());
    }
    if (supervisor_ < 0) {
      throw OSError("conform: no process: " + std::generic_category().message(errno));
    }
    in_ = std::move(in.write);
    out_ = std::move(out.read);
    err_ = std::move(err.read);
    control_ = std::move(control.write);
    report_ = std::move(report.read);
    for (const Descriptor* ours : {&in_, &out_, &err_, &report_}) {
      never_block(*ours);
    }
  }

  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() { end(Duration(0)); }

  // Writes `line`, unless it is nullopt, and waits for the next line of output.
  Received converse(std::optional<std::string_view> line, Duration patience) {
    auto deadline = Clock::now() + patience;
    std::string pending;
    if (line) {
      pending = std::string(*line) + "\n";
    }
    std::size_t written = 0;
    for (;;) {
      // The whole request is written before an answer counts. An answer that comes earlier waits.
      if (written == pending.size() || !in_.open()) {
        if (auto received = take_line()) {
          return *std::move(received);
        }
        if (!out_.open() || (exited_ && !more_output())) {
          return Closed{};
        }
      }
      const auto left = std::chrono::ceil<Duration>(deadline - Clock::now());
      if (left.count() <= 0) {
        return in_.open() ? Received(TimedOut{}) : Received(Closed{});
      }
      const bool writing = in_.open() && written < pending.size();
      const auto ready = wait(writing, left);
      if (ready.output) read_output();
      if (ready.errors) read_errors();
      if (ready.report) read_report();
      if (ready.input) {
        const ssize_t size =
            write(in_.number(), pending.data() + written, pending.size() - written);
        if (size > 0) {
          written += static_cast<std::size_t>(size);
        } else if (errno == EPIPE) {
          in_.reset();
          deadline = std::min(deadline, Clock::now() + after_closed);
        }
      }
    }
  }

  std::string_view errors() const { return errors_; }

  Ending end(Duration grace) {
    if (!control_.open()) {
      return ending_;
    }
    in_.reset();
    wait_for_exit(grace);

    // When the supervisor has finished, its end of the report pipe is closed. If it is closed
    // before that, something has killed the supervisor, and with it the program.
    const bool by_itself = exited_.has_value();
    if (!by_itself && !report_.open()) {
      ending_ = {Ending::Kind::signalled, SIGKILL};
    }
    // Without this byte, the closed pipe would mean to the supervisor that the runner has died.
    if (write(control_.number(), "e", 1) != 1) errno = 0;
    control_.reset();
    const auto deadline = Clock::now() + to_die;
    while (report_.open() && Clock::now() < deadline) {
      if (wait(false, Duration(100)).report) read_report();
      out_.reset();
      err_.reset();
    }
    if (report_.open()) {
      kill(supervisor_, SIGKILL);
    }
    while (waitpid(supervisor_, nullptr, 0) < 0 && errno == EINTR) {
    }
    if (by_itself) {
      ending_ = ending_of(*exited_);
    }
    return ending_;
  }

 private:
  struct Ready {
    bool input = false;
    bool output = false;
    bool errors = false;
    bool report = false;
  };

  Ready wait(bool writing, Duration patience) const {
    // poll ignores negative descriptors.
    std::array<pollfd, 4> polled = {pollfd{writing ? in_.number() : -1, POLLOUT, 0},
                                    pollfd{full() ? -1 : out_.number(), POLLIN, 0},
                                    pollfd{err_.number(), POLLIN, 0},
                                    pollfd{report_.number(), POLLIN, 0}};
    if (poll(polled.data(), polled.size(), static_cast<int>(patience.count())) <= 0) {
      return {};
    }
    return {polled[0].revents != 0, polled[1].revents != 0, polled[2].revents != 0,
            polled[3].revents != 0};
  }

  // The output is larger than a line may be. Reading more would only fill the memory.
  bool full() const { return output_.size() > suite::max_line; }

  // The next whole line. Bytes after the last newline stay in the buffer.
  std::optional<Received> take_line() {
    const std::size_t newline = output_.find('\n', searched_);
    if (newline == std::string::npos) {
      searched_ = output_.size();
      return full() ? std::optional<Received>(TooLong{}) : std::nullopt;
    }
    Line line{output_.substr(0, newline)};
    output_.erase(0, newline + 1);
    searched_ = 0;
    if (!line.text.empty() && line.text.back() == '\r') {
      line.text.pop_back();
    }
    return line;
  }

  void read_output() {
    std::array<char, 65536> block;
    const ssize_t size = read(out_.number(), block.data(), block.size());
    if (size > 0) {
      output_.append(block.data(), static_cast<std::size_t>(size));
    } else if (size == 0) {
      out_.reset();
    }
  }

  // After the program has exited, only the output in the pipe counts, because another process may
  // still hold its other end open. Returns true if there was output, or if there already is too
  // much.
  bool more_output() {
    if (!out_.open() || full()) {
      return full();
    }
    const std::size_t before = output_.size();
    read_output();
    return output_.size() > before;
  }

  void read_errors() {
    std::array<char, 65536> block;
    const ssize_t size = read(err_.number(), block.data(), block.size());
    if (size > 0) {
      errors_.append(block.data(), static_cast<std::size_t>(size));
      if (errors_.size() > kept_errors) {
        errors_.erase(0, errors_.size() - kept_errors);
        // Removes the rest of a character that was cut.
        errors_.erase(errors_.begin(), std::find_if_not(errors_.begin(), errors_.begin() + 3,
                                                        utf8::is_continuation));
      }
    } else if (size == 0) {
      err_.reset();
    }
  }

  void read_report() {
    int status = 0;
    const ssize_t size = read(report_.number(), &status, sizeof status);
    if (size == static_cast<ssize_t>(sizeof status)) {
      exited_ = status;
    } else if (size == 0) {
      report_.reset();
    }
  }

  void wait_for_exit(Duration grace) {
    const auto deadline = Clock::now() + grace;
    do {
      const auto left = std::chrono::ceil<Duration>(deadline - Clock::now());
      const auto ready = wait(false, std::max(left, Duration(0)));
      if (ready.report) read_report();
      if (ready.errors) read_errors();
      if (ready.output) read_output();
      output_.clear();
      searched_ = 0;
    } while (!exited_ && report_.open() && Clock::now() < deadline);
  }

  pid_t supervisor_ = -1;
  Descriptor in_;
  Descriptor out_;
  Descriptor err_;
  Descriptor control_;
  Descriptor report_;
  std::string output_;
  std::size_t searched_ = 0;  // there is no newline before this place
  std::string errors_;
  std::optional<int> exited_;  // the wait status
  Ending ending_;
};

Child::Child(const std::string& command, const std::string& bundle)
    : process_(std::make_unique<Process>(command, bundle)) {}
Child::~Child() = default;

Received Child::ask(std::string_view line, Duration deadline) {
  return process_->converse(line, deadline);
}
Received Child::receive(Duration deadline) { return process_->converse(std::nullopt, deadline); }
std::string Child::errors() const { return suite::text_of(process_->errors()); }
Ending Child::end(Duration grace) { return process_->end(grace); }

}  // namespace bpetite::conform::program
