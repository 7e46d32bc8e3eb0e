// Finds the values of a GGUF file by their keys (S54a). What follows them, the tensors, is not
// read.
//
//   GGUF 3 | tensors | values | "tokenizer.ggml.pre" string "gpt-2" | ...
//
// Numbers have their low byte first; a string and an array begin with their size, of eight bytes.
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

// The bytes end before the values do: perhaps they are not the whole file.
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
  // ValueError, which names the byte: this is no GGUF file of version 3. TooShort: it ends too
  // early.
  explicit File(std::string_view bytes);

  // Where the values end, and the tensors begin.
  std::size_t size() const { return size_; }

  // ValueError, which names the key, if the value is there with another type.
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

// The number of bytes before the tensors of a file (S54d). If it is larger than the size of what is
// given, it is a lower bound. For a faulty file it is that size.
std::uint64_t front_size(std::string_view bytes);

// ValueError: the key, and what is wrong with it.
[[noreturn]] void refuse(std::string_view key, std::string_view what);

}  // namespace bpetite::interop::gguf
