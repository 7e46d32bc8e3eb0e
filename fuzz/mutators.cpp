// Mutates structured inputs: parses an input as JSON, changes one value of its tree or the order of
// elements or members, and writes the tree again. Input that is not JSON gets a mutation of
// libFuzzer. Changes bytes and texts. Chooses random places, mostly among the last ones. Keeps the
// last 16 inputs that a loader accepted; half of the mutations start with one of them. Puts the
// result in place of the fuzzer's input if there is room.
#include "mutators.hpp"

#include <variant>
#include <vector>

#include "core/utf8.hpp"
#include "harness.hpp"
#include "support/examples/fields.hpp"

namespace bpetite::fuzz {
namespace {

// All values of the document. A value comes before the values in it.
std::vector<json::Value*> values_of(json::Value& document) {
  std::vector<json::Value*> values = {&document};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (auto* array = std::get_if<json::Array>(&values[i]->data)) {
      for (json::Value& element : *array) {
        values.push_back(&element);
      }
    } else if (auto* object = std::get_if<json::Object>(&values[i]->data)) {
      for (json::Member& member : *object) {
        values.push_back(&member.value);
      }
    }
  }
  return values;
}

// A random value. Half of the time it is found from the root: each array or object chooses one of
// its values. So a large array or object does not hide the values beside it.
json::Value& value_in(const std::vector<json::Value*>& values, Random& random) {
  if (below(2, random) == 0) return *values[below(values.size(), random)];
  json::Value* value = values.front();
  while (below(8, random) > 0) {
    if (auto* array = std::get_if<json::Array>(&value->data); array != nullptr && !array->empty()) {
      value = &(*array)[place_below(array->size(), random)];
    } else if (auto* object = std::get_if<json::Object>(&value->data);
               object != nullptr && !object->empty()) {
      value = &(*object)[place_below(object->size(), random)].value;
    } else {
      break;
    }
  }
  return *value;
}

json::Value integer(std::uint64_t magnitude, bool negative) {
  return {json::Integer{negative && magnitude != 0, magnitude, ""}};
}

// A value of a kind that some rule must refuse.
json::Value strange_value(Random& random) {
  switch (below(10, random)) {
    case 0:
      return {nullptr};
    case 1:
      return {below(2, random) == 0};
    case 2:
      return integer(below(300, random), false);
    case 3:
      return integer(below(3, random), true);
    case 4:
      return {json::Integer{false, std::nullopt, "18446744073709551616"}};
    case 5:
      return {json::Fraction{"1.0"}};
    case 6:
      return {std::string("256")};
    case 7:
      return {json::Array{}};
    case 8:
      return {std::string("../out")};
    default:
      return {json::Object{}};
  }
}

// Also gives a member another key, or swaps the values of two members.
void rearrange_members(json::Object& object, Random& random) {
  const std::size_t kind = below(5, random);
  if (object.empty() || kind < 3) return rearrange(object, random);
  json::Member& one = object[place_below(object.size(), random)];
  json::Member& other = object[place_below(object.size(), random)];
  if (kind == 3) {
    one.key = below(4, random) == 0 ? other.key + one.key : mutated_text(one.key);
  } else {
    std::swap(one.value, other.value);
  }
}

}  // namespace

std::size_t place_below(std::size_t limit, Random& random) {
  constexpr std::size_t last = 4;
  if (limit <= last || below(2, random) == 0) return below(limit, random);
  return limit - 1 - below(last, random);
}

namespace {

std::vector<std::string>& opened_files() {
  static std::vector<std::string> files;
  return files;
}

}  // namespace

void remember_opened(std::string_view file) {
  constexpr std::size_t most = 16;
  static std::size_t count = 0;
  std::vector<std::string>& files = opened_files();
  if (files.size() < most) files.emplace_back();
  files[count++ % most] = file;
}

std::string_view beginning_of(std::string_view input, Random& random) {
  const std::vector<std::string>& files = opened_files();
  if (files.empty() || below(2, random) == 0) return input;
  return files[below(files.size(), random)];
}

void mutate(json::Value& document, Random& random) {
  const std::vector<json::Value*> values = values_of(document);
  json::Value& chosen = value_in(values, random);
  auto* array = std::get_if<json::Array>(&chosen.data);
  auto* object = std::get_if<json::Object>(&chosen.data);
  auto* text = std::get_if<std::string>(&chosen.data);
  const std::size_t kind = below(4, random);
  if (array != nullptr && kind > 0) {
    rearrange(*array, random);
  } else if (object != nullptr && kind > 0) {
    rearrange_members(*object, random);
  } else if (text != nullptr && kind > 1) {
    *text = mutated_text(*text);
  } else if (auto* number = std::get_if<json::Integer>(&chosen.data);
             number != nullptr && kind > 1) {
    number->magnitude = number->magnitude.value_or(0) + (kind == 2 ? 1 : ~std::uint64_t{0});
  } else if (kind == 1) {
    chosen = json::Value(value_in(values, random));
  } else {
    chosen = strange_value(random);
  }
}

std::string mutated_bytes(std::string bytes) {
  constexpr std::size_t growth = 16;
  const std::size_t size = bytes.size();
  bytes.resize(size + growth);
  auto* const data = reinterpret_cast<std::uint8_t*>(bytes.data());  // NOLINT(*-reinterpret-cast)
  bytes.resize(LLVMFuzzerMutate(data, size, bytes.size()));
  return bytes;
}

std::string mutated_text(const std::string& text) {
  std::string mutated = mutated_bytes(text);
  if (const auto fault = utf8::first_ill_formed(mutated)) mutated.resize(*fault);
  return mutated;
}

std::size_t replace_input(std::string_view input, std::uint8_t* data, std::size_t size,
                          std::size_t max_size) {
  if (input.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::copy(input.begin(), input.end(), data);
  return input.size();
}

std::size_t mutate_json(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  Random random(seed);
  const std::string_view bytes = beginning_of(bytes_of(data, size), random);
  if (!utf8::first_ill_formed(bytes) && below(20, random) > 0) {
    auto parsed = json::parse(bytes);
    if (auto* document = std::get_if<json::Value>(&parsed)) {
      mutate(*document, random);
      return replace_input(test::text_of(*document), data, size, max_size);
    }
  }
  return LLVMFuzzerMutate(data, size, max_size);
}

}  // namespace bpetite::fuzz
