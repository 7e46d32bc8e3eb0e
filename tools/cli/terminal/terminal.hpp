// Gives the properties of a terminal for which results for people are laid out: whether an output
// is a terminal and has colours, how wide it is (`View`), the escape sequences of the colours
// (`Palette`), and the one that erases a line.
#pragma once

#include <cstddef>
#include <string_view>

namespace bpetite::cli {

// Whether the output is a terminal that can move its cursor. TERM=dumb cannot.
bool is_terminal(int descriptor);

// Whether to use colours: only on a terminal, and not if NO_COLOR is set (no-color.org).
bool wants_colour(int descriptor);

// The number of columns of the terminal, or 80 if it is not known.
std::size_t terminal_width(int descriptor);

// The terminal that a text for people is laid out for.
struct View {
  bool coloured = false;
  std::size_t columns = 80;  // the width to keep to
};
View view_for(int descriptor);

// Moves to the start of the line and erases it. A live bar is drawn this way.
inline constexpr std::string_view erase_line = "\r\x1b[K";

// Escape sequences for colours. All are empty if there are no colours.
struct Palette {
  std::string_view bold, dim, token, special, end;
  std::string_view trained, untrained, grey;  // for conversations (S57p)
};
Palette palette(bool coloured);

}  // namespace bpetite::cli
