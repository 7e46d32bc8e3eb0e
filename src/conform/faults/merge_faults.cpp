// Lists the faults in encoding the chunks of a text (spec/04-encode.md, level L1 of the kit): other
// merge passes, another order or look-up of merges, merges that are never applied, other bytes or
// ids, a cache with a bad key, chunks such as "constructor" that are names in the programming
// language, chunks that are cut or joined before they are merged, and a space before each part
// between special tokens. Each fault has a change of the reference that makes it.
//
//   one-occurrence   merge (97,97) on "aaaa"    [aa][a][a], and not [aa][aa]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/faults/fault.hpp"
#include "core/utf8.hpp"
#include "reference/encode.hpp"
#include "reference/merge.hpp"

namespace bpetite::conform::faults {
namespace {

using Ids = std::vector<TokenId>;
using EncodeChunk = std::function<Ids(std::string_view chunk, const Table& table)>;
using Pass = std::function<void(Ids& ids, const Pair& pair, TokenId token)>;

PartsEdit encoding(std::function<EncodeChunk(EncodeChunk)> change) {
  return [change](program::TokenizerParts parts) {
    parts.encode_chunk = change(parts.encode_chunk);
    return parts;
  };
}

// Replaces the function that encodes a chunk.
PartsEdit by(EncodeChunk encode) {
  return encoding([encode](const EncodeChunk&) { return encode; });
}

// Changes the ids that the reference gives.
PartsEdit renumbering(std::function<TokenId(TokenId, const Table&)> renumber) {
  return encoding([renumber](const EncodeChunk& encode) {
    return [renumber, encode](std::string_view chunk, const Table& table) {
      Ids ids = encode(chunk, table);
      for (TokenId& id : ids) id = renumber(id, table);
      return ids;
    };
  });
}

TokenId token_of(std::size_t rank) { return 256 + static_cast<TokenId>(rank); }

// Computes a value for a table once, for all chunks that are encoded with it.
template <typename Make>
auto once_a_table(Make make) {
  using Index = decltype(make(Table{}));
  return [make, known = std::make_shared<std::pair<std::vector<Pair>, std::optional<Index>>>()](
             const Table& table) -> const Index& {
    if (!known->second || known->first != table.merges) {
      *known = {table.merges, make(table)};
    }
    return *known->second;
  };
}

bool is_at(const Ids& ids, std::size_t at, const Pair& pair) {
  return at + 1 < ids.size() && ids[at] == pair.left && ids[at + 1] == pair.right;
}

bool holds(const Ids& ids, const Pair& pair) {
  return std::adjacent_find(ids.begin(), ids.end(), [&](TokenId left, TokenId right) {
           return left == pair.left && right == pair.right;
         }) != ids.end();
}

// Replaces the merge pass, the step that applies one merge to a chunk.
PartsEdit passing(Pass pass) {
  return by([pass](std::string_view chunk, const Table& table) {
    Ids ids = reference::byte_tokens(chunk, table);
    for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
      if (holds(ids, table.merges[rank])) pass(ids, table.merges[rank], token_of(rank));
    }
    return ids;
  });
}

void first_only(Ids& ids, const Pair& pair, TokenId token) {
  for (std::size_t at = 0; at + 1 < ids.size(); ++at) {
    if (is_at(ids, at, pair)) {
      ids[at] = token;
      ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      return;
    }
  }
}

void from_the_right(Ids& ids, const Pair& pair, TokenId token) {
  std::reverse(ids.begin(), ids.end());
  reference::merge_pass(ids, {pair.right, pair.left}, token);
  std::reverse(ids.begin(), ids.end());
}

// Merges every match at once, even overlapping ones: a run becomes one token.
void all_at_once(Ids& ids, const Pair& pair, TokenId token) {
  Ids merged;
  for (std::size_t at = 0; at < ids.size(); ++at) {
    if (at > 0 && is_at(ids, at - 1, pair)) continue;
    merged.push_back(is_at(ids, at, pair) ? token : ids[at]);
  }
  ids = std::move(merged);
}

// "aaaa" has two pairs. The second begins where the first ended, and this pass skips it.
void every_other(Ids& ids, const Pair& pair, TokenId token) {
  Ids merged;
  for (std::size_t at = 0; at < ids.size(); ++at) {
    if (!is_at(ids, at, pair)) {
      merged.push_back(ids[at]);
      continue;
    }
    merged.push_back(token);
    ++at;
    if (at + 1 < ids.size()) merged.push_back(ids[++at]);
  }
  ids = std::move(merged);
}

// Merges by rank, but two neighbours match if their joined bytes are a token's bytes (S19b).
Ids by_bytes(std::string_view chunk, const Table& table) {
  Ids ids = reference::byte_tokens(chunk, table);
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const std::string_view token = table.tokens[token_of(rank)];
    if (chunk.find(token) == std::string_view::npos) continue;
    Ids merged;
    for (const TokenId id : ids) {
      const bool matches = !merged.empty() && merged.back() != token_of(rank) &&
                           table.tokens[merged.back()] + table.tokens[id] == token;
      if (matches) {
        merged.back() = token_of(rank);
      } else {
        merged.push_back(id);
      }
    }
    ids = std::move(merged);
  }
  return ids;
}

Ids highest_rank_first(std::string_view chunk, const Table& table) {
  Ids ids = reference::byte_tokens(chunk, table);
  for (std::size_t rank = table.merges.size(); rank-- > 0;) {
    reference::merge_pass(ids, table.merges[rank], token_of(rank));
  }
  return ids;
}

// Looks merges up in a map of pairs. If two merges have the same pair, the later one has replaced
// the first.
EncodeChunk later_of_two() {
  const auto tokens_by_pair = [](const Table& table) {
    std::map<Pair, TokenId> tokens;
    for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
      tokens.insert_or_assign(table.merges[rank], token_of(rank));
    }
    return tokens;
  };
  return [tokens_of = once_a_table(tokens_by_pair)](std::string_view chunk, const Table& table) {
    const std::map<Pair, TokenId>& tokens = tokens_of(table);
    Ids ids = reference::byte_tokens(chunk, table);
    for (const Pair& pair : table.merges) {
      if (holds(ids, pair)) reference::merge_pass(ids, pair, tokens.at(pair));
    }
    return ids;
  };
}

// The low bytes of the scalars or of the UTF-16 code units, in place of the UTF-8 bytes.
std::string low_bytes(std::string_view chunk, bool utf16) {
  std::string bytes;
  program::require_well_formed(chunk);
  for (std::size_t at = 0; at < chunk.size();) {
    const auto [value, size] = utf8::scalar_at(chunk, at);
    at += size;
    if (utf16 && value > 0xFFFF) bytes += static_cast<char>((0xD800 + (value >> 10)) & 0xFFU);
    bytes += static_cast<char>(value & 0xFFU);
  }
  return bytes;
}

// The order of the bytes in the vocabulary of GPT-2: printable bytes first.
std::array<TokenId, 256> printable_order() {
  std::array<TokenId, 256> places{};
  TokenId place = 0;
  const auto printable = [](unsigned byte) {
    return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  };
  for (const bool first : {true, false}) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      if (printable(byte) == first) places[byte] = place++;
    }
  }
  return places;
}

EncodeChunk in_parts_of(std::size_t size, const EncodeChunk& encode) {
  return [size, encode](std::string_view chunk, const Table& table) {
    Ids ids;
    for (std::size_t at = 0; at < chunk.size(); at += size) {
      const Ids part = encode(chunk.substr(at, size), table);
      ids.insert(ids.end(), part.begin(), part.end());
    }
    return ids;
  };
}

// Caches chunks under a weak key, the sum of their bytes, so different chunks share an entry. The
// cache is emptied for each text, so answers do not depend on the order of the texts.
program::TokenizerParts with_weak_cache(program::TokenizerParts parts) {
  const auto cache = std::make_shared<std::map<std::pair<std::size_t, unsigned>, Ids>>();
  parts.read = [cache, read = parts.read](std::string_view text) {
    cache->clear();
    return read(text);
  };
  parts.encode_chunk = [cache, encode = parts.encode_chunk](std::string_view chunk,
                                                            const Table& table) {
    unsigned sum = 0;
    for (const char c : chunk) sum += static_cast<unsigned char>(c);
    const auto [place, is_new] = cache->try_emplace({chunk.size(), sum});
    if (is_new) place->second = encode(chunk, table);
    return place->second;
  };
  return parts;
}

// Encodes chunks that are cut in another way. The operation `pretokenize` still gives the right
// chunks.
PartsEdit cutting(
    std::function<std::vector<std::string>(std::string_view, const program::TokenizerParts&)> cut) {
  return [cut](program::TokenizerParts parts) {
    parts.cut = [cut, parts](std::string_view text) { return cut(text, parts); };
    return parts;
  };
}

// Cuts a text into blocks that end with a space. This space belongs to the next word.
std::vector<std::string> in_blocks(std::string_view text, const program::TokenizerParts& parts) {
  std::vector<std::string> chunks;
  while (!text.empty()) {
    const std::size_t space = text.size() > 1000 ? text.find(' ', 1000) : std::string_view::npos;
    const std::string_view block =
        text.substr(0, space == std::string_view::npos ? space : space + 1);
    for (std::string& chunk : parts.pretokenize(block)) {
      chunks.push_back(std::move(chunk));
    }
    text.remove_prefix(block.size());
  }
  return chunks;
}

// Puts a space in front of each segment.
program::TokenizerParts with_space_each(program::TokenizerParts parts) {
  parts.split = [split = parts.split](std::string_view text,
                                      const std::vector<SpecialToken>& specials) {
    std::vector<program::Segment> segments = split(text, specials);
    for (program::Segment& segment : segments) {
      auto* ordinary = std::get_if<std::string>(&segment);
      if (ordinary != nullptr) *ordinary = edited(*ordinary, TextEdit::space_first);
    }
    return segments;
  };
  return parts;
}

}  // namespace

std::vector<Fault> merge_faults() {
  const auto scalar_bytes = [](bool utf16) {
    return [utf16](const EncodeChunk& encode) {
      return [utf16, encode](std::string_view chunk, const Table& table) {
        return encode(low_bytes(chunk, utf16), table);
      };
    };
  };
  return {
      {"one-occurrence", "Each merge is applied once in a chunk.", "OverlapRun", L1,
       passing(first_only)},
      {"rightmost-scan", "A pass goes from right to left.", "OverlapRun", L1,
       passing(from_the_right)},
      {"run-collapses", "A run of one token is merged into one, and bytes are lost.", "OverlapRun",
       L1, passing(all_at_once)},
      {"every-other", "After a merge the next place is not looked at.", "OverlapRun", L1,
       passing(every_other)},
      {"highest-rank-first", "The merge learned last is applied first.", "MergeOrder", L1,
       by(highest_rank_first)},
      {"merge-by-bytes", "Merges are looked up by the joined bytes.", "MergeLookup", L1,
       by(by_bytes)},
      {"later-of-two", "Of two merges of one pair the later one gives the token.", "DuplicateBytes",
       L1, by(later_of_two())},
      {"bytes-only", "Only bytes are merged, not what they became.", "UnreachableToken", L1,
       passing([](Ids& ids, const Pair& pair, TokenId token) {
         if (pair.left < 256 && pair.right < 256) reference::merge_pass(ids, pair, token);
       })},
      {"merge-twice-left", "A token is never merged with one on its right.", "UnreachableToken", L1,
       passing([](Ids& ids, const Pair& pair, TokenId token) {
         if (pair.right < 256) reference::merge_pass(ids, pair, token);
       })},
      {"last-merge-lost", "The last merge of the list is never applied.", "ArtifactHeader", L1,
       by([](std::string_view chunk, const Table& table) {
         Ids ids = reference::byte_tokens(chunk, table);
         for (std::size_t rank = 0; rank + 1 < table.merges.size(); ++rank) {
           reference::merge_pass(ids, table.merges[rank], token_of(rank));
         }
         return ids;
       })},
      {"long-chunks-otherwise", "Chunks of 100 bytes and more are merged by position.",
       "AlgorithmSwitch", L1, encoding([](const EncodeChunk& encode) {
         return [encode, other = looking_up(Lookup::in_order, false)](std::string_view chunk,
                                                                      const Table& table) {
           return chunk.size() < 100 ? encode(chunk, table) : other(chunk, table);
         };
       })},
      {"chunk-limit-512", "Chunks of more than 512 bytes are cut.", "SuperlinearInput", L1,
       encoding([](const EncodeChunk& encode) { return in_parts_of(512, encode); })},
      {"host-keys", "Names that every object of the host language has are found in a map.",
       "HostKey", L1, encoding([](const EncodeChunk& encode) {
         return [encode](std::string_view chunk, const Table& table) {
           static constexpr std::array<std::string_view, 4> names = {"toString", "constructor",
                                                                     "valueOf", "hasOwnProperty"};
           if (std::find(names.begin(), names.end(), chunk) != names.end()) {
             throw std::runtime_error("split is not a function");
           }
           return encode(chunk, table);
         };
       })},
      {"characters-as-bytes", "The low byte of each scalar is taken for its bytes.", "ByteAlphabet",
       L1, encoding(scalar_bytes(false))},
      {"utf16-as-bytes", "The low bytes of UTF-16 code units are taken for bytes.", "ByteAlphabet",
       L1, encoding(scalar_bytes(true))},
      {"printable-first", "The bytes have the ids that they have in GPT-2.", "VocabLayout", L1,
       renumbering([places = printable_order()](TokenId id, const Table&) {
         return id < 256 ? places[id] : id;
       })},
      {"ids-off-by-one", "Ids of merges begin at 257.", "VocabLayout", L1,
       renumbering([](TokenId id, const Table&) { return id < 256 ? id : id + 1; })},
      {"specials-first", "Special tokens come first: all other ids are one higher.", "VocabLayout",
       L1, renumbering([](TokenId id, const Table&) { return id + 1; })},
      {"cache-by-sum", "Chunks with the same bytes in another order share an entry of the cache.",
       "MergeLookup", L1, with_weak_cache},
      {"prefix-space-each", "A space is put in front of each segment.", "PrefixSpace", L1,
       with_space_each},
      {"merge-across-chunks", "Encoding merges across chunks.", "PatternIdentity", L1,
       cutting([](std::string_view text, const program::TokenizerParts&) {
         return std::vector{std::string(text)};
       })},
      {"encode-in-blocks", "A long text is cut behind a space, every 1,000 bytes or so.",
       "LongInput", L1, cutting(in_blocks)},
  };
}

}  // namespace bpetite::conform::faults
