// Brings a table into the form of tiktoken (S58e).
#include <fmt/format.h>

#include <optional>

#include <bpetite/errors.hpp>

#include "bpetite/backend.hpp"
#include "bpetite/export/steps.hpp"
#include "bpetite/export/targets.hpp"
#include "core/utf8.hpp"
#include "engine/merge/same_merges.hpp"
#include "interop/out/refuse.hpp"
#include "interop/out/tiktoken.hpp"
#include "interop/tiktoken.hpp"

namespace bpetite::exporting {
namespace {

Table by_ranks(const Table& given) {
  Table table = given;
  Profile& profile = table.profile;
  if (profile.splits.size() != 1) {
    interop::out::refuse(tiktoken_name,
                         fmt::format("{} patterns cut one after the other, and the library has one",
                                     profile.splits.size()));
  }
  profile.splits = {rewritten(profile.splits.front(), Dialect::tiktoken, tiktoken_name)};
  backend::profile_of(profile.splits);  // S26e: a ValueError if the pattern has gaps
  profile.merging = Merging::bytes;
  profile.whole_chunks = false;
  table.merges.clear();
  table.results.clear();
  return table;
}

Table read_again(const std::string& written, const Table& meant) {
  Profile profile = meant.profile;
  profile.added.tokens.clear();
  for (const SpecialToken& token : meant.specials) {
    profile.added.tokens.push_back({token.literal, token.id, token.normalized, token.is_special});
  }
  try {
    return interop::read_tiktoken(written, profile);
  } catch (const Error& error) {
    interop::out::refuse(tiktoken_name,
                         fmt::format("it would be no rank file: {}", error.message()));
  }
}

// The first token that pairs make otherwise than the ranks of bytes.
std::optional<TokenId> first_not_by_bytes(const Table& by_pairs, const Table& by_bytes) {
  // S58e "ids rise with the rank".
  for (std::size_t rank = 1; rank < by_pairs.results.size(); ++rank) {
    if (by_pairs.results[rank] < by_pairs.results[rank - 1]) return by_pairs.results[rank];
  }
  return engine::merge::first_other_merge(by_pairs, by_bytes);
}

}  // namespace

TwoFiles tiktoken_files(const Table& given) {
  check_plain(given.profile, tiktoken_name);
  const Table table = by_ranks(given);
  std::string written = interop::out::rank_file(table);
  if (!is_read_alike(read_again(written, table), table)) {
    interop::out::refuse(tiktoken_name, "the library would read it otherwise");
  }
  if (given.profile.merging == Merging::pairs) {
    if (const auto id = first_not_by_bytes(given, table)) {
      interop::out::refuse(tiktoken_name,
                           fmt::format("the merges make token {} {} otherwise than ranks of bytes",
                                       *id, utf8::quoted(given.tokens[*id])));
    }
  }
  return {std::move(written), interop::out::encoding_module(table, rank_file_name)};
}

}  // namespace bpetite::exporting
