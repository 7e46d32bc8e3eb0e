// Writes files of vocabularies for tests: rank files (S19c), tokenizer.json, the files of GPT-2,
// tekken, js-tiktoken and GGUF files (`GgufWriter`, `GgufParts`), with the base64 and the names of
// bytes that they have. Also makes small tables for them, edits a file, and gives the error of
// opening it.
//
//   rank_line("!", 33)      "IQ== 33\n"
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace bpetite::test {

// Base64 of RFC 4648, six bits at a time.
std::string base64(std::string_view bytes);

std::string rank_line(std::string_view bytes, std::size_t id);

// A rank file with the 256 single bytes, in order.
std::string rank_file_of_bytes();

// The name of some bytes in files of GPT-2: the characters that stand for them.
std::string name_of(std::string_view bytes);

// The step ByteLevel of a tokenizer.json.
inline constexpr std::string_view byte_level_step =
    R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":true})";

// A tokenizer.json with the tokens, merges, added tokens, normalizer and whole chunks of a table.
// Its merges are pairs of names, or names with a space between; chunks are cut by GPT-2's pattern.
std::string tokenizer_json_of(const Table& table, bool as_pairs);

// The two files of GPT-2 with the tokens and merges of a table.
std::string vocab_json_of(const Table& table);
std::string merges_txt_of(const Table& table);

// A tekken file with the tokens of a table, whose first 256 must be the bytes. `specials` special
// tokens come before them; the file lists only one of these, <s>. It has `unused` tokens more than
// its size says.
std::string tekken_of(const Table& table, TokenId specials, std::size_t unused);

// A file of js-tiktoken with the tokens of a table, this pattern, and the special token <s> with
// the id after them. Each line of its ranks has one to four tokens.
std::string js_tiktoken_of(const Table& table, std::string_view pattern);

// A table of the bytes and these tokens, which merges by bytes.
Table by_ranks(const std::vector<std::string>& tokens);

// A table with the merges (a,b) and (ab,c), a special token <s>, and <t>, which is not special.
Table small_exchange_table();

// The tokenizer.json of that table, with the options of the library at their defaults.
std::string small_file();

// An edit of a file, and what the error then says.
struct FileEdit {
  std::string_view from;
  std::string_view to;
  std::string_view says;
};

// The file with `to` in place of the first `from`, which must be there.
std::string edited(std::string file, std::string_view from, std::string_view to);

// The error of opening such a file, or "none".
std::string refusal_of(std::string_view file, bool drop_missing_bytes = false);

// GGUF files, made value by value, or from tables (S54a).
//
//   GgufWriter writer;
//   writer.text("tokenizer.ggml.pre", "gpt-2");
//   writer.file()      "GGUF" 3 | no tensors | 1 value | "tokenizer.ggml.pre" string "gpt-2"
//
// number_bytes() is a number as this many bytes, the lowest byte first.
std::string number_bytes(std::uint64_t number, std::size_t size);

// The numbers of the types. The reader's own list is not used: so a wrong number in it is seen.
enum class GgufType : std::uint32_t {
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

std::string number_bytes(GgufType type);

// The bytes of an array of strings, or of signed numbers of 32 bits.
std::string gguf_texts(const std::vector<std::string>& values);
std::string gguf_numbers(const std::vector<std::uint32_t>& values);

struct GgufWriter {
  struct Value {
    std::string key;
    GgufType type;
    std::string bytes;
  };

  void text(std::string_view key, std::string_view value);
  void flag(std::string_view key, bool value);
  void number(std::string_view key, std::uint32_t value);
  void texts(std::string_view key, const std::vector<std::string>& values);
  void numbers(std::string_view key, const std::vector<std::uint32_t>& values);
  std::string file(std::uint32_t version = 3) const;

  std::vector<Value> values;
};

// The parts of a GGUF file. Each test changes one part.
struct GgufParts {
  std::string model = "gpt2";
  std::string pre = "gpt-2";
  std::string general_name = "test";
  std::vector<std::string> tokens;
  std::vector<std::uint32_t> types;
  std::vector<std::string> merges;
  std::uint32_t version = 3;
  bool has_bos = false;

  GgufWriter writer() const;
  std::string file() const { return writer().file(version); }
};

// The tokens and merges of a table, a control token <s> and a user-defined one <t>.
GgufParts gguf_of(const Table& table);

}  // namespace bpetite::test
