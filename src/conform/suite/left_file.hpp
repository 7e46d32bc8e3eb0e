// Safely reads files that a program under test has left behind. It follows no link, waits for no
// pipe, reads no device, and reads at most 64 MiB.
//
//   read_left(out / "artifact.json")          the bytes of a file
//   ... a link, a pipe, 1 TB of holes ...     nothing; kind_of_left says "a link"
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace bpetite::conform::suite {

inline constexpr std::uintmax_t most_left = std::uintmax_t{64} << 20;

// The bytes of a regular file of at most most_left bytes. Nothing for anything else.
std::optional<std::string> read_left(const std::filesystem::path& path);

// What is at the path: "nothing", "a link", "a directory", "a named pipe", "a file of more than
// 64 MiB".
std::string_view kind_of_left(const std::filesystem::path& path);

}  // namespace bpetite::conform::suite
