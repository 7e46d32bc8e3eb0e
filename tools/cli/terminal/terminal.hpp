// What the program shows differently when a person is watching.
#pragma once

#include <cstddef>
#include <string_view>

namespace bpetite::cli {

// A terminal that can move its cursor: TERM=dumb cannot.
bool is_terminal(int descriptor);

// Colours: on a terminal only, and not if NO_COLOR is set to anything (no-color.org).
bool wants_colour(int descriptor);

// The columns of the terminal; 80 where it does not say.
std::size_t terminal_width(int descriptor);

// The terminal that a text for people is laid out for.
struct View {
  bool coloured = false;
  std::size_t columns = 80;  // the width to keep to
};
View view_for(int descriptor);

// Back to the start of the line, which is empty then: how a live bar is drawn.
inline constexpr std::string_view erase_line = "\r\x1b[K";

// Escape sequences, or nothing at all.
struct Palette {
  std::string_view bold, dim, token, special, end;
  std::string_view trained, untrained, grey;  // of a conversation (S57p)
};
Palette palette(bool coloured);

}  // namespace bpetite::cli
