// No scanner: without vectors, one written by hand is hardly faster than the table of a pattern.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

inline constexpr std::size_t table_from = 0;

template <ScanPattern>
inline constexpr void (*first_blocks)(ScanState&) = nullptr;

template <ScanPattern>
inline constexpr Scan scan_blocks = nullptr;

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
