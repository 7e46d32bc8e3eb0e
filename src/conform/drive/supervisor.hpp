// The supervisor: a small process between the runner and the program under test, which ends all
// processes of the program.
//
//   runner ── supervisor ── /bin/sh -c 'exec COMMAND' ── children, and children that called setsid
//
// The supervisor is the subreaper of all that the program starts, and of nothing else. So a
// process whose parent dies becomes the supervisor's child, whatever group or session it has
// moved to. When the runner closes the control pipe or dies, the supervisor kills until it has no
// child left. If the runner has died, it also removes the bundle. Each program has its own
// supervisor, so parallel sessions cannot kill each other's orphans.
#pragma once

namespace bpetite::conform::drive {

// The pipe ends of the supervisor and the program.
struct SupervisorPipes {
  int input = -1;    // the program's stdin
  int output = -1;   // its stdout
  int errors = -1;   // its stderr
  int control = -1;  // the runner writes a byte and closes it to have everything killed
  int report = -1;   // the supervisor writes the program's wait status here, one int, when it
                     // exits
};

// Runs in a process that has just been forked. `shell` is {"sh", "-c", "exec ...", nullptr}, and
// `bundle` a directory or nullptr. It calls only functions that are safe after a fork of a process
// with threads.
[[noreturn]] void supervise(const SupervisorPipes& pipes, char* const* shell, const char* bundle);

}  // namespace bpetite::conform::drive
