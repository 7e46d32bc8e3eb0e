// Replays a recorded save: after each system call, checks all that a loss of power may leave.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "verify/save-faults/disk.hpp"

namespace bpetite::crash {

struct Save {
  std::string directory;    // an absolute path, as it is in the trace
  std::string destination;  // a name in it
  Image before;             // what the directory held
  std::string bytes;        // the bytes that are saved
  bool refused = false;     // the save must fail, because something is in the way
};

struct Verdict {
  std::size_t states = 0;           // different states, before and after the save returned
  std::vector<std::string> faults;  // "after fsync: \"t\" is neither the old file nor the new one"
};

// Replays the lines of strace. In each state the destination must be as it was, or hold the new
// bytes. After the program has said that it saved, it must hold the new bytes. Every other file
// must be as it was. A program says that it saved by access("/save-ends") or on standard output.
// Throws std::runtime_error for a call whose effect on the directory is not modelled.
Verdict replay(const Save& save, const std::vector<std::string>& trace);

}  // namespace bpetite::crash
