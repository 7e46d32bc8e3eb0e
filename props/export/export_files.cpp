// Tests that tables which are exported and imported again give the same ids (S58c to S58f): as
// tokenizer.json and tokenizer_config.json of Hugging Face's libraries, as a rank file with a
// Python file for tiktoken, and as the two files of GPT-2. Tests also how the exporter orders the
// merges of a rank file, which order of merges it refuses, a token with the id 0, special tokens
// that need an entry in the vocabulary, which begin and end tokens transformers gets, a tokenizer
// without a pattern, and how the Python file quotes a pattern.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/export.hpp>

#include "bpetite/access.hpp"
#include "core/json.hpp"
#include "engine/encode.hpp"
#include "interop/gpt2_files.hpp"
#include "interop/open.hpp"
#include "interop/tiktoken.hpp"
#include "profiles/profiles.hpp"
#include "reference/encode.hpp"
#include "support/property.hpp"
#include "support/texts/export_tables.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// The exported files, or nullopt if the target refuses the table.
std::optional<std::vector<ExportedFile>> exported(const Table& table, ExportFormat format) {
  try {
    return export_files(TokenizerAccess::make(table), format);
  } catch (const ValueError&) {
    return std::nullopt;
  }
}

// A text for which a library that finds every special token gives the same ids as the table.
std::string comparable_text(const Table& table) {
  return any_export_text(table, table.profile.added.rule != SpecialRule::never);
}

// Removes parts of the profile that neither tiktoken nor the files of GPT-2 can express.
void make_plain(Table& table) {
  table.profile.normalizer = Normalizer::none;
  table.profile.ids_around = {};
  table.profile.prefix_space = false;
  for (SpecialToken& token : table.specials) token.is_special = true;
  for (AddedToken& token : table.profile.added.tokens) token.is_special = true;
}

PROPERTY("S58c S58d", "an exported tokenizer.json gives the ids of the table") {
  const Table table = any_export_table();
  const auto files = exported(table, ExportFormat::huggingface);
  if (!files) RC_SUCCEED("refused");
  RC_ASSERT(files->front().name == "tokenizer.json");
  const Table read = interop::read_model(files->front().bytes, "x", nullptr);
  RC_ASSERT(read.profile.added.rule == SpecialRule::matched);
  RC_ASSERT(read.specials == table.specials);
  const std::string text = comparable_text(table);
  const auto wanted = ids_with_specials(text, table);
  RC_ASSERT(reference::encode(text, read) == wanted);
  RC_ASSERT(engine::Encoder(read).encode(text) == wanted);
  RC_CLASSIFY(table.profile.merging == Merging::bytes, "of ranks");
  RC_CLASSIFY(table.profile.splits.size() > 1, "of several patterns");
  RC_CLASSIFY(!table.specials.empty(), "with special tokens");
  RC_CLASSIFY(table.profile.normalizer != Normalizer::none, "with a normalizer");
  RC_CLASSIFY(table.profile.prefix_space, "with a space before segments");
}

PROPERTY("S58e", "an exported rank file gives the ids of the table") {
  Table table = any_export_table();
  make_plain(table);
  const auto files = exported(table, ExportFormat::tiktoken);
  if (!files) RC_SUCCEED("refused");
  RC_ASSERT(files->front().name == "tokenizer.tiktoken");
  Table read = interop::read_tiktoken(files->front().bytes, without_specials(table.profile));
  read.specials = table.specials;
  const std::string text = comparable_text(table);
  const auto wanted = ids_with_specials(text, table);
  RC_ASSERT(ids_with_specials(text, read) == wanted);
  RC_CLASSIFY(table.profile.merging == Merging::pairs, "of pairs");
  RC_CLASSIFY(table.profile.merging == Merging::pairs && !table.merges.empty(), "of merges");
  RC_CLASSIFY(!table.specials.empty(), "with special tokens");
}

// The rank of each merge. A merge is a pair of names, as in a line of merges.txt.
using Ranks = std::map<std::pair<std::string, std::string>, std::size_t>;

// Merges as encoder.py of GPT-2 does: all places of the pair with the lowest rank at once.
std::vector<std::string> merged_by_gpt2(std::vector<std::string> parts, const Ranks& ranks) {
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  for (;;) {
    std::pair<std::string, std::string> best;
    std::size_t lowest = none;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      const auto found = ranks.find({parts[i], parts[i + 1]});
      if (found == ranks.end() || found->second >= lowest) continue;
      best = found->first;
      lowest = found->second;
    }
    if (lowest == none) return parts;
    std::vector<std::string> joined;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool is_pair =
          i + 1 < parts.size() && parts[i] == best.first && parts[i + 1] == best.second;
      joined.push_back(is_pair ? parts[i] + parts[i + 1] : parts[i]);
      if (is_pair) ++i;
    }
    parts = std::move(joined);
  }
}

PROPERTY("S58f", "the two exported files give the ids of the table, in either order of merging") {
  Table table = any_export_table();
  table.profile.normalizer = Normalizer::none;
  table.profile.ids_around = {};
  table.profile.splits = profiles::gpt2().splits;
  const auto files = exported(table, ExportFormat::gpt2);
  if (!files) RC_SUCCEED("refused");
  Profile profile = table.profile;
  for (AddedToken& token : profile.added.tokens) token.id.reset();
  const Table read = interop::read_gpt2_files(files->front().bytes, files->back().bytes, profile);
  RC_ASSERT(read.specials == table.specials);
  const std::string text = comparable_text(table);
  const auto wanted = ids_with_specials(text, table);
  RC_ASSERT(ids_with_specials(text, read) == wanted);
  RC_CLASSIFY(table.profile.merging == Merging::bytes, "of ranks");
  RC_CLASSIFY(!read.merges.empty(), "with merges");

  Ranks ranks;
  for (std::size_t rank = 0; rank < read.merges.size(); ++rank) {
    const auto [left, right] = read.merges[rank];
    ranks.emplace(std::pair(read.tokens[left], read.tokens[right]), rank);
  }
  std::string chunk;
  for (auto left = *number_between(1, 12); left > 0; --left) {
    chunk += *rc::gen::element("a", "b", "ab", " ");
  }
  std::vector<std::string> parts;
  for (const char c : chunk) parts.emplace_back(1, c);
  std::vector<std::string> others;
  for (const TokenId id : reference::encode_chunk(chunk, read)) others.push_back(read.tokens[id]);
  RC_ASSERT(merged_by_gpt2(parts, ranks) == others);
}

CLAUSE_TEST("S58f", "a merge of what only a later merge makes is refused") {
  Table table = v1_table({{'a', 'b'}, {256, 'a'}});
  table.specials.clear();
  CHECK(exported(table, ExportFormat::gpt2));
  // abab becomes aba b if places of (a,b) are merged one by one, and ab ab if they are merged at
  // once.
  std::swap(table.merges[0], table.merges[1]);
  std::swap(table.results[0], table.results[1]);
  CHECK(!exported(table, ExportFormat::gpt2));
  // The same where the later merge makes the right part.
  table = v1_table({{'a', 'b'}, {'a', 256}});
  table.specials.clear();
  CHECK(exported(table, ExportFormat::gpt2));
  std::swap(table.merges[0], table.merges[1]);
  std::swap(table.results[0], table.results[1]);
  CHECK(!exported(table, ExportFormat::gpt2));
}

std::string tokenizer_json_of_table(const Table& table) {
  return export_files(TokenizerAccess::make(table), ExportFormat::huggingface).front().bytes;
}

CLAUSE_TEST("S58c", "the merges of ranks are ordered by what they make, and then by their parts") {
  Table ranks = by_ranks({"ab", "bc", "abc", "bcab"});
  ranks.specials.clear();
  const std::string file = tokenizer_json_of_table(ranks);
  CHECK(file.find(R"("merges":["a b","b c","a bc","ab c","bc ab"])") != std::string::npos);
  CHECK(file.find(R"("ignore_merges":true)") != std::string::npos);
  // The ids of the parts decide, not their bytes, nor the place where they are cut.
  const auto merges_of = [&](const std::vector<std::string>& tokens) {
    ranks = by_ranks(tokens);
    ranks.specials.clear();
    const std::string whole = tokenizer_json_of_table(ranks);
    return whole.substr(whole.find(R"("merges":)"));
  };
  CHECK(merges_of({"abc", "ab", "cd", "abcd"}) ==
        R"("merges":["ab c","a b","c d","abc d","ab cd"]}})");
  CHECK(merges_of({"ab", "cd", "abc", "abcd"}) ==
        R"("merges":["a b","c d","ab c","ab cd","abc d"]}})");
  CHECK(merges_of({"bcd", "cd", "abc", "ab", "abcd"}) ==
        R"("merges":["b cd","c d","ab c","a b","a bcd","abc d","ab cd"]}})");
}

CLAUSE_TEST("S58c", "a token of several bytes may have the id 0") {
  std::string ranks = rank_line("ab", 0);
  for (unsigned byte = 0; byte < 256; ++byte) {
    ranks += rank_line(std::string(1, static_cast<char>(byte)), byte + 1);
  }
  const Table table = interop::read_model(ranks, "x", &profiles::gpt2());
  const Table read = interop::read_model(tokenizer_json_of_table(table), "x", nullptr);
  CHECK(reference::encode("abab", read) == std::vector<TokenId>{0, 0});
}

CLAUSE_TEST("S58d", "a token that would get another id is in the vocabulary too") {
  Table table = small_exchange_table();
  const auto names_special = [&] {
    const std::string file = tokenizer_json_of_table(table);
    return file.find(R"("<s>":)", file.find(R"("vocab")")) != std::string::npos;
  };
  CHECK(!names_special());
  table.specials = {{"<s>", 259, false, true}};
  CHECK(names_special());
  table.specials = {{"<s>", 258, false, true}, {"<t>", 260, false, true}};
  CHECK(names_special());
  // The library counts names. An id without one is not counted.
  table.tokens.resize(259);
  table.tokens.emplace_back("xyz");
  table.specials = {{"<s>", 260, false, true}};
  CHECK(names_special());
}

// The library needs members that the reader here passes over, so the whole text is compared.
CLAUSE_TEST("S58d S50b", "a tokenizer.json has each member that the library needs, and its value") {
  Table table = small_exchange_table();
  table.profile.normalizer = Normalizer::nfc_9_0;
  table.profile.whole_chunks = true;
  table.profile.splits = {
      {{R"(\p{N}+)", Dialect::huggingface, unicode::Version::v17_0}, Behaviour::isolated},
      {{R"(a"|[\s\S])", Dialect::huggingface, unicode::Version::v16_0}, Behaviour::matches},
      {{R"(\p{N}+)", Dialect::huggingface, unicode::Version::v16_0}, Behaviour::isolated}};
  table.profile.ids_around = {{258, ' '}, {97, ' '}};
  table.specials[0].single_word = true;
  table.specials[1].rstrip = true;
  table.profile.added.tokens = added_tokens(table.specials);
  const std::string step =
      R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":false})";
  const auto piece = [](std::string_view name) {
    return fmt::format(R"({{"SpecialToken":{{"id":"{}","type_id":0}}}},)", name);
  };
  const std::string single = piece("<s>") + piece(R"(\u0120)") +
                             R"({"Sequence":{"id":"A","type_id":0}},)" + piece("a") +
                             R"({"SpecialToken":{"id":"\u0120","type_id":0}})";
  CHECK(tokenizer_json_of_table(table) ==
        R"({"version":"1.0","truncation":null,"padding":null,"added_tokens":[)"
        R"({"id":258,"content":"<s>","single_word":true,"lstrip":false,"rstrip":false,)"
        R"("normalized":false,"special":true},)"
        R"({"id":259,"content":"<t>","single_word":false,"lstrip":false,"rstrip":true,)"
        R"("normalized":false,"special":false}],"normalizer":{"type":"NFC"},)"
        R"("pre_tokenizer":{"type":"Sequence","pretokenizers":[)"
        R"({"type":"Digits","individual_digits":false},)"
        R"({"type":"Split","pattern":{"Regex":"a\"|[\\s\\S]"},"behavior":"Removed","invert":true},)"
        R"({"type":"Split","pattern":{"Regex":"\\p{N}+"},"behavior":"Isolated","invert":false},)" +
            step + R"(]},"post_processor":{"type":"TemplateProcessing","single":[)" + single +
            R"(],"pair":[)" + single +
            R"(,{"Sequence":{"id":"B","type_id":1}}],"special_tokens":{)"
            R"("<s>":{"id":"<s>","ids":[258],"tokens":["<s>"]},)"
            R"("\u0120":{"id":"\u0120","ids":[32],"tokens":["\u0120"]},)"
            R"("a":{"id":"a","ids":[97],"tokens":["a"]}}},"decoder":)" +
            step +
            R"(,"model":{"type":"BPE","dropout":null,"unk_token":null,)"
            R"("continuing_subword_prefix":null,"end_of_word_suffix":null,"fuse_unk":false,)"
            R"("byte_fallback":false,"ignore_merges":true,"vocab":)" +
            vocab_json_of(table) + R"(,"merges":["a b","ab c"]}})");
}

CLAUSE_TEST("S58d", "transformers gets the tokens that begin and end a text") {
  Table table = small_exchange_table();
  const auto config = [&] {
    return export_files(TokenizerAccess::make(table), ExportFormat::huggingface).back();
  };
  CHECK(config().name == "tokenizer_config.json");
  CHECK(config().bytes ==
        R"({"tokenizer_class":"PreTrainedTokenizerFast","bos_token":null,"eos_token":null,)"
        R"("clean_up_tokenization_spaces":false})");
  table.profile.ids_around = {{258}, {97}};
  CHECK(config().bytes.find(R"("bos_token":"<s>","eos_token":null)") != std::string::npos);
  table.profile.ids_around = {{258, 258}, {258}};
  CHECK(config().bytes.find(R"("bos_token":null,"eos_token":"<s>")") != std::string::npos);
  const Table read = interop::read_model(tokenizer_json_of_table(table), "x", nullptr);
  CHECK(read.profile.ids_around == table.profile.ids_around);
}

CLAUSE_TEST("S58d", "a text may be cut by no pattern at all") {
  Table table = small_exchange_table();
  table.profile.splits.clear();
  const Table read = interop::read_model(tokenizer_json_of_table(table), "x", nullptr);
  CHECK(read.profile.splits.empty());
  CHECK(reference::encode("abc ab", read) == reference::encode("abc ab", table));
}

CLAUSE_TEST("S58e", "quotes and signs of a pattern stand in the Python as JSON has them") {
  Table table = by_ranks({"ab"});
  table.profile.splits = {{{R"(''' |"\\|é|[\s\S])", Dialect::tiktoken, unicode::pinned}, {}}};
  table.specials = {{"'''\"\\\n<s>", 257, false, true}};
  const auto files = export_files(TokenizerAccess::make(table), ExportFormat::tiktoken);
  CHECK(files.back().name == "tokenizer.py");
  const std::string& module = files.back().bytes;
  const std::size_t begin = module.find("r'''") + 4;
  CHECK(module.substr(0, begin) ==
        R"("""`encoding` is a tiktoken.Encoding, made of tokenizer.tiktoken beside this file. )"
        R"(Written by bpetite export."""
import base64
import json
import pathlib

import tiktoken

lines = (pathlib.Path(__file__).parent / "tokenizer.tiktoken").read_bytes().splitlines()
parts = json.loads(r''')");
  CHECK(module.substr(module.find("'''", begin)) == R"(''')
encoding = tiktoken.Encoding(
    "bpetite",
    pat_str=parts["pattern"],
    mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines)},
    special_tokens=parts["special_tokens"])
)");
  const std::string parts = module.substr(begin, module.find("'''", begin) - begin);
  CHECK(parts == R"({"pattern": "\u0027\u0027\u0027 |\"\\\\|\u00e9|[\\s\\S]",)"
                 "\n"
                 R"( "special_tokens": {"\u0027\u0027\u0027\"\\\n<s>": 257}})");
}

}  // namespace
}  // namespace bpetite::test
