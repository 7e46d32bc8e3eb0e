// Prints a message and stops the program in a state that no input can cause (assert_internal).
// Every build checks such states.
//
//   assert_internal(left < tokens.size(), "a merge refers to a later token");
//   bpetite: internal: a merge refers to a later token          on stderr, if it is false
#pragma once

namespace bpetite {

// If `holds` is false, prints `what` to stderr and stops the program. It never checks input.
void assert_internal(bool holds, const char* what) noexcept;

}  // namespace bpetite
