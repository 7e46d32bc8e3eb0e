// Makes the message of a failed system call, with the words of the system for the error.
#include "core/descriptor.hpp"

#include <fmt/format.h>

#include <system_error>

#include "core/utf8.hpp"

namespace bpetite::file {

std::string message(std::string_view area, const std::filesystem::path& where,
                    std::string_view doing, int error) {
  return fmt::format("{}: {}: cannot {}: {}", area, utf8::quoted(where.native(), 200), doing,
                     std::generic_category().message(error));
}

}  // namespace bpetite::file
