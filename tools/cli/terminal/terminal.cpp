// Finds out whether an output is a terminal, how wide it is, and whether it has colours, and gives
// the escape sequences of the colours.
#include "cli/terminal/terminal.hpp"

#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace bpetite::cli {

bool is_terminal(int descriptor) {
  const char* kind = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

bool wants_colour(int descriptor) {
  const char* refusal = std::getenv("NO_COLOR");
  return is_terminal(descriptor) && (refusal == nullptr || *refusal == '\0');
}

std::size_t terminal_width(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return size.ws_col;
  }
  return 80;
}

View view_for(int descriptor) { return {wants_colour(descriptor), terminal_width(descriptor)}; }

Palette palette(bool coloured) {
  if (!coloured) {
    return {};
  }
  return {"\x1b[1m", "\x1b[2m",  "\x1b[1;32m", "\x1b[1;35m",
          "\x1b[0m", "\x1b[32m", "\x1b[31m",   "\x1b[90m"};
}

}  // namespace bpetite::cli
