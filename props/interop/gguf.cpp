// Tests reading GGUF files, the model files of llama.cpp (S54): the tokenizers that they give, with
// the patterns of llama.cpp, the tokens that begin and end a text, and which tokens are special. A
// file that llama.cpp would read in another way, or that is damaged or lacks a key, is refused, and
// the error names the byte or the key. Tests also that of a large file only the part before the
// tensors is read, that a stated size takes no memory by itself, and that the time grows with the
// size of the file, also with many added tokens.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/open.hpp>

#include "core/file.hpp"
#include "engine/encode.hpp"
#include "interop/gguf/patterns.hpp"
#include "interop/open.hpp"
#include "interop/read_model_file.hpp"
#include "reference/encode.hpp"
#include "reference/pretokenize.hpp"
#include "support/programs/allocations.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/texts/artifacts.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

GgufParts small_gguf() { return gguf_of(v1_table({{'a', 'b'}, {256, 'c'}})); }

std::string gguf_error(const std::string& file) {
  try {
    interop::read_model(file, "x", nullptr);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

PROPERTY("S54a", "a GGUF file gives the ids of the table that it was made of") {
  const EncodeCase given = *encode_case();
  std::vector<Pair> merges;
  Table table = v1_table({});
  for (const Pair& pair : given.merges) {
    if (std::max(pair.left, pair.right) >= table.tokens.size()) continue;
    const std::string bytes = table.tokens[pair.left] + table.tokens[pair.right];
    if (std::ranges::find(table.tokens, bytes) != table.tokens.end()) continue;
    merges.push_back(pair);
    table = v1_table(merges);
  }
  const auto tokens = static_cast<TokenId>(table.tokens.size());
  GgufParts parts = gguf_of(table);
  parts.has_bos = true;
  parts.pre = *number_between(0, 1) == 1 ? "llama-bpe" : "command-r";
  const auto cutting = interop::gguf::cutting_of(parts.pre);
  table.profile.splits = cutting.splits;
  table.profile.whole_chunks = cutting.whole_chunks;
  table.specials = {{"<t>", tokens + 1, false, false}};

  const Table read = interop::read_model(parts.file(), "x", nullptr);
  RC_ASSERT(read.profile.name == "gguf");
  RC_ASSERT(read.profile.added.rule == SpecialRule::refused_unless_allowed);
  RC_ASSERT(read.profile.ids_around.before == std::vector<TokenId>{tokens});
  const std::string text = given.text + "<t><s>" + given.text;
  const auto wanted = reference::encode(text, table, SpecialChoice::ordinary());
  RC_ASSERT(reference::encode(text, read, SpecialChoice::ordinary()) == wanted);
  RC_ASSERT(engine::Encoder(read).encode(text, SpecialChoice::ordinary()) == wanted);
  RC_CLASSIFY(!merges.empty(), "with merges");
}

PROPERTY("S54a S54b", "a damaged GGUF file opens, or gives a typed error") {
  const std::string file = damaged(small_gguf().file());
  RC_CLASSIFY(opens([&] { return interop::read_model(file, "x", nullptr); }), "opens");
}

CLAUSE_TEST("S54a", "what is no GGUF file of version 3 is refused by its byte") {
  CHECK(gguf_error(small_gguf().file()) == "none");
  GgufParts parts = small_gguf();
  for (const std::uint32_t version : {0U, 1U, 2U, 4U, 3U << 24U}) {  // the last is big-endian
    parts.version = version;
    CHECK(gguf_error(parts.file()) ==
          fmt::format("gguf: byte 8: version {}, required 3 [S54a, chapter 17]", version));
  }
  const std::string file = small_gguf().file();
  for (const std::size_t size : {4U, 7U, 20U, 24U, 40U, 100U}) {
    INFO(size);
    CHECK_THROWS_WITH(
        interop::read_model(file.substr(0, size), "x", nullptr),
        Catch::Matchers::StartsWith("gguf: byte ") && contains_text(" left, required "));
  }
  GgufWriter twice;
  twice.text("a", "");
  twice.text("a", "");
  CHECK_THROWS_WITH(interop::read_model(twice.file(), "x", nullptr),
                    "gguf: byte 66: the key \"a\" occurs twice [S54a, chapter 17]");
  GgufWriter number;
  number.number("tokenizer.ggml.model", 1);
  CHECK_THROWS_WITH(interop::read_model(number.file(), "x", nullptr),
                    "gguf: tokenizer.ggml.model: the value has another type than llama.cpp reads "
                    "[S54b, chapter 17]");
  CHECK_THROWS_AS(interop::read_model(file, "x", &profiles::gpt2()), ValueError);
}

CLAUSE_TEST("S54b", "what llama.cpp would do otherwise is refused by its key") {
  using Catch::Matchers::StartsWith;
  const auto error_with = [](auto change) {
    GgufParts parts = small_gguf();
    change(parts);
    return gguf_error(parts.file());
  };
  CHECK_THAT(error_with([](GgufParts& it) { it.model = "llama"; }),
             StartsWith("gguf: tokenizer.ggml.model: \"llama\", required gpt2"));
  CHECK_THAT(error_with([](GgufParts& it) { it.pre = "default"; }),
             StartsWith("gguf: tokenizer.ggml.pre: \"default\", required one of a.x-4.0, "));
  CHECK_THAT(error_with([](GgufParts& it) { it.general_name = "phi-3-mini"; }),
             StartsWith("gguf: general.name: \"phi-3-mini\""));
  for (const std::string_view name : {"a phi3", "modern-bert"}) {
    CHECK(error_with([&](GgufParts& it) { it.general_name = name; }) ==
          fmt::format("gguf: general.name: \"{}\": llama.cpp strips spaces beside its tokens "
                      "[S54b, chapter 17]",
                      name));
  }
  CHECK_THAT(error_with([](GgufParts& it) { it.types.pop_back(); }),
             StartsWith("gguf: tokenizer.ggml.token_type: 259 types, required 260"));
  CHECK_THAT(error_with([](GgufParts& it) { it.types[7] = 5; }),
             StartsWith("gguf: tokenizer.ggml.token_type[7]: 5, required 1 to 4"));
  CHECK_THAT(error_with([](GgufParts& it) { it.types[7] = 6; }),
             StartsWith("gguf: tokenizer.ggml.token_type[7]: 6, required 1 to 4"));
  CHECK_THAT(error_with([](GgufParts& it) { it.types[7] = ~0U; }),
             StartsWith("gguf: tokenizer.ggml.token_type[7]: -1, required 1 to 4"));
  // Where whole chunks are looked up, a control token is not cut only if it has no letter before a
  // sign.
  for (const std::string_view pre : {"llama3", "gpt-2"}) {
    const auto error_of = [&](std::string_view literal) {
      return error_with([&](GgufParts& it) {
        it.pre = pre;
        it.tokens.back() = literal;
        it.types.back() = 3;
      });
    };
    for (const std::string_view literal : {"Z!", "a~", "A1"}) CHECK(error_of(literal) == "none");
    for (const std::string_view literal : {"<|>", "<a", "xyz"}) {
      const std::string error = fmt::format(
          "gguf: tokenizer.ggml.token_type[259]: \"{}\" is a control token, and a chunk could "
          "become it [S54b, chapter 17]",
          literal);
      CHECK(error_of(literal) == (pre == "llama3" ? error : "none"));
    }
  }
  CHECK_THAT(error_with([](GgufParts& it) { it.types[256] = 3; }),
             StartsWith("gguf: tokenizer.ggml.token_type[256]: \"ab\" is a control token, and a"));
  // The byte 0xF5 is in no text, so no chunk becomes its token. 0xF4 is in some.
  CHECK(error_with([](GgufParts& it) { it.types[0xF5] = 3; }) == "none");
  CHECK(error_with([](GgufParts& it) { it.types[0xC1] = 3; }) == "none");
  CHECK_THAT(error_with([](GgufParts& it) { it.types[0xF4] = 3; }),
             StartsWith("gguf: tokenizer.ggml.token_type[244]: \"\u00f4\" is a control token"));
  CHECK_THAT(error_with([](GgufParts& it) { it.tokens[7] = ""; }),
             StartsWith("gguf: tokenizer.ggml.tokens[7]: the empty text"));
  CHECK_THAT(error_with([](GgufParts& it) { it.tokens[7] = "\xff"; }),
             StartsWith("gguf: tokenizer.ggml.tokens[7]: \"\\xff\" is not UTF-8"));
  CHECK_THAT(error_with([](GgufParts& it) { it.tokens['a'] = "b"; }),
             StartsWith("gguf: tokenizer.ggml.tokens[98]: \"b\" occurs twice"));
  CHECK_THAT(error_with([](GgufParts& it) { it.tokens[3] = "three"; }),
             StartsWith("gguf: tokenizer.ggml.tokens: the byte 0x03 has no token"));
  CHECK_THAT(error_with([](GgufParts& it) { it.merges[1] = "abc"; }),
             StartsWith("gguf: tokenizer.ggml.merges[1]: \"abc\" is not two names"));
  CHECK_THAT(error_with([](GgufParts& it) { it.merges[1] = "ab d"; }),
             StartsWith("gguf: tokenizer.ggml.merges[1]: \"abd\" is not in the vocabulary"));
  CHECK_THAT(error_with([](GgufParts& it) { it.merges[1] = "a b"; }),
             StartsWith("gguf: tokenizer.ggml.merges[1]: the merge occurs twice"));
  CHECK_THAT(error_with([](GgufParts& it) { it.tokens.back() = "<fim_prefix>"; }),
             StartsWith("gguf: tokenizer.ggml.token_type[259]: 4 of \"<fim_prefix>\""));
  CHECK_THAT(error_with([](GgufParts& it) { it.tokens.back() = "<|call|>"; }),
             StartsWith("gguf: tokenizer.ggml.token_type[259]: 4 of \"<|call|>\""));
  CHECK_THAT(error_with([](GgufParts& it) { it.tokens.back() = "s><t"; }),
             StartsWith("gguf: tokenizer.ggml.tokens: \"<s>\" and \"s><t\" can overlap"));
  CHECK_THAT(error_with([](GgufParts& it) { it.tokens.back() = ">st"; }),  // of the same length
             StartsWith("gguf: tokenizer.ggml.tokens: \"<s>\" and \">st\" can overlap"));
  CHECK(error_with([](GgufParts& it) { it.tokens.back() = ">s"; }) == "none");
  CHECK_THAT(error_with([](GgufParts& it) { it.types[7] = 0; }),
             StartsWith("gguf: tokenizer.ggml.token_type[7]: 0, required 1 to 4"));
  CHECK_THAT(error_with([](GgufParts& it) { it.types[' '] = 4; }),
             StartsWith("gguf: tokenizer.ggml.token_type[32]: \"\u0120\" is an added token, and "
                        "chunks become it too"));
  // A literal may begin another one, or contain it. Then it is found as llama.cpp finds it.
  CHECK(error_with([](GgufParts& it) { it.tokens.back() = "<s><t>"; }) == "none");
}

// The file with this number, of `size` bytes, at the byte `at`.
std::string with_number(std::string file, std::size_t at, std::uint64_t number, std::size_t size) {
  return file.replace(at, size, number_bytes(number, size));
}

CLAUSE_TEST("S54a", "a value of no known type, or of no possible size, is refused by its byte") {
  GgufWriter writer;
  writer.texts("a", {"b"});
  const std::string file = writer.file();
  constexpr std::size_t type = 4 + 4 + 8 + 8 + 8 + 1;  // after the header and the key "a"
  CHECK(gguf_error(with_number(file, type, 13, 4)) ==
        "gguf: byte 37: the type 13 is unknown [S54a, chapter 17]");
  CHECK(gguf_error(with_number(file, type + 4, 13, 4)) ==
        "gguf: byte 41: the type 13 is unknown [S54a, chapter 17]");
  CHECK(gguf_error(with_number(file, type + 4, 9, 4)) ==
        "gguf: byte 49: an array of arrays, required one of values [S54a, chapter 17]");
  const std::string bytes = with_number(file, type + 4, 0, 4);
  CHECK(gguf_error(with_number(bytes, type + 8, 10, 8)) ==
        "gguf: byte 49: 9 bytes left, required 10 [S54a, chapter 17]");
  CHECK(gguf_error(with_number(bytes, type + 8, ~std::uint64_t{0}, 8)) ==
        "gguf: byte 49: 9 bytes left, required 18446744073709551615 [S54a, chapter 17]");
  const std::string numbers = with_number(file, type + 4, 5, 4);  // four bytes each
  CHECK(gguf_error(with_number(numbers, type + 8, std::uint64_t{1} << 62U, 8)) ==
        "gguf: byte 49: an array is larger than any file [S54a, chapter 17]");
  CHECK(gguf_error(with_number(file, type + 16, ~std::uint64_t{0}, 8)) ==
        "gguf: byte 57: 1 byte left, required 18446744073709551615 [S54a, chapter 17]");
  CHECK(gguf_error(with_number(file, 16, 2, 8)) ==
        "gguf: byte 58: 0 bytes left, required 8 [S54a, chapter 17]");
}

// The file without this key, which gets another name.
std::string without(std::string_view key, std::string file) {
  file[file.find(key)] = '_';
  return file;
}

// Reads a file that has these bytes, and then only zeros up to `size`.
interop::ModelFile read_with_size(const Desk& desk, const std::string& bytes, std::uint64_t size) {
  desk.write("model.gguf", bytes);
  std::filesystem::resize_file(desk.path() / "model.gguf", size);
  return interop::read_model_file(file::Input(desk.path() / "model.gguf"));
}

CLAUSE_TEST("S54d S13f", "of a large file only what is before the tensors is read") {
  const Desk desk;
  const std::string small = small_gguf().file();
  constexpr std::uint64_t large = 5'000'000'000;  // more than can be held (S13g)
  const std::uint64_t before = allocations().bytes;
  const interop::ModelFile read = read_with_size(desk, small, large);
  CHECK(read.bytes == small);
  CHECK(read.is_front);
  CHECK(open(desk.path() / "model.gguf").encode("abc") == std::vector<TokenId>{257});
  CHECK(allocations().bytes - before < 100'000'000);
  CHECK(!read_with_size(desk, small, small.size()).is_front);

  // The values end one byte before the end of the first read, at its end, one byte after it, or
  // later.
  constexpr std::size_t first_read = std::size_t{1} << 24;
  GgufWriter empty = small_gguf().writer();
  empty.text("padding", "");
  for (const std::size_t size : {first_read - 1, first_read, first_read + 1, 3 * first_read}) {
    GgufWriter writer = small_gguf().writer();
    writer.text("padding", std::string(size - empty.file().size(), 'x'));
    const std::string file = writer.file();
    REQUIRE(file.size() == size);
    for (const bool is_front : {false, true}) {
      const auto padded = read_with_size(desk, file, is_front ? large : size);
      INFO(size << is_front);
      CHECK(padded.bytes == file);
      CHECK(padded.is_front == is_front);
    }
  }
}

CLAUSE_TEST("S54d S13f", "a file that names a large size takes no memory for it") {
  const Desk desk;
  GgufWriter writer;
  writer.text("a", "b");
  constexpr std::size_t size_of_key = 4 + 4 + 8 + 8;
  for (const std::uint64_t size : {std::uint64_t{2'000'000'000}, ~std::uint64_t{0}}) {
    const std::string file = with_number(writer.file(), size_of_key, size, 8);
    const std::uint64_t before = allocations().bytes;
    CHECK(read_with_size(desk, file, file.size()).bytes == file);
    CHECK(allocations().bytes - before < 100'000'000);
    CHECK_THROWS_WITH(
        open(desk.path() / "model.gguf"),
        fmt::format("gguf: byte 32: 14 bytes left, required {} [S54a, chapter 17]", size));
  }
  // The part before the tensors cannot be so large, and a whole file may not be so large.
  CHECK_THROWS_WITH(
      read_with_size(desk, with_number(writer.file(), size_of_key, 4'000'000'000, 8),
                     5'000'000'000),
      Catch::Matchers::EndsWith("the most of a file that is held whole [S13g, chapter 7]"));
}

CLAUSE_TEST("S54b", "the error of a key that is missing names what is required") {
  for (const auto& [key, error] : std::to_array<std::pair<std::string_view, std::string_view>>(
           {{"tokenizer.ggml.model", "\"\", required gpt2"},
            {"tokenizer.ggml.pre", "\"\", required one of a.x-4.0, "},
            {"tokenizer.ggml.tokens", "required an array of names"},
            {"tokenizer.ggml.merges", "required an array of merges"},
            {"tokenizer.ggml.bos_token_id", "required an id below 260"}})) {
    GgufParts parts = small_gguf();
    parts.has_bos = true;
    CHECK_THAT(gguf_error(without(key, parts.file())),
               Catch::Matchers::StartsWith(fmt::format("gguf: {}: {}", key, error)));
  }
  GgufWriter separated = small_gguf().writer();
  separated.flag("tokenizer.ggml.add_sep_token", true);
  CHECK(gguf_error(separated.file()) ==
        "gguf: tokenizer.ggml.add_sep_token: true, required false [S54b, chapter 17]");
  GgufWriter ended = small_gguf().writer();
  ended.flag("tokenizer.ggml.add_eos_token", true);
  ended.number("tokenizer.ggml.eos_token_id", 260);
  CHECK(gguf_error(ended.file()) ==
        "gguf: tokenizer.ggml.eos_token_id: required an id below 260 [S54b, chapter 17]");
}

// llama.cpp 0.3.36 of PyPI: llama-vocab.cpp sets add_bos with ignore_merges, for these names alone.
CLAUSE_TEST("S54b",
            "a text begins and ends with tokens as the keys say, or else as the name does") {
  const std::set<std::string_view> beginning = {"llama3",    "llama-v3", "llama-bpe", "falcon3",
                                                "falcon-h1", "pixtral",  "midm-2.0",  "lfm2"};
  for (const std::string_view name :
       {"llama3",    "llama-v3",  "llama-bpe",      "falcon3",     "falcon-h1",
        "pixtral",   "midm-2.0",  "lfm2",           "gpt-2",       "phi-2",
        "dbrx",      "smaug-bpe", "qwen2",          "qwen35",      "starcoder",
        "command-r", "falcon",    "deepseek-coder", "deepseek-v3", "deepseek-r1-qwen",
        "stablelm2"}) {
    for (const auto begins : {std::optional<bool>(), std::optional(true), std::optional(false)}) {
      for (const auto ends : {std::optional<bool>(), std::optional(true), std::optional(false)}) {
        GgufParts parts = small_gguf();
        parts.pre = name;
        parts.has_bos = begins.value_or(false);
        GgufWriter writer = parts.writer();
        if (ends) writer.flag("tokenizer.ggml.add_eos_token", *ends);
        writer.number("tokenizer.ggml.eos_token_id", 259);
        std::string file = writer.file();
        if (!begins) file = without("tokenizer.ggml.add_bos_token", file);
        const Table table = interop::read_model(file, "x", nullptr);
        CAPTURE(name, begins.value_or(false), ends.value_or(false));
        using Ids = std::vector<TokenId>;
        CHECK(table.profile.ids_around.before ==
              (begins.value_or(beginning.contains(name)) ? Ids{258} : Ids{}));
        CHECK(table.profile.ids_around.after == (ends.value_or(false) ? Ids{259} : Ids{}));
      }
    }
  }
}

// If each pair of tokens were compared at each place, this would take minutes.
CLAUSE_TEST("S54b", "whether added tokens overlap is known in time that grows with the file") {
  GgufParts parts = small_gguf();
  parts.tokens.push_back("_" + std::string(10'000, 'a'));
  for (std::size_t i = 0; i < 10'001; ++i) parts.tokens.push_back(fmt::format("a_{}", i));
  for (std::size_t i = 0; i < 50; ++i) {
    parts.tokens.push_back(std::string(30'000, 'c') + fmt::format("+{}", i));
  }
  parts.types.resize(parts.tokens.size(), 4);
  CHECK(interop::read_model(parts.file(), "x", nullptr).specials.size() > 10'000);
  parts.tokens.push_back("7" + std::string(30'001, 'x'));
  parts.types.push_back(4);
  CHECK_THAT(gguf_error(parts.file()),
             Catch::Matchers::StartsWith("gguf: tokenizer.ggml.tokens: \"a_7\" and \"7xxxx"));
}

CLAUSE_TEST("S54b S27c", "an end of texts is a control token, whatever the file says") {
  GgufParts parts = small_gguf();
  parts.tokens.back() = "</s>";
  const Table table = interop::read_model(parts.file(), "x", nullptr);
  CHECK(table.specials.back() == SpecialToken{"</s>", 259, false, true});
  parts.tokens.back() = "<|start|>";
  parts.types.back() = 3;
  CHECK(!interop::read_model(parts.file(), "x", nullptr).specials.back().is_special);
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// The names are those of llama-vocab.cpp in the source of PyPI's llama-cpp-python 0.3.36.
CLAUSE_TEST("S54b", "llama.cpp changes the types of tokens by their names") {
  const auto file_with = [](const std::string& name, std::uint32_t type) {
    GgufParts parts = small_gguf();
    parts.tokens.back() = name;
    parts.types.back() = type;
    return parts.file();
  };
  const auto is_special = [&](const std::string& name, std::uint32_t type) {
    const Table table = interop::read_model(file_with(name, type), "x", nullptr);
    CHECK(table.specials.back().literal == name);
    return table.specials.back().is_special;
  };
  const auto check_refused = [&](const std::string& name, std::uint32_t type) {
    CHECK(gguf_error(file_with(name, type)) ==
          fmt::format("gguf: tokenizer.ggml.token_type[259]: {} of \"{}\": llama.cpp changes "
                      "types by this name [S54b, chapter 17]",
                      type, name));
  };
  for (const std::uint32_t type : {1U, 2U, 3U, 4U}) {
    for (const std::string& name :
         words_of("</s> <EOT> <end_of_turn> <end_of_utterance> <eos> <turn|> <|end_of_text|> "
                  "<|endoftext|> <|end|> <|eom_id|> <|eot_id|> <|flush|> <|im_end|> <|return|> "
                  "<\uff5cend\u2581of\u2581sentence\uff5c> [EOS] [EOT] [e~[ _<EOT>")) {
      CAPTURE(name, type);
      CHECK(is_special(name, type));
    }
    for (const std::string& name : words_of("<|channel|> <|message|> <|start|> <|constrain|>")) {
      CAPTURE(name, type);
      CHECK(!is_special(name, type));
    }
    for (const std::string& name : words_of(
             "<MID> <PAD> <PRE> <REPO> <SUF> <fim-middle> <fim-pad> <fim-prefix> <fim-repo> "
             "<fim-suffix> <fim_middle> <fim_pad> <fim_prefix> <fim_suffix> <reponame> "
             "<|code_middle|> <|code_prefix|> <|code_suffix|> <|file_sep|> <|fim_middle|> "
             "<|fim_pad|> <|fim_prefix|> <|fim_repo|> <|fim_suffix|> <|middle|> <|prefix|> "
             "<|repo_name|> <|suffix|> <\uff5cfim\u2581begin\uff5c> <\uff5cfim\u2581end\uff5c> "
             "<\uff5cfim\u2581hole\uff5c> [PAD] \u2581<MID> \u2581<PRE> \u2581<SUF>")) {
      CAPTURE(name, type);
      if (type == 3) {
        CHECK(is_special(name, type));
      } else {
        check_refused(name, type);
      }
    }
    for (const std::string& name : words_of("<|call|> <|calls|> <|tool_response> <|plamo:eos|>")) {
      check_refused(name, type);
    }
  }
}

CLAUSE_TEST("S54c", "the names in a row of the table stand for the same patterns, and no others") {
  std::istringstream chapter(file::read(BPETITE_SOURCE_DIR "/spec/17-other-files.md"));
  std::vector<std::string> names;
  for (std::string line; std::getline(chapter, line);) {
    if (!line.starts_with("| `")) continue;
    const bool has_whole_chunks = line.find("with whole chunks") != std::string::npos;
    std::string row = line.substr(2, line.find(" | ") - 2);
    std::erase_if(row, [](char c) { return c == '`' || c == ','; });
    const auto all = words_of(row);
    for (const std::string& name : all) {
      CAPTURE(name);
      const auto cutting = interop::gguf::cutting_of(name);
      CHECK(cutting.splits == interop::gguf::cutting_of(all.front()).splits);
      CHECK(cutting.whole_chunks == has_whole_chunks);
      CHECK(cutting.begins_with_token == has_whole_chunks);
    }
    names.insert(names.end(), all.begin(), all.end());
  }
  std::ranges::sort(names);
  CHECK_THROWS_WITH(interop::gguf::cutting_of("x"),
                    fmt::format("gguf: tokenizer.ggml.pre: \"x\", required one of {} [S54b, "
                                "chapter 17]",
                                fmt::join(names, ", ")));
}

CLAUSE_TEST("S54c", "the patterns are those of llama.cpp, in its version of Unicode") {
  const auto chunks = [](std::string_view name, std::string_view text) {
    Profile profile;
    profile.splits = interop::gguf::cutting_of(name).splits;
    return reference::pretokenize(text, profile);
  };
  using Chunks = std::vector<std::string_view>;
  CHECK(chunks("gpt-2", "it's 12  x") == Chunks{"it", "'s", " 12", " ", " x"});
  CHECK(chunks("llama-bpe", "IT'S 1234") == Chunks{"IT", "'S", " ", "123", "4"});
  CHECK(chunks("qwen2", "a\u0301 12") == Chunks{"a", "\u0301", " ", "1", "2"});
  CHECK(chunks("qwen35", "a\u0301 12") == Chunks{"a\u0301", " ", "1", "2"});
  CHECK(chunks("command-r", "a12 b") == Chunks{"a", "1", "2", " b"});
  CHECK(chunks("falcon", "a.1234") == Chunks{"a", ".", "123", "4"});
  CHECK(chunks("deepseek-coder", "\u4e00\u2028 ") == Chunks{"\u4e00", "\u2028 "});
  CHECK(chunks("deepseek-v3", "1234 (a") == Chunks{"123", "4", " (", "a"});
  // U+1C89 is a letter from Unicode 16.0 on, U+2EBF0 from 15.1 on.
  CHECK(chunks("gpt-2", "a\u1c89") == Chunks{"a", "\u1c89"});
  CHECK(chunks("gpt-2", "a\U0002ebf0").size() == 1);
  CHECK(interop::gguf::cutting_of("pixtral").whole_chunks);
  CHECK(!interop::gguf::cutting_of("dbrx").whole_chunks);
}

}  // namespace
}  // namespace bpetite::test
