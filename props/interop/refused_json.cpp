// Files of Hugging Face's library that do not open: each refusal, by its JSON pointer (S50, S31).
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <bpetite/errors.hpp>

#include "artifact/schema2.hpp"
#include "bpetite/backend.hpp"
#include "engine/encode.hpp"
#include "interop/open.hpp"
#include "support/programs/allocations.hpp"
#include "support/property.hpp"
#include "support/texts/tokenizer_files.hpp"

namespace bpetite::test {
namespace {

std::string refusal_of(std::string_view file, bool drop_missing_bytes = false) {
  try {
    backend::read_model(file, "x", nullptr, drop_missing_bytes);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

std::string small_file() { return tokenizer_json_of(small_exchange_table(), false); }

std::string edited(std::string file, std::string_view from, std::string_view to) {
  const std::size_t at = file.find(from);
  REQUIRE(at != std::string::npos);
  return file.replace(at, from.size(), to);
}

// A value, and how the error begins that it gives.
struct Refused {
  std::string_view value;
  std::string_view begins;
};

// Each value in place of a part of the small file. `around` has the place of the value: "[{}]".
void check_refused(std::string_view part, const std::string& around,
                   std::span<const Refused> list) {
  for (const auto& [value, begins] : list) {
    INFO(value);
    const std::string whole = fmt::format(fmt::runtime(around), value);
    CHECK_THAT(refusal_of(edited(small_file(), part, whole)),
               Catch::Matchers::StartsWith(fmt::format("tokenizer.json: {}", begins)) &&
                   Catch::Matchers::EndsWith("[S50b]"));
  }
}

CLAUSE_TEST("S50b", "normalizers other than NFC are refused") {
  constexpr auto list = std::to_array<Refused>({
      {R"({"type":"NFKC"})", "/normalizer/type: \"NFKC\""},
      {R"({"type":"NFD"})", "/normalizer/type: \"NFD\""},
      {R"({"type":"NFKD"})", "/normalizer/type: \"NFKD\""},
      {R"({"type":"Lowercase"})", "/normalizer/type: \"Lowercase\""},
      {R"({"type":"StripAccents"})", "/normalizer/type: \"StripAccents\""},
      {R"({"type":"Strip"})", "/normalizer/type: \"Strip\""},
      {R"({"type":"Precompiled"})", "/normalizer/type: \"Precompiled\""},
      {R"({"type":"BertNormalizer"})", "/normalizer/type: \"BertNormalizer\""},
      {R"({"type":"Nmt"})", "/normalizer/type: \"Nmt\""},
      {R"({"type":"ByteLevel"})", "/normalizer/type: \"ByteLevel\""},
      {R"({"type":"Replace"})", "/normalizer/type: \"Replace\""},
      {R"({"type":"Prepend"})", "/normalizer/type: \"Prepend\""},
      {R"({"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"NFC"}]})",
       "/normalizer/type: \"Sequence\""},
      {R"({"type":"Sequence","normalizers":[{"type":"NFD"}]})",
       "/normalizer/normalizers/0/type: \"NFD\""},
      {R"({"type":"Sequence"})", "/normalizer/normalizers: the field is missing"},
      {"{}", "/normalizer/type: the field is missing"},
      {"7", "/normalizer: 7"},
  });
  check_refused(R"("normalizer":null)", R"("normalizer":{})", list);
}

constexpr std::string_view only_step = R"({"type":"ByteLevel","add_prefix_space":false})";

CLAUSE_TEST("S50b S50d", "pre-tokenizers that do not end with ByteLevel are refused") {
  constexpr auto list = std::to_array<Refused>({
      {"null", "/pre_tokenizer: null"},
      {"7", "/pre_tokenizer: 7"},
      {"{}", "/pre_tokenizer/type: the field is missing"},
      {R"({"type":"Whitespace"})", "/pre_tokenizer/type: \"Whitespace\""},
      {R"({"type":"WhitespaceSplit"})", "/pre_tokenizer/type: \"WhitespaceSplit\""},
      {R"({"type":"BertPreTokenizer"})", "/pre_tokenizer/type: \"BertPreTokenizer\""},
      {R"({"type":"CharDelimiterSplit"})", "/pre_tokenizer/type: \"CharDelimiterSplit\""},
      {R"({"type":"UnicodeScripts"})", "/pre_tokenizer/type: \"UnicodeScripts\""},
      {R"({"type":"FixedLength"})", "/pre_tokenizer/type: \"FixedLength\""},
      {R"({"type":"Metaspace"})", "/pre_tokenizer/type: \"Metaspace\""},
      {R"({"type":"Punctuation"})", "/pre_tokenizer/type: \"Punctuation\""},
      {R"({"type":"Split"})", "/pre_tokenizer/type: \"Split\""},
      {R"({"type":"Digits"})", "/pre_tokenizer/type: \"Digits\""},
      {R"({"type":"ByteLevel"})", "/pre_tokenizer/add_prefix_space: the field is missing"},
      {R"({"type":"ByteLevel","add_prefix_space":true})", "/pre_tokenizer/add_prefix_space: true"},
      {R"({"type":"ByteLevel","add_prefix_space":false,"use_regex":1})",
       "/pre_tokenizer/use_regex: 1"},
      {R"({"type":"Sequence"})", "/pre_tokenizer/pretokenizers: the field is missing"},
      {R"({"type":"Sequence","pretokenizers":[]})", "/pre_tokenizer/pretokenizers: an array"},
      {R"({"type":"Sequence","pretokenizers":[{"type":"Digits"}]})",
       "/pre_tokenizer/pretokenizers: an array"},
      {R"({"type":"Sequence","pretokenizers":[{"type":"ByteLevel","add_prefix_space":true}]})",
       "/pre_tokenizer/pretokenizers/0/add_prefix_space: true"},
  });
  check_refused(only_step, "{}", list);
}

// A sequence of these steps and ByteLevel.
std::string sequence_of(std::string_view steps) {
  return fmt::format(R"({{"type":"Sequence","pretokenizers":[{},{}]}})", steps, only_step);
}

CLAUSE_TEST("S50b S50d",
            "steps other than Split and Digits are refused, and so is what they cannot") {
  constexpr auto list = std::to_array<Refused>({
      {R"("type":"Punctuation")", "type: \"Punctuation\""},
      {R"("type":"Metaspace")", "type: \"Metaspace\""},
      {R"("type":"Whitespace")", "type: \"Whitespace\""},
      {R"("type":"ByteLevel","add_prefix_space":false)", "type: \"ByteLevel\""},
      {R"("type":"Sequence","pretokenizers":[])", "type: \"Sequence\""},
      {R"("type":"Digits","individual_digits":1)", "individual_digits: 1"},
      {R"("type":"Split","behavior":"Isolated")", "pattern: the field is missing"},
      {R"("type":"Split","behavior":"Isolated","pattern":{})", "pattern: an object"},
      {R"("type":"Split","behavior":"Isolated","pattern":"a")", "pattern: \"a\""},
      {R"("type":"Split","behavior":"Isolated","pattern":{"Regex":"(?<=a)b"})", "pattern/Regex: "},
      {R"("type":"Split","behavior":"Isolated","pattern":{"Regex":"a$"})", "pattern/Regex: "},
      {R"("type":"Split","pattern":{"String":" "})", "behavior: the field is missing"},
      {R"("type":"Split","pattern":{"String":" "},"behavior":"Removed")", "behavior: \"Removed\""},
      {R"("type":"Split","pattern":{"String":" "},"behavior":"Contiguous")",
       "behavior: \"Contiguous\""},
      {R"("type":"Split","pattern":{"String":" "},"behavior":"MergedWithNext")",
       "behavior: \"MergedWithNext\""},
      {R"("type":"Split","pattern":{"String":" "},"behavior":"MergedWithPrevious")",
       "behavior: \"MergedWithPrevious\""},
      {R"("type":"Split","pattern":{"String":" "},"behavior":"Isolated","invert":1)", "invert: 1"},
  });
  for (const auto& [step, begins] : list) {
    INFO(step);
    const std::string whole = sequence_of(fmt::format("{{{}}}", step));
    CHECK_THAT(refusal_of(edited(small_file(), only_step, whole)),
               Catch::Matchers::StartsWith(
                   fmt::format("tokenizer.json: /pre_tokenizer/pretokenizers/0/{}", begins)) &&
                   Catch::Matchers::EndsWith("[S50b]"));
  }
}

CLAUSE_TEST("S50b", "there are at most 64 steps with a pattern") {
  const auto refusal_with = [](std::size_t count) {
    std::string steps = R"({"type":"Digits"})";
    while (--count > 0) steps += R"(,{"type":"Digits"})";
    return refusal_of(edited(small_file(), only_step, sequence_of(steps)));
  };
  CHECK(refusal_with(63) == "none");  // with that of ByteLevel
  CHECK(refusal_with(64) ==
        "tokenizer.json: /pre_tokenizer/pretokenizers: an array is not carried: required at most "
        "64 steps [S50b]");
}

constexpr std::string_view no_processor = R"("post_processor":null)";

CLAUSE_TEST("S50b S26i", "post-processors other than ByteLevel and one template are refused") {
  constexpr auto list = std::to_array<Refused>({
      {R"({"type":"BertProcessing"})", "/post_processor/type: \"BertProcessing\""},
      {R"({"type":"RobertaProcessing"})", "/post_processor/type: \"RobertaProcessing\""},
      {R"({"type":"Sequence"})", "/post_processor/processors: the field is missing"},
      {R"({"type":"Sequence","processors":[{"type":"ByteLevel"},{"type":"BertProcessing"}]})",
       "/post_processor/processors/1/type: \"BertProcessing\""},
      {R"({"type":"Sequence","processors":[)"
       R"({"type":"TemplateProcessing","single":[{"Sequence":{"id":"A"}}]},)"
       R"({"type":"TemplateProcessing","single":[{"Sequence":{"id":"A"}}]}]})",
       "/post_processor/processors/1/type: \"TemplateProcessing\""},
  });
  check_refused(no_processor, R"("post_processor":{})", list);

  constexpr auto templates = std::to_array<Refused>({
      {R"("single":[])", "single: an array"},
      {R"("single":7)", "single: 7"},
      {R"("single":[{"Sequence":{"id":"B"}}])", "single: an array"},
      {R"("single":[{"Sequence":{"id":"A"}},{"Sequence":{"id":"A"}}])", "single: an array"},
      {R"("single":[{}])", "single/0/SpecialToken: the field is missing"},
      {R"("single":[{"SpecialToken":{"id":"<x>"}},{"Sequence":{"id":"A"}}],"special_tokens":{})",
       "single/0/SpecialToken/id: \"<x>\""},
      {R"("single":[{"SpecialToken":{"id":"a"}}],"special_tokens":{"a":{"ids":[-1]}})",
       "special_tokens/a/ids/0: -1"},
      {R"("single":[{"SpecialToken":{"id":"a"}}],"special_tokens":{"a":{"ids":[97,300]}})",
       "special_tokens/a/ids/1: 300 is not carried: required the id of a token"},
      {R"("single":[{"SpecialToken":{"id":"a"}}],"special_tokens":{"a":{}})",
       "special_tokens/a/ids: the field is missing"},
  });
  for (const auto& [value, begins] : templates) {
    INFO(value);
    const std::string whole =
        fmt::format(R"("post_processor":{{"type":"TemplateProcessing",{}}})", value);
    CHECK_THAT(
        refusal_of(edited(small_file(), no_processor, whole)),
        Catch::Matchers::StartsWith(fmt::format("tokenizer.json: /post_processor/{}", begins)) &&
            Catch::Matchers::EndsWith("[S50b]"));
  }
}

CLAUSE_TEST("S50b S26i", "a template has at most 64 pieces, and 64 ids on each side") {
  const auto refusal_with = [](std::size_t pieces, std::string_view ids) {
    std::string single = R"({"Sequence":{"id":"A"}})";
    while (--pieces > 0) single += R"(,{"SpecialToken":{"id":"<s>"}})";
    const std::string whole =
        fmt::format(R"("post_processor":{{"type":"TemplateProcessing","single":[{}],)"
                    R"("special_tokens":{{"<s>":{{"ids":[{}]}}}}}})",
                    single, ids);
    return refusal_of(edited(small_file(), no_processor, whole));
  };
  CHECK(refusal_with(64, "258") == "none");
  CHECK(refusal_with(65, "258") ==
        "tokenizer.json: /post_processor/single: an array is not carried: required at most 64 "
        "pieces [S50b]");
  CHECK(refusal_with(33, "258,97") == "none");
  CHECK(refusal_with(34, "258,97") ==
        "tokenizer.json: /post_processor/special_tokens/<s>/ids/0: 258 is not carried: required at "
        "most 64 ids [S50b]");
}

// What an error costs must be the list of values, 8 bytes for each two of the file, and no more.
CLAUSE_TEST("S13f S50b S56f S56m", "a list that is too long is refused before it is taken apart") {
  std::string list = "7";
  for (int i = 0; i < 100'000; ++i) list += ",7";
  const auto with_list = [&](const std::string& file, std::string_view part, std::string_view to) {
    return edited(file, part, fmt::format(fmt::runtime(to), list));
  };
  const std::string artifact = artifact::serialize_schema2(small_exchange_table());
  struct Case {
    std::string file;
    std::string error;
  };
  const std::array<Case, 7> cases = {{
      {with_list(small_file(), only_step, R"({{"type":"Sequence","pretokenizers":[{}]}})"),
       "required at most 64 steps [S50b]"},
      {with_list(small_file(), R"("normalizer":null)",
                 R"("normalizer":{{"type":"Sequence","normalizers":[{}]}})"),
       "required no normalizer, or NFC alone [S50b]"},
      {with_list(small_file(), no_processor,
                 R"("post_processor":{{"type":"TemplateProcessing","single":[{}]}})"),
       "required at most 1000 elements [S50b]"},
      {with_list(small_file(), no_processor,
                 R"("post_processor":{{"type":"TemplateProcessing","single":[{{"SpecialToken":)"
                 R"({{"id":"a"}}}}],"special_tokens":{{"a":{{"ids":[{}]}}}}}})"),
       "required at most 64 ids [S50b]"},
      {with_list(artifact, R"("splits":[)", R"("splits":[{},)"), "at most 64 steps [S56f]"},
      {with_list(artifact, R"("added_tokens":[)", R"("added_tokens":[{},)"),
       "/added_tokens/0: 7 is not carried: required an object [S56l]"},
      {with_list(artifact, R"("before":[])", R"("before":[{}])"), "at most 64 ids [S56m]"},
  }};
  for (const auto& [file, error] : cases) {
    const std::uint64_t before = allocations().bytes;
    const std::string refusal = refusal_of(file);
    const std::uint64_t bytes = allocations().bytes - before;
    INFO(refusal << ": " << bytes << " bytes for a file of " << file.size());
    CHECK_THAT(refusal, Catch::Matchers::EndsWith(error));
    CHECK(bytes < 10 * file.size());
  }
}

CLAUSE_TEST("S50b", "decoders other than ByteLevel are refused") {
  constexpr auto list = std::to_array<Refused>({
      {"null", "/decoder: null"},
      {"{}", "/decoder/type: the field is missing"},
      {R"({"type":"Metaspace"})", "/decoder/type: \"Metaspace\""},
      {R"({"type":"BPEDecoder"})", "/decoder/type: \"BPEDecoder\""},
      {R"({"type":"WordPiece"})", "/decoder/type: \"WordPiece\""},
      {R"({"type":"ByteFallback"})", "/decoder/type: \"ByteFallback\""},
      {R"({"type":"Fuse"})", "/decoder/type: \"Fuse\""},
      {R"({"type":"Replace"})", "/decoder/type: \"Replace\""},
      {R"({"type":"Strip"})", "/decoder/type: \"Strip\""},
      {R"({"type":"CTC"})", "/decoder/type: \"CTC\""},
      {R"({"type":"Sequence","decoders":[]})", "/decoder/type: \"Sequence\""},
  });
  check_refused(R"("decoder":{"type":"ByteLevel"})", R"("decoder":{})", list);
}

// One edit of the small file, and how the error begins and ends.
struct Edit {
  std::string_view from;
  std::string_view to;
  std::string_view begins;
  std::string_view clause;
};

constexpr auto edits = std::to_array<Edit>({
    {R"("1.0")", R"("2.0")", "/version: \"2.0\"", "S50b"},
    {R"("1.0")", "1", "/version: 1", "S50b"},
    {R"("truncation":null)", R"("truncation":{})", "/truncation: an object", "S50b"},
    {R"("truncation":null)", R"("padding":{})", "/padding: an object", "S50b"},
    {R"("BPE")", R"("WordPiece")", "/model/type: \"WordPiece\"", "S50b"},
    {R"("BPE")", R"("WordLevel")", "/model/type: \"WordLevel\"", "S50b"},
    {R"("BPE")", R"("Unigram")", "/model/type: \"Unigram\"", "S50b"},
    {R"("model":{)", R"("model":7,"_":{)", "/model: 7", "S50b"},
    {R"("dropout":null)", R"("dropout":0.1)", "/model/dropout: a fraction", "S50b"},
    {R"("dropout":null)", R"("dropout":1)", "/model/dropout: 1", "S50b"},
    {R"("dropout":null)", R"("fuse_unk":true)", "/model/fuse_unk: true", "S50b"},
    {R"("dropout":null)", R"("end_of_word_suffix":"</w>")", "/model/end_of_word_suffix: \"</w>\"",
     "S50b"},
    {R"("dropout":null)", R"("continuing_subword_prefix":"##")",
     "/model/continuing_subword_prefix: \"##\"", "S50b"},
    {R"("ignore_merges":false)", R"("ignore_merges":1)", "/model/ignore_merges: 1", "S50b"},
    {R"("vocab":)", R"("vocab2":)", "/model/vocab: the field is missing", "S50b"},
    {R"("vocab":)", R"("vocab":[],"_":)", "/model/vocab: an array", "S50b"},
    {R"("merges":)", R"("merges2":)", "/model/merges: the field is missing", "S50b"},
    {R"("merges":)", R"("merges":{},"_":)", "/model/merges: an object", "S50b"},
    {R"("ab":256)", R"("ab":"256")", "/model/vocab/ab: \"256\" is no id below", "S50c"},
    {R"("ab":256)", R"("ab":99999999)", "/model/vocab/ab: 99999999 is no id below", "S50c"},
    {R"("ab":256)", R"("ab":1540)", "/model/vocab/ab: 1540 is no id below 1540", "S50c"},
    {R"("ab":256)", R"("ab":-1)", "/model/vocab/ab: -1 is no id below", "S50c"},
    {R"("ab":256)", R"("ab":2.0)", "/model/vocab/ab: a fraction is no id below", "S50c"},
    {R"("ab":256)", R"("ab":257)", "/model/vocab/abc: the id 257 occurs twice", "S50c"},
    {R"("ab":256)", R"("":256)", "/model/vocab: the empty text", "S50c"},
    {R"("!":33)", R"("!!":33)", "/model/vocab: the byte 0x21 has no token", "S31a"},
    {R"("a b")", R"("a")", "/model/merges/0: \"a\" is not the names", "S50c"},
    {R"("a b")", R"("a b c")", "/model/merges/0: \"a b c\" is not the names", "S50c"},
    {R"("a b")", R"(["a"])", "/model/merges/0: an array is not the names", "S50c"},
    {R"("a b")", R"(["a",1])", "/model/merges/0: an array is not the names", "S50c"},
    {R"("a b")", "7", "/model/merges/0: 7 is not the names", "S50c"},
    {R"("a b")", R"("a c")", "/model/merges/0: \"ac\" is not in the vocabulary", "S50c"},
    {R"("a b")", R"("ac b")", "/model/merges/0: \"ac\" is not in the vocabulary", "S50c"},
    {R"("a b")", R"("a bb")", "/model/merges/0: \"bb\" is not in the vocabulary", "S50c"},
    {R"("ab c")", R"("a b")", "/model/merges/1: the merge occurs twice", "S50c"},
    {R"("a b")", R"("#version: 0.2","a c")", "/model/merges/1: \"ac\" is not in the vocabulary",
     "S50c"},
    {R"("added_tokens":[)", R"("added_tokens":{},"_":[)", "/added_tokens: an object", "S50b"},
    {R"("added_tokens":[)", R"("added_tokens":[7,)", "/added_tokens/0: 7", "S50b"},
    {R"("id":258)", R"("id":1000)",
     "/added_tokens/0/id: 1000 is not carried: the library gives 258", "S50b"},
    {R"("id":258,)", "", "/added_tokens/0/id: the field is missing", "S50b"},
    {R"("id":258)", R"("id":-1)", "/added_tokens/0/id: -1", "S50b"},
    {R"("id":258)", R"("id":16777216)", "/added_tokens/0/id: 16777216", "S50b"},
    {R"("abc":257)", R"("abc":258)",
     "/added_tokens/0/id: 258 is not carried: it is that of a token of the vocabulary", "S50b"},
    {R"("<s>")", R"("")", "/added_tokens/0/content: \"\"", "S50b"},
    {R"("<s>")", "7", "/added_tokens/0/content: 7", "S50b"},
    {R"("<s>")", R"("<t>")", "/added_tokens/1/content: \"<t>\" is not carried: it occurs twice",
     "S50b"},
    {R"("<s>")", R"("ø")", "/added_tokens/0/content: \"\\xc3\\xb8\"", "S50b"},
    {R"("id":258,"content":"<s>")", R"("id":256,"content":"ab")",
     "/added_tokens/0/content: \"ab\" is not carried: merges make this token too", "S50b"},
    {R"("id":258,"content":"<s>")", R"("id":97,"content":"a")",
     "/added_tokens/0/content: \"a\" is not carried: merges make this token too", "S50b"},
    {R"("id":258)", R"("lstrip":true,"id":258)", "/added_tokens/0/lstrip: true", "S50b"},
    {R"("id":258)", R"("rstrip":true,"id":258)", "/added_tokens/0/rstrip: true", "S50b"},
    {R"("id":258)", R"("single_word":true,"id":258)", "/added_tokens/0/single_word: true", "S50b"},
    {R"("normalized":false)", R"("normalized":"no")", "/added_tokens/0/normalized: \"no\"", "S50b"},
    {R"("special":true)", R"("special":1)", "/added_tokens/0/special: 1", "S50b"},
});

CLAUSE_TEST("S50b S50c S50e S31a", "faults of the model and of added tokens are refused") {
  REQUIRE(refusal_of(small_file()) == "none");
  for (const auto& [from, to, begins, clause] : edits) {
    INFO(from << " -> " << to);
    CHECK_THAT(refusal_of(edited(small_file(), from, to)),
               Catch::Matchers::StartsWith(fmt::format("tokenizer.json: {}", begins)) &&
                   Catch::Matchers::EndsWith(fmt::format("[{}]", clause)));
  }
  Table nothing = small_exchange_table();
  nothing.tokens.clear();
  nothing.merges.clear();
  CHECK(refusal_of(tokenizer_json_of(nothing, false)) ==
        "tokenizer.json: /model/vocab: the byte 0x00 has no token [S31a]");
  const std::string nfc =
      edited(small_file(), R"("normalizer":null)", R"("normalizer":{"type":"NFC"})");
  CHECK(refusal_of(edited(nfc, R"("content":"<t>","normalized":false)",
                          R"("content":"日","normalized":true)")) ==
        "tokenizer.json: /added_tokens/1/content: \"\\xe6\\x97\\xa5\" is not carried: required "
        "ASCII where the token is sought in normalized text [S50b]");
}

// Before its version 0.22.2 the library numbered behind the highest id so far, and since then by
// the number of tokens so far. With `far` behind a hole these differ.
CLAUSE_TEST("S50e", "ids that versions of the library give otherwise are refused") {
  const auto with_far = [](std::string_view first, std::string_view second) {
    std::string file = edited(small_file(), R"("abc":257)", R"("abc":257,"far":300)");
    file = edited(file, R"("id":258,"content":"<s>")", first);
    return refusal_of(edited(file, R"("id":259,"content":"<t>")", second));
  };
  constexpr std::string_view far = R"("id":300,"content":"far")";
  CHECK(with_far(R"("id":259,"content":"<s>")", R"("id":260,"content":"<t>")") == "none");
  CHECK(with_far(R"("id":259,"content":"<s>")", far) == "none");
  for (const std::string_view id : {"301", "259"}) {
    CHECK(
        with_far(far, fmt::format(R"("id":{},"content":"<t>")", id)) ==
        fmt::format("tokenizer.json: /added_tokens/1/id: {} is not carried: the library gives 259 "
                    "to this token, and before its version 0.22.2 301 [S50b]",
                    id));
  }
}

CLAUSE_TEST("S50a S50e S26h", "no text that NFC changes becomes an added token of the vocabulary") {
  const auto refusal_with = [](std::string_view name, bool ignore_merges, bool nfc) {
    std::string file =
        edited(small_file(), R"("abc":257)", fmt::format(R"("abc":257,"{}":258)", name));
    file = edited(file, R"("<s>")", fmt::format(R"("{}")", name));
    if (nfc) file = edited(file, R"("normalizer":null)", R"("normalizer":{"type":"NFC"})");
    return refusal_of(
        ignore_merges ? edited(file, R"("ignore_merges":false)", R"("ignore_merges":true)") : file);
  };
  for (const std::string_view name : {"<K>", ";;", "``"}) {
    CHECK(refusal_with(name, true, true) ==
          fmt::format("tokenizer.json: /added_tokens/0/content: \"{}\" is not carried: after NFC "
                      "other text could be this whole chunk, and so this token [S50b]",
                      name));
    CHECK(refusal_with(name, false, true) == "none");
    CHECK(refusal_with(name, true, false) == "none");
  }
  CHECK(refusal_with("<s>", true, true) == "none");
}

CLAUSE_TEST("S50b", "a missing field is called missing, and the error says what is carried") {
  const auto without = [](std::string_view key) {
    return refusal_of(edited(small_file(), key, R"("_":)"));
  };
  CHECK(without(R"("decoder":)") ==
        "tokenizer.json: /decoder: the field is missing: required ByteLevel [S50b]");
  CHECK(
      without(R"("pre_tokenizer":)") ==
      "tokenizer.json: /pre_tokenizer: the field is missing: required ByteLevel: bpetite is about "
      "byte-level BPE [S50b]");
  CHECK(refusal_of(edited(small_file(), only_step, "{}")) ==
        "tokenizer.json: /pre_tokenizer/type: the field is missing: required ByteLevel, or a "
        "Sequence that ends with it [S50b]");
  CHECK(refusal_of(edited(small_file(), only_step, sequence_of("{}"))) ==
        "tokenizer.json: /pre_tokenizer/pretokenizers/0/type: the field is missing: required Split "
        "or Digits, and at last ByteLevel [S50b]");
  CHECK(refusal_of(edited(small_file(), R"("normalizer":null)", R"("normalizer":{})")) ==
        "tokenizer.json: /normalizer/type: the field is missing: required no normalizer, or NFC "
        "alone [S50b]");
}

CLAUSE_TEST("S50b", "a model of another kind is refused as such, whatever else the file has") {
  const std::string file = edited(
      edited(small_file(), R"("normalizer":null)", R"("normalizer":{"type":"BertNormalizer"})"),
      R"("BPE")", R"("WordPiece")");
  CHECK(refusal_of(file) ==
        "tokenizer.json: /model/type: \"WordPiece\" is not carried: required BPE: bpetite is about "
        "byte-level BPE [S50b]");
}

CLAUSE_TEST("S50a FR-29b", "what is no JSON, or has a member twice, is refused by its byte") {
  const std::string file = small_file();
  CHECK(refusal_of(file.substr(0, file.size() - 1)) ==
        fmt::format("artifact: byte {}: incomplete JSON, required JSON [FR-29b]", file.size() - 1));
  CHECK_THAT(refusal_of(edited(file, R"("decoder")", R"("version":"1.0","decoder")")),
             Catch::Matchers::Contains("holds the key \"version\" twice"));
  CHECK_THAT(refusal_of(edited(file, "<s>", R"(\ud800)")),
             Catch::Matchers::StartsWith("artifact: byte "));
}

CLAUSE_TEST("S50b S31a S31d", "what may become of a missing byte is carried where no text has it") {
  const auto refusal_with = [](std::string_view option, const Table& table, bool drop = false) {
    return refusal_of(edited(tokenizer_json_of(table, false), R"("dropout":null)", option), drop);
  };
  const std::string_view fallback = R"("byte_fallback":true)";
  const std::string_view unknown = R"("unk_token":"<s>")";
  Table table = small_exchange_table();
  const std::string text = "abcab \u00e9<s>";
  const Table read =
      interop::read_model(edited(small_file(), R"("dropout":null)", fallback), "x", nullptr);
  CHECK(engine::Encoder(read).encode(text) == engine::Encoder(table).encode(text));
  table.tokens[0xF5] = "??";  // no text has this byte
  CHECK(refusal_with(fallback, table) == "none");
  CHECK(refusal_with(unknown, table, true) == "none");
  table.tokens[0xF4] = "???";
  CHECK(refusal_with(fallback, table).ends_with("[S31a]"));
  CHECK(refusal_with(fallback, table, true) ==
        "tokenizer.json: /model/byte_fallback: true is not carried: required false, since the byte "
        "0xf4 has no token [S50b]");
  CHECK(refusal_with(unknown, table, true) ==
        "tokenizer.json: /model/unk_token: \"<s>\" is not carried: required null, since the byte "
        "0xf4 has no token [S50b]");
  CHECK(refusal_with(R"("unk_token":null)", table, true) == "none");
}

}  // namespace
}  // namespace bpetite::test
