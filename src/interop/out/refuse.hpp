// Throws the error of an export that the other library cannot express (S58a).
#pragma once

#include <string_view>

namespace bpetite::interop::out {

// ValueError. `format` is the name of the target on the command line: "hf".
[[noreturn]] void refuse(std::string_view format, std::string_view what);

}  // namespace bpetite::interop::out
