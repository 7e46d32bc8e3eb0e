// Tests tokenizer.json files of Hugging Face's library that are refused for one of the steps around
// their model: normalizer, pre-tokenizer, post-processor with its template, or decoder. The error
// of each has a JSON pointer (S50). Tests also the limits of steps, templates and other lists,
// members that are missing, unknown or there twice, another kind of model, and text that is not
// JSON.
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "artifact/schema2.hpp"
#include "support/programs/allocations.hpp"
#include "support/property.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace bpetite::test {
namespace {

// A value, and the beginning of the error that it causes.
struct Refused {
  std::string_view value;
  std::string_view begins;
};

// Puts each value in place of a part of the small file, and checks the error. `around` has the
// place of the value: "[{}]".
void check_refused(std::string_view part, const std::string& around,
                   std::span<const Refused> list) {
  for (const auto& [value, begins] : list) {
    INFO(value);
    const std::string whole = fmt::format(fmt::runtime(around), value);
    CHECK_THAT(refusal_of(edited(small_file(), part, whole)),
               Catch::Matchers::StartsWith(fmt::format("tokenizer.json: {}", begins)) &&
                   Catch::Matchers::EndsWith("[S50b, chapter 16]"));
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

constexpr std::string_view only_step = byte_level_step;  // the first is the pre-tokenizer

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
      {R"({"type":"ByteLevel","add_prefix_space":false})",
       "/pre_tokenizer/trim_offsets: the field is missing: required true or false (tokenizers "
       "0.23.3)"},
      {R"({"type":"ByteLevel","add_prefix_space":1,"trim_offsets":true})",
       "/pre_tokenizer/add_prefix_space: 1"},
      {R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":1})",
       "/pre_tokenizer/use_regex: 1"},
      {R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":null})",
       "/pre_tokenizer/use_regex: null"},
      {R"({"type":"Sequence"})", "/pre_tokenizer/pretokenizers: the field is missing"},
      {R"({"type":"Sequence","pretokenizers":[]})", "/pre_tokenizer/pretokenizers: an array"},
      {R"({"type":"Sequence","pretokenizers":[{"type":"Digits"}]})",
       "/pre_tokenizer/pretokenizers/0/type: \"Digits\" is not carried: required ByteLevel as the "
       "last step"},
      {R"({"type":"Sequence","pretokenizers":[{"type":"Digits","individual_digits":true},)"
       R"({"type":"ByteLevel","add_prefix_space":true,"trim_offsets":true}]})",
       "/pre_tokenizer/pretokenizers/1/add_prefix_space: true is not carried: required false "
       "behind a step that cuts"},
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
      {R"("type":"Digits")", "individual_digits: the field is missing"},
      {R"("type":"Split","behavior":"Isolated")", "pattern: the field is missing"},
      {R"("type":"Split","behavior":"Isolated","pattern":{})", "pattern: an object"},
      {R"("type":"Split","behavior":"Isolated","pattern":"a")", "pattern: \"a\""},
      {R"("type":"Split","behavior":"Isolated","pattern":{"Regex":null})", "pattern/Regex: null"},
      {R"("type":"Split","behavior":"Isolated","pattern":{"String":null})", "pattern/String: null"},
      {R"("type":"Split","behavior":"Isolated","invert":false,"pattern":{"Regex":"(?<=a)b"})",
       "pattern/Regex: "},
      {R"("type":"Split","pattern":{"String":" "},"invert":false)",
       "behavior: the field is missing"},
      {R"("type":"Split","pattern":{"String":" "},"behavior":"Isolated")",
       "invert: the field is missing"},
      {R"("type":"Split","pattern":{"String":" ","x":1},"behavior":"Isolated","invert":false)",
       "pattern/x: 1 is not carried: required no such member (tokenizers 0.23.3)"},
      {R"("type":"Split","pattern":{"String":" "},"behavior":"Removed","invert":false)",
       "behavior: \"Removed\""},
      {R"("type":"Split","pattern":{"String":" "},"behavior":"Contiguous","invert":false)",
       "behavior: \"Contiguous\""},
      {R"("type":"Split","pattern":{"String":" "},"behavior":"MergedWithNext","invert":false)",
       "behavior: \"MergedWithNext\""},
      {R"("type":"Split","pattern":{"String":" "},"behavior":"MergedWithPrevious","invert":false)",
       "behavior: \"MergedWithPrevious\""},
      {R"("type":"Split","pattern":{"String":" "},"behavior":"Isolated","invert":1)", "invert: 1"},
  });
  for (const auto& [step, begins] : list) {
    INFO(step);
    const std::string whole = sequence_of(fmt::format("{{{}}}", step));
    CHECK_THAT(refusal_of(edited(small_file(), only_step, whole)),
               Catch::Matchers::StartsWith(
                   fmt::format("tokenizer.json: /pre_tokenizer/pretokenizers/0/{}", begins)) &&
                   Catch::Matchers::EndsWith("[S50b, chapter 16]"));
  }
}

CLAUSE_TEST("S50b", "the kind of the model is checked first") {
  const std::string file = edited(small_file(), R"("type":"BPE")", R"("type":"Unigram")");
  for (const std::string_view version : {R"("version":"2.0")", R"("version":7,"x":1)"}) {
    INFO(version);
    CHECK_THAT(refusal_of(edited(file, R"("version":"1.0")", version)),
               Catch::Matchers::StartsWith("tokenizer.json: /model/type: \"Unigram\""));
  }
}

CLAUSE_TEST("S50b", "there are at most 64 steps with a pattern") {
  const auto refusal_with = [](std::size_t count, bool uses_regex = true) {
    const std::string step = R"({"type":"Digits","individual_digits":false})";
    std::string steps = step;
    while (--count > 0) steps += "," + step;
    std::string all = sequence_of(steps);
    if (!uses_regex) all = edited(all, R"("use_regex":true)", R"("use_regex":false)");
    return refusal_of(edited(small_file(), only_step, all));
  };
  CHECK(refusal_with(63) == "none");  // and one step of ByteLevel
  CHECK(refusal_with(64, false) == "none");
  CHECK(refusal_with(64) ==
        "tokenizer.json: /pre_tokenizer/pretokenizers: an array is not carried: required at most "
        "64 steps [S50b, chapter 16]");
  CHECK(refusal_with(65, false) == refusal_with(64));
}

constexpr std::string_view no_processor = R"("post_processor":null)";

CLAUSE_TEST("S50b S26i", "post-processors other than ByteLevel and one template are refused") {
  constexpr auto list = std::to_array<Refused>({
      {R"({"type":"BertProcessing"})", "/post_processor/cls: the field is missing"},
      {R"({"type":"BertProcessing","cls":["a",97],"sep":["a"]})", "/post_processor/sep"},
      {R"({"type":"BertProcessing","cls":["a",97],"sep":[97,"a"]})", "/post_processor/sep/0"},
      {R"({"type":"BertProcessing","cls":["a",900],"sep":["b",98]})",
       "/post_processor/cls/1: 900 is not carried: required the id of a token"},
      {R"({"type":"RobertaProcessing","cls":["a",97],"sep":["b",98],"trim_offsets":true})",
       "/post_processor/add_prefix_space: the field is missing"},
      {R"({"type":"PairProcessing"})", "/post_processor/type: \"PairProcessing\""},
      {R"({"type":"Sequence"})", "/post_processor/processors: the field is missing"},
      {R"({"type":"Sequence","processors":[{"type":"ByteLevel","add_prefix_space":false,)"
       R"("trim_offsets":true},{"type":"X"}]})",
       "/post_processor/processors/1/type: \"X\""},
      {R"({"type":"ByteLevel","add_prefix_space":false})",
       "/post_processor/trim_offsets: the field is missing"},
      {R"({"type":"Sequence","processors":[{"type":"TemplateProcessing",)"
       R"("single":[{"Sequence":{"id":"A","type_id":0}}],"pair":[],"special_tokens":{}},)"
       R"({"type":"BertProcessing","cls":["a",97],"sep":["b",98]}]})",
       "/post_processor/processors/1/type: \"BertProcessing\""},
  });
  check_refused(no_processor, R"("post_processor":{})", list);

  // What stands behind `single` where it is right.
  const std::string text = R"({"Sequence":{"id":"A","type_id":0}})";
  const std::string first = R"({"SpecialToken":{"id":"a","type_id":0}})";
  const auto with_ids = [&](std::string_view ids) {
    return fmt::format(
        R"("single":[{},{}],"pair":[],"special_tokens":{{"a":{{"id":"a","ids":{},"tokens":[]}}}})",
        first, text, ids);
  };
  const auto with_single = [](const std::string& pieces) {
    return fmt::format(R"("single":[{}],"pair":[],"special_tokens":{{}})", pieces);
  };
  const std::vector<std::pair<std::string, std::string_view>> templates = {
      {with_single(""), "single: an array"},
      {R"("single":7)", "single: 7"},
      {with_single(R"({"Sequence":{"id":"B","type_id":0}})"), "single: an array"},
      {with_single(text + "," + text), "single: an array"},
      {with_single("{}"), "single/0/SpecialToken: the field is missing"},
      {with_single(R"({"SpecialToken":{"id":"a"}})"),
       "single/0/SpecialToken/type_id: the field is missing"},
      {with_single(R"({"Sequence":{"id":"C","type_id":0}})"), "single/0/Sequence/id: \"C\""},
      {with_single(R"({"Sequence":{"id":"A","type_id":4294967296}})"),
       "single/0/Sequence/type_id: 4294967296"},
      {with_single(R"({"Sequence":{"id":"A","type_id":-1}})"), "single/0/Sequence/type_id: -1"},
      {with_single(R"({"Sequence":{"id":"A","type_id":0},"x":1})"), "single/0/x: 1"},
      {with_single(first + "," + text), "single/0/SpecialToken/id: \"a\""},
      {fmt::format(R"("single":[{},{}],"pair":[],"special_tokens":{{"a":null}})", first, text),
       "special_tokens/a: null"},
      {with_ids("[-1]"), "special_tokens/a/ids/0: -1"},
      {with_ids("[97,300]"),
       "special_tokens/a/ids/1: 300 is not carried: required the id of a token"},
      {with_ids("null"), "special_tokens/a/ids: null"},
      {fmt::format(R"("single":[{}],"special_tokens":{{}})", text), "pair: the field is missing"},
      {fmt::format(R"("single":[{}],"pair":[7],"special_tokens":{{}})", text), "pair/0: 7"},
      {fmt::format(R"("single":[{}],"pair":[])", text), "special_tokens: the field is missing"},
      {fmt::format(R"("single":[{}],"pair":[],"special_tokens":{{"b":{{"id":"b","ids":[]}}}})",
                   text),
       "special_tokens/b/tokens: the field is missing"},
  };
  for (const auto& [value, begins] : templates) {
    INFO(value);
    const std::string whole =
        fmt::format(R"("post_processor":{{"type":"TemplateProcessing",{}}})", value);
    CHECK_THAT(
        refusal_of(edited(small_file(), no_processor, whole)),
        Catch::Matchers::StartsWith(fmt::format("tokenizer.json: /post_processor/{}", begins)) &&
            Catch::Matchers::EndsWith("[S50b, chapter 16]"));
  }
}

CLAUSE_TEST("S50b S26i", "a template has at most 64 pieces, and 64 ids on each side") {
  const auto refusal_with = [](std::size_t pieces, std::string_view ids) {
    std::string single = R"({"Sequence":{"id":"A","type_id":0}})";
    while (--pieces > 0) single += R"(,{"SpecialToken":{"id":"<s>","type_id":0}})";
    const std::string whole =
        fmt::format(R"("post_processor":{{"type":"TemplateProcessing","single":[{}],"pair":[],)"
                    R"("special_tokens":{{"<s>":{{"id":"<s>","ids":[{}],"tokens":["<s>"]}}}}}})",
                    single, ids);
    return refusal_of(edited(small_file(), no_processor, whole));
  };
  CHECK(refusal_with(64, "258") == "none");
  CHECK(refusal_with(65, "258") ==
        "tokenizer.json: /post_processor/single: an array is not carried: required at most 64 "
        "pieces [S50b, chapter 16]");
  CHECK(refusal_with(33, "258,97") == "none");
  CHECK(refusal_with(34, "258,97") ==
        "tokenizer.json: /post_processor/special_tokens/<s>/ids/0: 258 is not carried: required at "
        "most 64 ids [S50b, chapter 16]");
}

// Before the error, only the list of values may be allocated: 8 bytes for each two bytes of the
// file.
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
  const auto cases = std::to_array<Case>({
      {with_list(small_file(), only_step, R"({{"type":"Sequence","pretokenizers":[{}]}})"),
       "required at most 64 steps [S50b, chapter 16]"},
      {with_list(small_file(), R"("normalizer":null)",
                 R"("normalizer":{{"type":"Sequence","normalizers":[{}]}})"),
       "required no normalizer, or NFC alone [S50b, chapter 16]"},
      {with_list(small_file(), no_processor,
                 R"("post_processor":{{"type":"TemplateProcessing","single":[{}]}})"),
       "required at most 64 pieces [S50b, chapter 16]"},
      {with_list(small_file(), no_processor,
                 R"("post_processor":{{"type":"TemplateProcessing","single":[{{"SpecialToken":)"
                 R"({{"id":"a","type_id":0}}}}],"special_tokens":{{"a":{{"ids":[{}]}}}}}})"),
       "required at most 64 ids [S50b, chapter 16]"},
      {with_list(artifact, R"("splits":[)", R"("splits":[{},)"),
       "at most 64 steps [S56f, chapter 18]"},
      {with_list(artifact, R"("added_tokens":[)", R"("added_tokens":[{},)"),
       "/added_tokens/0: 7 is not carried: required an object [S56l, chapter 18]"},
      {with_list(artifact, R"("before":[])", R"("before":[{}])"),
       "at most 64 ids [S56m, chapter 18]"},
  });
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
  const std::string decoder = fmt::format(R"("decoder":{})", byte_level_step);
  check_refused(decoder, R"("decoder":{})", list);
  constexpr auto incomplete = std::to_array<Refused>({
      {R"({"type":"ByteLevel"})", "/decoder/add_prefix_space: the field is missing"},
      {R"({"type":"ByteLevel","add_prefix_space":true})", "/decoder/trim_offsets: the field is "},
  });
  check_refused(decoder, R"("decoder":{})", incomplete);
}

CLAUSE_TEST("S50b", "a member that the library does not know is refused at the top alone") {
  CHECK(refusal_of(edited(small_file(), R"("version")", R"("extra":[],"version")")) ==
        "tokenizer.json: /extra: an array is not carried: required no such member (tokenizers "
        "0.23.3) [S50b, chapter 16]");
  for (const std::string_view object : {R"("model":{)", R"("decoder":{)", R"("added_tokens":[{)"}) {
    CHECK(refusal_of(edited(small_file(), object, fmt::format(R"({}"extra":[],)", object))) ==
          "none");
  }
}

CLAUSE_TEST("S50b", "a missing field is called missing, and the error says what is carried") {
  const auto without = [](std::string_view key) {
    return refusal_of(edited(small_file(), key, R"("_":)"));
  };
  CHECK(without(R"("decoder":)") ==
        "tokenizer.json: /decoder: the field is missing: required ByteLevel [S50b, chapter 16]");
  CHECK(
      without(R"("pre_tokenizer":)") ==
      "tokenizer.json: /pre_tokenizer: the field is missing: required ByteLevel: bpetite is about "
      "byte-level BPE [S50b, chapter 16]");
  CHECK(refusal_of(edited(small_file(), only_step, "{}")) ==
        "tokenizer.json: /pre_tokenizer/type: the field is missing: required ByteLevel, or a "
        "Sequence that ends with it [S50b, chapter 16]");
  CHECK(refusal_of(edited(small_file(), only_step, sequence_of("{}"))) ==
        "tokenizer.json: /pre_tokenizer/pretokenizers/0/type: the field is missing: required Split "
        "or Digits, and at last ByteLevel [S50b, chapter 16]");
  CHECK(refusal_of(edited(small_file(), R"("normalizer":null)", R"("normalizer":{})")) ==
        "tokenizer.json: /normalizer/type: the field is missing: required no normalizer, or NFC "
        "alone [S50b, chapter 16]");
}

CLAUSE_TEST("S50b", "a model of another kind is refused as such, whatever else the file has") {
  const std::string file = edited(
      edited(small_file(), R"("normalizer":null)", R"("normalizer":{"type":"BertNormalizer"})"),
      R"("BPE")", R"("WordPiece")");
  CHECK(refusal_of(file) ==
        "tokenizer.json: /model/type: \"WordPiece\" is not carried: required BPE: bpetite is about "
        "byte-level BPE [S50b, chapter 16]");
}

CLAUSE_TEST("S50a FR-29b", "what is no JSON, or has a member twice, is refused by its byte") {
  const std::string file = small_file();
  CHECK(refusal_of(file.substr(0, file.size() - 1)) ==
        fmt::format("artifact: byte {}: incomplete JSON, required JSON [FR-29b, chapter 7]",
                    file.size() - 1));
  CHECK_THAT(refusal_of(edited(file, R"("decoder")", R"("version":"1.0","decoder")")),
             contains_text("holds the key \"version\" twice"));
  CHECK_THAT(refusal_of(edited(file, "<s>", R"(\ud800)")),
             Catch::Matchers::StartsWith("artifact: byte "));
}

}  // namespace
}  // namespace bpetite::test
