// Takes the place of the scanners (scan_masks.inl) at the level portable, which has none: the
// scanners are null, and table_from says that texts are always cut by the table of their pattern.
// Without vectors, a scanner written by hand is hardly faster than this table.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

inline constexpr std::size_t table_from = 0;

template <ScanPattern>
inline constexpr void (*first_blocks)(ScanState&) = nullptr;

template <ScanPattern>
inline constexpr Scan scan_blocks = nullptr;

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
