// Defines `functions`, the table of kernel functions (kernels.hpp) for one level of instructions,
// BPETITE_LEVEL: the scanners of six patterns, merging, checking UTF-8, finding scalars of a set,
// and looking chunks up in the cache. Each kernels_*.cpp includes this file last.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

inline constexpr Kernels functions = {
    table_from,
    {first_blocks<ScanPattern::gpt2>, first_blocks<ScanPattern::cl100k>,
     first_blocks<ScanPattern::nanochat>, first_blocks<ScanPattern::llama3>,
     first_blocks<ScanPattern::qwen2>, first_blocks<ScanPattern::o200k>},
    {scan_blocks<ScanPattern::gpt2>, scan_blocks<ScanPattern::cl100k>,
     scan_blocks<ScanPattern::nanochat>, scan_blocks<ScanPattern::llama3>,
     scan_blocks<ScanPattern::qwen2>, scan_blocks<ScanPattern::o200k>},
    merge_small,
    merge_middle,
    merge_group,
    skip_well_formed,
    find_in_set,
    make_keys,
    emit_known};

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
