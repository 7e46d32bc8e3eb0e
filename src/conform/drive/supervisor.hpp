// The supervisor of a program: a small process between the runner and the program that it judges.
//
//   runner ── supervisor ── /bin/sh -c 'exec COMMAND' ── children, and children that called setsid
//
// The supervisor is the subreaper of all that the program starts, and of nothing else: a process
// whose parent dies becomes the supervisor's child, whatever group or session it has moved to. When
// the runner closes the control pipe, on purpose or by dying, the supervisor kills until it has no
// child left. Every program has its own supervisor, so that sessions that run at the same time
// cannot kill each other's orphans.
#pragma once

namespace bpetite::conform::drive {

// The ends of the pipes that the supervisor and the program have.
struct SupervisorPipes {
  int input = -1;    // the program's stdin
  int output = -1;   // its stdout
  int errors = -1;   // its stderr
  int control = -1;  // at its end when everything is to be killed
  int report = -1;   // the supervisor writes the program's wait status here, one int, when it exits
};

// Runs in a process that has just been forked; `shell` is {"sh", "-c", "exec ...", nullptr}. Only
// calls what is safe there, beside threads of the runner that no longer exist.
[[noreturn]] void supervise(const SupervisorPipes& pipes, char* const* shell);

}  // namespace bpetite::conform::drive
