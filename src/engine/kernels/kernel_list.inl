// The kernels of a level together: the end of each kernels_*.cpp.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

inline constexpr Kernels functions = {first_blocks,
                                      scan_blocks<ScanPattern::gpt2>,
                                      scan_blocks<ScanPattern::cl100k>,
                                      scan_blocks<ScanPattern::nanochat>,
                                      merge_small,
                                      merge_middle,
                                      merge_group,
                                      skip_well_formed,
                                      make_keys,
                                      emit_known};

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
