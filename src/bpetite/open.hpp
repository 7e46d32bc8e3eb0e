// Opening the file of a vocabulary: an artifact of this library, a tokenizer.json of Hugging Face's
// library (chapter 16), or a tiktoken rank file.
//
//   #include <bpetite/open.hpp>
//
//   const auto ours = bpetite::open("tokenizer.json");
//   const auto theirs = bpetite::open("cl100k_base.tiktoken", {.profile = "cl100k"});
//   const auto ids = theirs.encode("Hello");            // {9906}, as tiktoken has it
//   const auto llama = bpetite::open("llama3/tokenizer.json");
//   const auto others = bpetite::open("words.tiktoken", {.patterns = {"\\w+|\\W"}});
//
//   const auto qwen = bpetite::open("Qwen3-8B");         // a directory: its tokenizer.json (S51b)
//
// What the file is, its bytes say, and not its name (S26e). A rank file has neither a pattern nor
// special tokens: they come with the profile, or a pattern is given and there are none. Its
// tokenizer encodes, decodes and has a vocabulary, in which the bytes of an id that no token has
// are empty; it has no merges. What is not of Schema v1 is saved by Schema v2.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <bpetite/dialect.hpp>
#include <bpetite/tokenizer.hpp>

namespace bpetite {

struct OpenOptions {
  // The name of a profile (S26b), such as cl100k or llama3, for a rank file, which needs one that
  // merges by bytes. An artifact has v1, and may be opened without.
  std::string profile = {};

  // In place of a profile, for a rank file: its pattern in the language of chapter 14. Several cut
  // one after the other (S25j). Then there are no special tokens.
  std::vector<std::string> patterns = {};
  Dialect dialect = Dialect::tiktoken;         // of the patterns
  unicode::Version version = unicode::pinned;  // of the patterns

  // For a file of another library whose vocabulary lacks a byte that text can hold: not an error,
  // but text loses that byte (S31d), as in Hugging Face's library.
  bool drop_missing_bytes = false;
};

// ValueError: the file is faulty, needs a profile, or has another one; a pattern is outside the
// language (the message has its byte), or too large for the engine (S26d); a pattern of tiktoken's
// dialect does not cover every text; a profile and patterns are both given; the file is a pickle,
// or lies beside the one that is wanted; a directory has none that is known (S51b to S51d).
// KeyError: there is no profile of that name, or an artifact lacks a field. FileNotFoundError,
// OSError: it cannot be read.
Tokenizer open(const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace bpetite
