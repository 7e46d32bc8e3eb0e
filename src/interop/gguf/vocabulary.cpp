// Reads the vocabulary of a GGUF file into a table: tokens, their types, merges, patterns, added
// tokens, and the tokens that are put before and after a text. llama.cpp changes the types of some
// tokens by their names, and so does this reader. The reader refuses what llama.cpp leaves to
// chance, vocabularies that are not byte-level BPE, and what a table cannot express, such as two
// added tokens that can overlap in a text.
//
//   gguf: tokenizer.ggml.merges[5]: "ab" is not in the vocabulary
#include "interop/gguf/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/literals.hpp"
#include "core/spelled_bytes.hpp"
#include "core/utf8.hpp"
#include "core/wording/counted.hpp"
#include "interop/gguf/file.hpp"
#include "interop/gguf/patterns.hpp"
#include "interop/token_names.hpp"

namespace bpetite::interop::gguf {
namespace {

constexpr std::string_view tokens_key = "tokenizer.ggml.tokens";
constexpr std::string_view types_key = "tokenizer.ggml.token_type";
constexpr std::string_view merges_key = "tokenizer.ggml.merges";

// The types of tokens that a vocabulary by pairs has.
enum class TokenType : std::int32_t { normal = 1, unknown = 2, control = 3, user_defined = 4 };

bool is_control(TokenType type) { return type == TokenType::control || type == TokenType::unknown; }

// Names of tokens that end a text. llama.cpp takes them for control tokens, whatever type the file
// gives.
constexpr auto ends = std::to_array<std::string_view>(
    {"</s>", "<EOT>", "<end_of_turn>", "<end_of_utterance>", "<eos>", "<turn|>", "<|end_of_text|>",
     "<|endoftext|>", "<|end|>", "<|eom_id|>", "<|eot_id|>", "<|flush|>", "<|im_end|>",
     "<|return|>", "<\uff5cend\u2581of\u2581sentence\uff5c>", "[EOS]", "[EOT]", "[e~[", "_<EOT>"});
// Names of tokens that llama.cpp takes for user-defined ones.
constexpr auto shown_always =
    std::to_array<std::string_view>({"<|channel|>", "<|message|>", "<|start|>", "<|constrain|>"});
// Of each kind of these names llama.cpp makes one a control token. Which one depends on chance.
constexpr auto perhaps_control = std::to_array<std::string_view>({"<MID>",
                                                                  "<PAD>",
                                                                  "<PRE>",
                                                                  "<REPO>",
                                                                  "<SUF>",
                                                                  "<fim-middle>",
                                                                  "<fim-pad>",
                                                                  "<fim-prefix>",
                                                                  "<fim-repo>",
                                                                  "<fim-suffix>",
                                                                  "<fim_middle>",
                                                                  "<fim_pad>",
                                                                  "<fim_prefix>",
                                                                  "<fim_suffix>",
                                                                  "<reponame>",
                                                                  "<|code_middle|>",
                                                                  "<|code_prefix|>",
                                                                  "<|code_suffix|>",
                                                                  "<|file_sep|>",
                                                                  "<|fim_middle|>",
                                                                  "<|fim_pad|>",
                                                                  "<|fim_prefix|>",
                                                                  "<|fim_repo|>",
                                                                  "<|fim_suffix|>",
                                                                  "<|middle|>",
                                                                  "<|prefix|>",
                                                                  "<|repo_name|>",
                                                                  "<|suffix|>",
                                                                  "<\uff5cfim\u2581begin\uff5c>",
                                                                  "<\uff5cfim\u2581end\uff5c>",
                                                                  "<\uff5cfim\u2581hole\uff5c>",
                                                                  "[PAD]",
                                                                  "\u2581<MID>",
                                                                  "\u2581<PRE>",
                                                                  "\u2581<SUF>"});
// If the vocabulary has one of these names, llama.cpp changes the type of `<|end|>` or of `</s>`
// again.
constexpr auto harmony =
    std::to_array<std::string_view>({"<|call|>", "<|calls|>", "<|tool_response>", "<|plamo:eos|>"});

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::string place(std::string_view key, std::size_t i) { return fmt::format("{}[{}]", key, i); }

// The type that llama.cpp gives a token. ValueError: the type depends on other tokens, or on
// chance.
TokenType type_of(std::string_view name, TokenType given, TokenId id) {
  const bool is_unsure = is_one_of(perhaps_control, name) && given != TokenType::control;
  if (is_unsure || is_one_of(harmony, name)) {
    refuse(place(types_key, id), fmt::format("{} of {}: llama.cpp changes types by this name",
                                             static_cast<int>(given), utf8::quoted(name)));
  }
  if (is_one_of(ends, name)) return TokenType::control;
  return is_one_of(shown_always, name) ? TokenType::user_defined : given;
}

std::vector<TokenType> types_of(const File& file, const std::vector<std::string_view>& names) {
  const std::size_t count = names.size();
  auto numbers = file.numbers(types_key);
  if (!numbers) numbers.emplace(count, 1);
  if (numbers->size() != count) {
    refuse(types_key, fmt::format("{}, required {}", counted(numbers->size(), "type"), count));
  }
  std::vector<TokenType> types;
  for (const std::int32_t number : *numbers) {
    if (number < 1 || number > 4) {
      refuse(place(types_key, types.size()), fmt::format("{}, required 1 to 4", number));
    }
    const auto id = static_cast<TokenId>(types.size());
    types.push_back(type_of(names[id], static_cast<TokenType>(number), id));
  }
  return types;
}

TokenNames read_tokens(const std::vector<std::string_view>& names, Table& table) {
  if (names.size() > max_vocab_size) {
    refuse(tokens_key, fmt::format("{} tokens, required at most {}", names.size(), max_vocab_size));
  }
  for (TokenId id = 0; id < names.size(); ++id) {
    const std::string_view name = names[id];
    if (name.empty()) refuse(place(tokens_key, id), "the empty text, required a name");
    if (utf8::first_ill_formed(name)) {
      refuse(place(tokens_key, id), utf8::quoted(name) + " is not UTF-8");
    }
    const auto bytes = bytes_of_characters(name);
    if (!bytes) table.text_tokens.push_back(id);
    table.tokens.push_back(bytes ? *bytes : std::string(name));
    if (bytes && table.tokens[id].size() == 1) {
      table.byte_ids[static_cast<unsigned char>(table.tokens[id].front())] = id;
    }
  }
  TokenNames ids(names);
  if (const auto id = ids.repeated()) {
    refuse(place(tokens_key, *id), utf8::quoted(names[*id]) + " occurs twice");
  }
  const std::vector<unsigned char> missing = missing_bytes(table);
  if (missing.empty()) {
    table.profile.drops_missing_bytes = false;
  } else if (!table.profile.drops_missing_bytes) {
    refuse(tokens_key, fmt::format("the byte 0x{:02x} has no token", missing.front()));
  }
  return ids;
}

void read_merges(const std::vector<std::string_view>& merges, const TokenNames& ids, Table& table) {
  MergeList list(ids, table, merges.size(), [](std::size_t rank, const std::string& what) {
    refuse(place(merges_key, rank), what);
  });
  for (std::size_t rank = 0; rank < merges.size(); ++rank) {
    const std::size_t space = merges[rank].find(' ', 1);
    if (space == std::string_view::npos) {
      list.resolve();
      refuse(place(merges_key, rank), utf8::quoted(merges[rank]) + " is not two names");
    }
    list.add(merges[rank].substr(0, space), merges[rank].substr(space + 1));
  }
  list.finish();
}

// llama.cpp first searches the whole text for the longest literal. The engine takes the literal
// that comes first in the text. Both find the same, unless one literal ends with the beginning of
// another one that is as long or longer. ValueError: there are two such literals.
void check_overlaps(const std::vector<AddedToken>& tokens) {
  std::vector<std::string_view> literals;
  for (const AddedToken& token : tokens) literals.emplace_back(token.literal);
  const Literals automaton(literals);
  for (const std::string_view literal : literals) {
    Literals::State end = Literals::start;
    for (const char c : literal) end = automaton.after(end, static_cast<unsigned char>(c));
    while ((end = automaton.shorter(end)) != Literals::start) {
      for (const std::uint32_t i : automaton.longest_with(end)) {
        if (i == Literals::none || literals[i].size() < literal.size()) break;
        if (literals[i] == literal) continue;
        refuse(tokens_key, fmt::format("{} and {} can overlap in a text", utf8::quoted(literal),
                                       utf8::quoted(literals[i])));
      }
    }
  }
}

// Whether the literal has a letter just before a sign. No pattern makes one chunk of both, so no
// chunk is this literal.
bool is_cut(std::string_view literal) {
  const auto is_letter = [](char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); };
  for (std::size_t i = 1; i < literal.size(); ++i) {
    const auto next = static_cast<unsigned char>(literal[i]);
    if (is_letter(literal[i - 1]) && next > 0x20 && next < 0x7F && !is_letter(literal[i])) {
      return true;
    }
  }
  return false;
}

// Whether a text can hold the bytes of a token. If not, no chunk becomes this token.
bool is_in_text(std::string_view bytes) { return std::ranges::all_of(bytes, utf8::can_hold); }

void add_tokens(const std::vector<std::string_view>& names, const std::vector<TokenType>& types,
                Table& table) {
  std::vector<bool> is_made(table.tokens.size());
  for (const TokenId id : table.results) is_made[id] = true;
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (!has_byte(table, static_cast<unsigned char>(byte))) continue;
    const TokenId id = table.byte_ids[byte];
    is_made[id] = is_in_text(table.tokens[id]);
  }
  std::vector<TokenId> added_alone;
  for (TokenId id = 0; id < names.size(); ++id) {
    if (types[id] == TokenType::normal) continue;
    const bool is_special = is_control(types[id]);
    // S27c "As ordinary text, no text yields a special id".
    if (is_special && (is_made[id] || table.profile.whole_chunks) && !is_cut(names[id])) {
      refuse(place(types_key, id),
             utf8::quoted(names[id]) + " is a control token, and a chunk could become it");
    }
    if (is_made[id] && table.tokens[id] != names[id]) {
      refuse(place(types_key, id),
             utf8::quoted(names[id]) + " is an added token, and chunks become it too");
    }
    if (!is_made[id]) {
      added_alone.push_back(id);
      std::ranges::replace(table.byte_ids, id, TokenId{0});
    }
    table.profile.added.tokens.push_back({std::string(names[id]), id, false, is_special});
  }
  clear_tokens(table, added_alone);
  remove_idle_merges(table);
  table.profile.added.rule = SpecialRule::refused_unless_allowed;
  check_overlaps(table.profile.added.tokens);
  table.specials = special_tokens(table.profile.added, 0);
}

// The id of `key` if the flag is set. `otherwise` is the value of a flag that the file does not
// have.
std::vector<TokenId> ids_around(const File& file, std::string_view flag, bool otherwise,
                                std::string_view key, std::size_t count) {
  const auto id = file.number(key);  // llama.cpp reads it whether the flag is set or not
  if (!file.flag(flag).value_or(otherwise)) return {};
  if (!id || *id >= count) refuse(key, fmt::format("required an id below {}", count));
  return {*id};
}

void check_names(const File& file) {
  const std::string_view name = file.text("general.name").value_or("");
  for (const std::string_view part : {"phi-3", "phi3", "modern-bert"}) {
    if (name.find(part) != std::string_view::npos) {
      refuse("general.name", utf8::quoted(name) + ": llama.cpp strips spaces beside its tokens");
    }
  }
}

}  // namespace

Table read_vocabulary(std::string_view bytes, bool drop_missing_bytes) {
  const File file(bytes);
  const std::string_view model = file.text("tokenizer.ggml.model").value_or("");
  if (model != "gpt2") {
    refuse("tokenizer.ggml.model",
           utf8::quoted(model) + ", required gpt2: bpetite is about byte-level BPE");
  }
  check_names(file);
  if (file.flag("tokenizer.ggml.add_sep_token").value_or(false)) {
    refuse("tokenizer.ggml.add_sep_token", "true, required false");
  }
  const Cutting cutting = cutting_of(file.text("tokenizer.ggml.pre").value_or(""));
  const auto names = file.texts(tokens_key);
  const auto merges = file.texts(merges_key);
  if (!names) refuse(tokens_key, "required an array of names");
  if (!merges) refuse(merges_key, "required an array of merges");

  Table table;
  table.profile.name = "gguf";
  table.profile.splits = cutting.splits;
  table.profile.merging = Merging::pairs;
  table.profile.whole_chunks = cutting.whole_chunks;
  table.profile.drops_missing_bytes = drop_missing_bytes;
  const std::vector<TokenType> types = types_of(file, *names);
  const TokenNames ids = read_tokens(*names, table);
  read_merges(*merges, ids, table);
  add_tokens(*names, types, table);
  table.profile.ids_around = {
      ids_around(file, "tokenizer.ggml.add_bos_token", cutting.begins_with_token,
                 "tokenizer.ggml.bos_token_id", names->size()),
      ids_around(file, "tokenizer.ggml.add_eos_token", false, "tokenizer.ggml.eos_token_id",
                 names->size())};
  return table;
}

}  // namespace bpetite::interop::gguf
