// Tests the C interface, <bpetite/bpetite.h>: compares its ids, texts and errors with those of the
// C++ library (S33a, S33b), also when it opens files, gives the size of the vocabulary and the id
// of a literal, and takes a choice of special tokens. Also tests too little space, null pointers,
// unknown choices, a tokenizer that does not open, and threads that share a tokenizer.
#include <bpetite/bpetite.h>

#include <array>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <bpetite/adding.hpp>
#include <bpetite/conversation.hpp>
#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/open.hpp>

#include "support/programs/desk.hpp"
#include "support/programs/in_c.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;

// A desk with the artifact of 258 tokens, and with a rank file of all bytes and "ab".
struct FilesForC : Desk {
  FilesForC() { write("ab.tiktoken", rank_file_of_bytes() + rank_line("ab", 256)); }

  std::string file(const std::string& name) const { return (path() / name).string(); }
};

const FilesForC& files_for_c() {
  static const FilesForC all;
  return all;
}

PROPERTY("S33a", "C gives the ids, texts and errors that C++ gives") {
  static const OpenedInC tokenizer = open_in_c(files_for_c().file("abab.json"));
  static const Tokenizer same = bpetite::open(files_for_c().file("abab.json"));
  const std::string text =
      *rc::gen::oneOf(any_text(), rc::gen::arbitrary<std::string>()) + "ab<|endoftext|>";
  const bool is_ordinary = *rc::gen::arbitrary<bool>();
  const int specials = is_ordinary ? BPETITE_ORDINARY : BPETITE_BY_PROFILE;
  const auto choice = is_ordinary ? SpecialChoice::ordinary() : SpecialChoice();

  Ids ids(text.size());
  constexpr std::size_t before = 7;  // stays if there is an error
  std::size_t count = before;
  const std::string error = shown_in_c(bpetite_encode(tokenizer.get(), text.data(), text.size(),
                                                      specials, ids.data(), ids.size(), &count));
  Ids wanted;
  RC_ASSERT(error == error_of([&] { wanted = encode(same, text, choice); }));
  std::size_t counted = before;
  RC_ASSERT(error == shown_in_c(bpetite_count(tokenizer.get(), text.data(), text.size(), specials,
                                              &counted)));
  RC_ASSERT(counted == count);
  RC_ASSERT(count == (error == "none" ? wanted.size() : before));
  ids.resize(wanted.size());
  RC_ASSERT(ids == wanted);
  RC_CLASSIFY(error != "none", "not UTF-8");

  // Decodes a part of the ids, and one id that may be unknown.
  if (!ids.empty()) ids.resize(*rc::gen::inRange<std::size_t>(0, ids.size()));
  ids.push_back(*rc::gen::inRange<TokenId>(0, 261));
  for (const int ill_formed : {BPETITE_REFUSED, BPETITE_REPLACED, BPETITE_KEPT}) {
    std::string space(3 * text.size() + 20, '.');
    std::size_t size = before;
    const std::string refusal = shown_in_c(bpetite_decode(
        tokenizer.get(), ids.data(), ids.size(), ill_formed, space.data(), space.size(), &size));
    std::string wanted_text;
    RC_ASSERT(refusal == error_of([&] {
                wanted_text = ill_formed == BPETITE_KEPT ? decode_bytes(same, ids)
                              : ill_formed == BPETITE_REPLACED
                                  ? decode(same, ids, IllFormed::replaced)
                                  : same.decode(ids);
              }));
    RC_ASSERT(size == (refusal == "none" ? wanted_text.size() : before));
    wanted_text.resize(space.size(), '.');
    RC_ASSERT(space == wanted_text);
  }
}

CLAUSE_TEST("S33a", "C opens what C++ opens, with the same errors") {
  const auto error = [](const std::string& name, const char* profile) {
    bpetite_tokenizer* tokenizer = nullptr;
    std::string text =
        shown_in_c(bpetite_open(files_for_c().file(name).c_str(), profile, &tokenizer));
    CHECK((text == "none") == (tokenizer != nullptr));
    bpetite_tokenizer_free(tokenizer);
    return text;
  };
  const auto wanted = [](const std::string& name, const std::string& profile) {
    return error_of([&] { bpetite::open(files_for_c().file(name), {.profile = profile}); });
  };
  CHECK(error("abab.json", nullptr) == "none");
  CHECK(error("ab.tiktoken", "gpt2") == "none");
  for (const char* const name : {"bad.json", "none.json", "ab.tiktoken", "abab.txt", ""}) {
    CHECK(error(name, nullptr) == wanted(name, ""));
  }
  CHECK(error("ab.tiktoken", "gtp2") == wanted("ab.tiktoken", "gtp2"));

  bpetite_tokenizer* tokenizer = nullptr;
  const std::string path = files_for_c().file("ab.tiktoken");
  REQUIRE(shown_in_c(bpetite_open_with_pattern(path.c_str(), "[ab]+|[^ab]", &tokenizer)) == "none");
  const OpenedInC one(tokenizer);
  std::size_t count = 0;
  CHECK(shown_in_c(bpetite_count(one.get(), "abc", 3, BPETITE_BY_PROFILE, &count)) == "none");
  CHECK(count == 2);
  CHECK(shown_in_c(bpetite_open_with_pattern(path.c_str(), "a", &tokenizer)) ==
        error_of([&] { bpetite::open(path, {.patterns = {"a"}}); }));
  CHECK(tokenizer == one.get());
}

CLAUSE_TEST("S33a S57a", "C gives the size of the vocabulary, and the id of a literal") {
  const OpenedInC ours = open_in_c(files_for_c().file("abab.json"));
  CHECK(bpetite_vocabulary_size(ours.get()) == 259);
  const OpenedInC gpt2 = open_in_c(files_for_c().file("ab.tiktoken"), "gpt2");
  CHECK(bpetite_vocabulary_size(gpt2.get()) == 50257);
  // Special tokens may have the lowest ids.
  std::string shifted;
  for (unsigned byte = 0; byte < 256; ++byte) {
    shifted += rank_line(std::string(1, static_cast<char>(byte)), 1000 + byte);
  }
  files_for_c().write("shifted.tiktoken", shifted);
  CHECK(bpetite_vocabulary_size(
            open_in_c(files_for_c().file("shifted.tiktoken"), "tekken").get()) == 1256);
  for (const bool is_special : {true, false}) {
    const std::string path = files_for_c().file("more.json");
    with_added_tokens(bpetite::open(files_for_c().file("abab.json")), {{"<x>", is_special}})
        .save(path, true);
    CHECK(bpetite_vocabulary_size(open_in_c(path).get()) == 260);
  }
  std::uint32_t id = 7;
  const std::string_view literal = "<|endoftext|>";
  CHECK(shown_in_c(bpetite_token_id(gpt2.get(), literal.data(), literal.size(), &id)) == "none");
  CHECK(id == 50256);
  const Tokenizer same = bpetite::open(files_for_c().file("ab.tiktoken"), {.profile = "gpt2"});
  for (const std::string_view other : {std::string_view("<|e"), std::string_view("<|e\0>", 5)}) {
    CHECK(shown_in_c(bpetite_token_id(gpt2.get(), other.data(), other.size(), &id)) ==
          error_of([&] { encode_special(same, other); }));
  }
  CHECK(shown_in_c(bpetite_token_id(gpt2.get(), nullptr, 0, &id)) ==
        error_of([&] { encode_special(same, ""); }));
  CHECK(id == 50256);
  CHECK(std::string_view(bpetite_version()).size() >= 5);
}

CLAUSE_TEST("S33a S27a", "a choice of special tokens is that of C++") {
  const OpenedInC gpt2 = open_in_c(files_for_c().file("ab.tiktoken"), "gpt2");
  const std::string_view text = "ab<|endoftext|>";
  const auto count = [&](int specials) {
    std::size_t ids = 0;
    const std::string error =
        shown_in_c(bpetite_count(gpt2.get(), text.data(), text.size(), specials, &ids));
    return error == "none" ? std::to_string(ids) : error.substr(0, 18);
  };
  CHECK(count(BPETITE_BY_PROFILE) == "ValueError: encode");
  CHECK(count(BPETITE_ALL) == "2");
  CHECK(count(BPETITE_ORDINARY) == "14");
}

CLAUSE_TEST("S33a", "too little space is an error, and the size is known then") {
  const OpenedInC tokenizer = open_in_c(files_for_c().file("abab.json"));
  Ids ids = {1, 2, 3};
  std::size_t count = 0;
  CHECK(shown_in_c(bpetite_encode(tokenizer.get(), "ab abc", 6, BPETITE_ORDINARY, ids.data(), 2,
                                  &count)) ==
        "ValueError: encode: space for 2 ids: the text has 3");
  CHECK(count == 3);
  CHECK(ids == Ids{256, 257, 3});
  CHECK(shown_in_c(bpetite_encode(tokenizer.get(), "ab abc", 6, BPETITE_ORDINARY, ids.data(), 1,
                                  &count)) == "ValueError: encode: space for 1 id: the text has 3");
  CHECK(
      shown_in_c(bpetite_encode(tokenizer.get(), "ab", 2, BPETITE_ORDINARY, nullptr, 0, &count)) ==
      "ValueError: encode: space for 0 ids: the text has 1");
  CHECK(count == 1);
  std::string text = "......";
  std::size_t size = 0;
  ids = {256, 257, 99};
  CHECK(shown_in_c(bpetite_decode(tokenizer.get(), ids.data(), 3, BPETITE_REFUSED, text.data(), 5,
                                  &size)) ==
        "ValueError: decode: space for 5 bytes: the text has 6");
  CHECK(size == 6);
  CHECK(text == "......");
  CHECK(shown_in_c(bpetite_decode(tokenizer.get(), ids.data(), 3, BPETITE_REFUSED, text.data(), 0,
                                  &size)) ==
        "ValueError: decode: space for 0 bytes: the text has 6");
  size = 0;
  CHECK(shown_in_c(bpetite_decode(tokenizer.get(), ids.data(), 3, BPETITE_REFUSED, nullptr, 0,
                                  &size)) == "none");
  CHECK(size == 6);
}

CLAUSE_TEST("S33b", "a null pointer is an error, and a null array of no size is none") {
  const OpenedInC tokenizer = open_in_c(files_for_c().file("abab.json"));
  bpetite_tokenizer* other = nullptr;
  std::uint32_t id = 0;
  std::size_t size = 7;
  char text = '.';
  const std::vector<std::pair<bpetite_error*, std::string_view>> errors = {
      {bpetite_open(nullptr, nullptr, &other), "open: path"},
      {bpetite_open("a.json", nullptr, nullptr), "open: tokenizer"},
      {bpetite_open_with_pattern(nullptr, "a", &other), "open: path"},
      {bpetite_open_with_pattern("a.tiktoken", nullptr, &other), "open: pattern"},
      {bpetite_open_with_pattern("a.tiktoken", "a", nullptr), "open: tokenizer"},
      {bpetite_token_id(nullptr, "a", 1, &id), "encode: tokenizer"},
      {bpetite_token_id(tokenizer.get(), nullptr, 1, &id), "encode: literal"},
      {bpetite_token_id(tokenizer.get(), "a", 1, nullptr), "encode: id"},
      {bpetite_encode(nullptr, "a", 1, BPETITE_ORDINARY, &id, 1, &size), "encode: tokenizer"},
      {bpetite_encode(tokenizer.get(), nullptr, 1, BPETITE_ORDINARY, &id, 1, &size),
       "encode: text"},
      {bpetite_encode(tokenizer.get(), "a", 1, BPETITE_ORDINARY, nullptr, 1, &size), "encode: ids"},
      {bpetite_encode(tokenizer.get(), "a", 1, BPETITE_ORDINARY, &id, 1, nullptr), "encode: count"},
      {bpetite_count(nullptr, "a", 1, BPETITE_ORDINARY, &size), "encode: tokenizer"},
      {bpetite_count(tokenizer.get(), nullptr, 1, BPETITE_ORDINARY, &size), "encode: text"},
      {bpetite_count(tokenizer.get(), "a", 1, BPETITE_ORDINARY, nullptr), "encode: count"},
      {bpetite_decode(nullptr, &id, 1, BPETITE_REFUSED, &text, 1, &size), "decode: tokenizer"},
      {bpetite_decode(tokenizer.get(), nullptr, 1, BPETITE_REFUSED, &text, 1, &size),
       "decode: ids"},
      {bpetite_decode(tokenizer.get(), &id, 1, BPETITE_REFUSED, nullptr, 1, &size), "decode: text"},
      {bpetite_decode(tokenizer.get(), &id, 1, BPETITE_REFUSED, &text, 1, nullptr),
       "decode: size"}};
  for (const auto& [error, place] : errors) {
    CHECK(shown_in_c(error) ==
          fmt::format("ValueError: {}: null, required a pointer [S33b, chapter 10]", place));
  }
  CHECK(other == nullptr);
  CHECK(id == 0);
  CHECK(size == 7);
  CHECK(text == '.');

  CHECK(shown_in_c(bpetite_encode(tokenizer.get(), nullptr, 0, BPETITE_ORDINARY, nullptr, 0,
                                  &size)) == "none");
  CHECK(size == 0);
  size = 7;
  CHECK(shown_in_c(bpetite_decode(tokenizer.get(), nullptr, 0, BPETITE_REFUSED, nullptr, 0,
                                  &size)) == "none");
  CHECK(size == 0);

  CHECK(bpetite_vocabulary_size(nullptr) == 0);
  CHECK(std::string_view(bpetite_error_name(nullptr)).empty());
  CHECK(std::string_view(bpetite_error_message(nullptr)).empty());
  bpetite_error_free(nullptr);
  bpetite_tokenizer_free(nullptr);
}

CLAUSE_TEST("S33b", "a tokenizer that does not open leaves the pointer as it was") {
  const OpenedInC tokenizer = open_in_c(files_for_c().file("abab.json"));
  bpetite_tokenizer* kept = tokenizer.get();
  CHECK_THAT(shown_in_c(bpetite_open("missing.json", nullptr, &kept)),
             Catch::Matchers::StartsWith("FileNotFoundError: "));
  CHECK(kept == tokenizer.get());
  CHECK(shown_in_c(bpetite_open_with_pattern("missing.tiktoken", "a(", &kept)) != "none");
  CHECK(kept == tokenizer.get());
}

CLAUSE_TEST("S33b", "a number that stands for nothing is an error") {
  const OpenedInC tokenizer = open_in_c(files_for_c().file("abab.json"));
  std::size_t size = 0;
  CHECK(shown_in_c(bpetite_count(tokenizer.get(), "a", 1, 3, &size)) ==
        "ValueError: encode: specials: 3, required 0, 1 or 2 [S33b, chapter 10]");
  CHECK(shown_in_c(bpetite_decode(tokenizer.get(), nullptr, 0, -1, nullptr, 0, &size)) ==
        "ValueError: decode: ill_formed: -1, required 0, 1 or 2 [S33b, chapter 10]");
}

CLAUSE_TEST("S33b", "threads share a tokenizer") {
  const OpenedInC tokenizer = open_in_c(files_for_c().file("abab.json"));
  constexpr std::size_t threads = 4;
  constexpr int rounds = 500;
  std::array<int, threads> right = {};
  std::vector<std::thread> running;
  for (std::size_t i = 0; i < threads; ++i) {
    running.emplace_back([&tokenizer, &mine = right[i]] {
      for (int round = 0; round < rounds; ++round) {
        std::array<std::uint32_t, 6> ids = {};
        std::array<char, 6> text = {};
        std::size_t count = 0;
        std::size_t size = 0;
        const std::string refused = shown_in_c(bpetite_encode(
            tokenizer.get(), "ab\xff", 3, BPETITE_ORDINARY, ids.data(), ids.size(), &count));
        const bool done = shown_in_c(bpetite_encode(tokenizer.get(), "ab abc", 6, BPETITE_ORDINARY,
                                                    ids.data(), ids.size(), &count)) == "none";
        const bool back =
            shown_in_c(bpetite_decode(tokenizer.get(), ids.data(), count, BPETITE_REFUSED,
                                      text.data(), text.size(), &size)) == "none";
        if (refused.starts_with("UnicodeDecodeError: ") && done && back &&
            std::string_view(text.data(), size) == "ab abc")
          ++mine;
      }
    });
  }
  for (std::thread& each : running) each.join();
  for (const int mine : right) CHECK(mine == rounds);
}

}  // namespace
}  // namespace bpetite::test
