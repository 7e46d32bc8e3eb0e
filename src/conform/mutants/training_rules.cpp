// The rules of wrong trainers for choosing, counting and replacing pairs.
#include <algorithm>
#include <map>
#include <utility>

#include "conform/mutants/training.hpp"
#include "conform/suite/text_edits.hpp"

namespace bpetite::conform::mutants {
namespace {

using reference::CountedChunk;
using reference::PairCounts;
using CountPairs = decltype(Training::count_pairs);
using Admits = decltype(Training::admits);
using Choose = decltype(Training::choose);
using Replace = decltype(Training::pass);

TrainingRule counting(std::string name, std::string fault, std::string flag, CountPairs how) {
  return {std::move(name), std::move(fault), std::move(flag), TrainingStep::count,
          [how = std::move(how)](Training& training) { training.count_pairs = how; }};
}
TrainingRule admitting(std::string name, std::string fault, std::string flag, Admits how) {
  return {std::move(name), std::move(fault), std::move(flag), TrainingStep::admit,
          [how = std::move(how)](Training& training) { training.admits = how; }};
}
TrainingRule choosing(std::string name, std::string fault, std::string flag, Choose how) {
  return {std::move(name), std::move(fault), std::move(flag), TrainingStep::choose,
          [how = std::move(how)](Training& training) { training.choose = how; }};
}
TrainingRule replacing(std::string name, std::string fault, std::string flag, Replace how) {
  return {std::move(name), std::move(fault), std::move(flag), TrainingStep::pass,
          [how = std::move(how)](Training& training) { training.pass = how; }};
}

// A rule that breaks ties by a key of the pair: the smallest key wins. If keys are equal, the
// smallest pair wins.
template <typename KeyOf>
TrainingRule broken_by(std::string name, std::string fault, std::string flag, KeyOf key_of) {
  return choosing(std::move(name), std::move(fault), std::move(flag),
                  [key_of](const PairCounts& counts, const Chunks&, const Tokens& tokens) {
                    std::optional<Pair> best;
                    Count most = 0;
                    for (const auto& [pair, count] : counts) {
                      const bool better =
                          count > most ||
                          (count == most && best && key_of(pair, tokens) < key_of(*best, tokens));
                      if (better) {
                        best = pair;
                        most = count;
                      }
                    }
                    return best;
                  });
}

// Chooses the first, or the last, of the most frequent pairs in the order of the corpus.
Choose by_occurrence(bool first) {
  return [first](const PairCounts& counts, const Chunks& chunks,
                 const Tokens&) -> std::optional<Pair> {
    const auto top = reference::best_pair(counts);
    if (!top) return std::nullopt;
    std::optional<Pair> best;
    for (const CountedChunk& chunk : chunks) {
      for (std::size_t i = 0; i + 1 < chunk.ids.size(); ++i) {
        const Pair pair{chunk.ids[i], chunk.ids[i + 1]};
        const auto count = counts.find(pair);
        const bool tied = count != counts.end() && count->second == counts.at(*top);
        if (tied && !(first && best)) best = pair;
      }
    }
    return best;
  };
}

std::string bytes_joined(const Pair& pair, const Tokens& tokens) {
  return tokens[pair.left] + tokens[pair.right];
}

// The position of a byte in the sorted printable alphabet of GPT-2. Bytes that are not printable
// come after the printable ones.
TokenId alphabet_place(TokenId id) {
  if (id >= 256) return id + 256;
  const bool printable = (id >= 33 && id <= 126) || (id >= 161 && id <= 172) || id >= 174;
  return printable ? id : id + 256;
}

// Adds up counts in integers with `bits` bits.
PairCounts counts_of_bits(const Chunks& chunks, unsigned bits) {
  PairCounts counts = reference::count_pairs(chunks);
  for (auto& [pair, count] : counts) {
    count &= (Count{1} << bits) - 1;
  }
  return counts;
}

// Counts pairs without overlaps: a run of n tokens has n / 2 pairs.
PairCounts without_overlap(const Chunks& chunks) {
  PairCounts counts;
  for (const auto& [ids, count] : chunks) {
    for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
      counts[{ids[i], ids[i + 1]}] += count;
      const bool run = i + 2 < ids.size() && ids[i] == ids[i + 1] && ids[i] == ids[i + 2];
      i += run ? 1 : 0;
    }
  }
  return counts;
}

PairCounts once_a_chunk(const Chunks& chunks) {
  PairCounts counts;
  for (const CountedChunk& chunk : chunks) {
    for (const auto& [pair, places] : reference::count_pairs({chunk})) {
      counts[pair] += chunk.count;
    }
  }
  return counts;
}

std::vector<TrainingRule> tie_breakers() {
  return {
      broken_by("tie-largest", "Among the most frequent pairs the largest is merged.",
                "TrainTieBreak",
                [](const Pair& pair, const Tokens&) { return std::pair(~pair.left, ~pair.right); }),
      choosing("tie-first-seen", "Among the most frequent pairs the first of the corpus is merged.",
               "TrainTieBreak", by_occurrence(true)),
      choosing("tie-last-seen", "Among the most frequent pairs the last of the corpus is merged.",
               "TrainTieBreak", by_occurrence(false)),
      broken_by("tie-by-bytes", "A tie goes to the smallest bytes, left token first.",
                "TrainTieBreak",
                [](const Pair& pair, const Tokens& tokens) {
                  return std::pair(tokens[pair.left], tokens[pair.right]);
                }),
      broken_by("tie-by-joined-bytes", "A tie goes to the smallest joined bytes.", "TrainTieBreak",
                bytes_joined),
      broken_by("tie-by-right", "A tie goes to the smallest right token.", "TrainTieBreak",
                [](const Pair& pair, const Tokens&) { return std::pair(pair.right, pair.left); }),
      broken_by("tie-left-only", "Of pairs with the same left token the largest is merged.",
                "TrainTieBreak",
                [](const Pair& pair, const Tokens&) { return std::pair(pair.left, ~pair.right); }),
      broken_by("tie-shortest", "A tie goes to the shortest token, then to the smallest bytes.",
                "TrainTieBreak",
                [](const Pair& pair, const Tokens& tokens) {
                  const std::string bytes = bytes_joined(pair, tokens);
                  return std::pair(bytes.size(), bytes);
                }),
      broken_by("tie-longest", "A tie goes to the longest token.", "TrainTieBreak",
                [](const Pair& pair, const Tokens& tokens) {
                  return ~bytes_joined(pair, tokens).size();
                }),
      broken_by("tie-smallest-maximum", "A tie goes to the pair whose larger id is the smallest.",
                "TrainTieBreak",
                [](const Pair& pair, const Tokens&) {
                  return std::pair(std::max(pair.left, pair.right),
                                   std::min(pair.left, pair.right));
                }),
      broken_by(
          "tie-newest", "A tie goes to pairs of tokens learned before pairs of bytes.",
          "TrainTieBreak",
          [](const Pair& pair, const Tokens&) { return pair.left < 256 && pair.right < 256; }),
      broken_by("tie-printable",
                "Bytes are ordered as in the printable alphabet: a space comes last.",
                "TrainTieBreak",
                [](const Pair& pair, const Tokens&) {
                  return std::pair(alphabet_place(pair.left), alphabet_place(pair.right));
                }),
      broken_by("tie-signed-bytes", "Bytes above 127 are negative.", "ByteAlphabet",
                [](const Pair& pair, const Tokens&) {
                  const auto value = [](TokenId id) {
                    return id < 256 ? static_cast<int>(static_cast<signed char>(id))
                                    : static_cast<int>(id);
                  };
                  return std::pair(value(pair.left), value(pair.right));
                }),
      broken_by("tie-by-hash", "A tie goes to whatever a hash table has first.", "TrainDeterminism",
                [](const Pair& pair, const Tokens&) {
                  return (pair.left * 0x9E3779B1U) ^ (pair.right * 0x85EBCA77U);
                }),
  };
}

std::vector<TrainingRule> counting_rules() {
  return {
      counting("overlap-not-counted", "A run of three counts as one pair.", "TrainOverlapCount",
               without_overlap),
      counting("once-a-chunk", "A pair counts once in a chunk, however often it is there.",
               "TrainOverlapCount", once_a_chunk),
      counting("count-16-bit", "Counts have 16 bits.", "CounterOverflow",
               [](const Chunks& chunks) { return counts_of_bits(chunks, 16); }),
      counting("count-32-bit", "Counts have 32 bits.", "CounterOverflow",
               [](const Chunks& chunks) { return counts_of_bits(chunks, 32); }),
  };
}

// Admits only pairs whose token has at most `longest` bytes.
Admits up_to(std::size_t longest) {
  return [longest](const Pair& pair, Count, const Tokens& tokens) {
    return bytes_joined(pair, tokens).size() <= longest;
  };
}

std::vector<TrainingRule> other_rules() {
  return {
      admitting("min-frequency-2", "Pairs that occur once are not merged.", "TrainMinFrequency",
                [](const Pair&, Count count, const Tokens&) { return count > 1; }),
      admitting("max-token-length-4", "Tokens of more than four bytes are not learned.",
                "TrainMaxTokenLength", up_to(4)),
      admitting("max-token-length-16", "Tokens of more than sixteen bytes are not learned.",
                "TrainMaxTokenLength", up_to(16)),
      {"early-stop-error", "A corpus that runs out of pairs is an error.", "TrainEarlyStop",
       TrainingStep::end, [](Training& training) { training.fails_at_end = true; }},
      replacing("train-rightmost", "A merge is carried out from right to left.", "OverlapRun",
                [](std::vector<TokenId>& ids, const Pair& pair, TokenId token) {
                  std::reverse(ids.begin(), ids.end());
                  reference::merge_pass(ids, {pair.right, pair.left}, token);
                  std::reverse(ids.begin(), ids.end());
                }),
      replacing("train-first-only", "A merge is carried out once in a chunk.", "OverlapRun",
                [](std::vector<TokenId>& ids, const Pair& pair, TokenId token) {
                  for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
                    if (ids[i] == pair.left && ids[i + 1] == pair.right) {
                      ids[i] = token;
                      ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(i) + 1);
                      return;
                    }
                  }
                }),
  };
}

}  // namespace

std::vector<TrainingRule> training_rules() {
  std::vector<TrainingRule> all = tie_breakers();
  for (auto family : {counting_rules, other_rules}) {
    for (TrainingRule& rule : family()) {
      all.push_back(std::move(rule));
    }
  }
  return all;
}

std::vector<TrainingRule> further_training_rules() {
  return {
      broken_by("tie-by-text",
                "A tie goes to the smallest text, where bytes that are none are U+FFFD.",
                "TrainTieBreak",
                [](const Pair& pair, const Tokens& tokens) {
                  return std::pair(suite::mended(tokens[pair.left], "\ufffd"),
                                   suite::mended(tokens[pair.right], "\ufffd"));
                }),
  };
}

}  // namespace bpetite::conform::mutants
