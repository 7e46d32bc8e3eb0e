// Passing over well-formed UTF-8 where there is no better way than byte by byte: not at all.
namespace bpetite::engine::BPETITE_LEVEL {

inline const char* skip_well_formed(const char* begin, const char*) { return begin; }

}  // namespace bpetite::engine::BPETITE_LEVEL
