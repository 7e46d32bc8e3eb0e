// Lists the faults that `conform fuzz` must find and the vectors (test cases) need not
// (planted_faults). Each changes one part of the reference: the cut of a text with thirteen chunks,
// a buffer, a cache of chunks or of decoded texts, the comparison of ranks, special tokens in
// decoding, ties in training, long tokens in loading, or the last block in saving.
//
//   fuzz-tie-many    of more than 64 pairs in a tie not all are compared
#include "conform/faults/fault.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "conform/program/implementation.hpp"
#include "conform/suite/judged_profile.hpp"
#include "core/utf8.hpp"
#include "reference/merge.hpp"

namespace bpetite::conform::faults {
namespace {

using Ids = std::vector<TokenId>;
using EncodeChunk = decltype(program::TokenizerParts::encode_chunk);

// A text with exactly this number of chunks fails, as if an array were one item too short.
constexpr std::size_t bad_number = 13;

program::TokenizerParts with_chunk_number(program::TokenizerParts parts) {
  parts.pretokenize = [before = parts.pretokenize](std::string_view text) {
    auto chunks = before(text);
    if (chunks.size() == bad_number) {
      chunks[bad_number - 2] += chunks[bad_number - 1];
      chunks.pop_back();
    }
    return chunks;
  };
  return parts;
}

// A scalar that crosses the end of a buffer of 256 bytes is refused as ill-formed.
program::TokenizerParts with_buffer_border(program::TokenizerParts parts) {
  parts.read = [before = parts.read](std::string_view text) {
    constexpr std::size_t buffer = 256;
    for (std::size_t at = buffer; at < text.size(); at += buffer) {
      if (utf8::is_continuation(text[at])) {
        throw UnicodeDecodeError("text: a sequence ends too early", "S1a", at - 1);
      }
    }
    return before(text);
  };
  return parts;
}

// Chunks are cached by a hash of 32 bits alone. "Aa" and "BB" have the same hash.
std::uint32_t weak_hash(std::string_view chunk) {
  std::uint32_t hash = 0;
  for (const char c : chunk) {
    hash = 31 * hash + static_cast<unsigned char>(c);
  }
  return hash;
}

program::TokenizerParts with_hash_collision(program::TokenizerParts parts) {
  using Known = std::map<std::uint32_t, std::pair<std::size_t, Ids>>;
  auto known = std::make_shared<std::pair<std::vector<Pair>, Known>>();
  parts.encode_chunk = [before = parts.encode_chunk, known](std::string_view chunk,
                                                            const Table& table) {
    if (known->first != table.merges) *known = {table.merges, {}};
    const auto [place, is_new] = known->second.try_emplace(weak_hash(chunk));
    if (is_new || place->second.first != chunk.size()) {
      place->second = {chunk.size(), before(chunk, table)};
    }
    return place->second.second;
  };
  return parts;
}

// A cache of 64 chunks. When it is full, the ids of the oldest entry are replaced, but not its
// key.
program::TokenizerParts with_cache_overflow(program::TokenizerParts parts) {
  struct Cache {
    std::vector<Pair> merges;
    std::vector<std::pair<std::string, Ids>> entries;
    std::size_t oldest = 0;
  };
  constexpr std::size_t most = 64;
  auto cache = std::make_shared<Cache>();
  parts.encode_chunk = [before = parts.encode_chunk, cache](std::string_view chunk,
                                                            const Table& table) {
    if (cache->merges != table.merges) *cache = {table.merges, {}, 0};
    auto& entries = cache->entries;
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const auto& entry) { return entry.first == chunk; });
    if (found != entries.end()) return found->second;
    Ids ids = before(chunk, table);
    if (entries.size() < most) {
      entries.emplace_back(std::string(chunk), ids);
    } else {
      entries[cache->oldest++ % most].second = ids;
    }
    return ids;
  };
  return parts;
}

// Ranks are compared modulo 256: the merge of rank 256 is applied before that of rank 1.
program::TokenizerParts with_rank_byte(program::TokenizerParts parts) {
  parts.encode_chunk = [](std::string_view chunk, const Table& table) {
    std::map<Pair, std::size_t> ranks;
    for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
      ranks.try_emplace(table.merges[rank], rank);
    }
    Ids ids = reference::byte_tokens(chunk, table);
    for (;;) {
      auto best = ranks.end();
      for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
        const auto found = ranks.find({ids[i], ids[i + 1]});
        if (found == ranks.end()) continue;
        if (best == ranks.end() || found->second % 256 < best->second % 256) best = found;
      }
      if (best == ranks.end()) return ids;
      reference::merge_pass(ids, best->first, 256 + static_cast<TokenId>(best->second));
    }
  };
  return parts;
}

// A special token at the sixth, eighth, ... place of the ids is decoded as an empty text.
program::TokenizerParts with_special_odd(program::TokenizerParts parts) {
  parts.decode = [before = parts.decode](std::span<const TokenId> ids, const Table& table) {
    Ids kept;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const bool special = ids[i] == table.specials.front().id;
      if (!special || i < 5 || i % 2 == 0) kept.push_back(ids[i]);
    }
    return before(kept, table);
  };
  return parts;
}

// Returns the last text again for ids with the same length, first id and last id, as a cache does
// whose key is too small.
program::TokenizerParts with_decode_memo(program::TokenizerParts parts) {
  using Key = std::tuple<std::size_t, TokenId, TokenId>;
  auto last = std::make_shared<std::pair<Key, std::string>>();
  parts.decode = [before = parts.decode, last](std::span<const TokenId> ids, const Table& table) {
    if (ids.size() < 2) return before(ids, table);
    const Key key{ids.size(), ids.front(), ids.back()};
    if (last->first != key) *last = {key, before(ids, table)};
    return last->second;
  };
  return parts;
}

// If more than 64 pairs have the same count, only the first 64 are compared, in the order of
// their last byte.
program::TokenizerParts with_tie_many(program::TokenizerParts parts) {
  parts.learn_merges = [before = parts.learn_merges](std::vector<reference::CountedChunk> chunks,
                                                     std::size_t planned) {
    std::vector<Pair> merges;
    while (merges.size() < planned) {
      const reference::PairCounts counts = reference::count_pairs(chunks);
      const auto best = reference::best_pair(counts);
      if (!best) break;
      std::vector<Pair> tied;
      for (const auto& [pair, count] : counts) {
        if (count == counts.at(*best)) tied.push_back(pair);
      }
      Pair chosen = *best;
      constexpr std::size_t most = 64;
      if (tied.size() > most) {
        std::sort(tied.begin(), tied.end(), [](const Pair& a, const Pair& b) {
          return std::tie(a.right, a.left) < std::tie(b.right, b.left);
        });
        chosen = *std::min_element(tied.begin(), tied.begin() + most);
      }
      const TokenId token = 256 + static_cast<TokenId>(merges.size());
      for (reference::CountedChunk& chunk : chunks) {
        reference::merge_pass(chunk.ids, chosen, token);
      }
      merges.push_back(chosen);
    }
    return merges;
  };
  return parts;
}

// Compares only the first seven bytes of a vocabulary entry with the bytes of its merge.
program::TokenizerParts with_long_token(program::TokenizerParts parts) {
  parts.load = [before = parts.load](std::string_view file) {
    const auto result = artifact::check(file);
    const auto* fault = std::get_if<artifact::Fault>(&result);
    const auto parsed = json::parse(file);
    if (fault == nullptr || fault->step != 17 || std::holds_alternative<json::Fault>(parsed)) {
      return before(file);
    }
    // Replaces each longer entry by the right one, if the first bytes agree.
    json::Value document = std::get<json::Value>(parsed);
    auto& object = std::get<json::Object>(document.data);
    std::vector<Pair> merges;
    for (const json::Value& value : std::get<json::Array>(json::find(object, "merges")->data)) {
      const auto& pair = std::get<json::Array>(value.data);
      const auto id = [&](std::size_t side) {
        const auto& integer = std::get<json::Integer>(pair[side].data);
        const std::uint64_t none = 256 + merges.size();
        return static_cast<TokenId>(
            integer.negative ? none : std::min(integer.magnitude.value_or(none), none));
      };
      if (id(0) == 256 + merges.size() || id(1) == 256 + merges.size()) return before(file);
      merges.push_back({id(0), id(1)});
    }
    const Table table = suite::judged_table(merges);
    for (json::Member& member : object) {
      if (member.key != "vocab") continue;
      for (json::Member& entry : std::get<json::Object>(member.value.data)) {
        auto& bytes = std::get<json::Array>(entry.value.data);
        constexpr std::size_t compared = 7;
        for (std::size_t id = 256; id < table.tokens.size(); ++id) {
          const std::string& token = table.tokens[id];
          if (entry.key != std::to_string(id) || bytes.size() != token.size()) continue;
          for (std::size_t i = compared; i < token.size(); ++i) {
            bytes[i] = json::integer(static_cast<unsigned char>(token[i]));
          }
        }
      }
    }
    return before(json::serialize(document));
  };
  return parts;
}

// Writes the file in blocks of 64 bytes. A file that ends with a full block lacks its last byte.
program::TokenizerParts with_block_write(program::TokenizerParts parts) {
  parts.serialize = [before = parts.serialize](const program::Loaded& loaded) {
    std::string bytes = before(loaded);
    constexpr std::size_t block = 64;
    if (bytes.size() % block == 0) bytes.pop_back();
    return bytes;
  };
  return parts;
}

}  // namespace

std::vector<Fault> planted_faults() {
  return {
      {"fuzz-chunk-number", "A text of exactly thirteen chunks has its last two as one.", "Planted",
       suite::Level::L0, with_chunk_number},
      {"fuzz-buffer-border", "A scalar across a multiple of 256 bytes is read as ill-formed.",
       "Planted", suite::Level::L0, with_buffer_border},
      {"fuzz-hash-collision", "Two chunks whose hashes of 32 bits are equal have the same ids.",
       "Planted", suite::Level::L1, with_hash_collision},
      {"fuzz-cache-overflow", "After 64 distinct chunks a cache gives the ids of other chunks.",
       "Planted", suite::Level::L1, with_cache_overflow},
      {"fuzz-rank-byte", "Ranks from 256 on are compared by their low byte.", "Planted",
       suite::Level::L1, with_rank_byte},
      {"fuzz-special-odd", "A special token after an odd number of ids, five or more, is lost.",
       "Planted", suite::Level::L1, with_special_odd},
      {"fuzz-decode-memo", "As many ids with the same first and last have the text of before.",
       "Planted", suite::Level::L1, with_decode_memo},
      {"fuzz-long-token", "Of a vocabulary entry only the first seven bytes are compared.",
       "Planted", suite::Level::L2, with_long_token},
      {"fuzz-tie-many", "Of more than 64 pairs in a tie not all are compared.", "Planted",
       suite::Level::L3, with_tie_many},
      {"fuzz-block-write", "A file that fills its blocks of 64 bytes lacks its last byte.",
       "Planted", suite::Level::L4, with_block_write},
  };
}

}  // namespace bpetite::conform::faults
