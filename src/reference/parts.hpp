// Encodes a text that is put together from parts with their trust (encode_parts,
// spec/22-motion.md), and gives that text (joined_text).
//
//   text "<s>", template "<s>"     with <s> = 300     60 115 62 300
#pragma once

#include <span>
#include <string>
#include <vector>

#include <bpetite/motion.hpp>

#include "core/table.hpp"
#include "reference/special.hpp"

namespace bpetite::reference {

// The ids of the parts, with their spans and parts (S62). KeyError for a token part that names no
// added token, ValueError for a template that the profile cannot have, UnicodeDecodeError for a
// part that is not UTF-8: that of the first part with a fault (S62i).
EncodedParts encode_parts(std::span<const TextPart> parts, const Table& table,
                          const PartsOptions& options = {});

// What the parts are encoded as: the segments, each normalized and with the space of S30g, and the
// ids of the added tokens between them. Errors as above.
std::vector<NormalizedSegment> segments_of_parts(std::span<const TextPart> parts,
                                                 const Table& table);

// The texts of the parts, joined; a token part has its literal. KeyError as above.
std::string joined_text(std::span<const TextPart> parts, const Table& table);

}  // namespace bpetite::reference
