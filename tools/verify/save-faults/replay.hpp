// A recorded save, replayed: after each system call, what may a loss of power leave?
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
  std::string bytes;        // what is saved
  bool refused = false;     // the save has to fail: something is in the way
};

struct Verdict {
  std::size_t states = 0;           // different ones, before the save returned and after it
  std::vector<std::string> faults;  // "after fsync: \"t\" is neither the old file nor the new one"
};

// Replays the lines of strace. Of each state it is required that the destination is as it was, or
// holds the new bytes; only the latter, once the program has said that it saved; and that every
// other file is as it was. A program says so by access("/save-ends") or on standard output.
// std::runtime_error for a call whose effect on the directory is not modelled.
Verdict replay(const Save& save, const std::vector<std::string>& trace);

}  // namespace bpetite::crash
