// Removes merges from a list, with a table from old ids to new ids.
#include "conform/shrink/fewer_merges.hpp"

#include "conform/answer/implementation.hpp"
#include "conform/suite/judged_profile.hpp"
#include "core/table.hpp"

namespace bpetite::conform::shrink {
namespace {

constexpr TokenId first_merged = 256;

std::optional<TokenId> new_id(TokenId old, const FewerMerges& fewer) {
  return old < first_merged ? std::optional(old) : fewer.new_ids[old - first_merged];
}

}  // namespace

FewerMerges with_merges_at(const std::vector<Pair>& merges, const Places& places) {
  FewerMerges fewer;
  auto next = places.begin();
  for (std::size_t rank = 0; rank < merges.size(); ++rank) {
    const bool kept = next != places.end() && *next == rank;
    if (kept) ++next;
    const auto left = new_id(merges[rank].left, fewer);
    const auto right = new_id(merges[rank].right, fewer);
    if (kept && left && right) {
      fewer.new_ids.emplace_back(first_merged + static_cast<TokenId>(fewer.merges.size()));
      fewer.merges.push_back({*left, *right});
    } else {
      fewer.new_ids.emplace_back(std::nullopt);
    }
  }
  return fewer;
}

json::Array renumbered(const json::Array& ids, const std::vector<Pair>& old,
                       const FewerMerges& fewer) {
  const std::size_t total = first_merged + old.size();
  const std::size_t gone = old.size() - fewer.merges.size();
  json::Array result;
  for (const json::Value& value : ids) {
    // A stack of ids that remain to be replaced: the parts of a token, the left one on top.
    std::vector<json::Value> rest{value};
    while (!rest.empty()) {
      const json::Value top = rest.back();
      rest.pop_back();
      const auto& integer = std::get<json::Integer>(top.data);
      if (integer.negative || !integer.magnitude || *integer.magnitude < first_merged) {
        result.push_back(top);
      } else if (*integer.magnitude >= total) {
        result.push_back(json::integer(*integer.magnitude - gone));
      } else if (const auto id = new_id(static_cast<TokenId>(*integer.magnitude), fewer)) {
        result.push_back(json::integer(*id));
      } else {
        const Pair& parts = old[*integer.magnitude - first_merged];
        rest.push_back(json::integer(parts.right));
        rest.push_back(json::integer(parts.left));
      }
    }
  }
  return result;
}

Places merges_within(const std::vector<Pair>& merges, std::string_view text) {
  const Table table = suite::judged_table(merges);
  Places places;
  for (std::size_t rank = 0; rank < merges.size(); ++rank) {
    if (text.find(table.tokens[first_merged + rank]) != std::string_view::npos) {
      places.push_back(rank);
    }
  }
  return places;
}

}  // namespace bpetite::conform::shrink
