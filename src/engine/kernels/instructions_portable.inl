// The masks of a block, and keys of a chunk, from a table, on any machine.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

// The masks of ASCII, eight bytes at a time.
//
//   entry of 'a' = 1 in lane 0 (letters)        entry of '7' = 1 in lane 1 (numbers)
//
// A lane is a byte of a 64-bit word. Shifting the word by one and adding the entry of the byte
// before collects eight bits of all eight masks at once.
struct Blocks : BlocksByLoop {
  static constexpr std::array<std::uint64_t, 256> lane_table = [] {
    std::array<std::uint64_t, 256> table{};
    for (unsigned byte = 0; byte < 256; ++byte) {
      const unsigned lower = byte | 0x20U;
      const std::array<bool, 8> is = {byte < 0x80 && lower >= 'a' && lower <= 'z',
                                      byte >= '0' && byte <= '9',
                                      byte == ' ' || (byte >= 9 && byte <= 13),
                                      byte == ' ',
                                      byte == '\n' || byte == '\r',
                                      byte == '\'',
                                      byte >= 0x80,
                                      byte >= 0x80 && byte < 0xC0};
      for (unsigned lane = 0; lane < is.size(); ++lane) {
        table[byte] |= std::uint64_t{is[lane]} << (8 * lane);
      }
    }
    return table;
  }();

  static AsciiMasks ascii(const unsigned char* bytes) {
    AsciiMasks masks;
    for (unsigned begin = 0; begin < block_size; begin += 8) {
      std::uint64_t lanes = 0;
      for (unsigned i = 8; i-- > 0;) {
        lanes = (lanes << 1) | lane_table[bytes[begin + i]];
      }
      masks.letters |= (lanes & 0xFF) << begin;
      masks.numbers |= (lanes >> 8 & 0xFF) << begin;
      masks.spaces |= (lanes >> 16 & 0xFF) << begin;
      masks.blanks |= (lanes >> 24 & 0xFF) << begin;
      masks.breaks |= (lanes >> 32 & 0xFF) << begin;
      masks.apostrophes |= (lanes >> 40 & 0xFF) << begin;
      masks.high |= (lanes >> 48 & 0xFF) << begin;
      masks.trailing |= (lanes >> 56 & 0xFF) << begin;
    }
    return masks;
  }
};

// The keys of a chunk, and the smallest of them.
template <unsigned capacity>
class Keys {
 public:
  explicit Keys(const std::array<std::uint32_t, capacity>& keys) : keys_(keys) {}
  void set(unsigned place, std::uint32_t key) { keys_[place] = key; }
  std::uint32_t lowest() const {
    std::uint32_t lowest = keys_[0];
    for (unsigned i = 1; i < capacity; ++i) {
      lowest = std::min(lowest, keys_[i]);
    }
    return lowest;
  }

 private:
  std::array<std::uint32_t, capacity> keys_;
};

// Moves the ids of an entry of the cache, which are packed into sixteen bytes.
class SpreadIds {
 public:
  explicit SpreadIds(const cache::ChunkCache::View& cache) : width_(cache.width) {}

  static constexpr unsigned at_once = 2;

  void first(const unsigned char* packed, TokenId* out) const {
    cache::unpack_two(packed, width_, out);
  }
  void eight(const unsigned char* packed, TokenId* out) const {
    cache::unpack(packed, width_, out);
  }

 private:
  cache::IdWidth width_;
};

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
