// Takes texts from Python as views of UTF-8. One text (Text) is a str, bytes, or a buffer of bytes;
// a buffer that can be written to is copied. Many texts (Texts) are an iterable of str and bytes.
// Also gives the UTF-8 of what must be a str (utf8_of). Anything else is a TypeError:
//
//   bpetite: required texts of type str or bytes, not int
#include "text.hpp"

#include <string>

namespace bpetite::python {
namespace {

[[noreturn]] void throw_type_error(const std::string& required, nb::handle given) {
  const nb::str type(given.type().attr("__name__"));
  throw nb::type_error(("bpetite: required " + required + ", not " + type.c_str()).c_str());
}

std::string_view known_utf8_of(nb::handle text) {
  Py_ssize_t size = 0;
  const char* const data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (data == nullptr) throw nb::python_error();
  return {data, static_cast<std::size_t>(size)};
}

std::string_view view_of(nb::handle text) {
  if (PyUnicode_Check(text.ptr())) return known_utf8_of(text);
  if (!PyBytes_Check(text.ptr())) throw_type_error("texts of type str or bytes", text);
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(text.ptr(), &data, &size) != 0) throw nb::python_error();
  return {data, static_cast<std::size_t>(size)};
}

// Python's own functions take a buffer of any items for its bytes. Here ids that are given in place
// of a text would be read as one.
bool is_of_bytes(const Py_buffer& buffer) {
  const std::string_view format = buffer.format == nullptr ? "B" : buffer.format;
  return format == "B" || format == "b" || format == "c";
}

}  // namespace

std::string_view utf8_of(nb::handle text, const char* what) {
  if (!PyUnicode_Check(text.ptr())) throw_type_error(std::string(what) + " of type str", text);
  return known_utf8_of(text);
}

Text::Text(nb::handle text) : owner_(nb::borrow(text)) {
  if (PyUnicode_Check(text.ptr())) {
    view_ = known_utf8_of(text);
    return;
  }
  const char* const required = "a text of type str or bytes, or a contiguous buffer of bytes";
  if (PyObject_GetBuffer(text.ptr(), &buffer_, PyBUF_ND | PyBUF_FORMAT) != 0) {
    PyErr_Clear();
    throw_type_error(required, text);
  }
  const bool is_text = is_of_bytes(buffer_);
  view_ = {static_cast<const char*>(buffer_.buf), static_cast<std::size_t>(buffer_.len)};
  if (is_text && buffer_.readonly != 0) return;
  if (is_text) view_ = copied_ = view_;
  PyBuffer_Release(&buffer_);
  if (!is_text) throw_type_error(required, text);
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
