// Handles Ctrl-C, SIGTERM and SIGHUP while a program is tested. The first signal asks the run to
// stop, and to report its results so far. The second one ends this program at once; then the
// supervisor ends the programs under test, and removes their bundles
// (conform/program/child.cpp).
#pragma once

namespace bpetite::cli {

// After this call, interrupted() says whether one of these signals has come.
void watch_for_interrupts();
bool interrupted();

}  // namespace bpetite::cli
