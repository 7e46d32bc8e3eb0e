// Refuses files that are not opened. Recognises a file by its first bytes, such as an archive or a
// page of the web, or by its first and last ones (a pickle), or a JSON file by its members. The
// error says what the file is, and which file to give instead if there is one. For a pickle it has
// a command that writes the ranks to a file.
//
//   open: "config.json": this is the config.json of a model, which has no vocabulary: give the ...
#include "interop/never_opened.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"

namespace bpetite::interop {
namespace {

// A shell command that writes the ranks of the pickle with this name to a file. The pickle holds
// tiktoken's class Encoding, so tiktoken has to be installed.
std::string dump(std::string_view name) {
  return fmt::format(
      R"(python3 -c 'import base64, pickle; enc = pickle.load(open({}, "rb")); )"
      R"(open("tokenizer.tiktoken", "w").writelines(f"{{base64.b64encode(token).decode()}} )"
      R"({{rank}}\n" for token, rank in enc._mergeable_ranks.items())')",
      name);
}

// A Python literal that can stand between single quotes in a shell: "a.pkl", or b"it\x27s.pkl".
std::string python_literal(std::string_view name) {
  std::string literal;
  bool is_plain = true;
  for (const char c : name) {
    const bool is_itself = 0x20 <= c && c < 0x7F && c != '\'' && c != '"' && c != '\\';
    is_plain = is_plain && is_itself;
    literal +=
        is_itself ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return fmt::format("{}\"{}\"", is_plain ? "" : "b", literal);
}

// The place behind one or more digits, or npos if there are none.
std::size_t after_digits(std::string_view line, std::size_t at) {
  const std::size_t end = std::min(line.find_first_not_of("0123456789", at), line.size());
  return end == at ? std::string_view::npos : end;
}

// A line of RWKV's vocabulary: an id, a Python literal, and its size in bytes.
//
//   1 '\x00' 1
bool is_line_of_rwkv(std::string_view line) {
  const std::size_t id_end = after_digits(line, 0);
  const std::size_t last = line.find_last_of("'\"");
  if (id_end == std::string_view::npos || last == std::string_view::npos) return false;
  const std::string_view literal = line.substr(id_end, last - id_end);
  const bool begins = literal.starts_with(" '") || literal.starts_with(" \"") ||
                      literal.starts_with(" b'") || literal.starts_with(" b\"");
  return begins && line.substr(last + 1).starts_with(' ') &&
         after_digits(line, last + 2) == line.size();
}

// S51d: says what a file is that is not JSON, and what to do. Empty if the file is not recognised.
std::string_view advice_on(std::string_view file) {
  if (file.empty()) return "this file is empty, required a tokenizer.json or another vocabulary";
  if (file.starts_with("version https://git-lfs.github.com/spec/")) {
    return "this is a pointer of Git LFS in place of a file: get the file with git lfs pull";
  }
  if (file.starts_with("#version")) {
    return "these are merges alone: give their directory, which has to have the vocabulary too "
           "(vocab.json or encoder.json)";
  }
  if (file.starts_with("\x1f\x8b")) {
    return "this file is compressed by gzip: unpack it with gunzip, and give what is in it";
  }
  if (file.starts_with("PK\x03\x04")) {
    return "this is a zip archive: unpack it with unzip, and give a file of it";
  }
  if (file.starts_with("\"bpe_simple_vocab")) {
    return "this is the vocabulary of CLIP, whose tokens may end with </w>, required byte-level "
           "BPE";
  }
  std::string_view line = file.substr(0, std::min<std::size_t>(file.find('\n'), 1000));
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (is_line_of_rwkv(line)) {
    return "this is a vocabulary of RWKV, which takes the longest token at each place, required "
           "byte-level BPE";
  }
  std::string begin(file.substr(std::min(file.find_first_not_of(" \t\r\n"), file.size()), 14));
  std::ranges::transform(begin, begin.begin(), [](char c) {
    return 'A' <= c && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  if (begin.starts_with("<!doctype html") || begin.starts_with("<html")) {
    return "this is a page of the web (HTML) in place of a file: download the file itself";
  }
  return "";
}

bool has(const json::Members& members, std::string_view key) {
  return std::ranges::any_of(members,
                             [&](const json::NamedNode& member) { return member.key == key; });
}

// The names that special_tokens_map.json gives to tokens.
constexpr auto roles = std::to_array<std::string_view>({"additional_special_tokens", "bos_token",
                                                        "cls_token", "eos_token", "mask_token",
                                                        "pad_token", "sep_token", "unk_token"});

bool is_role(const json::NamedNode& member) {
  return std::ranges::find(roles, member.key) != roles.end();
}

// Whether a member is a name with its id. The fields of an artifact that are integers do not count.
bool is_entry(const json::NamedNode& member) {
  return member.value.kind() == json::Kind::integer && member.key != "schema_version" &&
         member.key != "mergeable_vocab_size";
}

// The same for the members of a JSON object.
std::string_view advice_on(const json::Members& members) {
  if (members.begin() == members.end()) return "";
  if (has(members, "added_tokens_decoder") || has(members, "tokenizer_class")) {
    return "this is a tokenizer_config.json, which has no vocabulary: give the tokenizer.json "
           "beside it";
  }
  if (has(members, "model_type") || has(members, "architectures")) {
    return "this is the config.json of a model, which has no vocabulary: give the tokenizer.json "
           "beside it";
  }
  if (std::ranges::all_of(members, is_role)) {
    return "this is a special_tokens_map.json, which has no vocabulary: give the tokenizer.json "
           "beside it";
  }
  return "";
}

}  // namespace

void refuse(std::string_view source, std::string_view what, std::string_view clause,
            Remedy remedy) {
  throw ValueError(fmt::format("open: {}: {}", utf8::quoted(source, 200), what), clause, remedy);
}

bool is_pickle(std::string_view file) {
  return file.size() >= 3 && file[0] == '\x80' && '\x02' <= file[1] && file[1] <= '\x05' &&
         file.back() == '.';
}

// The first pieces of a model are short: <unk>, <pad>, <s>. So each size takes one byte.
bool is_sentencepiece(std::string_view file) {
  if (file.size() < 4 || file[0] != '\x0A' || file[2] != '\x0A') return false;
  const auto piece = static_cast<unsigned char>(file[1]);
  const auto text = static_cast<unsigned char>(file[3]);
  const std::size_t score = 4 + std::size_t{text};
  return piece < 0x80 && score < 2 + std::size_t{piece} && score < file.size() &&
         file[score] == '\x15';
}

void check_may_open(std::string_view file, std::string_view source) {
  if (is_pickle(file)) refuse_pickle(source);
  if (is_sentencepiece(file)) {
    refuse(source, "this is a model of SentencePiece, required byte-level BPE", "S51c");
  }
  if (const auto advice = advice_on(file); !advice.empty()) refuse(source, advice, "S51d");
}

void check_has_more_than_ids(const json::Document& document, std::string_view source) {
  const json::Node root = document.root();
  if (root.kind() != json::Kind::object || root.members().begin() == root.members().end()) return;
  if (!std::ranges::all_of(root.members(), is_entry)) return;
  refuse(source,
         "these are names and ids alone: give their directory, which has to have the merges too "
         "(merges.txt or vocab.bpe)",
         "S51d");
}

void check_may_open(const json::Document& document, std::string_view source) {
  const json::Node root = document.root();
  if (root.kind() != json::Kind::object) return;
  if (const auto advice = advice_on(root.members()); !advice.empty()) {
    refuse(source, advice, "S51d");
  }
}

void refuse_pickle(std::string_view source) {
  // Standard input has no name. The name here is that of nanochat's file.
  const std::string_view name =
      source == "-" ? "tokenizer.pkl" : source.substr(source.find_last_of('/') + 1);
  constexpr Remedy remedy = Remedy::open_ranks;
  refuse(source,
         fmt::format("a pickle is never opened, since it can run any program. If you trust it, "
                     "write its ranks to a file where it lies: {} and {}",
                     dump(python_literal(name)), words_of(remedy)),
         "S51c", remedy);
}

}  // namespace bpetite::interop
