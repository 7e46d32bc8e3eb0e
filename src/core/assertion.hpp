// The other kind of failure: a state that no input can cause. It stops the program, in every build.
#pragma once

namespace bpetite {

// Stops the program with `what` on stderr if `holds` is false. Never used to judge input.
void assert_internal(bool holds, const char* what) noexcept;

}  // namespace bpetite
