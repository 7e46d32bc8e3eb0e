// Files: read whole, written whole or not at all (spec/08-save.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace bpetite::file {

// The bytes of a file. FileNotFoundError if there is none, OSError for a directory or whatever else
// the system refuses.
std::string read(const std::filesystem::path& path);

// What save_atomically would complain of, found before the work that leads to it (S24): a missing
// parent directory before an existing file (S14), a directory in the way. Decides nothing: only the
// rename does.
void check_destination(const std::filesystem::path& path, bool overwrite);

// FR-28, S14: temporary file beside `path`, write, fsync, rename (without overwrite one that
// replaces nothing), fsync of the directory. After any error the destination holds the old bytes or
// the new, and the temporary file is gone.
void save_atomically(const std::filesystem::path& path, std::string_view bytes, bool overwrite);

}  // namespace bpetite::file
