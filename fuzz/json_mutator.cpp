// Changes one value of a JSON document, or the order of its members or elements.
#include "json_mutator.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/json.hpp"
#include "core/utf8.hpp"
#include "harness.hpp"
#include "support/examples/values.hpp"

// libFuzzer's own mutations, for inputs that are not JSON.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace bpetite::fuzz {
namespace {

using Random = std::minstd_rand;

std::size_t below(std::size_t limit, Random& random) { return random() % limit; }

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

// Removes, repeats or swaps an element of an array or a member of an object.
template <typename Sequence>
void rearrange(Sequence& sequence, Random& random) {
  if (sequence.empty()) {
    return;
  }
  const std::size_t one = below(sequence.size(), random);
  const std::size_t other = below(sequence.size(), random);
  const auto place = sequence.begin() + static_cast<std::ptrdiff_t>(one);
  switch (below(3, random)) {
    case 0:
      sequence.erase(place);
      break;
    case 1:
      sequence.insert(place, typename Sequence::value_type(sequence[other]));
      break;
    default:
      std::swap(sequence[one], sequence[other]);
      break;
  }
}

void mutate(json::Value& document, Random& random) {
  const std::vector<json::Value*> values = values_of(document);
  json::Value& chosen = *values[below(values.size(), random)];
  auto* array = std::get_if<json::Array>(&chosen.data);
  auto* object = std::get_if<json::Object>(&chosen.data);
  const std::size_t kind = below(4, random);
  if (array != nullptr && kind > 0) {
    rearrange(*array, random);
  } else if (object != nullptr && kind > 0) {
    rearrange(*object, random);
  } else if (auto* number = std::get_if<json::Integer>(&chosen.data);
             number != nullptr && kind > 1) {
    number->magnitude = number->magnitude.value_or(0) + (kind == 2 ? 1 : ~std::uint64_t{0});
  } else if (kind == 1) {
    chosen = json::Value(*values[below(values.size(), random)]);
  } else {
    chosen = strange_value(random);
  }
}

}  // namespace

std::size_t mutate_json(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  const std::string_view bytes = bytes_of(data, size);
  if (!utf8::first_ill_formed(bytes)) {
    auto parsed = json::parse(bytes);
    if (auto* document = std::get_if<json::Value>(&parsed)) {
      Random random(seed);
      mutate(*document, random);
      const std::string text = test::text_of(*document);
      if (text.size() <= max_size) {
        std::copy(text.begin(), text.end(), data);
        return text.size();
      }
    }
  }
  return LLVMFuzzerMutate(data, size, max_size);
}

}  // namespace bpetite::fuzz
