// Tests that a loss of power during a save leaves the old file or the new one (spec/08-save.md).
// Tests also the check itself: it must find ways to save that leave out an fsync or make it too
// late. Ways that are wrong only if a system call fails must pass.
//
// tools/verify/save-faults/crash_states records saves with strace. It computes what may be on the
// disk after a loss of power at each system call, by the model in disk.py.
#include <string>
#include <vector>

#include "support/examples/fields.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

Finished crash_states_of(const std::string& what) {
  return run({BPETITE_SOURCE_DIR "/tools/verify/save-faults/crash_states", "--build",
              BPETITE_BUILD_DIR, what});
}

CLAUSE_TEST("S14a FR-28", "whenever the power fails, the file is the old one or the new one") {
  if (!can_trace()) return;
  const Finished done = crash_states_of("saves");
  CAPTURE(done.out, done.err);
  CHECK(done.code == 0);

  // The last line is such as "save-faults: 845 crash states in 17 saves, 0 bad".
  const std::vector<std::string> lines = lines_of(done.out);
  const std::string last = lines.empty() ? "" : lines.back();
  CHECK(last.starts_with("save-faults: "));
  CHECK(std::stoul("0" + last.substr(std::min<std::size_t>(13, last.size()))) >= 250);
  CHECK(last.ends_with(", 0 bad"));
}

// Checks the check: each of the first five protocols leaves out a synchronisation or moves it.
CLAUSE_TEST("S14a", "a save that does not synchronise as it should is found by its crash states") {
  if (!can_trace()) return;
  for (const char* protocol :
       {"in-place", "early", "unsynced-file", "unsynced-directory", "unsynced-rename"}) {
    CAPTURE(protocol);
    CHECK(crash_states_of(protocol).code == 1);
  }
  // The faults of these protocols have an effect only when a system call fails.
  for (const char* protocol : {"unchecked", "litter", "silent"}) {
    CAPTURE(protocol);
    CHECK(crash_states_of(protocol).code == 0);
  }
}

}  // namespace
}  // namespace bpetite::test
