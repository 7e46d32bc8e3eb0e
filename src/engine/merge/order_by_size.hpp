// Orders chunks by their sizes, because a group that is merged together takes as long as its
// longest chunk.
//
//   sizes   3 1 3 2        order   1 3 0 2
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/kernels/kernels.hpp"

namespace bpetite::engine::merge {

// Which of `count` chunks comes when; size_of(i) is at most group_chunk. Those of size 0 are left
// out.
template <typename SizeOf>
void order_by_size(std::size_t count, SizeOf size_of, std::vector<std::uint32_t>& order) {
  std::array<std::uint32_t, kernels::group_chunk + 1> begins{};
  for (std::size_t i = 0; i < count; ++i) {
    ++begins[size_of(i)];
  }
  begins[0] = 0;
  std::uint32_t total = 0;
  for (std::uint32_t& begin : begins) {
    total += begin;
    begin = total - begin;
  }
  order.resize(total);
  for (std::size_t i = 0; i < count; ++i) {
    if (const std::size_t size = size_of(i); size > 0) {
      order[begins[size]++] = static_cast<std::uint32_t>(i);
    }
  }
}

}  // namespace bpetite::engine::merge
