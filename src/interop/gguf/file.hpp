// Finds the values of a GGUF file by their keys (File, S54a). It does not read the tensors, which
// follow. Also finds how many bytes are before the tensors (front_size): if only the beginning of
// the file is there, a lower bound. TooShort is the error of such a beginning. refuse throws the
// error of a value that is wrong.
//
//   GGUF 3 | number of tensors | number of values | "tokenizer.ggml.pre" string "gpt-2" | ...
//
// Numbers have their lowest byte first. A string begins with its size, and an array with the type
// and the number of its elements; sizes and numbers of elements have eight bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>

namespace bpetite::interop::gguf {

inline constexpr std::string_view beginning = "GGUF";

// The types of values, by their numbers in a file.
enum class Type : std::uint32_t {
  u8,
  i8,
  u16,
  i16,
  u32,
  i32,
  f32,
  boolean,
  string,
  array,
  u64,
  i64,
  f64
};

struct Value {
  std::string_view key;
  Type type = Type::u8;
  Type element = Type::u8;  // of an array
  std::uint64_t count = 1;  // of elements
  std::string_view bytes;   // of the value, or of all elements
  std::size_t offset = 0;   // of these bytes
};

// The bytes end before the values do. Perhaps they are only the beginning of the file.
class TooShort : public ValueError {
 public:
  TooShort(const std::string& what, std::uint64_t required)
      : ValueError(what, "S54a"), required_(required) {}
  // The least number of bytes that the file can have.
  std::uint64_t required() const { return required_; }

 private:
  std::uint64_t required_;
};

class File {
 public:
  // ValueError: this is not a GGUF file of version 3. TooShort: it ends too early. The message
  // names the byte.
  explicit File(std::string_view bytes);

  // The offset at which the values end and the tensors begin.
  std::size_t size() const { return size_; }

  // Each returns nullopt if the file does not have the key. ValueError: the value has another type.
  // The message names the key.
  std::optional<std::string_view> text(std::string_view key) const;
  std::optional<bool> flag(std::string_view key) const;
  std::optional<std::uint32_t> number(std::string_view key) const;
  std::optional<std::vector<std::string_view>> texts(std::string_view key) const;
  std::optional<std::vector<std::int32_t>> numbers(std::string_view key) const;

 private:
  const Value* find(std::string_view key, Type type, std::optional<Type> element) const;

  std::vector<Value> values_;
  std::size_t size_ = 0;
};

// The number of bytes before the tensors of a file, whose first bytes are given (S54d). A result
// that is larger than the size of `bytes` is a lower bound. For a faulty file it is the size of
// `bytes`.
std::uint64_t front_size(std::string_view bytes);

// Throws a ValueError that names the key and says what is wrong with its value.
[[noreturn]] void refuse(std::string_view key, std::string_view what);

}  // namespace bpetite::interop::gguf
