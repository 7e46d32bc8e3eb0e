// Takes texts from an Arrow array, or from a stream of them, as views into its buffers
// (ArrowTexts). Arrow is how pyarrow, Polars and Spark keep columns. An array of text in
// memory:
//
//   ["ab", null, "", "cde"]     validity 1101 (lowest bit first), offsets 0 2 2 2 5, bytes "abcde"
//
// The structs are read by Arrow's own rules for programs that share no library (the C data
// interface and the PyCapsule interface), so that bpetite does not need pyarrow.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

// Arrow's definitions, from https://arrow.apache.org/docs/format/CDataInterface.html and
// CStreamInterface.html. They and their layout never change.
extern "C" {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

}  // extern "C"

namespace bpetite::python {

namespace nb = nanobind;

// What becomes of a row without a text.
enum class Nulls : unsigned char { refused, empty };

// The texts of all rows. What they view lives as long as this object does. All arrays of a stream
// are held together; each row needs 16 bytes more.
class ArrowTexts {
 public:
  // Any object with __arrow_c_array__ or __arrow_c_stream__, of utf8, binary, their large forms or
  // their views.
  // TypeError: it has another type, or a dictionary. ValueError: a row is null, and nulls are
  // refused; or offsets are not what Arrow asks for. The message has the row, from 0. How long the
  // buffers of offsets and bytes are, the interface does not say, so that cannot be checked.
  // OSError: the stream failed.
  ArrowTexts(nb::handle given, Nulls nulls);

  std::span<const std::string_view> views() const { return views_; }
  // S1a: UnicodeDecodeError that names the first row which is not UTF-8. There must be one.
  [[noreturn]] void throw_ill_formed() const;

 private:
  // A struct that calls its own release at the end.
  template <class Struct>
  struct Owned : Struct {
    Owned() : Struct{} {}
    ~Owned() {
      if (this->release != nullptr) this->release(this);
    }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
  };

  void take_stream(ArrowArrayStream& stream);
  void take(const ArrowSchema& schema, const ArrowArray& array);
  template <class Offset>
  void take_by_offsets(const ArrowArray& array);
  void take_by_views(const ArrowArray& array);
  bool has_text(const ArrowArray& array, std::int64_t row) const;
  [[noreturn]] void throw_at_row(std::string_view what) const;

  Nulls nulls_;
  nb::object owner_;  // the capsules
  std::deque<Owned<ArrowArray>> arrays_;
  std::vector<std::string_view> views_;
};

}  // namespace bpetite::python
