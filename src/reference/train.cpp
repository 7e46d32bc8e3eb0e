// Learns the merges of a corpus (train, spec/03-train.md).
//
//   corpus "ab ab ab"     chunks   ab:1  ␠ab:2
//   merge 0   (97,98)     three times, more than (32,97)      ab = 256
//   merge 1   (32,256)    twice                               ␠ab = 257
//
// The steps are functions: count_chunks() counts the chunks of the texts, and learn_merges() learns
// merges from these. For each merge it counts all pairs again (count_pairs), and takes the most
// frequent, of several the smallest (best_pair). That is slow, but no count can be out of date.
#include "reference/train.hpp"

#include "reference/merge.hpp"
#include "reference/normalize.hpp"
#include "reference/pretokenize.hpp"

namespace bpetite::reference {

Table train(std::span<const std::string_view> texts, TokenId vocab_size, const Profile& profile,
            const Progress& progress) {
  check_vocab_size(vocab_size);
  std::vector<CountedChunk> chunks = count_chunks(texts, profile);
  return trained_table(profile, learn_merges(std::move(chunks), vocab_size - 256, progress));
}

std::vector<CountedChunk> count_chunks(std::span<const std::string_view> texts,
                                       const Profile& profile) {
  // FR-15b "the literal is ordinary text": special tokens are not cut out of the corpus.
  // S20 "cut alone, and its end is an end of text".
  // S59a "normalized as a whole and then cut".
  const Pretokenizer pretokenizer(profile);
  std::map<std::string, Count, std::less<>> counts;
  for (const std::string_view text : texts) {
    check_utf8(text);
    const std::string form = normalize(text, profile.normalizer);
    for (const std::string_view chunk : pretokenizer.chunks(form)) {
      ++counts[std::string(chunk)];
    }
  }

  // FR-8 "One token for each value of a byte": at first, a chunk consists of its bytes.
  const Table bytes = trained_table(profile, {});
  std::vector<CountedChunk> chunks;
  for (const auto& [chunk, count] : counts) {
    chunks.push_back({byte_tokens(chunk, bytes), count});
  }
  return chunks;
}

std::vector<Pair> learn_merges(std::vector<CountedChunk> chunks, std::size_t planned,
                               const Progress& progress) {
  std::vector<Pair> merges;
  while (merges.size() < planned) {
    // FR-11 "training ends with the merges it has": no chunk has two tokens left.
    const std::optional<Pair> best = best_pair(count_pairs(chunks));
    if (!best) {
      break;
    }

    // FR-8 "new ones are numbered from 256".
    const TokenId token = 256 + static_cast<TokenId>(merges.size());
    for (CountedChunk& chunk : chunks) {
      merge_pass(chunk.ids, *best, token);
    }
    merges.push_back(*best);
    if (progress) {
      progress(merges.size());
    }
  }
  return merges;
}

// Counts pairs.
//
//   aaa:2     gives   (97,97):4      two places in each of two chunks; both overlapping places
//   count
//
// FR-7 "inside chunks only": two adjacent chunks do not form a pair.
PairCounts count_pairs(const std::vector<CountedChunk>& chunks) {
  PairCounts counts;
  for (const auto& [ids, count] : chunks) {
    for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
      counts[{ids[i], ids[i + 1]}] += count;  // S5 "as often as the corpus holds it"
    }
  }
  return counts;
}

// Chooses the pair to merge.
//
//   counts   (32,97):1  (32,120):1  (97,98):1        gives  (32,97)
//
// A std::map is in the order of its keys, so the first pair with the highest count is also the
// smallest such pair. FR-10b "the smallest of them is merged" follows from the strict >.
std::optional<Pair> best_pair(const PairCounts& counts) {
  std::optional<Pair> best;
  Count most = 0;
  for (const auto& [pair, count] : counts) {
    if (count > most) {
      best = pair;
      most = count;
    }
  }
  return best;
}

}  // namespace bpetite::reference
