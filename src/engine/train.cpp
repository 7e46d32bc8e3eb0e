// Learns merges (learn_merges). The Learner keeps for each pair the places where it occurs. A merge
// changes tokens only at the places of its pair, and lists the new pairs of each new token with its
// neighbours.
//
//   cells   | a b | c a b |     after (a,b) -> X     | X - | c X - |     new pair (c,X)
//
// training_size() measures a corpus before it is learned from, and TrainingSize::memory() says how
// much memory the training takes. Three corpora are refused with an error: one that needs 2^32
// cells (bytes of distinct chunks, with one between two chunks), one whose chunks together have
// 2^64 bytes (training_size), and counts in memory with 2^64 pairs.
#include "engine/train.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <queue>
#include <span>
#include <string_view>

#include <bpetite/errors.hpp>

namespace bpetite::engine {
namespace {

// What a cell holds that is not the first one of a token: it is inside a token, or the border of a
// chunk.
constexpr TokenId inside = std::numeric_limits<TokenId>::max();
constexpr TokenId border = inside - 1;

using Place = std::uint32_t;

class Learner {
 public:
  Learner(const count::ChunkSource& source, const TrainingSize& size);
  std::vector<Pair> learn(std::size_t planned, const std::function<void(std::size_t)>& progress);

 private:
  // Where a pair occurs or has occurred: a slice of places_.
  struct Occurrences {
    Pair pair;
    std::size_t begin = 0;
    std::size_t size = 0;
  };
  struct Candidate {
    Count count;
    Pair pair;
    std::size_t occurrences;  // in occurrences_
    bool operator<(const Candidate& other) const {
      return count != other.count ? count < other.count : pair > other.pair;
    }
  };
  // A new neighbour of a token just made.
  struct Meeting {
    TokenId neighbour;
    Place place;
  };

  void add_chunks(const count::ChunkSource& source, const TrainingSize& size);
  void add_byte_pairs();
  Place next_of(Place place) const { return place + spans_[place]; }
  Count weight_of(Place place) const { return weights_[owners_[place]]; }
  Count recount(Occurrences& occurrences);
  void merge(const Occurrences& occurrences, TokenId token);
  void add_meetings(std::span<const Meeting> meetings, TokenId token, bool token_is_left);

  std::vector<TokenId> cells_;
  std::vector<Place> spans_;   // of a token, at its first and its last cell
  std::vector<Place> owners_;  // the chunk of a cell
  std::vector<Count> weights_;
  std::vector<Place> places_;
  std::vector<Occurrences> occurrences_;
  std::priority_queue<Candidate> heap_;

  // Kept between merges, so that they are not allocated for each merge.
  std::vector<Place> made_;
  std::vector<Meeting> lefts_;
  std::vector<Meeting> rights_;
  std::vector<std::size_t> slot_of_;  // by token: its place among the new pairs, plus one
  std::vector<Count> slot_counts_;
};

Learner::Learner(const count::ChunkSource& source, const TrainingSize& size) {
  add_chunks(source, size);
  add_byte_pairs();
}

void Learner::add_chunks(const count::ChunkSource& source, const TrainingSize& size) {
  if (size.cells >= std::numeric_limits<Place>::max()) {
    throw ValueError(fmt::format("train: the distinct chunks have {} bytes with what is between "
                                 "them, and fewer than 2^32 are required",
                                 size.cells),
                     "S42d");
  }
  cells_.reserve(size.cells);
  owners_.reserve(size.cells);
  cells_.push_back(border);
  owners_.push_back(0);
  source([&](std::string_view chunk, Count count) {
    if (chunk.size() < 2) return;
    for (const char byte : chunk) {
      cells_.push_back(static_cast<unsigned char>(byte));
    }
    cells_.push_back(border);
    owners_.resize(cells_.size(), static_cast<Place>(weights_.size()));
    weights_.push_back(count);
  });
  spans_.assign(cells_.size(), 1);
}

void Learner::add_byte_pairs() {
  const auto for_each_pair = [&](auto visit) {
    for (std::size_t i = 0; i + 1 < cells_.size(); ++i) {
      if (cells_[i] != border && cells_[i + 1] != border) visit(cells_[i] << 8 | cells_[i + 1], i);
    }
  };
  std::vector<Count> counts(std::size_t{256} * 256);
  std::vector<std::size_t> sizes(counts.size());
  for_each_pair([&](std::size_t pair, std::size_t i) {
    counts[pair] += weights_[owners_[i]];
    ++sizes[pair];
  });
  std::vector<std::size_t> at(counts.size());
  std::size_t begin = 0;
  for (std::size_t pair = 0; pair < counts.size(); ++pair) {
    if (sizes[pair] == 0) continue;
    at[pair] = begin;
    const Pair both{static_cast<TokenId>(pair >> 8), static_cast<TokenId>(pair & 0xFF)};
    heap_.push({counts[pair], both, occurrences_.size()});
    occurrences_.push_back({both, begin, sizes[pair]});
    begin += sizes[pair];
  }
  places_.resize(begin);
  for_each_pair(
      [&](std::size_t pair, std::size_t i) { places_[at[pair]++] = static_cast<Place>(i); });
}

// Drops the places where the pair no longer occurs, and counts the others (S5 "as often as the
// corpus holds it").
Count Learner::recount(Occurrences& occurrences) {
  Count count = 0;
  Place* const places = places_.data() + occurrences.begin;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < occurrences.size; ++i) {
    const Place place = places[i];
    if (cells_[place] == occurrences.pair.left &&
        cells_[next_of(place)] == occurrences.pair.right) {
      count += weight_of(place);
      places[kept++] = place;
    }
  }
  occurrences.size = kept;
  return count;
}

std::vector<Pair> Learner::learn(std::size_t planned,
                                 const std::function<void(std::size_t)>& progress) {
  std::vector<Pair> merges;
  while (merges.size() < planned && !heap_.empty()) {
    const Candidate top = heap_.top();
    heap_.pop();
    Occurrences occurrences = occurrences_[top.occurrences];
    if (const Count count = recount(occurrences); count != top.count) {
      occurrences_[top.occurrences] = occurrences;
      if (count > 0) heap_.push({count, top.pair, top.occurrences});
      continue;
    }
    merge(occurrences, 256 + static_cast<TokenId>(merges.size()));
    merges.push_back(top.pair);
    if (progress) progress(merges.size());
  }
  return merges;
}

// FR-10c: merges from left to right, since places ascend. A place that overlaps the one before no
// longer has the pair.
void Learner::merge(const Occurrences& occurrences, TokenId token) {
  made_.clear();
  for (std::size_t i = 0; i < occurrences.size; ++i) {
    const Place place = places_[occurrences.begin + i];
    const Place right = next_of(place);
    if (cells_[place] != occurrences.pair.left || cells_[right] != occurrences.pair.right) continue;
    const Place span = spans_[place] + spans_[right];
    cells_[right] = inside;
    cells_[place] = token;
    spans_[place] = span;
    spans_[place + span - 1] = span;
    made_.push_back(place);
  }

  // Only now both neighbours of each new token are final.
  lefts_.clear();
  rights_.clear();
  for (const Place place : made_) {
    const Place before = place - spans_[place - 1];
    const TokenId left = cells_[before];
    const TokenId right = cells_[next_of(place)];
    if (left != border) lefts_.push_back({left, before});
    if (right != border && right != token) rights_.push_back({right, place});
  }
  slot_of_.resize(std::max<std::size_t>(slot_of_.size(), token + std::size_t{1}));
  add_meetings(lefts_, token, false);
  add_meetings(rights_, token, true);
}

// Groups meetings by their neighbour. Each neighbour makes a pair that did not exist before.
void Learner::add_meetings(std::span<const Meeting> meetings, TokenId token, bool token_is_left) {
  const std::size_t first = occurrences_.size();
  slot_counts_.clear();
  for (const Meeting& meeting : meetings) {
    std::size_t& slot = slot_of_[meeting.neighbour];
    if (slot == 0) {
      occurrences_.push_back(
          {token_is_left ? Pair{token, meeting.neighbour} : Pair{meeting.neighbour, token}, 0, 0});
      slot_counts_.push_back(0);
      slot = slot_counts_.size();
    }
    ++occurrences_[first + slot - 1].size;
    slot_counts_[slot - 1] += weight_of(meeting.place);
  }
  std::size_t begin = places_.size();
  places_.resize(begin + meetings.size());
  for (std::size_t i = 0; i < slot_counts_.size(); ++i) {
    Occurrences& occurrences = occurrences_[first + i];
    heap_.push({slot_counts_[i], occurrences.pair, first + i});
    occurrences.begin = begin;
    begin += occurrences.size;
    occurrences.size = 0;
  }
  for (const Meeting& meeting : meetings) {
    Occurrences& occurrences = occurrences_[first + slot_of_[meeting.neighbour] - 1];
    places_[occurrences.begin + occurrences.size++] = meeting.place;
  }
  for (const Meeting& meeting : meetings) {
    slot_of_[meeting.neighbour] = 0;
  }
}

}  // namespace

std::uint64_t TrainingSize::memory() const { return 32 * cells + 8 * chunks; }

TrainingSize training_size(const count::ChunkSource& source) {
  TrainingSize size;
  source([&size](std::string_view chunk, Count count) {
    ++size.chunks;
    size.cells += chunk.size() > 1 ? chunk.size() + 1 : 0;
    if (!count::add_bytes(size.corpus_bytes, chunk.size(), count)) {
      throw ValueError("train: all chunks together have 2^64 bytes or more", "S40e");
    }
  });
  return size;
}

std::vector<Pair> learn_merges(const count::ChunkSource& source, const TrainingSize& size,
                               std::size_t planned,
                               const std::function<void(std::size_t)>& progress) {
  return Learner(source, size).learn(planned, progress);
}

std::vector<Pair> learn_merges(const count::ChunkSource& source, std::size_t planned,
                               const std::function<void(std::size_t)>& progress) {
  return learn_merges(source, training_size(source), planned, progress);
}

std::vector<Pair> learn_merges(const count::ChunkCounts& chunks, std::size_t planned,
                               const std::function<void(std::size_t)>& progress) {
  const count::ChunkSource source = [&chunks](const auto& visit) { chunks.for_each(visit); };
  TrainingSize size;
  std::uint64_t pairs = 0;  // of all pairs; no single pair has more
  chunks.for_each([&](std::string_view chunk, Count count) {
    if (chunk.size() < 2) return;
    size.cells += chunk.size() + 1;
    if (!count::add_bytes(pairs, chunk.size() - 1, count)) {
      throw ValueError("train: all pairs together are 2^64 or more", "S5");
    }
  });
  return learn_merges(source, size, planned, progress);
}

}  // namespace bpetite::engine
