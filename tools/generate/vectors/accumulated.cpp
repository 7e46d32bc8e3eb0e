// Makes the files of the four accumulated sets, which have test cases that are computed from a
// seed: for chunks, ids, decoded texts and merges. Chooses the parts from which random texts and
// corpora are made and the artifacts (tokenizer files) that cases use, lets the reference answer
// every case, and writes digests of the answers. The classes of the parts are the same in every
// Unicode version that bpetite has, so one digest is valid for all versions.
#include "accumulated.hpp"

#include <fmt/format.h>

#include "conform/explain/suspect.hpp"
#include "conform/suite/accumulated.hpp"

namespace bpetite::generate {
namespace {

using conform::suite::AccumulatedSet;
using conform::suite::Level;

constexpr std::size_t texts_cases = 4096;
constexpr std::size_t corpora_cases = 1024;

std::vector<std::string> text_parts() {
  using namespace std::string_literals;
  return {" ",       "  ",      "   ",     "\n",         "\n\n",       "\r\n",
          "\t",      " \n",     "a",       "b",          "ab",         "the",
          " the",    "and",     "er",      "E",          "THE",        "'s",
          "'S",      "'ll",     "'re",     "'t",         "'",          "''",
          "1",       "12",      " 2026",   "3.14",       "!",          "...",
          "!!",      "#",       "_",       "--",         "=",          "(",
          "\u00e9",  "e\u0301", "\u00df",  "\u0416",     "\u05d0",     "\u4e2d",
          "\uac00",  "\u00a0",  "\u3000",  "\u0085",     "\u2028",     "\u200b",
          "\ufeff",  "\x1c",    "\0"s,     "\u00b2",     "\u216b",     "\u00bd",
          "\u0661",  "\u20ac",  "\u2019s", "\U0001f600", "\U00020000", "<|endoftext|>",
          "<|endof", "|>"};
}

std::vector<std::string> corpus_parts() {
  return {"a",
          "b",
          "c",
          "ab",
          "ba",
          "aa",
          " ",
          " a",
          " b",
          "  ",
          "\n",
          "aaa",
          "abab",
          "the ",
          "1",
          "\u00e9",
          "\u4e2d",
          "'s",
          "<|endoftext|>",
          "!",
          "."};
}

std::vector<AccumulatedSet> chosen_sets() {
  const std::vector<std::string> artifacts = {"prose", "tiny-spaces", "digits",         "runs-a",
                                              "bom",   "separators",  "specials-inside"};
  return {
      {"accumulated-pretokenize",
       Level::L0,
       "pretokenize",
       {"FR-4", "FR-5", "S4a"},
       {"ClassTransition"},
       "chunks of texts that a seed spells",
       1,
       0,
       14,
       text_parts(),
       {},
       {}},
      {"accumulated-encode",
       Level::L1,
       "encode",
       {"FR-16a", "FR-16b", "FR-16c", "FR-16d"},
       {"MergeOrder"},
       "ids of texts that a seed spells",
       2,
       0,
       14,
       text_parts(),
       artifacts,
       {}},
      {"accumulated-decode",
       Level::L1,
       "decode",
       {"FR-20", "FR-22", "FR-23"},
       {"DecodeErrors"},
       "texts of ids that a seed spells, few of them UTF-8",
       3,
       0,
       6,
       {},
       artifacts,
       {}},
      {"accumulated-train",
       Level::L3,
       "train",
       {"FR-10a", "FR-10b", "FR-10c"},
       {"TrainTieBreak"},
       "merges of corpora that a seed spells",
       4,
       1,
       40,
       corpus_parts(),
       {},
       {}},
  };
}

}  // namespace

Outputs accumulated_files(const conform::suite::Suite& suite) {
  Outputs outputs;
  conform::explain::Suspect reference(
      suite, conform::program::assembled(conform::program::reference_parts()));
  for (AccumulatedSet& set : chosen_sets()) {
    std::vector<std::string> lines;
    const std::size_t cases = set.op == "train" ? corpora_cases : texts_cases;
    for (std::size_t i = 0; i < cases; ++i) {
      const auto observation = reference.observe(conform::suite::case_of(set, suite, i));
      lines.push_back(
          conform::suite::answer_line(std::get<conform::program::Observed>(observation).result));
    }
    set.checkpoints = conform::suite::checkpoints_of(lines);
    outputs.emplace(fmt::format("accumulated/{}.json", set.name),
                    conform::suite::accumulated_file(set));
  }
  return outputs;
}

}  // namespace bpetite::generate
