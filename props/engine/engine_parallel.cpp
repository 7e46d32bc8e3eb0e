// Tests encoding and training on many threads, and many texts in one call: the results are the same
// as on one thread, also where the system gives no more threads. Also tests cutting a text at safe
// places, ids of parts that are ready in any order, ids that go into the caller's space, the loop
// that divides work among threads and reports the lowest index that fails, the slices of a list of
// texts, and memory in large pages.
#include "engine/scan/scan.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <bpetite/encoding.hpp>
#include <bpetite/training.hpp>

#include "bpetite/access.hpp"
#include "engine/count/chunk_counts.hpp"
#include "engine/encode.hpp"
#include "engine/ids_in_order.hpp"
#include "engine/machine/large_pages.hpp"
#include "engine/machine/longer.hpp"
#include "engine/machine/parallel.hpp"
#include "reference/encode.hpp"
#include "reference/pretokenize.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/scanned.hpp"
#include "support/share.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/texts.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

constexpr std::array thread_counts = {1U, 2U, 3U, 8U, 16U};

// The chunks of the parts of a text, one part after the other.
std::vector<std::string_view> joined_chunks(const std::vector<std::string_view>& parts,
                                            engine::kernels::ScanPattern pattern) {
  std::vector<std::string_view> joined;
  for (const std::string_view part : parts) {
    for (const auto chunk : engine::scan::chunks(part, pattern, engine::machine::level()))
      joined.push_back(chunk);
  }
  return joined;
}

PROPERTY("S4a", "a text that is cut at safe places has the chunks of the whole") {
  const std::string text = *rc::gen::oneOf(any_text(), pair_rich_text());
  const auto size = *number_between<std::size_t>(1, 30);
  const auto cut_at =
      *rc::gen::element(engine::scan::CutAt::any_safe_place, engine::scan::CutAt::blanks);
  bool is_cut = false;
  for (const Scanned& scanned : all_scanned) {
    const auto parts = engine::scan::safe_parts(scanned.scan, text, size, cut_at);
    for (std::size_t i = 1; i < parts.size() && cut_at == engine::scan::CutAt::blanks; ++i) {
      RC_ASSERT(parts[i].starts_with(' '));
    }
    RC_ASSERT(joined_chunks(parts, scanned.scan) == pretokenizer_of(scanned).chunks(text));
    is_cut = is_cut || parts.size() > 1;
  }
  RC_CLASSIFY(is_cut, "cut");
}

CLAUSE_TEST("S4a FR-16b S5", "every byte of a text is tried as a place to cut, for each pattern") {
  const std::string text = long_text(few_cases() ? 100 : 400);
  const Table table = v1_table({{'a', 'b'}, {' ', 'c'}, {'t', 'h'}, {258, 'e'}});
  for (const Scanned& scanned : all_scanned) {
    const Table cut = cut_as(table, scanned.profile);
    const engine::Encoder encoder(cut);
    const auto chunks = pretokenizer_of(scanned).chunks(text);
    const auto wanted = reference::encode(text, cut);
    std::map<std::string, Count> counted;
    for (const std::string_view chunk : chunks) ++counted[std::string(chunk)];
    for (std::size_t size = 1; size <= text.size(); ++size) {
      const auto parts = engine::scan::safe_parts(scanned.scan, text, size);
      CHECK(joined_chunks(parts, scanned.scan) == chunks);
      std::vector<TokenId> ids;
      engine::VectorSink sink(ids);
      engine::count::ChunkCounts counts(scanned.scan);
      for (const std::string_view part : parts) {
        encoder.append(part, sink);
        counts.add_text(part);
      }
      CHECK(ids == wanted);
      std::map<std::string, Count> got;
      counts.for_each([&](std::string_view chunk, Count n) { got.emplace(chunk, n); });
      CHECK(got == counted);
    }
  }
}

PROPERTY("FR-16b FR-16c FR-15a S4a", "a text that threads share has the reference's ids") {
  const EncodeCase given = *encode_case();
  Table table = v1_table(given.merges);
  table.specials.push_back({"<|x|>", static_cast<TokenId>(table.tokens.size())});
  const std::string text = given.text + *any_text() + "<|x|>" + given.text;
  engine::EncodeOptions options;
  options.least_part = *number_between<std::size_t>(1, 20);
  const unsigned threads = *rc::gen::elementOf(thread_counts);
  // The second run uses encoders that the first one gave back.
  const Table cut =
      cut_as(table, all_scanned[*number_between<std::size_t>(0, all_scanned.size() - 1)].profile);
  RC_ASSERT(ids_difference(text, cut, options, {threads, threads}) == "");
  const bool is_shared = threads > 1 && text.size() >= 8 * options.least_part;
  const auto parts = engine::scan::safe_parts(engine::kernels::ScanPattern::gpt2, text,
                                              options.least_part, engine::scan::CutAt::blanks);
  RC_CLASSIFY(is_shared && parts.size() > 1, "several parts");
}

// Parts of a few bytes, whose ends are beside blanks and marks, and where a space would be put.
PROPERTY("S30a S30b S30c S30g FR-16c",
         "threads cut a text as its normal form may be cut, and put a space before no part") {
  Table table =
      v1_table({{' ', ' '}, {' ', 'a'}, {'a', 'a'}, {0xCC, 0x81}, {0xC3, 0xA9}, {' ', '='}});
  table.profile.normalizer =
      *rc::gen::element(Normalizer::none, Normalizer::nfc_9_0, Normalizer::nfc_16_0);
  table.profile.prefix_space = *rc::gen::arbitrary<bool>();
  if (*rc::gen::arbitrary<bool>())
    table.specials.clear();  // then not only blanks are places to cut
  const engine::Encoder encoder(table, {.least_part = *number_between<std::size_t>(1, 6)});
  std::string text;
  while (text.size() < 100) {
    text += *rc::gen::element<std::string>("a", "aa", "e", " ", "  ", "=", "1", "\n", "\u0301",
                                           "\u0338", "\u00E9", "\u1100", "\u1161", "\u212B");
  }
  const auto wanted = reference::encode(text, table);
  for (const unsigned threads : {2U, 3U}) RC_ASSERT(encoder.encode(text, threads) == wanted);
  RC_CLASSIFY(table.profile.normalizer != Normalizer::none, "a normal form");
  RC_CLASSIFY(table.profile.prefix_space, "a space");
}

CLAUSE_TEST("FR-16c FR-30", "one text on any number of threads has the ids of one") {
  const std::string corpus = long_text(20000);
  const Tokenizer tokenizer = Tokenizer::train(corpus, 400);
  std::string text = long_text((std::size_t{3} << 20) / every(3));
  text += "<|endoftext|>" + text;
  const auto wanted = tokenizer.encode(text);
  for (const unsigned threads : thread_counts) {
    INFO(threads);
    CHECK((encode_parallel(tokenizer, text, threads) == wanted));
  }
  // A text must not be cut for threads inside a special token.
  Table table = TokenizerAccess::table(tokenizer);
  table.specials.push_back({"cat don", 900});
  const engine::Encoder encoder(table);
  CHECK((encoder.encode(text, 8) == encoder.encode(text)));
}

CLAUSE_TEST("FR-16c FR-30", "many texts in one call have the ids of each, and the first error") {
  const Tokenizer tokenizer = Tokenizer::train(long_text(20000), 400);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 300; ++i) texts.push_back(long_text(i));
  std::vector<std::string_view> all(texts.begin(), texts.end());
  for (const unsigned threads : thread_counts) {
    const auto results = encode_batch(tokenizer, all, threads);
    REQUIRE(results.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      REQUIRE(results[i] == tokenizer.encode(all[i]));
    }
  }
  CHECK(encode_batch(tokenizer, {}, 4).empty());

  all[250] = "\xff";
  all[17] = "ab\xff";
  for (const unsigned threads : thread_counts) {
    try {
      encode_batch(tokenizer, all, threads);
      FAIL("no error");
    } catch (const UnicodeDecodeError& error) {
      CHECK(error.offset() == 2);
    }
  }
}

CLAUSE_TEST("FR-16c", "ids go into the vector that is kept, whatever was in it") {
  const Tokenizer tokenizer = Tokenizer::train(long_text(20000), 400);
  std::vector<TokenId> ids(5000, 7);
  for (const std::size_t size : {900U, 0U, 40000U, 3U}) {
    const std::string text = long_text(size);
    const auto* const before = ids.data();
    const std::size_t space = ids.capacity();
    encode_into(tokenizer, text, ids);
    CHECK(ids == tokenizer.encode(text));
    CHECK((ids.data() == before || ids.capacity() > space));
  }
  CHECK_THROWS_AS(encode_into(tokenizer, "\xff", ids), UnicodeDecodeError);
  CHECK(ids.empty());
}

CLAUSE_TEST("FR-16c", "ids go into space that is given, if there is enough") {
  Table table = TokenizerAccess::table(Tokenizer::train(long_text(20000), 400));
  table.specials.push_back({"cat don", 900});
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  for (const std::size_t size : {0U, 3U, 900U, 40000U, 200000U}) {
    const std::string text = long_text(size);
    const auto wanted = tokenizer.encode(text);
    // The space is as large as any text of this size may need, smaller, and just large enough for
    // this text.
    for (const std::size_t more : {text.size() - wanted.size(), std::size_t{20}, std::size_t{0}}) {
      std::vector<TokenId> space(wanted.size() + more, 7);
      CHECK(encode_into(tokenizer, text, std::span(space)) == wanted.size());
      CHECK(std::equal(wanted.begin(), wanted.end(), space.begin()));
    }
    if (wanted.empty()) continue;
    for (const std::size_t too_few : {std::size_t{0}, wanted.size() / 2, wanted.size() - 1}) {
      std::vector<TokenId> space(text.size(), 7);
      CHECK_THROWS_WITH(
          encode_into(tokenizer, text, std::span(space).first(too_few)),
          fmt::format("encode: space for {} ids: the text has {}", too_few, wanted.size()));
      CHECK(std::all_of(space.begin() + static_cast<std::ptrdiff_t>(too_few), space.end(),
                        [](TokenId id) { return id == 7; }));
    }
  }
  std::vector<TokenId> space = {7};
  CHECK_THROWS_AS(encode_into(tokenizer, "a\xff", std::span(space)), UnicodeDecodeError);
  CHECK(space[0] == 7);
}

CLAUSE_TEST("FR-16c", "space of the caller is offered to write to, if it is large enough") {
  std::vector<TokenId> space(10, 7);
  engine::SpanSink sink(space);
  const std::vector<TokenId> ids = {1, 2, 3, 4};
  sink.add(ids, 4);
  CHECK(sink.space(6) == space.data() + 4);
  CHECK(sink.space(7) == nullptr);
  sink.add(ids, 4);
  sink.add(ids, 4);
  CHECK(sink.size() == 12);
  CHECK(space == std::vector<TokenId>{1, 2, 3, 4, 1, 2, 3, 4, 1, 2});
  CHECK(sink.space(0) == nullptr);
}

CLAUSE_TEST("FR-16c FR-30", "the ids of many texts lie one behind the other, and where they end") {
  Table table = TokenizerAccess::table(Tokenizer::train(long_text(20000), 400));
  table.specials.push_back({"cat don", 900});
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 900; ++i) texts.push_back(long_text(i));
  texts.push_back(long_text(300000));
  texts.emplace_back();
  std::vector<std::string_view> all(texts.begin(), texts.end());
  FlatIds kept;
  const auto check = [&](const FlatIds& flat) {
    REQUIRE(flat.size() == all.size());
    CHECK(flat.ends.back() == flat.ids.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto wanted = tokenizer.encode(all[i]);
      REQUIRE(std::ranges::equal(flat[i], wanted));
    }
  };
  for (const unsigned threads : thread_counts) {
    INFO(threads);
    check(encode_batch_flat(tokenizer, all, threads));
    encode_into(tokenizer, all, kept);
    check(kept);
    encode_into(tokenizer, all, kept, threads);
    check(kept);
  }
  CHECK(encode_batch_flat(tokenizer, {}, 4).ends.empty());

  all[250] = "\xff";
  all[17] = "ab\xff";
  for (const unsigned threads : thread_counts) {
    try {
      encode_batch_flat(tokenizer, all, threads);
      FAIL("no error");
    } catch (const UnicodeDecodeError& error) {
      CHECK(error.offset() == 2);
    }
  }
  for (const unsigned threads : thread_counts) {
    kept = {{1}, {1}};
    CHECK_THROWS_AS(encode_into(tokenizer, all, kept, threads), UnicodeDecodeError);
    CHECK((kept.ids.empty() && kept.ends.empty()));
  }
  CHECK_THROWS_AS(encode_into(tokenizer, all, kept), UnicodeDecodeError);
  CHECK((kept.ids.empty() && kept.ends.empty()));
}

// Some threads end early, and some parts have no ids, or more than the vector has memory for.
PROPERTY("FR-16c FR-30", "ids of parts come in the order of the parts, whichever is ready first") {
  const auto sizes =
      *rc::gen::container<std::vector<std::size_t>>(number_between<std::size_t>(0, 9));
  std::vector<TokenId> ids(*number_between<std::size_t>(0, 3), 7);
  ids.reserve(ids.size() + *number_between<std::size_t>(0, 40));
  const auto expected = *number_between<std::size_t>(0, 20);
  const std::vector<TokenId> before = ids;
  std::vector<TokenId> wanted = ids;
  std::vector<std::size_t> wanted_places;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    wanted_places.push_back(wanted.size());
    wanted.insert(wanted.end(), sizes[i], static_cast<TokenId>(i));
  }
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[*number_between<std::size_t>(0, i - 1)]);
  }

  std::vector<std::size_t> places(sizes.size(), 1000);
  engine::IdsInOrder all(ids, sizes.size(), expected,
                         [&](std::size_t i, std::size_t place) { places[i] = place; });
  std::vector<std::unique_ptr<engine::IdsInOrder::Thread>> threads(3);
  for (const std::size_t i : order) {
    auto& thread = threads[*number_between<std::size_t>(0, 2)];
    if (thread == nullptr) thread = std::make_unique<engine::IdsInOrder::Thread>(all);
    thread->next().assign(sizes[i], static_cast<TokenId>(i));
    thread->finish(i);
    if (*number_between(0, 3) == 0) thread.reset();
  }
  threads.clear();
  RC_ASSERT(ids == before);
  all.done();
  RC_ASSERT(ids == wanted);
  RC_ASSERT(places == wanted_places);
  RC_CLASSIFY(wanted.size() > before.size() + std::max<std::size_t>(expected, 40), "too many");
  RC_CLASSIFY(!std::ranges::is_sorted(order), "in another order");
}

CLAUSE_TEST("FR-16c", "elements that were written behind the end of a vector become part of it") {
  std::vector<TokenId> ids = {1, 2};
  ids.reserve(5);
  const TokenId* const memory = ids.data();
  ids.data()[2] = 3;
  ids.data()[3] = 4;
  engine::machine::take_in(ids, 4);
  CHECK(ids == std::vector<TokenId>{1, 2, 3, 4});
  CHECK(ids.data() == memory);
  ids.push_back(5);
  CHECK(ids == std::vector<TokenId>{1, 2, 3, 4, 5});
}

// Blocks of a few bytes are checked, so that they end inside scalars and literals.
PROPERTY("S1a S27a FR-30",
         "the error of a text that threads share is the one that one thread finds") {
  Table table = v1_table({{'a', 'b'}});
  table.specials.push_back({"<|x|>", 300});
  table.profile.added.rule = SpecialRule::refused_unless_allowed;
  const engine::Encoder encoder(table, {.least_part = *number_between<std::size_t>(1, 3)});
  std::string text;
  while (text.size() < 40) {
    text += *rc::gen::element<std::string>("ab", "<|", "x|>", "<|x|>", "\xE2\x82\xAC",
                                           "\xF0\x9F\x98\x80", " ", "\xC3\xA9");
  }
  const auto broken = *number_between<std::size_t>(0, 2);
  for (std::size_t i = 0; i < broken; ++i) {
    text.insert(
        *number_between<std::size_t>(0, text.size()),
        *rc::gen::element<std::string>("\x80", "\xE2", "\xF0\x9F", "\xFF", "\x80\x80\x80\x80"));
  }
  const auto error_of = [&](unsigned threads) -> std::string {
    try {
      std::vector<TokenId> ids;
      encoder.append(text, threads, ids);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const std::string wanted = error_of(1);
  for (const unsigned threads : {2U, 3U}) RC_ASSERT(error_of(threads) == wanted);
  RC_CLASSIFY(wanted.find("<|x|>") != std::string::npos, "refused");
  RC_CLASSIFY(wanted.find("UTF-8") != std::string::npos, "ill-formed");
}

CLAUSE_TEST("FR-10a FR-10b S20", "training on any number of threads learns the same merges") {
  const std::string text = long_text((std::size_t{5} << 20) / every(3));
  std::vector<std::string> texts = {text, "ab ab"};
  for (std::size_t i = 0; i < 3000; ++i) texts.push_back(long_text(i % 500));
  std::vector<std::string_view> views(texts.begin(), texts.end());
  const auto wanted = train_texts(views, 600);
  for (const unsigned threads : thread_counts) {
    INFO(threads);
    const auto trained = train_texts(views, 600, {}, threads);
    CHECK(std::ranges::equal(trained.merges(), wanted.merges()));
  }
  // In whichever slice a thread finds an error first, it is that of the first text that has one.
  for (const std::size_t other : {std::size_t{0}, std::size_t{2500}}) {
    views[1800] = "ab\xff";
    views[other] = "abc\xff";
    for (const unsigned threads : thread_counts) {
      try {
        train_texts(views, 600, {}, threads);
        FAIL("no error");
      } catch (const UnicodeDecodeError& error) {
        CHECK(error.offset() == (other < 1800 ? 3 : 2));
      }
    }
    views[other] = texts[other];
  }
}

TEST_CASE("texts are cut into slices of about 128 KB, in their order") {
  std::vector<std::string> texts(40, std::string(30000, 'a'));
  texts.insert(texts.begin() + 2, {std::string(131072, 'b'), "", std::string(131071, 'c')});
  const std::vector<std::string_view> all(texts.begin(), texts.end());
  const std::vector<std::size_t> wanted = {0, 3, 6, 11, 16, 21, 26, 31, 36, 41, 43};
  CHECK(engine::machine::slice_places(all) == wanted);
  CHECK(engine::machine::slice_places({}) == std::vector<std::size_t>{0});
}

TEST_CASE("the memory of tables is zero, begins at a large page, and is given back") {
  const auto mapped = [] {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages;
  };
  constexpr std::size_t large = std::size_t{2} << 20;
  const auto use = [&](std::size_t bytes) {
    const auto memory = engine::machine::zeros<unsigned char>(bytes);
    const auto address = reinterpret_cast<std::uintptr_t>(memory.get());
    CHECK(address % (bytes < large / 2 ? 64 : large) == 0);
    CHECK(std::count(memory.get(), memory.get() + bytes, 0) == static_cast<std::ptrdiff_t>(bytes));
    std::fill_n(memory.get(), bytes, static_cast<unsigned char>(0xFF));
  };
  for (const std::size_t bytes : {std::size_t{100}, std::size_t{100}, large / 2, large + 1}) {
    use(bytes);
    const std::size_t before = mapped();
    for (int i = 0; i < 8; ++i) use(bytes);
    CHECK((is_sanitized() || mapped() <= before + 64));
  }
}

TEST_CASE("each index is worked on once, and the lowest that fails is reported") {
  for (const unsigned threads : thread_counts) {
    std::vector<std::atomic<int>> seen(1000);
    engine::machine::for_each_index(seen.size(), threads, [&](std::size_t i) { ++seen[i]; });
    for (const auto& times : seen) REQUIRE(times == 1);

    std::atomic<std::size_t> below = 0;
    try {
      engine::machine::for_each_index(1000, threads, [&](std::size_t i) {
        if (i < 400) ++below;
        if (i == 400 || i == 777) throw std::runtime_error(std::to_string(i));
      });
      FAIL("no error");
    } catch (const std::runtime_error& error) {
      CHECK(std::string(error.what()) == "400");
      CHECK(below == 400);
    }
  }
}

CLAUSE_TEST("S26a", "where the system gives no more threads, those that there are do the work") {
  const auto without_threads = [] {
    without_privileges();
    const rlimit limit{0, 0};
    if (setrlimit(RLIMIT_NPROC, &limit) != 0) _exit(2);
  };
  const std::string got = outcome_in_child(without_threads, [] {
    bool is_refused = false;
    try {
      std::jthread([] {}).join();
    } catch (const std::system_error&) {
      is_refused = true;
    }
    std::vector<int> calls(100);
    engine::machine::for_each_index(calls.size(), 8, [&](std::size_t i) { ++calls[i]; });
    return fmt::format("threads {}, {} of 100 calls", is_refused ? "refused" : "given",
                       std::ranges::count(calls, 1));
  });
  CHECK(got == "threads refused, 100 of 100 calls");
}

// The calling thread has the higher index. No thread fails before both have begun.
CLAUSE_TEST("S57d",
            "of two indexes that fail, the error is that of the lower one, whichever fails first") {
  const std::thread::id caller = std::this_thread::get_id();
  constexpr std::size_t none = 3;
  for (const bool caller_fails_first : {true, false}) {
    std::atomic<std::size_t> held = none;  // the index that the other thread has
    std::atomic<bool> both_begun = false;
    std::atomic<bool> one_failed = false;
    const auto work = [&](std::size_t i) {
      const bool is_caller = std::this_thread::get_id() == caller;
      if (is_caller) {
        while (held == none) std::this_thread::yield();
        if (i < held) return;  // the next index is above what the other thread has
        both_begun = true;
      } else {
        held = i;
        while (!both_begun) std::this_thread::yield();
      }
      if (is_caller == caller_fails_first) {
        one_failed = true;
      } else {
        while (!one_failed) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      }
      throw std::runtime_error(std::to_string(i));
    };
    INFO(caller_fails_first);
    try {
      engine::machine::for_each_index(none, 2, work);
      FAIL("no error");
    } catch (const std::runtime_error& error) {
      CHECK(error.what() == std::to_string(held));
    }
  }
}

}  // namespace
}  // namespace bpetite::test
