// The keys of a chunk, and how its ids are spread, on any machine.
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

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
