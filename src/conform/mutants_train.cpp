// Mutants that learn other merges (spec/03-train.md), L3.
//
//   corpus "bc xy ab"     each of five pairs once
//   reference (32,97)     tie-first-seen (98,99)     tie-largest (120,121)
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/mutants.hpp"
#include "core/table.hpp"
#include "reference/merge.hpp"
#include "reference/train.hpp"

namespace bpetite::conform {
namespace {

using reference::CountedChunk;
using reference::PairCounts;
using Chunks = std::vector<CountedChunk>;
using Tokens = std::vector<std::string>;  // the bytes of those learned so far, by id
using CountPairs = std::function<PairCounts(const Chunks& chunks)>;
using Choose = std::function<std::optional<Pair>(const PairCounts& counts, const Chunks& chunks,
                                                 const Tokens& tokens)>;
using Replace = std::function<void(std::vector<TokenId>& ids, const Pair& pair, TokenId token)>;

// The three things that training does again and again; those of the reference.
struct Training {
  CountPairs count_pairs = reference::count_pairs;
  Choose choose = [](const PairCounts& counts, const Chunks&, const Tokens&) {
    return reference::best_pair(counts);
  };
  Replace pass = reference::merge_pass;
};

std::vector<Pair> learn(const Training& training, Chunks chunks, std::size_t planned) {
  Tokens tokens = v1_table({}).tokens;
  std::vector<Pair> merges;
  while (merges.size() < planned) {
    const auto best = training.choose(training.count_pairs(chunks), chunks, tokens);
    if (!best) break;
    for (CountedChunk& chunk : chunks) {
      training.pass(chunk.ids, *best, static_cast<TokenId>(tokens.size()));
    }
    merges.push_back(*best);
    tokens.push_back(tokens[best->left] + tokens[best->right]);
  }
  return merges;
}

Mutant training(std::string name, std::string fault, std::string flag,
                std::function<Parts(Parts)> change) {
  return {std::move(name), std::move(fault), std::move(flag), Level::L3, std::move(change)};
}

Mutant learning(std::string name, std::string fault, std::string flag, Training how) {
  return training(std::move(name), std::move(fault), std::move(flag),
                  [how = std::move(how)](Parts parts) {
                    parts.learn_merges = [how](Chunks chunks, std::size_t planned) {
                      return learn(how, std::move(chunks), planned);
                    };
                    return parts;
                  });
}
Mutant counting(std::string name, std::string fault, std::string flag, CountPairs count_pairs) {
  Training how;
  how.count_pairs = std::move(count_pairs);
  return learning(std::move(name), std::move(fault), std::move(flag), how);
}
Mutant choosing(std::string name, std::string fault, std::string flag, Choose choose) {
  Training how;
  how.choose = std::move(choose);
  return learning(std::move(name), std::move(fault), std::move(flag), how);
}
Mutant replacing(std::string name, std::string fault, std::string flag, Replace pass) {
  Training how;
  how.pass = std::move(pass);
  return learning(std::move(name), std::move(fault), std::move(flag), how);
}

// One that breaks ties by a key of the pair: the smallest key wins, of equal ones the smallest
// pair.
template <typename KeyOf>
Mutant broken_by(std::string name, std::string fault, std::string flag, KeyOf key_of) {
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

// The first, or the last, of the most frequent pairs in the order of the corpus.
Choose by_occurrence(bool first) {
  return [first](const PairCounts& counts, const Chunks& chunks,
                 const Tokens&) -> std::optional<Pair> {
    const auto top = reference::best_pair(counts);
    if (!top) return std::nullopt;
    std::optional<Pair> best;
    for (const CountedChunk& chunk : chunks) {
      for (std::size_t i = 0; i + 1 < chunk.ids.size(); ++i) {
        const Pair pair{chunk.ids[i], chunk.ids[i + 1]};
        if (counts.at(pair) == counts.at(*top) && !(first && best)) best = pair;
      }
    }
    return best;
  };
}

std::string bytes_joined(const Pair& pair, const Tokens& tokens) {
  return tokens[pair.left] + tokens[pair.right];
}

// The places of the bytes in the printable alphabet of GPT-2, sorted: what else is not printable
// stands behind all that is.
TokenId alphabet_place(TokenId id) {
  if (id >= 256) return id + 256;
  const bool printable = (id >= 33 && id <= 126) || (id >= 161 && id <= 172) || id >= 174;
  return printable ? id : id + 256;
}

// Adds up counts as integers of `bits` do.
PairCounts counts_of_bits(const Chunks& chunks, unsigned bits) {
  PairCounts counts = reference::count_pairs(chunks);
  for (auto& [pair, count] : counts) {
    count &= (Count{1} << bits) - 1;
  }
  return counts;
}

// A run of n has n / 2 places that do not overlap.
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

// Counts that are kept from merge to merge and only grow: pairs that were broken up stay.
Mutant stale_counts() {
  return training("counts-never-fall", "The counts of pairs that a merge breaks up are kept.",
                  "TrainStaleCount", [](Parts parts) {
                    parts.learn_merges = [](Chunks chunks, std::size_t planned) {
                      PairCounts kept;
                      Training how;
                      how.count_pairs = [&kept](const Chunks& now) {
                        for (const auto& [pair, count] : reference::count_pairs(now)) {
                          kept[pair] = std::max(kept[pair], count);
                        }
                        return kept;
                      };
                      how.choose = [&kept](const PairCounts& counts, const Chunks&, const Tokens&) {
                        const auto best = reference::best_pair(counts);
                        if (best) kept[*best] = 0;
                        return best;
                      };
                      return learn(how, std::move(chunks), planned);
                    };
                    return parts;
                  });
}

// Two merges from each count, the second from counts that the first has made old.
Mutant two_a_count() {
  return training("two-merges-a-count", "Pairs are counted anew after every second merge only.",
                  "TrainStaleCount", [](Parts parts) {
                    parts.learn_merges = [](Chunks chunks, std::size_t planned) {
                      PairCounts old;
                      Training how;
                      how.count_pairs = [&old](const Chunks& now) {
                        return old.empty() ? old = reference::count_pairs(now)
                                           : std::exchange(old, {});
                      };
                      how.choose = [&old](const PairCounts& counts, const Chunks&, const Tokens&) {
                        const auto best = reference::best_pair(counts);
                        if (best && !old.empty()) old.erase(*best);
                        return best;
                      };
                      return learn(how, std::move(chunks), planned);
                    };
                    return parts;
                  });
}

// One that takes other chunks to be the corpus.
Mutant counting_chunks(std::string name, std::string fault, std::string flag,
                       std::function<std::vector<CountedText>(std::vector<CountedText>)> change) {
  return training(std::move(name), std::move(fault), std::move(flag), [change](Parts parts) {
    parts.count_chunks = [count = parts.count_chunks, change](std::span<const CountedText> chunks) {
      return count(change({chunks.begin(), chunks.end()}));
    };
    return parts;
  });
}

Mutant with_texts(std::string name, std::string fault, std::string flag,
                  std::function<std::vector<std::string>(std::string corpus)> texts) {
  return training(std::move(name), std::move(fault), std::move(flag), [texts](Parts parts) {
    parts.texts = texts;
    return parts;
  });
}

// The pieces of a corpus between the separators; those of white space, if they are kept, end a
// piece.
std::vector<std::string> pieces(const std::string& corpus, std::string_view separator, bool keep) {
  std::vector<std::string> result;
  std::size_t begin = 0;
  for (std::size_t at = corpus.find(separator); at != std::string::npos;
       at = corpus.find(separator, begin)) {
    const std::size_t end = at + separator.size();
    result.push_back(corpus.substr(begin, (keep ? end : at) - begin));
    begin = end;
  }
  result.push_back(corpus.substr(begin));
  return result;
}

Mutant planning(std::string name, std::string fault, std::string flag,
                std::function<std::size_t(TokenId vocab_size, std::size_t planned)> change) {
  return training(std::move(name), std::move(fault), std::move(flag), [change](Parts parts) {
    parts.planned_merges = [planned = parts.planned_merges, change](TokenId vocab_size) {
      return change(vocab_size, planned(vocab_size));
    };
    return parts;
  });
}

std::vector<Mutant> tie_breakers() {
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

std::vector<Mutant> counters() {
  return {
      counting("overlap-not-counted", "A run of three counts as one pair.", "TrainOverlapCount",
               without_overlap),
      counting("once-a-chunk", "A pair counts once in a chunk, however often it is there.",
               "TrainOverlapCount", once_a_chunk),
      counting("count-16-bit", "Counts have 16 bits.", "CounterOverflow",
               [](const Chunks& chunks) { return counts_of_bits(chunks, 16); }),
      counting("count-32-bit", "Counts have 32 bits.", "CounterOverflow",
               [](const Chunks& chunks) { return counts_of_bits(chunks, 32); }),
      stale_counts(),
      two_a_count(),
      counting_chunks("unweighted", "Each distinct chunk counts once.", "TrainMultiplicity",
                      [](std::vector<CountedText> chunks) {
                        std::sort(chunks.begin(), chunks.end());
                        const auto same = [](const CountedText& a, const CountedText& b) {
                          return a.first == b.first;
                        };
                        chunks.erase(std::unique(chunks.begin(), chunks.end(), same), chunks.end());
                        for (auto& [chunk, count] : chunks) count = 1;
                        return chunks;
                      }),
      counting_chunks("across-chunks", "Pairs are counted and merged across chunks.",
                      "TrainBoundary",
                      [](const std::vector<CountedText>& chunks) {
                        CountedText all{"", 1};
                        for (const auto& [chunk, count] : chunks) all.first += chunk;
                        return std::vector{std::move(all)};
                      }),
      counting_chunks("long-chunks-skipped", "Chunks of more than 16 bytes are left out.",
                      "TrainMaxTokenLength",
                      [](std::vector<CountedText> chunks) {
                        std::erase_if(chunks,
                                      [](const CountedText& c) { return c.first.size() > 16; });
                        return chunks;
                      }),
  };
}

std::vector<Mutant> choosers() {
  return {
      choosing("min-frequency-2", "Pairs that occur once are not merged.", "TrainMinFrequency",
               [](const PairCounts& counts, const Chunks&, const Tokens&) {
                 const auto best = reference::best_pair(counts);
                 return best && counts.at(*best) > 1 ? best : std::nullopt;
               }),
      choosing("early-stop-error", "A corpus that runs out of pairs is an error.", "TrainEarlyStop",
               [](const PairCounts& counts, const Chunks&, const Tokens&) {
                 if (counts.empty()) throw ValueError("train: max() of an empty sequence");
                 return reference::best_pair(counts);
               }),
      choosing("max-token-length-4", "Tokens of more than four bytes are not learned.",
               "TrainMaxTokenLength",
               [](PairCounts counts, const Chunks&, const Tokens& tokens) {
                 std::erase_if(counts, [&](const auto& entry) {
                   return bytes_joined(entry.first, tokens).size() > 4;
                 });
                 return reference::best_pair(counts);
               }),
      choosing("max-token-length-16", "Tokens of more than sixteen bytes are not learned.",
               "TrainMaxTokenLength",
               [](PairCounts counts, const Chunks&, const Tokens& tokens) {
                 std::erase_if(counts, [&](const auto& entry) {
                   return bytes_joined(entry.first, tokens).size() > 16;
                 });
                 return reference::best_pair(counts);
               }),
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
      planning("size-with-special", "vocab_size counts the special token.", "TrainVocabAccounting",
               [](TokenId, std::size_t planned) { return planned == 0 ? 0 : planned - 1; }),
      planning("size-plus-one", "One merge too many is learned.", "TrainVocabAccounting",
               [](TokenId, std::size_t planned) { return planned + 1; }),
      planning("size-is-merges", "vocab_size is the number of merges.", "TrainVocabAccounting",
               [](TokenId vocab_size, std::size_t) { return std::size_t{vocab_size}; }),
      training("vocab-size-any", "No vocab_size is refused: a small one means no merges.",
               "TrainVocabAccounting",
               [](Parts parts) {
                 parts.planned_merges = [](TokenId vocab_size) {
                   return std::size_t{std::max<TokenId>(vocab_size, 256)} - 256;
                 };
                 return parts;
               }),
  };
}

std::vector<Mutant> readers() {
  return {
      with_texts("train-by-lines", "The corpus is read line by line, each a text of its own.",
                 "TrainChunkBoundary",
                 [](const std::string& corpus) { return pieces(corpus, "\n", true); }),
      with_texts("train-without-newlines", "The lines of the corpus come without their ends.",
                 "TrainChunkBoundary",
                 [](const std::string& corpus) { return pieces(corpus, "\n", false); }),
      with_texts("specials-cut-out", "<|endoftext|> is cut out of the corpus.",
                 "TrainSpecialInCorpus",
                 [](const std::string& corpus) { return pieces(corpus, end_of_text, false); }),
      with_texts("train-in-blocks", "The corpus is read in blocks that end with a space.",
                 "TrainChunkBoundary",
                 [](const std::string& corpus) { return pieces(corpus, " ", true); }),
      with_texts("corpus-trimmed", "White space at the ends of the corpus is removed.",
                 "NoNormalization",
                 [](std::string corpus) {
                   corpus.erase(0, corpus.find_first_not_of(" \t\r\n"));
                   corpus.erase(corpus.find_last_not_of(" \t\r\n") + 1);
                   return std::vector{std::move(corpus)};
                 }),
      with_texts("first-16-kib", "Only the first 16,384 bytes of the corpus are read.", "LongInput",
                 [](std::string corpus) {
                   if (corpus.size() > 16384) {
                     std::size_t end = 16384;
                     while ((static_cast<unsigned char>(corpus[end]) & 0xC0U) == 0x80) --end;
                     corpus.resize(end);
                   }
                   return std::vector{std::move(corpus)};
                 }),
  };
}

}  // namespace

std::vector<Mutant> train_mutants() {
  std::vector<Mutant> all = tie_breakers();
  for (auto family : {counters, choosers, readers}) {
    for (Mutant& mutant : family()) {
      all.push_back(std::move(mutant));
    }
  }
  return all;
}

}  // namespace bpetite::conform
