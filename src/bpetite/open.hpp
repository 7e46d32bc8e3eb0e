// Opening the file of a vocabulary: an artifact of this library, or a tiktoken rank file.
//
//   #include <bpetite/open.hpp>
//
//   const auto ours = bpetite::open("tokenizer.json");
//   const auto theirs = bpetite::open("cl100k_base.tiktoken", {.profile = "cl100k"});
//   const auto ids = theirs.encode("Hello");            // {9906}, as tiktoken has it
//
// What the file is, its bytes say, and not its name (S26e). A rank file has neither a pattern nor
// special tokens: they come with the profile. Its tokenizer encodes, decodes and has a vocabulary,
// in which the bytes of an id that no token has are empty; it has no merges, and cannot be saved.
#pragma once

#include <filesystem>
#include <string>

#include <bpetite/tokenizer.hpp>

namespace bpetite {

struct OpenOptions {
  // The name of a profile (S26b), such as cl100k or llama3, for a rank file, which needs one that
  // merges by bytes. An artifact has v1, and may be opened without.
  std::string profile = {};
};

// ValueError: the file is faulty, needs a profile, or has another one. KeyError: there is no
// profile of that name, or an artifact lacks a field. FileNotFoundError, OSError: it cannot be
// read.
Tokenizer open(const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace bpetite
