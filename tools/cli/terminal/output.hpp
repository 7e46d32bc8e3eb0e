// Writes results to standard output, and everything for people to standard error (FR-33, FR-34): a
// whole result, one for people in which control characters are made visible, a part of a result, a
// note, or an error as one line. `message_of` adds to the message of an error the option that
// helps. `SignalsHeld` lets Ctrl-C and other requests to end wait until a file is complete, or
// throws `Interrupted`.
//
//   write_result("[256]\n")               standard output
//   write_error("usage", "...")           standard error: bpetite: usage: ...
#pragma once

#include <string>
#include <string_view>

#include <bpetite/errors.hpp>

namespace bpetite::cli {

// Writes a whole result, and closes standard output. Throws OSError if a byte of it could not be
// written, because of a closed pipe or a full disk.
void write_result(std::string_view bytes);

// Writes a whole result for people. It may contain names of files and programs, so everything
// except line feeds and tabs is written as core/wording/shown.hpp shows it.
void write_text(std::string_view text);

// Writes a part of a result that is shown as it comes. The last part goes to write_result. Throws
// OSError as write_result does.
void write_part(std::string_view bytes);

// Writes to standard error. A failure is ignored, because there is no other place to report it.
void write_note(std::string_view text);

// Writes an error as one line, "bpetite: KIND: message", as core/wording/shown.hpp shows it.
void write_error(std::string_view kind, std::string_view message);
void write_error(const Error& error);

// The message of an error of the library. If an option is the remedy, the message names it: "...
// give the pattern (--pattern) or name the profile (--profile) [S26e]".
std::string message_of(const Error& error);

// While this object exists, an interrupt from the keyboard or a request to end waits.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

  // Throws Interrupted if a signal waits. Unfinished files are removed while the exception leaves
  // the functions. At the end of this object the signal ends the program.
  void stop_if_asked() const;
};

struct Interrupted {};

}  // namespace bpetite::cli
