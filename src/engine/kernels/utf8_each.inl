// Skips nothing: without AVX2 the caller reads all of a text byte by byte.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

inline const char* skip_well_formed(const char* begin, const char*) { return begin; }

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
