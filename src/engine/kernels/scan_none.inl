// No scanner: texts are cut by the tables of their patterns, which are as fast without vectors.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

inline constexpr std::size_t table_from = 0;

inline void first_blocks(ScanState&) {}

template <ScanPattern>
inline constexpr Scan scan_blocks = nullptr;

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
