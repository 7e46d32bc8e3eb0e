// Opens the file of a vocabulary as a tokenizer: an artifact of this library, a tiktoken rank file,
// or a file of another library, such as a tokenizer.json (chapter 16). Also opens a directory that
// has one. OpenOptions say how texts are cut if the file does not, how special tokens are treated,
// and whether bytes may lack a token.
//
//   #include <bpetite/open.hpp>
//
//   const auto ours = bpetite::open("tokenizer.json");
//   const auto theirs = bpetite::open("cl100k_base.tiktoken", {.profile = "cl100k"});
//   const auto ids = theirs.encode("Hello");            // {9906}, as tiktoken has it
//   const auto llama = bpetite::open("llama3/tokenizer.json");
//   const auto others = bpetite::open("words.tiktoken", {.patterns = {"\\w+|\\W"}});
//
//   const auto qwen = bpetite::open("Qwen3-8B");         // a directory: its tokenizer.json (S51b),
//                                                        // and the files beside it (S51e)
//
// The bytes of a file decide what it is, not its name (S26e). A rank file has neither a pattern nor
// special tokens. Both come from the profile. If a pattern is given instead, there are no special
// tokens. The tokenizer of a rank file encodes, decodes and has a vocabulary, in which an id
// without a token has no bytes. It has no merges. A tokenizer that is not of Schema v1 is saved by
// Schema v2.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <bpetite/dialect.hpp>
#include <bpetite/tokenizer.hpp>

namespace bpetite {

struct OpenOptions {
  // The name of a profile (S26b), such as cl100k or llama3. A rank file needs one that merges by
  // bytes. An artifact has v1, and can be opened without a name.
  std::string profile = {};

  // In place of a profile, for a rank file: its pattern in the language of chapter 14. Several cut
  // one after the other (S25j). Then there are no special tokens.
  std::vector<std::string> patterns = {};
  Dialect dialect = Dialect::tiktoken;         // of the patterns
  unicode::Version version = unicode::pinned;  // of the patterns

  // How special tokens in a text are treated, in place of the rule of the profile or the file
  // (S26j): matched (each is found), refused (an error, unless the caller allows it) or never.
  std::string special_rule = {};

  // Used if a file of another library has no token for a byte that text can hold. Then this is not
  // an error, but text loses the byte (S31d), as in Hugging Face's library.
  bool drop_missing_bytes = false;
};

// ValueError: the file is faulty, needs a profile, or has another one; a pattern is outside the
// language (the message has its byte), or too large for the engine (S26d); a pattern of tiktoken's
// dialect does not cover every text; a profile and patterns are both given; the file is a pickle,
// or lies beside the one to open; a directory has no known file (S51b to S51d), or the files beside
// its tokenizer.json contradict it or are not carried (S51e); there is no such rule of special
// tokens. KeyError: there is no profile of that name, or an artifact lacks a field.
// FileNotFoundError, OSError: it cannot be read.
Tokenizer open(const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace bpetite
