// Saving and the loss of power (spec/08-save.md): what a crash after any system call may leave.
//
// Saves are recorded by strace and replayed over the model of tools/save-faults/disk.hpp.
#include <string>
#include <vector>

#include "support/process.hpp"
#include "support/property.hpp"
#include "support/values.hpp"

namespace bpetite::test {
namespace {

Finished crash_states_of(const std::string& what) { return run({BPETITE_CRASH_STATES, what}); }

CLAUSE_TEST("S14a FR-28", "whenever the power fails, the file is the old one or the new one") {
  if (!can_trace()) return;
  const Finished done = crash_states_of("saves");
  CAPTURE(done.out, done.err);
  CHECK(done.code == 0);

  // "save-faults: 845 crash states in 17 saves, 0 bad"
  const std::vector<std::string> lines = lines_of(done.out);
  const std::string last = lines.empty() ? "" : lines.back();
  CHECK(last.starts_with("save-faults: "));
  CHECK(std::stoul("0" + last.substr(std::min<std::size_t>(13, last.size()))) >= 250);
  CHECK(last.ends_with(", 0 bad"));
}

// The check itself is checked: each of these protocols leaves out or moves one synchronisation.
CLAUSE_TEST("S14a", "a save that does not synchronise as it should is found by its crash states") {
  if (!can_trace()) return;
  for (const char* protocol :
       {"in-place", "early", "unsynced-file", "unsynced-directory", "unsynced-rename"}) {
    CAPTURE(protocol);
    CHECK(crash_states_of(protocol).code == 1);
  }
  // What is wrong with these shows only when a call fails.
  for (const char* protocol : {"unchecked", "litter", "silent"}) {
    CAPTURE(protocol);
    CHECK(crash_states_of(protocol).code == 0);
  }
}

}  // namespace
}  // namespace bpetite::test
