// From text to token ids, as fast as the machine allows.
//
//   text -> segments between specials -> starts of chunks -> ids out of the cache, or merged
//
// The text is read in batches of 32 KB, and several short texts as one batch. For each the scanner
// (engine/scan.hpp) writes where chunks begin; then keys and hashes of all chunks are computed and
// their lines of the cache asked for; then each chunk is compared with its line, and its ids are
// written. What is not there is merged at the end of the batch (engine/merge.hpp), and kept. Memory
// beyond text and ids: ChunkCache::default_memory and 4 MB, for each thread at a time; a chunk of
// 512 bytes to 64 KB needs 24 bytes for each byte of it as long as it is merged, a longer one a
// trie of the tokens that it may have, which is kept. tools/growth/run measures it, tools/bench/run
// the time, and props/engine_encode.cpp holds it against the reference.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "engine/chunk_cache.hpp"
#include "engine/id_sink.hpp"
#include "engine/kernels.hpp"
#include "engine/level.hpp"
#include "engine/merge.hpp"
#include "engine/merge_table.hpp"
#include "engine/scan.hpp"
#include "engine/specials.hpp"

namespace bpetite::engine {

struct EncodeOptions {
  ScanPattern pattern = ScanPattern::v1;
  Level level = engine::level();
  std::size_t cache_memory = ChunkCache::default_memory;
};

// Encodes the chunks of segments. One thread at a time.
class ChunkEncoder {
 public:
  ChunkEncoder(const MergeTable& table, const EncodeOptions& options);

  // Appends the ids of a text without specials, which must be well-formed UTF-8.
  void encode(std::string_view segment, std::vector<TokenId>& ids);
  void encode(std::string_view segment, IdSink& sink);

  // The ids of several such texts, together of at most max_together bytes: they are looked up, and
  // what is new is merged, as if they were one text. take(i, ids) gets those of each.
  template <typename Take>
  void encode_together(std::span<const std::string_view> texts, const Take& take);
  static constexpr std::size_t max_together = 512 * block_size;

 private:
  static constexpr std::size_t blocks = max_together / block_size;
  static constexpr std::size_t copy_size = 16;

  // A chunk that the cache did not have when the batch met it first.
  struct NewChunk {
    ShortKey key;  // of a longer one: its hash, and no_short_key
    std::uint32_t begin;
    std::uint32_t size;
  };
  struct NewIds {
    std::array<TokenId, max_group_ids> ids;
    std::uint32_t count;
  };
  // Chunks whose keys are made and whose lines of the cache are asked for.
  struct Probes {
    explicit Probes(const ChunkCache& cache) : group(cache.view()) {}
    ProbeGroup group;
    const std::uint32_t* starts = nullptr;
    std::array<std::uint64_t, probe_size> hashes;  // of those without a short key

    std::string_view chunk_at(std::string_view text, std::size_t i) const {
      return text.substr(starts[i], starts[i + 1] - starts[i]);
    }
  };
  // One of those, and before which id of the batch its own belong.
  struct Miss {
    std::uint32_t chunk;
    std::uint32_t at;
  };

  void begin_batch(TokenId* out);
  void encode_alone(std::string_view chunk, IdSink& sink);
  TokenId* encode_batch(std::string_view text, std::size_t count, TokenId* out);
  void merge_new_chunks(std::string_view text);
  std::span<const TokenId> filled_in(const TokenId* from, const TokenId* end, std::size_t misses);
  TokenId* encode_range(std::string_view text, std::size_t from, std::size_t to, TokenId* out);
  void prepare(std::string_view text, std::size_t from, std::size_t to, Probes& probes);
  TokenId* encode_probes(std::string_view text, Probes& probes, TokenId* out);
  void list_misses(std::string_view text, const Probes& probes);
  TokenId* encode_chunk(std::string_view chunk, TokenId* out);
  TokenId* encode_long(std::string_view chunk, std::uint64_t hash, TokenId* out);

  EncodeOptions options_;
  const Kernels& kernels_;
  Merger merger_;
  ChunkCache cache_;
  std::vector<std::uint32_t> starts_;
  std::vector<TokenId> out_;
  TokenId* batch_ = nullptr;     // where the ids of a batch go: to out_, or where they stay
  std::vector<TokenId> filled_;  // the ids of a batch with those of its misses
  std::vector<Miss> misses_;
  std::size_t filled_misses_ = 0;     // so many of misses_ were filled in
  std::vector<NewChunk> new_chunks_;  // of which new_count_ are there
  std::uint32_t new_count_ = 0;
  std::vector<std::uint32_t> newest_;   // by the last bits of a line: places in new_chunks_
  std::vector<std::uint32_t> by_size_;  // places in new_chunks_, shorter chunks first
  std::vector<NewIds> new_ids_;         // of new_chunks_
  ChunkGroup group_;
  std::string joined_;  // texts that are encoded together,
  // and where in out_, and after how many misses, the ids of each end.
  struct End {
    const TokenId* ids;
    std::size_t misses;
  };
  std::vector<End> ends_;
};

// Encodes texts by a table. Any number of threads may use it: each call takes an encoder of chunks,
// with what it has cached, and gives it back.
class Encoder {
 public:
  // The table must outlive it.
  explicit Encoder(const Table& table, const EncodeOptions& options = {});

  // FR-16. The text must be well-formed UTF-8.
  std::vector<TokenId> encode(std::string_view text) const;

  // The same, after what is in `ids` or was added to the sink.
  void append(std::string_view text, std::vector<TokenId>& ids) const;
  void append(std::string_view text, IdSink& sink) const;

  // The ids of each text, into as many results, in place of what they hold.
  void encode(std::span<const std::string_view> texts,
              std::span<std::vector<TokenId>> results) const;

  // The same, one behind the other into the sink; to `ends` goes how many ids it has after each.
  void append(std::span<const std::string_view> texts, VectorSink& sink,
              std::vector<std::size_t>& ends) const;

  // The same by up to so many threads.
  std::vector<TokenId> encode(std::string_view text, unsigned threads) const;

 private:
  void append(ChunkEncoder& encoder, std::string_view text, IdSink& sink) const;
  template <typename Take, typename Alone>
  void encode_each(std::span<const std::string_view> texts, const Take& take_ids,
                   const Alone& alone) const;
  std::unique_ptr<ChunkEncoder> take() const;
  std::unique_ptr<ChunkEncoder> take_idle() const;
  void give_back(std::unique_ptr<ChunkEncoder> encoder) const;

  EncodeOptions options_;
  MergeTable table_;
  Specials specials_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<ChunkEncoder>> idle_;
};

}  // namespace bpetite::engine
