// Takes texts from Arrow arrays without a copy (ArrowTexts): finds the structs in the capsules that
// an object gives, checks what they say, and makes a view for each row.
//
//   offsets 0 2 2 2 5, bytes "abcde"      "ab" "" "" "cde"
//   offsets 0 2 1                         ValueError: arrow: row 1: its text ends before it begins
#include "arrow.hpp"

#include <cstring>
#include <limits>
#include <optional>
#include <string>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"

namespace bpetite::python {
namespace {

// Buffers need not be aligned.
template <class Number>
Number number_at(const void* buffer, std::int64_t index) {
  Number number;
  std::memcpy(&number, static_cast<const char*>(buffer) + index * std::int64_t{sizeof(Number)},
              sizeof(Number));
  return number;
}

std::string place_of(std::size_t row) { return "arrow: row " + std::to_string(row); }

// The struct of a capsule, which is not released yet.
template <class Struct>
Struct& struct_of(nb::handle capsule, const char* name) {
  auto* const found = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (found == nullptr) throw nb::python_error();
  if (found->release == nullptr) throw ValueError("arrow: the array was released already");
  return *found;
}

enum class Layout : unsigned char { offsets, large_offsets, views };

// ValueError is for a broken array, TypeError for one of another type.
Layout layout_of(const ArrowSchema& schema) {
  const std::string_view format = schema.format == nullptr ? "" : schema.format;
  if (schema.dictionary != nullptr) {
    throw nb::type_error(
        "bpetite: required an Arrow array of texts, and not of a dictionary: cast it to string");
  }
  if (format == "u" || format == "z") return Layout::offsets;
  if (format == "U" || format == "Z") return Layout::large_offsets;
  if (format == "vu" || format == "vz") return Layout::views;
  const std::string message = "bpetite: required an Arrow array of texts (string or binary), not " +
                              ("of the format " + utf8::quoted(format)) +
                              (format == "+s" ? ": give one column" : "");
  throw nb::type_error(message.c_str());
}

void check_shape(const ArrowArray& array, Layout layout) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 16 - 1;
  const bool has_buffers = array.buffers != nullptr &&
                           (layout == Layout::views ? array.n_buffers >= 3 : array.n_buffers == 3);
  if (array.length < 0 || array.offset < 0 || array.length > most - array.offset || !has_buffers) {
    throw ValueError("arrow: length " + std::to_string(array.length) + ", offset " +
                     std::to_string(array.offset) + ", " + std::to_string(array.n_buffers) +
                     " buffers: no array of texts has these");
  }
}

}  // namespace

ArrowTexts::ArrowTexts(nb::handle given, Nulls nulls) : nulls_(nulls) {
  if (nb::hasattr(given, "__arrow_c_array__")) {
    owner_ = given.attr("__arrow_c_array__")();
    if (!PyTuple_Check(owner_.ptr()) || PyTuple_Size(owner_.ptr()) != 2) {
      throw nb::type_error("bpetite: __arrow_c_array__ did not return two capsules");
    }
    take(struct_of<ArrowSchema>(PyTuple_GetItem(owner_.ptr(), 0), "arrow_schema"),
         struct_of<ArrowArray>(PyTuple_GetItem(owner_.ptr(), 1), "arrow_array"));
  } else if (nb::hasattr(given, "__arrow_c_stream__")) {
    owner_ = given.attr("__arrow_c_stream__")();
    take_stream(struct_of<ArrowArrayStream>(owner_, "arrow_array_stream"));
  } else {
    const nb::str type(given.type().attr("__name__"));
    const std::string message("bpetite: required an Arrow array or stream of texts, not ");
    throw nb::type_error((message + type.c_str()).c_str());
  }
}

void ArrowTexts::take_stream(ArrowArrayStream& stream) {
  // A stream may wait for another thread that needs the lock of the interpreter.
  const auto call = [&](auto* function, auto* out) {
    const nb::gil_scoped_release released;
    if (const int code = function(&stream, out); code != 0) {
      const char* const why = stream.get_last_error(&stream);
      throw OSError("arrow: the stream failed with error " + std::to_string(code) + ": " +
                    (why == nullptr ? "it does not say why" : why));
    }
  };
  Owned<ArrowSchema> schema;
  call(stream.get_schema, static_cast<ArrowSchema*>(&schema));
  layout_of(schema);  // throws now, though the stream may have no array
  for (;;) {
    Owned<ArrowArray>& array = arrays_.emplace_back();
    call(stream.get_next, static_cast<ArrowArray*>(&array));
    if (array.release == nullptr) return;
    take(schema, array);
  }
}

void ArrowTexts::take(const ArrowSchema& schema, const ArrowArray& array) {
  const Layout layout = layout_of(schema);
  check_shape(array, layout);
  if (array.length == 0) return;  // then buffers may be missing
  if (array.buffers[1] == nullptr) throw ValueError("arrow: the buffer that places texts is null");
  if (views_.empty()) views_.reserve(static_cast<std::size_t>(array.length));
  if (layout == Layout::views) return take_by_views(array);
  if (layout == Layout::offsets) return take_by_offsets<std::int32_t>(array);
  take_by_offsets<std::int64_t>(array);
}

template <class Offset>
void ArrowTexts::take_by_offsets(const ArrowArray& array) {
  const auto* const bytes = static_cast<const char*>(array.buffers[2]);
  std::int64_t begin = number_at<Offset>(array.buffers[1], array.offset);
  if (begin < 0) throw_at_row("its text begins before the buffer");
  for (std::int64_t row = 0; row < array.length; ++row) {
    const std::int64_t end = number_at<Offset>(array.buffers[1], array.offset + row + 1);
    if (end < begin) throw_at_row("its text ends before it begins");
    if (end > begin && bytes == nullptr) throw_at_row("the buffer of its text is null");
    const bool is_there = has_text(array, row) && end > begin;
    views_.push_back(is_there ? std::string_view(bytes + begin, bytes + end) : std::string_view());
    begin = end;
  }
}

// A view has 16 bytes: the length, and up to 12 bytes of text; or the length, four bytes of the
// text, the number of a buffer, and the offset in it. The last buffer has the sizes of the others.
void ArrowTexts::take_by_views(const ArrowArray& array) {
  constexpr std::int32_t inside = 12;
  const std::int64_t count = array.n_buffers - 3;
  const void* const sizes = array.buffers[array.n_buffers - 1];
  for (std::int64_t row = 0; row < array.length; ++row) {
    const auto* const view = static_cast<const char*>(array.buffers[1]) + (array.offset + row) * 16;
    const auto length = number_at<std::int32_t>(view, 0);
    if (!has_text(array, row)) {
      views_.emplace_back();
      continue;
    }
    if (length < 0) throw_at_row("its text ends before it begins");
    const char* text = view + sizeof(length);
    if (length > inside) {
      const auto number = number_at<std::int32_t>(view, 2);
      const auto begin = number_at<std::int32_t>(view, 3);
      const bool is_there = sizes != nullptr && number >= 0 && number < count && begin >= 0 &&
                            array.buffers[2 + number] != nullptr &&
                            length <= number_at<std::int64_t>(sizes, number) - begin;
      if (!is_there) throw_at_row("its text is outside the buffers");
      text = static_cast<const char*>(array.buffers[2 + number]) + begin;
    }
    views_.emplace_back(text, static_cast<std::size_t>(length));
  }
}

// Throws for a null that is refused.
bool ArrowTexts::has_text(const ArrowArray& array, std::int64_t row) const {
  const std::int64_t bit = array.offset + row;
  const bool is_valid =
      array.buffers[0] == nullptr ||
      ((number_at<unsigned char>(array.buffers[0], bit / 8) >> (bit % 8)) & 1) != 0;
  if (!is_valid && nulls_ == Nulls::refused) {
    throw_at_row("null, required a text, or nulls=\"skip\"");
  }
  return is_valid;
}

void ArrowTexts::throw_at_row(std::string_view what) const {
  throw ValueError(place_of(views_.size()) + ": " + std::string(what));
}

void ArrowTexts::throw_ill_formed() const {
  std::size_t row = 0;
  std::optional<std::size_t> offset;
  while (!(offset = utf8::first_ill_formed(views_.at(row)))) ++row;
  utf8::throw_ill_formed(views_[row], *offset, place_of(row));
}

}  // namespace bpetite::python
