// Takes ids from Python (GivenIds). Borrows a contiguous array of 32-bit unsigned numbers, and
// copies any other iterable of integers. A number that cannot be an id is an error with its place:
//
//   decode: ids[3]: unknown token id -1
#include "ids.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <bpetite/errors.hpp>

namespace bpetite::python {
namespace {

[[noreturn]] void throw_unknown(Py_ssize_t place, nb::handle number) {
  std::string shown = "of more digits than Python shows";
  try {
    shown = nb::str(number).c_str();
  } catch (const nb::python_error&) {  // its limit, sys.get_int_max_str_digits()
  }
  throw KeyError("decode: ids[" + std::to_string(place) + "]: unknown token id " + shown, "FR-22");
}

}  // namespace

GivenIds::GivenIds(nb::handle ids) {
  if (!borrow(ids)) copy(ids);
}

GivenIds::~GivenIds() {
  if (buffer_.obj != nullptr) PyBuffer_Release(&buffer_);
}

bool GivenIds::borrow(nb::handle ids) {
  if (!PyObject_CheckBuffer(ids.ptr())) return false;
  if (PyObject_GetBuffer(ids.ptr(), &buffer_, PyBUF_FORMAT | PyBUF_ND) != 0) {
    PyErr_Clear();  // not contiguous
    return false;
  }
  const std::string_view format = buffer_.format == nullptr ? "B" : buffer_.format;
  const bool is_unsigned = format == "I" || format == "=I" || format == "<I";
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(buffer_.buf) % alignof(TokenId) == 0;
  if (buffer_.itemsize != sizeof(TokenId) || buffer_.ndim != 1 || !is_unsigned || !is_aligned) {
    PyBuffer_Release(&buffer_);
    buffer_ = {};
    return false;
  }
  ids_ = {static_cast<const TokenId*>(buffer_.buf),
          static_cast<std::size_t>(buffer_.len) / sizeof(TokenId)};
  return true;
}

void GivenIds::copy(nb::handle ids) {
  const nb::object numbers = nb::steal(PySequence_Tuple(ids.ptr()));
  if (!numbers.is_valid()) throw nb::python_error();
  const Py_ssize_t size = PyTuple_Size(numbers.ptr());
  copied_.reserve(static_cast<std::size_t>(size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    const nb::handle item = PyTuple_GetItem(numbers.ptr(), i);
    const nb::object number =
        PyLong_Check(item.ptr()) ? nb::borrow(item) : nb::steal(PyNumber_Index(item.ptr()));
    if (!number.is_valid()) throw nb::python_error();
    const unsigned long value = PyLong_AsUnsignedLong(number.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      throw_unknown(i, number);
    }
    if (value > std::numeric_limits<TokenId>::max()) throw_unknown(i, number);
    copied_.push_back(static_cast<TokenId>(value));
  }
  ids_ = copied_;
}

}  // namespace bpetite::python
