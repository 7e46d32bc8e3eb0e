// Tests what the files beside a model add to it, as transformers 5.24 reads them: config.json,
// tokenizer_config.json, special_tokens_map.json and added_tokens.json (S51e). They choose the
// tokenizer class of transformers, and give added tokens their ids and flags; beside an artifact
// nothing is read. A directory is refused if its files contradict each other, or if the template,
// the splits, the merging or the space before a text contradicts the class; the error names the
// file. Tests also damaged and unreadable files, very long files, whether text yields special
// tokens, and that `inspect` shows the file of each added token. two_files.cpp tests directories
// with the two files of GPT-2.
#include "interop/huggingface/model_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/decoding.hpp>
#include <bpetite/open.hpp>

#include "artifact/artifact.hpp"
#include "artifact/schema2.hpp"
#include "bpetite/access.hpp"
#include "interop/huggingface/tokenizer_class.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/texts/artifacts.hpp"
#include "support/texts/model_directory.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;
using interop::transformers::chosen_class;

// The four files, and what transformers makes of the text below: its ids, and what it decodes from
// them without special tokens. Recorded from transformers 5.24 and tokenizers 0.23.3.
struct RecordedDirectory {
  std::vector<TokenId> ids;
  std::string_view decoded;
  std::string_view tokenizer_config = {};
  std::string_view special_tokens_map = {};
  std::string_view added_tokens = {};
  std::string_view config = {};
};

constexpr std::string_view recorded_text = "abc<x> <y><s><t></s>";

const std::vector<RecordedDirectory>& recorded_directories() {
  static const std::vector<RecordedDirectory> all = {
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <y><t></s>",
       .tokenizer_config = R"({"added_tokens_decoder":{"260":{"content":"<x>","special":true}}})"},
      {.ids = {257, 260, 32, 261, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <y><t></s>",
       .tokenizer_config = R"({"added_tokens_decoder":{"261":{"content":"<y>"},)"
                           R"("260":{"content":"<x>","special":true}}})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config =
           R"({"added_tokens_decoder":{"260":{"content":"<x>","special":false,"extra":1}}})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({"added_tokens_decoder":{"258":{"content":"<s>","special":false}}})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y></s>",
       .tokenizer_config = R"({"added_tokens_decoder":{"259":{"content":"<t>","special":true}}})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({"added_tokens_decoder":{"260":{"special":true}}})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 261},
       .decoded = "abc <y><t>",
       .tokenizer_config = R"({"eos_token":"</s>","bos_token":"<x>"})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <y><t></s>",
       .tokenizer_config = R"({"eos_token":"<x>","bos_token":"<x>"})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({"eos_token":"","bos_token":null,"pad_token":"<s>"})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <y><t></s>",
       .tokenizer_config =
           R"({"eos_token":{"__type":"AddedToken","content":"<x>","normalized":true}})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y></s>",
       .tokenizer_config = R"({"bos_token":"<s>","cls_token":"<t>"})"},
      {.ids = {257, 261, 32, 262, 258, 259, 260},
       .decoded = "abc <t>",
       .tokenizer_config = R"({"image_token":"<x>","a_token":"<y>","eos_token":"</s>"})"},
      {.ids = {257, 260, 32, 261, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <t></s>",
       .tokenizer_config =
           R"({"image_token":{"__type":"AddedToken","content":"<x>"},"a_token":"<y>"})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({"image_token":{"content":"<x>"},"b_token":1})"},
      {.ids = {257, 260, 32, 261, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <t></s>",
       .tokenizer_config = R"({"extra_special_tokens":["<x>","<y>","<s>","<x>"]})"},
      {.ids = {257, 260, 32, 261, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <t></s>",
       .tokenizer_config = R"({"additional_special_tokens":["<x>","<y>"]})"},
      {.ids = {257, 60, 120, 62, 32, 260, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <t></s>",
       .tokenizer_config =
           R"({"additional_special_tokens":["<x>"],"extra_special_tokens":["<y>"]})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <y><t></s>",
       .tokenizer_config = R"({"additional_special_tokens":["<x>"],"extra_special_tokens":[]})"},
      {.ids = {257, 261, 32, 260, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <t></s>",
       .tokenizer_config =
           R"({"extra_special_tokens":{"one":"<x>","image_token":"<y>"},"image_token":"</s>"})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <y><t></s>",
       .tokenizer_config = R"({"model_specific_special_tokens":{"one":"<x>"}})"},
      {.ids = {257, 60, 120, 62, 32, 260, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <t></s>",
       .tokenizer_config = R"({"model_specific_special_tokens":{"one":"<x>"},"a_token":"<y>"})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({"extra_special_tokens":[{"__type":"AddedToken","content":"<x>"}]})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 261},
       .decoded = "abc <y><t>",
       .special_tokens_map =
           R"({"eos_token":"</s>","bos_token":{"content":"<x>","lstrip":false}})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 260},
       .decoded = "abc<x> <y><t>",
       .tokenizer_config = R"({"eos_token":"<x>"})",
       .special_tokens_map = R"({"eos_token":"</s>"})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({"eos_token":"<x>"})",
       .special_tokens_map = R"({"eos_token":null})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({"added_tokens_decoder":{}})",
       .special_tokens_map = R"({"eos_token":"</s>"})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <y><t></s>",
       .special_tokens_map = R"({"additional_special_tokens":["<x>"]})"},
      {.ids = {257, 60, 120, 62, 32, 260, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <t></s>",
       .tokenizer_config = R"({"additional_special_tokens":["<y>"]})",
       .special_tokens_map = R"({"additional_special_tokens":["<x>"]})"},
      {.ids = {257, 261, 32, 260, 258, 259, 262},
       .decoded = "abc <t>",
       .tokenizer_config = R"({"extra_special_tokens":["<y>"]})",
       .special_tokens_map = R"({"extra_special_tokens":["<x>",{"content":"</s>"}]})"},
      {.ids = {257, 261, 32, 260, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <t></s>",
       .tokenizer_config = R"({"b_token":"<y>"})",
       .special_tokens_map = R"({"extra_special_tokens":{"a":"<x>"}})"},
      {.ids = {257, 260, 32, 261, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <t></s>",
       .tokenizer_config = R"({"b_token":"<y>"})",
       .special_tokens_map = R"({"a_token":"<x>"})"},
      {.ids = {257, 260, 32, 261, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .added_tokens = R"({"<y>":261,"<x>":260})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .added_tokens = R"({"<x>":260,"<s>":258})"},
      {.ids = {257, 260, 32, 261, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <t></s>",
       .tokenizer_config = R"({"eos_token":"<y>"})",
       .added_tokens = R"({"<x>":260,"<y>":261})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({"added_tokens_decoder":{}})",
       .added_tokens = R"({"<x>":260})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <y><t></s>",
       .special_tokens_map = R"({"eos_token":{"content":"<x>"}})",
       .added_tokens = R"({"<x>":260})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <y><t></s>",
       .tokenizer_config = R"({"eos_token":{"__type":"AddedToken","content":"<x>"}})",
       .added_tokens = R"({"<x>":260})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({"tokenizer_class":"GPT2Tokenizer"})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 261},
       .decoded = "abc <y><t>",
       .tokenizer_config = R"({"tokenizer_class":"GPT2TokenizerFast","unk_token":"</s>",)"
                           R"("bos_token":null,"eos_token":"<x>"})"},
      {.ids = {257, 258, 32, 60, 121, 62, 60, 115, 62, 60, 116, 62, 60, 47, 115, 62},
       .decoded = "abc<x> <y><s><t></s>",
       .tokenizer_config = R"({"tokenizer_class":"GPT2Tokenizer",)"
                           R"("added_tokens_decoder":{"258":{"content":"<x>"}}})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({"tokenizer_class":"CodeGenTokenizer"})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .config = R"({"model_type":"gpt2"})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({"tokenizer_class":"PreTrainedTokenizerFast"})",
       .config = R"({"model_type":"gpt2"})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .config = R"({"model_type":"zzz","tokenizer_class":"GPT2Tokenizer"})"},
      {.ids = {257, 260, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc <y><t></s>",
       .tokenizer_config =
           R"({"tokenizer_class":"LlamaTokenizer","bos_token":"<x>","add_bos_token":true})",
       .config = R"({"model_type":"llama"})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({"tokenizer_class":"FooTokenizer"})",
       .config = R"({"model_type":"mamba2","a":[0.0,Infinity,-Infinity,NaN]})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config = R"({"tokenizer_class":"BertTokenizer"})",
       .config = R"({"model_type":"glm4"})"},
      {.ids = {257, 60, 120, 62, 32, 60, 121, 62, 258, 259, 60, 47, 115, 62},
       .decoded = "abc<x> <y><t></s>",
       .tokenizer_config =
           R"({"split_special_tokens":false,"add_prefix_space":true,"model_max_length":2,)"
           R"("auto_map":{"AutoModel":"a.B"}})"},
  };
  return all;
}

CLAUSE_TEST("S51e", "a directory means what transformers makes of it") {
  for (const RecordedDirectory& each : recorded_directories()) {
    CAPTURE(each.tokenizer_config, each.special_tokens_map, each.added_tokens, each.config);
    const ModelDirectory directory;
    const auto write = [&](const std::string& name, std::string_view content) {
      if (!content.empty()) directory.write(name, content);
    };
    write("tokenizer_config.json", each.tokenizer_config);
    write("special_tokens_map.json", each.special_tokens_map);
    write("added_tokens.json", each.added_tokens);
    write("config.json", each.config);
    REQUIRE(directory.error() == "none");
    const Tokenizer tokenizer = open(directory.path());
    CHECK(tokenizer.encode(recorded_text) == each.ids);
    CHECK(tokenizer.decode(without_special_tokens(tokenizer, each.ids)) == each.decoded);
    // The file alone has none of these tokens.
    CHECK(open(directory.path() / "tokenizer.json").encode(recorded_text) ==
          recorded_directories().front().ids);
  }
}

struct RefusedDirectory {
  std::string_view name;
  std::string_view content;
  std::string_view begins;
};

constexpr auto refused_directories = std::to_array<RefusedDirectory>({
    // Ids that contradict.
    {"tokenizer_config.json", R"({"added_tokens_decoder":{"261":{"content":"<x>"}}})",
     "tokenizer_config.json: /added_tokens_decoder/261: 261 is not carried: the library gives 260"},
    {"tokenizer_config.json", R"({"added_tokens_decoder":{"0":{"content":"<x>"}}})",
     "tokenizer_config.json: /added_tokens_decoder/0: 0 is not carried: the library gives 260"},
    {"tokenizer_config.json", R"({"added_tokens_decoder":{"260":{"content":"<s>"}}})",
     R"(tokenizer_config.json: /added_tokens_decoder/260: "<s>" has the id 260 here, and 258 in )"
     "tokenizer.json"},
    {"tokenizer_config.json",
     R"({"added_tokens_decoder":{"260":{"content":"<x>"},"261":{"content":"<x>"}}})",
     R"(tokenizer_config.json: /added_tokens_decoder/261: "<x>" has the id 261 here, and 260 in )"
     "tokenizer_config.json ["},
    {"added_tokens.json", R"({"<x>":300})",
     "added_tokens.json: /<x>: 300 is not carried: the library gives 260"},
    {"added_tokens.json", R"({"<x>":258})",
     R"(added_tokens.json: /<x>: "<s>" has the id 258 in tokenizer.json [)"},
    {"added_tokens.json", R"({"<x>":260,"<y>":260})",
     R"(added_tokens.json: /<x>: "<y>" has the id 260 in added_tokens.json [)"},
    // Types with which transformers fails.
    {"tokenizer_config.json", "[]", "tokenizer_config.json: the whole document: an array"},
    {"tokenizer_config.json", "{", "tokenizer_config.json: byte "},
    {"tokenizer_config.json", "", "tokenizer_config.json: byte "},
    {"tokenizer_config.json", "{\"a\":\"\xff\"}", "tokenizer_config.json: byte "},
    {"tokenizer_config.json", R"({"eos_token":"<x>","eos_token":"<y>"})",
     "tokenizer_config.json: byte "},
    {"tokenizer_config.json", R"({"added_tokens_decoder":null})",
     "tokenizer_config.json: /added_tokens_decoder: null"},
    {"tokenizer_config.json", R"({"added_tokens_decoder":[]})",
     "tokenizer_config.json: /added_tokens_decoder: an array"},
    {"tokenizer_config.json", R"({"added_tokens_decoder":{"260":"<x>"}})",
     "tokenizer_config.json: /added_tokens_decoder/260: \"<x>\""},
    {"tokenizer_config.json", R"({"added_tokens_decoder":{"x":{"content":"<x>"}}})",
     "tokenizer_config.json: /added_tokens_decoder/x: required an id"},
    {"tokenizer_config.json", R"({"added_tokens_decoder":{"-1":{"content":"<x>"}}})",
     "tokenizer_config.json: /added_tokens_decoder/-1: required an id"},
    {"tokenizer_config.json", R"({"added_tokens_decoder":{"16777216":{"content":"<x>"}}})",
     "tokenizer_config.json: /added_tokens_decoder/16777216: required an id"},
    {"tokenizer_config.json", R"({"added_tokens_decoder":{"260":{"content":1}}})",
     "tokenizer_config.json: /added_tokens_decoder/260/content: 1"},
    {"tokenizer_config.json", R"({"added_tokens_decoder":{"260":{"content":"<x>","special":1}}})",
     "tokenizer_config.json: /added_tokens_decoder/260/special: 1"},
    {"tokenizer_config.json", R"({"added_tokens_decoder":{"260":{"content":"<x>","lstrip":null}}})",
     "tokenizer_config.json: /added_tokens_decoder/260/lstrip: null"},
    {"tokenizer_config.json", R"({"eos_token":1})", "tokenizer_config.json: /eos_token: 1"},
    {"tokenizer_config.json", R"({"eos_token":{"content":"<x>"}})",
     "tokenizer_config.json: /eos_token: an object"},
    {"tokenizer_config.json", R"({"extra_special_tokens":"<x>"})",
     "tokenizer_config.json: /extra_special_tokens: \"<x>\""},
    {"tokenizer_config.json", R"({"extra_special_tokens":[1]})",
     "tokenizer_config.json: /extra_special_tokens/0: 1"},
    {"tokenizer_config.json", R"({"additional_special_tokens":[{"content":"<x>"}]})",
     "tokenizer_config.json: /additional_special_tokens/0: an object"},
    {"tokenizer_config.json", R"({"extra_special_tokens":{"a":1}})",
     "tokenizer_config.json: /extra_special_tokens/a: 1"},
    {"tokenizer_config.json", R"({"tokenizer_class":1})",
     "tokenizer_config.json: /tokenizer_class: 1"},
    {"special_tokens_map.json", R"({"eos_token":["<x>"]})",
     "special_tokens_map.json: /eos_token: an array"},
    {"special_tokens_map.json", R"({"eos_token":{"content":1}})",
     "special_tokens_map.json: /eos_token/content: 1"},
    {"special_tokens_map.json", R"({"additional_special_tokens":[{"content":"<x>"}]})",
     "special_tokens_map.json: /additional_special_tokens/0: an object"},
    {"special_tokens_map.json", R"({"extra_special_tokens":[{"content":"<x>","special":true}]})",
     "special_tokens_map.json: /extra_special_tokens/0/special: true"},
    {"added_tokens.json", R"(["<x>"])", "added_tokens.json: the whole document: an array"},
    {"added_tokens.json", R"({"<x>":"260"})", "added_tokens.json: /<x>: \"260\""},
    {"added_tokens.json", R"({"<x>":-1})", "added_tokens.json: /<x>: -1"},
    {"added_tokens.json", R"({"<x>":16777216})", "added_tokens.json: /<x>: 16777216"},
    {"config.json", "{", "config.json: byte "},
    {"config.json", "[]", "config.json: the whole document: an array"},
    {"config.json", R"({"tokenizer_class":[]})", "config.json: /tokenizer_class: an array"},
    // What cannot be carried.
    {"tokenizer_config.json", R"({"auto_map":{"AutoTokenizer":["a.B",null]}})",
     "tokenizer_config.json: /auto_map: an object is not carried: the directory has code of its "
     "own"},
    {"tokenizer_config.json", R"({"auto_map":["a.B",null]})",
     "tokenizer_config.json: /auto_map: an array"},
    {"tokenizer_config.json", R"({"auto_map":null})", "tokenizer_config.json: /auto_map: null"},
    {"tokenizer_config.json", R"({"split_special_tokens":true})",
     "tokenizer_config.json: /split_special_tokens: true is not carried: required false"},
    {"tokenizer_config.json", R"({"post_processor":"x"})",
     "tokenizer_config.json: /post_processor: \"x\""},
    {"tokenizer_config.json", R"({"fast_tokenizer_files":["tokenizer.4.json"]})",
     "tokenizer_config.json: /fast_tokenizer_files: an array"},
    {"tokenizer_config.json", R"({"tokenizer_class":"BertTokenizerFast"})",
     "tokenizer_config.json: /tokenizer_class: \"BertTokenizerFast\" is not carried: its code in "
     "transformers 5.24, BertTokenizer, is not carried: give the file itself: "},
    {"tokenizer_config.json", R"({"tokenizer_class":"Qwen2Tokenizer"})",
     "tokenizer_config.json: /tokenizer_class: \"Qwen2Tokenizer\" is not carried: Qwen2Tokenizer "
     "of "
     "transformers 5.24 has another normalizer than tokenizer.json: give the file itself: "},
    {"tokenizer_config.json", R"({"tokenizer_class":"RobertaTokenizer"})",
     "tokenizer_config.json: /tokenizer_class: \"RobertaTokenizer\" is not carried: "
     "RobertaTokenizer of transformers 5.24 has another template"},
    {"tokenizer_config.json", R"({"tokenizer_class":"BartTokenizer"})",
     "tokenizer_config.json: /tokenizer_class: \"BartTokenizer\" is not carried: RobertaTokenizer"},
    {"tokenizer_config.json", R"({"tokenizer_class":"GPT2Tokenizer","add_prefix_space":true})",
     "tokenizer_config.json: /tokenizer_class: \"GPT2Tokenizer\" is not carried: GPT2Tokenizer of "
     "transformers 5.24 has another add_prefix_space than tokenizer.json"},
    {"tokenizer_config.json", R"({"tokenizer_class":"GPT2Tokenizer","add_prefix_space":1})",
     "tokenizer_config.json: /add_prefix_space: 1"},
    {"tokenizer_config.json", R"({"tokenizer_class":"RobertaTokenizer","add_prefix_space":null})",
     "tokenizer_config.json: /add_prefix_space: null"},
    {"tokenizer_config.json", R"({"tokenizer_class":"CohereTokenizer","add_prefix_space":true})",
     "tokenizer_config.json: /add_prefix_space: true"},
    {"config.json", R"({"model_type":"t5"})",
     "config.json: /model_type: \"t5\" is not carried: its code in transformers 5.24, T5Tokenizer"},
    {"config.json", R"({"model_type":"qwen2"})",
     "config.json: /model_type: \"qwen2\" is not carried: Qwen2Tokenizer of transformers 5.24"},
    {"config.json", R"({"tokenizer_class":"FooTokenizer"})",
     "config.json: /tokenizer_class: \"FooTokenizer\" is not carried: its code"},
});

CLAUSE_TEST("S51e", "a token of added_tokens.json is special, or sought in normalized text") {
  struct Flags {
    std::string_view tokenizer_config;
    bool is_special;
    bool normalized;
  };
  for (const auto& [config, is_special, normalized] : std::to_array<Flags>({
           {"{}", false, true},
           {R"({"eos_token":"<x>"})", true, false},
           {R"({"extra_special_tokens":["<x>"]})", true, false},
           {R"({"eos_token":{"__type":"AddedToken","content":"<x>"}})", true, true},
       })) {
    CAPTURE(config);
    const ModelDirectory directory;
    directory.write("added_tokens.json", R"({"<x>":260})");
    directory.write("tokenizer_config.json", config);
    const Tokenizer tokenizer = open(directory.path());
    const SpecialToken& token = TokenizerAccess::table(tokenizer).specials.back();
    CHECK(token.literal == "<x>");
    CHECK(token.is_special == is_special);
    CHECK(token.normalized == normalized);
  }
}

CLAUSE_TEST("S51e", "a directory that contradicts or is not carried is refused by name") {
  for (const RefusedDirectory& each : refused_directories) {
    CAPTURE(each.name, each.content);
    const ModelDirectory directory;
    directory.write(std::string(each.name), each.content);
    const std::string error = directory.error();
    CHECK_THAT(error, Catch::Matchers::StartsWith("ValueError: " + std::string(each.begins)) &&
                          Catch::Matchers::EndsWith("[S51e, chapter 16]"));
    CHECK_NOTHROW(open(directory.path() / "tokenizer.json"));
  }
}

CLAUSE_TEST("S51e", "a template, whole chunks and a split have to be those of the class") {
  const auto error_of = [](std::string_view from, std::string_view to, std::string_view name) {
    const ModelDirectory directory(edited(small_file(), from, to));
    directory.write("tokenizer_config.json",
                    fmt::format(R"({{"tokenizer_class":"{}","pad_token":null}})", name));
    return directory.error();
  };
  const auto has_another = [](std::string_view part) {
    return contains_text(fmt::format("has another {} than", part));
  };
  const std::string around =
      R"("post_processor":{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"<s>",)"
      R"("type_id":0}},{"Sequence":{"id":"A","type_id":0}}],"pair":[],"special_tokens":{"<s>":)"
      R"({"id":"<s>","ids":[258],"tokens":["<s>"]}}})";
  CHECK_THAT(error_of(R"("ignore_merges":false)", R"("ignore_merges":true)", "GPT2Tokenizer"),
             has_another("merging"));
  CHECK_THAT(error_of(R"("use_regex":true)", R"("use_regex":false)", "GPT2Tokenizer"),
             has_another("split"));
  CHECK(error_of(R"("post_processor":null)", around, "GPT2Tokenizer") == "none");
  CHECK(error_of(R"("normalizer":null)", R"("normalizer":{"type":"NFC"})", "GPTNeoXTokenizer") ==
        "none");
  const std::string with_nfc =
      edited(small_file(), R"("normalizer":null)", R"("normalizer":{"type":"NFC"})");
  const ModelDirectory directory(edited(with_nfc, R"("post_processor":null)", around));
  directory.write("tokenizer_config.json", R"({"tokenizer_class":"GPTNeoXTokenizer"})");
  CHECK_THAT(directory.error(), has_another("template"));
}

CLAUSE_TEST("S51e", "the class is chosen as transformers chooses it") {
  const auto choice = [](std::optional<std::string> own, std::string config, std::string type,
                         std::string name = "", bool has_tokenizer_json = true) {
    return chosen_class(
        {std::move(own), std::move(config), std::move(type), std::move(name), has_tokenizer_json});
  };
  const std::string generic(interop::transformers::generic_class);
  CHECK(choice({}, "", "") == generic);
  CHECK(choice({}, "", "zzz") == generic);
  CHECK(choice("PreTrainedTokenizerFast", "", "") == generic);
  CHECK(choice("PreTrainedTokenizer", "", "llama") == generic);
  CHECK(choice("", "GPT2Tokenizer", "") == generic);
  CHECK(choice("", "GPT2Tokenizer", "qwen3") == "GPT2Tokenizer");
  CHECK(choice({}, "GPT2TokenizerFast", "zzz") == "GPT2Tokenizer");
  CHECK(choice("FooTokenizer", "", "") == generic);
  CHECK(choice({}, "FooTokenizer", "") == "FooTokenizer");
  CHECK(choice("FooTokenizer", "", "gpt2") == generic);
  CHECK(choice("LlamaTokenizerFast", "", "llama") == generic);
  CHECK(choice("LlamaTokenizer", "", "", "", false) == "LlamaTokenizer");
  CHECK(choice("LlamaTokenizerFast", "", "qwen2") == "Qwen2Tokenizer");
  CHECK(choice("PreTrainedTokenizerFast", "", "qwen2") == "Qwen2Tokenizer");
  CHECK(choice("PreTrainedTokenizerFast", "", "qwen3") == generic);
  CHECK(choice("Qwen2TokenizerFast", "", "qwen3") == "Qwen2Tokenizer");
  CHECK(choice("GPT2Tokenizer", "", "qwen3") == "GPT2Tokenizer");
  CHECK(choice("GPT2Tokenizer", "", "qwen3", "siglip2") == "Qwen2Tokenizer");
  CHECK(choice("GPT2Tokenizer", "", "glm4") == generic);
  CHECK(choice("BartTokenizerFast", "", "") == "RobertaTokenizer");
  CHECK(choice({}, "", "bart") == "RobertaTokenizer");
  CHECK(choice({}, "", "mistral") == generic);
  CHECK(choice({}, "", "phobert") == generic);
  CHECK(choice("FooTokenizer", "", "phobert") == generic);
  CHECK(choice("BloomTokenizerFast", "", "bloom") == generic);
  // The first and the last type of a list.
  CHECK(choice({}, "", "audioflamingo3") == "Qwen2Tokenizer");
  CHECK(choice({}, "", "qwen3_vl_moe") == "Qwen2Tokenizer");
  CHECK(choice({}, "", "barthez") == generic);
  CHECK(choice({}, "", "wav2vec2_phoneme") == generic);
}

CLAUSE_TEST("S51e",
            "a member that Python takes for false changes nothing, and others are refused") {
  const ModelDirectory directory;
  const auto error_with = [&](std::string_view member, std::string_view value) {
    directory.write("tokenizer_config.json", fmt::format(R"({{"{}":{}}})", member, value));
    return directory.error();
  };
  const auto is_refused = [](std::string_view member) {
    return Catch::Matchers::StartsWith(
        fmt::format("ValueError: tokenizer_config.json: /{}: ", member));
  };
  for (const std::string_view value : {"null", "false", "0", "\"\"", "[]", "{}"}) {
    CHECK(error_with("vocab", value) == "none");
  }
  for (const std::string_view value : {"true", "1", "0.5", "\"x\"", "[0]", R"({"a":0})"}) {
    CHECK_THAT(error_with("vocab", value), is_refused("vocab"));
  }
  for (const std::string_view member :
       {"split_special_tokens", "fix_mistral_regex", "tokenizer_object", "tokenizer_truncation",
        "tokenizer_padding", "_json_truncation", "_json_padding", "post_processor", "gguf_file",
        "fast_tokenizer_files", "vocab", "merges"}) {
    CHECK_THAT(error_with(member, "true"), is_refused(member));
  }
}

CLAUSE_TEST("S51e", "NaN and Infinity are numbers outside of strings alone") {
  const ModelDirectory directory;
  directory.write("tokenizer_config.json",
                  R"({"a":[NaN,-Infinity],"eos_token":"\"NaN\\","bos_token":"Infinity"})");
  CHECK(open(directory.path()).encode("\"NaN\\Infinity") == std::vector<TokenId>{261, 260});
}

CLAUSE_TEST("S51e S50e",
            "what is beside the file counts on from the highest id of an added token") {
  std::string file = edited(small_file(), R"("abc":257)", R"("abc":257,"far":300)");
  file = edited(file, R"("id":258,"content":"<s>")", R"("id":259,"content":"<s>")");
  file = edited(file, R"("id":259,"content":"<t>")", R"("id":300,"content":"far")");
  const ModelDirectory directory(file);
  directory.write("tokenizer_config.json", R"({"bos_token":"<x>","eos_token":"<y>"})");
  CHECK(open(directory.path()).encode("<s>far<x><y>") == std::vector<TokenId>{259, 300, 301, 302});
}

PROPERTY("S51e", "any value of any member opens, or is a ValueError") {
  const auto member = *rc::gen::element<std::string>(
      "added_tokens_decoder", "eos_token", "image_token", "extra_special_tokens",
      "additional_special_tokens", "model_specific_special_tokens", "tokenizer_class", "auto_map",
      "split_special_tokens", "add_prefix_space", "post_processor", "model_type", "<x>", "vocab");
  const auto value = *rc::gen::element<std::string>(
      "null", "true", "0", "260", "-1", "1.5", "NaN", "\"\"", "\"<x>\"", "[]", "[\"<x>\"]",
      "[null]", "[[]]", "[{}]", "{}", "{\"260\":{}}", "{\"260\":{\"content\":\"<x>\"}}",
      "{\"a\":\"<x>\"}", "{\"__type\":\"AddedToken\"}", "{\"__type\":1}", "{\"content\":\"<x>\"}",
      "[{\"__type\":\"AddedToken\",\"content\":\"<x>\"}]", "{\"AutoTokenizer\":null}");
  const auto name = *rc::gen::element<std::string>(
      "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "config.json");
  const ModelDirectory directory;
  directory.write(name, fmt::format("{{\"{}\":{}}}", member, value));
  const std::string error = directory.error();
  RC_ASSERT(error == "none" || error.starts_with("ValueError: "));
  RC_CLASSIFY(error == "none", "opens");
}

CLAUSE_TEST("S51e", "a file beside the model that cannot be read is an error") {
  for (const std::string name :
       {"tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "config.json"}) {
    CAPTURE(name);
    const ModelDirectory directory;
    fs::create_directory(directory.path() / name);
    CHECK_THAT(directory.error(), Catch::Matchers::StartsWith("OSError: "));
    fs::remove(directory.path() / name);
    fs::create_symlink("missing", directory.path() / name);
    CHECK_THAT(directory.error(), Catch::Matchers::StartsWith("FileNotFoundError: "));
    fs::remove(directory.path() / name);
    std::ofstream(directory.path() / name).close();
    fs::resize_file(directory.path() / name, (std::uintmax_t{1} << 25) + 1);
    CHECK_THAT(directory.error(),
               Catch::Matchers::StartsWith("ValueError: ") && contains_text("33554432"));
  }
}

CLAUSE_TEST("S51e", "many tokens and members take time in proportion") {
  const ModelDirectory directory;
  std::string members;
  std::string added;
  for (int i = 0; i < 20'000; ++i) {
    members += fmt::format(R"({}"m{}_token":"<m{}>")", i == 0 ? "" : ",", i, i);
    added += fmt::format(R"({}"<a{}>":{})", i == 0 ? "" : ",", i, 260 + i);
  }
  directory.write("tokenizer_config.json", "{" + members + "}");
  directory.write("added_tokens.json", "{" + added + "}");
  const Tokenizer tokenizer = open(directory.path());
  CHECK(tokenizer.encode("<a19999><m0><m19999>") == std::vector<TokenId>{20259, 20260, 40259});
}

CLAUSE_TEST("S51e", "an artifact, and a model of another form, has nothing beside it") {
  const ModelDirectory directory(artifact::serialize(v1_table({{97, 98}})));
  directory.write("tokenizer_config.json", "faulty");
  CHECK(open(directory.path()).encode("ab") == std::vector<TokenId>{256});
  fs::remove(directory.path() / "tokenizer.json");
  directory.write("tekken.json", tekken_of(by_ranks({"ab"}), 2, 0));
  CHECK(open(directory.path()).encode("ab") == std::vector<TokenId>{258});
}

// The vocabulary has 259 names and leaves out the id 258, so the second new token gets that of a
// name.
CLAUSE_TEST("S51e S50c", "the id of a name is refused where it stands, or for its token") {
  Table table = small_exchange_table();
  table.specials.clear();
  const std::string file =
      edited(tokenizer_json_of(table, false), R"("abc":257)", R"("abc":257,"far":260)");
  const ModelDirectory directory(file);
  directory.write("tokenizer_config.json",
                  R"({"added_tokens_decoder":{"259":{"content":"<x>"},"260":{"content":"<y>"}}})");
  CHECK_THAT(directory.error(), contains_text("/added_tokens_decoder/260: 260"));
  directory.write("tokenizer_config.json", R"({"bos_token":"<x>","eos_token":"<y>"})");
  CHECK_THAT(directory.error(), contains_text("260 is the id of a token of the vocabulary"));
}

// Seen with transformers 5.24: CohereTokenizer adds its special tokens once more, with the flags
// that are stated for the role, or without flags if the role is that of the class.
CLAUSE_TEST("S51e S27g", "a role that is stated has the flags of its object") {
  Table table = small_exchange_table();
  table.specials.clear();
  table.profile.normalizer = Normalizer::nfc_9_0;
  const ModelDirectory directory(
      edited(tokenizer_json_of(table, false), byte_level_step,
             fmt::format(R"({{"type":"Sequence","pretokenizers":[)"
                         R"({{"type":"Digits","individual_digits":true}},{}]}})",
                         byte_level_step)));
  for (const bool is_stated : {false, true}) {
    directory.write(
        "tokenizer_config.json",
        fmt::format(R"({{"tokenizer_class":"CohereTokenizer",{}"added_tokens_decoder":)"
                    R"({{"258":{{"content":"<BOS_TOKEN>","special":true,"lstrip":true}}}}}})",
                    is_stated ? R"("bos_token":"<BOS_TOKEN>",)" : ""));
    CHECK(open(directory.path()).encode("ab  <BOS_TOKEN>") ==
          (is_stated ? std::vector<TokenId>{256, 258} : std::vector<TokenId>{256, 32, 32, 258}));
  }
}

// A token with these flags: a bit of the number for each.
constexpr unsigned special_flag = 16;
SpecialToken token_with(unsigned flags) {
  return {.literal = "<x>",
          .id = 258,
          .normalized = (flags & 1) != 0,
          .is_special = (flags & special_flag) != 0,
          .lstrip = (flags & 2) != 0,
          .rstrip = (flags & 4) != 0,
          .single_word = (flags & 8) != 0};
}

// The members of its object in a file, without "special".
std::string flags_json(const SpecialToken& token) {
  return fmt::format(R"("content":"{}","normalized":{},"lstrip":{},"rstrip":{},"single_word":{})",
                     token.literal, token.normalized, token.lstrip, token.rstrip,
                     token.single_word);
}

// Two roles may name one token. The flags that differ are those of the second, one flag at a time.
CLAUSE_TEST("S51e S27g", "of two roles with one token the second has the flags") {
  Table table = small_exchange_table();
  table.specials.clear();
  const std::string file =
      edited(tokenizer_json_of(table, false), R"("abc":257)", R"("abc":257,"<x>":258)");
  for (const unsigned first : {0U, 15U}) {
    for (unsigned second = 0; second < 16; ++second) {
      CAPTURE(first, second);
      const SpecialToken wanted = token_with(special_flag | second);
      const ModelDirectory directory(file);
      directory.write(
          "special_tokens_map.json",
          fmt::format(R"({{"bos_token":{{{}}},"eos_token":{{{}}}}})",
                      flags_json(token_with(special_flag | first)), flags_json(wanted)));
      const Tokenizer tokenizer = open(directory.path());
      CHECK(TokenizerAccess::table(tokenizer).specials == std::vector<SpecialToken>{wanted});
      std::vector<TokenId> ids = {97};
      if (!wanted.lstrip) ids.push_back(32);
      ids.push_back(258);
      if (!wanted.rstrip) ids.push_back(32);
      ids.push_back(97);
      CHECK(tokenizer.encode("a <x> a") == ids);
      CHECK(tokenizer.encode("a<x>a") == (wanted.single_word
                                              ? std::vector<TokenId>{97, 60, 120, 62, 97}
                                              : std::vector<TokenId>{97, 258, 97}));
    }
  }
}

CLAUSE_TEST("S51e", "a token that comes again has the flags that come last, also if one differs") {
  for (const unsigned first : {0U, 31U}) {
    for (unsigned flag = 1; flag < 32; flag *= 2) {
      CAPTURE(first, flag);
      Table table = small_exchange_table();
      table.specials = {token_with(first)};
      const ModelDirectory directory(tokenizer_json_of(table, false));
      SpecialToken wanted = token_with(first ^ flag);
      directory.write("tokenizer_config.json",
                      fmt::format(R"({{"added_tokens_decoder":{{"258":{{{},"special":{}}}}}}})",
                                  flags_json(wanted), wanted.is_special));
      wanted.is_special = wanted.is_special || table.specials[0].is_special;
      CHECK(TokenizerAccess::table(open(directory.path())).specials ==
            std::vector<SpecialToken>{wanted});
    }
  }
}

CLAUSE_TEST("S51e S30e", "an object says itself whether it is found in normalized text") {
  const ModelDirectory directory(
      edited(small_file(), R"("normalizer":null)", R"("normalizer":{"type":"NFC"})"));
  directory.write(
      "tokenizer_config.json",
      R"({"added_tokens_decoder":{"260":{"content":"<x>","special":true,"normalized":true},)"
      R"("261":{"content":"<y>","special":true},"262":{"content":"<z>"},)"
      R"("263":{"content":"<w>","normalized":false}}})");
  const Tokenizer tokenizer = open(directory.path());
  std::string found;
  for (const SpecialToken& token : TokenizerAccess::table(tokenizer).specials) {
    if (token.normalized) found += token.literal;
  }
  CHECK(found == "<x><z>");
}

// Seen with transformers 5.24: "ab" is " ab" to these directories.
CLAUSE_TEST("S51e S30g", "the class and its file put the same space before segments") {
  const ModelDirectory directory;
  const std::string with_space =
      edited(small_file(), byte_level_step, edited(std::string(byte_level_step), "false", "true"));
  const auto outcome_of = [&](std::string_view file, std::string_view config) {
    directory.write("tokenizer.json", file);
    directory.write("tokenizer_config.json", config);
    const std::string error = directory.error();
    if (error.find("another add_prefix_space") != std::string::npos) return std::string("refused");
    REQUIRE(error == "none");
    return open(directory.path()).encode("ab") == std::vector<TokenId>{256} ? std::string("ab")
                                                                            : std::string(" ab");
  };
  for (const std::string_view name : {"GPT2Tokenizer", "FooTokenizer"}) {
    CAPTURE(name);
    const bool is_made = name == "GPT2Tokenizer";
    const auto config = [&](std::string_view flag) {
      return fmt::format(R"({{"tokenizer_class":"{}","add_prefix_space":{}}})", name, flag);
    };
    CHECK(outcome_of(small_file(), config("false")) == "ab");
    CHECK(outcome_of(small_file(), config("true")) == (is_made ? "refused" : "ab"));
    CHECK(outcome_of(with_space, config("true")) == " ab");
    CHECK(outcome_of(with_space, config("false")) == (is_made ? "refused" : " ab"));
  }
}

CLAUSE_TEST("S50f", "text yields special tokens only if one is special, and the rule finds it") {
  const Desk desk;
  for (const bool is_special : {false, true}) {
    for (const SpecialRule rule : special_rules) {
      Table table = small_exchange_table();
      for (SpecialToken& token : table.specials) token.is_special = is_special;
      table.profile.added = {added_tokens(table.specials), rule};
      desk.write("x.json", artifact::serialize_schema2(table));
      const bool yields = is_special && rule == SpecialRule::matched;
      CHECK_THAT(desk.bpetite({"inspect", "x.json", "--json"}).out,
                 contains_text(fmt::format(R"("text_yields_special":{})", yields)));
    }
  }
}

CLAUSE_TEST("S51e S50f", "inspect shows the file of each added token") {
  const Desk desk;
  fs::create_directory(desk.path() / "model");
  desk.write("model/tokenizer.json", small_file());
  desk.write("model/tokenizer_config.json",
             R"({"added_tokens_decoder":{"260":{"content":"<x>","special":true},)"
             R"("259":{"content":"<t>","special":true}},"eos_token":"</s>"})");
  const std::string screen = desk.bpetite({"inspect", "model"}).out;
  for (const std::string_view line :
       {"258 \"<s>\", from tokenizer.json\n", "259 \"<t>\", from tokenizer_config.json\n",
        "260 \"<x>\", from tokenizer_config.json\n",
        "261 \"</s>\", from tokenizer_config.json\n"}) {
    CHECK_THAT(screen, contains_text(std::string(line)));
  }
  CHECK_THAT(desk.bpetite({"inspect", "model", "--json"}).out,
             contains_text(R"({"id":260,"literal":"<x>","special":true,"normalized":false,)"
                           R"("lstrip":false,"rstrip":false,"single_word":false,)"
                           R"("from":"tokenizer_config.json"})"));
  CHECK_THAT(desk.bpetite({"inspect", "model/tokenizer.json", "--json"}).out,
             contains_text(R"("literal":"<t>","special":false,"normalized":false,)"
                           R"("lstrip":false,"rstrip":false,"single_word":false,)"
                           R"("from":"tokenizer.json"})"));
}

}  // namespace
}  // namespace bpetite::test
