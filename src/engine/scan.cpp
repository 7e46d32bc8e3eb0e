// The starts of chunks as operations on masks. Bit i + 1 of begins(m) is set where a run of m ends
// at i and another class follows: the class of the byte before decides.
#include "engine/scan.hpp"

#include <array>
#include <bit>

#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::engine {
namespace {

// The mask moved up by `count` bits: bit i of the result is what was true `count` bytes before.
std::uint64_t earlier(std::uint64_t mask, std::uint64_t before, unsigned count = 1) {
  return mask << count | before >> (64 - count);
}

// The mask moved down: bit i of the result is what will be true `count` bytes later.
std::uint64_t later(std::uint64_t mask, std::uint64_t after, unsigned count) {
  return mask >> count | after << (64 - count);
}

// The bits of a mask as places, from `at` on. Eight at a time without a branch: most blocks have
// more than eight chunks, and fewer than twenty-five.
std::size_t* write_places(std::uint64_t mask, std::size_t at, std::size_t* out) {
  const auto count = static_cast<std::size_t>(std::popcount(mask));
  const auto eight = [&](std::size_t* to) {
    for (unsigned i = 0; i < 8; ++i) {
      to[i] = at + static_cast<std::size_t>(std::countr_zero(mask));
      mask &= mask - 1;
    }
  };
  for (std::size_t written = 0; written < count; written += 8) {
    eight(out + written);
  }
  return out + count;
}

// The bytes of `[sdmt]|ll|ve|re` at the start of what follows an apostrophe; 0 if there are none.
std::size_t contraction_size(std::string_view rest, bool any_case) {
  const auto letter = [&](std::size_t i) {
    const char c = i < rest.size() ? rest[i] : '\0';
    return any_case && c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  };
  const char one = letter(0);
  const char two = letter(1);
  if (one == 's' || one == 'd' || one == 'm' || one == 't') return 1;
  if ((one == 'l' && two == 'l') || ((one == 'v' || one == 'r') && two == 'e')) return 2;
  return any_case && rest.starts_with("\xC5\xBF") ? 2 : 0;  // S3c: the long s
}

}  // namespace

Scanner::Scanner(std::string_view text, ScanPattern pattern, Level level)
    : text_(text), pattern_(pattern), reader_(text, level), done_(text.empty()) {
  block_ = reader_.next();
  after_ = reader_.next();
}

std::size_t Scanner::scan(std::size_t* starts, std::size_t blocks) {
  switch (pattern_) {
    case ScanPattern::v1:
      return scan_blocks<ScanPattern::v1>(starts, blocks);
    case ScanPattern::cl100k:
      return scan_blocks<ScanPattern::cl100k>(starts, blocks);
    case ScanPattern::nanochat:
      return scan_blocks<ScanPattern::nanochat>(starts, blocks);
  }
  return 0;
}

template <ScanPattern P>
std::size_t Scanner::scan_blocks(std::size_t* starts, std::size_t blocks) {
  std::size_t* out = starts;
  for (std::size_t i = 0; i < blocks && !done_; ++i) {
    std::uint64_t mask = 0;
    if constexpr (P == ScanPattern::v1) {
      mask = contractions(starts_of_classes(), false);
    } else {
      const std::uint64_t attached = attached_breaks();
      mask = contractions(starts_of_words(attached) | starts_after_breaks(attached), true);
      mask |= starts_of_groups(P == ScanPattern::cl100k ? 3 : 2);
      attached_ = attached;
    }
    out = write_places(mask, at_, out);

    at_ += block_size;
    before_ = block_;
    others_before_ = block_.others();
    block_ = after_;
    done_ = at_ >= text_.size();
    after_ = done_ ? Block() : reader_.next();
  }
  return static_cast<std::size_t>(out - starts);
}

// The last scalar of each run of white space, unless the text ends with it.
std::uint64_t Scanner::last_spaces() const {
  const Block& b = block_;
  const auto next = [&](unsigned bytes) { return later(b.spaces, after_.spaces, bytes); };
  const std::uint64_t wide = b.two | b.three | b.four;
  return b.spaces & b.starts & ((~wide & ~next(1)) | (b.two & ~next(2)) | (b.three & ~next(3)));
}

// v1: ` ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`.
std::uint64_t Scanner::starts_of_classes() const {
  const Block& b = block_;
  const std::uint64_t others = b.others();
  const std::uint64_t changes = (b.letters & ~earlier(b.letters, before_.letters)) |
                                (b.numbers & ~earlier(b.numbers, before_.numbers)) |
                                (others & ~earlier(others, others_before_));
  return b.starts & ((b.spaces & ~earlier(b.spaces, before_.spaces)) | last_spaces() |
                     (changes & ~earlier(b.blanks, before_.blanks)));
}

// cl100k and nanochat but for contractions, groups of digits, and what `\s*[\r\n]` parts:
// `[^\r\n\p{L}\p{N}]?+\p{L}+| ?[^\s\p{L}\p{N}]++[\r\n]*|\s+(?!\S)|\s+`.
std::uint64_t Scanner::starts_of_words(std::uint64_t attached) {
  const Block& b = block_;
  const std::uint64_t others = b.others();
  const std::uint64_t spaces_before = earlier(b.spaces, before_.spaces);
  const std::uint64_t new_others =
      others & b.starts & ~earlier(others, others_before_) & ~earlier(b.blanks, before_.blanks);

  // Letters are led by white space, or by a sign with which a chunk begins.
  const auto sized = [](const Block& block, unsigned bytes) {
    return bytes == 1   ? ~(block.two | block.three | block.four)
           : bytes == 2 ? block.two
           : bytes == 3 ? block.three
                        : block.four;
  };
  std::uint64_t led = spaces_before & ~earlier(b.breaks, before_.breaks);
  for (unsigned bytes = 1; bytes <= 4; ++bytes) {
    led |= earlier(new_others & sized(b, bytes), new_others_ & sized(before_, bytes), bytes);
  }
  new_others_ = new_others;

  const std::uint64_t runs = b.spaces & ~attached & (~spaces_before | earlier(attached, attached_));
  return new_others | (b.starts & ((b.letters & ~earlier(b.letters, before_.letters) & ~led) |
                                   (b.numbers & ~earlier(b.numbers, before_.numbers)) | runs |
                                   (last_spaces() & ~b.breaks)));
}

// `[^\s\p{L}\p{N}]++[\r\n]*`: the line breaks right after signs. Adding a run's lowest bit carries
// through all of it.
std::uint64_t Scanner::attached_breaks() const {
  const std::uint64_t breaks = block_.breaks;
  const std::uint64_t seeds = breaks & (earlier(block_.others(), others_before_) | attached_ >> 63);
  return breaks & ~(breaks + seeds);
}

// `\s*[\r\n]` ends with the last line break of a run: white space after it begins a chunk, if what
// ends that white space is no further line break.
std::uint64_t Scanner::starts_after_breaks(std::uint64_t attached) const {
  const Block& b = block_;
  const std::uint64_t inner = b.spaces & ~b.breaks;
  std::uint64_t left =
      inner & b.starts & earlier(b.breaks, before_.breaks) & ~earlier(attached, attached_);
  std::uint64_t starts = 0;
  for (; left != 0; left &= left - 1) {
    const auto first = static_cast<unsigned>(std::countr_zero(left));
    const auto end = first + static_cast<unsigned>(std::countr_one(inner >> first));
    const bool joined = end < 64 ? (b.breaks >> end & 1) != 0 : is_joined(at_ + first);
    starts |= joined ? 0 : left & -left;
  }
  return starts;
}

// Whether white space that leaves its block is joined to the line break before it, since another
// one follows, or since cl100k's `\s++$` takes all that ends a text. Each byte is looked at once.
bool Scanner::is_joined(std::size_t at) const {
  while (at < text_.size()) {
    const auto byte = static_cast<unsigned char>(text_[at]);
    if (byte == '\n' || byte == '\r') return true;
    const auto [scalar, size] = utf8::scalar_at(text_, at);
    if (!unicode::is_white_space(scalar)) return false;
    at += size;
  }
  return pattern_ == ScanPattern::cl100k;
}

// `\p{N}{1,most}`: a long number is cut into groups.
std::uint64_t Scanner::starts_of_groups(unsigned most) {
  const Block& b = block_;
  const std::uint64_t numbers = b.numbers;
  std::uint64_t long_runs = numbers & numbers << 1 & numbers << 2;
  long_runs &= most == 3 ? numbers << 3 : ~std::uint64_t{0};
  std::uint64_t starts = 0;
  if (long_runs == 0 && (digits_ == 0 || (numbers & 1) == 0)) {
    const auto run = static_cast<unsigned>(std::countl_one(numbers));
    digits_ = run == 0 ? 0 : static_cast<unsigned>(std::popcount(b.starts >> (64 - run)));
    return 0;
  }
  const std::uint64_t going_on = earlier(numbers, before_.numbers);
  for (std::uint64_t left = numbers & b.starts; left != 0; left &= left - 1) {
    const std::uint64_t bit = left & -left;
    if ((going_on & bit) == 0) {
      digits_ = 1;
    } else if (digits_ == most) {
      starts |= bit;
      digits_ = 1;
    } else {
      ++digits_;
    }
  }
  if (numbers >> 63 == 0) digits_ = 0;
  return starts;
}

// `'(?:[sdmt]|ll|ve|re)` where a chunk begins with the apostrophe: what follows belongs to it, and
// the next chunk begins right after. Of the letters only the long s folds to another, with (?i).
std::uint64_t Scanner::contractions(std::uint64_t starts, bool any_case) {
  starts = (starts | (set_ & block_.starts)) & ~cleared_;
  set_ = 0;
  cleared_ = 0;
  const std::uint64_t led = block_.apostrophes & starts & later(block_.letters, after_.letters, 1);
  for (std::uint64_t left = led; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    const std::size_t size = contraction_size(text_.substr(at_ + i + 1), any_case);
    if (size == 0) continue;
    const auto end = static_cast<unsigned>(i + 1 + size);
    if (i + 1 < 64) {
      starts &= ~(std::uint64_t{1} << (i + 1));
    } else {
      cleared_ = 1;
    }
    (end < 64 ? starts : set_) |= std::uint64_t{1} << (end % 64);
  }
  return starts & block_.starts;
}

std::vector<std::string_view> chunks(std::string_view text, ScanPattern pattern, Level level) {
  constexpr std::size_t blocks = 64;
  std::vector<std::string_view> result;
  std::array<std::size_t, Scanner::room_for(blocks)> starts;
  Scanner scanner(text, pattern, level);
  std::size_t open = 0;
  while (!scanner.done()) {
    const std::size_t count = scanner.scan(starts.data(), blocks);
    for (std::size_t i = 0; i < count; ++i) {
      if (starts[i] > open) result.push_back(text.substr(open, starts[i] - open));
      open = starts[i];
    }
  }
  if (open < text.size()) result.push_back(text.substr(open));
  return result;
}

}  // namespace bpetite::engine
