// Reads the keys and values of a GGUF file of version 3 one after the other, and finds a value by
// its key (File): a text, a flag, a number, or a list of texts or numbers. Also finds the offset
// where the values end, or a lower bound for it if the bytes end before (front_size). An error in
// the bytes has their offset; a value of a wrong type is refused with its key. The values are
// sorted by their keys, so that a search takes few steps.
//
//   gguf: byte 24: 3 bytes left, required 8
#include "interop/gguf/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::interop::gguf {
namespace {

constexpr std::uint32_t version = 3;
constexpr std::uint64_t largest_number = std::numeric_limits<std::uint64_t>::max();

// The size in bytes of a value of each type. 0: the value begins with its size.
constexpr std::array<std::uint8_t, 13> sizes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

std::uint64_t number_of(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) {
    number = number << 8 | static_cast<unsigned char>(bytes[i - 1]);
  }
  return number;
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::size_t offset() const { return at_; }

  [[noreturn]] void fail(std::string_view what) const {
    throw ValueError(fmt::format("gguf: byte {}: {}", at_, what), "S54a");
  }

  std::string_view take(std::uint64_t size) {
    const std::size_t left = bytes_.size() - at_;
    if (size > left) {
      const std::uint64_t missing = size - left;  // not at_ + size, which could overflow
      throw TooShort(
          fmt::format("gguf: byte {}: {} left, required {}", at_, counted(left, "byte"), size),
          missing > largest_number - bytes_.size() ? largest_number : bytes_.size() + missing);
    }
    const std::string_view taken = bytes_.substr(at_, size);
    at_ += size;
    return taken;
  }

  std::uint32_t small() { return static_cast<std::uint32_t>(number_of(take(4))); }
  std::uint64_t large() { return number_of(take(8)); }

  Type type() {
    const std::uint32_t number = small();
    if (number >= sizes.size()) fail(fmt::format("the type {} is unknown", number));
    return static_cast<Type>(number);
  }

  Value value() {
    Value value;
    value.key = take(large());
    value.type = type();
    Type element = value.type;
    if (value.type == Type::array) {
      element = value.element = type();
      value.count = large();
      if (element == Type::array) fail("an array of arrays, required one of values");
    }
    value.offset = at_;
    const std::uint64_t size = sizes[static_cast<std::size_t>(element)];
    if (size > 0) {
      if (value.count > largest_number / size) fail("an array is larger than any file");
      value.bytes = take(value.count * size);
      return value;
    }
    for (std::uint64_t i = 0; i < value.count; ++i) take(large());
    value.bytes = bytes_.substr(value.offset, at_ - value.offset);
    return value;
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace

void refuse(std::string_view key, std::string_view what) {
  throw ValueError(fmt::format("gguf: {}: {}", key, what), "S54b");
}

File::File(std::string_view bytes) {
  Reader reader(bytes);
  if (reader.take(beginning.size()) != beginning) reader.fail("this is not a GGUF file");
  if (const std::uint32_t given = reader.small(); given != version) {
    reader.fail(fmt::format("version {}, required {}", given, version));
  }
  reader.large();  // the number of tensors
  for (std::uint64_t left = reader.large(); left > 0; --left) values_.push_back(reader.value());
  size_ = reader.offset();
  std::ranges::sort(values_, {}, &Value::key);
  const auto twice = std::ranges::adjacent_find(values_, {}, &Value::key);
  if (twice != values_.end()) reader.fail("the key " + utf8::quoted(twice->key) + " occurs twice");
}

std::uint64_t front_size(std::string_view bytes) {
  try {
    return File(bytes).size();
  } catch (const TooShort& fault) {
    return fault.required();
  } catch (const ValueError&) {
    return bytes.size();
  }
}

const Value* File::find(std::string_view key, Type type, std::optional<Type> element) const {
  const auto found = std::ranges::lower_bound(values_, key, {}, &Value::key);
  if (found == values_.end() || found->key != key) return nullptr;
  if (found->type != type || (element && found->element != *element)) {
    refuse(key, "the value has another type than llama.cpp reads");
  }
  return &*found;
}

std::optional<std::string_view> File::text(std::string_view key) const {
  const Value* const value = find(key, Type::string, std::nullopt);
  return value == nullptr ? std::nullopt : std::optional(value->bytes.substr(8));
}

std::optional<bool> File::flag(std::string_view key) const {
  const Value* const value = find(key, Type::boolean, std::nullopt);
  return value == nullptr ? std::nullopt : std::optional(value->bytes.front() != 0);
}

std::optional<std::uint32_t> File::number(std::string_view key) const {
  const Value* const value = find(key, Type::u32, std::nullopt);
  if (value == nullptr) return std::nullopt;
  return static_cast<std::uint32_t>(number_of(value->bytes));
}

std::optional<std::vector<std::string_view>> File::texts(std::string_view key) const {
  const Value* const value = find(key, Type::array, Type::string);
  if (value == nullptr) return std::nullopt;
  std::vector<std::string_view> texts;
  for (std::string_view rest = value->bytes; !rest.empty();) {
    const std::uint64_t size = number_of(rest.substr(0, 8));
    texts.push_back(rest.substr(8, size));
    rest.remove_prefix(8 + size);
  }
  return texts;
}

std::optional<std::vector<std::int32_t>> File::numbers(std::string_view key) const {
  const Value* const value = find(key, Type::array, Type::i32);
  if (value == nullptr) return std::nullopt;
  std::vector<std::int32_t> numbers;
  for (std::size_t at = 0; at < value->bytes.size(); at += 4) {
    numbers.push_back(static_cast<std::int32_t>(
        static_cast<std::uint32_t>(number_of(value->bytes.substr(at, 4)))));
  }
  return numbers;
}

}  // namespace bpetite::interop::gguf
