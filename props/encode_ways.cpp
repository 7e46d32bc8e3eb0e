// Tests that each way to encode gives the ids, or the error, that the reference gives for one text
// after the other: batches, threads, output memory that the caller gives or uses again, counting,
// the first ids (spec/04-encode.md). Threads may divide a text at blanks, but not inside the
// literal of a special token.
//
//   texts  "ab"  "<s>\xff"  "cd"      every way: the error of the second text, at byte 3
//
// The options are combined at random, since a fault may need two of them: a literal with a blank
// that is found in normalized text, on three threads. A text that is not UTF-8 is tried at each
// place of a batch.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/conversation.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/offsets.hpp>

#include "bpetite/access.hpp"
#include "engine/encode.hpp"
#include "interop/open.hpp"
#include "reference/encode.hpp"
#include "reference/offsets.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/scanned.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;

// A tokenizer, and an engine that divides short texts among threads, too.
struct Subject {
  explicit Subject(const Table& table)
      : tokenizer(TokenizerAccess::make(table)),
        divides(TokenizerAccess::table(tokenizer), {.least_part = 8}) {}

  Tokenizer tokenizer;
  engine::Encoder divides;

  const Table& table() const { return TokenizerAccess::table(tokenizer); }
};

// Literals that overlap, with each rule, with and without a normalizer, found before or after it;
// and the profiles that add the most tokens.
const std::deque<Subject>& subjects() {
  static const std::deque<Subject> all = [] {
    std::deque<Subject> made;
    for (const Table& table : literal_tables()) made.emplace_back(table);
    for (const std::string_view name : {"v1", "llama3", "qwen2", "deepseek_v3", "nanochat"}) {
      const Profile& profile = interop::profile_named(name);
      made.emplace_back(named_table(profile, profile.added.rule));
    }
    return made;
  }();
  return all;
}

// The texts of a call, and what the reference makes of each, up to the first error.
struct Call {
  std::vector<std::string> texts;
  SpecialChoice choice;
  std::vector<Ids> wanted;
  std::string error;

  std::vector<std::string_view> given() const { return {texts.begin(), texts.end()}; }
};

// One to five texts. One of them is ill-formed in every third call; it may be any of them.
Call some_call(const Subject& subject) {
  SpecialTexts texts(subject.table(), *rc::gen::arbitrary<std::uint64_t>());
  Call call;
  const auto count = *number_between<std::size_t>(1, 5);
  for (std::size_t i = 0; i < count; ++i) {
    call.texts.push_back(texts.text() +
                         *rc::gen::element<std::string>("", "\r\n", " e\u0301", "\f"));
  }
  call.choice = texts.choice();
  if (*number_between(0, 2) == 0) {
    std::string& bad = call.texts[*number_between<std::size_t>(0, count - 1)];
    bad.insert(*number_between<std::size_t>(0, bad.size()), "\xff");
  }
  call.error = error_of([&] {
    for (const std::string& text : call.texts) {
      call.wanted.push_back(reference::encode(text, subject.table(), call.choice));
    }
  });
  return call;
}

// --- All texts in one call. ---

PROPERTY("FR-16c FR-30 S27a S30g S1a",
         "a call with many texts is as many calls, and has the first error") {
  const Subject& subject = subjects()[*number_between<std::size_t>(0, subjects().size() - 1)];
  const Call call = some_call(subject);
  const auto threads = *rc::gen::element(0U, 1U, 2U, 5U);
  const std::vector<std::string_view> texts = call.given();

  std::vector<Ids> batch;
  RC_ASSERT(error_of([&] {
              batch = encode_batch(subject.tokenizer, texts, threads, call.choice);
            }) == call.error);
  FlatIds flat;
  RC_ASSERT(error_of([&] {
              flat = encode_batch_flat(subject.tokenizer, texts, threads, call.choice);
            }) == call.error);
  FlatIds kept{{1, 2, 3}, {1, 3}};
  RC_ASSERT(error_of([&] { encode_into(subject.tokenizer, texts, kept, call.choice); }) ==
            call.error);
  RC_CLASSIFY(call.error != "none", "an error");
  if (call.error != "none") {
    RC_ASSERT(kept.ids.empty() && kept.ends.empty());
    return;
  }
  RC_ASSERT(batch == call.wanted);
  for (const FlatIds* const each : {&flat, &kept}) {
    RC_ASSERT(each->size() == texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      RC_ASSERT(std::ranges::equal((*each)[i], call.wanted[i]));
    }
  }
}

// --- One text. ---

// The texts of a call one by one, up to the first error, each by this way to encode.
template <typename Encode>
bool is_wanted(const Call& call, const Encode& encode) {
  std::vector<Ids> found;
  const std::string error = error_of([&] {
    for (const std::string& text : call.texts) found.push_back(encode(std::string_view(text)));
  });
  return error == call.error && found == call.wanted;
}

PROPERTY("FR-16c S26i S27a S28a S28b S28c S28d S30e S30g S57c S57d",
         "each way to encode a text gives its ids, or its error") {
  const Subject& subject = subjects()[*number_between<std::size_t>(0, subjects().size() - 1)];
  const Tokenizer& tokenizer = subject.tokenizer;
  const Call call = some_call(subject);
  const SpecialChoice& choice = call.choice;
  const auto threads = *rc::gen::element(0U, 1U, 2U, 3U, 8U);

  RC_ASSERT(
      is_wanted(call, [&](std::string_view text) { return encode(tokenizer, text, choice); }));
  RC_ASSERT(is_wanted(call, [&](std::string_view text) {
    return encode_parallel(tokenizer, text, threads, choice);
  }));
  RC_ASSERT(is_wanted(
      call, [&](std::string_view text) { return subject.divides.encode(text, threads, choice); }));
  Ids kept = {7, 7, 7};
  RC_ASSERT(is_wanted(call, [&](std::string_view text) {
    encode_into(tokenizer, text, kept, choice);
    return kept;
  }));
  RC_ASSERT(is_wanted(call, [&](std::string_view text) {
    encode_into(tokenizer, text, kept, threads, choice);
    return kept;
  }));
  RC_ASSERT(is_wanted(call, [&](std::string_view text) {
    Ids space(4 * text.size());  // S30a, S30g: a form may be three times as long, and has a space
    space.resize(encode_into(tokenizer, text, std::span(space), choice));
    return space;
  }));
  RC_ASSERT(is_wanted(call, [&](std::string_view text) {
    const Ids ids = encode(tokenizer, text, choice);
    RC_ASSERT(count_ids(tokenizer, text, choice) == ids.size());
    const Table& table = subject.table();
    const auto spans = reference::byte_spans(text, ids, table, choice);
    const auto unit = *rc::gen::element(OffsetUnit::bytes, OffsetUnit::scalars);
    const auto found = encode_with_offsets(tokenizer, text, choice, unit);
    RC_ASSERT(found.ids == ids);
    RC_ASSERT(found.spans ==
              (unit == OffsetUnit::bytes ? spans : reference::scalar_spans(text, spans)));
    const auto limit = *number_between<std::size_t>(0, ids.size() + 1);
    RC_ASSERT(encode_up_to(tokenizer, text, limit, choice) ==
              reference::encode_up_to(text, limit, table, choice));
    const Ids first(ids.begin(),
                    ids.begin() + static_cast<std::ptrdiff_t>(std::min(limit, ids.size())));
    RC_ASSERT(offsets_of(tokenizer, text, first, choice, unit) ==
              std::vector(found.spans.begin(), found.spans.begin() + std::ssize(first)));
    RC_ASSERT(encode_with_template(tokenizer, text, choice) ==
              reference::with_template(ids, table.profile.ids_around));
    const Ends ends{.prepend = TokenId{97}, .append = TokenId{98}};
    Ids between = {97};
    between.insert(between.end(), ids.begin(), ids.end());
    between.push_back(98);
    RC_ASSERT(encode_with_ends(tokenizer, text, ends, choice) == between);
    RC_ASSERT(encode_batch_with_ends(tokenizer, {&text, 1}, threads, ends, choice) ==
              std::vector<Ids>{between});
    return ids;
  }));
  RC_CLASSIFY(call.error != "none", "an error");
}

CLAUSE_TEST("S30e S27g FR-16c",
            "threads cut at blanks, but not in a literal, wherever it is found") {
  std::string text;
  for (std::size_t i = 0; i < 300; ++i) text += "ab x y" + std::string(i % 3, 'c') + " ";
  for (const Normalizer normalizer : {Normalizer::none, Normalizer::nfc_9_0}) {
    for (const bool is_normalized : {false, true}) {
      Table table = v1_table({{'a', 'b'}});
      table.profile.normalizer = normalizer;
      // With the blank in it, or beside it (S27g), which only a token of the given text takes.
      for (const std::string_view literal : {"x y", "x", "y"}) {
        const bool takes_blank = literal != "x y";
        if (takes_blank && is_normalized && normalizer != Normalizer::none) continue;
        table.specials = {{std::string(literal), 5000, is_normalized, true}};
        table.specials[0].rstrip = literal == "x";
        table.specials[0].lstrip = literal == "y";
        const Ids wanted = reference::encode(text, table, {});
        REQUIRE(std::ranges::count(wanted, TokenId{5000}) == 300);
        const engine::Encoder divides(table, {.least_part = 8});
        for (const unsigned threads : {1U, 2U, 3U, 8U}) {
          CAPTURE(literal, is_normalized, threads);
          CHECK((divides.encode(text, threads) == wanted));
        }
      }
    }
  }
}

// --- A bad text at each place. ---

// Texts of more than one slice (engine/machine/parallel.hpp): each slice is checked by itself. All
// texts after the first bad one are bad at another place.
CLAUSE_TEST("S1a FR-30 S57d", "the first text that is not UTF-8 is the error of a batch") {
  const Tokenizer tokenizer = Tokenizer::train("the cat sat on the mat", 260);
  const std::string long_one(70000, 'a');
  for (const std::size_t count : {1U, 2U, 5U, 6U}) {
    for (std::size_t bad = 0; bad < count; ++bad) {
      std::vector<std::string> texts(count, "\xff" + long_one);
      std::fill_n(texts.begin(), bad, long_one);
      texts[bad] = long_one + "\xff";
      const std::vector<std::string_view> all(texts.begin(), texts.end());
      const std::string error = error_of([&] { encode(tokenizer, all[bad], {}); });
      for (const unsigned threads : {1U, 3U}) {
        CAPTURE(count, bad, threads);
        CHECK(error_of([&] { encode_batch(tokenizer, all, threads); }) == error);
        CHECK(error_of([&] { encode_batch_flat(tokenizer, all, threads); }) == error);
        CHECK(error_of([&] { encode_batch_with_ends(tokenizer, all, threads, {}); }) == error);
      }
      FlatIds kept{{1, 2, 3}, {1, 3}};
      CHECK(error_of([&] { encode_into(tokenizer, all, kept); }) == error);
      CHECK((kept.ids.empty() && kept.ends.empty()));
    }
  }
}

}  // namespace
}  // namespace bpetite::test
