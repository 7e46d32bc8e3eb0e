// Declares the checks that harnesses of loaders share: `judge_artifact` for the bytes of an
// artifact, `judge_schema2` for JSON of Schema v2, and `judge_reader` for a reader of files, such
// as those of other libraries. `judge_reader` also says whether the file gave a table.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "core/table.hpp"

namespace bpetite::fuzz {

// FR-29, S13e: either one of the 19 steps fails, or saving the loaded table gives its canonical
// form.
void judge_artifact(std::string_view bytes);

// S56a, S55c: the same for JSON that says it is of Schema v2. Other bytes pass.
void judge_schema2(std::string_view bytes);

// Reads a file of this many bytes. Either an error names a clause, or the table is in proportion to
// the file, Schema v2 can hold it, the engine gives texts the same ids as the reference, and
// decoding gives them back. Whether there is a table.
bool judge_reader(std::size_t file_size, const std::function<Table()>& read);

}  // namespace bpetite::fuzz
