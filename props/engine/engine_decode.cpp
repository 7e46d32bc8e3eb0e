// Compares the engine's decoder with the reference on random ids: both must give the same text, or
// the same error. Tokens of about 16 bytes and blocks of 1,024 ids are among them, because the code
// differs at these sizes. Tests also that nothing is written outside of the caller's memory, and
// that a text takes no more memory than its bytes.
#include "engine/decode.hpp"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include <bpetite/errors.hpp>

#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "support/programs/allocations.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// The text that a decoder gives, or its whole error.
template <typename Decode>
std::string said(const Decode& decode) {
  try {
    return "text " + decode();
  } catch (const UnicodeDecodeError& error) {
    return fmt::format("{} {} at {}", error.kind(), error.what(), error.offset());
  } catch (const Error& error) {
    return fmt::format("{} {} {}", error.kind(), error.what(), error.clause());
  }
}

PROPERTY("FR-20 FR-22 FR-23 FR-24", "the engine decodes as the reference does, errors included") {
  const EncodeCase given = *encode_case();
  Table table = v1_table(given.merges);
  if (*rc::gen::arbitrary<bool>()) table.specials.push_back({"<|far|>", 70000});
  const auto size = static_cast<TokenId>(table.tokens.size());
  const auto id =
      rc::gen::weightedOneOf<TokenId>({{12, number_between<TokenId>(97, size)},
                                       {4, number_between<TokenId>(0, size)},
                                       {1, rc::gen::element<TokenId>(70000, size + 1)}});
  // Half of the cases begin with the ids of a text, because random ids are seldom a text.
  std::vector<TokenId> ids = *rc::gen::container<std::vector<TokenId>>(id);
  if (*rc::gen::arbitrary<bool>()) {
    const std::vector<TokenId> more = reference::encode(given.text, table);
    ids.resize(*rc::gen::element<std::size_t>(0, 0, ids.size()));
    ids.insert(ids.begin(), more.begin(), more.end());
  }
  const engine::Decoder decoder(table);
  const std::string wanted = said([&] { return reference::decode(ids, table); });
  RC_ASSERT(said([&] { return decoder.decode(ids); }) == wanted);
  RC_CLASSIFY(wanted.starts_with("text "), "a text");
}

CLAUSE_TEST("FR-20", "tokens of every length are decoded, at the end of a text too") {
  // Token 256 + k consists of k + 2 letters a.
  std::vector<Pair> merges = {{'a', 'a'}};
  for (TokenId id = 256; id < 300; ++id) merges.push_back({id, 'a'});
  const Table table = v1_table(merges);
  const engine::Decoder decoder(table);
  for (TokenId first = 256; first <= 300; ++first) {
    for (const TokenId last : {TokenId{'b'}, TokenId{256}, TokenId{269}, TokenId{270}, first}) {
      const std::vector<TokenId> ids = {first, last, 'z', last};
      CHECK(decoder.decode(ids) == reference::decode(ids, table));
    }
  }
}

CLAUSE_TEST("FR-20 FR-22",
            "texts of several blocks of ids are decoded, and their unknown ids named") {
  const Table table = v1_table({{'a', 'b'}, {256, 'c'}});
  const engine::Decoder decoder(table);
  for (const std::size_t count : {1023U, 1024U, 1025U, 2048U, 2051U, 5000U}) {
    INFO(count);
    std::vector<TokenId> ids;
    for (std::size_t i = 0; i < count; ++i) {
      ids.push_back(i % 97 == 0 ? 258 : static_cast<TokenId>(256 - i % 3));
      if (ids.back() >= 254 && ids.back() < 256) ids.back() = 'x';
    }
    CHECK(decoder.decode(ids) == reference::decode(ids, table));
    ids[count - 2] = 999;
    CHECK_THROWS_WITH(
        decoder.decode(ids),
        fmt::format("decode: ids[{}]: unknown token id 999 [FR-22, chapter 6]", count - 2));
  }
}

CLAUSE_TEST("FR-20", "joined bytes fit memory of their size alone") {
  const Table table = v1_table({{'a', 'a'}, {256, 256}, {257, 257}, {258, 258}});  // up to 16 bytes
  const engine::Decoder decoder(table);
  const std::vector<TokenId> ids = {'b', 259, 256, 'c'};
  const std::string wanted = "b" + std::string(16, 'a') + "aac";
  CHECK(decoder.joined_size(ids) == wanted.size());
  for (std::size_t size = 0; size <= wanted.size() + 2; ++size) {
    std::string memory(wanted.size() + 2, '.');
    CHECK(decoder.join_into(ids, std::span(memory.data(), size)) == (size == wanted.size()));
    CHECK(memory.substr(size) == std::string(memory.size() - size, '.'));  // nothing after it
    if (size == wanted.size()) CHECK(memory.substr(0, size) == wanted);
  }
}

// A caller that decodes ids in parts says how many came before.
CLAUSE_TEST("FR-22", "each way to look an id up names the unknown one and its place") {
  Table table = v1_table({{'a', 'b'}, {256, 'c'}});
  table.tokens.push_back("");
  table.tokens.push_back(std::string(40, 'd'));
  table.specials = {{"<s>", 258}, {"<far>", 70000}};
  const engine::Decoder decoder(table);
  const std::vector<TokenId> known = {'a', 258, 70000, 259};
  const std::string text = "a<s><far>" + std::string(40, 'd');
  CHECK(decoder.join(known, 7) == text);
  CHECK(decoder.joined_size(known) == text.size());
  for (const TokenId id : {257U, 258U, 259U, 70000U}) CHECK_NOTHROW(decoder.check_known(id, 3));
  CHECK(decoder.bytes_of(259) == table.tokens[259]);
  std::string memory(100, '.');
  for (const TokenId id : {260U, 69999U, 0xFFFFFFFFU}) {
    const std::vector<TokenId> ids = {'a', 259, id, 'b'};
    const auto unknown = [&](std::size_t place) {
      return fmt::format("KeyError: decode: ids[{}]: unknown token id {} [FR-22, chapter 6]", place,
                         id);
    };
    CHECK(error_of([&] { decoder.join(ids); }) == unknown(2));
    CHECK(error_of([&] { decoder.join(ids, 5'000'000'000); }) == unknown(5'000'000'002));
    CHECK(error_of([&] { decoder.joined_size(ids); }) == unknown(2));
    CHECK(error_of([&] { decoder.join_into(ids, memory); }) == unknown(2));
    CHECK(error_of([&] { decoder.decode_lossy(ids); }) == unknown(2));
    CHECK(error_of([&] { decoder.check_known(id, 9); }) == unknown(9));
    CHECK(error_of([&] { decoder.bytes_of(id); }) == unknown(0));
  }
}

CLAUSE_TEST("FR-20", "a text of short tokens is decoded into memory of its size, at once") {
  const Table table = v1_table({{'a', 'b'}, {256, 'c'}, {257, 257}});
  const engine::Decoder decoder(table);
  std::vector<TokenId> ids;
  for (std::size_t i = 0; i < 30000; ++i) ids.push_back(std::array{258U, 257U, 120U}[i % 3]);
  decoder.join({ids.data(), 1});
  const Allocations before = allocations();
  const std::string text = decoder.join(ids);
  const Allocations after = allocations();
  CHECK(after.count - before.count == 1);
  CHECK(after.bytes - before.bytes < text.size() + text.size() / 16);
}

}  // namespace
}  // namespace bpetite::test
