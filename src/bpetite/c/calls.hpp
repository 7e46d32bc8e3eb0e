// What all functions of the interface for C share (S33b): error_of runs a call and returns what it
// throws as an error, and required, array, text_of and special_choice check the arguments. Also
// defines the tokenizer of C. Not installed.
//
//   bpetite_error* bpetite_count(const bpetite_tokenizer* tokenizer, ..., size_t* count) {
//     return c::error_of([&] {
//       const bpetite_tokenizer& model = c::required(tokenizer, "encode", "tokenizer");
//       ...
//     });
//   }
#pragma once

#include <bpetite/bpetite.h>

#include <cstddef>
#include <exception>
#include <new>
#include <span>
#include <string_view>

#include <bpetite/errors.hpp>
#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

struct bpetite_tokenizer {
  bpetite::Tokenizer tokenizer;
};

namespace bpetite::c {

// The error that stands for a lack of memory. It is never freed.
bpetite_error& no_memory();

bpetite_error* new_error(std::string_view name, std::string_view message) noexcept;

// S33b "no exception leaves a function": returns what the operation throws as an error, or null.
template <typename Operation>
bpetite_error* error_of(const Operation& operation) noexcept {
  try {
    operation();
    return nullptr;
  } catch (const Error& error) {
    return new_error(error.kind(), error.what());
  } catch (const std::bad_alloc&) {
    return &no_memory();
  } catch (const std::exception& error) {
    return new_error("RuntimeError", error.what());
  } catch (...) {
    return new_error("RuntimeError", "an exception of an unknown type");
  }
}

[[noreturn]] void throw_null(std::string_view function, std::string_view name);

// The value at which a pointer points. ValueError: it is null.
template <typename Value>
Value& required(Value* pointer, std::string_view function, std::string_view name) {
  if (pointer == nullptr) throw_null(function, name);
  return *pointer;
}

// The array of this size. ValueError: the pointer is null, and the size is not 0.
template <typename Value>
std::span<Value> array(Value* pointer, std::size_t size, std::string_view function,
                       std::string_view name) {
  if (size > 0) required(pointer, function, name);
  return {pointer, size};
}

inline std::string_view text_of(const char* text, std::size_t size, std::string_view function,
                                std::string_view name) {
  const std::span<const char> bytes = array(text, size, function, name);
  return {bytes.data(), bytes.size()};
}

// BPETITE_BY_PROFILE, BPETITE_ALL or BPETITE_ORDINARY. ValueError: any other number.
SpecialChoice special_choice(int specials, std::string_view function);

// ValueError: `count` items do not fit into the space of the caller.
//
//   encode: space for 2 ids: the text has 3      (3, 2, "encode", "id", "the text has")
void check_space(std::size_t count, std::size_t capacity, std::string_view function,
                 std::string_view item, std::string_view source);

}  // namespace bpetite::c
