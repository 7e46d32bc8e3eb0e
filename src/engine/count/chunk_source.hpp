// The type of a function that gives counts of chunks, from memory or from files.
#pragma once

#include <functional>
#include <string_view>

#include <bpetite/ids.hpp>

namespace bpetite::engine::count {

// Calls its argument for each distinct chunk, in any order. It is called twice and gives the same
// chunks both times. So the chunks need not be in memory together with what is made of them.
using ChunkSource =
    std::function<void(const std::function<void(std::string_view chunk, Count count)>&)>;

}  // namespace bpetite::engine::count
