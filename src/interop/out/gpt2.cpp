// Writes the two files of GPT-2: vocab.json with names and ids, and merges.txt with a merge on each
// line. Uses the functions for names and merges that tokenizer.json uses too.
#include "interop/out/gpt2.hpp"

#include <vector>

#include "interop/out/names.hpp"

namespace bpetite::interop::out {

std::string vocab_json(const Table& table) {
  return vocabulary_json(names_of(table, "gpt2"), table.specials);
}

std::string merges_txt(const Table& table) {
  std::string text = "#version: 0.2\n";
  for (const std::string& line : merge_lines(table, names_of(table, "gpt2"), "gpt2")) {
    text.append(line).append("\n");
  }
  return text;
}

}  // namespace bpetite::interop::out
