// A group of chunks where there is no better way: one by one.
namespace bpetite::engine::BPETITE_LEVEL {

inline void merge_group(const MergeTable& table, ChunkGroup& group) {
  for (std::size_t i = 0; i < group.count; ++i) {
    group.sizes[i] =
        static_cast<std::uint32_t>(merge_small(table, group.chunks[i], group.ids[i].data()));
  }
}

}  // namespace bpetite::engine::BPETITE_LEVEL
