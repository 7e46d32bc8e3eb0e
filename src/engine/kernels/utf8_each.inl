// skip_well_formed() for the level portable. It skips nothing: without AVX2, the caller
// (engine/scan/utf8.cpp) checks all of a text itself.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

inline const char* skip_well_formed(const char* begin, const char*) { return begin; }

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
