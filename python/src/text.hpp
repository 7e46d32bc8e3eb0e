// Takes texts from Python as the library needs them, one (Text) or many (Texts), without a copy
// where that is safe. Also gives the UTF-8 of what must be a str (utf8_of). What may be given, of
// which Texts takes str and bytes alone:
//
//   str                                  its UTF-8, which Python keeps beside it ("é": after the
//                                        first call)
//   bytes, a read-only mmap, memoryview  its bytes
//   bytearray, any writable buffer       a copy: another thread may write to it while the library
//                                        reads, which relies on UTF-8 that was checked
#pragma once

#include <nanobind/nanobind.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bpetite::python {

namespace nb = nanobind;

// The UTF-8 of a str, which lives as long as it does. TypeError: it is none; the message begins
// with `what`. UnicodeEncodeError: it has a lone surrogate, which is not a scalar value (S1).
std::string_view utf8_of(nb::handle text, const char* what);

// One text. What it views lives as long as this object does.
class Text {
 public:
  // UnicodeEncodeError: a str with a lone surrogate, which is not a scalar value (S1).
  // TypeError: neither a str nor a contiguous buffer of bytes, such as an array of int64.
  explicit Text(nb::handle text);
  ~Text();
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;

  operator std::string_view() const { return view_; }  // NOLINT(google-explicit-constructor)

 private:
  nb::object owner_;
  Py_buffer buffer_{};
  std::string copied_;
  std::string_view view_;
};

// Many texts: any iterable of str and bytes. Errors as above.
class Texts {
 public:
  explicit Texts(nb::handle texts);

  std::span<const std::string_view> views() const { return views_; }

 private:
  nb::object owner_;  // a tuple: another thread may change a list while the library reads it
  std::vector<std::string_view> views_;
};

}  // namespace bpetite::python
