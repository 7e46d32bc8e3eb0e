#include "pattern/reader.hpp"

#include <fmt/format.h>

#include "pattern/parse.hpp"

namespace bpetite::pattern {

Reader::Level::Level(Reader& in, std::size_t at) : depth_(in.depth_) {
  if (++depth_ > max_depth) {
    fail(at, fmt::format("more than {} brackets inside each other", max_depth), "S25i");
  }
}

}  // namespace bpetite::pattern
