#include "text.hpp"

namespace bpetite::python {
namespace {

std::string_view utf8_of(nb::handle text) {
  Py_ssize_t size = 0;
  const char* const data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (data == nullptr) throw nb::python_error();
  return {data, static_cast<std::size_t>(size)};
}

std::string_view view_of(nb::handle text) {
  if (PyUnicode_Check(text.ptr())) return utf8_of(text);
  if (!PyBytes_Check(text.ptr())) {
    throw nb::type_error("bpetite: required texts of type str or bytes");
  }
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(text.ptr(), &data, &size) != 0) throw nb::python_error();
  return {data, static_cast<std::size_t>(size)};
}

}  // namespace

Text::Text(nb::handle text) : owner_(nb::borrow(text)) {
  if (PyUnicode_Check(text.ptr())) {
    view_ = utf8_of(text);
    return;
  }
  if (PyObject_GetBuffer(text.ptr(), &buffer_, PyBUF_SIMPLE) != 0) {
    PyErr_Clear();
    throw nb::type_error("bpetite: required a text of type str or bytes, or a contiguous buffer");
  }
  view_ = {static_cast<const char*>(buffer_.buf), static_cast<std::size_t>(buffer_.len)};
}

Text::~Text() {
  if (buffer_.obj != nullptr) PyBuffer_Release(&buffer_);
}

Texts::Texts(nb::handle texts) {
  if (PyUnicode_Check(texts.ptr()) || PyBytes_Check(texts.ptr())) {
    throw nb::type_error("bpetite: required many texts, such as a list, and not one text");
  }
  owner_ = nb::steal(PySequence_Tuple(texts.ptr()));
  if (!owner_.is_valid()) throw nb::python_error();
  const Py_ssize_t size = PyTuple_Size(owner_.ptr());
  views_.reserve(static_cast<std::size_t>(size));
  for (Py_ssize_t i = 0; i < size; ++i) views_.push_back(view_of(PyTuple_GetItem(owner_.ptr(), i)));
}

}  // namespace bpetite::python
