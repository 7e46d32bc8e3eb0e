// Makes a vector longer by elements that were written behind its end already (take_in), so that
// several threads can write them. resize() would write zeros first, by one thread: for 270 MB of
// ids that takes as long as sixteen threads need to encode them.
//
//   v.reserve(8)      v.data()[v.size()] = 7      take_in(v, v.size() + 1)      v.back() is 7
//
// The standard has no such function. libstdc++ keeps the end of a vector in a member that this file
// sets; elsewhere the elements are copied within the vector.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace bpetite::engine::machine {

#if defined(__GLIBCXX__)

template <typename T>
struct OpenedVector : std::vector<T> {
  static void set_end(std::vector<T>& v, T* end) { (v.*(&OpenedVector::_M_impl))._M_finish = end; }
};

// The first `size` elements of the vector's memory become the vector. All of them were written, and
// `size` is between its size and its capacity.
template <typename T>
void take_in(std::vector<T>& v, std::size_t size) {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>);
  OpenedVector<T>::set_end(v, v.data() + size);
}

#else

template <typename T>
void take_in(std::vector<T>& v, std::size_t size) {
  const std::vector<T> written(v.data() + v.size(), v.data() + size);
  v.insert(v.end(), written.begin(), written.end());
}

#endif

}  // namespace bpetite::engine::machine
