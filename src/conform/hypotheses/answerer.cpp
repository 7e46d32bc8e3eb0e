#include "conform/hypotheses/answerer.hpp"

#include <utility>
#include <variant>

#include "conform/suite/text_edits.hpp"
#include "core/utf8.hpp"
#include "reference/normalize.hpp"
#include "reference/special.hpp"

namespace bpetite::conform::hypotheses {
namespace {

constexpr std::string_view mark = "\ufeff";

std::string edited(std::string_view text, Edit edit) {
  switch (edit) {
    case Edit::none:
      break;
    case Edit::no_mark:
      if (text.starts_with(mark)) text.remove_prefix(mark.size());
      break;
    case Edit::until_nul:
      text = text.substr(0, text.find('\0'));
      break;
    case Edit::line_feeds:
      return suite::replaced_all(text, "\r\n", "\n");
    case Edit::space_first:
      return " " + std::string(text);
    case Edit::trimmed:
      while (!text.empty() && suite::is_ascii_space(text.front())) text.remove_prefix(1);
      while (!text.empty() && suite::is_ascii_space(text.back())) text.remove_suffix(1);
      break;
  }
  return std::string(text);
}

// The end of the largest block of whole scalars that fits in `size` bytes.
std::size_t end_of_block(std::string_view text, std::size_t size) {
  std::size_t end = size;
  while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
  return end;
}

Table specials_alone(const Table& table, const Decisions& decisions) {
  Table specials;
  specials.profile.added.rule = SpecialRule::matched;
  specials.profile.normalizer = decisions.normalizer;
  specials.specials = table.specials;
  return specials;
}

Profile with_splits(std::vector<Split> splits) {
  Profile profile;
  profile.splits = std::move(splits);
  return profile;
}

}  // namespace

Answerer::Answerer(const Table& table, Decisions decisions, ChunkIds& chunks)
    : decisions_(std::move(decisions)),
      specials_(specials_alone(table, decisions_)),
      pretokenizer_(with_splits(decisions_.splits)),
      chunks_(chunks) {
  for (const SpecialToken& special : table.specials) first_bytes_ += special.literal.front();
}

std::vector<TokenId> Answerer::ids(std::string_view text) {
  return ids_of(pieces(text), decisions_.lookup, decisions_.whole_chunks);
}

std::vector<Piece> Answerer::pieces(std::string_view text) const {
  const std::string given = edited(text, decisions_.edit);
  std::vector<reference::NormalizedSegment> segments;
  std::string form = reference::normalize(given, decisions_.normalizer);
  if ((given + form).find_first_of(first_bytes_) == std::string::npos) {  // no literal is in it
    segments.emplace_back(std::move(form));
  } else {
    segments = reference::segments_of(
        given, specials_,
        decisions_.literals == Literals::ids ? SpecialChoice() : SpecialChoice::ordinary());
  }
  std::vector<Piece> pieces;
  for (const reference::NormalizedSegment& segment : segments) {
    if (const TokenId* const special = std::get_if<TokenId>(&segment)) {
      pieces.emplace_back(*special);
      continue;
    }
    for (const std::string_view chunk : chunks(std::get<std::string>(segment))) {
      pieces.emplace_back(std::string(chunk));
    }
  }
  return pieces;
}

std::vector<TokenId> Answerer::ids_of(const std::vector<Piece>& pieces, Lookup lookup,
                                      bool whole_chunks) {
  std::vector<TokenId> ids;
  for (const Piece& piece : pieces) {
    if (const TokenId* const special = std::get_if<TokenId>(&piece)) {
      ids.push_back(*special);
      continue;
    }
    const auto found = chunks_.of(std::get<std::string>(piece), lookup, whole_chunks);
    ids.insert(ids.end(), found.begin(), found.end());
  }
  return ids;
}

std::vector<std::string_view> Answerer::chunks(std::string_view text) const {
  std::vector<std::string_view> whole = pretokenizer_.chunks(text);
  if (decisions_.longest_chunk == 0) return whole;
  std::vector<std::string_view> parts;
  for (std::string_view chunk : whole) {
    while (chunk.size() > decisions_.longest_chunk) {
      const std::size_t end = end_of_block(chunk, decisions_.longest_chunk);
      parts.push_back(chunk.substr(0, end));
      chunk.remove_prefix(end);
    }
    parts.push_back(chunk);
  }
  return parts;
}

}  // namespace bpetite::conform::hypotheses
