// What the targets have in common.
#pragma once

#include <string_view>

#include "core/table.hpp"

namespace bpetite::exporting {

// S58b: the split with its pattern written for the engine of a dialect, which has the classes of
// Unicode 16.0, and proved to cut every text alike. ValueError: none is found. `format` names the
// target.
Split rewritten(const Split& split, Dialect dialect, std::string_view format);

// ValueError: the table has a normalizer, a template, or bytes that text loses.
void check_plain(const Profile& profile, std::string_view format);

// Whether the file that was written is read as the table that was meant: its tokens, merges and
// special tokens. Ids after the last token need not be there.
bool is_read_alike(const Table& read, const Table& meant);

}  // namespace bpetite::exporting
