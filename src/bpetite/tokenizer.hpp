// Byte-level BPE (Tokenizer): learns merges from a text, encodes, decodes, saves and loads.
//
//   #include <bpetite/tokenizer.hpp>
//
//   const auto tokenizer = bpetite::Tokenizer::train("ab ab ab", 258);
//   const auto ids = tokenizer.encode("ab abc");        // {256, 257, 99}
//   const auto text = tokenizer.decode(ids);            // "ab abc"
//   tokenizer.save("tokenizer.json");
//   const auto again = bpetite::Tokenizer::load("tokenizer.json");
//
// These are its five operations. It also gives views of its merges, its vocabulary and its special
// tokens. A Tokenizer never changes: copies share their state, and any number of threads may use
// one. Each call works on the calling thread only. The errors are those of <bpetite/errors.hpp>.
// Clauses such as FR-10 are those of spec/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/ids.hpp>

namespace bpetite {

struct Table;
namespace backend {
class Model;
}

class Tokenizer {
 public:
  // Learns merges from a corpus until there are `vocab_size` tokens (without special tokens) or
  // no adjacent pair is left (FR-8..FR-13). The same corpus and size give the same merges on
  // every machine. An empty corpus is valid.
  // ValueError: vocab_size is below 256 or above 2^24. UnicodeDecodeError: the corpus is not
  // UTF-8.
  static Tokenizer train(std::string_view corpus, std::uint32_t vocab_size);

  // The token ids of a text; "" has no ids (FR-16, FR-17). The literal <|endoftext|> becomes its
  // id; under the profile of a rank file it may be a ValueError (S27a, <bpetite/open.hpp>).
  // UnicodeDecodeError: the text is not UTF-8.
  std::vector<TokenId> encode(std::string_view text) const;

  // The text of token ids (FR-20). decode(encode(x)) is x for every text x (FR-25).
  // KeyError: an id is not in the vocabulary. UnicodeDecodeError: the joined bytes are not UTF-8;
  // the offset counts bytes of the joined text.
  std::string decode(std::span<const TokenId> ids) const;

  // Writes the artifact (canonical bytes), completely or not at all (FR-26..FR-28, S14): of Schema
  // v1, or of Schema v2 for a tokenizer with another profile (S55d).
  // FileExistsError: the file exists and overwrite is false. FileNotFoundError: the parent
  // directory is missing. OSError: any other error of the system.
  void save(const std::filesystem::path& path, bool overwrite = false) const;

  // Reads what save() writes: an artifact of Schema v1 or v2, checked by the 19 steps of FR-29 or
  // S56a. Files of other libraries are for bpetite::open.
  // ValueError, KeyError: the error of the first step that fails, or of a pattern that does not
  // cover what it must (S26g). FileNotFoundError, OSError: the file cannot be read.
  static Tokenizer load(const std::filesystem::path& path);

  // The merges by rank. Under the profile v1, rank r makes token 256 + r.
  std::span<const Pair> merges() const noexcept;
  // The bytes of each token except the special ones, by id; no bytes for an unused id. Under v1:
  // 256 single bytes, then one token for each merge. Its size is the mergeable vocabulary size.
  std::span<const std::string> vocabulary() const noexcept;
  // The special tokens and their ids. Under v1: <|endoftext|>.
  std::span<const SpecialToken> special_tokens() const noexcept;

 private:
  explicit Tokenizer(Table table);
  friend class TokenizerAccess;  // the other public headers and the command line use it

  std::shared_ptr<const backend::Model> model_;
};

}  // namespace bpetite
