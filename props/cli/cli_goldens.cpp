// Compares what commands write with goldens: for each line of the list in this file, what it
// writes, its errors and its exit code. So every change of what people see is noticed.
//
//   $ bpetite explain --model abab.json --text abab
//   "abab"
//   4 bytes become 2 token ids. ...
#include <string>
#include <string_view>
#include <vector>

#include "artifact/schema2.hpp"
#include "core/table.hpp"
#include "support/catch.hpp"
#include "support/goldens.hpp"
#include "support/programs/desk.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// Models with each of the oddities that inspect names.
void write_odd_models(const Desk& desk) {
  Table table = small_exchange_table();
  table.profile.splits = {
      {{"\\p{N}", Dialect::huggingface, unicode::Version::v17_0}, Behaviour::isolated},
      {{"[^c]+|c", Dialect::huggingface, unicode::pinned}, Behaviour::matches}};
  table.profile.normalizer = Normalizer::nfc_16_0;
  table.profile.whole_chunks = true;
  table.profile.drops_missing_bytes = true;
  table.tokens['x'].clear();
  table.byte_ids['x'] = 0;
  table.tokens.emplace_back("zz");
  table.text_tokens = {static_cast<TokenId>(table.tokens.size() - 1)};
  table.specials.clear();
  for (TokenId i = 0; i < 30; ++i) {
    table.specials.push_back({"<" + std::to_string(i) + ">", 300 + i, i % 3 == 0, i % 2 == 0});
  }
  table.profile.ids_around = {{300}, {97}};
  desk.write("odd.json", artifact::serialize_schema2(table));
  desk.write("small.json", small_file());
  Table single = v1_table({});  // each character is a chunk
  single.profile.splits = {{{"[\\s\\S]", Dialect::tiktoken, unicode::pinned}, {}}};
  desk.write("single.json", artifact::serialize_schema2(single));
  desk.write("few.tiktoken", rank_line("a", 0) + rank_line("b", 1) + rank_line("ab", 2));
  desk.write("repeats.txt", "a{1000}|a|[^a]b?|b");
  desk.write("repeats-too.txt", "a{999}|a|[^a]b?|b");
  // Each letter is merged with all before it, so this word has more merges than are shown.
  const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::vector<Pair> merges = {{'a', 'b'}};
  for (std::size_t i = 2; i < letters.size(); ++i) {
    merges.push_back({static_cast<TokenId>(254 + i), static_cast<unsigned char>(letters[i])});
  }
  desk.write("long.txt", letters + " " + std::string(100, 'a') + "b");
  desk.write("long.json", artifact::serialize_schema2(v1_table(merges)));
  desk.write("talks.jsonl",
             R"({"messages":[{"role":"system","content":"s"},{"role":"user","content":"a\tb"},)"
             R"({"role":"assistant","content":[{"type":"text","text":"x"},)"
             R"({"type":"python","text":"1+1"},{"type":"python_output","text":"2"}]}]})"
             "\n"
             R"({"messages":[{"role":"assistant","content":"a"}]})"
             "\n"
             R"({"messages":[{"role":"user","content":"é"},{"role":"assistant","content":"ok"}]})"
             "\n");
}

constexpr std::string_view lines[] = {
    "bpetite inspect abab.json",
    "bpetite inspect llama.json",
    "bpetite inspect nanochat.json --json",
    "bpetite inspect odd.json",
    "bpetite inspect odd.json --json",
    "bpetite inspect small.json",
    "bpetite inspect tiny.tiktoken --profile cl100k",
    "bpetite inspect few.tiktoken --pattern 'a|[\\s\\S]' --missing-bytes drop",
    "bpetite inspect bad.json",
    "bpetite explain --model abab.json --text 'ab ab<|endoftext|> abab'",
    "bpetite explain --model abab.json --text 'ab ab<|endoftext|> é' --json",
    "bpetite explain --model llama.json --text 'ab<|eot_id|>' --allow-special all",
    "bpetite explain --model llama.json --text 'ab<|eot_id|>' --ordinary",
    "bpetite explain --model odd.json --text 'zz abc1 xab <0> <1>'",
    "bpetite explain --model odd.json --text 'zz abc1 xab <0> <1>' --json",
    "bpetite explain --model long.json --text \"$(cat long.txt)\"",
    "bpetite explain --model abab.json --text ''",
    "bpetite compare-tiktoken --model abab.json --ranks tiny.tiktoken --ranks-profile cl100k "
    "--text 'ab abé<|endoftext|>' --ordinary",
    "bpetite compare-tiktoken --model abab.json --ranks tiny.tiktoken --ranks-profile cl100k "
    "--input abab.txt --json",
    "bpetite compare-tiktoken --model llama.json --ranks tiny.tiktoken --ranks-profile cl100k "
    "--text 'ab<|eot_id|>' --allow-special '<|eot_id|>'",
    "bpetite encode --model llama.json --input text.txt",
    "bpetite encode --model llama.json --input text.txt --allow-special all --max-ids 3",
    "bpetite encode --model llama.json --text 'abé' --max-ids 2",
    "bpetite encode --model llama.json --text ab --template --append '<|eot_id|>'",
    "bpetite encode --model llama.json --text ab --append '<|none|>'",
    "printf '\"ab\"\\n5\\n' | bpetite encode --model llama.json --input - --batch jsonl",
    "printf '\"ab\"\\n5\\n\"\\\\ud83d\"\\n' | bpetite encode --model llama.json --input - "
    "--batch jsonl --on-bad-line skip",
    "printf 'ab\\0\\377\\0b' | bpetite encode --model llama.json --input - --batch nul "
    "--on-bad-line skip",
    "for i in {1..9}; do echo $i; done | bpetite encode --model llama.json --input - --batch jsonl "
    "--on-bad-line skip",
    "bpetite encode --model llama.json --input - --batch nul --on-bad-line keep",
    "bpetite encode --model llama.json --text ab --on-bad-line skip",
    "bpetite encode --model llama.json --input bad.txt",
    "bpetite decode --model llama.json --ids 97 256 258 195",
    "bpetite decode --model llama.json --ids 97 256 258 195 --lossy",
    "bpetite decode --model llama.json --ids 97 256 258 --skip-special",
    "bpetite decode --model llama.json --ids 97 70000",
    "bpetite decode --model llama.json --input ids.json --stream",
    "bpetite pretokenize --text \"ab ab's 1234\"",
    "bpetite pretokenize --profile llama3 --text \"ab ab's 1234\"",
    "bpetite pretokenize --pattern 'a|b' --text 'abc'",
    "bpetite render --model nanochat.json --input talks.jsonl",
    "bpetite render --model nanochat.json --input chat.jsonl --completion",
    "bpetite render --model nanochat.json --input chat.jsonl --max-tokens 4",
    "bpetite render --model abab.json --input chat.jsonl",
    "bpetite visualize --model nanochat.json --input talks.jsonl",
    "bpetite visualize --model nanochat.json --input talks.jsonl --ids",
    "bpetite visualize --model nanochat.json --input talks.jsonl --format html",
    "bpetite validate abab.json",
    "bpetite validate llama.json",
    "bpetite validate bad.json",
    "bpetite patterns list",
    "bpetite patterns show deepseek_v3",
    "bpetite patterns show llama3 --json",
    "bpetite patterns show llama9",
    "bpetite patterns compare gpt2 gpt2",
    "bpetite patterns compare gpt2 cl100k",
    "bpetite patterns compare gpt2 @repeats.txt",
    "bpetite patterns compare @repeats.txt @repeats-too.txt",
    "bpetite patterns compare gpt2 @none.txt",
    "bpetite train --input abab.txt --vocab-size 300 --output t.json --reference",
    "bpetite train --input abab.txt --vocab-size 300 --output t.json",
    "bpetite train --input lines.jsonl --jsonl text --vocab-size 257 --output u.json",
    "bpetite train --input lines.jsonl --jsonl text --on-bad-line skip --vocab-size 257 "
    "--output u.json",
    "bpetite count --input abab.txt --input lines.jsonl --output c2 --memory 64M",
    "bpetite merge-counts c2 counts --output c3",
    "bpetite import small.json --output s.json && bpetite validate s.json",
    "bpetite import few.tiktoken --pattern 'a|[\\s\\S]' --output s2.json",
    "bpetite export hf --model llama.json --output hf && cat hf/tokenizer_config.json",
    "bpetite export hf --model odd.json --output hf2",
    "bpetite export tiktoken --model llama.json --output tt",
    "bpetite export gpt2 --model abab.json --output g && head -3 g/merges.txt",
    "bpetite add-tokens --model abab.json --special '<a>' --plain '<b>' --output more.json",
    "bpetite add-tokens --model abab.json --special '<|endoftext|>' --output more2.json",
    "bpetite spec FR-22",
    "bpetite spec 5",
    "bpetite spec FR-$((98 + 1))",
    "bpetite conform list --tokenizer abab.json > list.txt; head -40 list.txt",
    "bpetite conform list --clause FR-22",
    "bpetite conform explain --tokenizer abab.json $(sed -n '3s/\t.*//p' list.txt).decode",
    "bpetite conform explain --tokenizer abab.json $(grep -e '-text' list.txt | sed -n "
    "'1s/\t.*//p')",
    "bpetite conform explain --tokenizer abab.json $(tail -n 1 list.txt | sed 's/\t.*//')",
    "bpetite conform explain --tokenizer small.json v1-315f5bdb",
    "bpetite conform explain --tokenizer single.json "
    "$(bpetite conform list --tokenizer single.json | sed -n '2s/\t.*//p')",
    "bpetite conform explain nothing --tokenizer abab.json",
    "bpetite conform requests out --case '{}' --only x",
    "bpetite conform list --only 'decode-unknown-t*'",
    "bpetite conform explain decode-unknown-gap",
    "bpetite conform export-model --tokenizer odd.json --name odd | head -3 | cut -c1-400",
    "bpetite conform export-model --tokenizer abab.json --name 'A B'",
    "TMPDIR=none bpetite conform run --impl false --only 'encode-*'",
    "for i in 1 2; do bpetite conform fuzz --impl 'bpetite serve --mutant contractions-any-case' "
    "--cases 2 --seconds 20 --out found >/dev/null 2>&1; echo $?; done",
    "bpetite pretokenize --pattern \"$(printf '\u00e9%.0s' $(seq 50))(a$(printf '\u00e9%.0s' "
    "$(seq 50))\" --text a",
    "bpetite pretokenize --pattern \"a$(printf '\u00e9%.0s' $(seq 60))(a\" --text a",
    "bpetite man | sed -n '1,60p'",
    "bpetite completion bash | head -40",
    "bpetite completion zsh | head -40",
    "bpetite completion fish | head -40",
    "printf '\"ab ab\"\\n\"<|endoftext|>\"\\n' | bpetite conform lines --tokenizer abab.json",
    "bpetite conform lines",
    "bpetite",
    "bpetite encode",
    "bpetite encod",
    "bpetite encode --modle x",
};

}  // namespace

TEST_CASE("goldens: what the command line writes", "[test]") {
  const Desk desk;
  desk.stock();
  write_odd_models(desk);
  std::string all;
  for (const std::string_view line : lines) {
    const Finished done = desk.shell(std::string(line));
    all += "$ " + std::string(line) + "\n" + done.out;
    if (!all.ends_with('\n')) all += "\n(no line feed)\n";
    if (!done.err.empty()) all += "--- errors\n" + done.err;
    if (done.code != 0) all += "--- exit " + std::to_string(done.code) + "\n";
    all += "\n";
  }
  check_golden("command-line.txt", all);
}

}  // namespace bpetite::test
