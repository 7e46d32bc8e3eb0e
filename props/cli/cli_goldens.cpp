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

constexpr std::string_view command_lines[] = {
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
    "bpetite encode --model tiny.tiktoken --profile qwen2 --text $'ae\\xcc\\x81' --max-ids 2",
    "bpetite encode --model tiny.tiktoken --profile qwen2 --text $'ae\\xcc\\x81' --max-ids 1",
    "printf '\"ab\"\\n\"ab ab\"\\n\"abc\"\\n' | bpetite encode --model llama.json --input - "
    "--batch jsonl --max-ids 1",
    "for i in -1 1.5 2k '' 99999999999999999999; do "
    "bpetite encode --model llama.json --text ab --max-ids \"$i\"; done",
    "for i in 0 1 1024 1025 x; do bpetite encode --model llama.json --text ab --threads $i; "
    "BPETITE_THREADS=$i bpetite encode --model llama.json --text ab; done",
    "bpetite encode --model llama.json --text ab --prepend $(printf '%061d' 7)x",
    "bpetite encode --model llama.json --text ab --append 9$(printf '%060d' 7)",
    "for i in '--count --format json' '--offsets chars' '--offsets bytes --append 97' "
    "'--special-rule none' '--missing-bytes keep' '--batch csv' '--dialect perl' --reference=; do "
    "bpetite encode --model llama.json --text ab $i; done",
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
    "for i in '' 97 '[97' '[97] x' '[97,\"x\"]' '[97,98,1e2]' '{}' $'[\\xff]' '[97,-5]'; do "
    "printf '%s' \"$i\" | bpetite decode --model llama.json --input -; done",
    "for i in u16 u32; do printf abcde | bpetite decode --model llama.json --input - --format $i; "
    "done",
    "bpetite decode --model llama.json --ids 97 9$(printf '%059d' 7)",
    "bpetite decode --model llama.json --ids 97 9$(printf '%060d' 7)",
    "for i in $(printf '1,%.0s' {1..30}) $(printf '1,%.0s' {1..31}) '[7,' '7;;8' 7.5; do "
    "bpetite decode --model llama.json --ids \"$i\"; done",
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
    "for i in '15.0.0' '15.0.0 --unicode 16.0.0' '15.0.0 --unicode 16.0.0 --unicode 17.0.0' 9; do "
    "bpetite patterns compare v1 gpt2 --unicode $i; done",
    "bpetite patterns compare gpt2 cl100k --dialect tiktoken",
    "bpetite patterns compare bloom @repeats.txt --dialect tiktoken --dialect huggingface",
    "bpetite train --input abab.txt --vocab-size 300 --output t.json --reference",
    "bpetite train --input abab.txt --vocab-size 300 --output t.json",
    "bpetite train --input lines.jsonl --jsonl text --vocab-size 257 --output u.json",
    "bpetite train --input lines.jsonl --jsonl text --on-bad-line skip --vocab-size 257 "
    "--output u.json",
    "for i in '' --reference; do bpetite train --input abab.txt --input text.txt --normalizer nfc "
    "--special '<s>' --vocab-size 300 --output v.json --force $i; done",
    "bpetite train --input abab.txt --memory 64M --vocab-size 258 --output w.json",
    "printf '%s ' {a..z}{a..z} > pairs.txt; "
    "bpetite train --input pairs.txt --vocab-size 481 --output p.json --reference",
    "for i in '--memory 1M' '--jsonl t' '--separator x' --reference '--input a'; do "
    "bpetite train --from-counts counts $i --vocab-size 258 --output w; "
    "bpetite train --input a --reference $i --vocab-size 258 --output w; done",
    "for i in -1 255 1e3 1,000 2k 16777217 4294967296 ''; do "
    "bpetite train --input a --vocab-size \"$i\" --output w; done",
    "for i in 0 1.5G 17179869184G ''; do bpetite count --input a --memory \"$i\" --output w; done",
    "for i in 17179869183G 1K 9; do bpetite count --input a --memory $i --output w; done",
    "bpetite count --input a --separator $'\\xff' --output w",
    "bpetite count --input a --jsonl a --separator x --output w",
    "bpetite count --input a --on-bad-line skip --output w",
    "bpetite count --input a --jsonl a --on-bad-line halt --output w",
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
    "bpetite add-tokens --model abab.json --special '<a>=300' --special '<b>=' --special '<c>=x' "
    "--plain '<d>=1=309' --output more3.json",
    "bpetite add-tokens --model abab.json --plain '<a>=99999999999' --output more4.json",
    "bpetite export tiktokn --model abab.json --output e",
    "bpetite export hf --without tokens --model abab.json --output e",
    "bpetite visualize --model nanochat.json --input talks.jsonl --format htm",
    "bpetite render --model nanochat.json --input talks.jsonl --max-tokens 2k",
    "bpetite train --input a --normalizer nfcc --vocab-size 258 --output w",
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
    "bpetite conform requests out --case '{}' --level L1",
    "bpetite conform requests out --only x",
    "bpetite conform export out --format tsv,gox",
    "bpetite conform export out --format tsv,",
    "mkdir m; for i in a m/a; do echo {} > $i.json; done; "
    "bpetite conform lint --vectors a.json --vectors m/a.json",
    "for i in '--jobs 0' '--jobs 256' '--jobs 257' '--jobs 1x' '--seed 18446744073709551615' "
    "'--seed 18446744073709551616' '--seed -1' '--accumulated 16777217' '--timeout 0.0009' "
    "'--timeout 0.001' '--timeout 86400' '--timeout 86400.1' '--timeout 1s' '--timeout nan' "
    "'--level L6' '--level L7'; do bpetite conform run --impl x --only none $i; done",
    "for i in '--cases 0' '--findings 0' '--findings 1001' '--seconds 0' '--level 1'; do "
    "bpetite conform fuzz --impl x $i; done",
    "for i in '--reference --mutant lossy-decode' '--unicode 15.0.0' '--reference --unicode 15' "
    "'--mutant lossy-decode --mutant lossy-decode' '--mutant x' "
    "'--mutant no-lookahead --mutant ascii-letters' '--like x'; do "
    "bpetite serve $i < /dev/null; echo $?; done",
    "for i in '' --reference '--reference --unicode 15.0.0' '--reference --unicode 15.0.0 "
    "--unnamed' '--mutant lossy-decode'; do echo '{\"id\":1,\"op\":\"hello\"}' | bpetite serve $i; "
    "done",
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
    "bpetite man | sed -n '1,60p'; bpetite man | tail -n 60",
    "bpetite completion bash | head -40; bpetite completion bash | tail -n 50",
    "bpetite completion zsh",
    "bpetite completion fish | head -40; bpetite completion fish | tail -n 30",
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
  for (const std::string_view line : command_lines) {
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
