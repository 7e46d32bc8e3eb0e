// Does without vector instructions, on any machine, what differs between the levels of
// instructions. There are three tasks: the keys of a chunk that is merged, and the smallest of them
// (Keys), the ids of an entry of the cache (SpreadIds), and the places where a scalar of a set may
// begin (places_in). There are no masks of blocks, since this level has no scanners
// (scan_none.inl).
namespace bpetite::engine::kernels::BPETITE_LEVEL {

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

// The places of 64 bytes where a scalar begins that may be in the set.
inline std::uint64_t places_in(const char* bytes, const ScalarSet& set) {
  std::uint64_t places = 0;
  const auto byte_at = [bytes](std::size_t place) {
    return static_cast<unsigned char>(bytes[place]);
  };
  for (std::size_t from = 0; from < set_block; from += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes + from, sizeof eight);
    if ((eight & 0x8080808080808080U) == 0) continue;
    for (std::size_t i = from; i < from + 8; ++i) {
      const unsigned shared = set.first[byte_at(i) & 0x3FU] & set.second[byte_at(i + 1) & 0x3FU] &
                              set.third[byte_at(i + 2) & 0x3FU];
      places |= std::uint64_t{byte_at(i) >= 0xC0 && shared != 0} << i;
    }
  }
  return places;
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
