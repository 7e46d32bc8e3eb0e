// Saves a file by protocols that are wrong on purpose: each has one fault. The checks of
// tools/verify/save-faults must catch all of them. A check that does not find these faults would
// not find a fault of the library either.
#pragma once

#include <string>
#include <string_view>

namespace bpetite::sabotage {

// in-place            writes into the destination itself: a crash leaves half of the file
// unchecked           renames even if writing failed: a full disk leaves half of the file
// early               renames first, and writes after that
// litter              saves correctly, but leaves its temporary file behind after an error
// silent              saves correctly, but reports no error
// unsynced-file       does not synchronise the file: a loss of power leaves the name without bytes
// unsynced-directory  does not synchronise the directory: a save that returned may be undone
// unsynced-rename     synchronises the file only after the rename
// Throws std::system_error if a call fails, std::invalid_argument for another name.
void save(std::string_view protocol, const std::string& path, std::string_view bytes);

}  // namespace bpetite::sabotage
