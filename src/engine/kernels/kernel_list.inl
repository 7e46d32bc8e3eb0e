// Defines `functions`, the table of kernel functions (kernels.hpp) for one level of instructions,
// BPETITE_LEVEL. It has the scanners of six patterns, each as a function for the first blocks of a
// text and one for the next, and functions that merge chunks, check UTF-8, find scalars of a set,
// and look chunks up in the cache. It also has table_from, which says for which texts a table is
// faster than a scanner. Each kernels_*.cpp includes this file last.
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
