// Mutants that learn other merges (spec/03-train.md), L3.
//
//   corpus "bc xy ab"     each of five pairs once
//   reference (32,97)     tie-first-seen (98,99)     tie-largest (120,121)
#include <algorithm>
#include <map>
#include <utility>

#include "conform/mutants/mutants.hpp"
#include "conform/mutants/training.hpp"

namespace bpetite::conform::mutants {
namespace {

using reference::PairCounts;

Mutant training(std::string name, std::string fault, std::string flag,
                std::function<program::TokenizerParts(program::TokenizerParts)> change) {
  return {std::move(name), std::move(fault), std::move(flag), suite::Level::L3, std::move(change)};
}

Mutant following(const TrainingRule& rule) {
  return training(rule.name, rule.fault, rule.flag,
                  [change = rule.change](program::TokenizerParts parts) {
                    Training how;
                    change(how);
                    parts.learn_merges = [how](Chunks chunks, std::size_t planned) {
                      return learn(how, std::move(chunks), planned);
                    };
                    return parts;
                  });
}

// Counts that only grow from merge to merge: pairs that a merge breaks up keep their counts.
Mutant stale_counts() {
  return training("counts-never-fall", "The counts of pairs that a merge breaks up are kept.",
                  "TrainStaleCount", [](program::TokenizerParts parts) {
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

// Counts once for two merges, so the second merge uses old counts.
Mutant two_a_count() {
  return training("two-merges-a-count", "Pairs are counted anew after every second merge only.",
                  "TrainStaleCount", [](program::TokenizerParts parts) {
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

// A mutant that trains on other chunks.
Mutant counting_chunks(
    std::string name, std::string fault, std::string flag,
    std::function<std::vector<program::CountedText>(std::vector<program::CountedText>)> change) {
  return training(std::move(name), std::move(fault), std::move(flag),
                  [change](program::TokenizerParts parts) {
                    parts.count_chunks = [count = parts.count_chunks,
                                          change](std::span<const program::CountedText> chunks) {
                      return count(change({chunks.begin(), chunks.end()}));
                    };
                    return parts;
                  });
}

Mutant with_texts(std::string name, std::string fault, std::string flag,
                  std::function<std::vector<std::string>(std::string corpus)> texts) {
  return training(std::move(name), std::move(fault), std::move(flag),
                  [texts](program::TokenizerParts parts) {
                    parts.texts = texts;
                    return parts;
                  });
}

// The parts of a corpus between the separators. If `keep` is true, each part includes the
// separator after it.
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
  return training(
      std::move(name), std::move(fault), std::move(flag), [change](program::TokenizerParts parts) {
        parts.planned_merges = [planned = parts.planned_merges, change](TokenId vocab_size) {
          return change(vocab_size, planned(vocab_size));
        };
        return parts;
      });
}

std::vector<Mutant> counters() {
  return {
      stale_counts(),
      two_a_count(),
      counting_chunks("unweighted", "Each distinct chunk counts once.", "TrainMultiplicity",
                      [](std::vector<program::CountedText> chunks) {
                        std::sort(chunks.begin(), chunks.end());
                        const auto same = [](const program::CountedText& a,
                                             const program::CountedText& b) {
                          return a.first == b.first;
                        };
                        chunks.erase(std::unique(chunks.begin(), chunks.end(), same), chunks.end());
                        for (auto& [chunk, count] : chunks) count = 1;
                        return chunks;
                      }),
      counting_chunks("across-chunks", "Pairs are counted and merged across chunks.",
                      "TrainBoundary",
                      [](const std::vector<program::CountedText>& chunks) {
                        program::CountedText all{"", 1};
                        for (const auto& [chunk, count] : chunks) all.first += chunk;
                        return std::vector{std::move(all)};
                      }),
      counting_chunks("long-chunks-skipped", "Chunks of more than 16 bytes are left out.",
                      "TrainMaxTokenLength",
                      [](std::vector<program::CountedText> chunks) {
                        std::erase_if(chunks, [](const program::CountedText& c) {
                          return c.first.size() > 16;
                        });
                        return chunks;
                      }),
  };
}

std::vector<Mutant> planners() {
  return {
      planning("size-with-special", "vocab_size counts the special token.", "TrainVocabAccounting",
               [](TokenId, std::size_t planned) { return planned == 0 ? 0 : planned - 1; }),
      planning("size-plus-one", "One merge too many is learned.", "TrainVocabAccounting",
               [](TokenId, std::size_t planned) { return planned + 1; }),
      planning("size-is-merges", "vocab_size is the number of merges.", "TrainVocabAccounting",
               [](TokenId vocab_size, std::size_t) { return std::size_t{vocab_size}; }),
      training("vocab-size-any", "No vocab_size is refused: a small one means no merges.",
               "TrainVocabAccounting",
               [](program::TokenizerParts parts) {
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
  std::vector<Mutant> all;
  for (const TrainingRule& rule : training_rules()) {
    all.push_back(following(rule));
  }
  for (auto family : {counters, planners, readers}) {
    for (Mutant& mutant : family()) {
      all.push_back(std::move(mutant));
    }
  }
  return all;
}

}  // namespace bpetite::conform::mutants
