// Safely reads files that a program under test has left behind. read_left does not follow links,
// wait for pipes, or read devices, and reads at most 64 MiB. kind_of_left names what is at a path.
//
//   read_left(out / "artifact.json")          the bytes of a file
//   ... a link, a pipe, 1 TB of holes ...     nullopt; kind_of_left says "a link"
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace bpetite::conform::suite {

inline constexpr std::uintmax_t most_left = std::uintmax_t{64} << 20;

// The bytes of a regular file of at most most_left bytes, or nullopt for anything else.
std::optional<std::string> read_left(const std::filesystem::path& path);

// Names what is at the path: "nothing", "a link", "a directory", "a named pipe", "a file of more
// than 64 MiB".
std::string_view kind_of_left(const std::filesystem::path& path);

}  // namespace bpetite::conform::suite
