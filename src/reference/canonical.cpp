// Finds the first id of a list that encoding would not give (divergence, spec/22-motion.md), and
// says whether ids can go on with some bytes (goes_on_with): decodes the ids, encodes what comes
// out, and compares.
//
//   merges  (97,98) -> 256      ids 99 97 98      text "cab"      encoded 99 256
//   index 1, byte 1, cause: merges
#include "reference/canonical.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/utf8.hpp"
#include "reference/decode.hpp"
#include "reference/parts.hpp"
#include "reference/pretokenize.hpp"
#include "reference/special.hpp"

namespace bpetite::reference {
namespace {

using Ids = std::span<const TokenId>;

bool is_special(TokenId id, const Table& table) {
  const auto found = std::ranges::find(table.specials, id, &SpecialToken::id);
  return found != table.specials.end() && found->is_special;
}

// The parts that the ids are compared with. The texts are views into `bytes`, the decoded ids and
// what follows them.
std::vector<TextPart> parts_of(Ids ids, std::string_view bytes, const Table& table,
                               CanonicalAs as) {
  if (as == CanonicalAs::one_string) {
    // S63b: under a profile by which a text never yields special tokens, none can be allowed.
    const bool never = table.profile.added.rule == SpecialRule::never;
    return {never ? TextPart::untrusted(bytes) : TextPart::trusted(bytes)};
  }
  std::vector<TextPart> parts;
  std::size_t begin = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::size_t size = decode_bytes(ids.subspan(i, 1), table).size();
    if (is_special(ids[i], table)) {
      parts.push_back(TextPart::untrusted(bytes.substr(begin, at - begin)));
      parts.push_back(TextPart::token(ids[i]));
      begin = at + size;
    }
    at += size;
  }
  parts.push_back(TextPart::untrusted(bytes.substr(begin)));
  return parts;
}

// S63c "the first byte at which no well-formed sequence begins".
std::optional<std::size_t> ill_formed_place(const std::vector<TextPart>& parts,
                                            std::string_view bytes) {
  for (const TextPart& part : parts) {
    if (const auto offset = utf8::first_ill_formed(part.text)) {
      return static_cast<std::size_t>(part.text.data() - bytes.data()) + *offset;
    }
  }
  return std::nullopt;
}

// Why an id differs that has these bytes of the text.
DivergenceCause cause_of(Span place, std::string_view bytes, Ids encoded,
                         const std::vector<TextPart>& parts, const Table& table) {
  // S63c "does not begin with the bytes of the id". The bytes before them are the same.
  const std::string kept = decode_bytes(encoded, table);
  if (kept.substr(0, place.end) != bytes.substr(0, place.end)) {
    return DivergenceCause::not_normalized;
  }
  const Pretokenizer pretokenizer(table.profile);
  bool crosses = false;
  std::size_t at = 0;
  for (const NormalizedSegment& segment : segments_of_parts(parts, table)) {
    if (const auto* id = std::get_if<TokenId>(&segment)) {
      const std::size_t end = at + decode_bytes({id, 1}, table).size();
      if (at < place.end && place.begin < end) return DivergenceCause::special_literal;
      at = end;
      continue;
    }
    for (const std::string_view chunk : pretokenizer.chunks(std::get<std::string>(segment))) {
      at += chunk.size();
      crosses = crosses || (place.begin < at && at < place.end);
    }
  }
  return crosses ? DivergenceCause::crosses_chunk : DivergenceCause::merges;
}

}  // namespace

std::optional<Divergence> divergence(std::span<const TokenId> ids, const Table& table,
                                     CanonicalAs as) {
  const std::string bytes = decode_bytes(ids, table);
  const std::vector<TextPart> parts = parts_of(ids, bytes, table, as);
  if (const auto place = ill_formed_place(parts, bytes)) {
    std::size_t index = 0;
    while (decode_bytes(ids.first(index + 1), table).size() <= *place) ++index;
    return Divergence{index, decode_bytes(ids.first(index), table).size(),
                      DivergenceCause::not_text};
  }
  const std::vector<TokenId> encoded = encode_parts(parts, table).ids;
  if (std::ranges::equal(encoded, ids)) return std::nullopt;
  const auto first = std::ranges::mismatch(ids, encoded).in1;
  const auto index = static_cast<std::size_t>(first - ids.begin());
  const std::size_t byte = decode_bytes(ids.first(index), table).size();
  // S63c: if all ids are there, and more, encoding has made the text longer.
  if (index == ids.size()) return Divergence{index, byte, DivergenceCause::not_normalized};
  const std::size_t size = decode_bytes(ids.subspan(index, 1), table).size();
  return Divergence{index, byte, cause_of({byte, byte + size}, bytes, encoded, parts, table)};
}

bool goes_on_with(std::string_view continuation, std::span<const TokenId> ids, const Table& table,
                  CanonicalAs as) {
  // S63f "with some bytes or none behind its last text part"
  const std::string bytes = decode_bytes(ids, table) + std::string(continuation);
  const std::vector<TextPart> parts = parts_of(ids, bytes, table, as);
  if (ill_formed_place(parts, bytes)) return false;
  // S63f "the ids of the whole begin with the"
  return std::ranges::mismatch(ids, encode_parts(parts, table).ids).in1 == ids.end();
}

}  // namespace bpetite::reference
