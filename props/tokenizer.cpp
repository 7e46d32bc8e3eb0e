// Tests the public class Tokenizer (spec/10-interface.md): its five operations and three accessors
// and their signatures, that it computes what the reference computes, also after it was saved and
// loaded, that copies share what was learned, its errors, its use by several threads, and the
// example of encoding.hpp.
#include <bpetite/tokenizer.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <bpetite/encoding.hpp>
#include <bpetite/training.hpp>

#include "artifact/artifact.hpp"
#include "core/file.hpp"
#include "core/wording/clause.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/train.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;
using Path = std::filesystem::path;

// FR-30: the exact signatures. (declared_functions below finds further overloads.)
static_assert(
    std::same_as<decltype(&Tokenizer::train), Tokenizer (*)(std::string_view, std::uint32_t)>);
static_assert(
    std::same_as<decltype(&Tokenizer::encode), Ids (Tokenizer::*)(std::string_view) const>);
static_assert(std::same_as<decltype(&Tokenizer::decode),
                           std::string (Tokenizer::*)(std::span<const TokenId>) const>);
static_assert(
    std::same_as<decltype(&Tokenizer::save), void (Tokenizer::*)(const Path&, bool) const>);
static_assert(std::same_as<decltype(&Tokenizer::load), Tokenizer (*)(const Path&)>);

// Only train and load make a Tokenizer. It can be copied, moved and assigned.
static_assert(!std::is_default_constructible_v<Tokenizer>);
static_assert(!std::is_constructible_v<Tokenizer, Table>);
static_assert(std::copyable<Tokenizer>);
static_assert(std::is_nothrow_move_constructible_v<Tokenizer>);

// ERR: the errors derive from each other as in Python.
static_assert(std::derived_from<UnicodeDecodeError, ValueError>);
static_assert(std::derived_from<FileNotFoundError, OSError>);
static_assert(std::derived_from<FileExistsError, OSError>);
static_assert(!std::derived_from<KeyError, ValueError> && !std::derived_from<OSError, ValueError>);
static_assert(std::derived_from<ValueError, Error> && std::derived_from<KeyError, Error> &&
              std::derived_from<OSError, Error> && std::derived_from<Error, std::runtime_error>);

// The names of the public member functions that the header declares, in order.
std::vector<std::string> declared_functions() {
  std::vector<std::string> names;
  const std::string header = file::read(Path(BPETITE_SOURCE_DIR) / "src/bpetite/tokenizer.hpp");
  const std::size_t begin = header.find("public:");
  const std::string part = header.substr(begin, header.find("private:") - begin);
  for (std::size_t at = 0; at < part.size();) {
    const std::size_t end = part.find('\n', at);
    const std::string line = part.substr(at, end - at);
    at = end == std::string::npos ? part.size() : end + 1;
    const std::size_t bracket = line.find('(');
    if (line.find("//") == std::string::npos && bracket != std::string::npos) {
      const std::size_t space = line.rfind(' ', bracket);
      names.push_back(line.substr(space + 1, bracket - space - 1));
    }
  }
  return names;
}

CLAUSE_TEST("FR-30", "five operations and three accessors, and nothing else is public") {
  REQUIRE(declared_functions() == std::vector<std::string>{"train", "encode", "decode", "save",
                                                           "load", "merges", "vocabulary",
                                                           "special_tokens"});
}

CLAUSE_TEST("ERR", "each error carries its Python name, its clause and its message") {
  const auto kind_of = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const Error& error) {
      REQUIRE(std::string(error.what()).ends_with("[" + cited(error.clause()) + "]"));
      return std::string(error.kind());
    }
    return "none";
  };
  const TemporaryDirectory directory;
  const Tokenizer tokenizer = Tokenizer::train("abab", 257);
  const Path here = directory.path() / "t.json";
  tokenizer.save(here);
  CHECK(kind_of([] { Tokenizer::train("", 255); }) == "ValueError");
  CHECK(kind_of([] { Tokenizer::train("\xff", 256); }) == "UnicodeDecodeError");
  CHECK(kind_of([&] { tokenizer.encode("\xff"); }) == "UnicodeDecodeError");
  CHECK(kind_of([&] { tokenizer.decode(Ids{0xff}); }) == "UnicodeDecodeError");
  CHECK(kind_of([&] { tokenizer.decode(Ids{258}); }) == "KeyError");
  CHECK(kind_of([&] { tokenizer.save(here); }) == "FileExistsError");
  CHECK(kind_of([&] { tokenizer.save(directory.path() / "no" / "t.json"); }) ==
        "FileNotFoundError");
}

PROPERTY("FR-26", "what was written and read again encodes and decodes the same") {
  const TrainCase given = *train_case();
  const std::string text = *any_text();
  const Table table = v1_train(views(given.texts), given.vocab_size);
  const Table again = artifact::parse(artifact::serialize(table));
  const Ids ids = reference::encode(text, table);
  RC_ASSERT(reference::encode(text, again) == ids);
  RC_ASSERT(reference::decode(ids, again) == text);
  RC_ASSERT(again.merges == table.merges);
  RC_ASSERT(again.tokens == table.tokens);
  RC_ASSERT(again.specials == table.specials);
  RC_CLASSIFY(!table.merges.empty(), "with merges");
}

CLAUSE_TEST("FR-26 FR-30", "save and load, through a file, keep what was learned") {
  const TemporaryDirectory directory;
  for (const std::string_view corpus :
       {"", "ab ab ab", "<|endoftext|> \xf0\x9f\x98\x80 \xc3\xa9\xc3\xa9"}) {
    const Tokenizer tokenizer = Tokenizer::train(corpus, 280);
    tokenizer.save(directory.path() / "t.json", true);
    const Tokenizer again = Tokenizer::load(directory.path() / "t.json");
    REQUIRE(std::ranges::equal(again.merges(), tokenizer.merges()));
    REQUIRE(std::ranges::equal(again.vocabulary(), tokenizer.vocabulary()));
    REQUIRE(std::ranges::equal(again.special_tokens(), tokenizer.special_tokens()));
    REQUIRE(again.decode(again.encode(corpus)) == corpus);
  }
}

PROPERTY("FR-30 FR-12", "a Tokenizer computes what the reference computes") {
  const TrainCase given = *train_case();
  const std::string& corpus = given.texts.front();
  const std::string_view view = corpus;
  const std::string text = *any_text();
  const Tokenizer tokenizer = Tokenizer::train(corpus, given.vocab_size);
  const Table table = v1_train({&view, 1}, given.vocab_size);
  RC_ASSERT(std::ranges::equal(tokenizer.merges(), table.merges));
  RC_ASSERT(tokenizer.encode(text) == reference::encode(text, table));
}

CLAUSE_TEST("FR-30", "copies share what was learned; a moved-to or assigned Tokenizer is whole") {
  const Tokenizer first = Tokenizer::train("ab ab ab", 258);
  Tokenizer copy = first;
  REQUIRE(copy.merges().data() == first.merges().data());
  Tokenizer moved = std::move(copy);
  REQUIRE(moved.encode("ab abc") == Ids{256, 257, 99});
  Tokenizer other = Tokenizer::train("", 256);
  other = moved;
  moved = Tokenizer::train("xyxy", 257);
  REQUIRE(other.decode(Ids{256, 257, 99}) == "ab abc");
  REQUIRE(moved.encode("xy") == Ids{256});
}

CLAUSE_TEST("FR-30", "the example of encoding.hpp compiles, and its ids are those of encode") {
  const Tokenizer tokenizer = Tokenizer::train("ab ab ab", 258);
  std::vector<Ids> sent;
  const auto send = [&sent](const Ids& given) { sent.push_back(given); };

  const std::vector<std::string_view> texts = {"ab abc", "ab"};
  std::vector<bpetite::TokenId> ids;
  for (const std::string_view each : texts) {
    bpetite::encode_into(tokenizer, each, ids);
    send(ids);
  }
  const std::string_view text = texts.front();
  std::vector<std::uint16_t> narrow;
  bpetite::encode_into(tokenizer, text, narrow);
  std::array<bpetite::TokenId, 100> space = {};
  const auto count = bpetite::encode_into(tokenizer, text, std::span(space));
  const auto all = bpetite::encode_batch(tokenizer, texts, 8);
  const auto flat = bpetite::encode_batch_flat(tokenizer, texts, 8);
  const auto one = bpetite::encode_parallel(tokenizer, text, 8);
  const auto first = bpetite::encode_up_to(tokenizer, text, 512);
  const auto plain = bpetite::encode(tokenizer, text, bpetite::SpecialChoice::ordinary());

  const Ids wanted = {256, 257, 99};
  CHECK(sent == std::vector<Ids>{wanted, {256}});
  CHECK(Ids(narrow.begin(), narrow.end()) == wanted);
  CHECK(Ids(space.data(), space.data() + count) == wanted);
  CHECK(all == sent);
  CHECK(flat.ids == Ids{256, 257, 99, 256});
  CHECK(one == wanted);
  CHECK(first.ids == wanted);
  CHECK(plain == wanted);

  // Each line of the example must stand above, without its comment.
  const std::string here = file::read(BPETITE_SOURCE_DIR "/props/tokenizer.cpp");
  std::istringstream header(file::read(BPETITE_SOURCE_DIR "/src/bpetite/encoding.hpp"));
  std::size_t lines = 0;
  for (std::string line; std::getline(header, line);) {
    if (!line.starts_with("//   ")) continue;
    const std::string code = line.substr(5, std::min(line.find("  //"), line.size()) - 5);
    INFO(code);
    CHECK(here.find("  " + code.substr(0, code.find_last_not_of(' ') + 1) + "\n") !=
          std::string::npos);
    ++lines;
  }
  CHECK(lines == 16);
}

CLAUSE_TEST("TOK-OBL-3 FR-12", "several threads may use one Tokenizer") {
  const Tokenizer tokenizer = Tokenizer::train("the other then they bother, the father", 300);
  const std::string text = "then the father bothers <|endoftext|> they're other";
  const Ids expected = tokenizer.encode(text);
  std::vector<int> right(4, 0);
  std::vector<std::thread> threads;
  for (int& count : right) {
    threads.emplace_back([&tokenizer, &text, &expected, &count] {
      for (int i = 0; i < 200; ++i) {
        const Ids ids = tokenizer.encode(text);
        count += ids == expected && tokenizer.decode(ids) == text ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  REQUIRE(right == std::vector<int>(4, 200));
}

}  // namespace
}  // namespace bpetite::test
