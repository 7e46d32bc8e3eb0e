// Passes ids between Python and the library. GivenIds takes the ids that a caller gives, without a
// copy if they are a contiguous array of 32-bit unsigned numbers. array_of makes an array of numpy
// that owns a vector of the library, of ids or other numbers. Lists of ids for Python are made in
// id_numbers.hpp.
//
//   array_of(std::vector<TokenId>{104, 105})      array([104, 105], dtype=uint32)
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <bpetite/ids.hpp>

namespace bpetite::python {

namespace nb = nanobind;

// A one-dimensional array of numpy, of shape (values.size(),). ModuleNotFoundError: there is no
// numpy.
template <typename Value>
nb::object array_of(std::vector<Value> values) {
  auto kept = std::make_unique<std::vector<Value>>(std::move(values));
  const std::size_t size = kept->size();
  Value* const data = kept->data();
  const nb::capsule owner(kept.release(),
                          [](void* it) noexcept { delete static_cast<std::vector<Value>*>(it); });
  try {
    return nb::cast(nb::ndarray<nb::numpy, Value, nb::ndim<1>>(data, {size}, owner));
  } catch (const std::exception&) {
    nb::module_::import_("numpy");
    throw;
  }
}

// Ids that Python gives: an array of 32-bit unsigned numbers is borrowed; another array of
// integers, or any iterable of int, is copied.
class GivenIds {
 public:
  // KeyError: a number that no id can be, such as -1 (FR-22). TypeError: no integers.
  explicit GivenIds(nb::handle ids);
  ~GivenIds();
  GivenIds(const GivenIds&) = delete;
  GivenIds& operator=(const GivenIds&) = delete;

  std::span<const TokenId> ids() const { return ids_; }

 private:
  bool borrow(nb::handle ids);
  void copy(nb::handle ids);

  Py_buffer buffer_{};
  std::vector<TokenId> copied_;
  std::span<const TokenId> ids_;
};

}  // namespace bpetite::python
