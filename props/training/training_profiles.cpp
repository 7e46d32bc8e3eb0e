// Tests training and counting under any profile: the engine learns the same merges as the reference
// and as the oracle, a second implementation in the tests, in whatever parts a corpus is counted
// (spec/03-train.md, S59; spec/12-counts.md, S40h), and no two learned tokens have the same bytes
// (S59e). Also tests counts files of any profile with their header of format 2: they are added up,
// and counts of another profile are refused. Also tests the special tokens behind the merges, what
// is refused before counting, such as an unknown profile, and a trained tokenizer that is saved and
// opened again.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/counting.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/open.hpp>
#include <bpetite/training.hpp>

#include "bpetite/access.hpp"
#include "bpetite/backend.hpp"
#include "core/file.hpp"
#include "engine/count/bounded_counts.hpp"
#include "engine/count/count_stream.hpp"
#include "engine/count/counts_file.hpp"
#include "engine/count/saved_counts.hpp"
#include "engine/train.hpp"
#include "pattern/cutting_json.hpp"
#include "profiles/profiles.hpp"
#include "reference/counts.hpp"
#include "reference/encode.hpp"
#include "reference/normalize.hpp"
#include "reference/pretokenize.hpp"
#include "reference/train.hpp"
#include "support/oracle/oracle.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/share.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/random_patterns.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace bpetite::test {
namespace {

using engine::count::BoundedCounts;

// A text of pieces that patterns and normalization treat differently, so that pairs repeat. KELVIN
// SIGN and ANGSTROM SIGN have another form alone, and the marks join or reorder.
std::string telling_text() {
  static const std::vector<std::string> parts = {"a",
                                                 "b",
                                                 "ab",
                                                 "abab",
                                                 " ",
                                                 "  ",
                                                 " ab",
                                                 "1",
                                                 "12",
                                                 "1234",
                                                 "'s",
                                                 "'S",
                                                 "\n",
                                                 "\r\n",
                                                 "!?",
                                                 "A",
                                                 "Bc",
                                                 "\u00e9",
                                                 "e",
                                                 "e\u0301",
                                                 "\u0301",
                                                 "\u0327",
                                                 "\u212a",
                                                 "\u212b",
                                                 "\u65e5",
                                                 "\u1100\u1161",
                                                 "\u11a8",
                                                 "\u00a0",
                                                 "<|endoftext|>",
                                                 "<s>",
                                                 "\u0665",
                                                 "\U0001f600"};
  std::string text;
  for (auto left = *number_between(0, 60); left > 0; --left) text += *rc::gen::elementOf(parts);
  return text;
}

std::vector<std::string> telling_texts() {
  std::vector<std::string> texts;
  for (auto left = *number_between(0, 4); left > 0; --left) texts.push_back(telling_text());
  return texts;
}

bool covers_what_it_must(const Profile& profile) {
  try {
    backend::require_cover(profile);
    return true;
  } catch (const ValueError&) {  // S26e
    return false;
  }
}

// Any profile that can be trained: a named one, or one with a random pattern, sometimes with
// another normalizer.
Profile any_profile() {
  Profile profile = **rc::gen::elementOf(profiles::all());
  const int kind = *number_between(0, 5);
  if (kind == 0) {
    profile = Profile();
    profile.name = "letters without marks";  // NFC takes "e" from them if a mark follows
    profile.splits = {{{R"([a-z]+|[^a-z]+)", Dialect::huggingface, unicode::pinned}, {}}};
    return backend::profile_to_train(std::move(profile), "nfc", {});
  }
  if (kind <= 2) {
    conform::search::Random random(*rc::gen::arbitrary<std::uint64_t>());
    profile = Profile();
    profile.name = "a random pattern";
    do {
      profile.splits = {random_split(random)};
    } while (!covers_what_it_must(profile));
  }
  const std::string normalizer = *rc::gen::element<std::string>("", "", "", "", "nfc", "nfc-9.0");
  return backend::profile_to_train(std::move(profile), normalizer, {});
}

std::vector<std::string> chunks_of(const std::vector<std::string>& texts, const Profile& profile) {
  const reference::Pretokenizer pretokenizer(profile);
  std::vector<std::string> all;
  for (const std::string& text : texts) {
    const std::string form = reference::normalize(text, profile.normalizer);
    for (const std::string_view chunk : pretokenizer.chunks(form)) all.emplace_back(chunk);
  }
  return all;
}

reference::ChunkCounts counts_of(const std::vector<std::string>& texts, const Profile& profile) {
  reference::ChunkCounts counts;
  for (const std::string& chunk : chunks_of(texts, profile)) ++counts[chunk];
  return counts;
}

// A letter may be taken away by the mark behind it, which decides where the text is cut before it.
CLAUSE_TEST("S59a S41a", "a corpus that is normalized is cut into parts where no chunk changes") {
  const std::vector<std::string> pieces = {"x", "e", " ", "=", "\u0301", "\u0338", "7"};
  std::size_t safe = 0;
  for (const std::string_view pattern :
       {R"(e|[^e]+)", R"([a-z]+|[^a-z]+)", R"(=|[^=]+)", R"(x?e|[\s\S])", R"(\w+|\s+|[^\w\s])"}) {
    Profile profile;
    profile.name = "a pattern";
    profile.splits = {{{std::string(pattern), Dialect::huggingface, unicode::pinned}, {}}};
    profile = backend::profile_to_train(std::move(profile), "nfc", {});
    const engine::count::CorpusCutter cutter(profile);
    const std::size_t all = pieces.size() * pieces.size() * pieces.size() * pieces.size();
    for (std::size_t number = 0; number < all; ++number) {
      std::string text;
      for (std::size_t rest = number, i = 0; i < 4; ++i, rest /= pieces.size()) {
        text += pieces[rest % pieces.size()];
      }
      for (std::size_t at = 1; at < text.size(); ++at) {
        if (!cutter.is_safe_place(text, at)) continue;
        ++safe;
        CAPTURE(pattern, text, at);
        REQUIRE(chunks_of({text.substr(0, at), text.substr(at)}, profile) ==
                chunks_of({text}, profile));
      }
    }
  }
  CHECK(safe > 500);
}

PROPERTY("S59a S59d FR-7 FR-10b", "engine, reference and oracle learn the same merges") {
  const Profile profile = any_profile();
  const std::vector<std::string> texts = telling_texts();
  const auto vocab_size = *number_between<TokenId>(256, 300);
  const Table wanted = reference::train(views(texts), vocab_size, profile);
  const std::vector<std::string> chunks = chunks_of(texts, profile);
  RC_ASSERT(oracle::train_on_chunks(views(chunks), vocab_size) == wanted.merges);
  const Table table =
      backend::train(views(texts), vocab_size, profile, {}, *number_between(1U, 3U));
  RC_ASSERT(table.merges == wanted.merges);
  RC_ASSERT(table.profile == wanted.profile);
  RC_CLASSIFY(wanted.merges.size() > 2, "three merges or more");
  RC_CLASSIFY(profile.normalizer != Normalizer::none, "normalized");
}

PROPERTY("S59a S41a S41b S41e", "a corpus in any blocks, parts and files is counted as a whole") {
  const Profile profile = any_profile();
  const std::vector<std::string> texts = telling_texts();
  const std::string separator = *rc::gen::element<std::string>("#", "##", "\u00b6");
  std::string corpus;
  for (const std::string& text : texts) corpus += text + separator;
  if (!corpus.empty()) corpus.resize(corpus.size() - separator.size());

  BoundedCounts counts(profile, *number_between(1U, 3U),
                       *rc::gen::element<std::size_t>(1, BoundedCounts::unbounded),
                       std::filesystem::temp_directory_path());
  std::string_view left = corpus;
  engine::count::count_stream(
      [&left](char* into, std::size_t size) {
        const std::size_t count = std::min(size, left.size());
        std::memcpy(into, left.data(), count);
        left.remove_prefix(count);
        return count;
      },
      engine::count::text_form(counts.cutter(), separator, "x",
                               *number_between<std::size_t>(1, 60)),
      *number_between<std::size_t>(1, 80), counts);
  reference::ChunkCounts found;
  counts.for_each_ascending(
      [&found](std::string_view chunk, Count count) { found[std::string(chunk)] = count; });
  RC_ASSERT(found == counts_of(texts, profile));
  RC_CLASSIFY(profile.normalizer != Normalizer::none, "normalized");
  RC_CLASSIFY(counts.uses_files(), "files");
}

PROPERTY("S40h S40i S42b S42c", "counts of any profile are one file, and sums of files too") {
  const Profile profile = any_profile();
  const std::vector<std::string> texts = telling_texts();
  const std::string wanted = reference::counts_file(counts_of(texts, profile), profile);
  const TemporaryDirectory directory;
  std::vector<std::filesystem::path> files;
  std::vector<std::string> names;
  for (std::size_t i = 0; i <= texts.size(); ++i) {
    BoundedCounts counts(profile);
    if (i < texts.size()) counts.add_text(texts[i]);
    names.push_back(fmt::format("{}/{}.counts", directory.path().string(), i));
    files.emplace_back(names.back());
    engine::count::save_counts(
        files.back(), false, counts.header(),
        [&counts](const engine::count::VisitCount& visit) { counts.for_each_ascending(visit); });
  }
  std::rotate(files.begin(),
              files.begin() + *number_between<std::ptrdiff_t>(0, std::ssize(files) - 1),
              files.end());
  const std::filesystem::path sum = directory.path() / "sum.counts";
  merge_counts(files, sum);
  RC_ASSERT(file::read(sum) == wanted);
  RC_ASSERT(reference::read_counts_file(wanted, "x").counts == counts_of(texts, profile));

  const engine::count::CountsFiles read(names, directory.path());
  RC_ASSERT(read.profile().splits == profile.splits);
  RC_ASSERT(read.profile().normalizer == profile.normalizer);
  RC_ASSERT(engine::learn_merges(read.source(), 40) ==
            reference::train(views(texts), 296, profile).merges);
  const Profile& other = **rc::gen::elementOf(profiles::all());
  const bool is_same = other.splits == profile.splits && other.normalizer == profile.normalizer;
  std::string error;
  try {
    read.require(other);
  } catch (const ValueError& fault) {
    const std::string_view text = fault.what();
    error = text.substr(text.find(": its chunks"));
  }
  const std::string than = other.splits == profile.splits
                               ? fmt::format("the normalizer {}", name(other.normalizer))
                               : fmt::format("the profile {}", other.name);
  const std::string wanted_error =
      fmt::format(": its chunks were cut in another way than those of {} [S40i, chapter 12]", than);
  RC_ASSERT(error == (is_same ? "" : wanted_error));
  RC_CLASSIFY(is_same, "the same cutting");
}

CLAUSE_TEST("S40h", "a header of format 2 has one spelling, and each fault is named") {
  const std::string good = reference::counts_file({{"ab", 1}}, profiles::qwen2());
  const auto read = [](const std::string& bytes) {
    std::string by_engine = "none";
    std::string by_reference = "none";
    try {
      engine::count::CountsReader reader(
          [&bytes](char* into, std::size_t size, std::uint64_t offset) {
            const std::size_t count = std::min<std::size_t>(size, bytes.size() - offset);
            std::memcpy(into, bytes.data() + offset, count);
            return count;
          },
          "x");
      while (reader.next()) continue;
    } catch (const ValueError& error) {
      by_engine = error.what();
    }
    try {
      reference::read_counts_file(bytes, "x");
    } catch (const ValueError& error) {
      by_reference = error.what();
    }
    CHECK(by_engine == by_reference);
    return by_engine;
  };
  CHECK(read(good) == "none");
  constexpr auto edits = std::to_array<FileEdit>({
      {"{\"norm", "{ \"norm", "this JSON is not the canonical one [S40h, chapter 12]"},
      {"16.0\",\"splits\"", "16.0\",\"a\":1,\"splits\"", "/a: 1 is not carried: required none but"},
      {"\"normalizer\":\"NFC of Unicode 16.0\",", "", "/normalizer: "},
      {"NFC of", "NFKC of",
       "/normalizer: \"NFKC of Unicode 16.0\" is not carried: required one of"},
      {"isolated", "removed", "/splits/0/behaviour: \"removed\" is not carried"},
      {"tiktoken", "perl", "/splits/0/dialect: \"perl\" is not carried"},
      {"\"16.0.0\"", "\"1.0.0\"", "/splits/0/unicode: \"1.0.0\" is not carried"},
      {"(?i:", "(?<a>", "/splits/0/pattern: "},
      {"{\"norm", "[\"norm", "no JSON: "},
      {"counts 2", "counts 3", "this is not a counts file of version 1 or 2 [S40b, chapter 12]"},
  });
  for (const auto& [from, to, says] : edits) {
    CHECK_THAT(read(edited(good, from, to)), contains_text(std::string(says)));
  }
  const std::string v1 = pattern::cutting_to_json(profiles::v1());
  CHECK_THAT(read(fmt::format("bpetite counts 2\n{}\n", v1)),
             contains_text("what v1 cuts has format 1"));
  const std::string line = good.substr(0, good.find('\n', 20));
  for (std::size_t size = 0; size < line.size(); size += every(7)) {
    CHECK(read(line.substr(0, size)) != "none");
  }
}

// Literals get their ids in the order of the list, whatever ids they have in the public vocabulary.
CLAUSE_TEST("S59b S59c S59d",
            "each named profile can be trained, with its tokens behind the merges") {
  const std::string_view text = "abab 12 abab";
  for (const Profile* named : profiles::all()) {
    INFO(named->name);
    const auto tokenizer = train_texts(
        {&text, 1}, 258, {}, 1, {.profile = named->name, .special_tokens = {"<one>", "<two>"}});
    std::vector<std::string> wanted;
    for (const AddedToken& token : named->added.tokens) wanted.push_back(token.literal);
    wanted.insert(wanted.end(), {"<one>", "<two>"});
    const auto specials = tokenizer.special_tokens();
    REQUIRE(specials.size() == wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      CHECK(specials[i].literal == wanted[i]);
      CHECK(specials[i].id == 258 + i);
    }
    const Profile& profile = TokenizerAccess::table(tokenizer).profile;
    CHECK(profile.splits == named->splits);
    CHECK(profile.normalizer == named->normalizer);
    CHECK(profile.merging == Merging::pairs);
    CHECK_FALSE(profile.whole_chunks);
    CHECK(profile.ids_around == Template());
    const bool keeps_rule = named->name == "nanochat" || named->name == "fim";
    CHECK(profile.added.rule ==
          (keeps_rule ? named->added.rule : SpecialRule::refused_unless_allowed));
    CHECK(tokenizer.encode("abab").size() < 4);
  }
  CHECK(TokenizerAccess::table(train_texts({&text, 1}, 258, {}, 1, {.profile = "v1"})).profile ==
        profiles::v1());
}

CLAUSE_TEST("S59a S59b S26e S16", "what cannot be trained is refused before anything is counted") {
  const auto error = [](const TrainingProfile& profile, TokenId vocab_size = 258) {
    const std::string_view bad = "\xff";  // would be the error if it were counted
    return error_of([&] { train_texts({&bad, 1}, vocab_size, {}, 1, profile); });
  };
  using Catch::Matchers::StartsWith;
  CHECK(error({}).starts_with("UnicodeDecodeError"));
  CHECK(error({.profile = "gpt2", .patterns = {"a"}}) ==
        "ValueError: train: a profile and patterns are given, required one of the two [S59a, "
        "chapter 3]");
  CHECK_THAT(error({.profile = "gpt5"}), StartsWith("KeyError: open: profile \"gpt5\": unknown"));
  CHECK(error({.normalizer = "NFD"}) ==
        "ValueError: train: normalizer: \"NFD\" is none of none, nfc, nfc-9.0 [S59a, chapter 3]");
  CHECK_THAT(error({.patterns = {"a("}}), StartsWith("ValueError: pattern: byte 1"));
  CHECK_THAT(error({.patterns = {"a"}}), StartsWith("ValueError: pattern: \"a\" does not cover"));
  CHECK(error({.special_tokens = {""}}) ==
        "ValueError: train: special token \"\": required a text [S59b, chapter 3]");
  CHECK(error({.special_tokens = {"\xff"}}) ==
        "ValueError: train: special token \"\\xff\": required UTF-8 [S59b, chapter 3]");
  CHECK(error({.special_tokens = {"<a>", "<a>"}}) ==
        "ValueError: train: special token \"<a>\": it is there already [S59b, chapter 3]");
  CHECK(error({.special_tokens = {"<a>"}}, max_vocab_size) ==
        "ValueError: train: vocab_size: 16777216 and 2 special tokens are above the limit 16777216 "
        "[S16, chapter 3]");
  CHECK(error({.special_tokens = {"3"}}) ==
        "ValueError: train: special token \"3\": it is token 51 already [S59b, chapter 3]");
  CHECK(error({.special_tokens = {"\u00e9"}}).starts_with("UnicodeDecodeError"));
  // At the limit all is counted but v1's own token.
  CHECK(error({.special_tokens = {"<a>"}}, max_vocab_size - 2).starts_with("UnicodeDecodeError"));
  CHECK(error({}, max_vocab_size).starts_with("UnicodeDecodeError"));
  CHECK(error({}, max_vocab_size + 1) ==
        "ValueError: train: vocab_size: 16777217 is above the limit 16777216 [S16, chapter 3]");
  CHECK_NOTHROW(check_vocab_size(max_vocab_size));
  // Of two faults, that of the size comes first.
  for (const TrainingProfile& profile : {TrainingProfile{}, TrainingProfile{.patterns = {"a("}},
                                         TrainingProfile{.profile = "gpt5"}}) {
    CHECK_THAT(error(profile, 255), StartsWith("ValueError: train: vocab_size: 255 is below 256"));
  }
}

CLAUSE_TEST("S59a S25a S25j S26e", "each option of a profile to train is that of the tokenizer") {
  const auto trained_by = [](const TrainingProfile& profile) {
    const std::string_view text = "abab";
    return TokenizerAccess::table(train_texts({&text, 1}, 257, {}, 1, profile)).profile;
  };
  constexpr auto theirs = Dialect::huggingface;
  const std::vector<std::string> two = {"[ab]+|[^ab]", "a|[^a]+"};
  for (const Dialect dialect : {Dialect::tiktoken, theirs}) {
    for (const auto version : {unicode::Version::v13_0, unicode::pinned, unicode::Version::v18_0}) {
      const Profile profile = trained_by({.patterns = two, .dialect = dialect, .version = version});
      CHECK(profile.splits == isolated(dialect, two, version));
      CHECK(profile.added.tokens.empty());
      CHECK(profile.added.rule == SpecialRule::refused_unless_allowed);
    }
  }
  CHECK(trained_by({.normalizer = "nfc"}).normalizer == Normalizer::nfc_16_0);
  CHECK(trained_by({.normalizer = "nfc-9.0"}).normalizer == Normalizer::nfc_9_0);
  CHECK(trained_by({.profile = "qwen2", .normalizer = "none"}).normalizer == Normalizer::none);
}

PROPERTY("S59e", "no two tokens that are learned have the same bytes") {
  const std::string letters = *rc::gen::element<std::string>("a", "ab", "abc", "a1 ");
  std::vector<std::string> texts;
  for (auto left = *number_between(1, 5); left > 0; --left) {
    std::string text;
    for (auto size = *number_between(1, 30); size > 0; --size) text += *rc::gen::elementOf(letters);
    texts.push_back(text);
  }
  const Profile whole = backend::profile_to_train({.patterns = {"[\\s\\S]+"}}, profiles::v1());
  for (const Table& table : {reference::train(views(texts), 400, whole),
                             backend::train(views(texts), 400, whole, {}, 1)}) {
    const std::set<std::string> distinct(table.tokens.begin(), table.tokens.end());
    RC_ASSERT(distinct.size() == table.tokens.size());
    RC_CLASSIFY(table.merges.size() > 10, "more than ten merges");
  }
}

PROPERTY("S59a S59d S55d", "what was trained under any profile is saved and opened again") {
  const Profile profile = any_profile();
  const std::vector<std::string> texts = telling_texts();
  const Table table = backend::train(views(texts), 290, profile, {}, 1);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const TemporaryDirectory directory;
  tokenizer.save(directory.path() / "model.json");
  const Tokenizer again = open(directory.path() / "model.json");
  for (const std::string& text : texts) {
    const auto ids = encode(again, text, SpecialChoice::ordinary());
    RC_ASSERT(ids == reference::encode(text, table, SpecialChoice::ordinary()));
    RC_ASSERT(again.decode(ids) == reference::normalize(text, profile.normalizer));
  }
  RC_CLASSIFY(!texts.empty(), "texts");
}

}  // namespace
}  // namespace bpetite::test
