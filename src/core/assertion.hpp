// Stops the program in a state that no input can cause. Every build checks such states.
#pragma once

namespace bpetite {

// If `holds` is false, prints `what` to stderr and stops the program. It never checks input.
void assert_internal(bool holds, const char* what) noexcept;

}  // namespace bpetite
