// Byte-level BPE: learn merges from a text, encode, decode, keep the result in a file.
//
//   #include <bpetite/tokenizer.hpp>
//
//   const auto tokenizer = bpetite::Tokenizer::train("ab ab ab", 258);
//   const auto ids = tokenizer.encode("ab abc");        // {256, 257, 99}
//   const auto text = tokenizer.decode(ids);            // "ab abc"
//   tokenizer.save("tokenizer.json");
//   const auto again = bpetite::Tokenizer::load("tokenizer.json");
//
// Five operations, and views of what was learned. A Tokenizer never changes: copies share their
// state, and any number of threads may use one. Calls stay on the calling thread.
// Errors are those of <bpetite/errors.hpp>; clauses such as FR-10 are those of spec/.
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
  // Learns merges from a corpus until there are `vocab_size` tokens (specials not counted) or no
  // adjacent pair is left (FR-8..FR-13). Bit-exact: the same corpus and size give the same merges
  // everywhere. An empty corpus is valid.
  // ValueError: vocab_size below 256 or above 2^24. UnicodeDecodeError: the corpus is not UTF-8.
  static Tokenizer train(std::string_view corpus, std::uint32_t vocab_size);

  // The token ids of a text; "" gives none (FR-16, FR-17). The literal <|endoftext|> becomes its
  // id. UnicodeDecodeError: the text is not UTF-8.
  std::vector<TokenId> encode(std::string_view text) const;

  // The text of token ids (FR-20). decode(encode(x)) is x for every text x (FR-25).
  // KeyError: an id that is not in the vocabulary. UnicodeDecodeError: the joined bytes are not
  // UTF-8; the offset counts bytes of the joined text.
  std::string decode(std::span<const TokenId> ids) const;

  // Writes the artifact (Schema v1, canonical bytes), whole or not at all (FR-26..FR-28, S14).
  // FileExistsError: something is there and overwrite is false. FileNotFoundError: the parent
  // directory is missing. OSError: anything else.
  void save(const std::filesystem::path& path, bool overwrite = false) const;

  // Reads an artifact, after all 19 steps of FR-29.
  // ValueError, KeyError: the first step it fails. FileNotFoundError, OSError: it cannot be read.
  static Tokenizer load(const std::filesystem::path& path);

  // The merges by rank: rank r makes token 256 + r.
  std::span<const Pair> merges() const noexcept;
  // The bytes of each token but the specials, by id: 256 single bytes, then one for each merge.
  // Its size is the mergeable vocabulary size.
  std::span<const std::string> vocabulary() const noexcept;
  // The special tokens: <|endoftext|> and its id.
  std::span<const SpecialToken> special_tokens() const noexcept;

 private:
  explicit Tokenizer(Table table);
  friend class TokenizerAccess;  // the further public headers, and the command line

  std::shared_ptr<const backend::Model> model_;
};

}  // namespace bpetite
