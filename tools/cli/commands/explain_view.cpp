// Writes the view of `bpetite explain` for people: the chunks of a text and each merge, the special
// tokens, and all ids of the text.
//
//   chunk 2  " theatre"
//     |␠|t|h|e|a|t|r|e|   8 bytes
//     |␠|t|h|e|a t|r|e|   rank 0: 97 "a" + 116 "t" = 256 "at"
//     |␠|t|h e|a t|r|e|   rank 1: 104 "h" + 101 "e" = 257 "he"
//
// Each byte keeps its column. A merge removes the bar between its two parts. Of a long chunk only
// the first columns and 40 merges are shown. A repeated chunk only names the first.
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "cli/commands/explain.hpp"
#include "cli/terminal/readable.hpp"
#include "cli/terminal/terminal.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::cli {
namespace {

constexpr std::size_t most_merges = 40;  // of one chunk

// Shows a chunk as a row of cells, one for each byte, with a bar at each end of a token.
class Cells {
 public:
  Cells(std::string_view chunk, std::size_t columns) : chunk_(chunk) {
    const auto plain = [](char c) { return ' ' <= c && c <= '~'; };
    width_ = std::ranges::all_of(chunk, plain) ? 1 : 2;
    shown_ = std::min(chunk.size(), columns / (width_ + 1));
  }

  // `fresh` is the token that this row shows for the first time.
  std::string row(const std::vector<TokenId>& ids, const Table& table, std::optional<TokenId> fresh,
                  const Palette& colours) const {
    std::string row = "|";
    std::size_t at = 0;
    for (const TokenId id : ids) {
      const std::size_t end = std::min(at + table.tokens[id].size(), shown_);
      if (at >= shown_) {
        break;
      }
      std::string token = cell(at);
      while (++at < end) {
        token.append(" ").append(cell(at));
      }
      row += id == fresh ? fmt::format("{}{}{}", colours.token, token, colours.end) : token;
      row += "|";
    }
    return shown_ < chunk_.size() ? row + "..." : row;
  }

 private:
  // A cell: "a", or " a" and "c3" if some byte of the chunk needs two columns. A space is made
  // visible.
  std::string cell(std::size_t at) const {
    const char c = chunk_[at];
    if (c == ' ') {
      return width_ == 1 ? "␠" : " ␠";
    }
    if (' ' < c && c <= '~') {
      return fmt::format("{:>{}}", c, width_);
    }
    return fmt::format("{:02x}", static_cast<unsigned char>(c));
  }

  std::string_view chunk_;
  std::size_t width_ = 1;
  std::size_t shown_ = 0;
};

std::string token_view(TokenId id, const Table& table) {
  return fmt::format("{} {}", id, readable(table.tokens[id], 24));
}

std::string chunk_view(const ExplainedChunk& chunk, const Table& table, const View& view) {
  const Palette colours = palette(view.coloured);
  const Cells cells(chunk.text, view.columns > 100 ? view.columns - 60 : 40);
  std::string text = fmt::format("    {}   {}\n", cells.row(chunk.bytes, table, {}, colours),
                                 counted(chunk.text.size(), "byte"));

  std::size_t length = chunk.bytes.size();
  const std::size_t shown = std::min(chunk.merges.size(), most_merges);
  for (std::size_t i = 0; i < shown; ++i) {
    const reference::MergeStep& step = chunk.merges[i];
    const std::size_t times = length - step.ids.size();
    length = step.ids.size();
    text += fmt::format(
        "    {}   rank {}: {} + {} = {}{}\n", cells.row(step.ids, table, step.token, colours),
        step.rank, token_view(step.pair.left, table), token_view(step.pair.right, table),
        token_view(step.token, table), times > 1 ? fmt::format(", {} times", times) : "");
  }
  if (chunk.merges.empty() && chunk.ids != chunk.bytes) {
    text += fmt::format("    {}   the chunk is a token: {}\n",
                        cells.row(chunk.ids, table, chunk.ids.front(), colours),
                        token_view(chunk.ids.front(), table));
  }
  if (shown < chunk.merges.size()) {
    text += fmt::format("    ... and {} more; --json has them all\n",
                        counted(chunk.merges.size() - shown, "merge"));
  }
  return text + fmt::format("    ids {}\n", id_list(chunk.ids));
}

std::string special_view(TokenId id, const Table& table, const Palette& colours) {
  const auto found = std::ranges::find(table.specials, id, &SpecialToken::id);
  return fmt::format("\n  {}special token{}  {}\n    ids [{}]   never split\n", colours.special,
                     colours.end, readable(found->literal), id);
}

}  // namespace

std::string view_of(const Explanation& explanation, const Table& table, const View& view) {
  const Palette colours = palette(view.coloured);
  std::string text = fmt::format(
      "{}{}{}\n{} become {}. At first each byte is a token; then merges join neighbours\n"
      "within a chunk, the one that was learned first (the lowest rank) before all others.\n",
      colours.bold, readable(explanation.text), colours.end,
      counted(explanation.text.size(), "byte"), counted(explanation.ids.size(), "token id"));

  std::map<std::string_view, std::size_t> seen;
  std::size_t number = 0;
  for (const ExplainedPart& part : explanation.parts) {
    if (const auto* special = std::get_if<TokenId>(&part)) {
      text += special_view(*special, table, colours);
      continue;
    }
    const auto& chunk = std::get<ExplainedChunk>(part);
    ++number;
    text += fmt::format("\n  {}chunk {}{}  {}\n", colours.bold, number, colours.end,
                        readable(chunk.text));
    const auto [first, fresh] = seen.emplace(chunk.text, number);
    text += fresh ? chunk_view(chunk, table, view)
                  : fmt::format("    ids {}   as in chunk {}\n", id_list(chunk.ids), first->second);
  }
  return text +
         fmt::format("\n{}token ids {}{}\n", colours.bold, id_list(explanation.ids), colours.end);
}

}  // namespace bpetite::cli
