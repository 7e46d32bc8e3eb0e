// Tests looking up names, the strings that stand for tokens in files of other libraries, and the
// merges of names (S50c). A name is found by all of its bytes, and an id without a name is not
// found. Of many merges the first faulty one is refused with its number.
#include "interop/token_names.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {
namespace {

// A name of 1 to 20 bytes, made of two letters. Many names share a beginning, an end, or both.
rc::Gen<std::string> name() {
  return rc::gen::exec([] {
    const auto size = static_cast<std::size_t>(*number_between(1, 20));
    std::string bytes = *rc::gen::container<std::string>(size, rc::gen::element('a', 'b'));
    if (*number_between(0, 3) == 0) bytes.replace(size / 2, 1, "\xff");
    return bytes;
  });
}

PROPERTY("S50c", "a name is found by all of its bytes, one alone or among many") {
  const auto names = *rc::gen::container<std::vector<std::string>>(name());
  const auto asked = *rc::gen::container<std::vector<std::string>>(name());
  std::map<std::string_view, TokenId> known;
  std::optional<TokenId> repeated;
  for (TokenId id = 0; id < names.size(); ++id) {
    if (!known.emplace(names[id], id).second && !repeated) repeated = id;
  }
  const interop::TokenNames table({names.begin(), names.end()});
  RC_ASSERT(table.repeated() == repeated);
  std::vector<std::string_view> all(names.begin(), names.end());
  all.insert(all.end(), asked.begin(), asked.end());
  all.emplace_back("");
  std::vector<TokenId> found(all.size());
  table.find_all(all, found);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto wanted = known.find(all[i]);
    const TokenId id = wanted == known.end() ? interop::TokenNames::none : wanted->second;
    RC_ASSERT(found[i] == id);
    RC_ASSERT(table.find(all[i]).value_or(interop::TokenNames::none) == id);
  }
  RC_CLASSIFY(repeated.has_value(), "a name occurs twice");
  RC_CLASSIFY(all.size() > 64, "more than one block");
}

CLAUSE_TEST("S50c", "ids without a name are no names") {
  const interop::TokenNames table({"", "a", "", "b"});
  CHECK(table.size() == 2);
  CHECK(!table.repeated());
  CHECK(!table.find(""));
  CHECK(table.find("b") == 3);
  CHECK(table.name(2).empty());
  CHECK(table.name(4).empty());
}

// Merges are looked up in blocks. The first faulty merge must be named, wherever it stands.
PROPERTY("S50c", "of many merges the first faulty one is refused, by its number") {
  const std::vector<std::string_view> names = {"a", "b", "ab", "aab", "abb"};
  Table table;
  std::optional<std::size_t> refused;
  const interop::TokenNames ids(names);
  interop::MergeList list(ids, table, 0, [&](std::size_t rank, const std::string& what) {
    RC_ASSERT(what == "\"bb\" is not in the vocabulary");
    refused = rank;
    throw std::size_t{rank};
  });
  const auto good = static_cast<std::size_t>(*number_between(0, 300));
  try {
    for (std::size_t i = 0; i < good; ++i) list.add("a", i % 2 == 0 ? "b" : "ab");
    list.add("b", "b");
    for (int i = 0; i < 100; ++i) list.add("x", "y");
    list.resolve();
  } catch (std::size_t rank) {
    RC_ASSERT(rank == good);
  }
  RC_ASSERT(refused == good);
  RC_ASSERT(table.results.size() == good);
  RC_CLASSIFY(good >= 64, "more than one block");
}

}  // namespace
}  // namespace bpetite::test
