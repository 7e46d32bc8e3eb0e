// Writes files of vocabularies for tests by simple loops, without the writers of src/interop: rank
// files, tokenizer.json, the files of GPT-2, tekken, js-tiktoken and GGUF files. Also makes small
// tables for them, edits a file, and gives the error of opening it.
#include "support/texts/vocabulary_files.hpp"

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "bpetite/backend.hpp"
#include "core/assertion.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "profiles/profiles.hpp"
#include "support/v1.hpp"

namespace bpetite::test {

std::string base64(std::string_view bytes) {
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 6) {
    unsigned digit = 0;
    for (std::size_t i = bit; i < bit + 6; ++i) {
      const unsigned byte = i / 8 < bytes.size() ? static_cast<unsigned char>(bytes[i / 8]) : 0U;
      digit = digit << 1 | (byte >> (7 - i % 8) & 1U);
    }
    text += digits[digit];
  }
  text.resize((text.size() + 3) / 4 * 4, '=');
  return text;
}

std::string rank_line(std::string_view bytes, std::size_t id) {
  return fmt::format("{} {}\n", base64(bytes), id);
}

std::string rank_file_of_bytes() {
  std::string file;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    file += rank_line(std::string(1, static_cast<char>(static_cast<unsigned char>(byte))), byte);
  }
  return file;
}

// Follows the list in GPT-2's encoder.py, character by character.
std::string name_of(std::string_view bytes) {
  std::string name;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    char32_t scalar = byte;
    if (byte <= 0x20) scalar = 0x100 + byte;
    if (0x7F <= byte && byte <= 0xA0) scalar = char32_t{0x121} + byte - 0x7F;
    if (byte == 0xAD) scalar = 0x143;
    utf8::append(name, scalar);
  }
  return name;
}

std::string tokenizer_json_of(const Table& table, bool as_pairs) {
  std::string vocab;
  std::string merges;
  const auto quoted_name = [&](TokenId id) { return json::quoted(name_of(table.tokens[id])); };
  for (TokenId id = 0; id < table.tokens.size(); ++id) {
    if (table.tokens[id].empty()) continue;
    vocab += fmt::format("{}{}:{}", vocab.empty() ? "" : ",", quoted_name(id), id);
  }
  for (const auto& [left, right] : table.merges) {
    const std::string first = name_of(table.tokens[left]);
    const std::string second = name_of(table.tokens[right]);
    merges += merges.empty() ? "" : ",";
    merges += as_pairs ? fmt::format("[{},{}]", json::quoted(first), json::quoted(second))
                       : json::quoted(first + " " + second);
  }
  std::string added;
  for (const SpecialToken& token : table.specials) {
    added += fmt::format(R"({}{{"id":{},"content":{},"single_word":{},"lstrip":{},"rstrip":{},)"
                         R"("normalized":{},"special":{}}})",
                         added.empty() ? "" : ",", token.id, json::quoted(token.literal),
                         token.single_word, token.lstrip, token.rstrip, token.normalized,
                         token.is_special);
  }
  return fmt::format(R"({{"version":"1.0","truncation":null,"added_tokens":[{}],"normalizer":{},)"
                     R"("pre_tokenizer":{},"post_processor":null,"decoder":{},)"
                     R"("model":{{"type":"BPE","dropout":null,"vocab":{{{}}},"merges":[{}],)"
                     R"("ignore_merges":{}}}}})",
                     added,
                     table.profile.normalizer == Normalizer::none ? "null" : R"({"type":"NFC"})",
                     byte_level_step, byte_level_step, vocab, merges, table.profile.whole_chunks);
}

Table small_exchange_table() {
  Table table = v1_table({{'a', 'b'}, {256, 'c'}});
  table.specials = {{"<s>", 258, false, true}, {"<t>", 259, false, false}};
  return table;
}

std::string vocab_json_of(const Table& table) {
  std::string vocab;
  for (TokenId id = 0; id < table.tokens.size(); ++id) {
    vocab +=
        fmt::format("{}{}:{}", id == 0 ? "" : ",", json::quoted(name_of(table.tokens[id])), id);
  }
  return "{" + vocab + "}";
}

std::string merges_txt_of(const Table& table) {
  std::string lines = "#version: 0.2\n";
  for (const auto& [left, right] : table.merges) {
    lines += name_of(table.tokens[left]) + " " + name_of(table.tokens[right]) + "\n";
  }
  return lines;
}

std::string tekken_of(const Table& table, TokenId specials, std::size_t unused) {
  std::string entries;
  for (std::size_t rank = 0; rank < table.tokens.size() + unused; ++rank) {
    const std::string bytes =
        rank < table.tokens.size() ? table.tokens[rank] : fmt::format("\x01unused {}", rank);
    const std::string line = rank_line(bytes, static_cast<TokenId>(rank));
    entries += fmt::format(R"({}{{"rank":{},"token_bytes":"{}","token_str":null}})",
                           rank == 0 ? "" : ",", rank, line.substr(0, line.find(' ')));
  }
  return fmt::format(
      R"({{"config":{{"pattern":{},"default_vocab_size":{},"default_num_special_tokens":{}}},)"
      R"("special_tokens":[{{"rank":0,"token_str":"<s>"}}],"vocab":[{}]}})",
      json::quoted(profiles::tekken().splits.front().pattern.text), table.tokens.size() + specials,
      specials, entries);
}

std::string js_tiktoken_of(const Table& table, std::string_view pattern) {
  std::string ranks;
  for (std::size_t rank = 0; rank < table.tokens.size(); ++rank) {
    const bool is_first = rank % 5 == 0 || rank % 5 == 1;
    if (is_first) ranks += fmt::format("{}! {}", rank == 0 ? "" : "\n", rank);
    ranks += " " + base64(table.tokens[rank]);
  }
  return fmt::format(
      R"({{"explicit_n_vocab":{},"pat_str":{},"special_tokens":{{"<s>":{}}},"bpe_ranks":{}}})",
      table.tokens.size() + 1, json::quoted(pattern), table.tokens.size(), json::quoted(ranks));
}

Table by_ranks(const std::vector<std::string>& tokens) {
  Table table = v1_table({});
  table.profile.merging = Merging::bytes;
  table.tokens.insert(table.tokens.end(), tokens.begin(), tokens.end());
  return table;
}

std::string small_file() { return tokenizer_json_of(small_exchange_table(), false); }

std::string edited(std::string file, std::string_view from, std::string_view to) {
  const std::size_t at = file.find(from);
  assert_internal(at != std::string::npos, "a test edits what is not in its file");
  return file.replace(at, from.size(), to);
}

std::string refusal_of(std::string_view file, bool drop_missing_bytes) {
  try {
    backend::read_model(file, "x", nullptr, drop_missing_bytes);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

namespace {

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

std::string number_bytes(GgufType type) { return number_bytes(static_cast<unsigned>(type), 4); }

std::string gguf_texts(const std::vector<std::string>& values) {
  std::string bytes = number_bytes(GgufType::string) + number_bytes(values.size(), 8);
  for (const std::string& value : values) bytes += sized(value);
  return bytes;
}

std::string gguf_numbers(const std::vector<std::uint32_t>& values) {
  std::string bytes = number_bytes(GgufType::i32) + number_bytes(values.size(), 8);
  for (const std::uint32_t value : values) bytes += number_bytes(value, 4);
  return bytes;
}

void GgufWriter::text(std::string_view key, std::string_view value) {
  values.push_back({std::string(key), GgufType::string, sized(value)});
}

void GgufWriter::flag(std::string_view key, bool value) {
  values.push_back({std::string(key), GgufType::boolean, number_bytes(value ? 1 : 0, 1)});
}

void GgufWriter::number(std::string_view key, std::uint32_t value) {
  values.push_back({std::string(key), GgufType::u32, number_bytes(value, 4)});
}

void GgufWriter::texts(std::string_view key, const std::vector<std::string>& list) {
  values.push_back({std::string(key), GgufType::array, gguf_texts(list)});
}

void GgufWriter::numbers(std::string_view key, const std::vector<std::uint32_t>& list) {
  values.push_back({std::string(key), GgufType::array, gguf_numbers(list)});
}

std::string GgufWriter::file(std::uint32_t version) const {
  std::string bytes =
      "GGUF" + number_bytes(version, 4) + number_bytes(0, 8) + number_bytes(values.size(), 8);
  for (const Value& value : values) {
    bytes += sized(value.key) + number_bytes(value.type) + value.bytes;
  }
  return bytes;
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
