// Results on standard output, everything for people on standard error (FR-33, FR-34).
#pragma once

#include <string_view>

namespace bpetite::cli {

// Writes a whole result, which is known to be good, and closes standard output. OSError if a byte
// of it could not be written: a closed pipe, a full disk.
void write_result(std::string_view bytes);

// Writes a part of a result that is shown as it comes; the last part goes to write_result. OSError
// as above.
void write_part(std::string_view bytes);

// Writes to standard error. A failure is ignored: there is no other place to report it.
void write_note(std::string_view text);

// The one line of an error: "bpetite: KIND: message". Control characters in the message are
// escaped.
void write_error(std::string_view kind, std::string_view message);

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
