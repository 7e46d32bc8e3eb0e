// Makes random cases, with one function for each operation.
#include "conform/fuzz/fuzz_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "artifact/artifact.hpp"
#include "conform/drive/claims.hpp"
#include "conform/shrink/case_parts.hpp"
#include "conform/suite/judged_profile.hpp"
#include "conform/suite/literals.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/sandbox.hpp"
#include "core/utf8.hpp"
#include "reference/encode.hpp"

namespace bpetite::conform::fuzz {
namespace {

constexpr std::size_t most_pooled = 6;
constexpr std::size_t cases_a_table = 50;

struct Op {
  std::string_view name;
  suite::Level level;
  std::string_view clause;
  std::size_t weight;
};
constexpr std::array<Op, 6> all_ops = {{{"pretokenize", suite::Level::L0, "FR-4", 3},
                                        {"encode", suite::Level::L1, "FR-16c", 6},
                                        {"decode", suite::Level::L1, "FR-20", 4},
                                        {"load", suite::Level::L2, "FR-29", 3},
                                        {"train", suite::Level::L3, "FR-10a", 3},
                                        {"save", suite::Level::L4, "S15", 2}}};

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

CaseMaker::CaseMaker(suite::Suite& suite, const drive::Hello& hello, std::uint64_t seed,
                     const std::set<suite::Level>& levels)
    : suite_(suite),
      hello_(hello),
      random_(seed),
      texts_(suite),
      by_bytes_(!hello.caps.contains("pair-keyed") || !hello.caps.contains("same-bytes")) {
  const std::set<suite::Level> claims = drive::claimed_levels(hello);
  const auto is_wanted = [&](suite::Level level) {
    return claims.contains(level) && (levels.empty() || levels.contains(level));
  };
  for (const Op& op : all_ops) {
    // Without pretokenize, encode shows the chunks, as it does in the vectors of L0.
    const bool shows_chunks = op.name == "encode" && !hello.ops.contains("pretokenize");
    bool possible = hello.ops.contains(op.name) &&
                    (is_wanted(op.level) || (shows_chunks && is_wanted(suite::Level::L0)));
    for (const std::string_view needed : {"encode", "decode"}) {
      possible = possible && (op.name != needed || hello.ops.contains("load"));
    }
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
  suite::Vector vector = op == "decode"  ? decode_case()
                         : op == "load"  ? load_case()
                         : op == "train" ? train_case()
                         : op == "save"  ? save_case()
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

// One of a few tables. A table is used for a while, so that a program can keep it loaded.
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
  // L0 asks where a text is cut. What becomes of special tokens and ill-formed texts is L1's.
  const bool only_chunks = only_chunks_ && table != nullptr;
  const bool is_ill_formed = random_.one_in(12) && !only_chunks;
  shrink::put_bytes(vector.input, "text",
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

// Ids of a text as if it were one chunk. Encoding may give other ids.
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
  shrink::put_merges(vector, merges);
  shrink::put_bytes(vector.input, "probe",
                    only_chunks_in_probes_ ? ordinary_text(table) : texts_.text(random_, &table));
  if (!random_.one_in(8)) {
    shrink::put_patches(vector, {{random_patch(random_, artifact::serialize(table))}});
  }
  return vector;
}

json::Object CaseMaker::training() {
  json::Object input;
  shrink::put_bytes(input, "corpus",
                    random_.one_in(20) ? texts_.ill_formed(random_) : texts_.corpus(random_));
  const std::size_t size = random_.one_in(30) ? random_.below(257) : 257 + random_.mostly_small(60);
  shrink::put_member(input, "vocab_size", json::integer(size));
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
    while (utf8::first_ill_formed(chunk)) chunk.pop_back();  // a scalar that was cut
    if (chunk.empty()) continue;
    const std::uint64_t count = (std::uint64_t{1} << random_.below(40)) + random_.below(3);
    counts.push_back({json::Array{json::string(suite::to_hex(chunk)), json::integer(count)}});
  }
  suite::Vector vector = case_of("train", {{"counts", {std::move(counts)}}});
  vector.requires_caps = {"counts"};
  shrink::put_member(vector.input, "vocab_size", json::integer(257 + random_.below(12)));
  return vector;
}

suite::Vector CaseMaker::save_case() {
  suite::Vector vector = case_of("save", {});
  const bool by_training =
      !hello_.ops.contains("load") || (hello_.ops.contains("train") && random_.one_in(4));
  if (by_training) {
    vector.input.push_back({"train", {training()}});
  } else {
    shrink::put_merges(vector, random_.one_in(2) ? artifact().table.merges
                                                 : random_merges(random_, texts_, by_bytes_));
  }
  const std::string_view setup = random_.one_in(3) ? random_.pick(suite::setup_names) : "none";
  shrink::put_member(vector.input, "setup", json::string(setup));
  shrink::put_member(vector.input, "overwrite", {random_.one_in(2)});
  return vector;
}

}  // namespace bpetite::conform::fuzz
