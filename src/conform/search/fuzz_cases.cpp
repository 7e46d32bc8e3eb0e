// Makes random cases for fuzzing, with one function for each kind of operation: texts to cut or
// encode, ids to decode, files to load, corpora to train on, saves, and texts in motion
// (CaseMaker). Also makes their vocabularies, which are random or learned merge lists
// (random_merges), and small changes of artifact files (random_patch), and gives the level and the
// clause of an operation (level_of, clause_of).
#include "conform/search/fuzz_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "artifact/artifact.hpp"
#include "conform/search/cases.hpp"
#include "conform/search/motion_cases.hpp"
#include "conform/suite/judged_profile.hpp"
#include "conform/suite/literals.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/sandbox.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/test_material.hpp"
#include "core/utf8.hpp"
#include "reference/encode.hpp"
#include "reference/train.hpp"

namespace bpetite::conform::search {
namespace {

constexpr std::size_t most_pooled = 6;
constexpr std::size_t cases_a_table = 50;
// The limits of what an open text may become are its ids with the end of each token behind it. So
// streams have few tokens.
constexpr std::size_t merges_of_streams = 40;

struct Op {
  std::string_view name;
  suite::Level level;
  std::string_view clause;
  std::size_t weight;
};
constexpr std::array<Op, 12> all_ops = {{{"pretokenize", suite::Level::L0, "FR-4", 3},
                                         {"encode", suite::Level::L1, "FR-16c", 6},
                                         {"decode", suite::Level::L1, "FR-20", 4},
                                         {"load", suite::Level::L2, "FR-29", 3},
                                         {"train", suite::Level::L3, "FR-10a", 3},
                                         {"save", suite::Level::L4, "S15", 2},
                                         {"stream", suite::Level::L6, "S60a", 1},
                                         {"append", suite::Level::L6, "S61a", 1},
                                         {"replace", suite::Level::L6, "S61a", 1},
                                         {"parts", suite::Level::L6, "S62c", 1},
                                         {"canonical", suite::Level::L6, "S63a", 1},
                                         {"windows", suite::Level::L6, "S64c", 1}}};

const Op& op_named(std::string_view name) {
  return *std::find_if(all_ops.begin(), all_ops.end(),
                       [&](const Op& op) { return op.name == name; });
}

suite::Vector case_of(std::string_view op, json::Object input) {
  suite::Vector vector;
  vector.op = op;
  vector.level = op_named(op).level;
  vector.clauses = {std::string(op_named(op).clause)};
  vector.input = std::move(input);
  return vector;
}

}  // namespace

suite::Level level_of(std::string_view op) { return op_named(op).level; }
std::string_view clause_of(std::string_view op) { return op_named(op).clause; }

CaseMaker::CaseMaker(suite::Suite& suite, const program::Hello& hello, std::uint64_t seed,
                     const std::set<suite::Level>& levels)
    : suite_(suite),
      hello_(hello),
      random_(seed),
      texts_(suite),
      by_bytes_(!hello.caps.contains("pair-keyed") || !hello.caps.contains("same-bytes")) {
  const std::set<suite::Level> claims = program::claimed_levels(hello);
  const auto is_wanted = [&](suite::Level level) {
    return claims.contains(level) && (levels.empty() || levels.contains(level));
  };
  for (const Op& op : all_ops) {
    // Without pretokenize, encode shows the chunks, as it does in the vectors of L0.
    const bool shows_chunks = op.name == "encode" && !hello.ops.contains("pretokenize");
    bool possible = hello.ops.contains(op.name) &&
                    (is_wanted(op.level) || (shows_chunks && is_wanted(suite::Level::L0)));
    const bool needs_load =
        op.name == "encode" || op.name == "decode" || suite::is_motion_op(op.name);
    possible = possible && (!needs_load || hello.ops.contains("load"));
    possible = possible &&
               (op.name != "save" || hello.ops.contains("load") || hello.ops.contains("train"));
    if (possible) ops_.insert(ops_.end(), op.weight, std::string(op.name));
  }
  only_chunks_ = !is_wanted(suite::Level::L1);
  only_chunks_in_probes_ = !claims.contains(suite::Level::L1);
}

suite::Vector CaseMaker::next() {
  if (ops_.empty()) {
    return {};
  }
  const std::string op = random_.pick(ops_);
  suite::Vector vector = op == "decode"            ? decode_case()
                         : op == "load"            ? load_case()
                         : op == "train"           ? train_case()
                         : op == "save"            ? save_case()
                         : suite::is_motion_op(op) ? motion_case(op)
                                                   : text_case(op);
  vector.id = fmt::format("fuzz-{}", ++cases_);
  return vector;
}

void CaseMaker::forget() {
  std::erase_if(suite_.artifacts, [&](const auto& entry) {
    return entry.first.starts_with("fuzz-table-") &&
           std::none_of(pool_.begin(), pool_.end(),
                        [&](const Pooled& pooled) { return pooled.name == entry.first; });
  });
}

// Returns one of a few tables. A table is used for some time, so that a program can keep it loaded.
const CaseMaker::Pooled& CaseMaker::artifact() {
  if (pool_.empty() || random_.one_in(cases_a_table)) {
    const std::vector<Pair> merges = random_merges(random_, texts_, by_bytes_);
    Pooled pooled{fmt::format("fuzz-table-{}", ++tables_), suite::judged_table(merges)};
    suite_.artifacts[pooled.name].merges = merges;
    if (pool_.size() < most_pooled) {
      pool_.push_back(std::move(pooled));
    } else {
      pool_[random_.below(most_pooled)] = std::move(pooled);
    }
  }
  return random_.pick(pool_);
}

suite::Vector CaseMaker::text_case(std::string op) {
  suite::Vector vector = case_of(op, {});
  const Table* table = nullptr;
  if (op == "encode") {
    const Pooled& pooled = artifact();
    vector.artifact = json::string(pooled.name);
    table = &pooled.table;
  }
  // L0 tests where a text is cut. Special tokens and ill-formed texts belong to L1.
  const bool only_chunks = only_chunks_ && table != nullptr;
  const bool is_ill_formed = random_.one_in(12) && !only_chunks;
  put_bytes(vector.input, "text",
            is_ill_formed       ? texts_.ill_formed(random_)
            : random_.one_in(8) ? texts_.long_chunk(random_, table)
            : only_chunks       ? ordinary_text(*table)
                                : texts_.text(random_, table));
  return vector;
}

std::string CaseMaker::ordinary_text(const Table& table) {
  std::string text;
  do {
    text = texts_.text(random_, &table);
  } while (suite::has_literal(table, text));
  return text;
}

// The ids of a text as if it were one chunk. Encoding may give other ids.
std::vector<json::Value> CaseMaker::ids_of(const Table& table) {
  std::vector<json::Value> ids;
  for (const TokenId id : reference::encode_chunk(texts_.text(random_, &table), table)) {
    ids.push_back(json::integer(id));
  }
  return ids;
}

suite::Vector CaseMaker::decode_case() {
  const Pooled& pooled = artifact();
  const bool again = !last_ids_.empty() && random_.one_in(3);
  json::Array ids = again ? last_ids_ : ids_of(pooled.table);
  spoil(ids, pooled.table);
  last_ids_ = ids;
  suite::Vector vector = case_of("decode", {{"ids", {std::move(ids)}}});
  vector.artifact = json::string(pooled.name);
  return vector;
}

// Changes some ids in the middle to letters, specials, other tokens and unknown ids.
void CaseMaker::spoil(json::Array& ids, const Table& table) {
  const auto total = static_cast<std::uint64_t>(table.tokens.size());
  for (std::size_t n = random_.below(5); n > 0; --n) {
    const auto at = static_cast<std::ptrdiff_t>(random_.below(ids.size() + 1));
    json::Value id = json::integer('a' + random_.below(26));
    if (random_.one_in(2)) id = json::integer(total);  // <|endoftext|>
    if (random_.one_in(6)) id = json::integer(random_.below(total));
    if (random_.one_in(40)) {
      const std::array<json::Value, 5> unknown = {
          json::integer(total + 1), json::integer(total + 256),
          json::integer((std::uint64_t{1} << 32U) + 'a'),
          json::integer((std::uint64_t{1} << 53U) - 1), json::Value{json::Integer{true, 1, {}}}};
      id = random_.pick(unknown);
    }
    if (at < static_cast<std::ptrdiff_t>(ids.size()) && random_.one_in(2)) {
      ids[static_cast<std::size_t>(at)] = std::move(id);
    } else {
      ids.insert(ids.begin() + at, std::move(id));
    }
  }
}

suite::Vector CaseMaker::load_case() {
  suite::Vector vector = case_of("load", {});
  const std::vector<Pair> merges =
      random_.one_in(2) ? artifact().table.merges : random_merges(random_, texts_, by_bytes_);
  const Table table = suite::judged_table(merges);
  put_merges(vector, merges);
  put_bytes(vector.input, "probe",
            only_chunks_in_probes_ ? ordinary_text(table) : texts_.text(random_, &table));
  if (!random_.one_in(8)) {
    put_patches(vector, {{random_patch(random_, artifact::serialize(table))}});
  }
  return vector;
}

json::Object CaseMaker::training() {
  json::Object input;
  put_bytes(input, "corpus",
            random_.one_in(20) ? texts_.ill_formed(random_) : texts_.corpus(random_));
  const std::size_t size = random_.one_in(30) ? random_.below(257) : 257 + random_.mostly_small(60);
  put_member(input, "vocab_size", json::integer(size));
  return input;
}

suite::Vector CaseMaker::train_case() {
  if (!hello_.caps.contains("counts") || !random_.one_in(4)) {
    return case_of("train", training());
  }
  json::Array counts;
  for (std::size_t n = random_.between(1, 6); n > 0; --n) {
    std::string chunk = texts_.text(random_);
    chunk.resize(std::min<std::size_t>(chunk.size(), random_.between(1, 5)));
    while (utf8::first_ill_formed(chunk)) chunk.pop_back();  // removes a scalar that was cut
    if (chunk.empty()) continue;
    const std::uint64_t count = (std::uint64_t{1} << random_.below(40)) + random_.below(3);
    counts.push_back({json::Array{json::string(suite::to_hex(chunk)), json::integer(count)}});
  }
  suite::Vector vector = case_of("train", {{"counts", {std::move(counts)}}});
  vector.requires_caps = {"counts"};
  put_member(vector.input, "vocab_size", json::integer(257 + random_.below(12)));
  return vector;
}

suite::Vector CaseMaker::save_case() {
  suite::Vector vector = case_of("save", {});
  const bool by_training =
      !hello_.ops.contains("load") || (hello_.ops.contains("train") && random_.one_in(4));
  if (by_training) {
    vector.input.push_back({"train", {training()}});
  } else {
    put_merges(vector, random_.one_in(2) ? artifact().table.merges
                                         : random_merges(random_, texts_, by_bytes_));
  }
  const std::string_view setup = random_.one_in(3) ? random_.pick(suite::setup_names) : "none";
  put_member(vector.input, "setup", json::string(setup));
  put_member(vector.input, "overwrite", {random_.one_in(2)});
  return vector;
}

// By the pattern of the vectors, or by a profile that the program declares.
suite::Vector CaseMaker::motion_case(const std::string& op) {
  suite::Vector vector = case_of(op, {});
  const auto profiled =
      random_.one_in(2) ? random_profiled(random_, op, hello_) : std::optional<json::Value>();
  if (profiled) {
    vector.artifact = *profiled;
    const Table table = suite::profiled_table({"artifact", "", vector.artifact});
    vector.input = suite::motion_members(op, random_motion(random_, texts_, op, table));
    return vector;
  }
  const Pooled& pooled = artifact();
  vector.artifact = json::string(pooled.name);
  if (op == "stream" && pooled.table.merges.size() > merges_of_streams) {
    const auto& all = pooled.table.merges;
    put_merges(vector, {all.begin(), all.begin() + merges_of_streams});
  }
  const Table table = suite::judged_table(*suite::merges_of(suite_, vector.artifact));
  vector.input = suite::motion_members(op, random_motion(random_, texts_, op, table));
  return vector;
}

// --- Vocabularies. ---

namespace {

constexpr std::size_t longest_token = 48;

// Random merges. Their operands are letters of a small alphabet or earlier tokens. Late tokens are
// more frequent, so that tokens grow. Some pairs occur twice.
std::vector<Pair> built(Random& random, std::size_t count) {
  static constexpr std::string_view letters = " abcdefghijklmnopqrstuvwxABCDXYZ\n'0123\xc3\xa9\xe2";
  const std::size_t alphabet = random.between(2, count > 60 ? 25 : letters.size());
  const std::size_t bytes_first = random.between(1, 6);  // how many operands are bytes
  std::vector<Pair> merges;
  std::vector<std::size_t> sizes;
  const auto operand = [&]() -> TokenId {
    if (merges.empty() || random.below(7) < bytes_first) {
      return static_cast<unsigned char>(letters[random.below(alphabet)]);
    }
    const std::size_t back = random.mostly_small(merges.size());
    return 256 + static_cast<TokenId>(merges.size() - 1 - back);
  };
  const auto size_of = [&](TokenId id) { return id < 256 ? 1 : sizes[id - 256]; };
  while (merges.size() < count) {
    Pair pair{operand(), operand()};
    if (size_of(pair.left) + size_of(pair.right) > longest_token) {
      pair = {static_cast<TokenId>('a'), static_cast<TokenId>('b')};
    }
    const bool known = std::find(merges.begin(), merges.end(), pair) != merges.end();
    if (known && !random.one_in(8)) pair.left = operand();
    if (size_of(pair.left) + size_of(pair.right) > longest_token) continue;
    sizes.push_back(size_of(pair.left) + size_of(pair.right));
    merges.push_back(pair);
  }
  return merges;
}

std::vector<Pair> learned(Random& random, const TextMaker& texts) {
  const std::string corpus = texts.corpus(random) + texts.corpus(random);
  const std::string_view text = corpus;
  std::vector<Pair> merges =
      reference::train({&text, 1}, static_cast<TokenId>(257 + random.mostly_small(60)),
                       suite::judged_profile())
          .merges;
  const Table table = suite::judged_table(merges);
  std::set<std::string_view> seen;
  std::size_t kept = 0;
  for (; kept < merges.size(); ++kept) {
    const std::string& token = table.tokens[256 + kept];
    if (token.size() > longest_token || !seen.insert(token).second) break;
  }
  merges.resize(kept);
  return merges;
}

// Replacements for a number and for a string, and texts that are inserted between two tokens of
// JSON.
constexpr std::array<std::string_view, 14> numbers = {
    "0",  "-0",  "-1",  "1",     "1.0",  "1e0", "256",
    "97", "260", "257", "\"1\"", "null", "[]",  "99999999999999999999"};
constexpr std::array<std::string_view, 10> between = {" ",    "\n",   "\t\r",         ",", "", "x",
                                                      "\x01", "/**/", "\xef\xbb\xbf", "}"};

json::Object text_patch(std::string_view from, std::string_view to) {
  return {{"op", json::string("text")}, {"from", json::string(from)}, {"to", json::string(to)}};
}

// A patch that replaces the bytes from `begin` to `end`. It includes enough bytes before them, so
// that its first occurrence is the right place. An insertion at the start includes the first
// byte.
json::Object replacing(std::string_view file, std::size_t begin, std::size_t end,
                       std::string_view to) {
  if (end == 0) return text_patch(file.substr(0, 1), fmt::format("{}{}", to, file.substr(0, 1)));
  std::size_t from = begin;
  while (from > 0 && (from == end || file.find(file.substr(from, end - from)) != from)) --from;
  return text_patch(file.substr(from, end - from),
                    fmt::format("{}{}", file.substr(from, begin - from), to));
}

struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// A random number of the file: an early one, or one near the end, where the long tokens are.
Stretch some_number(Random& random, std::string_view file) {
  static constexpr std::string_view digits = "0123456789";
  const std::size_t vocab = std::min(file.find("\"vocab\""), file.size() - 1);
  const std::size_t start = random.one_in(3) ? vocab + random.below(file.size() - vocab)
                                             : random.below(std::min(vocab + 40, file.size()));
  std::size_t begin = file.find_first_of(digits, start);
  if (begin == std::string_view::npos) begin = file.find_first_of(digits);
  while (begin > 0 && digits.find(file[begin - 1]) != std::string_view::npos) --begin;
  return {begin, std::min(file.find_first_not_of(digits, begin), file.size())};
}

// One byte of a vocabulary entry that has several bytes.
std::optional<Stretch> byte_of_token(Random& random, std::string_view file) {
  std::vector<std::size_t> entries;
  for (std::size_t at = file.find("\"vocab\""); at < file.size(); at = file.find("[", at + 1)) {
    const std::size_t comma = file.find_first_of(",]", at);
    if (file[at] == '[' && comma != std::string_view::npos && file[comma] == ',')
      entries.push_back(at);
  }
  if (entries.empty()) {
    return std::nullopt;
  }
  const std::size_t entry = random.pick(entries);
  const std::size_t close = file.find(']', entry);
  std::vector<Stretch> bytes;
  for (std::size_t at = entry + 1; at < close;) {
    const std::size_t end = file.find_first_of(",]", at);
    bytes.push_back({at, end});
    at = end + 1;
  }
  return random.pick(bytes);
}

}  // namespace

std::vector<Pair> random_merges(Random& random, const TextMaker& texts, bool by_bytes) {
  if (by_bytes) {
    return learned(random, texts);
  }
  switch (random.below(6)) {
    case 0:
      return built(random, random.below(4));
    case 1:
      return built(random, random.between(257, 600));
    case 2:
      return learned(random, texts);
    default:
      return built(random, random.between(2, 40));
  }
}

json::Object random_patch(Random& random, std::string_view file) {
  const std::size_t place = random.below(file.size());
  switch (random.below(8)) {
    case 0:  // insert white space, or something else, somewhere
      return replacing(file, place, place, random.pick(between));
    case 1:  // remove a stretch
      return replacing(file, place, std::min(place + random.between(1, 12), file.size()), "");
    case 2:
      return {{"op", json::string("truncate")}, {"bytes", json::integer(place)}};
    case 3: {  // rename a field
      static constexpr std::array<std::string_view, 6> names = {"merges",
                                                                "vocab",
                                                                "special_tokens",
                                                                "schema_version",
                                                                "mergeable_vocab_size",
                                                                "pretokenizer_pattern"};
      const std::string name = fmt::format("\"{}\"", random.pick(names));
      return text_patch(name, random.one_in(3)
                                  ? fmt::format("\"{}\"", random.pick(names))
                                  : fmt::format("\"\\u00{:02x}{}", name[1], name.substr(2)));
    }
    case 4:
    case 5: {
      const auto byte = byte_of_token(random, file);
      if (byte) {
        return replacing(file, byte->begin, byte->end, fmt::format("{}", random.below(258)));
      }
      [[fallthrough]];
    }
    default: {
      const auto [begin, end] = some_number(random, file);
      return replacing(file, begin, end, random.pick(numbers));
    }
  }
}

}  // namespace bpetite::conform::search
