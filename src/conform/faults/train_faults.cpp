// Lists the faults in training (spec/03-train.md, level L3 of the kit): other counts of pairs,
// other choices of a pair, pairs that are never merged, other merge passes, an error when no pair
// is left, another number of merges, vocabulary sizes that are not refused, and other texts and
// chunks of the corpus. Each fault has a change of the reference that makes it. Also has the
// trainer whose rules can be replaced (learn).
//
//   corpus "bc xy ab"     each of five pairs once
//   reference (32,97)     tie-first-seen (98,99)     tie-largest (120,121)
#include <algorithm>
#include <map>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/faults/fault.hpp"
#include "conform/suite/judged_profile.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::faults {
namespace {

using reference::CountedChunk;
using reference::PairCounts;
using CountPairs = decltype(Training::count_pairs);
using Admits = decltype(Training::admits);
using Choose = decltype(Training::choose);
using Replace = decltype(Training::pass);

TrainingRule counting(CountPairs how) {
  return {TrainingStep::count, [how = std::move(how)](Training& it) { it.count_pairs = how; }};
}
TrainingRule admitting(Admits how) {
  return {TrainingStep::admit, [how = std::move(how)](Training& it) { it.admits = how; }};
}
TrainingRule choosing(Choose how) {
  return {TrainingStep::choose, [how = std::move(how)](Training& it) { it.choose = how; }};
}
TrainingRule replacing(Replace how) {
  return {TrainingStep::pass, [how = std::move(how)](Training& it) { it.pass = how; }};
}

// Breaks ties by a key of the pair: the smallest key wins. If keys are equal, the smallest pair
// wins.
template <typename KeyOf>
TrainingRule broken_by(KeyOf key_of) {
  return choosing([key_of](const PairCounts& counts, const Chunks&, const Tokens& tokens) {
    std::optional<Pair> best;
    Count most = 0;
    for (const auto& [pair, count] : counts) {
      const bool is_better =
          count > most || (count == most && best && key_of(pair, tokens) < key_of(*best, tokens));
      if (is_better) {
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

// Counts pairs in integers of `bits` bits, which overflow.
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

std::vector<Fault> tie_breakers() {
  return {
      {"tie-largest",
       "Among the most frequent pairs the largest is merged.",
       "TrainTieBreak",
       L3,
       {},
       nullptr,
       broken_by(
           [](const Pair& pair, const Tokens&) { return std::pair(~pair.left, ~pair.right); })},
      {"tie-first-seen",
       "Among the most frequent pairs the first of the corpus is merged.",
       "TrainTieBreak",
       L3,
       {},
       nullptr,
       choosing(by_occurrence(true))},
      {"tie-last-seen",
       "Among the most frequent pairs the last of the corpus is merged.",
       "TrainTieBreak",
       L3,
       {},
       nullptr,
       choosing(by_occurrence(false))},
      {"tie-by-bytes",
       "A tie goes to the smallest bytes, left token first.",
       "TrainTieBreak",
       L3,
       {},
       nullptr,
       broken_by([](const Pair& pair, const Tokens& tokens) {
         return std::pair(tokens[pair.left], tokens[pair.right]);
       })},
      {"tie-by-joined-bytes",
       "A tie goes to the smallest joined bytes.",
       "TrainTieBreak",
       L3,
       {},
       nullptr,
       broken_by(bytes_joined)},
      {"tie-by-right",
       "A tie goes to the smallest right token.",
       "TrainTieBreak",
       L3,
       {},
       nullptr,
       broken_by([](const Pair& pair, const Tokens&) { return std::pair(pair.right, pair.left); })},
      {"tie-left-only",
       "Of pairs with the same left token the largest is merged.",
       "TrainTieBreak",
       L3,
       {},
       nullptr,
       broken_by(
           [](const Pair& pair, const Tokens&) { return std::pair(pair.left, ~pair.right); })},
      {"tie-shortest",
       "A tie goes to the shortest token, then to the smallest bytes.",
       "TrainTieBreak",
       L3,
       {},
       nullptr,
       broken_by([](const Pair& pair, const Tokens& tokens) {
         const std::string bytes = bytes_joined(pair, tokens);
         return std::pair(bytes.size(), bytes);
       })},
      {"tie-longest",
       "A tie goes to the longest token.",
       "TrainTieBreak",
       L3,
       {},
       nullptr,
       broken_by([](const Pair& pair, const Tokens& tokens) {
         return ~bytes_joined(pair, tokens).size();
       })},
      {"tie-smallest-maximum",
       "A tie goes to the pair whose larger id is the smallest.",
       "TrainTieBreak",
       L3,
       {},
       nullptr,
       broken_by([](const Pair& pair, const Tokens&) {
         return std::pair(std::max(pair.left, pair.right), std::min(pair.left, pair.right));
       })},
      {"tie-newest",
       "A tie goes to pairs of tokens learned before pairs of bytes.",
       "TrainTieBreak",
       L3,
       {},
       nullptr,
       broken_by(
           [](const Pair& pair, const Tokens&) { return pair.left < 256 && pair.right < 256; })},
      {"tie-printable",
       "Bytes are ordered as in the printable alphabet: a space comes last.",
       "TrainTieBreak",
       L3,
       {},
       nullptr,
       broken_by([](const Pair& pair, const Tokens&) {
         return std::pair(alphabet_place(pair.left), alphabet_place(pair.right));
       })},
      {"tie-signed-bytes",
       "Bytes above 127 are negative.",
       "ByteAlphabet",
       L3,
       {},
       nullptr,
       broken_by([](const Pair& pair, const Tokens&) {
         const auto value = [](TokenId id) {
           return id < 256 ? static_cast<int>(static_cast<signed char>(id)) : static_cast<int>(id);
         };
         return std::pair(value(pair.left), value(pair.right));
       })},
      {"tie-by-hash",
       "A tie goes to whatever a hash table has first.",
       "TrainDeterminism",
       L3,
       {},
       nullptr,
       broken_by([](const Pair& pair, const Tokens&) {
         return (pair.left * 0x9E3779B1U) ^ (pair.right * 0x85EBCA77U);
       })},
  };
}

std::vector<Fault> counting_rules() {
  return {
      {"overlap-not-counted",
       "A run of three counts as one pair.",
       "TrainOverlapCount",
       L3,
       {},
       nullptr,
       counting(without_overlap)},
      {"once-a-chunk",
       "A pair counts once in a chunk, however often it is there.",
       "TrainOverlapCount",
       L3,
       {},
       nullptr,
       counting(once_a_chunk)},
      {"count-16-bit",
       "Counts have 16 bits.",
       "CounterOverflow",
       L3,
       {},
       nullptr,
       counting([](const Chunks& chunks) { return counts_of_bits(chunks, 16); })},
      {"count-32-bit",
       "Counts have 32 bits.",
       "CounterOverflow",
       L3,
       {},
       nullptr,
       counting([](const Chunks& chunks) { return counts_of_bits(chunks, 32); })},
  };
}

// Admits only pairs whose token has at most `longest` bytes.
Admits up_to(std::size_t longest) {
  return [longest](const Pair& pair, Count, const Tokens& tokens) {
    return bytes_joined(pair, tokens).size() <= longest;
  };
}

std::vector<Fault> other_rules() {
  return {
      {"min-frequency-2",
       "Pairs that occur once are not merged.",
       "TrainMinFrequency",
       L3,
       {},
       nullptr,
       admitting([](const Pair&, Count count, const Tokens&) { return count > 1; })},
      {"max-token-length-4",
       "Tokens of more than four bytes are not learned.",
       "TrainMaxTokenLength",
       L3,
       {},
       nullptr,
       admitting(up_to(4))},
      {"max-token-length-16",
       "Tokens of more than sixteen bytes are not learned.",
       "TrainMaxTokenLength",
       L3,
       {},
       nullptr,
       admitting(up_to(16))},
      {"early-stop-error",
       "A corpus that runs out of pairs is an error.",
       "TrainEarlyStop",
       L3,
       {},
       nullptr,
       TrainingRule{TrainingStep::end, [](Training& it) { it.fails_at_end = true; }}},
      {"train-rightmost",
       "A merge is carried out from right to left.",
       "OverlapRun",
       L3,
       {},
       nullptr,
       replacing([](std::vector<TokenId>& ids, const Pair& pair, TokenId token) {
         std::reverse(ids.begin(), ids.end());
         reference::merge_pass(ids, {pair.right, pair.left}, token);
         std::reverse(ids.begin(), ids.end());
       })},
      {"train-first-only",
       "A merge is carried out once in a chunk.",
       "OverlapRun",
       L3,
       {},
       nullptr,
       replacing([](std::vector<TokenId>& ids, const Pair& pair, TokenId token) {
         for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
           if (ids[i] == pair.left && ids[i + 1] == pair.right) {
             ids[i] = token;
             ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(i) + 1);
             return;
           }
         }
       })},
      // The vectors need not distinguish this fault from the others.
      {"tie-by-text",
       "A tie goes to the smallest text, where bytes that are none are U+FFFD.",
       "",
       L3,
       {},
       nullptr,
       broken_by([](const Pair& pair, const Tokens& tokens) {
         return std::pair(suite::mended(tokens[pair.left], "\ufffd"),
                          suite::mended(tokens[pair.right], "\ufffd"));
       })},
  };
}

// --- Faults that change more than the rule of one step. ---

// Counts that only grow from merge to merge: pairs that a merge breaks up keep their counts.
Fault stale_counts() {
  return {"counts-never-fall", "The counts of pairs that a merge breaks up are kept.",
          "TrainStaleCount", L3, [](program::TokenizerParts parts) {
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
          }};
}

// Counts pairs only before every other merge, so the merge between uses old counts.
Fault two_a_count() {
  return {"two-merges-a-count", "Pairs are counted anew after every second merge only.",
          "TrainStaleCount", L3, [](program::TokenizerParts parts) {
            parts.learn_merges = [](Chunks chunks, std::size_t planned) {
              PairCounts old;
              Training how;
              how.count_pairs = [&old](const Chunks& now) {
                return old.empty() ? old = reference::count_pairs(now) : std::exchange(old, {});
              };
              how.choose = [&old](const PairCounts& counts, const Chunks&, const Tokens&) {
                const auto best = reference::best_pair(counts);
                if (best && !old.empty()) old.erase(*best);
                return best;
              };
              return learn(how, std::move(chunks), planned);
            };
            return parts;
          }};
}

// Trains on other chunks.
PartsEdit counting_chunks(
    std::function<std::vector<program::CountedText>(std::vector<program::CountedText>)> change) {
  return [change](program::TokenizerParts parts) {
    parts.count_chunks = [count = parts.count_chunks,
                          change](std::span<const program::CountedText> chunks) {
      return count(change({chunks.begin(), chunks.end()}));
    };
    return parts;
  };
}

PartsEdit with_texts(std::function<std::vector<std::string>(std::string corpus)> texts) {
  return [texts](program::TokenizerParts parts) {
    parts.texts = texts;
    return parts;
  };
}

// The parts of a corpus between the separators. If `keep` is true, each part includes the
// separator after it.
std::vector<std::string> parts_between(const std::string& corpus, std::string_view separator,
                                       bool keep) {
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

PartsEdit planning(std::function<std::size_t(TokenId vocab_size, std::size_t planned)> change) {
  return [change](program::TokenizerParts parts) {
    parts.planned_merges = [planned = parts.planned_merges, change](TokenId vocab_size) {
      return change(vocab_size, planned(vocab_size));
    };
    return parts;
  };
}

std::vector<Fault> counters() {
  return {
      stale_counts(),
      two_a_count(),
      {"unweighted", "Each distinct chunk counts once.", "TrainMultiplicity", L3,
       counting_chunks([](std::vector<program::CountedText> chunks) {
         std::sort(chunks.begin(), chunks.end());
         const auto same = [](const program::CountedText& a, const program::CountedText& b) {
           return a.first == b.first;
         };
         chunks.erase(std::unique(chunks.begin(), chunks.end(), same), chunks.end());
         for (auto& [chunk, count] : chunks) count = 1;
         return chunks;
       })},
      {"across-chunks", "Pairs are counted and merged across chunks.", "TrainBoundary", L3,
       counting_chunks([](const std::vector<program::CountedText>& chunks) {
         program::CountedText all{"", 1};
         for (const auto& [chunk, count] : chunks) all.first += chunk;
         return std::vector{std::move(all)};
       })},
      {"long-chunks-skipped", "Chunks of more than 16 bytes are left out.", "TrainMaxTokenLength",
       L3, counting_chunks([](std::vector<program::CountedText> chunks) {
         std::erase_if(chunks, [](const program::CountedText& c) { return c.first.size() > 16; });
         return chunks;
       })},
  };
}

std::vector<Fault> planners() {
  return {
      {"size-with-special", "vocab_size counts the special token.", "TrainVocabAccounting", L3,
       planning([](TokenId, std::size_t planned) { return planned == 0 ? 0 : planned - 1; })},
      {"size-plus-one", "One merge too many is learned.", "TrainVocabAccounting", L3,
       planning([](TokenId, std::size_t planned) { return planned + 1; })},
      {"size-is-merges", "vocab_size is the number of merges.", "TrainVocabAccounting", L3,
       planning([](TokenId vocab_size, std::size_t) { return std::size_t{vocab_size}; })},
      {"vocab-size-any", "No vocab_size is refused: a small one means no merges.",
       "TrainVocabAccounting", L3,
       [](program::TokenizerParts parts) {
         parts.planned_merges = [](TokenId vocab_size) {
           return std::size_t{std::max<TokenId>(vocab_size, 256)} - 256;
         };
         return parts;
       }},
  };
}

std::vector<Fault> readers() {
  return {
      {"train-by-lines", "The corpus is read line by line, each a text of its own.",
       "TrainChunkBoundary", L3,
       with_texts([](const std::string& corpus) { return parts_between(corpus, "\n", true); })},
      {"train-without-newlines", "The lines of the corpus come without their ends.",
       "TrainChunkBoundary", L3,
       with_texts([](const std::string& corpus) { return parts_between(corpus, "\n", false); })},
      {"specials-cut-out", "<|endoftext|> is cut out of the corpus.", "TrainSpecialInCorpus", L3,
       with_texts(
           [](const std::string& corpus) { return parts_between(corpus, end_of_text, false); })},
      {"train-in-blocks", "The corpus is read in blocks that end with a space.",
       "TrainChunkBoundary", L3,
       with_texts([](const std::string& corpus) { return parts_between(corpus, " ", true); })},
      {"corpus-trimmed", "White space at the ends of the corpus is removed.", "NoNormalization", L3,
       with_texts([](std::string corpus) {
         corpus.erase(0, corpus.find_first_not_of(" \t\r\n"));
         corpus.erase(corpus.find_last_not_of(" \t\r\n") + 1);
         return std::vector{std::move(corpus)};
       })},
      {"first-16-kib", "Only the first 16,384 bytes of the corpus are read.", "LongInput", L3,
       with_texts([](std::string corpus) {
         if (corpus.size() > 16384) {
           std::size_t end = 16384;
           while (utf8::is_continuation(corpus[end])) --end;
           corpus.resize(end);
         }
         return std::vector{std::move(corpus)};
       })},
  };
}

// The reference trainer with this one rule changed.
PartsEdit following(const TrainingRule& rule) {
  return [change = rule.change](program::TokenizerParts parts) {
    Training how;
    change(how);
    parts.learn_merges = [how](Chunks chunks, std::size_t planned) {
      return learn(how, std::move(chunks), planned);
    };
    return parts;
  };
}

}  // namespace

std::vector<Pair> learn(const Training& training, Chunks chunks, std::size_t planned) {
  Tokens tokens = suite::judged_table({}).tokens;
  std::vector<Pair> merges;
  while (merges.size() < planned) {
    reference::PairCounts counts = training.count_pairs(chunks);
    if (training.admits) {
      std::erase_if(counts, [&](const auto& entry) {
        return !training.admits(entry.first, entry.second, tokens);
      });
    }
    const auto best = training.choose(counts, chunks, tokens);
    if (!best && training.fails_at_end) {
      throw ValueError("train: max() of an empty sequence");  // internal: a wrong rule
    }
    if (!best) break;
    for (reference::CountedChunk& chunk : chunks) {
      training.pass(chunk.ids, *best, static_cast<TokenId>(tokens.size()));
    }
    merges.push_back(*best);
    tokens.push_back(tokens[best->left] + tokens[best->right]);
  }
  return merges;
}

std::vector<Fault> train_faults() {
  std::vector<Fault> all;
  for (const auto family : {tie_breakers, counting_rules, other_rules}) {
    for (Fault& fault : family()) {
      fault.change = following(*fault.training);
      all.push_back(std::move(fault));
    }
  }
  for (const auto family : {counters, planners, readers}) {
    std::ranges::move(family(), std::back_inserter(all));
  }
  return all;
}

}  // namespace bpetite::conform::faults
