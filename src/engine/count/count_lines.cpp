// Reads JSON Lines as a stream: each line is an object, and one of its fields has the text.
//
//   {"text":"ab ab"}         field "text"
//   {"title":"none"}         a bad line: no such field
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>
#include <variant>

#include <bpetite/errors.hpp>

#include "core/json.hpp"
#include "core/utf8.hpp"
#include "engine/count/count_stream.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite::engine::count {
namespace {

// Takes bad lines: throws, or counts them.
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
  return fmt::format("longer than {} bytes", most_bytes);
}

class LineCutter {
 public:
  explicit LineCutter(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  StreamCut cut(std::string_view open, std::uint64_t offset, bool end) {
    StreamCut cut;
    if (dropping_) {
      const std::size_t newline = open.find('\n');
      cut.closed = newline == std::string_view::npos ? open.size() : newline + 1;
      if (newline == std::string_view::npos) return cut;
      dropping_ = false;
      ++line_;
    }

    // Whole lines, many of them a part.
    const std::size_t last = end ? open.size() : open.rfind('\n') + 1;  // 0 if there is none
    while (cut.closed < last) {
      const std::size_t wish = std::min(cut.closed + stream_part, last - 1);
      const std::size_t to = std::min(open.find('\n', wish), last - 1) + 1;
      const std::string_view part = open.substr(cut.closed, to - cut.closed);
      cut.parts.push_back({part, offset + cut.closed, line_});
      line_ += static_cast<std::uint64_t>(std::count(part.begin(), part.end(), '\n'));
      cut.closed = to;
    }

    // A line that is too long is not held: its beginning is enough to tell.
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
  bool dropping_ = false;   // it was too long, and its end is still to come
};

void count_line(std::string_view line, std::uint64_t number, const LineOptions& options,
                BadLines& bad, ChunkCounts& counts) {
  if (line.size() > options.most_bytes) return bad.add(number, too_long(options.most_bytes));
  if (const auto fault = scan::first_ill_formed(line)) {
    return bad.add(number, fmt::format("byte {} begins no well-formed UTF-8 sequence", *fault));
  }
  const auto text = json::string_field(line, options.field);
  if (const auto* const fault = std::get_if<json::Fault>(&text)) {
    return bad.add(number, fmt::format("byte {}: {}", fault->offset, fault->reason));
  }
  counts.add_text(std::get<std::string>(text));
}

}  // namespace

StreamForm lines_form(LineOptions options, std::string place, std::uint64_t& skipped) {
  const auto bad = std::make_shared<BadLines>(options.skip_bad, std::move(place), skipped);
  return {[cutter = LineCutter(options.most_bytes)](std::string_view open, std::size_t,
                                                    std::uint64_t offset, bool end) mutable {
            return cutter.cut(open, offset, end);
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
