// Writes the view of `bpetite compare-tiktoken` for people: the text, the number and the ids of the
// tokens of both sides, a table of the tokens side by side, how many pieces are one token on both
// sides, and which side needs fewer tokens.
//
//   bytes  bpetite     tiktoken
//   0..3   257 "the"   1820 "the"          one token on both sides
//   3..7   258 " c"    8415 " cat"
//          97 "a"
//          116 "t"
//
// The table takes no further piece after 40 rows and shows at most 40 tokens of a piece. It says
// how many pieces are left out.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "cli/commands/compare_tiktoken.hpp"
#include "cli/terminal/readable.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::cli {
namespace {

constexpr std::size_t most_rows = 40;  // of the table, and of one piece

// A token in the table, and its colour.
struct Cell {
  std::string text;
  std::string_view colour;
};

struct Row {
  std::string place;
  std::array<Cell, 2> cells;
};

// A token of one side, in at most `columns` columns.
Cell cell_of(const Side& side, TokenId id, bool is_alike, const Palette& colours,
             std::size_t columns) {
  const Table& table = TokenizerAccess::table(side.tokenizer);
  const std::string number = fmt::format("{} ", id);
  constexpr std::size_t around = 5;  // two quotes, three dots
  const std::size_t most = std::max<std::size_t>(columns, number.size() + around + 4);
  const auto special = std::ranges::find(table.specials, id, &SpecialToken::id);
  const bool is_special = special != table.specials.end();
  return {number + readable(is_special ? special->literal : table.tokens[id],
                            most - number.size() - around),
          is_special ? colours.special
          : is_alike ? std::string_view()
                     : colours.token};
}

// The tokens of one side in a piece, and three dots if there are too many.
std::vector<Cell> cells_of(const Side& side, std::span<const TokenId> ids, bool is_alike,
                           const Palette& colours, std::size_t columns) {
  std::vector<Cell> cells;
  for (const TokenId id : ids.first(std::min(ids.size(), most_rows))) {
    cells.push_back(cell_of(side, id, is_alike, colours, columns));
  }
  if (ids.size() > most_rows) cells.push_back({"...", ""});
  return cells;
}

// The rows of the first pieces.
std::vector<Row> rows_of(const Comparison& comparison, const std::vector<Piece>& pieces,
                         const Palette& colours, std::size_t columns) {
  std::vector<Row> rows;
  for (const Piece& piece : pieces) {
    if (rows.size() >= most_rows) break;
    const std::array cells = {
        cells_of(comparison.ours, piece.ours, piece.is_alike(), colours, columns),
        cells_of(comparison.theirs, piece.theirs, piece.is_alike(), colours, columns)};
    const std::size_t first = rows.size();
    rows.resize(first + std::max(cells[0].size(), cells[1].size()));
    rows[first].place = fmt::format("{}..{}", piece.span.begin, piece.span.end);
    for (std::size_t side = 0; side < cells.size(); ++side) {
      for (std::size_t i = 0; i < cells[side].size(); ++i) {
        rows[first + i].cells[side] = cells[side][i];
      }
    }
  }
  return rows;
}

// A cell in its colour, in at least `columns` columns.
std::string drawn(const Cell& cell, std::size_t columns, const Palette& colours) {
  return fmt::format("{}{}{}{}", cell.colour, cell.text, cell.colour.empty() ? "" : colours.end,
                     std::string(columns - std::min(columns, columns_of(cell.text)), ' '));
}

std::string table_of(const Comparison& comparison, const std::vector<Piece>& pieces,
                     const View& view) {
  const Palette colours = palette(view.coloured);
  constexpr std::size_t around = 6;  // blanks before and between the three columns
  const std::size_t places = fmt::formatted_size("{0}..{0}", comparison.text.size());
  const std::size_t columns = view.columns - std::min(view.columns, places + around);
  std::vector<Row> rows = rows_of(comparison, pieces, colours, columns / 2);
  const auto shown = static_cast<std::size_t>(
      std::ranges::count_if(rows, [](const Row& row) { return !row.place.empty(); }));
  const Cell ours{std::string(comparison.ours.name), colours.bold};
  const Cell theirs{std::string(comparison.theirs.name), colours.bold};
  rows.insert(rows.begin(), {"bytes", {ours, theirs}});

  std::array<std::size_t, 2> widths = {0, 0};
  for (const auto& [place, cells] : rows) {
    widths[0] = std::max(widths[0], place.size());
    widths[1] = std::max(widths[1], columns_of(cells[0].text));
  }
  std::string table;
  for (const auto& [place, cells] : rows) {
    std::string line =
        fmt::format("  {:<{}}  {}", place, widths[0], drawn(cells[0], widths[1], colours));
    if (!cells[1].text.empty()) line += "  " + drawn(cells[1], 0, colours);
    line.erase(line.find_last_not_of(' ') + 1);
    table += line + "\n";
  }
  if (shown < pieces.size()) {
    table += fmt::format("  ... and {} more; --json has them all\n",
                         counted(pieces.size() - shown, "piece"));
  }
  return table;
}

std::string summary_of(const Comparison& comparison, const Side& side, const Palette& colours) {
  const std::string each = bytes_per_token(comparison, side);
  return fmt::format("{}{:<8}{}  {}{} ({})\n          {}\n", colours.bold, side.name, colours.end,
                     counted(side.found.ids.size(), "token"),
                     each.empty() ? "" : fmt::format(", {} bytes each", each),
                     TokenizerAccess::table(side.tokenizer).profile.name, id_list(side.found.ids));
}

std::string verdict_of(const Comparison& comparison) {
  const Side* const fewer = side_with_fewer(comparison);
  if (fewer == nullptr) {
    return fmt::format("both need {}", counted(comparison.ours.found.ids.size(), "token"));
  }
  const std::size_t least = fewer->found.ids.size();
  const std::size_t most =
      std::max(comparison.ours.found.ids.size(), comparison.theirs.found.ids.size());
  return fmt::format("{} needs {} fewer: {} in place of {}", fewer->name,
                     counted(most - least, "token"), least, most);
}

}  // namespace

std::string view_of(const Comparison& comparison, const View& view) {
  const Palette colours = palette(view.coloured);
  const std::vector<Piece> pieces = pieces_of(comparison.ours.found, comparison.theirs.found);
  std::string text = fmt::format("{}{}{}\n", colours.bold, readable(comparison.text), colours.end);
  text += summary_of(comparison, comparison.ours, colours);
  text += summary_of(comparison, comparison.theirs, colours);
  if (!pieces.empty()) text += "\n" + table_of(comparison, pieces, view);
  const auto alike = std::ranges::count_if(pieces, &Piece::is_alike);
  return text + fmt::format("\n{}, {} of them one token on both sides\n{}{}{}\n",
                            counted(pieces.size(), "piece"), alike, colours.bold,
                            verdict_of(comparison), colours.end);
}

}  // namespace bpetite::cli
