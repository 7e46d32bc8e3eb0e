// Reads ids from a pipe as they arrive, for `decode --stream`: JSON line by line, or raw numbers of
// 16 or 32 bits as soon as all their bytes have come.
#include "cli/options/id_stream.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

// The ids of one line: "256" or "[256,257]". A blank line has no ids.
std::vector<Number> ids_of_line(std::string_view line, const std::string& place) {
  constexpr std::string_view white = " \t\r\n";
  const std::size_t first = line.find_first_not_of(white);
  if (first == std::string_view::npos) return {};
  line = line.substr(first, line.find_last_not_of(white) + 1 - first);
  if (line.starts_with('[')) return read_ids(line, Format::json, place);
  const std::optional<Number> number = parse_number(line);
  if (!number) {
    throw ValueError(
        fmt::format("{}: {}, required an id or an array of ids", place, utf8::quoted(line)),
        "S57r");
  }
  return {*number};
}

}  // namespace

IdStream::IdStream(file::Input input, Format format, std::string source)
    : input_(std::move(input)), format_(format), source_(std::move(source)) {}

// The number of bytes that can be returned now: a line, or all complete raw numbers. At the end,
// the rest.
std::size_t IdStream::ready() {
  const std::size_t held = held_.size() - at_;
  if (is_end_) return held;
  if (format_ != Format::json) return held - held % (format_ == Format::u16 ? 2 : 4);
  const std::size_t newline = held_.find('\n', std::max(at_, searched_));
  if (newline == std::string::npos) searched_ = held_.size();
  return newline == std::string::npos ? 0 : newline + 1 - at_;
}

std::vector<Number> IdStream::take(std::size_t size) {
  const std::string_view bytes = std::string_view(held_).substr(at_, size);
  at_ += size;
  return format_ == Format::json ? ids_of_line(bytes, fmt::format("{}: line {}", source_, ++line_))
                                 : read_ids(bytes, format_, source_);
}

void IdStream::read_more() {
  searched_ -= std::min(searched_, at_);
  held_.erase(0, std::exchange(at_, 0));
  std::array<char, 65536> block;
  const std::size_t count = input_.read_some(block.data(), block.size());
  held_.append(block.data(), count);
  is_end_ = count == 0;
}

std::vector<Number> IdStream::next() {
  while (true) {
    const std::size_t size = ready();
    if (size > 0) {
      std::vector<Number> ids = take(size);
      if (!ids.empty()) return ids;
    } else if (is_end_) {
      return {};
    } else {
      read_more();
    }
  }
}

}  // namespace bpetite::cli
