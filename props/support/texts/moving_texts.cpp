// Makes the texts for tests of text in motion, and chooses tables and texts by RapidCheck.
#include "support/texts/moving_texts.hpp"

#include "support/property.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {

const std::vector<std::unique_ptr<MovingTable>>& moving_tables() {
  static const auto tables = [] {
    std::vector<std::unique_ptr<MovingTable>> all;
    while (all.size() < profile_tables + 40) {
      all.push_back(make_moving_table(process_seed(), all.size()));
    }
    return all;
  }();
  return tables;
}

const MovingTable& some_moving_table() {
  if (*number_between(0, 3) == 0) return some_generated_table();
  return *moving_tables()[*number_between<std::size_t>(0, profile_tables - 1)];
}

const MovingTable& some_generated_table() {
  const auto& all = moving_tables();
  return *all[*number_between<std::size_t>(profile_tables, all.size() - 1)];
}

std::string some_moving_text(int most) {
  static const std::vector<std::string> pieces = {"a",
                                                  "b",
                                                  "c",
                                                  "ab",
                                                  " ",
                                                  "  ",
                                                  "\n",
                                                  "\r\n",
                                                  "\t",
                                                  "'",
                                                  "'l",
                                                  "ll",
                                                  "s",
                                                  "T",
                                                  "1",
                                                  "2",
                                                  "3",
                                                  "123",
                                                  ".",
                                                  "!?",
                                                  "<",
                                                  "<|",
                                                  "x",
                                                  "|>",
                                                  "<|x|>",
                                                  "<|x|>y",
                                                  " <s>",
                                                  "s>",
                                                  "e",
                                                  "\u0301",
                                                  "\u0323",
                                                  "\u00e9",
                                                  "\u0338",
                                                  ">",
                                                  "\u4e2d",
                                                  "\u56fd",
                                                  "\u0e01\u0e34",
                                                  "AV",
                                                  "QZQZQZ",
                                                  "\U0001f600",
                                                  "\u00a0",
                                                  "\u3000",
                                                  "\u1100",
                                                  "\u1161",
                                                  "\u11a8",
                                                  "\u01c5",
                                                  "_",
                                                  "_b",
                                                  "word and",
                                                  "\u017f",
                                                  "\u2019t",
                                                  "\n\n\n",
                                                  "aaaaaaaa",
                                                  "            "};
  std::string text;
  for (int left = *number_between(0, most); left > 0; --left) {
    text += pieces[*number_between<std::size_t>(0, pieces.size() - 1)];
  }
  return text;
}

}  // namespace bpetite::test
