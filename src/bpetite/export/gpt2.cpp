// Brings a table into the form of GPT-2's two files (S58f).
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "bpetite/export/steps.hpp"
#include "bpetite/export/targets.hpp"
#include "core/utf8.hpp"
#include "engine/compare/compare.hpp"
#include "engine/kernels/pair_view.hpp"
#include "engine/merge/same_merges.hpp"
#include "interop/gpt2_files.hpp"
#include "interop/out/gpt2.hpp"
#include "interop/out/overlap.hpp"
#include "interop/out/refuse.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::exporting {
namespace {

// S30e: the normalized ones are looked for after the others, where those were not found.
void check_order_of_search(std::vector<SpecialToken> specials) {
  const auto normalized =
      std::partition(specials.begin(), specials.end(), std::not_fn(&SpecialToken::normalized));
  const auto first = static_cast<std::size_t>(normalized - specials.begin());
  const std::span all(specials);
  if (const auto overlap =
          interop::out::first_overlap(all.first(first), all.subspan(first), gpt2_name)) {
    interop::out::refuse(
        gpt2_name,
        fmt::format("the special tokens {} and {} can overlap in a text, and the files do not say "
                    "that the first is looked for before the other",
                    utf8::quoted(overlap->first), utf8::quoted(overlap->second)));
  }
}

void check_parts(const Table& table) {
  check_plain(table.profile, gpt2_name);
  if (engine::compare::compare(table.profile.splits, profiles::gpt2().splits).is_same != true) {
    interop::out::refuse(gpt2_name,
                         "the files have no pattern, and who loads them cuts by that of GPT-2");
  }
  for (const SpecialToken& token : table.specials) {
    if (token.is_special) continue;
    interop::out::refuse(gpt2_name,
                         fmt::format("the added token {} is found in every text, and the files do "
                                     "not say which tokens are",
                                     utf8::quoted(token.literal)));
  }
  check_order_of_search(table.specials);
  if (const auto id = engine::merge::first_whole(table)) {
    interop::out::refuse(gpt2_name,
                         fmt::format("token {} {} is a whole chunk's, and no merges make it", *id,
                                     utf8::quoted(table.tokens[*id])));
  }
}

// The merges of a table by bytes: one for each token.
Table by_merges(const Table& given) {
  Table table = given;
  if (given.profile.merging == Merging::bytes) {
    const std::vector<Pair> pairs = engine::merge::pairs_by_token(given);
    for (TokenId id = 0; id < pairs.size(); ++id) {
      if (pairs[id].left == engine::kernels::no_token) continue;
      table.merges.push_back(pairs[id]);
      table.results.push_back(id);
    }
  }
  table.profile.merging = Merging::pairs;
  table.profile.whole_chunks = false;
  return table;
}

// S58f "Each merge joins what earlier merges have made". Programs that merge all places of a pair
// at once give the same ids as those that take one after the other only then.
void check_order(const Table& table) {
  std::vector<bool> is_made(table.tokens.size());
  for (std::size_t rank = table.merges.size(); rank-- > 0;) {
    is_made[table.results[rank]] = true;
    for (const TokenId part : {table.merges[rank].left, table.merges[rank].right}) {
      if (!is_made[part]) continue;
      interop::out::refuse(
          gpt2_name, fmt::format("token {} {} is made by a later merge than one that joins it",
                                 part, utf8::quoted(table.tokens[part])));
    }
  }
}

// With the special tokens by their names.
Table read_again(const TwoFiles& written, const Table& meant) {
  Profile profile = meant.profile;
  profile.added.tokens.clear();
  for (const SpecialToken& token : meant.specials) {
    profile.added.tokens.push_back({token.literal, std::nullopt, token.normalized});
  }
  try {
    return interop::read_gpt2_files(written[0], written[1], profile);
  } catch (const Error& error) {
    interop::out::refuse(gpt2_name,
                         fmt::format("a program would read it otherwise: {}", error.message()));
  }
}

}  // namespace

TwoFiles gpt2_files(const Table& given) {
  check_parts(given);
  const Table table = by_merges(given);
  check_order(table);
  TwoFiles written = {interop::out::vocab_json(table), interop::out::merges_txt(table)};
  if (!is_read_alike(read_again(written, table), table)) {
    interop::out::refuse(gpt2_name, "a program would read it otherwise");
  }
  return written;
}

}  // namespace bpetite::exporting
