// Throws the error of an export that the other library cannot express (S58a). Also checks that an
// added token is found by its literal alone (check_found_alone).
//
//   export: tiktoken: the added token "<a>" takes the white space beside it, and the files have ...
#pragma once

#include <string_view>

#include <bpetite/errors.hpp>
#include <bpetite/ids.hpp>

namespace bpetite::interop::out {

// ValueError. `format` is the name of the target on the command line: "hf".
[[noreturn]] void refuse(std::string_view format, std::string_view what,
                         Remedy remedy = Remedy::none);

// ValueError if a text beside the literal decides whether the token is found, or is taken with it:
// the target has literals alone (S27g, S27h).
void check_found_alone(const SpecialToken& token, std::string_view format);

}  // namespace bpetite::interop::out
