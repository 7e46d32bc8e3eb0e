// Compares engine and reference for lists of merges whose ranks are not in the order of ids (S26c).
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/table.hpp"
#include "engine/encode.hpp"
#include "engine/scan/scan.hpp"
#include "reference/encode.hpp"
#include "reference/pretokenize.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// A trained list with other ids, and for some tokens a second merge of other parts with the same
// bytes, at any rank.
Table shuffled(const std::vector<Pair>& learned) {
  const Table source = v1_table(learned);
  std::vector<TokenId> ids(source.tokens.size());
  std::iota(ids.begin(), ids.end(), TokenId{0});
  for (std::size_t i = 256; i < ids.size(); ++i) {
    std::swap(ids[i], ids[*number_between<std::size_t>(256, i)]);
  }
  std::vector<Pair> merges;
  std::vector<TokenId> results;
  for (std::size_t rank = 0; rank < learned.size(); ++rank) {
    merges.push_back({ids[learned[rank].left], ids[learned[rank].right]});
    results.push_back(ids[source.results[rank]]);
  }
  for (std::size_t token = 256; token < source.tokens.size(); ++token) {
    for (TokenId left = 0; left < source.tokens.size(); ++left) {
      const std::string& bytes = source.tokens[token];
      const std::string& begin = source.tokens[left];
      if (begin.size() >= bytes.size() || !bytes.starts_with(begin)) continue;
      const auto right = std::ranges::find(source.tokens, bytes.substr(begin.size()));
      if (right == source.tokens.end() || *number_between(0, 2) == 0) continue;
      const auto at = *number_between<std::size_t>(0, merges.size());
      const auto second = static_cast<std::size_t>(right - source.tokens.begin());
      merges.insert(merges.begin() + static_cast<std::ptrdiff_t>(at), {ids[left], ids[second]});
      results.insert(results.begin() + static_cast<std::ptrdiff_t>(at), ids[token]);
    }
  }
  return ranked_table(merges, results);
}

PROPERTY("S26c", "merges in any order of ids give the reference's ids") {
  const EncodeCase given = *encode_case();
  const Table table = shuffled(given.merges);
  const auto wanted = reference::encode(given.text, table);
  const engine::Encoder encoder(table);
  RC_ASSERT(encoder.encode(given.text) == wanted);
  RC_ASSERT(encoder.encode(given.text) == wanted);  // now from the cache
  RC_CLASSIFY(!is_rank_order_id_order(table), "ranks are not the order of ids");
  RC_CLASSIFY(wanted.size() < given.text.size(), "merged");
}

PROPERTY("S26c S9c", "other numbers for the same tokens change nothing but the numbers") {
  const EncodeCase given = *encode_case();
  const Table source = v1_table(given.merges);
  // From the last id to the first: the order is turned round, so the other rule is used.
  const auto last = static_cast<TokenId>(source.tokens.size() + 255);
  const auto other = [&](TokenId id) { return id < 256 ? id : last - id; };
  std::vector<Pair> merges;
  std::vector<TokenId> results;
  for (std::size_t rank = 0; rank < given.merges.size(); ++rank) {
    merges.push_back({other(given.merges[rank].left), other(given.merges[rank].right)});
    results.push_back(other(source.results[rank]));
  }
  Table table = ranked_table(merges, results);
  table.specials = {};
  Table plain = source;
  plain.specials = {};
  std::vector<TokenId> wanted = reference::encode(given.text, plain);
  std::ranges::transform(wanted, wanted.begin(), other);
  RC_ASSERT(reference::encode(given.text, table) == wanted);
  RC_ASSERT(engine::Encoder(table).encode(given.text) == wanted);
  RC_CLASSIFY(given.merges.size() > 1, "the order is turned round");
}

CLAUSE_TEST("S26d", "a profile is cut by its own pattern and version, or refused") {
  Table table = v1_table({{'a', 'b'}, {0xCB, 0x90}});
  // U+02D0 and U+0301: whether a mark ends a word belongs to the pattern.
  const std::string text = "ab\u02d0\u0301ab 12 \U0001323f";
  table.profile = with_version(table.profile, unicode::Version::v13_0);
  CHECK(engine::Encoder(table).encode(text) == reference::encode(text, table));
  CHECK(engine::scan::chunks("\u0560\U00010597", engine::scan::Cutter(table.profile),
                             engine::machine::level()) ==
        reference::pretokenize("\u0560\U00010597", table.profile));
  table.profile = profiles::cl100k();
  table.profile.splits.front().pattern.text = "\\p{N}+|\\P{N}+";
  CHECK(engine::Encoder(table).encode(text) == reference::encode(text, table));
  table.profile.splits.front().pattern.text = "(?<=a)b";
  CHECK_THROWS_AS(engine::Encoder(table), ValueError);
  for (const Profile* profile : profiles::all()) {
    INFO(profile->name);
    table.profile = *profile;
    CHECK(engine::Encoder(table).encode(text) == reference::encode(text, table));
  }
}

}  // namespace
}  // namespace bpetite::test
