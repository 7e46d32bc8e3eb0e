// One flag, which the handler sets.
#include "cli/terminal/interrupt.hpp"

#include <csignal>

namespace bpetite::cli {
namespace {

volatile std::sig_atomic_t seen = 0;

// Both are back to what they were: a SIGINT after a SIGTERM is the second signal as well.
void on_interrupt(int /*signal*/) {
  seen = 1;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

void watch_for_interrupts() {
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

bool interrupted() { return seen != 0; }

}  // namespace bpetite::cli
