// Converts text to token ids (encode, spec/04-encode.md): finds special tokens and chunks, and
// merges each chunk (encode_chunk): in a pass for each merge of a list, or always the pair of the
// lowest rank, or neighbours whose joined bytes are a token (encode_chunk_by_bytes). In some tables
// a chunk that is a token becomes this token at once.
//
//   merges   (97,98) -> 256   (32,256) -> 257
//   text     "ab abc"         chunks   ab | ␠abc
//   ␠abc     32 97 98 99      rank 0   32 256 99      rank 1   257 99
//   ids      256 257 99
//
// merge_steps() and merge_steps_by_bytes() list the merges of a chunk, step by step.
// tokens_by_bytes() makes the table that finds a token by its bytes. with_template() puts ids
// between those of a template.
#include "reference/encode.hpp"

#include <algorithm>
#include <optional>

#include "core/assertion.hpp"
#include "reference/merge.hpp"
#include "reference/pretokenize.hpp"
#include "reference/special.hpp"

namespace bpetite::reference {
namespace {

// FR-16c "in the order of their ranks": one pass for each merge of the list, whether or not it
// applies. S9b "no short cut": a chunk that equals a token is merged like any other.
std::vector<TokenId> encode_chunk_by_passes(std::string_view chunk, const Table& table) {
  std::vector<TokenId> ids = byte_tokens(chunk, table);
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    merge_pass(ids, table.merges[rank], table.results[rank]);
  }
  return ids;
}

// S26c "merge the pair of lowest rank at its leftmost place": after each merge, all pairs are
// looked up again.
//
//   merges   (97,98) -> 300   (300,99) -> 301   (98,99) -> 300   (97,300) -> 301
//   ids      97 98 99         rank 0: 300 99    rank 1: 301
std::vector<TokenId> encode_chunk_by_rank(std::string_view chunk, const Table& table) {
  std::vector<TokenId> ids = byte_tokens(chunk, table);
  while (true) {
    std::size_t lowest = table.merges.size();
    std::size_t where = 0;
    for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
      const auto found = std::ranges::find(table.merges, Pair{ids[i], ids[i + 1]});
      const auto rank = static_cast<std::size_t>(found - table.merges.begin());
      if (rank < lowest) {  // the leftmost of the lowest
        lowest = rank;
        where = i;
      }
    }
    if (lowest == table.merges.size()) return ids;
    ids[where] = table.results[lowest];
    ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(where) + 1);
  }
}

// S26h "a chunk whose bytes are those of a token": not one that no chunk becomes (S31b).
std::optional<TokenId> whole_token(std::string_view chunk, const Table& table) {
  for (std::size_t id = 0; id < table.tokens.size(); ++id) {
    const bool is_made = !std::ranges::binary_search(table.text_tokens, id);
    if (is_made && table.tokens[id] == chunk) return static_cast<TokenId>(id);
  }
  return std::nullopt;
}

// S9c: if tokens are only merged into later tokens, both functions give the same ids.
std::vector<TokenId> encode_chunk_by_pairs(std::string_view chunk, const Table& table) {
  if (table.profile.whole_chunks) {
    if (const auto whole = whole_token(chunk, table)) return {*whole};
  }
  return is_rank_order_id_order(table) ? encode_chunk_by_passes(chunk, table)
                                       : encode_chunk_by_rank(chunk, table);
}

}  // namespace

std::vector<TokenId> encode(std::string_view text, const Table& table,
                            const SpecialChoice& choice) {
  // The whole text is checked before any of it is encoded. The offset of a fault counts from its
  // start.
  check_utf8(text);
  const Pretokenizer pretokenizer(table.profile);
  const TokensByBytes by_bytes =
      table.profile.merging == Merging::bytes ? tokens_by_bytes(table) : TokensByBytes{};

  std::vector<TokenId> ids;
  for (const NormalizedSegment& segment : segments_of(text, table, choice)) {
    // FR-16a, FR-15a "never split": a special token becomes its id, and no chunk contains a part
    // of it.
    if (const TokenId* special = std::get_if<TokenId>(&segment)) {
      ids.push_back(*special);
      continue;
    }

    // FR-16b: the chunks of the segment, each alone (S4b).
    for (const auto chunk : pretokenizer.chunks(std::get<std::string>(segment))) {
      const std::vector<TokenId> chunk_ids = table.profile.merging == Merging::pairs
                                                 ? encode_chunk_by_pairs(chunk, table)
                                                 : encode_chunk_by_bytes(chunk, table, by_bytes);
      ids.insert(ids.end(), chunk_ids.begin(), chunk_ids.end());
    }
  }
  return ids;
}

std::vector<TokenId> with_template(std::vector<TokenId> ids, const Template& around) {
  ids.insert(ids.begin(), around.before.begin(), around.before.end());
  ids.insert(ids.end(), around.after.begin(), around.after.end());
  check_size(around, ids.size());  // S50g
  return ids;
}

std::vector<TokenId> encode_chunk(std::string_view chunk, const Table& table) {
  return table.profile.merging == Merging::pairs
             ? encode_chunk_by_pairs(chunk, table)
             : encode_chunk_by_bytes(chunk, table, tokens_by_bytes(table));
}

std::vector<MergeStep> merge_steps(std::string_view chunk, const Table& table) {
  assert_internal(table.profile.merging == Merging::pairs,
                  "merge steps of a table without ranks of pairs");
  std::vector<MergeStep> steps;
  std::vector<TokenId> ids = byte_tokens(chunk, table);
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const std::size_t before = ids.size();
    const TokenId token = table.results[rank];
    merge_pass(ids, table.merges[rank], token);
    if (ids.size() < before) {
      steps.push_back({rank, table.merges[rank], token, ids});
    }
  }
  return steps;
}

TokensByBytes tokens_by_bytes(const Table& table) {
  TokensByBytes by_bytes;
  by_bytes.reserve(table.tokens.size());
  for (std::size_t id = 0; id < table.tokens.size(); ++id) {
    by_bytes.emplace(table.tokens[id], static_cast<TokenId>(id));  // keeps the first, which has
                                                                   // the lowest id
  }
  return by_bytes;
}

// Merges by bytes (S19b).
//
//   tokens   a b c   bc = 0   ab = 1   abc = 2
//   "xabc"   by rank of the bytes: x a bc, then x abc
//
// The rank of two neighbours is the id of the token with their joined bytes. It does not matter
// which merge made that token. The chunk is divided into tokens: `starts` has the start of each
// token, and the end.
namespace {

std::vector<std::size_t> single_bytes(std::string_view chunk) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i <= chunk.size(); ++i) {
    starts.push_back(i);
  }
  return starts;
}

// Two parts side by side that are to be one.
struct Joint {
  std::size_t left = 0;
  TokenId token = 0;
};

// S19b "whose joined token has the lowest rank", leftmost of these.
std::optional<Joint> lowest_joint(std::string_view chunk, const std::vector<std::size_t>& starts,
                                  const TokensByBytes& by_bytes) {
  std::optional<Joint> lowest;
  for (std::size_t i = 0; i + 2 < starts.size(); ++i) {
    const auto found = by_bytes.find(chunk.substr(starts[i], starts[i + 2] - starts[i]));
    if (found != by_bytes.end() && (!lowest || found->second < lowest->token)) {
      lowest = {i, found->second};
    }
  }
  return lowest;
}

void join(std::vector<std::size_t>& starts, const Joint& joint) {
  starts.erase(starts.begin() + static_cast<std::ptrdiff_t>(joint.left) + 1);
}

// Each part is a token: a single byte, or two parts whose joined bytes were found.
std::vector<TokenId> ids_of_parts(std::string_view chunk, const std::vector<std::size_t>& starts,
                                  const Table& table, const TokensByBytes& by_bytes) {
  std::vector<TokenId> ids;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    const std::string_view part = chunk.substr(starts[i], starts[i + 1] - starts[i]);
    ids.push_back(part.size() == 1 ? table.byte_ids[static_cast<unsigned char>(part[0])]
                                   : by_bytes.at(part));
  }
  return ids;
}

}  // namespace

std::vector<TokenId> encode_chunk_by_bytes(std::string_view chunk, const Table& table,
                                           const TokensByBytes& by_bytes) {
  // S19b "the chunk becomes that token".
  if (const auto whole = by_bytes.find(chunk); whole != by_bytes.end()) {
    return {whole->second};
  }

  std::vector<std::size_t> starts = single_bytes(chunk);
  while (const auto joint = lowest_joint(chunk, starts, by_bytes)) {
    join(starts, *joint);
  }
  return ids_of_parts(chunk, starts, table, by_bytes);
}

std::vector<MergeStep> merge_steps_by_bytes(std::string_view chunk, const Table& table,
                                            const TokensByBytes& by_bytes) {
  if (by_bytes.contains(chunk)) return {};
  std::vector<MergeStep> steps;
  std::vector<std::size_t> starts = single_bytes(chunk);
  std::vector<TokenId> ids = ids_of_parts(chunk, starts, table, by_bytes);
  while (const auto joint = lowest_joint(chunk, starts, by_bytes)) {
    const Pair pair{ids[joint->left], ids[joint->left + 1]};
    join(starts, *joint);
    ids = ids_of_parts(chunk, starts, table, by_bytes);
    steps.push_back({joint->token, pair, joint->token, ids});
  }
  return steps;
}

}  // namespace bpetite::reference
