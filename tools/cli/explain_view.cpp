// The view of `bpetite explain` for people.
//
//   chunk 2   " theatre"   8 bytes
//                                         |␣|t|h|e|a|t|r|e|
//     rank 0     32 + 116 = 256  " t"     |␣ t|h|e|a|t|r|e|
//     rank 1    104 + 101 = 257  "he"     |␣ t|h e|a|t|r|e|
//
// Each byte keeps its column; a merge takes away the bar between its two parts.
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "cli/explain.hpp"
#include "cli/terminal.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

constexpr std::size_t most_merges = 40;  // shown of one chunk
constexpr std::size_t most_ids = 200;    // shown in a list

// Scalars that would move the cursor, hide, or turn the direction of a line.
bool is_invisible(char32_t scalar) {
  return scalar < 0x20 || (0x7F <= scalar && scalar < 0xA0) || scalar == 0xAD ||
         (0x200B <= scalar && scalar <= 0x200F) || (0x2028 <= scalar && scalar <= 0x202E) ||
         (0x2060 <= scalar && scalar <= 0x206F) || scalar == 0xFEFF || scalar >= 0xE0000;
}

// Bytes in quotes, as a person reads them: "é", and "\xc3" where it is only half of it.
std::string readable(std::string_view bytes, std::size_t limit = 60) {
  std::string text = "\"";
  std::size_t at = 0;
  while (at < bytes.size() && at < limit) {
    const std::string_view rest = bytes.substr(at, 4);
    const std::size_t good = utf8::first_ill_formed(rest).value_or(rest.size());
    const std::size_t size = good == 0 ? 1 : utf8::scalar_at(rest, 0).size;
    const std::string_view scalar = rest.substr(0, size);
    if (good == 0 || is_invisible(utf8::scalar_at(rest, 0).value)) {
      for (const char c : scalar) {
        text += c == '\n' ? "\\n" : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      }
    } else if (scalar == "\"" || scalar == "\\") {
      text.append("\\").append(scalar);
    } else {
      text.append(scalar);
    }
    at += size;
  }
  return text + (at < bytes.size() ? "\"..." : "\"");
}

std::string id_list(const std::vector<TokenId>& ids) {
  const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(ids.size(), most_ids));
  return fmt::format(
      "[{}{}]", fmt::join(ids.begin(), end, ","),
      ids.size() > most_ids ? fmt::format(",... {} more", ids.size() - most_ids) : "");
}

std::string count_of(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

// A chunk as a row of cells, one for each byte, with a bar wherever a token ends.
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
  // " a" and "c3" where some byte needs two columns, else "a"; a space is visible.
  std::string cell(std::size_t at) const {
    const char c = chunk_[at];
    if (c == ' ') {
      return width_ == 1 ? "␣" : " ␣";
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

std::string chunk_view(const ExplainedChunk& chunk, const Table& table, const View& view) {
  const Palette colours = palette(view.coloured);

  // The words of each merge first, so that the cells begin in one column.
  std::vector<std::string> words = {"bytes"};
  const std::size_t shown = std::min(chunk.merges.size(), most_merges);
  for (std::size_t i = 0; i < shown; ++i) {
    const reference::MergeStep& step = chunk.merges[i];
    words.push_back(fmt::format("rank {:<5} {:>5} + {:<5} = {:<5}", step.rank, step.pair.left,
                                step.pair.right, step.token));
  }
  const std::size_t widest =
      std::ranges::max_element(words, {}, [](const auto& w) { return w.size(); })->size();
  const std::size_t taken = 4 + widest + 3 + 4;
  const Cells cells(chunk.text, view.columns > taken + 24 ? view.columns - taken : 24);

  std::string text;
  const std::vector<TokenId>* before = &chunk.bytes;
  text += fmt::format("    {:<{}}   {}\n", words[0], widest,
                      cells.row(*before, table, std::nullopt, colours));
  for (std::size_t i = 0; i < shown; ++i) {
    const reference::MergeStep& step = chunk.merges[i];
    text += fmt::format("    {:<{}}   {}\n", words[i + 1], widest,
                        cells.row(step.ids, table, step.token, colours));
  }
  if (shown < chunk.merges.size()) {
    text += fmt::format("    ... {} follow; --json has them all\n",
                        count_of(chunk.merges.size() - shown, "merge"));
  }
  return text + fmt::format("    {}ids{} {}\n", colours.bold, colours.end, id_list(chunk.ids));
}

}  // namespace

std::string view_of(const Explanation& explanation, const Table& table, const View& view) {
  const Palette colours = palette(view.coloured);
  std::string text = fmt::format("{}{}{}   {}, {}\n", colours.bold, readable(explanation.text),
                                 colours.end, count_of(explanation.text.size(), "byte"),
                                 count_of(explanation.ids.size(), "token id"));

  std::map<std::string_view, std::size_t> seen;
  std::size_t number = 0;
  for (const ExplainedPart& part : explanation.parts) {
    if (const auto* special = std::get_if<TokenId>(&part)) {
      const auto found = std::ranges::find(table.specials, *special, &SpecialToken::id);
      text += fmt::format("\n  {}special{}  {}\n    ids [{}]\n", colours.special, colours.end,
                          found->literal, *special);
      continue;
    }
    const auto& chunk = std::get<ExplainedChunk>(part);
    ++number;
    text += fmt::format("\n  {}chunk {}{}  {}\n", colours.bold, number, colours.end,
                        readable(chunk.text));
    const auto [first, fresh] = seen.emplace(chunk.text, number);
    text += fresh ? chunk_view(chunk, table, view)
                  : fmt::format("    as chunk {}: ids {}\n", first->second, id_list(chunk.ids));
  }
  return text +
         fmt::format("\n  {}ids{} {}\n", colours.bold, colours.end, id_list(explanation.ids));
}

}  // namespace bpetite::cli
