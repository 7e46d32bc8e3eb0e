// OpenCuts cuts an open text into chunks: a text of which more may follow. It gives the ends of
// those chunks that no text behind them can change (certain), as places in the text that waits.
//
//   GPT-2's pattern     read "one two "      certain: one | ␠two      waits: "one two "
//                       forget               waits: "␠"
//                       read " x"            certain: ␠               waits: "  x"
//
// Where one table cuts the text, it says of each end whether a later scalar may remove it
// (compile::CutTable), so every end that is certain is given. A pattern without a table, and
// several patterns that are not one table, are cut up to the last safe place (S25l). What lies
// between two safe places of a long part of the text is cut as a whole text, by a scan::Scanner.
// Cost: that of the scanner; of short parts, each scalar is read once by a table; without a table
// each is also looked at as a safe place.
// props/motion/motion_stream.cpp compares the ends with those of whole texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scan/scan.hpp"

namespace bpetite::engine::motion {

class OpenCuts {
 public:
  // The cutter must outlive it.
  explicit OpenCuts(const scan::Cutter& cutter);

  // Reads more of the text, which must be well-formed.
  void read(std::string_view more);
  // The text is over: the ends of all chunks are certain. After forget(), another text may begin.
  void finish();
  // Forgets all; another text may begin.
  void clear();

  // What has been read and not forgotten. It begins where a chunk begins.
  std::string_view text() const { return {text_.data(), text_.size() - beyond}; }
  // The same, and behind it bytes without a meaning, which may be read.
  std::string_view text_and_more() const { return text_; }
  static constexpr std::size_t beyond = 16;
  // The ends of the chunks that are certain, as places in text(), ascending.
  std::span<const std::size_t> certain() const { return std::span(ends_).first(certain_); }
  // All ends so far: behind the certain ones, those that what follows may remove.
  std::span<const std::size_t> ends() const { return ends_; }
  // The row of the table that stands for what was read, if one table cuts the text.
  std::uint32_t row() const { return row_; }
  // Forgets the text of the chunks that are certain.
  void forget();

  // Whether text() is cut as a text that begins there, whatever follows. It always is so by one
  // pattern: each match begins anew. But a piece of the first of several patterns may have begun
  // before text(). It is not known of a long text(), which would have to be read again. Nothing may
  // be certain.
  bool is_like_a_new_text() const;

 private:
  void scan_between_safe_places(const compile::CutTable& table, std::size_t from);
  void read_by_table(const compile::CutTable& table, std::size_t to);
  void end_of_table(const compile::CutTable& table);
  void cut(std::size_t begin, std::size_t end);

  const scan::Cutter* cutter_;
  const compile::Splitter* splitter_;
  std::string text_ = std::string(beyond, '\0');
  std::vector<std::size_t> ends_;  // the certain ones, and then those that may be removed
  std::size_t certain_ = 0;
  std::size_t read_ = 0;   // the text before it was read; without a table: has no safe place
  std::uint32_t row_ = 0;  // of the table
};

}  // namespace bpetite::engine::motion
