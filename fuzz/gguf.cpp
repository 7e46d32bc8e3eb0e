// Reads any bytes as a GGUF file: it must give an error that cites a clause of the specification,
// or a table that engine and reference use in the same way (judge.hpp). Also has a reader and a
// writer of the format for the mutator. The mutator changes an entry (its key, type, or elements),
// rearranges entries, or adds a token, and writes the file with the right sizes; or it overwrites
// one size, type or other number alone.
//
//   "tokenizer.ggml.merges" | array of strings | 2 | "a b" "ab c"
//      a value changed        3 | "a b" "ab c" "ab 1"
//      a size overwritten     18446744073709551615 | "a b" "ab c"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bpetite/backend.hpp"
#include "harness.hpp"
#include "interop/gguf/file.hpp"
#include "judge.hpp"
#include "mutators.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace {

using namespace bpetite;
using fuzz::below;
using fuzz::Random;
using interop::gguf::Type;
using test::number_bytes;

constexpr auto type_count = static_cast<std::size_t>(Type::f64) + 1;
// The bytes of a value of each type; a string and an array say their size.
constexpr std::array<std::size_t, type_count> sizes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

// A key and its value. A value that is no array is its one element.
struct Entry {
  std::string key;
  bool is_array = false;
  Type type = Type::u8;  // of each element
  std::vector<std::string> elements;
};

struct Parts {
  std::uint64_t version = 3;
  std::uint64_t tensors = 0;
  std::vector<Entry> entries;
  std::string rest;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  bool has_failed() const { return has_failed_; }
  std::string rest() const { return std::string(left_); }

  std::string take(std::uint64_t size) {
    has_failed_ |= size > left_.size();
    const std::string taken(has_failed_ ? "" : left_.substr(0, size));
    left_.remove_prefix(taken.size());
    return taken;
  }

  std::uint64_t number(std::size_t size) {
    std::uint64_t number = 0;
    std::size_t shift = 0;
    for (const char c : take(size)) {
      number |= std::uint64_t{static_cast<unsigned char>(c)} << shift;
      shift += 8;
    }
    return number;
  }

  Type type() {
    const std::uint64_t number = this->number(4);
    has_failed_ |= number >= type_count;
    return has_failed_ ? Type::u8 : static_cast<Type>(number);
  }

 private:
  std::string_view left_;
  bool has_failed_ = false;
};

Entry read_entry(Reader& reader) {
  Entry entry;
  entry.key = reader.take(reader.number(8));
  entry.type = reader.type();
  entry.is_array = entry.type == Type::array;
  std::uint64_t count = 1;
  if (entry.is_array) {
    entry.type = reader.type();
    count = reader.number(8);
  }
  const std::size_t size = sizes[static_cast<std::size_t>(entry.type)];
  for (; count > 0 && !reader.has_failed(); --count) {
    entry.elements.push_back(reader.take(size > 0 ? size : reader.number(8)));
  }
  return entry;
}

// Nothing if the bytes are no GGUF file.
std::optional<Parts> parts_of(std::string_view bytes) {
  Reader reader(bytes);
  Parts parts;
  const bool begins = reader.take(4) == interop::gguf::beginning;
  parts.version = reader.number(4);
  parts.tensors = reader.number(8);
  for (std::uint64_t left = reader.number(8); left > 0 && !reader.has_failed(); --left) {
    parts.entries.push_back(read_entry(reader));
  }
  parts.rest = reader.rest();
  return begins && !reader.has_failed() ? std::optional(parts) : std::nullopt;
}

// Writes a file, and knows where its sizes and types are.
class Writer {
 public:
  explicit Writer(const Parts& parts) : file_(interop::gguf::beginning) {
    number(parts.version, 4);
    number(parts.tensors, 8);
    number(parts.entries.size(), 8);
    for (const Entry& entry : parts.entries) add(entry);
    file_ += parts.rest;
  }

  const std::string& file() const { return file_; }

  // The file with another number in one of these places.
  std::string with_a_false_number(Random& random) const {
    static constexpr std::array<std::uint64_t, 12> numbers = {
        0, 1, 5, 8, 9, 13, 255, 1U << 24U, 1ULL << 32U, 1ULL << 61U, 1ULL << 63U, ~0ULL};
    const auto [at, size] = fields_[fuzz::place_below(fields_.size(), random)];
    std::uint64_t number = numbers[below(numbers.size(), random)];
    if (below(2, random) == 0) {  // one more or one less
      number = Reader(std::string_view(file_).substr(at)).number(size) + (number % 2 * 2) - 1;
    }
    std::string file = file_;
    return file.replace(at, size, number_bytes(number, size));
  }

 private:
  void number(std::uint64_t number, std::size_t size) {
    fields_.emplace_back(file_.size(), size);
    file_ += number_bytes(number, size);
  }

  void add_text(std::string_view text) {
    number(text.size(), 8);
    file_ += text;
  }

  void add(const Entry& entry) {
    add_text(entry.key);
    if (entry.is_array) number(static_cast<std::uint64_t>(Type::array), 4);
    number(static_cast<std::uint64_t>(entry.type), 4);
    if (entry.is_array) number(entry.elements.size(), 8);
    const std::size_t size = sizes[static_cast<std::size_t>(entry.type)];
    for (std::string element : entry.elements) {
      if (size == 0) {
        add_text(element);
      } else {
        element.resize(size);
        file_ += element;
      }
    }
  }

  std::string file_;
  std::vector<std::pair<std::size_t, std::size_t>> fields_;
};

Entry* find(Parts& parts, std::string_view key) {
  for (Entry& entry : parts.entries) {
    if (entry.key.ends_with(key)) return &entry;
  }
  return nullptr;
}

std::string& element_of(Entry& entry, Random& random) {
  if (entry.elements.empty()) entry.elements.emplace_back();
  return entry.elements[fuzz::place_below(entry.elements.size(), random)];
}

// Adds a token: two tokens joined, with the merge of these two, or a token that no merge makes.
void add_token(Parts& parts, Random& random) {
  Entry* const tokens = find(parts, ".tokens");
  Entry* const types = find(parts, ".token_type");
  Entry* const merges = find(parts, ".merges");
  if (tokens == nullptr || types == nullptr || merges == nullptr) return;
  const std::string left = element_of(*tokens, random);
  const std::string right = element_of(*tokens, random);
  const bool has_merge = below(3, random) > 0;
  if (has_merge) merges->elements.push_back(left + " " + right);
  tokens->elements.push_back(left + right);
  types->elements.push_back(number_bytes(has_merge ? 1 : 1 + below(4, random), 4));
}

void mutate_element(Entry& entry, Random& random) {
  // The ends of texts, names that llama.cpp treats in another way, and names of patterns.
  static constexpr std::array<std::string_view, 12> texts = {
      "</s>",   "<|start|>", "<fim_prefix>", "gpt-2",          "llama-bpe",   "qwen2",
      "qwen35", "command-r", "falcon",       "deepseek-coder", "deepseek-v3", "phi-3"};
  std::string& element = element_of(entry, random);
  if (entry.type != Type::string) {
    element = below(2, random) == 0 ? number_bytes(below(6, random), 8)
                                    : fuzz::mutated_bytes(std::move(element));
  } else if (below(3, random) == 0) {
    element = texts[below(texts.size(), random)];
  } else {
    element = below(2, random) == 0 ? fuzz::mutated_text(element)
                                    : fuzz::mutated_bytes(std::move(element));
  }
}

void mutate(Parts& parts, Random& random) {
  // Those that the loader reads and the seeds do not have.
  static constexpr std::array<std::string_view, 3> keys = {"tokenizer.ggml.add_eos_token",
                                                           "tokenizer.ggml.eos_token_id",
                                                           "tokenizer.ggml.add_sep_token"};
  if (parts.entries.empty()) return;
  Entry& entry = parts.entries[below(parts.entries.size(), random)];
  switch (below(8, random)) {
    case 0:
      return fuzz::rearrange(parts.entries, random);
    case 1:
      entry.type = static_cast<Type>(below(type_count, random));
      return;
    case 2:
      entry.key = below(2, random) == 0 ? std::string(keys[below(keys.size(), random)])
                                        : fuzz::mutated_bytes(std::move(entry.key));
      return;
    case 3:
      return fuzz::rearrange(entry.elements, random);
    case 4:
    case 5:
      return add_token(parts, random);
    default:
      return mutate_element(entry, random);
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  Random random(seed);
  auto parts = parts_of(fuzz::beginning_of(fuzz::bytes_of(data, size), random));
  if (!parts || below(10, random) == 0) return LLVMFuzzerMutate(data, size, max_size);
  if (below(5, random) == 0) {
    return fuzz::replace_input(Writer(*parts).with_a_false_number(random), data, size, max_size);
  }
  mutate(*parts, random);
  return fuzz::replace_input(Writer(*parts).file(), data, size, max_size);
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file = fuzz::bytes_of(data, size);
  const bool drops = size % 2 == 0;  // S31d: missing bytes, if there are some
  if (fuzz::judge_reader(size, [&] { return backend::read_model(file, "x", nullptr, drops); })) {
    fuzz::remember_opened(file);
  }
  return 0;
}
