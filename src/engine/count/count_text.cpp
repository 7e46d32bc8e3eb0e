// Reads plain text as a stream: documents between separators, cut at safe places.
//
//   separator "<>"      "one<>two words<"
//                        one              a whole document
//                             two         closed: a blank follows a letter
//                                 words<  open: the separator may have begun
#include <algorithm>
#include <optional>
#include <utility>

#include "core/utf8.hpp"
#include "engine/count/count_stream.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite::engine::count {
namespace {

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

    // What was there before holds no separator, but the beginning of one.
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
  // Behind what is closed, and where it could not be told before.
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

  // What stays open is no reason to read on if it is no text.
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

}  // namespace bpetite::engine::count
