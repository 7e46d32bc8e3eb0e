// Directories that a program makes. What the system refuses is an error that names the place.
#pragma once

#include <filesystem>

namespace bpetite::file {

// Makes a directory and those above it; one that is there already will do. FileNotFoundError if
// there can be none of that name, OSError for whatever else the system refuses.
void make_directories(const std::filesystem::path& path);

// A new, empty directory where temporary files go (TMPDIR), under a name of its own. OSError where
// none can be made.
std::filesystem::path make_temporary_directory();

// Whether anything has this name, a link to nothing too. What cannot be looked at is an OSError.
bool is_there(const std::filesystem::path& path);

}  // namespace bpetite::file
