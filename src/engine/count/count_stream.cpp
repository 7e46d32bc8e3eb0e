// Counts the chunks of a text that is read block by block (count_stream). While the closed parts of
// a block are counted, another thread, if there is one, reads the next block. text_form() reads
// plain text: it divides the text at separators and at safe places, and throws an error for bytes
// that are not UTF-8. lines_form() reads JSON Lines: the text is in one field of each line. A bad
// line (too long, not UTF-8, or not an object with a text in this field) is an error, or is skipped
// and counted.
//
//   text_form, separator "<>"     "one<>two"              two texts
//   lines_form, field "text"      {"text":"one two"}      one text
#include "engine/count/count_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include <bpetite/errors.hpp>

#include "core/json.hpp"
#include "core/utf8.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite::engine::count {

void count_stream(const ReadBlock& read, const StreamForm& form, std::size_t block,
                  BoundedCounts& counts, const std::function<void(std::uint64_t bytes)>& progress) {
  std::string open;
  std::vector<char> ahead(block);
  std::size_t ahead_size = read(ahead.data(), block);
  std::uint64_t offset = 0;  // of `open`
  bool end = false;
  while (!end) {
    const std::size_t known = open.size();
    open.append(ahead.data(), ahead_size);
    end = ahead_size < block;
    const StreamCut cut = form.cut(open, known, offset, end);

    // An error in the next block waits for errors in this block, which come first in the text.
    std::exception_ptr fault;
    const std::size_t reading = end ? 0 : 1;
    counts.run(reading + cut.parts.size(), [&](std::size_t i, ChunkCounts& table) {
      if (i >= reading) return form.count(cut.parts[i - reading], table);
      try {
        ahead_size = read(ahead.data(), block);
      } catch (...) {
        fault = std::current_exception();
      }
    });
    offset += cut.closed;
    open.erase(0, cut.closed);
    if (progress) progress(offset);
    if (fault) std::rethrow_exception(fault);
  }
}

namespace {

// Reads plain text as a stream: documents between separators, cut at safe places.
//
//   separator "<>"      "one<>two words<"
//                        one              a whole document
//                             two         closed: a blank follows a letter
//                                 words<  open: the separator may have begun
class TextCutter {
 public:
  TextCutter(const CorpusCutter& cutter, std::string separator, std::string place, std::size_t part)
      : cutter_(cutter), separator_(std::move(separator)), place_(std::move(place)), part_(part) {}

  StreamCut cut(std::string_view open, std::size_t known, std::uint64_t offset, bool end) {
    StreamCut cut;
    const auto close = [&](std::size_t to) {
      for (const auto part : cutter_.safe_parts(open.substr(cut.closed, to - cut.closed), part_)) {
        cut.parts.push_back({part, offset + static_cast<std::size_t>(part.data() - open.data())});
      }
      cut.closed = to;
    };

    // The bytes that were open before hold no separator, but may end with the beginning of one.
    const std::size_t overlap = separator_.empty() ? 0 : separator_.size() - 1;
    std::size_t from = known - std::min(known, overlap);
    while (!separator_.empty()) {
      const std::size_t found = open.find(separator_, from);
      if (found == std::string_view::npos) break;
      close(found);
      from = cut.closed = found + separator_.size();
      checked_ = 0;
    }
    if (end) {
      close(open.size());
    } else if (const auto place = last_safe_place(open, cut.closed, known, overlap)) {
      close(*place);
      checked_ = 0;
    } else {
      check(open.substr(cut.closed), offset + cut.closed);
    }
    return cut;
  }

 private:
  // The last safe place behind the closed bytes. Places that were judged in earlier calls are left
  // out.
  std::optional<std::size_t> last_safe_place(std::string_view open, std::size_t closed,
                                             std::size_t known, std::size_t overlap) const {
    constexpr std::size_t longest_scalar = 4;
    const std::size_t first = std::max(closed, known - std::min(known, overlap + longest_scalar));
    if (open.size() <= overlap) return std::nullopt;
    for (std::size_t at = open.size() - overlap; at-- > first + 1;) {
      if (cutter_.is_safe_place(open, at)) return at;
    }
    return std::nullopt;
  }

  // Throws if the bytes that stay open are not UTF-8. Then there is no reason to read on.
  void check(std::string_view open, std::uint64_t offset) {
    constexpr std::size_t longest_scalar = 4;
    const std::string_view rest = open.substr(checked_);
    const auto fault = scan::first_ill_formed(rest);
    if (fault && rest.size() - *fault >= longest_scalar) {
      utf8::throw_ill_formed(rest, *fault, place_, offset + checked_);
    }
    checked_ += fault.value_or(rest.size());
  }

  CorpusCutter cutter_;
  std::string separator_;
  std::string place_;
  std::size_t part_;
  std::size_t checked_ = 0;  // number of open bytes that are known to be UTF-8
};

}  // namespace

StreamForm text_form(const CorpusCutter& cutter, std::string separator, std::string place,
                     std::size_t part) {
  return {[texts = TextCutter(cutter, std::move(separator), place, part)](
              std::string_view open, std::size_t known, std::uint64_t offset, bool end) mutable {
            return texts.cut(open, known, offset, end);
          },
          [place](const StreamPart& taken, ChunkCounts& counts) {
            // S1a "raise `UnicodeDecodeError` with the *offset* of the fault"
            if (const auto fault = scan::first_ill_formed(taken.bytes)) {
              utf8::throw_ill_formed(taken.bytes, *fault, place, taken.offset);
            }
            counts.add_text(taken.bytes);
          }};
}

namespace {

// Takes bad lines: throws an error, or counts them.
class BadLines {
 public:
  BadLines(bool skip, std::string place, std::uint64_t& skipped)
      : skip_(skip), place_(std::move(place)), skipped_(skipped) {}

  void add(std::uint64_t line, std::string_view reason) {
    if (!skip_) throw ValueError(fmt::format("{}: line {}: {}", place_, line, reason), "S41d");
    ++skipped_;
  }

 private:
  bool skip_;
  std::string place_;
  std::atomic_ref<std::uint64_t> skipped_;
};

std::string too_long(std::size_t most_bytes) {
  return most_bytes == most_line_bytes ? std::string(too_long_line)
                                       : fmt::format("longer than {} bytes", most_bytes);
}

class LineCutter {
 public:
  explicit LineCutter(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  StreamCut cut(std::string_view open, std::size_t known, std::uint64_t offset, bool end) {
    StreamCut cut;
    if (dropping_) {
      const std::size_t newline = open.find('\n');
      cut.closed = newline == std::string_view::npos ? open.size() : newline + 1;
      if (newline == std::string_view::npos) return cut;
      dropping_ = false;
      ++line_;
    }

    // Whole lines: each part has many of them. The bytes that were open before have no line feed.
    const std::size_t newline = open.substr(known).rfind('\n');
    std::size_t last = newline == std::string_view::npos ? 0 : known + newline + 1;
    if (end) last = open.size();
    while (cut.closed < last) {
      const std::size_t wish = std::min(std::max(cut.closed + stream_part, known), last - 1);
      const std::size_t to = std::min(open.find('\n', wish), last - 1) + 1;
      const std::string_view part = open.substr(cut.closed, to - cut.closed);
      cut.parts.push_back({part, offset + cut.closed, line_});
      line_ += static_cast<std::uint64_t>(std::count(part.begin(), part.end(), '\n'));
      cut.closed = to;
    }

    // A line that is too long is not kept. Its beginning is enough to know that.
    if (open.size() - cut.closed > most_bytes_) {
      cut.parts.push_back({open.substr(cut.closed), offset + cut.closed, line_});
      cut.closed = open.size();
      dropping_ = true;
    }
    return cut;
  }

 private:
  std::size_t most_bytes_;
  std::uint64_t line_ = 1;  // the first that is open
  bool dropping_ = false;   // a line was too long, and its end is still to come
};

void count_line(std::string_view line, std::uint64_t number, const LineOptions& options,
                BadLines& bad, ChunkCounts& counts) {
  if (is_blank_line(line)) return;  // S41c "is passed over"
  const auto [text, fault] = text_of_line(line, options.field, options.most_bytes);
  if (fault) return bad.add(number, *fault);
  counts.add_text(text);
}

}  // namespace

LineText text_of_line(std::string_view line, std::string_view field, std::size_t most_bytes) {
  if (line.size() > most_bytes) return {"", too_long(most_bytes)};
  if (const auto fault = scan::first_ill_formed(line)) {
    return {"", fmt::format("byte {} begins no well-formed UTF-8 sequence", *fault)};
  }
  auto found = json::string_field(line, field, json::Utf8::well_formed);
  if (const auto* const fault = std::get_if<json::Fault>(&found)) {
    return {"", fmt::format("byte {}: {}", fault->offset, fault->reason)};
  }
  return {std::get<std::string>(std::move(found)), std::nullopt};
}

// Reads JSON Lines as a stream: each line is an object, and one of its fields has the text.
//
//   {"text":"ab ab"}         field "text"
//   {"title":"none"}         a bad line: no such field
StreamForm lines_form(LineOptions options, std::string place, std::uint64_t& skipped) {
  const auto bad = std::make_shared<BadLines>(options.skip_bad, std::move(place), skipped);
  return {[cutter = LineCutter(options.most_bytes)](std::string_view open, std::size_t known,
                                                    std::uint64_t offset, bool end) mutable {
            return cutter.cut(open, known, offset, end);
          },
          [options, bad](const StreamPart& part, ChunkCounts& counts) {
            std::string_view left = part.bytes;
            for (std::uint64_t number = part.line; !left.empty(); ++number) {
              const std::size_t end = std::min(left.find('\n'), left.size());
              count_line(left.substr(0, end), number, options, *bad, counts);
              left.remove_prefix(std::min(end + 1, left.size()));
            }
          }};
}

}  // namespace bpetite::engine::count
