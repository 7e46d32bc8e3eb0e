// Damages files, and checks what each loader guarantees about any file.
//
//   {"ab":256,"abc":257}      {"ab":256,"abc":57}      {"ab":256,"ab::257}      {"ab":256,
#pragma once

#include <functional>
#include <string>

#include "core/table.hpp"

namespace bpetite::test {

// The file with one to three random damages: a byte changed, some bytes in place of others, or the
// end cut off. For properties only.
std::string damaged(std::string file);

// Whether a file opens. If it does, Schema v2 must hold the same table, and the engine must give
// texts the same ids as the reference; if not, the error must be one of ours and name its clause.
// For properties only.
bool opens(const std::function<Table()>& read);

}  // namespace bpetite::test
