// Ctrl-C and SIGTERM while a program is driven: the first one asks the run to end in order, with
// what it has; the next one, of either kind, ends this program at once. The kit's keeper then ends
// what was started (conform/keeper.hpp).
#pragma once

namespace bpetite::cli {

// From here on the two signals are asked for by interrupted().
void watch_for_interrupts();
bool interrupted();

}  // namespace bpetite::cli
