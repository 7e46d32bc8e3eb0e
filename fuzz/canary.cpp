// A fuzz target with a planted bug, which the fuzzer must find within a minute. It compares a wrong
// encoder with the oracle, the second implementation that tests compare with. The wrong encoder
// merges the rightmost of several pairs of the lowest rank. Only a pair that overlaps itself shows
// the bug.
//
//   a a a     merge (a,a) -> X     right:  X a     planted:  a X
#include <algorithm>
#include <map>

#include "core/table.hpp"
#include "harness.hpp"
#include "support/oracle/oracle.hpp"
#include "support/v1.hpp"

namespace bpetite::fuzz {
namespace {

std::vector<TokenId> planted_encode(std::string_view chunk, const Table& table) {
  std::map<Pair, TokenId> tokens;
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    tokens.try_emplace(table.merges[rank], static_cast<TokenId>(256 + rank));
  }
  std::vector<TokenId> ids;
  for (const char c : chunk) {
    ids.push_back(static_cast<unsigned char>(c));
  }
  while (true) {
    auto best = tokens.end();
    std::size_t where = 0;
    for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
      const auto found = tokens.find({ids[i], ids[i + 1]});
      if (found != tokens.end() && (best == tokens.end() || found->second <= best->second)) {
        best = found;  // the bug: <= above should be <
        where = i;
      }
    }
    if (best == tokens.end()) {
      return ids;
    }
    ids[where] = best->second;
    ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(where) + 1);
  }
}

}  // namespace
}  // namespace bpetite::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bpetite;
  fuzz::Input input(fuzz::bytes_of(data, std::min<std::size_t>(size, 256)));
  const Table table = test::v1_table(input.merges());
  assert_internal(
      fuzz::planted_encode(input.rest(), table) == test::oracle::encode_chunk(input.rest(), table),
      "the planted bug is found");
  return 0;
}
