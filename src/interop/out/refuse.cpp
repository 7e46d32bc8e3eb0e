// Makes the message of the error from the name of the target and the reason.
#include "interop/out/refuse.hpp"

#include <fmt/format.h>

#include <bpetite/errors.hpp>

namespace bpetite::interop::out {

void refuse(std::string_view format, std::string_view what) {
  throw ValueError(fmt::format("export: {}: {}", format, what), "S58a");
}

}  // namespace bpetite::interop::out
