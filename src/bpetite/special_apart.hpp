// Decides whether ordinary text can yield the id of a special token: merges may make its literal,
// but the pattern may always cut it.
//
//   <unk>    merges make it, and the pattern cuts at "k>" in every text     apart
//   <unk>    merges make it, and <unk> is one chunk                         not apart
#pragma once

#include "core/table.hpp"

namespace bpetite::backend {

// ValueError if a text that is encoded as ordinary text (S27c) yields the id of a special token.
// The message has the token and such a text. It is also thrown if it is not known whether there is
// one.
void require_apart(const Table& table);

}  // namespace bpetite::backend
