// Encodes texts without special tokens.
//
//   segment -> starts of chunks -> keys -> ids out of the cache, or merged -> where the ids go
//
// The text is read in batches of 32 KB, and several short texts as one batch. For each the scanner
// (engine/scan/scan.hpp) writes where chunks begin; then keys and hashes of all chunks are computed
// and their lines of the cache asked for; then each chunk is compared with its line, and its ids
// are written. What is not there is merged at the end of the batch (engine/merge/merge.hpp), and
// kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/cache/chunk_cache.hpp"
#include "engine/id_sink.hpp"
#include "engine/kernels/kernels.hpp"
#include "engine/machine/level.hpp"
#include "engine/merge/merge.hpp"
#include "engine/merge/merge_table.hpp"
#include "engine/scan/scan.hpp"

namespace bpetite::engine {

struct EncodeOptions {
  machine::Level level = machine::level();
  std::size_t cache_memory = cache::ChunkCache::default_memory;
  std::size_t least_part = std::size_t{256} << 10;  // of a text that threads share; less: for tests
};

// Encodes the chunks of segments. One thread at a time.
class ChunkEncoder {
 public:
  ChunkEncoder(const merge::MergeTable& table, kernels::ScanPattern pattern,
               const EncodeOptions& options);

  // Adds the ids of a text without specials, which must be well-formed UTF-8.
  void encode(std::string_view segment, IdSink& sink);

  // The ids of several such texts, together of at most max_together bytes: they are looked up, and
  // what is new is merged, as if they were one text. take(i, ids) gets those of each.
  using TakeIds = std::function<void(std::size_t i, std::span<const TokenId> ids)>;
  void encode_together(std::span<const std::string_view> texts, const TakeIds& take);
  static constexpr std::size_t max_together = 512 * kernels::block_size;

 private:
  static constexpr std::size_t blocks = max_together / kernels::block_size;
  static constexpr std::size_t copy_size = 16;

  // A chunk that the cache did not have when the batch met it first.
  struct NewChunk {
    cache::ShortKey key;  // of a longer one: its hash, and no_short_key
    std::uint32_t begin;
    std::uint32_t size;
  };
  struct NewIds {
    std::array<TokenId, kernels::max_group_ids> ids;
    std::uint32_t count;
  };
  // Chunks whose keys are made and whose lines of the cache are asked for.
  struct Probes {
    explicit Probes(const cache::ChunkCache& cache) : group(cache.view()) {}
    kernels::ProbeGroup group;
    const std::uint32_t* starts = nullptr;
    std::array<std::uint64_t, kernels::probe_size> hashes;  // of those without a short key

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

  kernels::ScanPattern pattern_;
  EncodeOptions options_;
  const kernels::Kernels& kernels_;
  merge::Merger merger_;
  cache::ChunkCache cache_;
  std::vector<std::uint32_t> starts_;
  std::vector<TokenId> out_;
  TokenId* batch_ = nullptr;     // where the ids of a batch go: to out_, or where they stay
  std::vector<TokenId> filled_;  // the ids of a batch with those of its misses
  std::vector<Miss> misses_;
  std::size_t filled_misses_ = 0;     // number of misses_ that were filled in
  std::vector<NewChunk> new_chunks_;  // of which new_count_ are there
  std::uint32_t new_count_ = 0;
  std::vector<std::uint32_t> newest_;   // by the last bits of a line: places in new_chunks_
  std::vector<std::uint32_t> by_size_;  // places in new_chunks_, shorter chunks first
  std::vector<NewIds> new_ids_;         // of new_chunks_
  kernels::ChunkGroup group_;
  std::string joined_;  // texts that are encoded together,
  // and where in out_, and after how many misses, the ids of each end.
  struct End {
    const TokenId* ids;
    std::size_t misses;
  };
  std::vector<End> ends_;
};

}  // namespace bpetite::engine
