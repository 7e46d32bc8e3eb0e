// Protocols that do not keep the promise of saving, each by one fault. The checks of
// tools/verify/save-faults must catch all of them: a check that finds nothing here would find
// nothing anywhere.
#pragma once

#include <string>
#include <string_view>

namespace bpetite::sabotage {

// in-place            writes into the destination itself: a crash leaves half of it
// unchecked           renames whatever came of the writing: a full disk leaves half of it
// early               renames first and writes then
// litter              keeps the promise, but leaves its temporary file behind after an error
// silent              keeps the promise, but reports no error
// unsynced-file       does not synchronise the file: a loss of power leaves the name without bytes
// unsynced-directory  does not synchronise the directory: a save that returned may be undone
// unsynced-rename     synchronises the file only after the rename
// std::system_error for a failed call; std::invalid_argument for another name.
void save(std::string_view protocol, const std::string& path, std::string_view bytes);

}  // namespace bpetite::sabotage
