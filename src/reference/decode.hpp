// Converts token ids to text (spec/06-decode.md): strictly (decode), with U+FFFD for what is not
// UTF-8 (decode_lossy), or to bytes alone (decode_bytes). Also removes the ids of special tokens
// from a list (without_special_tokens). An unknown id is a KeyError in all four.
//
//   256 257      with the merges (97,98) (32,256)      "ab ab"
#pragma once

#include <span>
#include <string>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"

namespace bpetite::reference {

// The text of the ids (FR-20). KeyError for an unknown id (FR-22), UnicodeDecodeError with the byte
// offset if the joined bytes are not UTF-8 (FR-23).
std::string decode(std::span<const TokenId> ids, const Table& table);

// The same with U+FFFD for what is ill-formed (S29a). KeyError as above.
std::string decode_lossy(std::span<const TokenId> ids, const Table& table);

// The joined bytes of the ids, which need not be UTF-8 (S29b). KeyError as above.
std::string decode_bytes(std::span<const TokenId> ids, const Table& table);

// The ids without those of special tokens (S29d). KeyError as above.
std::vector<TokenId> without_special_tokens(std::span<const TokenId> ids, const Table& table);

}  // namespace bpetite::reference
