// Runs the program under test as a child process, exchanges lines with it over pipes, and ends it
// and all that it has started (Child). Received is a line, or the reason why there is none. Ending
// says how the program ended.
//
//   Child child("python3 harness.py");
//   const Received received = child.ask(R"({"id":1,"op":"hello"})", 5s);
//   if (const auto* line = std::get_if<Line>(&received)) ...
//   const Ending ending = child.end(500ms);          // "exited with 0"
//
// Whatever the program does, every request returns by its deadline, and memory stays bounded. On
// Linux, no process that the program has started remains after end().
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "conform/program/program.hpp"

namespace bpetite::conform::program {

struct Line {
  std::string text;  // without the newline
};
struct TimedOut {};
struct Closed {};   // the program closed its stdout or its stdin; it may still run
struct TooLong {};  // a line of more than max_line bytes
using Received = std::variant<Line, TimedOut, Closed, TooLong>;

// The way in which a program ended.
struct Ending {
  enum class Kind { exited, signalled, ended_by_us } kind = Kind::ended_by_us;
  int number = 0;  // the exit status, or the signal

  std::string text() const;  // "exited with 3", "died of signal 11", "was ended by the runner"
};

class Child {
 public:
  // Runs `/bin/sh -c 'exec COMMAND'` in the current directory, in its own process group. If this
  // process dies before it calls end(), the directory `bundle` is removed, unless the name is
  // empty. Throws OSError if the system cannot make a process or a pipe.
  explicit Child(const std::string& command, const std::string& bundle = {});
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Writes a line, and returns the next line of output.
  Received ask(std::string_view line, Duration deadline);
  // Waits for the next line of output.
  Received receive(Duration deadline);

  // The last 8 KiB of its stderr, as text.
  std::string errors() const;

  // Closes its stdin, waits up to `grace` for it to exit, then kills it and all its descendants.
  // A second call returns the same ending.
  Ending end(Duration grace);

 private:
  class Process;
  std::unique_ptr<Process> process_;
};

}  // namespace bpetite::conform::program
