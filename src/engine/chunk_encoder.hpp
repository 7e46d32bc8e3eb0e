// ChunkEncoder encodes texts without special tokens: one text of any length (encode), or several
// short ones together (encode_together).
//
//   text -> starts of chunks -> keys -> ids from the cache, or from merging -> IdSink
//   "ab abc" -> 0, 2 -> keys of "ab" and " abc" -> 256 | 257 99
//
// The encoder reads the text in batches of 32 KB; several short texts can be one batch. First the
// scanner (engine/scan/scan.hpp) finds where the chunks of a batch begin. Then the encoder takes
// the chunks in groups. It computes the keys of a group and prefetches their lines of the cache.
// While these lines come from memory, it writes the ids of the previous group. At the end of the
// batch it merges the chunks that were not in the cache (engine/merge/merge.hpp), and adds them to
// the cache. expect() announces a text, so that the cache can grow.
//
// EncodeOptions has the level of instructions, the memory of the cache, and two sizes by which
// engine/encode.hpp divides texts.
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
#include "engine/scan/scan.hpp"

namespace bpetite::engine {

struct EncodeOptions {
  machine::Level level = machine::level();
  std::size_t cache_memory = cache::ChunkCache::default_memory;
  std::size_t least_part = std::size_t{256}
                           << 10;  // bytes of a text for one thread; tests give less
  std::size_t window = 512 * kernels::block_size;  // bytes normalized at once; tests give less
};

// Encodes the chunks of texts. Only one thread at a time may use an encoder.
class ChunkEncoder {
 public:
  ChunkEncoder(const merge::MergeTable& table, const scan::Cutter& cutter,
               const EncodeOptions& options);

  // Announces a text by its size in bytes. The text then comes in segments.
  void expect(std::size_t bytes);

  // Adds the ids of a text without specials, which must be well-formed UTF-8. It stops after the
  // batch that fills the sink.
  void encode(std::string_view segment, IdSink& sink);

  // Encodes several such texts, of at most max_together bytes in all, as one batch. Calls
  // take(i, ids) with the ids of text i.
  using TakeIds = std::function<void(std::size_t i, std::span<const TokenId> ids)>;
  void encode_together(std::span<const std::string_view> texts, const TakeIds& take);
  static constexpr std::size_t max_together = 512 * kernels::block_size;

  // Adds the ids of chunks that are known already: those of a text that end at these places.
  // Behind the last one there must be sixteen bytes that may be read.
  void encode_chunks(std::string_view text, std::span<const std::size_t> ends, IdSink& sink);

 private:
  static constexpr std::size_t blocks = max_together / kernels::block_size;
  static constexpr std::size_t copy_size = 16;

  // A chunk of this batch that was not in the cache.
  struct NewChunk {
    cache::ShortKey key;  // of more than 15 bytes: its hash, and no_short_key
    std::uint32_t begin;
    std::uint32_t size;
  };
  struct NewIds {
    std::array<TokenId, kernels::max_group_ids> ids;
    std::uint32_t count;
  };
  // A group of chunks whose keys are computed and whose lines of the cache are prefetched.
  struct Probes {
    explicit Probes(const cache::ChunkCache& cache) : group(cache.view()) {}
    kernels::ProbeGroup group;
    const std::uint32_t* starts = nullptr;
    std::array<std::uint64_t, kernels::probe_size> hashes;  // of those without a short key

    std::string_view chunk_at(std::string_view text, std::size_t i) const {
      return text.substr(starts[i], starts[i + 1] - starts[i]);
    }
  };
  // A new chunk, by its index in new_chunks_, and the index in the ids of the batch where its ids
  // will be put.
  struct Miss {
    std::uint32_t chunk;
    std::uint32_t at;
  };

  void begin_batch(TokenId* out);
  // Makes space for this number of ids of one batch.
  void make_space(std::size_t ids);
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

  scan::Cutter cutter_;
  EncodeOptions options_;
  const kernels::Kernels& kernels_;
  merge::Merger merger_;
  cache::ChunkCache cache_;
  std::vector<std::uint32_t> starts_;
  std::vector<TokenId> out_;
  TokenId* batch_ = nullptr;     // the ids of the batch: in out_, or in the buffer of the sink
  std::vector<TokenId> filled_;  // the ids of a batch with those of its misses
  std::vector<Miss> misses_;
  std::size_t filled_misses_ = 0;     // number of misses_ that were filled in
  std::vector<NewChunk> new_chunks_;  // the first new_count_ are in use
  std::uint32_t new_count_ = 0;
  std::vector<std::uint32_t> newest_;   // by the last bits of a line: indices in new_chunks_
  bool is_large_;                       // whether the vocabulary is large
  std::size_t announced_ = 0;           // bytes of texts, up to a limit
  std::vector<std::uint32_t> by_size_;  // indices in new_chunks_, shorter chunks first
  std::vector<NewIds> new_ids_;         // of new_chunks_
  kernels::ChunkGroup group_;
  std::string joined_;  // the texts of encode_together()
  // For each text: where its ids end in out_, and the number of misses up to there.
  struct End {
    const TokenId* ids;
    std::size_t misses;
  };
  std::vector<End> ends_;
};

}  // namespace bpetite::engine
