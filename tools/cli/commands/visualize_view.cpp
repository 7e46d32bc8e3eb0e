// Writes the tokens of conversations for a terminal: a heading for each conversation, a sign and a
// colour for each row, and a bar between tokens. A row that is too wide goes on in the next line.
//
//   + Yo│<|assistant_end|>      + and green: the assistant is trained on these tokens
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/visualize.hpp"
#include "cli/terminal/readable.hpp"

namespace bpetite::cli {
namespace {

constexpr std::string_view separator = "│";
constexpr std::size_t gutter = 2;  // the sign of a row, and a space

// Writes the tokens of a row side by side, and continues on the next line at the end of the width.
class RowWriter {
 public:
  RowWriter(const ShownRow& row, const Palette& colours, const View& view)
      : row_(row), colours_(colours), view_(view) {}

  std::string write(bool with_ids) {
    begin_line();
    for (const ShownToken& token : row_.tokens) {
      add(token, with_ids ? fmt::format("({})", token.id) : "");
    }
    return text_ + "\n";
  }

 private:
  // A completion has no colour, because no mask says which of its tokens are trained.
  std::string_view colour() const {
    return !row_.is_trained   ? std::string_view()
           : *row_.is_trained ? colours_.trained
                              : colours_.untrained;
  }

  void begin_line() {
    const std::string_view sign = !row_.is_trained ? " " : *row_.is_trained ? "+" : "-";
    text_ += painted(sign, colour()) + " ";
    columns_ = gutter;
  }

  void add(const ShownToken& token, const std::string& id) {
    const std::size_t columns = columns_of(token.text) + id.size();
    const bool is_first = columns_ == gutter;
    if (!is_first && columns_ + 1 + columns > view_.columns) {
      text_ += "\n";
      begin_line();
    } else if (!is_first) {
      text_ += painted(separator, colours_.grey);
      ++columns_;
    }
    text_ += painted(token.text, colour(), token.is_special ? colours_.bold : "");
    if (!id.empty()) text_ += painted(id, colours_.grey);
    columns_ += columns;
  }

  std::string painted(std::string_view text, std::string_view colour,
                      std::string_view more = "") const {
    const bool is_plain = colour.empty() && more.empty();
    return fmt::format("{}{}{}{}", colour, more, text, is_plain ? "" : colours_.end);
  }

  const ShownRow& row_;
  const Palette& colours_;
  const View& view_;
  std::string text_;
  std::size_t columns_ = 0;
};

}  // namespace

std::string view_of(const std::vector<ShownConversation>& conversations, bool with_ids,
                    const View& view) {
  const Palette colours = palette(view.coloured);
  std::string text;
  for (const ShownConversation& conversation : conversations) {
    if (!text.empty()) text += "\n";
    text += heading_of(conversation) + "\n";
    for (const ShownRow& row : conversation.rows) {
      text += RowWriter(row, colours, view).write(with_ids);
    }
  }
  return text;
}

}  // namespace bpetite::cli
