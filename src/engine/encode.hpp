// Encoder encodes texts: one text or many at once, one text on many threads, or only the first ids
// of a text (append_first). The ids go into a vector (encode) or into a sink (append).
//
//   text -> stretches between specials -> their normal form -> segments between those specials that
//   are found there -> engine/chunk_encoder.hpp -> ids
//
// Encoder also lists where the bytes of the ids differ from the given text (changes,
// changes_before), so that engine/offsets.hpp can find the places of the ids.
//
// Memory besides texts and ids: for each thread at a time, that of the cache
// (cache/chunk_cache.hpp) and 4 MB. A chunk of 512 bytes to 64 KB needs 24 bytes for each of its
// bytes while it is merged. For a longer one, a trie of the tokens that it may have is made and
// kept. tools/measure/growth/run measures the memory, and tools/measure/bench/run the time.
// props/engine/engine_encode.cpp compares the ids with the reference.
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

// Encodes texts by a table. Any number of threads may use it. Each call takes a ChunkEncoder with
// its cache, and gives it back.
class Encoder {
 public:
  // The table must outlive it. ValueError: a pattern of the profile is outside the language, or too
  // large (S26d).
  explicit Encoder(const Table& table, const EncodeOptions& options = {});

  // FR-16. Here and below, errors come before any id is written: UnicodeDecodeError if a text is
  // not UTF-8 (S1a); ValueError or KeyError for a special token that is not allowed, or a choice
  // that does not exist (S27).
  std::vector<TokenId> encode(std::string_view text, const SpecialChoice& choice = {}) const;

  // The same on at most `threads` threads, including the caller.
  std::vector<TokenId> encode(std::string_view text, unsigned threads,
                              const SpecialChoice& choice = {}) const;
  // Adds the ids of a text to the vector, on at most `threads` threads.
  void append(std::string_view text, unsigned threads, std::vector<TokenId>& ids,
              const SpecialChoice& choice = {}) const;
  // Adds those of many texts, and to `ends` the number of ids after each. The error is that of the
  // first text that has one.
  void append(std::span<const std::string_view> texts, unsigned threads, std::vector<TokenId>& ids,
              std::vector<std::size_t>& ends, const SpecialChoice& choice = {}) const;

  // Adds the ids of a text to the sink.
  void append(std::string_view text, IdSink& sink, const SpecialChoice& choice = {}) const;

  // Adds the ids of a text until the sink is full. The cost can be as low as that of the bytes that
  // these ids come from, and of the checks, which read the whole text. Returns the size of the part
  // of the text, from its start, whose ids were added. Its end cuts no group (S28b).
  std::size_t append_first(std::string_view text, FirstSink& sink,
                           const SpecialChoice& choice = {}) const;

  // Replaces each result by the ids of its text. There must be as many results as texts.
  void encode(std::span<const std::string_view> texts, std::span<std::vector<TokenId>> results,
              const SpecialChoice& choice = {}) const;

  // The groups of the text that the normalizer changes, the bytes that are dropped (S31d), and the
  // special tokens that take more bytes than they decode to, in order, for the places of its ids
  // (S28b). The text must be UTF-8.
  std::vector<normalize::Nfc::Change> changes(std::string_view text,
                                              const SpecialChoice& choice) const;
  // The same up to this place of a text that was checked, which append_first() returned.
  std::vector<normalize::Nfc::Change> changes_before(std::size_t end, std::string_view text,
                                                     const SpecialChoice& choice) const;

  // The errors of encode for a text.
  void check(std::string_view text, const SpecialChoice& choice) const {
    checked({&text, 1}, choice);
  }

  // The number of ids of each part of a text that was checked, as if it were a text. The parts must
  // end at safe places (S64b).
  std::vector<std::size_t> count_each(std::span<const std::string_view> parts,
                                      const SpecialChoice& choice) const;
  // Adds the ids of one part, which may end anywhere between two scalars. ValueError: it holds a
  // special token that is not allowed, and that the text does not have.
  void append_part(std::string_view part, IdSink& sink, const SpecialChoice& choice) const;

  // The special tokens to look for: in the given text, and in its normalized stretches (S30e).
  struct Wanted {
    const scan::Specials& given;
    const scan::Specials& normalized;
  };
  Wanted wanted_in(const SpecialChoice& choice) const;
  // Adds the ids of a text that was checked, or of a part of it.
  void append(ChunkEncoder& encoder, const Wanted& wanted, std::string_view text,
              IdSink& sink) const;
  // A ChunkEncoder for one thread, which gives it back.
  std::unique_ptr<ChunkEncoder> take() const;
  void give_back(std::unique_ptr<ChunkEncoder> encoder) const;

  // For texts in motion (engine/motion), which go the same way step by step.
  const Table& table() const { return source_; }
  const scan::Cutter& cutter() const { return cutter_; }
  const merge::MergeTable& merges() const { return table_; }
  const normalize::Nfc* normalizer() const { return nfc_; }  // null without one
  const std::string& dropped() const { return dropped_; }    // the bytes that are dropped (S31d)
  // Those that a text may hold or has to be refused for, if the choice is one (S27). Errors as
  // above.
  Wanted looked_for(const SpecialChoice& choice) const;
  // Whether a special token may be found that is not allowed (S27a), and ValueError for one.
  bool may_refuse(const SpecialChoice& choice) const;
  void check_allowed(const SpecialToken& found, std::size_t place,
                     const SpecialChoice& choice) const;
  // The form of a text, or nullopt if the text does not change.
  std::optional<std::string> normalized(std::string_view text) const;

 private:
  void add_changes(std::string_view stretch, std::size_t place,
                   std::vector<normalize::Nfc::Change>& all) const;
  // The same of a whole segment, with the space that is put before it.
  void add_segment_changes(std::string_view segment, std::size_t place,
                           std::vector<normalize::Nfc::Change>& all) const;
  // Of the first `size` bytes of a stretch.
  void add_changes(const Wanted& wanted, std::string_view stretch, std::size_t size,
                   std::size_t place, std::vector<normalize::Nfc::Change>& all) const;
  void add_special(const scan::Specials::Found& special, std::size_t place,
                   std::vector<normalize::Nfc::Change>& all) const;
  Wanted checked(std::span<const std::string_view> texts, const SpecialChoice& choice) const;
  void check_allowed(std::string_view text, const SpecialChoice& choice) const;
  void append_whole(std::string_view text, IdSink& sink, const Wanted& wanted) const;
  Wanted checked_on_threads(std::string_view text, unsigned threads,
                            const SpecialChoice& choice) const;
  std::vector<std::string_view> parts_for_threads(std::string_view text,
                                                  const Wanted& wanted) const;
  void append_stretch(ChunkEncoder& encoder, const Wanted& wanted, std::string_view stretch,
                      IdSink& sink) const;
  void append_form(ChunkEncoder& encoder, const Wanted& wanted, std::string_view form,
                   IdSink& sink) const;
  void append_segment(ChunkEncoder& encoder, std::string_view segment, IdSink& sink) const;
  std::size_t end_of_window(std::string_view stretch, std::size_t from) const;
  std::size_t append_windows(ChunkEncoder& encoder, const Wanted& wanted, std::string_view stretch,
                             FirstSink& sink) const;
  template <typename Take, typename Alone>
  void encode_each(ChunkEncoder& encoder, std::span<const std::string_view> texts,
                   const Wanted& wanted, const Take& take_ids, const Alone& alone) const;
  // Checks texts, adds their ids, and writes the number of ids in the sink after each.
  void append_each(ChunkEncoder& encoder, std::span<const std::string_view> texts, VectorSink& sink,
                   std::size_t* ends, const SpecialChoice& choice) const;
  std::unique_ptr<ChunkEncoder> take_idle() const;

  scan::Cutter cutter_;
  EncodeOptions options_;
  merge::MergeTable table_;
  const Table& source_;  // of the merge table: its special tokens, and the rule for them
  scan::Specials given_;
  scan::Specials normalized_;
  scan::Specials plain_given_;  // those that are not special (S27f)
  scan::Specials plain_normalized_;
  const normalize::Nfc* nfc_ = nullptr;  // null without a normalizer
  std::string dropped_;                  // the bytes that are dropped (S31d)
  bool changes_specials_ = false;        // some special takes other bytes than it decodes to
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<ChunkEncoder>> idle_;
};

}  // namespace bpetite::engine
