// Tests decoding by the reference: the joined bytes of ids, the literal of a special token, a
// scalar that is cut between two ids, the empty text for no ids, and the errors for unknown ids and
// for bytes that are not UTF-8 (spec/06-decode.md).
#include "reference/decode.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>

#include "support/oracle/oracle.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;

// The joined bytes of known ids, computed by the test instead of the reference.
std::string joined(const Ids& ids, const Table& table) {
  std::string bytes;
  for (const TokenId id : ids) {
    bytes += id < table.tokens.size() ? table.tokens[id] : table.specials.at(0).literal;
  }
  return bytes;
}

TokenId vocabulary_size(const Table& table) {
  return static_cast<TokenId>(table.tokens.size() + table.specials.size());
}

// Ids of ASCII characters and of merges of letters, whose text is always well-formed.
Ids ids_of_letters(const Table& table) {
  const auto id = rc::gen::oneOf(number_between<TokenId>(0, 127),
                                 number_between<TokenId>(256, vocabulary_size(table) - 1));
  return *rc::gen::container<Ids>(id);
}

const Table& letter_table() {
  static const Table table = v1_table({{'a', 'b'}, {' ', 256}, {257, 256}, {'\n', '\n'}});
  return table;
}

PROPERTY_CASES("FR-20 FR-23 S11a", "the joined bytes if they are text, else where they are not",
               3000) {
  const Table table = v1_table(*merge_list());
  const Ids ids =
      *rc::gen::oneOf(ids_below(vocabulary_size(table)), rc::gen::just(Ids{0xe2, 0x82, 0xac}));
  const std::string bytes = joined(ids, table);
  RC_ASSERT(reference::decode_bytes(ids, table) == bytes);
  const auto expected = oracle::first_ill_formed(bytes);
  std::optional<std::size_t> offset;
  try {
    RC_ASSERT(reference::decode(ids, table) == bytes);
  } catch (const UnicodeDecodeError& error) {
    offset = error.offset();
    RC_ASSERT(error.clause() == "FR-23");
  }
  RC_ASSERT(offset == expected);
  RC_CLASSIFY(!expected, "text");
}

PROPERTY("FR-20", "ids of text decode to their bytes, in order") {
  const Ids ids = ids_of_letters(letter_table());
  RC_ASSERT(reference::decode(ids, letter_table()) == joined(ids, letter_table()));
}

PROPERTY("FR-21", "no ids decode to the empty text, whatever the table") {
  RC_ASSERT(reference::decode({}, v1_table(*merge_list())).empty());
}

PROPERTY("FR-22", "an unknown id is a KeyError that names it, wherever it stands") {
  const Table table = v1_table(*merge_list());
  Ids ids = *ids_below(vocabulary_size(table));
  const auto place = *number_between<std::size_t>(0, ids.size());
  const auto unknown =
      *rc::gen::oneOf(number_between<TokenId>(vocabulary_size(table), 0xfffffffe),
                      rc::gen::element<TokenId>(vocabulary_size(table), 0xffffffff, 0x80000000));
  ids.insert(ids.begin() + static_cast<std::ptrdiff_t>(place), unknown);
  try {
    reference::decode(ids, table);
    RC_FAIL("accepted");
  } catch (const KeyError& error) {
    const std::string message = error.what();
    RC_ASSERT(message.find(std::to_string(unknown)) != std::string::npos);
    RC_ASSERT(message.find("ids[" + std::to_string(place) + "]") != std::string::npos);
    RC_ASSERT(error.clause() == "FR-22");
  }
  RC_CLASSIFY(oracle::first_ill_formed(
                  joined(Ids(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(place)), table))
                  .has_value(),
              "after bytes that are no text");
}

PROPERTY("FR-24", "the id of the special token decodes to its literal") {
  const Table table = v1_table(*merge_list());
  const auto copies = *number_between<std::size_t>(1, 9);
  std::string expected;
  for (std::size_t i = 0; i < copies; ++i) {
    expected += "<|endoftext|>";
  }
  RC_ASSERT(reference::decode(Ids(copies, static_cast<TokenId>(256 + table.merges.size())),
                              table) == expected);
}

PROPERTY("S11a", "a scalar cut between two ids is text together, and not apart") {
  const std::string scalar = *rc::gen::element<std::string>("é", "€", "中", "😀", "\U0010FFFF");
  const auto cut = *number_between<std::size_t>(1, scalar.size() - 1);
  Ids ids;
  for (const char c : scalar) {
    ids.push_back(static_cast<unsigned char>(c));
  }
  const Ids head(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(cut));
  const Ids tail(ids.begin() + static_cast<std::ptrdiff_t>(cut), ids.end());
  RC_ASSERT(reference::decode(ids, letter_table()) == scalar);
  for (const Ids& part : {head, tail}) {
    try {
      reference::decode(part, letter_table());
      RC_FAIL("accepted");
    } catch (const UnicodeDecodeError& error) {
      RC_ASSERT(error.offset() == 0U);
    }
  }
}

CLAUSE_TEST("FR-20 FR-23", "strict means no replacement, no surrogate, no over-long form") {
  const auto offset_of = [](const Ids& ids) {
    try {
      reference::decode(ids, letter_table());
    } catch (const UnicodeDecodeError& error) {
      return error.offset();
    }
    return std::size_t{999};
  };
  REQUIRE(offset_of({97, 0xff}) == 1U);
  REQUIRE(offset_of({0xed, 0xa0, 0x80}) == 0U);
  REQUIRE(offset_of({256, 0xc0, 0x80}) == 2U);
  REQUIRE(offset_of({97, 0xe2, 0x82}) == 1U);
  REQUIRE(offset_of({0xef, 0xbf, 0xbd}) == 999U);
}

}  // namespace
}  // namespace bpetite::test
