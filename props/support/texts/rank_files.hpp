// Rank files as the tests write them (S19c).
//
//   rank_line("!", 33)      "IQ== 33\n"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bpetite::test {

// RFC 4648, six bits at a time.
std::string base64(std::string_view bytes);

std::string rank_line(std::string_view bytes, std::size_t id);

// A rank file with the 256 single bytes, in order.
std::string rank_file_of_bytes();

}  // namespace bpetite::test
