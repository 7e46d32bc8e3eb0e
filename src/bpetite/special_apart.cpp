// Refuses a table in which ordinary text may yield the id of a special token (require_apart). Looks
// at each special token whose bytes merges could make, are a single byte, or could be a whole
// chunk. Such a token is accepted if the pattern always cuts these bytes, if another added token is
// always found in them, or if merging alone does not make the token of them. If none of this holds,
// the table is refused. The error shows a text that yields the id, if one of a hundred texts with
// these bytes does.
//
//   <unk>    merges make it, and the pattern cuts at "k>" in every text     apart
//   <unk>    merges make it, and <unk> is one chunk                         not apart
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/special.hpp>

#include "bpetite/backend.hpp"
#include "core/utf8.hpp"
#include "engine/encode.hpp"
#include "engine/scan/scan.hpp"

namespace bpetite::backend {
namespace {

// The special tokens that a chunk becomes, if it is their bytes.
std::vector<const SpecialToken*> made_by_merges(const Table& table) {
  std::vector<bool> is_made(table.tokens.size());
  for (const TokenId result : table.results) is_made[result] = true;
  for (const TokenId byte : table.byte_ids) {
    if (byte < is_made.size()) is_made[byte] = true;
  }
  std::vector<const SpecialToken*> made;
  for (const SpecialToken& token : table.specials) {
    const bool is_token = token.id < table.tokens.size() && !table.tokens[token.id].empty() &&
                          !std::ranges::binary_search(table.text_tokens, token.id);
    if (!is_token || !token.is_special) continue;
    if (!std::ranges::all_of(table.tokens[token.id], utf8::can_hold)) continue;
    if (is_made[token.id] || table.profile.whole_chunks) made.push_back(&token);
  }
  return made;
}

bool is_always_cut(std::string_view literal, const engine::scan::Cutter& cutter) {
  for (std::size_t at = 1; at < literal.size(); ++at) {
    if (engine::scan::is_safe_place(cutter, literal, at)) return true;
  }
  return false;
}

// Whether an added token that is not special is found inside these bytes, wherever they stand. Then
// they are never together in a segment (S27f).
bool has_added_token(std::string_view bytes, const Table& table) {
  const bool is_as_given = table.profile.normalizer == Normalizer::none;
  return std::ranges::any_of(table.specials, [&](const SpecialToken& token) {
    return !token.is_special && !token.single_word && (is_as_given || token.normalized) &&
           bytes.find(token.literal) != std::string_view::npos;
  });
}

// The literal with some neighbours: of each kind of scalar that patterns tell apart.
std::vector<std::string> texts_with(const std::string& literal) {
  static constexpr auto neighbours =
      std::to_array<std::string_view>({"", " ", "a", "A", "\u4e2d", "1", ".", "'", "\n", "  "});
  std::vector<std::string> texts;
  for (const std::string_view before : neighbours) {
    for (const std::string_view after : neighbours) {
      texts.push_back(std::string(before) + literal + std::string(after));
    }
  }
  return texts;
}

std::optional<std::string> text_that_yields(const SpecialToken& token, const std::string& bytes,
                                            const engine::Encoder& encoder) {
  for (std::string& text : texts_with(bytes)) {
    const std::vector<TokenId> ids = encoder.encode(text, SpecialChoice::ordinary());
    if (std::ranges::count(ids, token.id) > 0) return std::move(text);
  }
  return std::nullopt;
}

// The table without patterns: what merging alone makes of bytes. What merges make of the literal in
// a longer chunk is what they make of it alone, if it becomes one token there.
Table by_merges_alone(Table table) {
  table.profile.splits.clear();
  table.profile.normalizer = Normalizer::none;
  table.profile.prefix_space = false;
  table.specials.clear();
  return table;
}

}  // namespace

void require_apart(const Table& table) {
  const std::vector<const SpecialToken*> made = made_by_merges(table);
  if (made.empty()) return;
  const engine::scan::Cutter cutter(table.profile);
  const engine::Encoder encoder(table);
  const Table merges = by_merges_alone(table);
  const engine::Encoder alone(merges);
  for (const SpecialToken* const token : made) {
    const std::string& bytes = table.tokens[token->id];
    const bool is_text = !utf8::first_ill_formed(bytes);
    if (is_text && is_always_cut(bytes, cutter)) continue;
    if (is_text && has_added_token(bytes, table)) continue;
    if (is_text && alone.encode(bytes) != std::vector{token->id}) continue;
    const auto text = is_text ? text_that_yields(*token, bytes, encoder) : std::nullopt;
    throw ValueError(
        text ? fmt::format(
                   "open: the special token {} is a token of ordinary text too: {} yields it",
                   utf8::quoted(token->literal), utf8::quoted(*text))
             : fmt::format("open: the special token {} is a token that merges make too, and a text "
                           "may yield it",
                           utf8::quoted(token->literal)),
        "S50e");
  }
}

}  // namespace bpetite::backend
