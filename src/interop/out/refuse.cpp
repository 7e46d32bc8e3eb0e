// Makes the error of an export from the name of the target and the reason. Also refuses an added
// token that is found only beside certain text, or takes the white space beside it.
#include "interop/out/refuse.hpp"

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"

namespace bpetite::interop::out {

void refuse(std::string_view format, std::string_view what, Remedy remedy) {
  throw ValueError(fmt::format("export: {}: {}{}{}", format, what,
                               remedy == Remedy::none ? "" : ": ", words_of(remedy)),
                   "S58a", remedy);
}

void check_found_alone(const SpecialToken& token, std::string_view format) {
  if (!token.lstrip && !token.rstrip && !token.single_word) return;
  refuse(format, fmt::format("the added token {} {}, and the files have literals alone",
                             utf8::quoted(token.literal),
                             token.single_word ? "has to stand by itself"
                                               : "takes the white space beside it"));
}

}  // namespace bpetite::interop::out
