// Results on standard output, everything for people on standard error (FR-33, FR-34).
#pragma once

#include <string>
#include <string_view>

#include <bpetite/errors.hpp>

namespace bpetite::cli {

// Writes a whole result, which is known to be good, and closes standard output. OSError if a byte
// of it could not be written: a closed pipe, a full disk.
void write_result(std::string_view bytes);

// Writes a whole result for people, who see its lines and tabs, and all else as
// core/wording/shown.hpp shows it: names of files and programs stand in it.
void write_text(std::string_view text);

// Writes a part of a result that is shown as it comes; the last part goes to write_result. OSError
// as above.
void write_part(std::string_view bytes);

// Writes to standard error. A failure is ignored: there is no other place to report it.
void write_note(std::string_view text);

// The one line of an error: "bpetite: KIND: message", as core/wording/shown.hpp shows it.
void write_error(std::string_view kind, std::string_view message);
void write_error(const Error& error);

// The message of an error of the library, which names options where one of them is the remedy:
// "... give the pattern (--pattern) or name the profile (--profile) [S26e]".
std::string message_of(const Error& error);

// While it lives, an interrupt from the keyboard or a request to end waits.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

  // A place to stop: if one waits, throws Interrupted. Unfinished files are removed on the
  // way to the end of this object, where the signal then ends the program.
  void stop_if_asked() const;
};

struct Interrupted {};

}  // namespace bpetite::cli
