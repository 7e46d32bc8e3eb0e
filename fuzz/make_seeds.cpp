// Writes the seeds of the fuzzers, their first inputs. Some come from the examples of the
// specification, the vectors (test cases) of the conformance kit and lines of commands. Others are
// made here: compressed files, counts files, rank files, files of other libraries, artifacts of
// Schema v2, scripts of text in motion, requests and answers. Prints the number of seeds of each
// harness, and fails if not all 22 have some.
//
//   make_seeds DIRECTORY FILE...
//
//   ```example encode            DIRECTORY/encode/04-encode-13
//   merges [[97,98]]  text "ab"     1 | 97 98 | "ab"
//
//   vectors/save-setup.json      DIRECTORY/suite/save-setup-0
//   the suite of kit.hpp         DIRECTORY/protocol/requests, answers
//   command_lines.txt            DIRECTORY/command_line/1, 2, ...
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "artifact/artifact.hpp"
#include "artifact/schema2.hpp"
#include "core/file.hpp"
#include "harness.hpp"
#include "kit.hpp"
#include "profiles/profiles.hpp"
#include "reference/counts.hpp"
#include "shards/plan.hpp"
#include "shards/receipt.hpp"
#include "support/examples/examples.hpp"
#include "support/examples/fields.hpp"
#include "support/texts/compressed.hpp"
#include "support/texts/tables.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::fuzz {
namespace {

namespace fs = std::filesystem;
using test::Example;
using test::Fields;

// Pairs of a harness and an input. An example can be a seed for several harnesses.
using Seeds = std::vector<std::pair<std::string, std::string>>;

std::vector<Pair> merges_in(Fields& fields) {
  return fields.take("merges") == nullptr ? std::vector<Pair>{} : fields.pairs("merges");
}

std::string text_in(Fields& fields) {
  const bool given = fields.take("text") != nullptr || fields.take("text_hex") != nullptr;
  return given ? fields.bytes("text") : "";
}

Seeds load_seeds(Fields& fields) {
  std::string bytes;
  if (fields.take("whole") != nullptr || fields.take("whole_hex") != nullptr) {
    bytes = fields.bytes("whole");
  } else {
    bytes = artifact::serialize(test::v1_table(merges_in(fields)));
    if (const json::Value* replacements = fields.take("replace")) {
      for (const json::Value& replacement : test::as_array(*replacements)) {
        const std::string& from = test::as_string(test::as_array(replacement).at(0));
        bytes.replace(bytes.find(from), from.size(),
                      test::as_string(test::as_array(replacement).at(1)));
      }
    }
  }
  return {{"load", bytes}, {"load_structured", bytes}};
}

Seeds train_seeds(Fields& fields) {
  std::string bytes = written(8, 1);
  if (const json::Value* texts = fields.take("texts")) {
    for (const json::Value& text : test::as_array(*texts)) {
      bytes += test::as_string(text) + '\xff';
    }
  } else {
    bytes += fields.bytes("corpus");
  }
  return {{"train", bytes}};
}

// Each pattern of an example that has some, with the text of the example, and beside itself.
Seeds pattern_seeds(Fields& fields) {
  Seeds seeds;
  const json::Value* dialect = fields.take("dialect");
  const bool is_other = dialect != nullptr && test::as_string(*dialect) == "huggingface";
  for (const json::Value& pattern : test::as_array(fields.need("patterns"))) {
    const std::string one = test::as_string(pattern) + "\xff";
    const std::string text = text_in(fields);
    seeds.emplace_back("patterns", written(is_other ? 1 : 0, 1) + one + text);
    seeds.emplace_back("pattern_pairs", written(is_other ? 1 : 0, 1) + one + one + text);
  }
  return seeds;
}

// The first tables that the harnesses of text in motion have.
constexpr std::uint32_t seeded_tables = 96;

// Operations of motion.cpp, and kinds of parts.cpp.
enum Operation : std::uint8_t { push = 0, finish = 2, append = 3, replace = 4, truncate = 6 };
enum PartKind : std::uint8_t { untrusted = 0, trusted = 2, token = 4 };

std::string operation_on(Operation operation, std::string_view text) {
  return written(operation, 1) + std::string(text) + '\xff';
}

std::string replacement(std::size_t begin, std::size_t end, std::string_view text) {
  return written(replace, 1) + written(static_cast<std::uint32_t>(begin), 2) +
         written(static_cast<std::uint32_t>(end - begin + 1), 1) + std::string(text) + '\xff';
}

// Pieces, edits or parts of an example of text in motion, for the harness's table of this number.
Seeds motion_seeds(Fields& fields, std::uint32_t table) {
  const std::string head = written(table, 1) + written(1, 1);
  if (const json::Value* pieces = fields.take("pieces")) {
    std::string script = head;
    for (const json::Value& piece : test::as_array(*pieces)) {
      script += operation_on(push, test::as_string(piece));
      script += operation_on(append, test::as_string(piece));
    }
    return {{"motion", script + written(finish, 1)}};
  }
  if (const json::Value* edits = fields.take("edits")) {
    std::string script = head;
    for (const json::Value& edit : test::as_array(*edits)) {
      const json::Array& members = test::as_array(edit);
      script += replacement(test::as_number(members.at(0)), test::as_number(members.at(1)),
                            test::as_string(members.at(2)));
    }
    return {{"motion", script}};
  }
  if (const json::Value* parts = fields.take("parts")) {
    std::string list = written(table, 1) + written(0, 4);
    for (const json::Value& part : test::as_array(*parts)) {
      const std::string& kind = test::as_string(test::as_array(part).at(0));
      const json::Value& value = test::as_array(part).at(1);
      if (kind == "token") {
        list += written(token, 1) + written(0, 1);
      } else if (kind != "text_hex") {
        list += written(kind == "text" ? untrusted : trusted, 1) + test::as_string(value) + '\xff';
      }
    }
    return {{"parts", list}};
  }
  return {};
}

// For each of these tables, texts that wait: pieces of a stream, edits, and parts.
Seeds moving_seeds() {
  const std::vector<std::string> texts = {"ab a",         "  ",       "<|x",  "|>y <s>", "e",
                                          "\u0301\u0338", "\n\n ",    "12",   "3'l",     "l <|x|>",
                                          "\u4e2d",       "AVQZQZ",   "s>",   " <",      "|",
                                          "<s>x< >",      "e>\u0338", "aaaa", "ab"};
  Seeds seeds;
  for (std::uint32_t table = 0; table < seeded_tables; ++table) {
    std::string script = written(table, 1) + written(table * 5, 1);
    std::string list = written(table, 1) + written(table * 37, 4);
    for (std::uint32_t i = 0; i < 12; ++i) {
      const std::string& text = texts[(table * 7 + i * 5) % texts.size()];
      script += operation_on(i % 3 == 0 ? append : push, text);
      if (i % 3 == 1) script += replacement(i, i + i % 4, text);
      list += written(i % 5, 1) + (i % 5 == token ? written(i, 1) : text + '\xff');
    }
    script += written(finish, 1) + written(truncate, 1) + written(3, 2);
    // Literals in a row lose a byte, and what is behind them stays.
    script += operation_on(append, "a<|x|>b a<s>b ab<t>c\u00e9>d<|x|>yb e");
    for (std::uint32_t i = 0; i < 10; ++i) {
      const std::uint32_t at = 3 + (table + i * 11) % 36;
      script += replacement(at, at + 1, i % 2 == 0 ? "x" : "");
    }
    seeds.emplace_back("motion", script);
    seeds.emplace_back("parts", list);
  }
  return seeds;
}

Seeds seeds_of(const Example& example) {
  const std::string& operation = example.operation;
  if (operation == "shell") {
    return {};  // its lines are commands, not fields
  }
  Fields fields(example.lines);
  if (operation == "pieces" || operation == "session" || operation == "parts") {
    return motion_seeds(fields, static_cast<std::uint32_t>(example.line) % seeded_tables);
  }
  if (operation == "load" || operation == "serialize") {
    return load_seeds(fields);
  }
  if (operation == "train" || operation == "count" || operation == "roundtrip") {
    return train_seeds(fields);
  }
  if (fields.take("patterns") != nullptr) return pattern_seeds(fields);
  if (operation == "encode" || operation == "pretokenize" || operation == "split") {
    const std::string merges = written(merges_in(fields));
    const std::string text = text_in(fields);
    return {{"encode", merges + text}, {"encode_tables", written(0, 1) + text}};
  }
  if (operation == "render") {
    return {{"conversations", test::text_of(fields.need("conversation"))}};
  }
  if (operation == "decode") {
    const std::string merges = written(merges_in(fields));
    return {{"decode", merges + written(fields.ids("ids"))}};
  }
  return {};
}

// Compressed files, whole and without the bytes that the harness adds.
Seeds corpus_seeds() {
  const std::string frames = test::zstd_skipped(0x50, "skipped") + test::zstd_frame("ab");
  return {{"corpus", written(0, 1) + test::theses_by_gzip() + test::gzip_member("ab")},
          {"corpus", written(0, 1) + frames + test::theses_by_zstd()},
          {"corpus", written(2, 1) + test::theses_by_gzip().substr(10)},
          {"corpus", written(3, 1) + test::theses_by_zstd().substr(4)},
          {"corpus", written(0, 1) + test::zstd_repeated(std::uint64_t{1} << 18)}};
}

// Counts files and rank files, whole and with what the harness adds: the examples have none.
Seeds file_seeds() {
  const reference::ChunkCounts some = {{" ab", 2}, {"ab", 1}, {"abab", 300}};
  const std::string counts = reference::counts_file(some, profiles::v1());
  const std::string none = reference::counts_file({}, profiles::v1());
  constexpr std::size_t end = 13;  // of a file: a byte, a number of 8 bytes, a checksum of 4
  const std::string entries = counts.substr(none.size() - end);
  const std::string tokens = test::rank_line("ab", 256) + test::rank_line("abab", 257);
  const std::string texts =
      "\xff abab\xff"
      "cab";
  return {{"counts", written(1 | 2, 1) + counts},
          {"counts", written(1 | 2, 1) + reference::counts_file(some, profiles::qwen2())},
          {"counts", written(4, 1) + entries.substr(0, entries.size() - 4)},
          {"ranks", written(1, 1) + test::rank_file_of_bytes() + tokens + texts},
          {"ranks", written(0, 1) + tokens + texts},
          {"ranks", written(0, 1) + test::rank_line("ababab", 256) + tokens.substr(0, 9)}};
}

// The plan and the receipt of shards.
Seeds shards_seeds() {
  shards::Plan plan;
  plan.tokenizer = "t.json";
  plan.tokenizer_sha256 = std::string(64, '0');
  plan.options.append = 258;
  plan.inputs = {{"a.jsonl", 500, false}, {"b/c.jsonl.gz", 90, true}};
  shards::Plan other = plan;
  other.options.field.clear();
  other.options.separator = "<>";
  const shards::Receipt receipt{.task = 1,
                                .documents = 2,
                                .ids = 3,
                                .files = {{"00001.bin", 6, "0"}},
                                .bad = {{"a", 1, "x"}}};
  return {{"shards", write_plan(plan)},
          {"shards", write_plan(other)},
          {"shards", write_receipt(receipt)}};
}

// Merges whose order is not that of their results, two that make one token, and a token of a text
// that is not ASCII.
Table exchange_table() {
  Table table = test::ranked_table({{'b', 'c'},
                                    {'a', 'b'},
                                    {257, 'c'},
                                    {'a', 256},
                                    {258, 258},
                                    {' ', 257},
                                    {'1', '2'},
                                    {0xCC, 0x81},
                                    {'l', 'l'},
                                    {'\'', 263}},
                                   {256, 257, 258, 258, 259, 260, 261, 262, 263, 264});
  table.specials = {{"<s>", 265, false, true}, {"<t>", 266, true, false}};
  return table;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  return text.replace(text.find(from), from.size(), to);
}

// Files of Hugging Face's library, of Mistral, of llama.cpp and of GPT-2, with all that the loaders
// can read. Mistral's own pattern takes too long to compile for each input.
Seeds exchange_seeds() {
  const Table table = exchange_table();
  const std::string json = test::tokenizer_json_of(table, false);
  const std::string steps = replaced(
      json, test::byte_level_step,
      R"({"type":"Sequence","pretokenizers":[{"type":"Digits","individual_digits":true},)"
      R"({"type":"Split","pattern":{"Regex":"\\p{L}+|\\s+(?!\\S)|[^b]|b"},"behavior":"Removed",)"
      R"("invert":true},{"type":"Split","pattern":{"String":" "},"behavior":"Isolated",)"
      R"("invert":false},{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,)"
      R"("use_regex":false}]})");
  const std::string around =
      replaced(steps, R"("post_processor":null)",
               R"("post_processor":{"type":"TemplateProcessing","single":[{"SpecialToken":)"
               R"({"id":"<s>","type_id":0}},{"Sequence":{"id":"A","type_id":0}}],"pair":[],)"
               R"("special_tokens":{"<s>":{"id":"<s>","ids":[265],"tokens":["<s>"]}}})");
  const std::string nfc =
      replaced(around, R"("normalizer":null)",
               R"("normalizer":{"type":"Sequence","normalizers":[{"type":"NFC"}]})");
  const std::string whole = replaced(json, R"("ignore_merges":false)", R"("ignore_merges":true)");

  const Table ranks = test::by_ranks({"ab", "abc", " a", "12", "bc", "abcabc"});
  const auto all = static_cast<TokenId>(profiles::tekken().added.tokens.size());
  const std::string pattern = json::quoted(profiles::tekken().splits.front().pattern.text);
  const std::string mistral = replaced(test::tekken_of(ranks, 3, 1), pattern, R"("[^ ]+| +")");
  const std::string old =
      replaced(replaced(test::tekken_of(ranks, all, 0), pattern, R"("[^ ]+| +")"),
               R"("special_tokens":[{"rank":0,"token_str":"<s>"}],)", "");

  test::GgufParts pairs = test::gguf_of(table);
  test::GgufParts llama = pairs;
  llama.pre = "llama-bpe";
  llama.has_bos = true;
  const std::string names = test::vocab_json_of(table);
  const std::string merges = "\xff" + test::merges_txt_of(table);
  const std::string two = test::vocab_json_of(test::v1_table({{'a', 'b'}}));
  return {{"exchange", json},
          {"exchange", test::tokenizer_json_of(table, true)},
          {"exchange", steps},
          {"exchange", around},
          {"exchange", nfc},
          {"exchange", whole},
          {"tekken", mistral},
          {"tekken", old},
          {"gguf", pairs.file()},
          {"gguf", llama.file()},
          {"gpt2_files", names + merges},
          {"gpt2_files", two.substr(0, two.size() - 1) + R"(,"<s>":257})" + "\xff" + "a b\n"}};
}

// Artifacts of Schema v2: by pairs and by bytes, and with any value that another part can have.
Seeds schema2_seeds() {
  const Table pairs = exchange_table();
  Table whole = pairs;
  whole.profile.whole_chunks = true;
  whole.profile.normalizer = Normalizer::nfc_9_0;
  whole.profile.added.rule = SpecialRule::never;
  whole.profile.ids_around = {{266}, {97, 267}};
  whole.profile.splits = {
      {{R"(\p{L}+|[^\p{L}])", Dialect::huggingface, unicode::pinned}, Behaviour::matches},
      {{"b", Dialect::tiktoken, unicode::Version::v15_1}, Behaviour::isolated}};
  whole.tokens.emplace_back("abc");
  whole.text_tokens = {265};
  whole.specials = {{"<s>", 266, false, true}, {"<t>", 267, true, false}};
  Table dropped = pairs;
  dropped.tokens['x'].clear();
  dropped.byte_ids['x'] = 0;
  dropped.profile.drops_missing_bytes = true;
  Table ranks = test::by_ranks({"ab", "abc", " a", "12"});
  ranks.profile.added.rule = SpecialRule::refused_unless_allowed;
  Seeds seeds;
  for (const Table& table : {pairs, whole, dropped, ranks}) {
    seeds.emplace_back("schema2", artifact::serialize_schema2(table));
  }
  return seeds;
}

std::string name_of(const Example& example) {
  return fs::path(example.file).stem().string() + "-" + std::to_string(example.line);
}

// Each file of seeds once, and how many there are by harness.
class Writer {
 public:
  explicit Writer(fs::path directory) : directory_(std::move(directory)) {}

  void write(const std::string& harness, const std::string& name, const std::string& bytes) {
    fs::create_directories(directory_ / harness);
    std::ofstream out(directory_ / harness / name, std::ios::binary);
    out << bytes;
    ++counts_[harness];
  }
  const std::map<std::string, int>& counts() const { return counts_; }

 private:
  fs::path directory_;
  std::map<std::string, int> counts_;
};

// Each line of the file: a word of a command line becomes a line of the seed.
void write_command_lines(Writer& writer, const fs::path& file) {
  std::ifstream in(file);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    std::ranges::replace(line, ' ', '\n');
    writer.write("command_line", std::to_string(++number), line);
  }
}

void write_seeds_of(Writer& writer, const fs::path& file) {
  if (file.extension() == ".txt") return write_command_lines(writer, file);
  if (file.extension() == ".json") {
    int number = 0;
    for (const std::string& group : kit_groups(file::read(file))) {
      writer.write("suite", file.stem().string() + "-" + std::to_string(number++), group);
    }
    return;
  }
  for (const Example& example : test::read_examples(file::read(file), file.string())) {
    for (const auto& [harness, bytes] : seeds_of(example)) {
      writer.write(harness, name_of(example), bytes);
    }
  }
}

int make_seeds(const fs::path& directory, const std::vector<fs::path>& files) {
  Writer writer(directory);
  for (const fs::path& file : files) {
    write_seeds_of(writer, file);
  }
  int number = 0;
  for (const Seeds& seeds : {corpus_seeds(), shards_seeds(), file_seeds(), exchange_seeds(),
                             schema2_seeds(), moving_seeds()}) {
    for (const auto& [harness, bytes] : seeds) {
      writer.write(harness, "file-" + std::to_string(number++), bytes);
    }
  }
  writer.write("protocol", "requests", kit_requests());
  writer.write("protocol", "answers", kit_answers());
  for (const auto& [harness, count] : writer.counts()) {
    std::cout << harness << ": " << count << " seeds\n";
  }
  return writer.counts().size() == 23 ? 0 : 1;
}

}  // namespace
}  // namespace bpetite::fuzz

int main(int argc, char** argv) {
  const std::vector<std::filesystem::path> arguments(argv + 1, argv + argc);
  if (arguments.size() < 2) {
    std::cerr << "usage: make_seeds DIRECTORY FILE...\n";
    return 2;
  }
  return bpetite::fuzz::make_seeds(arguments[0], {arguments.begin() + 1, arguments.end()});
}
