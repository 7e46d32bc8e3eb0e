// Scanners for six patterns (scan_pattern.hpp): they find the starts of chunks by operations on
// masks. first_blocks() reads the first two blocks of a text, and scan_blocks() writes the starts
// of the next blocks.
//
//   "ab  cd"     letters  11..11     spaces  ..11..     starts  1.11..
//
// The class of the byte before a scalar and the class of the byte after it decide whether a chunk
// begins with it. Functions of their own handle contractions, groups of digits, line breaks after
// signs and white space, and the case of letters. The scanner of o200k stops before a block with
// letters or marks beyond ASCII. Included once for each level with vectors (kernels_avx2.cpp,
// kernels_avx512.cpp).
namespace bpetite::engine::kernels::BPETITE_LEVEL {

// The mask moved up by `count` bits: bit i of the result is what was true `count` bytes before.
inline std::uint64_t earlier(std::uint64_t mask, std::uint64_t before, unsigned count = 1) {
  return mask << count | before >> (64 - count);
}

// The mask moved down: bit i of the result is what will be true `count` bytes later.
inline std::uint64_t later(std::uint64_t mask, std::uint64_t after, unsigned count) {
  return mask >> count | after << (64 - count);
}

// The bytes of `[sdmt]|ll|ve|re` at the start of what follows an apostrophe; 0 if there are none.
inline std::size_t contraction_size(std::string_view rest, bool any_case) {
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

// Whether white space that leaves its block is joined to the line break before it, since another
// one follows, or since cl100k's `\s++$` takes all that ends a text. Each byte is looked at once.
inline bool is_joined(std::string_view text, std::size_t at, bool at_end) {
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte == '\n' || byte == '\r') return true;
    if (byte < 0x80) {
      if (byte != ' ' && (byte < '\t' || byte > '\r')) return false;
      ++at;
      continue;
    }
    const auto [scalar, size] = utf8::scalar_at(text, at);
    if (!unicode::is_white_space(scalar)) return false;
    at += size;
  }
  return at_end;
}

// The last scalar of each run of white space, unless the text ends with it.
inline std::uint64_t last_spaces(const Window& w) {
  const Block& b = w.block;
  const auto next = [&](unsigned bytes) { return later(b.spaces, w.after.spaces, bytes); };
  return b.spaces & b.starts & ((~b.wide() & ~next(1)) | (b.two & ~next(2)) | (b.three & ~next(3)));
}

// v1: ` ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`.
inline std::uint64_t starts_of_classes(const Window& w) {
  const Block& b = w.block;
  const std::uint64_t changes = (b.letters & ~earlier(b.letters, w.before.letters)) |
                                (b.numbers & ~earlier(b.numbers, w.before.numbers)) |
                                (b.others & ~earlier(b.others, w.before.others));
  return b.starts & ((b.spaces & ~earlier(b.spaces, w.before.spaces)) | last_spaces(w) |
                     (changes & ~earlier(b.blanks, w.before.blanks)));
}

// All but gpt2, without contractions, groups of digits, the case of letters, and what `\s*[\r\n]`
// parts: `[^\r\n\p{L}\p{N}]?+\p{L}+| ?[^\s\p{L}\p{N}]++[\r\n]*|\s+(?!\S)|\s+`.
template <ScanPattern P>
inline std::uint64_t starts_of_words(const Window& w, ScanState& s, std::uint64_t attached) {
  const Block& b = w.block;
  const std::uint64_t spaces_before = earlier(b.spaces, w.before.spaces);
  std::uint64_t others_before = earlier(b.others, w.before.others);
  if constexpr (is_cased(P)) others_before &= ~earlier(attached, s.attached);  // a slash ended it
  const std::uint64_t new_others =
      b.others & ~attached & b.starts & ~others_before & ~earlier(b.blanks, w.before.blanks);

  // Letters are led by white space, or by a sign with which a chunk begins.
  const auto sized = [](const Block& block, unsigned bytes) {
    return bytes == 1   ? ~block.wide()
           : bytes == 2 ? block.two
           : bytes == 3 ? block.three
                        : block.four;
  };
  std::uint64_t led = spaces_before & ~earlier(b.breaks, w.before.breaks);
  const unsigned most = (b.wide() | w.before.wide()) == 0 ? 1 : 4;
  for (unsigned bytes = 1; bytes <= most; ++bytes) {
    led |= earlier(new_others & sized(b, bytes), s.new_others & sized(w.before, bytes), bytes);
  }
  s.new_others = new_others;

  const std::uint64_t runs =
      b.spaces & ~attached & (~spaces_before | earlier(attached, s.attached));
  return new_others | (b.starts & ((b.letters & ~earlier(b.letters, w.before.letters) & ~led) |
                                   (b.numbers & ~earlier(b.numbers, w.before.numbers)) | runs |
                                   (last_spaces(w) & ~b.breaks)));
}

// `[^\s\p{L}\p{N}]++[\r\n]*`: the line breaks right after signs. Adding a run's lowest bit carries
// through all of it. o200k has `[\r\n/]*`, where a run may have several such bits: where a slash
// follows a line break, what is attached spreads in steps of 1, 2, 4 ... bytes.
template <ScanPattern P>
inline std::uint64_t attached_breaks(const Window& w, const ScanState& s) {
  const std::uint64_t breaks = w.block.breaks;
  const std::uint64_t going_on = s.attached >> 63;
  const std::uint64_t after_others = earlier(w.block.others, w.before.others);
  if constexpr (is_cased(P)) {
    const std::uint64_t slashes = w.block.slashes;
    if ((slashes & (breaks << 1 | going_on)) != 0) [[unlikely]] {
      std::uint64_t through = breaks | slashes;
      std::uint64_t attached = (breaks & after_others) | (through & going_on);
      for (unsigned step = 1; step < 64; step *= 2) {
        attached |= through & attached << step;
        through &= through << step;
      }
      return attached;
    }
  }
  const std::uint64_t seeds = breaks & (after_others | going_on);
  return breaks & ~(breaks + seeds);
}

// `\s*[\r\n]` ends with the last line break of a run: white space after it begins a chunk, if what
// ends that white space is no further line break.
template <ScanPattern P>
inline std::uint64_t starts_after_breaks(const Window& w, const ScanState& s,
                                         std::uint64_t attached) {
  const Block& b = w.block;
  const std::uint64_t inner = b.spaces & ~b.breaks;
  std::uint64_t left =
      inner & b.starts & earlier(b.breaks, w.before.breaks) & ~earlier(attached, s.attached);
  std::uint64_t starts = 0;
  for (; left != 0; left &= left - 1) {
    const auto first = static_cast<unsigned>(std::countr_zero(left));
    const auto end = first + static_cast<unsigned>(std::countr_one(inner >> first));
    const bool joined = end < 64 ? (b.breaks >> end & 1) != 0
                                 : is_joined(s.text, s.at + first, P == ScanPattern::cl100k);
    starts |= joined ? 0 : left & -left;
  }
  return starts;
}

// `\p{N}{1,most}`: a long number is cut into groups.
inline std::uint64_t starts_of_groups(const Window& w, ScanState& s, unsigned most) {
  const Block& b = w.block;
  const std::uint64_t numbers = b.numbers;
  std::uint64_t long_runs = numbers & numbers << 1 & numbers << 2;
  long_runs &= most == 3 ? numbers << 3 : ~std::uint64_t{0};
  std::uint64_t starts = 0;
  if (long_runs == 0 && (s.digits == 0 || (numbers & 1) == 0)) {
    const auto run = static_cast<unsigned>(std::countl_one(numbers));
    s.digits = run == 0 ? 0 : static_cast<unsigned>(std::popcount(b.starts >> (64 - run)));
    return 0;
  }
  const std::uint64_t going_on = earlier(numbers, w.before.numbers);
  for (std::uint64_t left = numbers & b.starts; left != 0; left &= left - 1) {
    const std::uint64_t bit = left & -left;
    if ((going_on & bit) == 0) {
      s.digits = 1;
    } else if (s.digits == most) {
      starts |= bit;
      s.digits = 1;
    } else {
      ++s.digits;
    }
  }
  if (numbers >> 63 == 0) s.digits = 0;
  return starts;
}

// `'(?:[sdmt]|ll|ve|re)` where a chunk begins with the apostrophe: what follows belongs to it, and
// the next chunk begins right after. Of the letters only the long s folds to another, with (?i).
inline std::uint64_t contractions(const Window& w, ScanState& s, std::uint64_t starts,
                                  bool any_case) {
  starts = (starts | (s.set & w.block.starts)) & ~s.cleared;
  s.set = 0;
  s.cleared = 0;
  const std::uint64_t led =
      w.block.apostrophes & starts & later(w.block.letters, w.after.letters, 1);
  for (std::uint64_t left = led; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    const std::size_t size = contraction_size(s.text.substr(s.at + i + 1), any_case);
    if (size == 0) continue;
    const auto end = static_cast<unsigned>(i + 1 + size);
    if (i + 1 < 64) {
      starts &= ~(std::uint64_t{1} << (i + 1));
    } else {
      s.cleared = 1;
    }
    (end < 64 ? starts : s.set) |= std::uint64_t{1} << (end % 64);
  }
  return starts & w.block.starts;
}

// o200k: a contraction belongs to the word before it, and what follows it begins a chunk. An
// apostrophe right after a contraction belongs to no word: "it's's" is it's and 's.
inline std::uint64_t contractions_of_words(const Window& w, ScanState& s, std::uint64_t starts) {
  const Block& b = w.block;
  std::uint64_t ended = s.set;
  starts = (starts | (s.set & b.starts)) & ~s.cleared;
  s.set = 0;
  s.cleared = 0;
  for (std::uint64_t left = b.apostrophes & earlier(b.letters, w.before.letters) &
                            later(b.letters, w.after.letters, 1);
       left != 0; left &= left - 1) {
    if ((left & -left & ended) != 0) continue;
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    const std::size_t size = contraction_size(s.text.substr(s.at + i + 1), true);
    if (size == 0) continue;
    const std::uint64_t inner = (std::uint64_t{2} << size) - 1;  // the apostrophe, and its letters
    starts &= ~(inner << i);
    if (i + size >= 64) s.cleared = inner >> (64 - i);
    const auto end = static_cast<unsigned>(i + 1 + size);
    if (end < 64) {
      starts |= std::uint64_t{1} << end;
      ended |= std::uint64_t{1} << end;
    } else {
      s.set = std::uint64_t{1} << (end % 64);
    }
  }
  return starts & b.starts;
}

// The starts of chunks in a block.
template <ScanPattern P>
inline std::uint64_t starts_in(const Window& w, ScanState& s) {
  if constexpr (P == ScanPattern::gpt2) {
    return contractions(w, s, starts_of_classes(w), false);
  } else {
    const std::uint64_t attached = attached_breaks<P>(w, s);
    std::uint64_t starts =
        starts_of_words<P>(w, s, attached) | starts_after_breaks<P>(w, s, attached);
    if constexpr (is_cased(P)) {
      const auto lowers = [](const Block& block) { return block.letters & ~block.uppers; };
      starts |= w.block.uppers & earlier(lowers(w.block), lowers(w.before));
      starts = contractions_of_words(w, s, starts);
    } else {
      starts = contractions(w, s, starts, true);
    }
    if constexpr (P == ScanPattern::qwen2) {
      starts |= w.block.numbers & w.block.starts;
    } else {
      starts |= starts_of_groups(w, s, P == ScanPattern::nanochat ? 2 : 3);
    }
    s.attached = attached;
    return starts;
  }
}

// Three blocks take turns: what was before is read anew as what comes after, and none is copied.
template <ScanPattern P>
inline std::uint32_t* scan_blocks(ScanState& state, std::uint32_t* out, std::size_t blocks) {
  ScanState s = state;  // a copy of its own, which no store through `out` can reach
  BlockReader<is_cased(P)> reader(s.text, s.at + 2 * block_size);
  const std::size_t begin = s.at;
  const std::size_t end = s.at + blocks * block_size;
  const auto scan_one = [&](Block& before, const Block& block, const Block& after) {
    if constexpr (is_cased(P)) {
      s.stopped = block.wide_letters != 0;
      if (s.stopped) return false;
    }
    const std::uint64_t starts = starts_in<P>({before, block, after}, s);
    out = Blocks::places(starts, static_cast<std::uint32_t>(s.at - begin), out);
    s.at += block_size;
    reader.next(before, s.carry);
    return s.at < end && s.at < s.text.size();
  };
  auto [a, b, c] = s.blocks;
  for (;;) {
    if (!scan_one(a, b, c)) {
      state = s;
      state.blocks = {b, c, a};
      return out;
    }
    if (!scan_one(b, c, a)) {
      state = s;
      state.blocks = {c, a, b};
      return out;
    }
    if (!scan_one(c, a, b)) {
      state = s;
      state.blocks = {a, b, c};
      return out;
    }
  }
}

template <ScanPattern P>
inline void first_blocks(ScanState& s) {
  BlockReader<is_cased(P)> reader(s.text, 0);
  reader.next(s.blocks[1], s.carry);
  reader.next(s.blocks[2], s.carry);
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
