// The keeper of a program: a small process between the runner and the program that it judges.
//
//   runner ── keeper ── /bin/sh -c 'exec COMMAND' ── children, and children that called setsid
//
// The keeper is the subreaper of all that the program starts, and of nothing else: a process whose
// parent dies becomes the keeper's child, whatever group or session it has moved to. When the
// runner closes the control pipe, on purpose or by dying, the keeper kills until it has no child
// left. Every program has a keeper of its own, so that sessions side by side cannot mistake each
// other's orphans.
#pragma once

namespace bpetite::conform {

// The ends of the pipes that the keeper and the program have.
struct KeeperPipes {
  int input = -1;    // the program's stdin
  int output = -1;   // its stdout
  int errors = -1;   // its stderr
  int control = -1;  // at its end when everything is to be killed
  int report = -1;  // here the keeper writes the program's wait status, one int, when it has exited
};

// Runs in a process that has just been forked; `shell` is {"sh", "-c", "exec ...", nullptr}. Only
// calls what is safe there, beside threads of the runner that no longer exist.
[[noreturn]] void keep(const KeeperPipes& pipes, char* const* shell);

}  // namespace bpetite::conform
