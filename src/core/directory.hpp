// Makes directories and temporary directories, and finds out whether a name belongs to a directory
// (is_directory), or to anything at all (is_there). If the system refuses, the error names the
// path; only is_directory returns false instead.
//
//   make_directories("/root/out");
//   directory: "/root/out": cannot make this directory: Permission denied
#pragma once

#include <filesystem>

namespace bpetite::file {

// Makes a directory and its parents. It may exist already. FileNotFoundError if no directory can
// have this name, OSError for any other error of the system.
void make_directories(const std::filesystem::path& path);

// Makes a new, empty directory with a unique name where temporary files belong (TMPDIR). OSError
// if that fails.
std::filesystem::path make_temporary_directory();

// Whether there is a directory of this name, or a link to one. False if the system cannot say. Then
// the attempt to open it reports the reason.
bool is_directory(const std::filesystem::path& path);

// Whether a file, directory or link has this name, even a link to a missing file. OSError if the
// system cannot say.
bool is_there(const std::filesystem::path& path);

}  // namespace bpetite::file
