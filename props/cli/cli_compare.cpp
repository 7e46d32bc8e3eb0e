// Tests `bpetite compare-tiktoken`, which shows the ids of a text beside those of tiktoken (FR-35).
// A piece ends where a token ends on both sides; pieces are compared with a search of all places.
// Tests also the ids against those of tiktoken itself, the JSON, the page for people (wide scalars,
// long texts, colours), the rule for special tokens on each side, and the errors and their order.
#include <bpetite/offsets.hpp>
#include <bpetite/open.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "artifact/artifact.hpp"
#include "cli/commands/compare_tiktoken.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace bpetite::test {
namespace {

using Words = std::vector<std::string>;

// The tokens of a random tokenizer, with their spans and the ids 0, 1, 2 ... `sources` has the span
// that each byte of the tokens came from. The bytes of a changed group share one span, and a
// dropped byte has no span (S28b).
IdsWithOffsets random_tokens(std::size_t size, bool drops) {
  std::vector<Span> sources;
  for (std::size_t at = 0; at < size;) {
    const Span group{at, std::min(size, at + *rc::gen::inRange<std::size_t>(1, 4))};
    const bool is_changed = *rc::gen::inRange(0, 4) == 0;
    for (std::size_t i = group.begin; i < group.end; ++i) {
      if (drops && *rc::gen::inRange(0, 8) == 0) continue;
      sources.push_back(is_changed ? group : Span{i, i + 1});
    }
    at = group.end;
  }
  IdsWithOffsets found;
  for (std::size_t at = 0; at < sources.size();) {
    const std::size_t end = std::min(sources.size(), at + *rc::gen::inRange<std::size_t>(1, 5));
    found.ids.push_back(static_cast<TokenId>(found.ids.size()));
    found.spans.push_back({sources[at].begin, sources[end - 1].end});
    at = end;
  }
  return found;
}

bool goes_across(const IdsWithOffsets& side, std::size_t place) {
  return std::ranges::any_of(
      side.spans, [&](const Span& span) { return span.begin < place && place < span.end; });
}

// The places from 1 on that no token of either side crosses.
std::vector<std::size_t> common_boundaries(const IdsWithOffsets& ours, const IdsWithOffsets& theirs,
                                           std::size_t size) {
  std::vector<std::size_t> places;
  for (std::size_t place = 1; place <= size; ++place) {
    if (!goes_across(ours, place) && !goes_across(theirs, place)) places.push_back(place);
  }
  return places;
}

PROPERTY("FR-35", "a piece ends at each place where no token of either side goes across") {
  const auto size = *rc::gen::inRange<std::size_t>(0, 30);
  const IdsWithOffsets ours = random_tokens(size, *rc::gen::arbitrary<bool>());
  const IdsWithOffsets theirs = random_tokens(size, false);
  const std::vector<cli::Piece> pieces = cli::pieces_of(ours, theirs);
  std::vector<std::size_t> ends;
  std::vector<TokenId> our_ids;
  std::vector<TokenId> their_ids;
  for (const cli::Piece& piece : pieces) {
    RC_ASSERT(piece.span.begin == (ends.empty() ? 0 : ends.back()));
    ends.push_back(piece.span.end);
    for (const TokenId id : piece.ours) {
      RC_ASSERT(piece.span.begin <= ours.spans[id].begin);
      RC_ASSERT(ours.spans[id].end <= piece.span.end);
    }
    our_ids.insert(our_ids.end(), piece.ours.begin(), piece.ours.end());
    their_ids.insert(their_ids.end(), piece.theirs.begin(), piece.theirs.end());
  }
  RC_ASSERT(ends == common_boundaries(ours, theirs, size));
  RC_ASSERT(our_ids == ours.ids);
  RC_ASSERT(their_ids == theirs.ids);
  RC_CLASSIFY(pieces.size() > 1, "several pieces");
  RC_CLASSIFY(std::ranges::any_of(pieces, [](const auto& piece) { return piece.ours.empty(); }),
              "a piece that ours drops");
}

// --- The output of the command. ---

// A desk with a rank file of the bytes, "ab" = 256, "bc" = 257 and "abc" = 258.
struct ComparingDesk : Desk {
  ComparingDesk() {
    write("abc.tiktoken", rank_file_of_bytes() + rank_line("ab", 256) + rank_line("bc", 257) +
                              rank_line("abc", 258));
  }

  Finished compare(const std::string& profile, const Words& more,
                   const std::string& in = "") const {
    Words words = {"compare-tiktoken", "--model",         "abab.json", "--ranks",
                   "abc.tiktoken",     "--ranks-profile", profile};
    words.insert(words.end(), more.begin(), more.end());
    return bpetite(words, in);
  }
};

// A member of an object. The test fails if it is missing.
const json::Value& member_of(const json::Value& object, std::string_view name) {
  const json::Value* const found = json::find(std::get<json::Object>(object.data), name);
  INFO(name);
  REQUIRE(found != nullptr);
  return *found;
}

json::Value parsed_json(std::string_view text) {
  auto parsed = json::parse(text);
  REQUIRE(std::holds_alternative<json::Value>(parsed));
  return std::get<json::Value>(std::move(parsed));
}

const std::string& string_in(const json::Value& object, std::string_view name) {
  return std::get<std::string>(member_of(object, name).data);
}

CLAUSE_TEST("FR-35 S19b S26b S27c", "the ids beside ours are those that tiktoken itself gave") {
  const auto recorded =
      parsed_json(file::read(std::string(BPETITE_SOURCE_DIR) + "/props/data/tiktoken-ids.json"));
  const std::string& golden = string_in(member_of(recorded, "provenance"), "ranks");
  const std::string artifact = file::read(std::string(BPETITE_SOURCE_DIR) + "/" + golden);
  const Desk desk;
  desk.write("model.json", artifact);
  std::string ranks;
  const auto tokens = artifact::parse(artifact).tokens;
  for (std::size_t id = 0; id < tokens.size(); ++id) ranks += rank_line(tokens[id], id);
  desk.write("some.tiktoken", ranks);

  const auto& cases = std::get<json::Array>(member_of(recorded, "cases").data);
  REQUIRE(cases.size() > 200);
  for (const json::Value& one : cases) {
    Words words = {"compare-tiktoken", "--model", "model.json",      "--ranks",
                   "some.tiktoken",    "--json",  "--ranks-profile", string_in(one, "profile"),
                   "--input",          "-"};
    const std::string& specials = string_in(one, "specials");
    if (specials == "allowed") words.insert(words.end(), {"--allow-special", "all"});
    if (specials == "ordinary") words.emplace_back("--ordinary");
    const std::string& text = string_in(one, "text");
    const Finished done = desk.bpetite(words, text);
    CAPTURE(text, specials, string_in(one, "profile"), done.err);
    const json::Value& ids = member_of(one, "ids");
    if (std::holds_alternative<std::nullptr_t>(ids.data)) {
      CHECK(done.code == 1);
      CHECK_THAT(done.err, Catch::Matchers::EndsWith("[S27a, chapter 5]\n"));
      continue;
    }
    REQUIRE(done.code == 0);
    const json::Value page = parsed_json(done.out);
    CHECK(json::serialize(member_of(member_of(page, "tiktoken"), "ids")) == json::serialize(ids));
  }
}

CLAUSE_TEST("FR-35 FR-34", "the JSON has both sides, the pieces, and who needs fewer tokens") {
  const ComparingDesk desk;
  CHECK(desk.compare("gpt2", {"--text", "abc abc", "--json"}).out ==
        R"({"bytes":7,"bpetite":{"profile":"v1","ids":[256,99,257,99],"count":4,)"
        R"("bytes_per_token":1.75},"tiktoken":{"profile":"gpt2","ids":[258,32,258],"count":3,)"
        R"("bytes_per_token":2.33},"pieces":[{"span":[0,3],"bpetite":[256,99],"tiktoken":[258]},)"
        R"({"span":[3,7],"bpetite":[257,99],"tiktoken":[32,258]}],"fewer":"tiktoken"})"
        "\n");
  CHECK_THAT(desk.compare("gpt2", {"--input", "-", "--json"}, " ab").out,
             Catch::Matchers::EndsWith("[{\"span\":[0,3],\"bpetite\":[257],\"tiktoken\":[32,256]}],"
                                       "\"fewer\":\"bpetite\"}\n"));
  CHECK(desk.compare("gpt2", {"--text", "", "--json"}).out ==
        R"({"bytes":0,"bpetite":{"profile":"v1","ids":[],"count":0,"bytes_per_token":null},)"
        R"("tiktoken":{"profile":"gpt2","ids":[],"count":0,"bytes_per_token":null},"pieces":[],)"
        R"("fewer":null})"
        "\n");
}

CLAUSE_TEST("FR-35 S28b", "a normalized group is in one piece") {
  const ComparingDesk desk;
  CHECK_THAT(
      desk.compare("qwen2", {"--text", "e\u0301ab", "--json"}).out,
      contains_text(R"("pieces":[{"span":[0,3],"bpetite":[101,204,129],"tiktoken":[195,169]},)"
                    R"({"span":[3,5],"bpetite":[256],"tiktoken":[256]}])"));
}

CLAUSE_TEST("FR-35", "the page has the ids, a line for each token, and who needs fewer") {
  const ComparingDesk desk;
  CHECK(desk.compare("gpt2", {"--text", "ab abc中\n"}).out ==
        "\"ab abc中\\n\"\n"
        "bpetite   7 tokens, 1.43 bytes each (v1)\n"
        "          [256,257,99,228,184,173,10]\n"
        "tiktoken  7 tokens, 1.43 bytes each (gpt2)\n"
        "          [256,32,258,228,184,173,10]\n"
        "\n"
        "  bytes  bpetite     tiktoken\n"
        "  0..2   256 \"ab\"    256 \"ab\"\n"
        "  2..6   257 \" ab\"   32 \" \"\n"
        "         99 \"c\"      258 \"abc\"\n"
        "  6..7   228 \"\\xe4\"  228 \"\\xe4\"\n"
        "  7..8   184 \"\\xb8\"  184 \"\\xb8\"\n"
        "  8..9   173 \"\\xad\"  173 \"\\xad\"\n"
        "  9..10  10 \"\\n\"     10 \"\\n\"\n"
        "\n"
        "6 pieces, 5 of them one token on both sides\n"
        "both need 7 tokens\n");
  CHECK_THAT(desk.compare("gpt2", {"--text", "abc"}).out,
             Catch::Matchers::EndsWith("tiktoken needs 1 token fewer: 1 in place of 2\n"));
  CHECK_THAT(desk.compare("gpt2", {"--text", " ab"}).out,
             Catch::Matchers::EndsWith("bpetite needs 1 token fewer: 1 in place of 2\n"));
  CHECK(desk.compare("gpt2", {"--text", ""}).out ==
        "\"\"\nbpetite   0 tokens (v1)\n          []\ntiktoken  0 tokens (gpt2)\n          []\n\n"
        "0 pieces, 0 of them one token on both sides\nboth need 0 tokens\n");
}

CLAUSE_TEST("FR-35", "a wide scalar takes two columns, and a mark none") {
  const Desk desk;
  desk.write("wide.tiktoken", rank_file_of_bytes() + rank_line("中", 256) + rank_line("한", 257) +
                                  rank_line("\u0301", 258));
  const Finished done =
      desk.bpetite({"compare-tiktoken", "--model", "wide.tiktoken", "--profile", "gpt2", "--ranks",
                    "wide.tiktoken", "--ranks-profile", "gpt2", "--text", "中,한,e\u0301"});
  CHECK_THAT(done.out, contains_text("  0..3   256 \"中\"  256 \"中\"\n"
                                     "  3..4   44 \",\"    44 \",\"\n"
                                     "  4..7   257 \"한\"  257 \"한\"\n"
                                     "  7..8   44 \",\"    44 \",\"\n"
                                     "  8..9   101 \"e\"   101 \"e\"\n"
                                     "  9..11  258 \"\u0301\"    258 \"\u0301\"\n"));
}

CLAUSE_TEST("FR-35", "of a long text, a long piece and a long token the beginning is shown") {
  const ComparingDesk desk;
  std::string text;
  for (int i = 0; i < 200; ++i) text += "c ";
  CHECK_THAT(desk.compare("gpt2", {"--text", text}).out,
             contains_text(",... 200 more]\n") &&
                 contains_text("  39..40  32 \" \"   32 \" \"\n"
                               "  ... and 360 pieces more; --json has them all\n\n"
                               "400 pieces, 400 of them"));
  // All of 200 ids are shown, and of 201 the first 200.
  CHECK_THAT(desk.compare("gpt2", {"--text", text.substr(0, 200)}).out, !contains_text("more]"));
  CHECK_THAT(desk.compare("gpt2", {"--text", text.substr(0, 201)}).out,
             contains_text(",... 1 more]"));
  const std::string many(150, 'x');
  desk.write("long.tiktoken", rank_file_of_bytes() + rank_line(many, 256));
  const auto page = [&](const std::string& profile) {
    return desk
        .bpetite({"compare-tiktoken", "--model", "abab.json", "--ranks", "long.tiktoken",
                  "--ranks-profile", profile, "--text", many})
        .out;
  };
  CHECK_THAT(page("gpt2"),
             contains_text("  bytes   bpetite  tiktoken\n"
                           "  0..150  120 \"x\"  256 \"" +
                           std::string(24, 'x') + "\"...\n          120 \"x\"\n") &&
                 contains_text("          120 \"x\"\n          ...\n\n1 piece, 0 of"));
}

CLAUSE_TEST("FR-35", "the page has colours on a terminal only, and none if NO_COLOR is set") {
  const ComparingDesk desk;
  const Words command = {BPETITE_PROGRAM,   "compare-tiktoken",
                         "--model",         "abab.json",
                         "--ranks",         "abc.tiktoken",
                         "--text",          "a\x1b[31m<|endoftext|>abc",
                         "--ranks-profile", "gpt2",
                         "--allow-special", "all"};
  const auto coloured = run_on_terminal(command, {{}, desk.path(), {{"TERM=xterm"}}});
  CHECK(coloured.out.find("\x1b[1;32m258 \"abc\"\x1b[0m") != std::string::npos);
  CHECK(coloured.out.find("\x1b[1;35m50256 \"<|endoftext|>\"\x1b[0m") != std::string::npos);
  CHECK(coloured.out.find("\x1b[31m") == std::string::npos);
  const auto plain = run_on_terminal(command, {{}, desk.path(), {{"TERM=xterm", "NO_COLOR=1"}}});
  CHECK(plain.out.find('\x1b') == std::string::npos);
  CHECK(plain.out.find("258 \"abc\"") != std::string::npos);
  CHECK(run(command, {{}, desk.path(), {{"TERM=xterm"}}}).out.find('\x1b') == std::string::npos);
}

// --- Special tokens, and errors. ---

CLAUSE_TEST("FR-35 S27a S27b S27c", "each side keeps the rule of its profile") {
  const ComparingDesk desk;
  const std::string text = "<|endoftext|><|fim_prefix|>";
  const auto ids = [&](const std::string& profile, const Words& more) {
    Words words = {"--json", "--text", text};
    words.insert(words.end(), more.begin(), more.end());
    const Finished done = desk.compare(profile, words);
    if (done.code != 0) return fmt::format("{} {}", done.code, done.err);
    const json::Value page = parsed_json(done.out);
    const auto of = [&](std::string_view side) {
      const auto& all = std::get<json::Array>(member_of(member_of(page, side), "ids").data);
      const auto first = json::serialize(all.front());
      return fmt::format("{}:{}", all.size(), first);
    };
    return of("bpetite") + " " + of("tiktoken");
  };
  CHECK_THAT(ids("cl100k", {}),
             Catch::Matchers::StartsWith("1 bpetite: ValueError: encode: byte 0: the special token "
                                         "\"<|endoftext|>\" stands in the text") &&
                 Catch::Matchers::EndsWith("[S27a, chapter 5]\n"));
  CHECK(ids("cl100k", {"--allow-special", "all"}) == "15:258 2:100257");
  CHECK_THAT(ids("cl100k", {"--allow-special", "<|endoftext|>"}),
             contains_text("byte 13: the special token \"<|fim_prefix|>\""));
  CHECK(ids("cl100k", {"--allow-special", "<|endoftext|>", "--allow-special", "<|fim_prefix|>"}) ==
        "15:258 2:100257");
  CHECK(ids("cl100k", {"--ordinary"}) == "27:60 27:60");
  CHECK(ids("qwen2", {}) == "15:258 15:151643");
  CHECK(ids("nanochat", {}) == "15:258 27:60");
}

CLAUSE_TEST("FR-35 S27d S27e", "what neither side lets be allowed cannot be") {
  const ComparingDesk desk;
  const Finished useless = desk.compare("qwen2", {"--text", "a", "--allow-special", "all"});
  CHECK(useless.code == 2);
  CHECK(useless.err ==
        "bpetite: usage: compare-tiktoken: --allow-special: neither the profile v1 nor qwen2 lets "
        "special tokens be allowed (see bpetite compare-tiktoken --help)\n");
  const Finished unknown = desk.compare("gpt2", {"--text", "a", "--allow-special", "<|bos|>"});
  CHECK(unknown.code == 1);
  CHECK(unknown.err ==
        "bpetite: KeyError: compare-tiktoken: --allow-special: \"<|bos|>\" is a special token of "
        "neither side [S27d, chapter 5]\n");
}

CLAUSE_TEST("FR-35 FR-33 S24 S26e", "faults are reported in their order") {
  const ComparingDesk desk;
  const auto fails = [&](int code, const std::string& begins, const Words& more,
                         const std::string& in = "") {
    Words words = {"compare-tiktoken"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished done = desk.bpetite(words, in);
    CAPTURE(more, done.err);
    CHECK(done.code == code);
    CHECK(done.out.empty());
    CHECK_THAT(done.err, Catch::Matchers::StartsWith("bpetite: " + begins));
    CHECK(done.err.find('\n') == done.err.size() - 1);
  };
  const std::string usage = "usage: ";
  fails(2, usage, {"--ranks", "abc.tiktoken", "--text", "a"});
  fails(2, usage, {"--model", "abab.json", "--text", "a"});
  fails(2, usage + "compare-tiktoken: either --text or --input is required",
        {"--model", "abab.json", "--ranks", "abc.tiktoken"});
  for (const auto& [first, second] : std::vector<std::pair<std::string, std::string>>{
           {"--model", "--ranks"}, {"--model", "--input"}, {"--ranks", "--input"}}) {
    const auto path = [&](const std::string& option) {
      return option == first || option == second ? "-" : "missing";
    };
    fails(2, usage + "compare-tiktoken: only one file can be standard input",
          {"--model", path("--model"), "--ranks", path("--ranks"), "--input", path("--input")});
  }
  const Words missing = {"--model", "missing", "--ranks", "missing", "--input", "missing"};
  const auto with = [&](const Words& more) {
    Words words = missing;
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  fails(2, usage + "compare-tiktoken: --ranks-profile: \"cl10k\" is none of bloom, ",
        with({"--ranks-profile", "cl10k"}));
  fails(2, usage + "compare-tiktoken: --profile: \"cl10k\" is none of",
        with({"--profile", "cl10k"}));
  fails(2, usage, with({"--ordinary", "--allow-special", "all"}));
  fails(2, usage, with({"--allow-special", "all", "--allow-special", "<s>"}));

  // The model is read first, then the ranks, then the text.
  fails(1, "FileNotFoundError: read: \"missing\"", missing);
  fails(1, "ValueError: artifact: ",
        {"--model", "bad.json", "--ranks", "missing", "--input", "missing"});
  fails(1, "FileNotFoundError: read: \"missing\"",
        {"--model", "abab.json", "--ranks", "missing", "--input", "bad.txt"});
  fails(1, "ValueError: compare-tiktoken: --ranks: \"abab.json\": this is not a rank file",
        {"--model", "abab.json", "--ranks", "abab.json", "--input", "missing"});
  fails(1,
        "ValueError: compare-tiktoken: --ranks: \"-\": a rank file has no pattern and no special "
        "tokens: name its profile (--ranks-profile), required one of cl100k, gpt2, ",
        {"--model", "abab.json", "--ranks", "-", "--input", "missing"}, desk.read("abc.tiktoken"));
  fails(1,
        "ValueError: open: \"abc.tiktoken\": a rank file has no pairs to merge, as the profile v1",
        {"--model", "abab.json", "--ranks", "abc.tiktoken", "--ranks-profile", "v1", "--input",
         "missing"});
  const Words good = {"--model", "abab.json", "--ranks", "abc.tiktoken", "--ranks-profile", "gpt2"};
  Words text = good;
  text.insert(text.end(), {"--input", "bad.txt"});
  fails(1, "UnicodeDecodeError: compare-tiktoken: \"bad.txt\": byte 2: ", text);
  text = good;
  text.insert(text.end(), {"--text", "a\xff"});
  fails(1, "UnicodeDecodeError: text: byte 1: ", text);
}

}  // namespace
}  // namespace bpetite::test
