// Makes lists of ids for Python (IdNumbers). The Python object of an id is made when the id first
// occurs, and is used again each later time. Ids beyond the size of the vocabulary get a new object
// each time.
#include "id_numbers.hpp"

#include <utility>

namespace bpetite::python {

nb::object IdNumbers::list_of(std::span<const TokenId> ids) {
  nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(ids.size())));
  if (!list.is_valid()) throw nb::python_error();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(i), number(ids[i]).release().ptr());
  }
  return list;
}

nb::object IdNumbers::number(TokenId id) {
  if (id < numbers_.size() && numbers_[id].is_valid()) return numbers_[id];
  nb::object made = nb::steal(PyLong_FromUnsignedLong(id));
  if (!made.is_valid()) throw nb::python_error();
  if (id < numbers_.size()) numbers_[id] = made;
  return made;
}

}  // namespace bpetite::python
