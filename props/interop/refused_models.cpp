// Tests tokenizer.json files of Hugging Face's library that are refused for their model or their
// added tokens (S50, S31). The error has a JSON pointer, or names the token. Refused are wrong
// members; flags of added tokens that cannot be supported together; special or added tokens that
// ordinary text can also become (by merges, as a byte, as a whole chunk, after NFC); ids that
// depend on the version of the library; and options for bytes that have no token, if a text can
// have such a byte. Similar files without the fault must open.
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/encoding.hpp>

#include "bpetite/access.hpp"
#include "bpetite/backend.hpp"
#include "core/wording/clause.hpp"
#include "engine/encode.hpp"
#include "interop/open.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace bpetite::test {
namespace {

// One edit of the small file, and how the error begins and ends.
struct RefusedEdit {
  std::string_view from;
  std::string_view to;
  std::string_view begins;
  std::string_view clause;
};

constexpr auto edits = std::to_array<RefusedEdit>({
    {R"("1.0")", R"("2.0")", "/version: \"2.0\"", "S50b"},
    {R"("1.0")", "1", "/version: 1", "S50b"},
    {R"("truncation":null)", R"("truncation":{})", "/truncation/max_length: the field is missing",
     "S50b"},
    {R"("truncation":null)", R"("truncation":[])", "/truncation", "S50b"},
    {R"("truncation":null)", R"("padding":{})", "/padding/pad_id: the field is missing", "S50b"},
    {R"("BPE")", R"("WordPiece")", "/model/type: \"WordPiece\"", "S50b"},
    {R"("BPE")", R"("WordLevel")", "/model/type: \"WordLevel\"", "S50b"},
    {R"("BPE")", R"("Unigram")", "/model/type: \"Unigram\"", "S50b"},
    {R"("model":{)", R"("model":7,"_":{)", "/model: 7", "S50b"},
    {R"("dropout":null)", R"("dropout":0.1)", "/model/dropout: a fraction", "S50b"},
    {R"("dropout":null)", R"("dropout":1)", "/model/dropout: 1", "S50b"},
    {R"("dropout":null)", R"("dropout":0.0)", "/model/dropout: a fraction", "S50b"},
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
    {R"("ab":256)", R"("ab":"256")", "/model/vocab/ab: \"256\" is not an id below", "S50c"},
    {R"("ab":256)", R"("ab":99999999)", "/model/vocab/ab: 99999999 is not an id below", "S50c"},
    {R"("ab":256)", R"("ab":1540)", "/model/vocab/ab: 1540 is not an id below 1540", "S50c"},
    {R"("ab":256)", R"("ab":-1)", "/model/vocab/ab: -1 is not an id below", "S50c"},
    {R"("ab":256)", R"("ab":2.0)", "/model/vocab/ab: a fraction is not an id below", "S50c"},
    {R"("ab":256)", R"("ab":257)", "/model/vocab/abc: the id 257 occurs twice", "S50c"},
    {R"("ab":256)", R"("":256)", "/model/vocab: the empty text", "S50c"},
    {R"("!":33)", R"("!!":33)", "/model/vocab: the byte 0x21 has no token", "S31a"},
    {R"("a b")", R"("a")", "/model/merges/0: \"a\" is not the names", "S50c"},
    {R"("a b")", R"("a b c")", "/model/merges/0: \"a b c\" is not the names", "S50c"},
    {R"("a b")", R"(["a"])", "/model/merges/0: an array is not the names", "S50c"},
    {R"("a b")", R"(["a",1])", "/model/merges/0: an array is not the names", "S50c"},
    {R"("a b")", R"(["a","b","c"])", "/model/merges/0: an array is not the names", "S50c"},
    {R"("a b")", "7", "/model/merges/0: 7 is not the names", "S50c"},
    {R"("ab c")", R"(["ab","c"])", "/model/merges/1: an array has another form", "S50c"},
    {R"("a b")", R"("#version: 0.2",["a","b"])", "/model/merges/1: an array has another form",
     "S50c"},
    {R"("normalizer":null)", R"("normalizer":{"type":"Sequence","normalizers":[null]})",
     "/normalizer/normalizers/0: null", "S50b"},
    {R"("a b")", R"("a c")", "/model/merges/0: \"ac\" is not in the vocabulary", "S50c"},
    {R"("a b")", R"("ac b")", "/model/merges/0: \"ac\" is not in the vocabulary", "S50c"},
    {R"("a b")", R"("a bb")", "/model/merges/0: \"bb\" is not in the vocabulary", "S50c"},
    {R"("ab c")", R"("a b")", "/model/merges/1: the merge occurs twice", "S50c"},
    {R"("ab c")", R"("ab c","a b")", "/model/merges/2: the merge occurs twice", "S50c"},
    {R"("a b","ab c")", R"("ab c","a b","ab c")", "/model/merges/2: the merge occurs twice",
     "S50c"},
    {R"("a b")", R"("#version: 0.2","a c")", "/model/merges/1: \"ac\" is not in the vocabulary",
     "S50c"},
    {R"("a b")", R"("#version: 0.2","a b","#version","a c")",
     "/model/merges/3: \"ac\" is not in the vocabulary", "S50c"},
    {R"("added_tokens":[)", R"("added_tokens":{},"_":[)", "/added_tokens: an object", "S50b"},
    {R"("added_tokens":[)", R"("added_tokens":[7,)", "/added_tokens/0: 7", "S50b"},
    {R"("id":258)", R"("id":1000)",
     "/added_tokens/0/id: 1000 is not carried: the library gives 258", "S50e"},
    {R"("id":258,)", "", "/added_tokens/0/id: the field is missing", "S50b"},
    {R"("id":258)", R"("id":-1)", "/added_tokens/0/id: -1", "S50b"},
    {R"("id":258)", R"("id":16777216)", "/added_tokens/0/id: 16777216", "S50b"},
    {R"("abc":257)", R"("abc":258)",
     "/added_tokens/0/id: 258 is not carried: it is that of a token of the vocabulary", "S50c"},
    {R"("<s>")", R"("")", "/added_tokens/0/content: \"\"", "S50b"},
    {R"("<s>")", "7", "/added_tokens/0/content: 7", "S50b"},
    {R"("<s>")", R"("<t>")", "/added_tokens/1/content: \"<t>\" is not carried: it occurs twice",
     "S50e"},
    {R"("<s>")", R"("\u00f8")", "/added_tokens/0/id: 258 is not carried: the library gives 248",
     "S50e"},
    {R"("lstrip":false)", R"("lstrip":1)", "/added_tokens/0/lstrip: 1", "S50b"},
    {R"("rstrip":false)", R"("rstrip":null)", "/added_tokens/0/rstrip: null", "S50b"},
    {R"("single_word":false,)", "", "/added_tokens/0/single_word: the field is missing", "S50b"},
    {R"("normalized":false)", R"("normalized":"no")", "/added_tokens/0/normalized: \"no\"", "S50b"},
    {R"("special":true)", R"("special":1)", "/added_tokens/0/special: 1", "S50b"},
});

CLAUSE_TEST("S50b S50c S50e S31a", "faults of the model and of added tokens are refused") {
  REQUIRE(refusal_of(small_file()) == "none");
  CHECK(refusal_of(edited(small_file(), R"("dropout":null)", R"("dropout":0)")) == "none");
  for (const auto& [from, to, begins, clause] : edits) {
    INFO(from << " -> " << to);
    CHECK_THAT(refusal_of(edited(small_file(), from, to)),
               Catch::Matchers::StartsWith(fmt::format("tokenizer.json: {}", begins)) &&
                   Catch::Matchers::EndsWith(fmt::format("[{}]", cited(clause))));
  }
  Table nothing = small_exchange_table();
  nothing.tokens.clear();
  nothing.merges.clear();
  CHECK(refusal_of(tokenizer_json_of(nothing, false)) ==
        "tokenizer.json: /model/vocab: the byte 0x00 has no token [S31a, chapter 16]");
  const std::string nfc =
      edited(small_file(), R"("normalizer":null)", R"("normalizer":{"type":"NFC"})");
  CHECK(
      refusal_of(edited(
          nfc,
          R"("content":"<t>","single_word":false,"lstrip":false,"rstrip":false,"normalized":false)",
          R"("content":"日","single_word":false,"lstrip":false,"rstrip":false,)"
          R"("normalized":true)")) ==
      "tokenizer.json: /added_tokens/1/content: \"日\" is not carried: required "
      "ASCII where the token is sought in normalized text [S50e, chapter 16]");
}

// The flags of the first token, which is special, and of the second, which is not.
std::string with_flags(std::string_view first, std::string_view second,
                       std::string_view normalizer = "null") {
  constexpr std::string_view none = R"("single_word":false,"lstrip":false,"rstrip":false,)";
  std::string file =
      edited(small_file(), R"("normalizer":null)", fmt::format(R"("normalizer":{})", normalizer));
  file = edited(file, std::string(R"("content":"<s>",)") + std::string(none), first);
  return edited(file, std::string(R"("content":"<t>",)") + std::string(none), second);
}

// Each flag alone is in props/special.cpp and props/offsets.cpp. Here are those that a file may not
// have together.
CLAUSE_TEST("S27g S30f",
            "tokens that take each other's white space, or look beside a form, are refused") {
  constexpr std::string_view plain =
      R"("content":"<t>","single_word":false,"lstrip":false,"rstrip":false,)";
  constexpr std::string_view space =
      R"("content":" <t>","single_word":false,"lstrip":false,"rstrip":false,)";
  constexpr std::string_view right =
      R"("content":"<s>","single_word":false,"lstrip":false,"rstrip":true,)";
  constexpr std::string_view left =
      R"("content":"<s>","single_word":false,"lstrip":true,"rstrip":false,)";
  CHECK(refusal_of(with_flags(right, plain)) == "none");
  CHECK(refusal_of(with_flags(left, space)) == "none");
  CHECK_THAT(
      refusal_of(with_flags(right, space)),
      Catch::Matchers::StartsWith("open: the added token \"<s>\" takes the white space behind") &&
          Catch::Matchers::EndsWith("[S27g, chapter 5]"));
  const std::string later =
      edited(with_flags(right, space), R"("normalized":false)", R"("normalized":true)");
  CHECK(refusal_of(later) == "none");  // the two are looked for one after the other
  for (const std::string_view flag : {"single_word", "lstrip", "rstrip"}) {
    std::string file = edited(
        with_flags(edited(R"("content":"<s>","single_word":false,"lstrip":false,"rstrip":false,)",
                          fmt::format(R"("{}":false)", flag), fmt::format(R"("{}":true)", flag)),
                   plain, R"({"type":"NFC"})"),
        R"("normalized":false)", R"("normalized":true)");
    CHECK_THAT(refusal_of(file), Catch::Matchers::EndsWith("[S30f, chapter 15]"));
    CHECK(refusal_of(edited(file, R"({"type":"NFC"})", "null")) == "none");
    CHECK(refusal_of(edited(file, R"("normalized":true)", R"("normalized":false)")) == "none");
  }
}

// With ignore_merges a whole chunk is looked up in the vocabulary: "1xy" gives the id of "xy"
// there, since the added token is not found where a word goes on.
CLAUSE_TEST("S50e S27h S26h",
            "where a literal is not found, no whole chunk may be an added token") {
  std::string file = edited(small_file(), R"("abc":257)", R"("abc":257,"xy":258)");
  file = edited(file, R"("id":258,"content":"<s>")", R"("id":259,"content":"<s>")");
  file = edited(file, R"("id":259,"content":"<t>","single_word":false)",
                R"("id":258,"content":"xy","single_word":true)");
  CHECK(refusal_of(file) == "none");
  const std::string whole = edited(file, R"("ignore_merges":false)", R"("ignore_merges":true)");
  CHECK_THAT(refusal_of(whole),
             Catch::Matchers::StartsWith("tokenizer.json: /added_tokens/1/single_word: true"));
  CHECK(refusal_of(edited(whole, R"("single_word":true)", R"("single_word":false)")) == "none");
  // The byte F5 is in no text, so its token may be special.
  CHECK(refusal_of(edited(small_file(), R"("id":258,"content":"<s>")",
                          R"("id":245,"content":"\u00f5")")) != "none");  // <t> has another id then
  CHECK(refusal_of(edited(
            edited(small_file(), R"("id":258,"content":"<s>")", R"("id":245,"content":"\u00f5")"),
            R"("id":259)", R"("id":258)")) == "none");
}

PROPERTY("S27g S30f", "flags that cannot be carried together are refused, and all others open") {
  struct Flagged {
    bool single_word, lstrip, rstrip, normalized;
  };
  const auto flags = [] {
    const auto flag = [] { return *number_between(0, 3) == 0; };
    return Flagged{flag(), flag(), flag(), flag()};
  };
  const auto first = flags();
  const auto second = flags();
  const bool has_normalizer = *number_between(0, 1) == 0;
  const bool begins_with_space = *number_between(0, 1) == 0;  // the literal of the second token
  Table table = small_exchange_table();
  if (has_normalizer) table.profile.normalizer = Normalizer::nfc_9_0;
  table.specials[1].literal = begins_with_space ? " <t>" : "<t>";
  for (std::size_t i = 0; i < 2; ++i) {
    const Flagged& its = i == 0 ? first : second;
    SpecialToken& token = table.specials[i];
    token.single_word = its.single_word;
    token.lstrip = its.lstrip;
    token.rstrip = its.rstrip;
    token.normalized = its.normalized;
  }
  const auto looks_in_form = [&](const Flagged& its) {
    return has_normalizer && its.normalized && (its.single_word || its.lstrip || its.rstrip);
  };
  const auto takes_its_space = [&](const Flagged& its) {
    return begins_with_space && its.rstrip && its.normalized == second.normalized;
  };
  const bool in_form = looks_in_form(first) || looks_in_form(second);
  const bool takes_space = takes_its_space(first) || takes_its_space(second);
  const std::string found = refusal_of(tokenizer_json_of(table, false));
  RC_ASSERT((found == "none") == (!in_form && !takes_space));
  RC_CLASSIFY(in_form, "in a form");
  RC_CLASSIFY(takes_space, "white space of another");
}

// The literal of a special token that merges make as well: where the pattern always cuts it, no
// text yields it.
CLAUSE_TEST("S50e S27c", "a special token that merges make is refused if a text yields it") {
  const auto made = [](std::string_view merge, std::string_view name, std::string_view pattern) {
    std::string file = edited(small_file(), R"("abc":257)", fmt::format(R"("{}":257)", name));
    file = edited(file, R"("ab c")", fmt::format("\"{}\"", merge));
    file = edited(file, R"("id":258,"content":"<s>")",
                  fmt::format(R"("id":257,"content":"{}")", name));
    file = edited(file, R"("id":259)", R"("id":258)");
    return edited(
        file, byte_level_step,
        fmt::format(R"({{"type":"Sequence","pretokenizers":[{{"type":"Split",)"
                    R"("pattern":{{"Regex":"{}"}},"behavior":"Isolated","invert":false}},)"
                    R"({{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,)"
                    R"("use_regex":false}}]}})",
                    pattern));
  };
  const std::string cut = made("a !", "a!", R"(\\p{L}+|[^\\p{L}]+)");
  CHECK(refusal_of(cut) == "none");
  const Table table = backend::read_model(cut, "x", nullptr);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  CHECK(encode(tokenizer, "a!", SpecialChoice::ordinary()) == std::vector<TokenId>{'a', '!'});
  CHECK(tokenizer.encode("a!") == std::vector<TokenId>{257});
  const auto says = [](const std::string& text) {
    return fmt::format(
        "open: the special token \"a!\" is a token of ordinary text too: \"{}\" "
        "yields it [S50e, chapter 16]",
        text);
  };
  CHECK(refusal_of(made("a !", "a!", "[^ ]+| ")) == says("a!"));
  // Only beside one kind of neighbour are both in one chunk.
  for (const std::string neighbour : {" ", "a", "A", "\u4e2d", "1", ".", "'", "\\n", "  "}) {
    CAPTURE(neighbour);
    const auto by_pattern = [&](const std::string& together) {
      return refusal_of(made("a !", "a!", together + R"(|[\\s\\S])"));
    };
    const std::string literal = neighbour == "." ? "[.]" : neighbour;
    CHECK(by_pattern(literal + "a!") == says(neighbour + "a!"));
    CHECK(by_pattern("a!" + literal) == says("a!" + neighbour));
  }
  // An added token that is not special is found inside it, unless it has to stand by itself.
  const std::string together = made("a !", "a!", "[^ ]+| ");
  constexpr std::string_view none = R"("normalizer":null)";
  constexpr std::string_view nfc = R"("normalizer":{"type":"NFC"})";
  std::string bang = edited(together, R"("id":258,"content":"<t>")", R"("id":33,"content":"!")");
  CHECK(refusal_of(bang) == "none");
  CHECK(engine::Encoder(backend::read_model(bang, "x", nullptr)).encode("xa!a!") ==
        std::vector<TokenId>{'x', 257, 257});
  CHECK(engine::Encoder(backend::read_model(bang, "x", nullptr))
            .encode("xa!a!", SpecialChoice::ordinary()) ==
        std::vector<TokenId>{'x', 'a', '!', 'a', '!'});
  CHECK(refusal_of(edited(bang, none, nfc)) ==
        "open: the special token \"a!\" is a token that merges make too, and a text may yield it "
        "[S50e, chapter 16]");
  const std::size_t token = bang.find(R"("content":"!")");
  constexpr std::string_view flag = R"("single_word":false)";
  constexpr std::string_view as_given = R"("normalized":false)";
  std::string in_form = bang;
  in_form.replace(in_form.find(as_given, token), as_given.size(), R"("normalized":true)");
  CHECK(refusal_of(edited(in_form, none, nfc)) == "none");
  bang.replace(bang.find(flag, token), flag.size(), R"("single_word":true)");
  CHECK_THAT(refusal_of(bang), Catch::Matchers::EndsWith("yields it [S50e, chapter 16]"));
}

CLAUSE_TEST("S50e S27c", "a special token that is a byte is refused") {
  std::string file =
      edited(small_file(), R"("id":258,"content":"<s>")", R"("id":33,"content":"!")");
  file = edited(file, R"("id":259)", R"("id":258)");
  CHECK(refusal_of(file) ==
        "open: the special token \"!\" is a token of ordinary text too: \"!\" yields it [S50e, "
        "chapter 16]");
}

// With ignore_merges the chunk " a" is the token of the name, which no merge makes.
CLAUSE_TEST("S50e S27c S26h", "a special token that is a whole chunk is refused") {
  for (const bool ignores_merges : {false, true}) {
    std::string file = edited(small_file(), R"("abc":257)", R"("abc":257,"Ġa":258)");
    file = edited(file, R"("content":"<s>")", R"("content":"Ġa")");
    if (ignores_merges) file = edited(file, R"("ignore_merges":false)", R"("ignore_merges":true)");
    CHECK((refusal_of(file) == "none") == !ignores_merges);
    if (ignores_merges) CHECK(refusal_of(file).find("\" a\" yields it") != std::string::npos);
  }
}

// A name with a character that does not stand for a byte is not a chunk (S31b).
CLAUSE_TEST("S50e S31b", "a text that no chunk becomes is not asked of whole chunks") {
  for (const std::string_view name : {"K\U0001f642", "\u212a", "!?"}) {
    CAPTURE(name);
    std::string file =
        edited(small_file(), R"("abc":257)", fmt::format(R"("abc":257,"{}":258)", name));
    file = edited(file, R"("ignore_merges":false)", R"("ignore_merges":true)");
    file = edited(file, R"("id":258,"content":"<s>")",
                  fmt::format(R"("id":258,"content":"{}")", name));
    file = edited(file, R"("single_word":false)", R"("single_word":true)");
    CHECK((refusal_of(file) == "none") == (name != "!?"));
  }
}

// Forty, because a few names could be in the order of their ids by chance.
CLAUSE_TEST("S50e S31b", "none of many texts that no chunk becomes is asked of whole chunks") {
  std::string vocabulary;
  std::string added;
  for (int i = 0; i < 40; ++i) {
    vocabulary += fmt::format(R"(,"K {0}":{1})", i, 258 + i);
    added += fmt::format(R"("id":{1},"content":"K {0}","single_word":true,"lstrip":false,)"
                         R"("rstrip":false,"normalized":false,"special":true}},{{)",
                         i, 258 + i);
  }
  std::string file = edited(small_file(), R"("abc":257)", R"("abc":257)" + vocabulary);
  file = edited(file, R"("ignore_merges":false)", R"("ignore_merges":true)");
  file = edited(file, R"("id":258,"content":"<s>")", added + R"("id":298,"content":"<s>")");
  file = edited(file, R"("id":259,"content":"<t>")", R"("id":299,"content":"<t>")");
  CHECK(refusal_of(file) == "none");
}

// Before its version 0.22.2 the library gave a new token the highest id so far plus one. Since then
// it gives the number of tokens so far. With `far` after a hole these differ.
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
                    "to this token, and before its version 0.22.2 301 [S50e, chapter 16]",
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
                      "other text could be this whole chunk, and so this token [S50e, chapter 16]",
                      name));
    CHECK(refusal_with(name, false, true) == "none");
    CHECK(refusal_with(name, true, false) == "none");
  }
  CHECK(refusal_with("<s>", true, true) == "none");
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
  CHECK(refusal_with(fallback, table).ends_with("[S31a, chapter 16]"));
  CHECK(refusal_with(fallback, table, true) ==
        "tokenizer.json: /model/byte_fallback: true is not carried: required false, since the byte "
        "0xf4 has no token [S50b, chapter 16]");
  CHECK(refusal_with(unknown, table, true) ==
        "tokenizer.json: /model/unk_token: \"<s>\" is not carried: required null, since the byte "
        "0xf4 has no token [S50b, chapter 16]");
  CHECK(refusal_with(R"("unk_token":null)", table, true) == "none");
}

}  // namespace
}  // namespace bpetite::test
