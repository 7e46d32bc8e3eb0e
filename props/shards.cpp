// Tests shards (spec/23-shards.md): that all tasks together have each document once, wherever the
// inputs are divided, in whatever order and however often they are done; the bytes of the four
// formats, read by small readers of their own; documents that are bad or empty; the plan, the
// receipts and the folder against damage; and that `verify` finds a changed bit anywhere.
//
//   two documents, tasks of 1 to 60 bytes      the ids of encode, in the order of the documents
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/tokenizer.hpp>

#include "bpetite/access.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "corpus/sha256.hpp"
#include "shards/dataset.hpp"
#include "shards/documents.hpp"
#include "shards/folder.hpp"
#include "shards/given.hpp"
#include "shards/task.hpp"
#include "support/programs/desk.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;
using shards::Format;
using Documents = std::vector<std::string>;

const Tokenizer& small_tokenizer() {
  static const Tokenizer tokenizer =
      Tokenizer::train("the theme of the thesis is the other one; then the rest, ab ab abc", 280);
  return tokenizer;
}

TokenId end_id() { return small_tokenizer().special_tokens().front().id; }

// The same with an added token far above the others, so that ids need more than 16 bits.
Tokenizer wide_tokenizer() {
  Table table = TokenizerAccess::table(small_tokenizer());
  table.profile.normalizer = Normalizer::nfc_16_0;  // v1 has no other id for its special token
  table.specials.front().id = 70000;
  return TokenizerAccess::make(std::move(table));
}

// A place for inputs and folders of shards.
class Site {
 public:
  fs::path write(const std::string& name, std::string_view bytes) const {
    std::ofstream(directory_.path() / name, std::ios::binary) << bytes;
    return directory_.path() / name;
  }
  fs::path path(const std::string& name) const { return directory_.path() / name; }

  shards::Folder planned(const std::string& name, shards::Options options,
                         const std::vector<fs::path>& inputs,
                         const Tokenizer& tokenizer = small_tokenizer()) const {
    shards::Plan plan;
    plan.options = std::move(options);
    plan.tokenizer = "tokenizer.json";
    shards::make_folder(path(name), directory_.path(), inputs, tokenizer, plan);
    return shards::open_folder(path(name));
  }

 private:
  TemporaryDirectory directory_;
};

shards::Receipt done(const shards::Folder& folder, std::size_t task, unsigned threads = 1) {
  return run_task(folder, task, threads, shards::Writes::files, [](std::uint64_t) {});
}

void do_all(const shards::Folder& folder) {
  for (std::size_t task = 0; task < folder.tasks.size(); ++task) done(folder, task);
}

template <typename Number>
std::vector<Number> numbers_in(std::string_view bytes) {
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
  return numbers;
}

std::vector<TokenId> ids_in(std::string_view bytes, unsigned width) {
  if (width == 4) return numbers_in<TokenId>(bytes);
  const auto narrow = numbers_in<std::uint16_t>(bytes);
  return {narrow.begin(), narrow.end()};
}

std::string file_of(const shards::Folder& folder, const std::string& name) {
  return file::read(folder.shards() / name);
}

using ListsOfIds = std::vector<std::vector<TokenId>>;

// The documents of all tasks of raw shards.
ListsOfIds raw_documents(const shards::Folder& folder) {
  ListsOfIds all;
  for (std::size_t task = 0; task < folder.tasks.size(); ++task) {
    const auto ids = ids_in(file_of(folder, folder.stem(task) + ".bin"), folder.plan.width);
    std::size_t begin = 0;
    for (const auto end : numbers_in<std::uint64_t>(file_of(folder, folder.stem(task) + ".ends"))) {
      all.emplace_back(ids.begin() + static_cast<std::ptrdiff_t>(begin),
                       ids.begin() + static_cast<std::ptrdiff_t>(end));
      begin = end;
    }
    CHECK(begin == ids.size());
  }
  return all;
}

ListsOfIds encoded(const Documents& documents) {
  ListsOfIds all;
  for (const std::string& text : documents) {
    all.push_back(encode(small_tokenizer(), text, SpecialChoice::ordinary()));
  }
  return all;
}

std::string as_lines(const Documents& documents) {
  std::string lines;
  for (const std::string& text : documents) {
    lines += fmt::format(R"({{"n":1,"text":{},"more":["text"]}})", json::quoted(text));
    lines += "\n";
    if (text.size() % 3 == 1) lines += " \r\n";  // a blank line
  }
  return lines;
}

std::string between(const Documents& documents, const std::string& separator) {
  std::string text;
  for (const std::string& document : documents) text += document + separator;
  return text;
}

// Documents without the character of the separators below.
Documents some_documents() {
  Documents documents = *rc::gen::container<Documents>(
      *number_between<std::size_t>(0, 8), rc::gen::oneOf(any_text(), rc::gen::just(std::string())));
  for (std::string& text : documents) std::erase(text, '|');
  return documents;
}

// An input with some documents, as lines or between separators.
struct SomeInput {
  Documents documents;
  shards::Options options;
  std::string content;
};

SomeInput some_input() {
  SomeInput input{some_documents(), {}, ""};
  if (*rc::gen::arbitrary<bool>()) {
    input.content = as_lines(input.documents);
  } else {
    input.options.separator = *rc::gen::element<std::string>("|", "|a", "|bc|d");
    input.content = between(input.documents, input.options.separator);
  }
  return input;
}

PROPERTY("S81d", "pieces of any size have each document and each byte once") {
  static const Site site;
  const auto [documents, options, content] = some_input();
  site.write("input", content);
  shards::Plan plan;
  plan.options = options;
  plan.options.task_bytes = *number_between<std::uint64_t>(1, 80);
  plan.inputs = {{"input", content.size(), false}};
  Documents read;
  std::uint64_t bytes = 0;
  corpus::Sha256 digest;
  for (const shards::Task& task : tasks_of(plan)) {
    for (const shards::Piece& piece : task) {
      bytes += read_piece(plan, site.path(""), piece, digest,
                          {[&](std::uint64_t, std::string&& text) { read.push_back(text); },
                           [](std::uint64_t at, const std::string& reason) {
                             RC_FAIL(fmt::format("{}: {}", at, reason));
                           },
                           [](std::uint64_t) {}});
    }
  }
  RC_ASSERT(read == documents);
  RC_ASSERT(bytes == content.size());
  RC_ASSERT(digest.hex() == corpus::sha256_hex(content));
  RC_CLASSIFY(content.size() > 3 * plan.options.task_bytes, "divided");
}

CLAUSE_TEST("S80a", "tasks in any order, done twice, by threads, give the ids of encode") {
  const Documents documents = {
      "the theme",       "", "of the thesis\n", "ab|", "is", "", std::string(3000, 'a'), "\u00e9",
      "the<|endoftext|>"};
  const Site site;
  const fs::path lines = site.write("lines", as_lines(documents));
  const fs::path parts = site.write("parts", between(documents, "<>"));
  for (const std::uint64_t task_bytes : {7U, 50U, 10'000U}) {
    for (const bool is_lines : {true, false}) {
      CAPTURE(task_bytes, is_lines);
      shards::Options options;
      options.task_bytes = task_bytes;
      if (!is_lines) options.separator = "<>";
      const shards::Folder folder = site.planned(fmt::format("{}{}", task_bytes, is_lines), options,
                                                 {is_lines ? lines : parts});
      std::vector<std::size_t> order(folder.tasks.size());
      std::iota(order.rbegin(), order.rend(), std::size_t{0});
      order.push_back(order.front());  // done twice
      for (const std::size_t task : order) done(folder, task, task % 2 == 0 ? 1 : 2);
      CHECK(raw_documents(folder) == encoded(documents));
    }
  }
}

CLAUSE_TEST("S81d", "an input is not divided if its separator can overlap with itself") {
  const Site site;
  shards::Options options;
  options.separator = "||";
  options.task_bytes = 2;
  const shards::Folder folder = site.planned("out", options, {site.write("input", "a|||b||c")});
  CHECK(folder.tasks.size() == 1);
  do_all(folder);
  CHECK(raw_documents(folder) == encoded({"a", "|b", "c"}));
}

CLAUSE_TEST("S81b", "tasks take bytes in the order of the inputs, and keep compressed ones whole") {
  const auto tasks = [](std::uint64_t most, std::vector<shards::Input> inputs) {
    shards::Plan plan;
    plan.options.task_bytes = most;
    plan.inputs = std::move(inputs);
    std::string shown;
    for (const shards::Task& task : tasks_of(plan)) {
      shown += "[";
      for (const auto& [input, begin, end] : task) {
        shown += fmt::format(" {}:{}-{}", input, begin, end);
      }
      shown += " ]";
    }
    return shown;
  };
  CHECK(tasks(10, {}) == "");
  CHECK(tasks(10, {{"a", 0, false}}) == "");
  CHECK(tasks(3, {{"a", 4, true}, {"b", 0, true}, {"c", 5, true}}) == "[ 0:0-4 ][ 2:0-5 ]");
  CHECK(tasks(10, {{"a", 10, false}, {"b", 1, false}}) == "[ 0:0-10 ][ 1:0-1 ]");
  CHECK(tasks(10, {{"a", 12, false}, {"b", 9, false}}) == "[ 0:0-10 ][ 0:10-12 1:0-8 ][ 1:8-9 ]");
  CHECK(tasks(10, {{"a", 4, false}, {"b", 6, true}, {"c", 1, true}}) == "[ 0:0-4 1:0-6 ][ 2:0-1 ]");
  CHECK(tasks(10, {{"a", 4, false}, {"b", 7, true}, {"c", 30, true}, {"d", 3, false}}) ==
        "[ 0:0-4 ][ 1:0-7 ][ 2:0-30 ][ 3:0-3 ]");
  CHECK(tasks(1, {{"a", 1'000'000, false}}).size() > 1'000'000);
  CHECK(error_of([&] {
          tasks(1, {{"a", 1'000'001, false}});
        }) ==
        "ValueError: shards: more than 1000000 tasks, required at most as many: give each more "
        "bytes [S81b, chapter 23]");
}

// The documents of a shard of Megatron, read as its own reader does: by the places of sequences.
ListsOfIds megatron_documents(const shards::Folder& folder) {
  const std::string index = file_of(folder, "00000.idx");
  const std::string bin = file_of(folder, "00000.bin");
  REQUIRE(index.starts_with(std::string_view("MMIDIDX\0\0\1\0\0\0\0\0\0\0", 17)));
  const unsigned width = index[17] == 8 ? 2 : 4;
  CHECK(index[17] == (width == 2 ? 8 : 4));
  const auto counts = numbers_in<std::uint64_t>(std::string_view(index).substr(18, 16));
  const std::size_t sequences = counts[0];
  REQUIRE(index.size() == 34 + 12 * sequences + 8 * counts[1]);
  const auto part = [&](std::size_t at, std::size_t size) {
    return std::string_view(index).substr(34 + at, size);
  };
  const auto sizes = numbers_in<std::int32_t>(part(0, 4 * sequences));
  const auto places = numbers_in<std::int64_t>(part(4 * sequences, 8 * sequences));
  const auto documents = numbers_in<std::int64_t>(part(12 * sequences, 8 * counts[1]));
  ListsOfIds all;
  REQUIRE(documents.at(0) == 0);
  for (std::size_t i = 1; i < documents.size(); ++i) {
    all.emplace_back();
    for (auto s = static_cast<std::size_t>(documents[i - 1]);
         s < static_cast<std::size_t>(documents[i]); ++s) {
      const auto ids =
          ids_in(std::string_view(bin).substr(static_cast<std::size_t>(places.at(s)),
                                              static_cast<std::size_t>(sizes.at(s)) * width),
                 width);
      all.back().insert(all.back().end(), ids.begin(), ids.end());
    }
  }
  return all;
}

CLAUSE_TEST("S83a S83b S83c S83d S82b", "each format has the ids and the ends of documents") {
  const Documents documents = {"ab ab", "", "the<|endoftext|>", "one"};
  const Site site;
  const fs::path input = site.write("input", as_lines(documents));
  for (const bool is_wide : {false, true}) {
    CAPTURE(is_wide);
    const Tokenizer tokenizer = is_wide ? wide_tokenizer() : small_tokenizer();
    const TokenId end = is_wide ? 70000 : end_id();
    ListsOfIds with_ends = encoded(documents);
    for (auto& ids : with_ends) ids.push_back(end);
    ListsOfIds without_end = with_ends;
    without_end[1].clear();
    const auto made = [&](Format format) {
      shards::Options options;
      options.format = format;
      options.append = end;
      options.has_loss = format == Format::ds;
      const auto folder =
          site.planned(fmt::format("{}-{}", name(format), is_wide), options, {input}, tokenizer);
      const shards::Receipt receipt = done(folder, 0);
      CHECK(receipt.documents == 4);
      CHECK(receipt.empty == 1);
      return folder;
    };
    const unsigned width = is_wide ? 4 : 2;
    std::vector<TokenId> all;
    for (const auto& ids : with_ends) all.insert(all.end(), ids.begin(), ids.end());

    CHECK(raw_documents(made(Format::raw)) == with_ends);
    const auto llmc = made(Format::llmc);
    const std::string bytes = file_of(llmc, "00000.bin");
    std::vector<std::int32_t> header(256);
    header[0] = is_wide ? 20240801 : 20240520;
    header[1] = is_wide ? 7 : 1;
    header[2] = static_cast<std::int32_t>(all.size());
    CHECK(numbers_in<std::int32_t>(bytes.substr(0, 1024)) == header);
    CHECK(ids_in(std::string_view(bytes).substr(1024), width) == all);
    if (is_wide) continue;  // for the other formats, see the next test

    CHECK(megatron_documents(made(Format::megatron)) == without_end);
    const auto ds = made(Format::ds);
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(with_ends[0].size()));
    CHECK(ids_in(file_of(ds, "00000.ds"), width) == all);
    CHECK(numbers_in<std::uint64_t>(file_of(ds, "00000.ds.index")) ==
          std::vector<std::uint64_t>{with_ends[0].size(), with_ends[0].size() + with_ends[2].size(),
                                     all.size()});
    CHECK(file_of(ds, "00000.ds.metadata") ==
          fmt::format("tokenizer.json|2\n{0}\n{0}.0 T", all.size()));
    CHECK(file_of(ds, "00000.ds.loss") == std::string(all.size(), '\1'));
  }
}

CLAUSE_TEST("S83a S83b S83c", "16 bits or 32 by the rule of each format, and ids never wrap") {
  const auto width = [](Format format, std::size_t tokens, TokenId highest) {
    Table table;
    table.tokens.assign(tokens, "x");
    table.specials = {{"<end>", highest}};
    std::string shown;
    const std::string error =
        error_of([&] { shown = fmt::format("{}", shards::width_in(format, table)); });
    return error == "none" ? shown : error.substr(error.find('['));
  };
  CHECK(width(Format::megatron, 65498, 65498) == "2");
  CHECK(width(Format::megatron, 65499, 65499) == "4");
  CHECK(width(Format::megatron, 65499, 65498) == "2");  // an id that is a token too counts once
  CHECK(width(Format::megatron, 300, 65535) == "2");
  CHECK(width(Format::megatron, 300, 65536) == "[S83a, chapter 23]");
  CHECK(width(Format::megatron, 65499, 0x7FFFFFFF) == "4");
  CHECK(width(Format::megatron, 65499, 0x80000000) == "[S83a, chapter 23]");
  CHECK(width(Format::ds, 65535, 65535) == "2");
  CHECK(width(Format::ds, 65536, 65536) == "4");
  CHECK(width(Format::ds, 65536, 65535) == "2");
  CHECK(width(Format::ds, 65535, 65536) == "[S83b, chapter 23]");
  CHECK(width(Format::ds, 300, 65536) == "[S83b, chapter 23]");
  for (const Format format : {Format::raw, Format::llmc}) {
    CHECK(width(format, 300, 65535) == "2");
    CHECK(width(format, 300, 65536) == "4");
  }
}

CLAUSE_TEST("S83b", "the number for people has three digits and a prefix") {
  const Site site;
  shards::Options options;
  options.format = Format::ds;
  const auto shown = [&](std::size_t ids) {
    const auto folder = site.planned(fmt::format("{}", ids), options,
                                     {site.write("a", as_lines({std::string(ids, '\n')}))});
    do_all(folder);
    return file_of(folder, "00000.ds.metadata");
  };
  CHECK(shown(1) == "tokenizer.json|2\n1\n1.00 T");
  CHECK(shown(12) == "tokenizer.json|2\n12\n12.0 T");
  CHECK(shown(999) == "tokenizer.json|2\n999\n999 T");
  CHECK(shown(1000) == "tokenizer.json|2\n1000\n1.00 kT");
  CHECK(shown(123456) == "tokenizer.json|2\n123456\n123 kT");
  CHECK(shown(1234567) == "tokenizer.json|2\n1234567\n1.23 MT");
}

// Bad documents at every place: the first, one in the middle, the last, the only one.
CLAUSE_TEST("S82c", "a bad document stops the task, or is left out and listed with its place") {
  const std::vector<std::pair<std::string, std::string>> bad = {
      {R"({"txt":"ab"})", R"(byte 12: no field "text")"},
      {R"({"text":7})", "byte 9: the field holds no string"},
      {R"({"text":"a)", "byte 10: incomplete JSON"},
      {"{\"text\":\"\xFF\"}", "byte 9 begins no well-formed UTF-8 sequence"},
      {R"({"text":"a","text":"b"})", "byte 17: the field is there twice"},
  };
  const Site site;
  for (const auto& [line, reason] : bad) {
    for (const std::size_t at : {0U, 1U, 2U}) {
      CAPTURE(line, at);
      std::vector<std::string> lines(2, R"({"text":"ab"})");
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), line);
      const fs::path input = site.write("a.jsonl", fmt::format("{}", fmt::join(lines, "\n")));
      shards::Options options;
      const std::string name = fmt::format("{}-{}", &line - &bad[0].first, at);
      const auto stops = site.planned("stops" + name, options, {input});
      const std::string error = error_of([&] { done(stops, 0); });
      CHECK(error.starts_with(
          fmt::format("ValueError: shards: \"a.jsonl\": the document at byte {}: ", 14 * at)));
      CHECK(error.ends_with(" [S82c, chapter 23]"));
      CHECK_FALSE(receipt_of(stops, 0));
      CHECK(fs::is_empty(stops.shards()));

      options.on_bad = shards::OnBad::skip;
      const auto skips = site.planned("skips" + name, options, {input});
      const shards::Receipt receipt = done(skips, 0);
      CHECK(receipt.documents == 2);
      CHECK(receipt.skipped == 1);
      REQUIRE(receipt.bad.size() == 1);
      CHECK(receipt.bad[0].input == "a.jsonl");
      CHECK(receipt.bad[0].at == 14 * at);
      if (!reason.starts_with("byte 10")) CHECK(receipt.bad[0].reason == reason);
      CHECK(raw_documents(skips) == encoded({"ab", "ab"}));
    }
  }
}

CLAUSE_TEST("S82c", "a text between separators that is not UTF-8 is bad, wherever it stands") {
  const Site site;
  const std::vector<std::pair<std::string, std::uint64_t>> contents = {{"a\xFF|ab|ab", 0},
                                                                       {"ab|\xFF"
                                                                        "a|ab",
                                                                        3},
                                                                       {"ab|ab|\xFF", 6},
                                                                       {"ab|ab|a\xC3|", 6}};
  for (const auto& [content, at] : contents) {
    CAPTURE(at);
    shards::Options options;
    options.separator = "|";
    options.on_bad = shards::OnBad::skip;
    const auto folder =
        site.planned(fmt::format("{}-{}", at, content.size()), options, {site.write("a", content)});
    const shards::Receipt receipt = done(folder, 0);
    REQUIRE(receipt.bad.size() == 1);
    CHECK(receipt.bad[0].at == at);
    CHECK(raw_documents(folder) == encoded({"ab", "ab"}));
  }
}

CLAUSE_TEST("S82c", "a document that cannot be encoded is bad too, and 1,000 are listed") {
  Table table = TokenizerAccess::table(small_tokenizer());
  table.profile.added.rule = SpecialRule::refused_unless_allowed;
  std::string lines;
  for (int i = 0; i < 1005; ++i) lines += "{}\n";
  const Site site;
  shards::Options options;
  options.on_bad = shards::OnBad::skip;
  const auto folder = site.planned("out", options, {site.write("a", lines)});
  const shards::Receipt receipt = done(folder, 0);
  CHECK(receipt.skipped == 1005);
  CHECK(receipt.bad.size() == 1000);
  CHECK(receipt.bad.back().at == 999 * 3);
}

CLAUSE_TEST("S82b", "special tokens in documents are text, unless the plan wants them") {
  const Site site;
  const fs::path input = site.write("a", as_lines({"ab<|endoftext|>"}));
  for (const bool finds : {false, true}) {
    shards::Options options;
    options.finds_specials = finds;
    const auto folder = site.planned(finds ? "ids" : "text", options, {input});
    do_all(folder);
    const auto ids = raw_documents(folder).at(0);
    CHECK((ids.back() == end_id()) == finds);
    CHECK(ids ==
          (finds ? small_tokenizer().encode("ab<|endoftext|>") : encoded({"ab<|endoftext|>"})[0]));
  }
}

CLAUSE_TEST("S80b", "a plan that is damaged, or leads out of the root, is refused") {
  const Site site;
  const auto folder = site.planned("out", {}, {site.write("a.jsonl", as_lines({"ab"}))});
  const fs::path file = site.path("out") / "plan.json";
  const std::string plan = file::read(file);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = plan;
    const std::size_t at = changed.find(from);
    REQUIRE(at != std::string::npos);
    site.write("out/plan.json", changed.replace(at, from.size(), to));
    return outcome([&] { shards::open_folder(site.path("out")); });
  };
  CHECK(with("\"width\":2", "\"width\":2") == "done");
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"width\":2", "\"width\":3"},
           {"\"width\":2", "\"width\":4"},
           {"\"width\":2", "\"width\":\"2\""},
           {"\"width\":2,", ""},
           {"\"version\":1", "\"version\":2"},
           {"bpetite shards", "bpetite"},
           {"\"raw\"", "\"row\""},
           {"\"field\":\"text\"", "\"field\":null"},
           {"\"separator\":null", "\"separator\":\"x\""},
           {"\"separator\":null", "\"separator\":\"\""},
           {"\"stop\"", "\"halt\""},
           {"\"special\":false", "\"special\":0"},
           {"\"loss\":false", "\"loss\":true"},
           {"\"prepend\":null", "\"prepend\":-1"},
           {"\"append\":null", "\"append\":16777216"},
           {"\"task_bytes\":268435456", "\"task_bytes\":0"},
           {"\"task_bytes\":268435456", "\"task_bytes\":1e3"},
           {"\"a.jsonl\"", "\"/etc/passwd\""},
           {"\"a.jsonl\"", "\"x/../a.jsonl\""},
           {"\"a.jsonl\"", "\"./a.jsonl\""},
           {"\"a.jsonl\"", "\"a.jsonl/\""},
           {"\"a.jsonl\"", "\"a.jsonl\\u0000x\""},
           {"\"a.jsonl\"", "\"\""},
           {"\"compressed\":false", "\"compressed\":null"},
           {"{\"format\"", "{\"more\":1,\"format\""},
           {"]}", "]"},
           {"raw", "\xFF"},
       }) {
    CAPTURE(from, to);
    CHECK_THAT(with(from, to), Catch::Matchers::StartsWith("ValueError S80b") ||
                                   Catch::Matchers::StartsWith("KeyError S80b"));
  }
  CHECK(with("\"append\":null", fmt::format("\"append\":{}", end_id() + 1)) == "ValueError S82b");
  CHECK(with("\"bytes\":", "\"bytes\":1000000000000000") == "ValueError S81b");

  with("\"width\":2", "\"width\":2");
  site.write("out/tokenizer.json", file::read(site.path("out") / "tokenizer.json") + " ");
  CHECK(outcome([&] { shards::open_folder(site.path("out")); }) == "ValueError S80b");
  fs::remove(file);
  CHECK(outcome([&] { shards::open_folder(site.path("out")); }) == "FileNotFoundError ");
}

CLAUSE_TEST("S81a", "a folder of another plan is not touched, and a plan can be repeated") {
  const Site site;
  const fs::path a = site.write("a.jsonl", as_lines({"ab"}));
  const fs::path b = site.write("b.jsonl", as_lines({"c"}));
  const std::string digest = site.planned("out", {}, {a, b}).plan_sha256;
  CHECK(site.planned("out", {}, {a, b}).plan_sha256 == digest);
  const auto planned = [&](const std::string& name, std::vector<fs::path> inputs) {
    return outcome([&] { site.planned(name, {}, inputs); });
  };
  CHECK(planned("out", {b, a}) == "FileExistsError S81a");
  CHECK(planned("out", {a}) == "FileExistsError S81a");
  CHECK(planned("new", {a, a}) == "ValueError S81a");
  CHECK(planned("new", {site.path("../elsewhere")}) == "ValueError S81a");
  CHECK(planned("new", {site.path("missing")}) == "FileNotFoundError ");
  CHECK(planned("new", {site.path(".")}) == "ValueError S81a");
  CHECK_FALSE(fs::exists(site.path("new")));
  CHECK(planned(".", {a}) == "FileExistsError S81a");
  CHECK_FALSE(fs::exists(site.path("plan.json")));
}

CLAUSE_TEST("S82a S82d S82e", "inputs, files and receipts that are not the task's are refused") {
  const Site site;
  const fs::path input = site.write("a.jsonl", as_lines({"ab", "abc"}));
  const auto folder = site.planned("out", {}, {input});
  const shards::Receipt receipt = done(folder, 0);
  CHECK(shards::read_receipt(write_receipt(receipt), "x") == receipt);
  CHECK(receipt_of(folder, 0) == receipt);
  CHECK(done(folder, 0) == receipt);

  fs::remove(folder.receipts() / "00000.json");
  site.write("out/shards/00000.ends", "12345678");
  CHECK(outcome([&] { done(folder, 0); }) == "ValueError S82d");
  CHECK_FALSE(receipt_of(folder, 0));
  CHECK(file_of(folder, "00000.ends") == "12345678");
  fs::remove(folder.shards() / "00000.ends");
  CHECK(done(folder, 0) == receipt);

  std::string other = write_receipt(receipt);
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"task\":0", "\"task\":1"}, {receipt.plan_sha256, "0"}}) {
    std::string changed = other;
    site.write("out/receipts/00000.json", changed.replace(changed.find(from), from.size(), to));
    CHECK(outcome([&] { receipt_of(folder, 0); }) == "ValueError S82e");
  }
  other.replace(other.find("00000.bin"), 9, "../../a.j");
  site.write("out/receipts/00000.json", other);
  CHECK(outcome([&] { receipt_of(folder, 0); }) == "ValueError S80b");

  fs::remove(folder.receipts() / "00000.json");
  site.write("a.jsonl", as_lines({"ab"}));
  CHECK(outcome([&] { done(folder, 0); }) == "ValueError S82a");
}

CLAUSE_TEST("S84a S84b", "finish requires all tasks; verify finds any changed byte") {
  const Site site;
  shards::Options options;
  options.task_bytes = 40;
  const fs::path input = site.write("a.jsonl", as_lines({"ab ab", "the theme", "c"}));
  const auto folder = site.planned("out", options, {input});
  REQUIRE(folder.tasks.size() > 2);
  const auto verified = [&](std::optional<std::size_t> sample = std::nullopt) {
    return verify(folder, sample, 1, [](std::uint64_t) {});
  };
  done(folder, 0);
  CHECK(outcome([&] { finish(folder); }) == "ValueError S84a");
  CHECK(verified().size() == folder.tasks.size() - 1);
  do_all(folder);
  const shards::Totals totals = finish(folder);
  CHECK(totals.documents == 3);
  CHECK(finish(folder).sha256 == totals.sha256);
  CHECK(verified().empty());

  std::size_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder.shards())) {
    const std::string name = entry.path().filename();
    const std::string content = file_of(folder, name);
    for (std::size_t i = 0; i < content.size(); ++i, ++bytes) {
      std::string changed = content;
      changed[i] = static_cast<char>(changed[i] ^ 1);
      site.write("out/shards/" + name, changed);
      CHECK(verified(0) ==
            std::vector{fmt::format("shards/{}: its bytes are not those of the receipt", name)});
    }
    site.write("out/shards/" + name, content + "x");
    CHECK(outcome([&] { finish(folder); }) == "ValueError S84a");
    site.write("out/shards/" + name, content);
  }
  CHECK(bytes == totals.bytes);

  std::string lines = file::read(input);
  site.write("a.jsonl", lines.replace(lines.find("theme"), 5, "thema"));
  CHECK(verified(0).empty());
  REQUIRE(verified().size() == 1);
  CHECK_THAT(verified()[0],
             Catch::Matchers::EndsWith("its input is not the one that the receipt has"));
  CHECK(shards::sampled(10, 3) == std::vector<std::size_t>{0, 3, 6});
  CHECK(shards::sampled(2, 5) == std::vector<std::size_t>{0, 1});
}

// --- Documents that a program gives ---

shards::Folder given_folder(const Site& site, const std::string& name, std::size_t tasks,
                            shards::Options options = {}) {
  shards::Plan plan;
  plan.options = std::move(options);
  plan.tokenizer = "tokenizer.json";
  plan.tasks = tasks;
  shards::make_folder(site.path(name), site.path("."), {}, small_tokenizer(), plan);
  return shards::open_folder(site.path(name));
}

shards::Receipt given(const shards::Folder& folder, std::size_t task, const Documents& documents,
                      unsigned threads = 1) {
  shards::GivenDocuments shard(folder, task, threads);
  for (const std::string& text : documents) shard.add(text);
  return shard.finish();
}

CLAUSE_TEST("S81e S82h", "documents of a program are encoded as those of inputs are") {
  const Documents documents = {"ab ab", "", "the<|endoftext|>", "one", "caf\xC3\xA9"};
  const Site site;
  shards::Options options;
  options.append = end_id();
  const shards::Folder inputs =
      site.planned("inputs", options, {site.write("input", as_lines(documents))});
  const shards::Folder folder = given_folder(site, "given", 2, options);
  CHECK(folder.tasks.size() == 2);
  CHECK_FALSE(fs::exists(site.path("given") / "root.txt"));
  const shards::Receipt empty = given(folder, 1, {});
  CHECK(empty.documents == 0);
  const shards::Receipt receipt = given(folder, 0, documents, 2);
  CHECK(shards::receipt_of(folder, 0) == receipt);
  CHECK(given(folder, 0, documents) == receipt);  // done twice
  std::string read;
  for (const std::string& text : documents) read += text + "\xFF";
  CHECK(receipt.input_bytes == read.size());
  CHECK(receipt.input_sha256 == corpus::sha256_hex(read));
  do_all(inputs);
  CHECK(file_of(folder, "00000.bin") == file_of(inputs, "00000.bin"));
  CHECK(file_of(folder, "00000.ends") == file_of(inputs, "00000.ends"));
  const shards::Totals totals = shards::finish(folder);
  CHECK(totals.documents == documents.size());
}

CLAUSE_TEST("S81e", "a plan has inputs or tasks, and each is done in its own way") {
  const Site site;
  const shards::Folder folder = given_folder(site, "given", 1);
  const shards::Folder inputs = site.planned("inputs", {}, {site.write("a", as_lines({"ab"}))});
  given(folder, 0, {"ab"});
  const auto none = [](std::uint64_t) {};
  const std::string refused = fmt::format(
      "ValueError: shards: {}: a program has the documents of this plan, required a plan with "
      "inputs [S81e, chapter 23]",
      json::quoted(site.path("given").native()));
  CHECK(error_of([&] { done(folder, 0); }) == refused);
  CHECK(error_of([&] { tasks_to_run(folder, std::nullopt, 1, 1); }) == refused);
  CHECK(error_of([&] { verify(folder, std::nullopt, 1, none); }) == refused);
  CHECK(error_of([&] { verify(folder, 1, 1, none); }) == refused);
  CHECK(verify(folder, 0, 1, none).empty());
  CHECK(error_of([&] { given(folder, 1, {}); }).ends_with("[S82f, chapter 23]"));
  CHECK(error_of([&] { given(inputs, 0, {}); }).ends_with("[S81e, chapter 23]"));
  CHECK(error_of([&] { given(folder, 0, {"ab", "c"}); }).ends_with("[S82d, chapter 23]"));
  CHECK(error_of([&] { given_folder(site, "many", 1'000'001); }) ==
        "ValueError: shards: 1000001 tasks, required at most 1000000 [S81b, chapter 23]");

  const std::string plan = write_plan(folder.plan);
  CHECK(write_plan(shards::read_plan(plan, "plan")) == plan);
  const auto fault_with = [&](const std::string& from, const std::string& to) {
    std::string changed = plan;
    const std::size_t at = changed.find(from);
    REQUIRE(at != std::string::npos);
    changed.replace(at, from.size(), to);
    return error_of([&] { shards::read_plan(changed, "plan"); });
  };
  CHECK(fault_with(R"("field":null)", R"("field":"text")").find("/field") != std::string::npos);
  CHECK(fault_with(R"("separator":null)", R"("separator":"x")").find("/separator") !=
        std::string::npos);
  CHECK(fault_with(R"("task_bytes":null)", R"("task_bytes":5)").find("/task_bytes") !=
        std::string::npos);
  CHECK(fault_with(R"("tasks":1)", R"("tasks":0)").find("/tasks") != std::string::npos);
  CHECK(fault_with(R"("inputs":[])", R"("inputs":[{"name":"a","bytes":1,"compressed":false}])")
            .find("/inputs") != std::string::npos);
}

CLAUSE_TEST("S82h S82c", "a bad document of a program has its number") {
  const Site site;
  const Documents documents = {"ab", "c\xFF", "", "\xC3"};
  const shards::Folder stops = given_folder(site, "stops", 1);
  CHECK(error_of([&] { given(stops, 0, documents); }) ==
        "ValueError: shards: document 1: byte 1 begins no well-formed UTF-8 sequence [S82c, "
        "chapter 23]");
  CHECK_FALSE(shards::receipt_of(stops, 0));
  CHECK(fs::is_empty(stops.shards()));
  shards::Options options;
  options.on_bad = shards::OnBad::skip;
  const shards::Folder skips = given_folder(site, "skips", 1, options);
  const shards::Receipt receipt = given(skips, 0, documents);
  CHECK(receipt.documents == 2);
  CHECK(receipt.skipped == 2);
  CHECK(receipt.bad ==
        std::vector<shards::BadDocument>{{"", 1, "byte 1 begins no well-formed UTF-8 sequence"},
                                         {"", 3, "byte 0 begins no well-formed UTF-8 sequence"}});
  CHECK(shards::receipt_of(skips, 0) == receipt);
  CHECK(file::read(skips.receipts() / "00000.json").find(R"({"document":3,"reason")") !=
        std::string::npos);
  CHECK(receipt.input_bytes == 3 + 3 + 1 + 2);
}

// What others may do to a folder or an input meanwhile, or before.
CLAUSE_TEST("S81a S82a", "a plan is made after one that was interrupted, and pipes are refused") {
  const Site site;
  const fs::path input = site.write("a.jsonl", as_lines({"ab"}));
  const std::string digest = site.planned("out", {}, {input}).plan_sha256;
  for (const char* name : {"plan.json", "tokenizer.json", "root.txt"}) {
    fs::remove(site.path("out") / name);
    site.write("out/.bpetite-0.tmp", "x");
    CHECK(site.planned("out", {}, {input}).plan_sha256 == digest);
  }
  REQUIRE(::mkfifo(site.path("pipe").c_str(), 0600) == 0);
  CHECK(outcome([&] { site.planned("new", {}, {site.path("pipe")}); }) == "OSError S80b");
  const shards::Folder folder = shards::open_folder(site.path("out"));
  for (const char* name : {"out/plan.json", "out/tokenizer.json", "out/root.txt", "a.jsonl",
                           "out/receipts/00000.json", "out/shards/00000.bin"}) {
    CAPTURE(name);
    const bool was_there = fs::exists(site.path(name));
    const std::string kept = was_there ? file::read(site.path(name)) : "";
    fs::remove(site.path(name));
    REQUIRE(::mkfifo(site.path(name).c_str(), 0600) == 0);
    CHECK(outcome([&] {
            const shards::Folder opened = shards::open_folder(site.path("out"));
            receipt_of(opened, 0);
            done(opened, 0);
          }) == "OSError S80b");
    fs::remove(site.path(name));
    if (was_there) site.write(name, kept);
  }
  done(folder, 0);
}

CLAUSE_TEST("S82a", "an input that changes while it is read, or was empty, is refused") {
  const Site site;
  shards::Plan plan;
  const std::string lines = as_lines(Documents(100'000, "the theme"));
  plan.inputs = {{"a.jsonl", lines.size(), false}};
  site.write("a.jsonl", lines);
  corpus::Sha256 digest;
  std::size_t count = 0;
  CHECK(outcome([&] {
          read_piece(plan, site.path(""), {0, 0, lines.size()}, digest,
                     {[&](std::uint64_t, const std::string&) {
                        if (++count > 1) return;
                        const std::size_t end = lines.find('\n', lines.size() / 2);
                        fs::resize_file(site.path("a.jsonl"), end + 1);
                      },
                      [](std::uint64_t, const std::string&) {}, [](std::uint64_t) {}});
        }) == "ValueError S82a");
  CHECK(count > 1);

  const fs::path other = site.write("b.jsonl", as_lines({"ab"}));
  const auto folder = site.planned("out", {}, {other, site.write("empty.jsonl", "")});
  done(folder, 0);
  site.write("empty.jsonl", "{}");
  CHECK(outcome([&] { done(folder, 0); }) == "ValueError S82a");
  site.write("empty.jsonl", "");
  site.write("b.jsonl", "\x1f\x8b" + file::read(other).substr(2));
  CHECK(outcome([&] { done(folder, 0); }) == "ValueError S82a");
}

CLAUSE_TEST("S81a S82f",
            "what a plan could not be read with is not written, and tasks are done once") {
  const Site site;
  const fs::path input = site.write("a.jsonl", as_lines({"ab"}));
  shards::Options options;
  options.task_bytes = std::uint64_t{1} << 60;
  CHECK(outcome([&] { site.planned("out", options, {input}); }) == "ValueError S80b");
  CHECK(outcome([&] { site.planned("", {}, {input}); }) == "FileExistsError S81a");
  CHECK(outcome([&] { site.planned("out", {}, {""}); }) == "ValueError S81a");
  CHECK_FALSE(fs::exists(site.path("out")));
  options.task_bytes = 5;
  const auto folder = site.planned("out", options, {input});
  CHECK(tasks_to_run(folder, {{2, 0, 2, 0}}, 1, 1) == std::vector<std::size_t>{2, 0});
}

CLAUSE_TEST("S84b S82e", "verify finds files of no task, and a dataset.json that was changed") {
  const Site site;
  const auto folder = site.planned("out", {}, {site.write("a.jsonl", as_lines({"ab"}))});
  do_all(folder);
  finish(folder);
  const auto verified = [&] { return verify(folder, 0, 1, [](std::uint64_t) {}); };
  CHECK(verified().empty());
  site.write("out/shards/.bpetite-1.tmp", "left by a killed worker");
  CHECK(verified().empty());
  site.write("out/shards/00001.bin", "");
  CHECK(verified() == std::vector<std::string>{"shards/00001.bin: no task has this file"});
  fs::remove(folder.shards() / "00001.bin");
  site.write("out/dataset.json", file::read(site.path("out/dataset.json")) + "\n");
  CHECK(verified() == std::vector<std::string>{"dataset.json: is not the sum of the receipts"});
  std::string receipt = file::read(folder.receipts() / "00000.json");
  const std::size_t files = receipt.find("{\"name\":");
  const std::size_t end = receipt.find("],", files);
  site.write("out/receipts/00000.json", receipt.erase(files, end - files));
  CHECK(outcome([&] { receipt_of(folder, 0); }) == "ValueError S82e");
}

// A worker that is killed at any time leaves nothing that is not complete, and the next one ends
// with the same bytes.
CLAUSE_TEST("S80a S82g", "workers that are killed and started again write the same shards") {
  const Desk desk;
  std::string lines;
  for (int i = 0; i < 3000; ++i) lines += fmt::format("{{\"text\":\"the theme {} ab\"}}\n", i);
  desk.write("a.jsonl", lines);
  small_tokenizer().save(desk.path() / "t.json");
  const std::string plan =
      "bpetite shards plan --input a.jsonl --model t.json --format raw --task-bytes 2K --output ";
  REQUIRE(desk.shell(plan + "once && bpetite shards run once && bpetite shards finish once").code ==
          0);
  for (const char* signal : {"KILL", "TERM", "INT"}) {
    CAPTURE(signal);
    const std::string out = fmt::format("with{}", signal);
    REQUIRE(desk.shell(plan + out).code == 0);
    for (int i = 1; i <= 4; ++i) {
      desk.shell(fmt::format("bpetite shards run {} & sleep 0.0{}; kill -{} $!; wait", out, 2 * i,
                             signal));
      for (const auto& entry : fs::directory_iterator(desk.path() / out / "shards")) {
        const std::string name = entry.path().filename();
        if (name.starts_with(".bpetite-")) continue;
        CHECK(file::read(entry.path()) == desk.read("once/shards/" + name));
      }
    }
    REQUIRE(desk.shell("bpetite shards run " + out + " && bpetite shards finish " + out).code == 0);
    CHECK(desk.read(out + "/dataset.json") == desk.read("once/dataset.json"));
  }
}

CLAUSE_TEST("S82f S81a", "wrong usage of shards has exit code 2 and changes nothing") {
  const Desk desk;
  desk.write("a.jsonl", "{\"text\":\"ab\"}\n");
  small_tokenizer().save(desk.path() / "t.json");
  const auto code = [&](const std::string& words) {
    return desk.shell("bpetite shards " + words).code;
  };
  const std::string plan = "plan --input a.jsonl --model t.json --output out --format ";
  for (const char* wrong :
       {"rows", "raw --loss", "raw --separator ''", "raw --separator x --field y",
        "raw --task-bytes 0", "raw --allow-special '<|endoftext|>'", "raw --on-bad-line pass"}) {
    CAPTURE(wrong);
    CHECK(code(plan + wrong) == 2);
  }
  CHECK_FALSE(fs::exists(desk.path() / "out"));
  CHECK(code(plan + "raw --append '<|nothing|>'") == 1);
  CHECK(code(plan + "raw") == 0);
  for (const char* wrong : {"0/1", "2/1", "1", "/", "1/", "a/b", "-1/3", "1/1/1"}) {
    CAPTURE(wrong);
    CHECK(code(fmt::format("run out --worker {}", wrong)) == 2);
  }
  CHECK(code("run out x") == 2);
  CHECK(code("run out --worker 1/2 0") == 2);
  CHECK(code("run out 1") == 1);
  CHECK(code("run missing") == 1);
  CHECK(code("run out") == 0);
}

}  // namespace
}  // namespace bpetite::test
