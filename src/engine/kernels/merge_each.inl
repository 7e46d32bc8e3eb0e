// merge_group() merges a group of chunks at the levels without AVX-512. Four chunks of up to
// sixteen bytes are merged side by side (merge_four), so that the look-ups of one go on while
// another waits for memory. Longer chunks, and those that are left when fewer than four remain, are
// merged one by one (merge_small.inl).
namespace bpetite::engine::kernels::BPETITE_LEVEL {

inline void merge_four(const PairView& table, ChunkGroup& group,
                       const std::array<std::size_t, 4>& chunks) {
  SmallChunk<16> a(table, group.chunks[chunks[0]]);
  SmallChunk<16> b(table, group.chunks[chunks[1]]);
  SmallChunk<16> c(table, group.chunks[chunks[2]]);
  SmallChunk<16> d(table, group.chunks[chunks[3]]);
  bool more = true;
  while (more) {
    more = a.merge_lowest(table);
    more |= b.merge_lowest(table);
    more |= c.merge_lowest(table);
    more |= d.merge_lowest(table);
  }
  const auto write = [&](const SmallChunk<16>& chunk, std::size_t i) {
    group.sizes[i] = static_cast<std::uint32_t>(chunk.write(group.ids[i].data()));
  };
  write(a, chunks[0]);
  write(b, chunks[1]);
  write(c, chunks[2]);
  write(d, chunks[3]);
}

inline void merge_group(const PairView& table, ChunkGroup& group) {
  std::array<std::size_t, 4> four;
  std::size_t waiting = 0;
  const auto merge_alone = [&](std::size_t i) {
    group.sizes[i] =
        static_cast<std::uint32_t>(merge_small(table, group.chunks[i], group.ids[i].data()));
  };
  for (std::size_t i = 0; i < group.count; ++i) {
    if (group.chunks[i].size() > 16) {
      merge_alone(i);
      continue;
    }
    four[waiting++] = i;
    if (waiting == four.size()) {
      merge_four(table, group, four);
      waiting = 0;
    }
  }
  for (std::size_t i = 0; i < waiting; ++i) merge_alone(four[i]);
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
