// Notes Ctrl-C, SIGTERM and SIGHUP in one flag.
#include "cli/terminal/interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace bpetite::cli {
namespace {

volatile std::sig_atomic_t seen = 0;

// The signals that end a run. All are back to what they were after the first one: a SIGINT after a
// SIGTERM is the second signal as well. A signal that is ignored, as with nohup, stays ignored.
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
