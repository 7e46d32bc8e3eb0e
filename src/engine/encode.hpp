// From text to token ids: normal form, segments between specials, many texts, many threads.
//
//   text -> stretches between specials -> their normal form -> segments between those specials that
//   are found there -> engine/chunk_encoder.hpp -> ids
//
// Memory beyond text and ids: what cache/chunk_cache.hpp says, and 4 MB, for each thread at a time;
// a chunk of 512 bytes to 64 KB needs 24 bytes for each byte of it as long as it is merged, a
// longer one a trie of the tokens that it may have, which is kept. tools/measure/growth/run
// measures it, tools/measure/bench/run the time, and props/engine/engine_encode.cpp holds it
// against the reference.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/special.hpp>

#include "core/table.hpp"
#include "engine/chunk_encoder.hpp"
#include "engine/id_sink.hpp"
#include "engine/merge/merge.hpp"
#include "engine/normalize/nfc.hpp"
#include "engine/scan/specials.hpp"

namespace bpetite::engine {

// Encodes texts by a table. Any number of threads may use it: each call takes an encoder of chunks,
// with what it has cached, and gives it back.
class Encoder {
 public:
  // The table must outlive it. ValueError for a profile that is not carried: a pattern is outside
  // the language or too large (S26d).
  explicit Encoder(const Table& table, const EncodeOptions& options = {});

  // FR-16. Here and below, before any id is given out: UnicodeDecodeError if a text is not UTF-8
  // (S1a); ValueError or KeyError for a special token that is not allowed, or a choice that does
  // not exist (S27).
  std::vector<TokenId> encode(std::string_view text, const SpecialChoice& choice = {}) const;

  // The same on at most `threads` threads, including the caller.
  std::vector<TokenId> encode(std::string_view text, unsigned threads,
                              const SpecialChoice& choice = {}) const;

  // The ids of a text, after what was added to the sink.
  void append(std::string_view text, IdSink& sink, const SpecialChoice& choice = {}) const;

  // The ids of a text until the sink is full, which may cost as little as the bytes that they come
  // from; only special tokens that are not allowed are looked for in all of it. Returns the size of
  // the part of the text, from its start, whose ids were added; its end cuts no group (S28b).
  std::size_t append_first(std::string_view text, FirstSink& sink,
                           const SpecialChoice& choice = {}) const;

  // The ids of each text, into as many results, in place of what they hold.
  void encode(std::span<const std::string_view> texts, std::span<std::vector<TokenId>> results,
              const SpecialChoice& choice = {}) const;

  // The same, one behind the other into the sink; to `ends` goes how many ids it has after each.
  void append(std::span<const std::string_view> texts, VectorSink& sink,
              std::vector<std::size_t>& ends, const SpecialChoice& choice = {}) const;

  // The groups of the text that the normalizer changes, and the bytes that are dropped (S31d), in
  // order, for the places of its ids (S28b). The text must be UTF-8.
  std::vector<normalize::Nfc::Change> changes(std::string_view text,
                                              const SpecialChoice& choice) const;

 private:
  // What is looked for in a text: in itself, and in its normalized stretches (S30e).
  struct Wanted {
    const scan::Specials& given;
    const scan::Specials& normalized;
  };

  std::optional<std::string> normalized(std::string_view text) const;
  void add_changes(std::string_view stretch, std::size_t place,
                   std::vector<normalize::Nfc::Change>& all) const;
  Wanted checked(std::span<const std::string_view> texts, const SpecialChoice& choice) const;
  Wanted wanted_in(const SpecialChoice& choice) const;
  void check_allowed(std::string_view text, const SpecialChoice& choice) const;
  void append(ChunkEncoder& encoder, const Wanted& wanted, std::string_view text,
              IdSink& sink) const;
  void append_stretch(ChunkEncoder& encoder, const Wanted& wanted, std::string_view stretch,
                      IdSink& sink) const;
  void append_form(ChunkEncoder& encoder, const Wanted& wanted, std::string_view form,
                   IdSink& sink) const;
  std::size_t append_windows(ChunkEncoder& encoder, const Wanted& wanted, std::string_view stretch,
                             FirstSink& sink) const;
  template <typename Take, typename Alone>
  void encode_each(std::span<const std::string_view> texts, const Wanted& wanted,
                   const Take& take_ids, const Alone& alone) const;
  std::unique_ptr<ChunkEncoder> take() const;
  std::unique_ptr<ChunkEncoder> take_idle() const;
  void give_back(std::unique_ptr<ChunkEncoder> encoder) const;

  scan::Cutter cutter_;
  EncodeOptions options_;
  merge::MergeTable table_;
  const Table& source_;  // of the merge table: its special tokens, and the rule for them
  scan::Specials given_;
  scan::Specials normalized_;
  scan::Specials plain_given_;  // those that are not special (S27f)
  scan::Specials plain_normalized_;
  const normalize::Nfc* nfc_ = nullptr;  // of a profile with that normalizer
  std::string dropped_;                  // the bytes that are dropped (S31d)
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<ChunkEncoder>> idle_;
};

}  // namespace bpetite::engine
