// Writes numbers with what they count, for messages.
//
//   counted(1, "id")      1 id
//   counted(2, "id")      2 ids
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bpetite {

std::string counted(std::uint64_t number, std::string_view noun);

}  // namespace bpetite
