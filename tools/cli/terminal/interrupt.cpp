// Handles Ctrl-C, SIGTERM and SIGHUP while a program is tested: the first signal sets a flag and
// gives all three their former handlers again, so that the second one ends the program.
#include "cli/terminal/interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace bpetite::cli {
namespace {

volatile std::sig_atomic_t seen = 0;

// Sets the handler of the signals that end a run. After the first signal, all have their former
// handlers again, so a SIGINT after a SIGTERM also counts as the second signal. A signal that is
// ignored, as with nohup, stays ignored.
void set_handlers(void (*handler)(int)) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (std::signal(signal, handler) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

void on_interrupt(int /*signal*/) {
  seen = 1;
  set_handlers(SIG_DFL);
}

}  // namespace

void watch_for_interrupts() { set_handlers(on_interrupt); }

bool interrupted() { return seen != 0; }

}  // namespace bpetite::cli
