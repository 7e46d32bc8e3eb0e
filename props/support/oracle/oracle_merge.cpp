// Counts pairs, trains and encodes by linked lists of ids, for the oracle, the second
// implementation that tests compare with. Also looks up the token that two tokens become
// (`Ranking`), and finds special tokens in a text.
//
// Training keeps all chunks of all texts in one list, and for each pair the places where it begins.
// A merge changes only the neighbours of these places:
//
//   x a b y     merge (a,b) -> X     (x,a) and (b,y) lose one, (x,X) and (X,y) gain one
//
// Encoding keeps a queue of pairs, ordered by rank and place.
#include <queue>
#include <set>
#include <string>
#include <tuple>

#include "support/oracle/oracle.hpp"

namespace bpetite::test::oracle {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

// A linked list of ids. A place keeps its number when its neighbours are merged.
class Places {
 public:
  // Appends a chunk. Chunks are never neighbours of each other.
  void append(std::string_view chunk, const std::array<TokenId, 256>& byte_ids) {
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      const std::size_t place = places_.size();
      const TokenId id = byte_ids[static_cast<unsigned char>(chunk[i])];
      places_.push_back({id, i == 0 ? none : place - 1, i + 1 == chunk.size() ? none : place + 1});
    }
  }

  std::size_t size() const { return places_.size(); }
  TokenId id(std::size_t place) const { return places_[place].id; }
  std::size_t before(std::size_t place) const { return places_[place].before; }
  std::size_t after(std::size_t place) const { return places_[place].after; }
  bool alive(std::size_t place) const { return places_[place].alive; }

  // The pair that begins at a place, if there is one.
  std::optional<Pair> pair(std::size_t place) const {
    if (place == none || !places_[place].alive || places_[place].after == none) {
      return std::nullopt;
    }
    return Pair{places_[place].id, places_[places_[place].after].id};
  }

  // Puts the token at the place and removes the next place.
  void merge(std::size_t place, TokenId token) {
    const std::size_t gone = places_[place].after;
    places_[place].id = token;
    places_[place].after = places_[gone].after;
    places_[gone].alive = false;
    if (places_[place].after != none) {
      places_[places_[place].after].before = place;
    }
  }

 private:
  struct Place {
    TokenId id = 0;
    std::size_t before = none;
    std::size_t after = none;
    bool alive = true;
  };
  std::vector<Place> places_;
};

std::array<TokenId, 256> identity() {
  std::array<TokenId, 256> ids{};
  for (TokenId byte = 0; byte < 256; ++byte) {
    ids[byte] = byte;
  }
  return ids;
}

Places places_of(std::span<const std::string_view> texts, const Profile& profile) {
  Places places;
  for (const std::string_view text : texts) {
    for (const std::string_view chunk : chunks(text, profile)) {
      places.append(chunk, identity());
    }
  }
  return places;
}

using PlacesOf = std::map<Pair, std::set<std::size_t>>;

PlacesOf pairs_of(const Places& places) {
  PlacesOf result;
  for (std::size_t place = 0; place < places.size(); ++place) {
    if (const auto pair = places.pair(place)) {
      result[*pair].insert(place);
    }
  }
  return result;
}

void forget(PlacesOf& pairs, const Places& places, std::size_t place) {
  if (const auto pair = places.pair(place)) {
    pairs[*pair].erase(place);
  }
}

void learn(PlacesOf& pairs, const Places& places, std::size_t place) {
  if (const auto pair = places.pair(place)) {
    pairs[*pair].insert(place);
  }
}

// Merges the pair of the lowest rank first, and the leftmost of several. The queue holds entries
// (token, place, pair at that place); an entry whose pair has changed since is skipped.
std::vector<TokenId> merged(std::string_view chunk, const Ranking& ranking) {
  if (const auto whole = ranking.whole(std::string(chunk))) {
    return {*whole};
  }
  Places places;
  places.append(chunk, ranking.table().byte_ids);
  using Entry = std::tuple<TokenId, std::size_t, Pair>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  const auto push = [&](std::size_t place) {
    if (const auto pair = places.pair(place)) {
      if (const auto token = ranking.token(*pair)) {
        queue.emplace(*token, place, *pair);
      }
    }
  };
  for (std::size_t place = 0; place < places.size(); ++place) {
    push(place);
  }
  while (!queue.empty()) {
    const auto [token, place, pair] = queue.top();
    queue.pop();
    if (places.pair(place) == pair) {
      places.merge(place, token);
      push(places.before(place));
      push(place);
    }
  }

  std::vector<TokenId> ids;
  for (std::size_t place = 0; place < places.size(); ++place) {
    if (places.alive(place)) {
      ids.push_back(places.id(place));
    }
  }
  return ids;
}

// S10: the longest special token that begins here.
const SpecialToken* special_at(std::string_view rest, const Table& table) {
  const SpecialToken* longest = nullptr;
  for (const SpecialToken& special : table.specials) {
    const bool begins =
        !special.literal.empty() && rest.substr(0, special.literal.size()) == special.literal;
    if (begins && (longest == nullptr || special.literal.size() > longest->literal.size())) {
      longest = &special;
    }
  }
  return longest;
}

std::vector<Pair> train_on(Places places, TokenId vocab_size) {
  PlacesOf pairs = pairs_of(places);
  std::vector<Pair> merges;
  for (TokenId token = 256; token < vocab_size; ++token) {
    // The pair with the most places, and of several the smallest pair. Tuples (minus the number of
    // places, pair) compare in that order.
    std::optional<std::tuple<std::size_t, Pair>> best;
    for (const auto& [pair, where] : pairs) {
      const std::tuple<std::size_t, Pair> candidate{none - where.size(), pair};
      if (!where.empty() && (!best || candidate < *best)) {
        best = candidate;
      }
    }
    if (!best) {
      break;
    }
    const Pair chosen = std::get<Pair>(*best);
    merges.push_back(chosen);
    const std::set<std::size_t> where = pairs[chosen];
    for (const std::size_t place : where) {
      if (places.pair(place) != chosen) {
        continue;  // an overlap: the merge before this one took its left token
      }
      forget(pairs, places, places.before(place));
      forget(pairs, places, place);
      forget(pairs, places, places.after(place));
      places.merge(place, token);
      learn(pairs, places, places.before(place));
      learn(pairs, places, place);
    }
  }
  return merges;
}

}  // namespace

Ranking::Ranking(const Table& table) : table_(table) {
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    by_pair_.try_emplace(table.merges[rank], static_cast<TokenId>(256 + rank));
  }
  if (table.profile.merging == Merging::bytes) {
    for (std::size_t id = 0; id < table.tokens.size(); ++id) {
      by_bytes_.try_emplace(table.tokens[id], static_cast<TokenId>(id));
    }
  }
}

std::optional<TokenId> Ranking::token(const Pair& pair) const {
  if (table_.profile.merging == Merging::bytes) {
    return whole(table_.tokens[pair.left] + table_.tokens[pair.right]);
  }
  const auto found = by_pair_.find(pair);
  return found == by_pair_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<TokenId> Ranking::whole(const std::string& bytes) const {
  const auto found = by_bytes_.find(bytes);
  return found == by_bytes_.end() ? std::nullopt : std::optional(found->second);
}

std::map<Pair, Count> count_pairs(std::span<const std::string_view> texts, const Profile& profile) {
  std::map<Pair, Count> counts;
  for (const auto& [pair, places] : pairs_of(places_of(texts, profile))) {
    counts[pair] = places.size();
  }
  return counts;
}

std::vector<Pair> train(std::span<const std::string_view> texts, TokenId vocab_size,
                        const Profile& profile) {
  return train_on(places_of(texts, profile), vocab_size);
}

std::vector<Pair> train_on_chunks(std::span<const std::string_view> chunks, TokenId vocab_size) {
  Places places;
  for (const std::string_view chunk : chunks) places.append(chunk, identity());
  return train_on(std::move(places), vocab_size);
}

std::vector<TokenId> encode_chunk(std::string_view chunk, const Table& table) {
  return encode_chunks({&chunk, 1}, table);
}

std::vector<TokenId> encode_chunks(std::span<const std::string_view> chunks, const Table& table) {
  return encode_chunks(chunks, Ranking(table));
}

std::vector<TokenId> encode_chunks(std::span<const std::string_view> chunks,
                                   const Ranking& ranking) {
  std::vector<TokenId> ids;
  for (const std::string_view chunk : chunks) {
    const std::vector<TokenId> part = merged(chunk, ranking);
    ids.insert(ids.end(), part.begin(), part.end());
  }
  return ids;
}

std::vector<TokenId> encode(std::string_view text, const Table& table) {
  const Ranking ranking(table);
  std::vector<TokenId> ids;
  const auto ordinary = [&](std::string_view segment) {
    for (const std::string_view chunk : chunks(segment, table.profile)) {
      const std::vector<TokenId> part = merged(chunk, ranking);
      ids.insert(ids.end(), part.begin(), part.end());
    }
  };
  std::size_t start = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (const SpecialToken* special = special_at(text.substr(at), table)) {
      ordinary(text.substr(start, at - start));
      ids.push_back(special->id);
      at += special->literal.size();
      start = at;
    } else {
      ++at;
    }
  }
  ordinary(text.substr(start));
  return ids;
}

}  // namespace bpetite::test::oracle
