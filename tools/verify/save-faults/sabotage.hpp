// Protocols that do not keep the promise of saving, each by one fault. tools/verify/save-faults/run
// must catch all of them: a check that finds nothing here would find nothing anywhere.
#pragma once

#include <string>
#include <string_view>

namespace bpetite::sabotage {

// in-place    writes into the destination itself: a crash leaves half of it
// unchecked   renames whatever came of the writing: a full disk leaves half of it
// early       renames first and writes then
// litter      keeps the promise, but leaves its temporary file behind after an error
// silent      keeps the promise, but reports no error
// std::system_error for a failed call; std::invalid_argument for another name.
void save(std::string_view protocol, const std::string& path, std::string_view bytes);

}  // namespace bpetite::sabotage
