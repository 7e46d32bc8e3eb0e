// Mutants with faults in merging the bytes of a chunk (spec/04-encode.md), L1.
//
//   merges   (98,99) -> 256   (97,98) -> 257   (257,99) -> 258 "abc"       text "abc"
//   reference      a bc       no pair (97,98) is left when its turn comes
//   whole-piece    abc        because the table has this token
//   leftmost-first abc        because (97,98) is further left
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/mutants/mutants.hpp"
#include "core/utf8.hpp"
#include "reference/encode.hpp"
#include "reference/merge.hpp"

namespace bpetite::conform::mutants {
namespace {

using Ids = std::vector<TokenId>;
using EncodeChunk = std::function<Ids(std::string_view chunk, const Table& table)>;
using Pass = std::function<void(Ids& ids, const Pair& pair, TokenId token)>;

Mutant encoding(std::string name, std::string fault, std::string flag,
                std::function<EncodeChunk(EncodeChunk)> change) {
  return {std::move(name), std::move(fault), std::move(flag), suite::Level::L1,
          [change](program::TokenizerParts parts) {
            parts.encode_chunk = change(parts.encode_chunk);
            return parts;
          }};
}

// A mutant with its own function for encoding a chunk.
Mutant by(std::string name, std::string fault, std::string flag, EncodeChunk encode) {
  return encoding(std::move(name), std::move(fault), std::move(flag),
                  [encode](const EncodeChunk&) { return encode; });
}

// A mutant that changes the ids of the reference.
Mutant renumbering(std::string name, std::string fault, std::string flag,
                   std::function<TokenId(TokenId, const Table&)> renumber) {
  return encoding(std::move(name), std::move(fault), std::move(flag),
                  [renumber](const EncodeChunk& encode) {
                    return [renumber, encode](std::string_view chunk, const Table& table) {
                      Ids ids = encode(chunk, table);
                      for (TokenId& id : ids) {
                        id = renumber(id, table);
                      }
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

// A mutant with its own merge pass.
Mutant passing(std::string name, std::string fault, std::string flag, Pass pass) {
  return by(std::move(name), std::move(fault), std::move(flag),
            [pass](std::string_view chunk, const Table& table) {
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

using TokensByPair = std::map<Pair, TokenId>;

// The token of each pair. If two merges have the same pair, the first or the last token.
TokensByPair tokens_by_pair(const Table& table, bool first) {
  TokensByPair tokens;
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const auto [place, is_new] = tokens.try_emplace(table.merges[rank], token_of(rank));
    if (!first) place->second = token_of(rank);
  }
  return tokens;
}

// Merges from left to right: each token is merged with the result before it if possible.
EncodeChunk leftmost_first() {
  return [tokens_of = once_a_table([](const Table& table) { return tokens_by_pair(table, true); })](
             std::string_view chunk, const Table& table) {
    const TokensByPair& tokens = tokens_of(table);
    Ids ids;
    for (const TokenId byte : reference::byte_tokens(chunk, table)) {
      ids.push_back(byte);
      while (ids.size() > 1) {
        const auto found = tokens.find({ids[ids.size() - 2], ids.back()});
        if (found == tokens.end()) break;
        ids.pop_back();
        ids.back() = found->second;
      }
    }
    return ids;
  };
}

struct TokensByBytes {
  std::map<std::string, TokenId, std::less<>> ids;
  std::size_t longest = 0;
};

TokensByBytes tokens_by_bytes(const Table& table) {
  TokensByBytes tokens;
  for (std::size_t id = 0; id < table.tokens.size(); ++id) {
    tokens.ids.try_emplace(table.tokens[id], static_cast<TokenId>(id));
    tokens.longest = std::max(tokens.longest, table.tokens[id].size());
  }
  return tokens;
}

// Repeatedly takes the longest token that begins here.
EncodeChunk longest_first() {
  return [tokens_of = once_a_table([](const Table& table) { return tokens_by_bytes(table); })](
             std::string_view chunk, const Table& table) {
    const TokensByBytes& tokens = tokens_of(table);
    Ids ids;
    while (!chunk.empty()) {
      std::size_t size = std::min(chunk.size(), tokens.longest);
      while (!tokens.ids.contains(chunk.substr(0, size))) --size;
      ids.push_back(tokens.ids.find(chunk.substr(0, size))->second);
      chunk.remove_prefix(size);
    }
    return ids;
  };
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

// Takes merges from a map of pairs, in which the later of two equal pairs has replaced the first.
EncodeChunk later_of_two() {
  return
      [tokens_of = once_a_table([](const Table& table) { return tokens_by_pair(table, false); })](
          std::string_view chunk, const Table& table) {
        const TokensByPair& tokens = tokens_of(table);
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

// A cache of chunks whose key is the sum of the bytes, which different chunks share.
Mutant weak_cache() {
  return {"cache-by-sum",
          "Chunks with the same bytes in another order share an entry of the cache.", "MergeLookup",
          suite::Level::L1, [](program::TokenizerParts parts) {
            const auto cache = std::make_shared<std::map<std::pair<std::size_t, unsigned>, Ids>>();
            parts.read = [cache, read = parts.read](std::string_view text) {
              cache->clear();  // for each text: answers do not depend on the order
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
          }};
}

// The pre-tokenizer is right, but encoding does not use it, or uses it on other input.
Mutant cutting(
    std::string name, std::string fault, std::string flag,
    std::function<std::vector<std::string>(std::string_view, const program::TokenizerParts&)> cut) {
  return {std::move(name), std::move(fault), std::move(flag), suite::Level::L1,
          [cut](program::TokenizerParts parts) {
            parts.cut = [cut, parts](std::string_view text) { return cut(text, parts); };
            return parts;
          }};
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

Mutant prefix_space(std::string name, std::string fault, bool each) {
  return {std::move(name), std::move(fault), "PrefixSpace", suite::Level::L1,
          [each](program::TokenizerParts parts) {
            parts.split = [split = parts.split, each](std::string_view text,
                                                      const std::vector<SpecialToken>& specials) {
              std::vector<program::Segment> segments = split(text, specials);
              for (program::Segment& segment : segments) {
                auto* ordinary = std::get_if<std::string>(&segment);
                const bool first = &segment == &segments.front();
                if (ordinary != nullptr && (each || first) && !ordinary->starts_with(' ')) {
                  *ordinary = fmt::format(" {}", *ordinary);
                }
              }
              return segments;
            };
            return parts;
          }};
}

}  // namespace

std::vector<Mutant> merge_mutants() {
  const auto scalar_bytes = [](bool utf16) {
    return [utf16](const EncodeChunk& encode) {
      return [utf16, encode](std::string_view chunk, const Table& table) {
        return encode(low_bytes(chunk, utf16), table);
      };
    };
  };
  return {
      passing("one-occurrence", "Each merge is applied once in a chunk.", "OverlapRun", first_only),
      passing("rightmost-scan", "A pass goes from right to left.", "OverlapRun", from_the_right),
      passing("run-collapses", "A run of one token is merged into one, and bytes are lost.",
              "OverlapRun", all_at_once),
      passing("every-other", "After a merge the next place is not looked at.", "OverlapRun",
              every_other),
      by("leftmost-first", "Merges are applied by position, not by rank.", "MergeOrder",
         leftmost_first()),
      by("greedy-longest", "The longest token that fits is taken.", "AppendUnstable",
         longest_first()),
      by("highest-rank-first", "The merge learned last is applied first.", "MergeOrder",
         highest_rank_first),
      by("merge-by-bytes", "Merges are looked up by the joined bytes.", "MergeLookup", by_bytes),
      by("later-of-two", "Of two merges of one pair the later one gives the token.",
         "DuplicateBytes", later_of_two()),
      passing("bytes-only", "Only bytes are merged, not what they became.", "UnreachableToken",
              [](Ids& ids, const Pair& pair, TokenId token) {
                if (pair.left < 256 && pair.right < 256) reference::merge_pass(ids, pair, token);
              }),
      passing("merge-twice-left", "A token is never merged with one on its right.",
              "UnreachableToken",
              [](Ids& ids, const Pair& pair, TokenId token) {
                if (pair.right < 256) reference::merge_pass(ids, pair, token);
              }),
      by("last-merge-lost", "The last merge of the list is never applied.", "ArtifactHeader",
         [](std::string_view chunk, const Table& table) {
           Ids ids = reference::byte_tokens(chunk, table);
           for (std::size_t rank = 0; rank + 1 < table.merges.size(); ++rank) {
             reference::merge_pass(ids, table.merges[rank], token_of(rank));
           }
           return ids;
         }),
      encoding("whole-piece", "A chunk that is a token is taken at once.", "WholePieceLookup",
               [](const EncodeChunk& encode) {
                 return [encode](std::string_view chunk, const Table& table) {
                   const auto found = std::find(table.tokens.begin(), table.tokens.end(), chunk);
                   return found == table.tokens.end()
                              ? encode(chunk, table)
                              : Ids{static_cast<TokenId>(found - table.tokens.begin())};
                 };
               }),
      encoding("long-chunks-otherwise", "Chunks of 100 bytes and more are merged by position.",
               "AlgorithmSwitch",
               [](const EncodeChunk& encode) {
                 return [encode, other = leftmost_first()](std::string_view chunk,
                                                           const Table& table) {
                   return chunk.size() < 100 ? encode(chunk, table) : other(chunk, table);
                 };
               }),
      encoding("chunk-limit-512", "Chunks of more than 512 bytes are cut.", "SuperlinearInput",
               [](const EncodeChunk& encode) { return in_parts_of(512, encode); }),
      encoding("host-keys", "Names that every object of the host language has are found in a map.",
               "HostKey",
               [](const EncodeChunk& encode) {
                 return [encode](std::string_view chunk, const Table& table) {
                   static constexpr std::array<std::string_view, 4> names = {
                       "toString", "constructor", "valueOf", "hasOwnProperty"};
                   if (std::find(names.begin(), names.end(), chunk) != names.end()) {
                     throw std::runtime_error("split is not a function");
                   }
                   return encode(chunk, table);
                 };
               }),
      encoding("characters-as-bytes", "The low byte of each scalar is taken for its bytes.",
               "ByteAlphabet", scalar_bytes(false)),
      encoding("utf16-as-bytes", "The low bytes of UTF-16 code units are taken for bytes.",
               "ByteAlphabet", scalar_bytes(true)),
      renumbering("printable-first", "The bytes have the ids that they have in GPT-2.",
                  "VocabLayout",
                  [places = printable_order()](TokenId id, const Table&) {
                    return id < 256 ? places[id] : id;
                  }),
      renumbering("ids-off-by-one", "Ids of merges begin at 257.", "VocabLayout",
                  [](TokenId id, const Table&) { return id < 256 ? id : id + 1; }),
      renumbering("specials-first", "Special tokens come first: all other ids are one higher.",
                  "VocabLayout", [](TokenId id, const Table&) { return id + 1; }),
      weak_cache(),
      prefix_space("prefix-space", "A space is put in front of a text.", false),
      prefix_space("prefix-space-each", "A space is put in front of each segment.", true),
      cutting("merge-across-chunks", "Encoding merges across chunks.", "PatternIdentity",
              [](std::string_view text, const program::TokenizerParts&) {
                return std::vector{std::string(text)};
              }),
      cutting("encode-in-blocks", "A long text is cut behind a space, every 1,000 bytes or so.",
              "LongInput", in_blocks),
  };
}

}  // namespace bpetite::conform::mutants
