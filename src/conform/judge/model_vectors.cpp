// Makes vectors (test cases) for one vocabulary: texts and their ids. Chooses texts that show the
// possible faults of a program with this vocabulary, and lists the faults that no text shows. Can
// add the texts of the basis, which do not depend on known faults (faults/basis.hpp). The kit
// computes their ids; the engine must have the same, and the reference too where no chunk is longer
// than 64 bytes. Also writes the vectors as a JSON file (model_file).
#include "conform/judge/model_vectors.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "conform/faults/basis.hpp"
#include "conform/faults/candidates.hpp"
#include "conform/suite/digest.hpp"
#include "core/assertion.hpp"
#include "core/json.hpp"
#include "core/profile.hpp"
#include "reference/encode.hpp"

namespace bpetite::conform::judge {
namespace {

using faults::Answerer;
using faults::Decisions;
using faults::Fault;
using faults::Literals;

constexpr std::size_t texts_for_each = 2;       // texts for each fault
constexpr std::size_t slow_for_reference = 64;  // in bytes, for a chunk

void check_name(std::string_view name) {
  if (name.empty() || !std::ranges::all_of(name, may_be_in_name)) {
    throw ValueError(
        fmt::format("export-model: the name \"{}\" is not made of a-z, 0-9, _ and .", name),
        "S70a");
  }
}

class Maker {
 public:
  Maker(std::string name, const Tokenizer& tokenizer)
      : tokenizer_(tokenizer),
        table_(TokenizerAccess::table(tokenizer)),
        search_(table_),
        finding_(table_, with_literals(Literals::ids), search_.chunks()),
        plain_(table_, with_literals(Literals::text), search_.chunks()) {
    made_.name = std::move(name);
  }

  // The texts that show faults.
  void add_chosen() {
    for (const std::string& text : faults::ordinary_texts()) {
      add(text, suite::Level::L1, "text as people write it", "FR-16c", plain_);
    }
    const auto found = search_.texts(texts_for_each);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Fault& fault = search_.faults()[i];
      if (found[i].empty()) made_.not_shown.push_back(fault);
      for (const std::string_view text : found[i]) add_for(fault, text);
    }
  }

  void add_basis() {
    const bool finds = table_.profile.added.rule != SpecialRule::never;
    is_basis_ = true;
    for (const auto& [text, level, tests, clause] : faults::basis_of(table_)) {
      add(text, level, tests, clause, finds ? finding_ : plain_);
    }
  }

  ModelVectors taken() { return std::move(made_); }

 private:
  Decisions with_literals(Literals literals) const {
    Decisions decisions = faults::decisions_of(table_);
    decisions.literals = literals;
    return decisions;
  }

  void add_for(const Fault& fault, std::string_view text) {
    const bool finds = table_.profile.added.rule != SpecialRule::never;
    add(text, fault.level, fault.tests, fault.clause, finds ? finding_ : plain_);
    if (finds && fault.decisions.literals == Literals::text) {
      add(text, suite::Level::L1, "special tokens are ordinary text, if the caller wants it so",
          "S27c", plain_);
    }
  }

  void add(std::string_view text, suite::Level level, std::string_view tests,
           std::string_view clause, Answerer& answerer) {
    const bool is_found = answerer.decisions().literals == Literals::ids;
    std::vector<TokenId> ids = answerer.ids(text);
    const bool has_special = ids != (is_found ? plain_ : finding_).ids(text);
    const std::string_view special = !has_special ? "" : is_found ? "found" : "text";
    if (!seen_.emplace(text, special).second) return;
    check(text, ids, is_found);
    std::vector<std::string> tells;
    if (!is_basis_ && (special != "text" || table_.profile.added.rule == SpecialRule::never)) {
      for (const std::size_t place : search_.shown_by(text)) {
        tells.push_back(search_.faults()[place].name);
      }
    }
    made_.vectors.push_back({vector_id(made_.name, text) + (special == "text" ? "-text" : ""),
                             std::string(text), std::move(ids), special, level, std::string(tests),
                             std::string(clause), std::move(tells)});
  }

  // The engine, and the reference if it is fast enough, must give the same ids. The reference would
  // take too long for the thousands of texts of the basis.
  void check(std::string_view text, const std::vector<TokenId>& ids, bool is_found) const {
    const SpecialChoice choice = is_found ? finding_specials(table_) : SpecialChoice::ordinary();
    assert_internal(bpetite::encode(tokenizer_, text, choice) == ids,
                    "the engine has other ids than the kit");
    const auto is_slow = [](std::string_view chunk) { return chunk.size() > slow_for_reference; };
    if (is_basis_ || std::ranges::any_of(plain_.chunks(text), is_slow)) return;
    assert_internal(reference::encode(text, table_, choice) == ids,
                    "the reference has other ids than the kit");
  }

  const Tokenizer& tokenizer_;
  const Table& table_;
  faults::TextSearch search_;
  Answerer finding_;
  Answerer plain_;
  std::set<std::pair<std::string, std::string_view>> seen_;
  bool is_basis_ = false;
  ModelVectors made_;
};

}  // namespace

std::string vector_id(std::string_view name, std::string_view text) {
  return fmt::format("{}-{}", name, suite::sha256_hex(text).substr(0, 8));
}

SpecialChoice finding_specials(const Table& table) {
  const SpecialRule rule = table.profile.added.rule;
  return rule == SpecialRule::matched ? SpecialChoice()
         : rule == SpecialRule::never ? SpecialChoice::ordinary()
                                      : SpecialChoice::all();
}

ModelVectors model_vectors(const std::string& name, const Tokenizer& tokenizer) {
  check_name(name);
  Maker maker(name, tokenizer);
  maker.add_chosen();
  return maker.taken();
}

ModelVectors model_vectors_and_basis(const std::string& name, const Tokenizer& tokenizer) {
  check_name(name);
  Maker maker(name, tokenizer);
  maker.add_chosen();
  maker.add_basis();
  return maker.taken();
}

namespace {

// Facts about the vocabulary, such as its digest and its profile, without any of its tokens.
std::string provenance_of(const Table& table, std::string_view vocabulary) {
  std::vector<std::string> patterns;
  for (const Split& split : table.profile.splits) patterns.push_back(split.pattern.text);
  const unicode::Version version =
      table.profile.splits.empty() ? unicode::pinned : table.profile.splits.front().pattern.version;
  return fmt::format(
      R"({{"vocabulary_sha256":"{}","vocabulary_bytes":{},"profile":{},"patterns":{},)"
      R"("unicode":"{}","normalizer":{},"merging":"{}","whole_chunks":{},)"
      R"("computed_by":["bpetite reference","bpetite engine"],"witness":null}})",
      suite::sha256_hex(vocabulary), vocabulary.size(), json::quoted(table.profile.name),
      json::quoted_list(patterns), unicode::name(version),
      json::quoted(name(table.profile.normalizer)), name(table.profile.merging),
      table.profile.whole_chunks);
}

std::string line_of(const ModelVector& vector) {
  const std::string special =
      vector.special.empty() ? "" : fmt::format(R"("special":"{}",)", vector.special);
  return fmt::format(R"({{"id":{},"text":{},"ids":[{}],{}"tests":{},"clause":{},"tells":{}}})",
                     json::quoted(vector.id), json::quoted(vector.text), fmt::join(vector.ids, ","),
                     special, json::quoted(vector.tests), json::quoted(vector.clause),
                     json::quoted_list(vector.tells));
}

}  // namespace

std::string model_file(const ModelVectors& vectors, const Table& table,
                       std::string_view vocabulary) {
  std::string text = fmt::format(
      "{{\"schema\":1,\"model\":{},\"license\":\"CC0-1.0\",\n\"provenance\":{},\n\"vectors\":[\n",
      json::quoted(vectors.name), provenance_of(table, vocabulary));
  for (const ModelVector& vector : vectors.vectors) {
    text += line_of(vector);
    text += &vector == &vectors.vectors.back() ? "\n" : ",\n";
  }
  text += "],\n\"not_shown\":[\n";
  for (const faults::Fault& hypothesis : vectors.not_shown) {
    fmt::format_to(std::back_inserter(text), R"({{"name":{},"tests":{},"clause":{}}}{})",
                   json::quoted(hypothesis.name), json::quoted(hypothesis.tests),
                   json::quoted(hypothesis.clause),
                   &hypothesis == &vectors.not_shown.back() ? "\n" : ",\n");
  }
  return text + "]}\n";
}

}  // namespace bpetite::conform::judge
