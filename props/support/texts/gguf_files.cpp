#include "support/texts/gguf_files.hpp"

#include "support/texts/tokenizer_files.hpp"

namespace bpetite::test {
namespace {

// The numbers of the types in a file.
enum : std::uint32_t { u32 = 4, i32 = 5, boolean = 7, string = 8, array = 9 };

std::string sized(std::string_view text) {
  return number_bytes(text.size(), 8) + std::string(text);
}

}  // namespace

std::string number_bytes(std::uint64_t number, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) {
    bytes += static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
  }
  return bytes;
}

void GgufWriter::text(std::string_view key, std::string_view value) {
  add(key, string, sized(value));
}

void GgufWriter::flag(std::string_view key, bool value) {
  add(key, boolean, number_bytes(value ? 1 : 0, 1));
}

void GgufWriter::number(std::string_view key, std::uint32_t value) {
  add(key, u32, number_bytes(value, 4));
}

void GgufWriter::texts(std::string_view key, const std::vector<std::string>& values) {
  std::string bytes = number_bytes(string, 4) + number_bytes(values.size(), 8);
  for (const std::string& value : values) bytes += sized(value);
  add(key, array, bytes);
}

void GgufWriter::numbers(std::string_view key, const std::vector<std::uint32_t>& values) {
  std::string bytes = number_bytes(i32, 4) + number_bytes(values.size(), 8);
  for (const std::uint32_t value : values) bytes += number_bytes(value, 4);
  add(key, array, bytes);
}

std::string GgufWriter::file(std::uint32_t version) const {
  return "GGUF" + number_bytes(version, 4) + number_bytes(0, 8) + number_bytes(count_, 8) + values_;
}

void GgufWriter::add(std::string_view key, std::uint32_t type, const std::string& bytes) {
  values_ += sized(key) + number_bytes(type, 4) + bytes;
  ++count_;
}

GgufWriter GgufParts::writer() const {
  GgufWriter writer;
  writer.text("general.name", general_name);
  writer.text("tokenizer.ggml.model", model);
  writer.text("tokenizer.ggml.pre", pre);
  writer.texts("tokenizer.ggml.tokens", tokens);
  writer.numbers("tokenizer.ggml.token_type", types);
  writer.texts("tokenizer.ggml.merges", merges);
  writer.flag("tokenizer.ggml.add_bos_token", has_bos);
  writer.number("tokenizer.ggml.bos_token_id", static_cast<std::uint32_t>(tokens.size() - 2));
  return writer;
}

GgufParts gguf_of(const Table& table) {
  GgufParts parts;
  for (const std::string& token : table.tokens) parts.tokens.push_back(name_of(token));
  for (const auto& [left, right] : table.merges) {
    parts.merges.push_back(parts.tokens[left] + " " + parts.tokens[right]);
  }
  parts.types.assign(parts.tokens.size(), 1);
  parts.tokens.insert(parts.tokens.end(), {"<s>", "<t>"});
  parts.types.insert(parts.types.end(), {3, 4});
  return parts;
}

}  // namespace bpetite::test
