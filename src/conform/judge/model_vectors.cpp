// Makes vectors (test cases) for one vocabulary: texts and their ids. model_vectors chooses texts
// that show the possible faults of a program with this vocabulary, lists the faults that no text
// shows, and adds long texts of repeated parts. model_vectors_and_basis adds the texts of the
// basis, which do not depend on known faults (faults/basis.hpp), in place of the long ones. The kit
// computes the ids; the engine must have the same, and for the chosen texts the reference too where
// no chunk is longer than 64 bytes. Also makes the id of a text's vector (vector_id), chooses how
// special tokens are found (finding_specials), and writes the vectors as a JSON file (model_file).
#include "conform/judge/model_vectors.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "conform/faults/basis.hpp"
#include "conform/faults/candidates.hpp"
#include "conform/faults/long_texts.hpp"
#include "core/assertion.hpp"
#include "core/json.hpp"
#include "core/profile.hpp"
#include "corpus/sha256.hpp"
#include "reference/encode.hpp"

namespace bpetite::conform::judge {
namespace {

using faults::Answerer;
using faults::Decisions;
using faults::Fault;
using faults::Literals;

constexpr std::size_t texts_for_each = 2;       // texts for each fault
constexpr std::size_t slow_for_reference = 64;  // in bytes, for a chunk

constexpr std::array<std::size_t, 2> long_sizes = {4097, 65'537};  // in bytes
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> repeated_parts = {
    {{"a", "a letter again and again"},
     {" ", "blanks"},
     {"\n", "line ends"},
     {"1", "a digit again and again"},
     {"-", "a sign again and again"},
     {"\u00e9", "a letter of two bytes again and again"},
     {"\u4e2d", "a letter of CJK again and again"},
     {"\U0001f600", "a sign of four bytes again and again"},
     {"ab", "two letters by turns"},
     {" word", "a word again and again"}}};
constexpr std::size_t longest_period = 16;    // in ids
constexpr std::size_t most_repetitions = 24;  // of the ids of a long text
constexpr std::size_t most_specials = 128;    // written into a file

// The ids as parts that repeat, from the left: of each place the part that covers most.
//
//   7 7 7 7 8 9 8 9     {7} 4 times, {8 9} 2 times
Repeated<std::vector<TokenId>> repetitions(std::span<const TokenId> ids) {
  Repeated<std::vector<TokenId>> found;
  while (!ids.empty() && found.size() <= most_repetitions) {
    std::size_t best = 1;
    std::size_t times = 1;
    for (std::size_t period = 1; period <= std::min(longest_period, ids.size()); ++period) {
      const auto [first, second] = std::ranges::mismatch(ids.subspan(period), ids);
      const auto same = static_cast<std::size_t>(second - ids.begin());
      if (same >= period && same / period + 1 > times * best / period) {
        best = period;
        times = same / period + 1;
      }
    }
    found.emplace_back(std::vector(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(best)),
                       times);
    ids = ids.subspan(best * times);
  }
  return found;
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

  // Long texts of one part each, if their ids can be written in short.
  void add_long() {
    for (const std::size_t size : long_sizes) {
      for (const auto& [part, kind] : repeated_parts) add_long(part, kind, size, plain_);
      const bool finds = table_.profile.added.rule != SpecialRule::never;
      if (finds && !table_.specials.empty()) {
        add_long(table_.specials.front().literal, "a special token again and again", size,
                 finding_);
      }
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

  // A line end makes up the size, so that the last chunk is another one.
  void add_long(std::string_view part, std::string_view kind, std::size_t size,
                Answerer& answerer) {
    LongVector made;
    made.text.emplace_back(part, size / part.size());
    if (size % part.size() != 0) made.text.emplace_back("\n", size % part.size());
    std::string text;
    for (const auto& [repeated, times] : made.text) {
      for (std::size_t i = 0; i < times; ++i) text += repeated;
    }
    const bool is_found = answerer.decisions().literals == Literals::ids;
    const std::vector<TokenId> ids = answerer.ids(text);
    check_engine(text, ids, is_found);
    made.id = vector_id(made_.name, text);
    made.ids = repetitions(ids);
    made.special = is_found ? "found" : "";
    made.tests = faults::text_of_length(text.size(), kind);
    if (made.ids.size() <= most_repetitions) made_.long_vectors.push_back(std::move(made));
  }

  SpecialChoice choice(bool is_found) const {
    return is_found ? finding_specials(table_) : SpecialChoice::ordinary();
  }

  void check_engine(std::string_view text, const std::vector<TokenId>& ids, bool is_found) const {
    assert_internal(bpetite::encode(tokenizer_, text, choice(is_found)) == ids,
                    "the engine has other ids than the kit");
  }

  // The engine, and the reference if it is fast enough, must give the same ids. The reference would
  // take too long for long texts and for the thousands of texts of the basis.
  void check(std::string_view text, const std::vector<TokenId>& ids, bool is_found) const {
    check_engine(text, ids, is_found);
    const auto is_slow = [](std::string_view chunk) { return chunk.size() > slow_for_reference; };
    if (is_basis_ || std::ranges::any_of(plain_.chunks(text), is_slow)) return;
    assert_internal(reference::encode(text, table_, choice(is_found)) == ids,
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

void check_name(std::string_view name) {
  if (name.empty() || !std::ranges::all_of(name, may_be_in_name)) {
    throw ValueError(
        fmt::format("export-model: the name \"{}\" is not made of a-z, 0-9, _ and .", name),
        "S70a");
  }
}

std::string provenance_of(const Table& table, std::string_view vocabulary) {
  std::vector<std::string> patterns;
  for (const Split& split : table.profile.splits) patterns.push_back(split.pattern.text);
  const unicode::Version version =
      table.profile.splits.empty() ? unicode::pinned : table.profile.splits.front().pattern.version;
  return fmt::format(
      R"({{"vocabulary_sha256":"{}","vocabulary_bytes":{},"profile":{},"patterns":{},)"
      R"("unicode":"{}","normalizer":{},"merging":"{}","whole_chunks":{},)"
      R"("computed_by":["bpetite reference","bpetite engine"],"witness":null}})",
      corpus::sha256_hex(vocabulary), vocabulary.size(), json::quoted(table.profile.name),
      json::quoted_list(patterns), unicode::name(version),
      json::quoted(name(table.profile.normalizer)), name(table.profile.merging),
      table.profile.whole_chunks);
}

std::string vector_id(std::string_view name, std::string_view text) {
  return fmt::format("{}-{}", name, corpus::sha256_hex(text).substr(0, 8));
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
  maker.add_long();
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

std::string special_member(std::string_view special) {
  return special.empty() ? "" : fmt::format(R"("special":"{}",)", special);
}

std::string line_of(const ModelVector& vector) {
  return fmt::format(R"({{"id":{},"text":{},"ids":[{}],{}"tests":{},"clause":{},"tells":{}}})",
                     json::quoted(vector.id), json::quoted(vector.text), fmt::join(vector.ids, ","),
                     special_member(vector.special), json::quoted(vector.tests),
                     json::quoted(vector.clause), json::quoted_list(vector.tells));
}

// [{"part":"a","times":4097}], from parts as JSON has them.
template <typename Part, typename Written>
std::string written(const Repeated<Part>& repeated, const Written& in_json) {
  std::vector<std::string> parts;
  for (const auto& [part, times] : repeated) {
    parts.push_back(fmt::format(R"({{"part":{},"times":{}}})", in_json(part), times));
  }
  return fmt::format("[{}]", fmt::join(parts, ","));
}

std::string line_of(const LongVector& vector) {
  const auto ids = [](const std::vector<TokenId>& part) {
    return fmt::format("[{}]", fmt::join(part, ","));
  };
  const auto text = [](const std::string& part) { return json::quoted(part); };
  return fmt::format(R"({{"id":{},"text":{},"ids":{},{}"tests":{},"clause":"FR-16c","tells":[]}})",
                     json::quoted(vector.id), written(vector.text, text), written(vector.ids, ids),
                     special_member(vector.special), json::quoted(vector.tests));
}

// The literal and the id of each added token: of more than 128, the first and the last 64.
std::string special_tokens_of(const Table& table) {
  std::vector<std::string> members;
  const std::size_t count = table.specials.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (i == most_specials / 2 && count > most_specials) i = count - most_specials / 2;
    members.push_back(
        fmt::format("{}:{}", json::quoted(table.specials[i].literal), table.specials[i].id));
  }
  return fmt::format("{{{}}}", fmt::join(members, ","));
}

// Joins lines by commas: "\nA,\nB\n".
template <typename Items, typename Line>
std::string listed(const Items& items, const Line& line) {
  std::vector<std::string> lines;
  for (const auto& item : items) lines.push_back(line(item));
  return lines.empty() ? "" : fmt::format("\n{}\n", fmt::join(lines, ",\n"));
}

}  // namespace

std::string model_file(const ModelVectors& vectors, const Table& table,
                       std::string_view vocabulary) {
  const auto fault = [](const faults::Fault& hypothesis) {
    return fmt::format(R"({{"name":{},"tests":{},"clause":{}}})", json::quoted(hypothesis.name),
                       json::quoted(hypothesis.tests), json::quoted(hypothesis.clause));
  };
  const auto line = [](const auto& vector) { return line_of(vector); };
  return fmt::format(
      "{{\"schema\":1,\"model\":{},\"license\":\"CC0-1.0\",\n\"provenance\":{},\n"
      "\"vectors\":[{}],\n\"long_vectors\":[{}],\n\"special_tokens\":{},\n\"not_shown\":[{}]}}\n",
      json::quoted(vectors.name), provenance_of(table, vocabulary), listed(vectors.vectors, line),
      listed(vectors.long_vectors, line), special_tokens_of(table),
      listed(vectors.not_shown, fault));
}

}  // namespace bpetite::conform::judge
