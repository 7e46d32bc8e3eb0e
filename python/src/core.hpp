// The tokenizer of the library, as the Python package calls it (Core). It is opened, trained, made
// of ranks, or made of another one with more tokens. It is saved and exported. It encodes texts
// and parts, counts their ids, cuts them into chunks and windows, decodes ids, all at once or as a
// stream, and finds where ids are not those of encode. It also gives views of its vocabulary,
// merges, special and added tokens, pattern and template. GivenProfile holds the arguments that say
// how texts are cut, and given_profile checks them. python/bpetite/tokenizer.py has the names,
// defaults and docstrings. Here calls borrow texts and ids where that is safe, and release the lock
// of the interpreter while the library opens, trains, saves, encodes or decodes.
//
//   tokenizer._core.encode("Hello", None, None)      Core::encode
#pragma once

#include <nanobind/nanobind.h>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/decoding.hpp>
#include <bpetite/open.hpp>
#include <bpetite/tokenizer.hpp>
#include <bpetite/training.hpp>

#include "counting.hpp"
#include "id_numbers.hpp"

namespace bpetite::python {

namespace nb = nanobind;

// What says how texts are cut. None of all: what the file says, or v1 for training.
struct GivenProfile {
  std::string profile;
  std::vector<std::string> patterns;
  Dialect dialect = Dialect::tiktoken;
  unicode::Version version = unicode::pinned;
};

// ValueError: there is no such dialect, or no such version of Unicode.
GivenProfile given_profile(std::string profile, std::vector<std::string> patterns,
                           std::string_view dialect, std::string_view version);

class Core {
 public:
  explicit Core(Tokenizer tokenizer);

  // --- Making one (making.cpp, training.cpp) ---
  static Core open(const std::filesystem::path& path, const GivenProfile& profile,
                   const std::string& rule, bool drop);
  static Core from_bytes(nb::handle file, const GivenProfile& profile, const std::string& rule,
                         bool drop);
  // As tiktoken.Encoding is made: {bytes: rank}, a pattern, {literal: id}.
  static Core from_ranks(nb::dict ranks, const std::string& pattern, nb::dict specials);
  static Core train(nb::handle texts, std::uint32_t vocab_size, const TrainingProfile& profile,
                    unsigned threads, nb::handle progress);
  static Core train_from_iterator(nb::handle texts, std::uint32_t vocab_size,
                                  const TrainingProfile& profile, unsigned threads,
                                  std::size_t memory, nb::handle progress);
  static Core train_from_counts(const std::vector<GivenCounts::Given>& files,
                                std::uint32_t vocab_size, const TrainingProfile& profile,
                                nb::handle progress);
  // Literals, each with its id or without one.
  Core with_tokens(const std::vector<std::pair<std::string, std::optional<TokenId>>>& literals,
                   bool is_special) const;

  // --- Files ---
  void save(const std::filesystem::path& path, bool overwrite) const;
  std::vector<std::string> export_to(std::string_view format,
                                     const std::filesystem::path& directory, bool overwrite,
                                     bool without_template, bool without_plain) const;
  nb::bytes to_bytes() const;

  // --- Encoding (encoding.cpp) ---
  nb::object encode(nb::handle text, nb::handle allowed, nb::handle disallowed) const;
  nb::object encode_to_numpy(nb::handle text, nb::handle allowed, nb::handle disallowed,
                             unsigned threads) const;
  nb::object encode_batch(nb::handle texts, nb::handle allowed, nb::handle disallowed,
                          unsigned threads) const;
  nb::object encode_batch_flat(nb::handle texts, nb::handle allowed, nb::handle disallowed,
                               unsigned threads) const;
  nb::object encode_arrow(nb::handle array, nb::handle allowed, nb::handle disallowed,
                          unsigned threads, bool skips_nulls) const;
  std::size_t count(nb::handle text, nb::handle allowed, nb::handle disallowed) const;
  nb::object offsets(nb::handle text, nb::handle allowed, nb::handle disallowed,
                     bool in_bytes) const;
  nb::object chunks(nb::handle text) const;

  // --- Texts in motion (motion.cpp) ---
  // The parts as three lists: their kinds, texts or literals, and the ids of tokens. The ids, or
  // ([ids], [(begin, end)], [(first part, last part)]).
  nb::object encode_parts(const std::vector<std::string>& kinds, nb::handle texts,
                          const std::vector<std::optional<TokenId>>& ids, bool is_cut, bool strict,
                          bool has_spans, bool in_bytes) const;
  nb::object divergence(nb::handle ids, bool one_string) const;  // None or (index, byte, cause)
  // (True, bytes that may follow), (False, index) or None.
  nb::object continuation(nb::handle ids, bool one_string) const;
  nb::object first_divergence(nb::handle ids, bool one_string) const;
  nb::object windows(nb::handle text, std::size_t max_ids, std::size_t overlap, bool at_lines,
                     nb::handle allowed, nb::handle disallowed, bool in_bytes) const;
  std::size_t count_up_to(nb::handle text, std::size_t limit, nb::handle allowed,
                          nb::handle disallowed) const;

  // --- Decoding (decoding.cpp) ---
  nb::object decode(nb::handle ids, const char* errors, bool skip_special) const;
  nb::bytes decode_bytes(nb::handle ids, bool skip_special) const;
  nb::bytes token_bytes(TokenId id) const;
  StreamDecoder stream(bool is_replaced) const;

  // --- Views (making.cpp) ---
  nb::object vocabulary() const;      // [bytes or None], by id, without special tokens
  nb::object merges() const;          // [(left, right)]
  nb::object special_tokens() const;  // {literal: id}, without added tokens that are not special
  nb::object added_tokens() const;    // {literal: id}, the others too
  std::string pattern() const;        // ValueError: it has another form than tiktoken's
  nb::object ids_around() const;      // ([ids before], [ids after]) of the template

  // --- For streams and sessions (motion.hpp) ---
  const Tokenizer& tokenizer() const { return tokenizer_; }
  nb::object list_of(std::span<const TokenId> ids) const { return numbers_.list_of(ids); }

 private:
  Tokenizer tokenizer_;
  mutable IdNumbers numbers_;
};

}  // namespace bpetite::python
