// Tests judging a vector, also by a digest or as a result of another version of Unicode
// (UNICODE_DELTA), the place of the first difference, the levels that a program claims and the
// vectors that it is sent, verdicts, and the list of known failures and its update, with hand-made
// expectations and results.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conform/explain/findings.hpp"
#include "conform/judge/judge.hpp"
#include "conform/judge/run.hpp"
#include "conform/program/program.hpp"
#include "conform/report/known_failures.hpp"
#include "conform/suite/test_material.hpp"
#include "corpus/sha256.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"

namespace bpetite::test {
namespace {

using conform::program::Hello;
using conform::program::Status;
using conform::report::Verdict;
using conform::suite::Level;

struct Case {
  std::string_view expect;
  std::string_view observed;
  Status status;
};

constexpr std::array<Case, 20> cases = {{
    {R"({"result":"valid","ids":[1,2]})", R"({"result":"valid","ids":[1,2]})", Status::pass},
    {R"({"result":"valid","ids":[1,2]})", R"({"result":"valid","ids":[1]})", Status::fail},
    {R"({"result":"valid","ids":[1,2]})", R"({"result":"valid","ids":[2,1]})", Status::fail},
    {R"({"result":"valid","ids":[]})", R"({"result":"valid","ids":[0]})", Status::fail},
    {R"({"result":"valid","ids":[0]})", R"({"result":"valid","ids":[-1]})", Status::fail},
    {R"({"result":"valid","ids":[1]})", R"({"result":"invalid","error":"KeyError"})", Status::fail},
    {R"({"result":"invalid","error":"KeyError"})", R"({"result":"valid","ids":[1]})", Status::fail},
    {R"({"result":"invalid","error":"KeyError"})", R"({"result":"invalid","error":"KeyError"})",
     Status::pass},
    {R"({"result":"invalid","error":"OSError"})",
     R"({"result":"invalid","error":"FileExistsError"})", Status::wrong_error},
    {R"({"result":"invalid","error":"ValueError","step":3})",
     R"({"result":"invalid","error":"ValueError","step":4})", Status::pass},
    {R"({"result":"invalid","error":"ValueError"})",
     R"({"result":"unprepared","error":"ValueError"})", Status::fail},
    {R"({"result":"valid","chunks_hex":["61"]})", R"({"result":"valid","chunks_hex":["61"]})",
     Status::pass},
    {R"({"result":"valid","chunks_hex":["6161"]})",
     R"({"result":"valid","chunks_hex":["61","61"]})", Status::fail},
    {R"({"result":"valid","texts_hex":["61",{"error":"KeyError"}]})",
     R"({"result":"valid","texts_hex":["61",{"error":"KeyError"}]})", Status::pass},
    {R"({"result":"valid","texts_hex":["61",{"error":"KeyError"}]})",
     R"({"result":"valid","texts_hex":["61",{"error":"ValueError"}]})", Status::fail},
    {R"({"result":"valid","probe":{"text_hex":"61","ids":[97]}})", R"({"result":"valid"})",
     Status::pass},
    {R"({"result":"valid","probe":{"text_hex":"61","ids":[97]}})",
     R"({"result":"valid","probe":{"text_hex":"61","ids":[98]}})", Status::fail},
    {R"({"result":"valid","sha256":"ab","bytes":2})",
     R"({"result":"directory","sha256":"ab","bytes":2})", Status::fail},
    {R"({"result":"valid","merges":[[1,2]]})", R"({"result":"valid","merges":[[2,1]]})",
     Status::fail},
    {R"({"result":"valid","ids":[1],"within_seconds":5})", R"({"result":"valid","ids":[1]})",
     Status::pass},
}};

TEST_CASE("judge: each expectation against each kind of result") {
  for (const Case& one : cases) {
    INFO(one.expect << " against " << one.observed);
    CHECK(name(conform::judge::compare(object_of(one.expect), object_of(one.observed))) ==
          name(one.status));
  }
}

TEST_CASE("judge: a long result is compared by its digest") {
  // printf '1\\n2\\n' | sha256sum
  const auto expect =
      object_of(R"({"result":"valid","ids_count":2,"ids_sha256":)"
                R"("a6e2b7a040683432de03a18fd8a1939a2fdf82585b364bfc874bdd4095c4cae1"})");
  const auto status = [&](std::string_view ids) {
    return conform::judge::compare(
        expect, object_of("{\"result\":\"valid\",\"ids\":" + std::string(ids) + "}"));
  };
  CHECK(status("[1,2]") == Status::pass);
  CHECK(status("[1,3]") == Status::fail);
  CHECK(status("[1]") == Status::fail);
  CHECK(status("[-1,2]") == Status::fail);
}

TEST_CASE("FR-32g: judge: digests of chunks, of a text and of merges are those of all items") {
  using namespace conform::suite;
  const std::vector<std::string> chunks = {"a", "b"};
  const std::vector<Pair> merges = {{97, 98}, {256, 99}};
  for (const auto& [member, digest, right, wrong] : std::vector<std::array<std::string, 4>>{
           {"chunks", chunks_digest(chunks), R"("chunks_hex":["61","62"])",
            R"("chunks_hex":["61"])"},
           {"text", corpus::sha256_hex("ab"), R"("text_hex":"6162")", R"("text_hex":"61")"},
           {"merges", merges_digest(merges), R"("merges":[[97,98],[256,99]])",
            R"("merges":[[97,98],[256,-99]])"}}) {
    INFO(member);
    const auto expect =
        object_of(fmt::format(R"({{"result":"valid","{}_sha256":"{}"}})", member, digest));
    const auto status = [&](const std::string& observed) {
      return conform::judge::compare(expect, object_of(R"({"result":"valid",)" + observed + "}"));
    };
    CHECK(status(right) == Status::pass);
    CHECK(status(wrong) == Status::fail);
    CHECK(status(R"("other":1)") == Status::fail);
  }
}

TEST_CASE("FR-32g: judge: a result is one line for people") {
  for (const auto& [result, line] : std::vector<std::array<std::string_view, 2>>{
           {R"({"result":"valid","ids":[]})", "nothing"},
           {R"({"result":"valid","ids":[32,257],"mask":[0,1]})", "32 257, 0 1"},
           {R"({"result":"valid","merges":[[97,98],[256,99]]})", "(97 98) (256 99)"},
           {R"({"result":"valid","texts_hex":["61",{"error":"KeyError"}]})", "[61][KeyError]"},
           {R"({"result":"valid","ids_count":1000,"ids_sha256":"0123456789abcdef01"})",
            "ids_count 1000, ids_sha256 0123456789abcdef"},
           {R"({"result":"valid","probe":{"text_hex":"61","ids":[97]}})", "then [61], 97"},
           {R"({"result":"valid","within_seconds":5})", "valid"},
           {R"({"result":"unprepared","error":"ValueError","step":5})",
            "ValueError at step 5 of loading before the operation itself"},
           {R"({"result":"directory","sha256":"ab","bytes":2})", "directory"}}) {
    CHECK(conform::judge::shown(object_of(result)) == line);
  }
}

// U+0C5C is a letter since Unicode 17.0. So the chunks are "(x", or "(" and "x".
conform::suite::Vector unicode_vector() {
  return make_vector(
      "delta", Level::L0, "pretokenize", R"({"text_hex":"28e0b19c"})",
      R"({"result":"acceptable","variants":[)"
      R"({"unicode":["13.0.0","14.0.0","15.0.0","15.1.0","16.0.0"],)"
      R"("chunks_hex":["28e0b19c"],"result":"valid"},)"
      R"({"unicode":["17.0.0","18.0.0"],"chunks_hex":["28","e0b19c"],"result":"valid"}]})");
}

TEST_CASE("judge: a result of another Unicode version is UNICODE_DELTA, and says which") {
  const conform::program::Observed newer{
      object_of(R"({"result":"valid","chunks_hex":["28","e0b19c"]})"), ""};
  const conform::program::Observed pinned{
      object_of(R"({"result":"valid","chunks_hex":["28e0b19c"]})"), ""};
  const conform::program::Observed wrong{object_of(R"({"result":"valid","chunks_hex":[]})"), ""};
  Hello hello;
  CHECK(conform::judge::judge(unicode_vector(), pinned, hello).status == Status::pass);
  CHECK(conform::judge::judge(unicode_vector(), wrong, hello).status == Status::fail);
  const auto delta = conform::judge::judge(unicode_vector(), newer, hello);
  CHECK(delta.status == Status::unicode_delta);
  CHECK(delta.versions == std::vector{unicode::Version::v17_0, unicode::Version::v18_0});

  // The implementation is judged by the version that it names.
  hello.unicode = "17.0.0";
  CHECK(conform::judge::judge(unicode_vector(), newer, hello).status == Status::unicode_delta);
  const auto older = conform::judge::judge(unicode_vector(), pinned, hello);
  CHECK(older.status == Status::unicode_delta);
  CHECK(older.versions.back() == unicode::Version::v16_0);
}

TEST_CASE("judge: what is right for another Unicode version is told, known or not") {
  std::vector<conform::explain::Result> results(3);
  for (auto& result : results) result.unicode = "15.0.0";
  results[0].id = "new";
  results[0].status = Status::unicode_delta;
  results[1].id = "known";
  results[1].status = Status::xfail;
  results[1].known = Status::unicode_delta;
  results[2].id = "another";
  results[2].status = Status::xfail;
  results[2].known = Status::fail;
  CHECK(conform::explain::unicode_deltas(results) ==
        std::map<std::string, std::vector<std::string>>{{"15.0.0", {"new", "known"}}});
}

TEST_CASE("judge: a UNICODE_DELTA fails a level unless hello names its version") {
  conform::explain::Result result;
  result.status = Status::unicode_delta;
  result.unicode = "17.0.0";
  CHECK(conform::report::fails_level(result, ""));
  CHECK(conform::report::fails_level(result, "15.0.0"));
  CHECK_FALSE(conform::report::fails_level(result, "17.0.0"));
}

TEST_CASE("judge: the place of the first difference of two results") {
  const conform::suite::Suite suite = small_suite();
  const auto chunks =
      make_vector("x", Level::L0, "pretokenize", R"({"text_hex":"6120206220632020"})",
                  R"({"result":"valid","chunks_hex":["61","20","2062","2063","2020"]})");
  CHECK(conform::explain::place_of(
            suite, chunks, chunks.expect,
            object_of(R"({"result":"valid","chunks_hex":["61","2020","62"]})")) ==
        "chunk 2 of 5, bytes 1..2");
  const auto ids = make_vector("y", Level::L1, "encode", R"({"text_hex":"6161206161"})",
                               R"({"result":"valid","ids":[256,32,256]})", "tiny");
  CHECK(conform::explain::place_of(suite, ids, ids.expect,
                                   object_of(R"({"result":"valid","ids":[256,32,97,97]})")) ==
        "chunk 2 of 2, bytes 2..5");
  // A special token is a chunk.
  const auto special =
      make_vector("z", Level::L1, "encode", R"({"text_hex":"61613c7c656e646f66746578747c3e62"})",
                  R"({"result":"valid","ids":[256,257,98]})", "tiny");
  CHECK(conform::explain::place_of(suite, special, special.expect,
                                   object_of(R"({"result":"valid","ids":[256,257,97]})")) ==
        "chunk 3 of 3, bytes 15..16");
  const auto place = [&](const conform::suite::Vector& vector, std::string_view got) {
    return conform::explain::place_of(suite, vector, vector.expect, object_of(got));
  };
  CHECK(place(special, R"({"result":"valid","ids":[256,60]})") == "chunk 2 of 3, bytes 2..15");
  CHECK(place(special, R"({"result":"valid","ids":[256,257,98,98]})") == "after the last chunk");
  CHECK(place(special, R"({"result":"valid","ids":[]})") == "chunk 1 of 3, bytes 0..2");
  CHECK(place(chunks, R"({"result":"valid","chunks_hex":["61","20","2062","2063"]})") ==
        "chunk 5 of 5, bytes 6..8");
  CHECK(place(chunks, R"({"result":"invalid","error":"ValueError"})").empty());
  CHECK(place(ids, R"({"result":"invalid","error":"ValueError"})").empty());
  CHECK(place(ids, "{}").empty());
  auto unknown = ids;  // an id that no token has is due
  unknown.expect = object_of(R"({"result":"valid","ids":[256,900]})");
  CHECK(place(unknown, R"({"result":"valid","ids":[256,32]})").empty());
  auto made = ids;  // its artifact has no name
  made.artifact = {object_of(R"({"merges":[[97,97]]})")};
  CHECK(place(made, R"({"result":"valid","ids":[256,32,97,97]})").empty());
  const auto decoded = make_vector("d", Level::L1, "decode", R"({"ids":[97]})",
                                   R"({"result":"valid","text_hex":"61"})", "tiny");
  CHECK(place(decoded, R"({"result":"valid","text_hex":"62"})").empty());
}

// --- Claims. ---

std::string claims(std::set<std::string, std::less<>> ops,
                   std::optional<std::vector<std::string>> levels = std::nullopt) {
  Hello hello;
  hello.ops = std::move(ops);
  hello.levels = std::move(levels);
  std::string text;
  for (const Level level : conform::program::claimed_levels(hello)) {
    text += conform::suite::level_names[static_cast<std::size_t>(level)];
  }
  return text;
}

TEST_CASE("claims: declared operations claim levels, and levels narrow them") {
  CHECK(claims({}) == "");
  CHECK(claims({"pretokenize"}) == "L0");
  CHECK(claims({"load"}) == "L2");
  CHECK(claims({"load", "encode"}) == "L0L2");
  CHECK(claims({"load", "encode", "decode"}) == "L0L1L2");
  CHECK(claims({"train"}) == "L3");
  CHECK(claims({"save"}) == "");
  CHECK(claims({"train", "save"}) == "L3L4");
  CHECK(claims({"load", "save"}) == "L2L4");
  CHECK(claims({"render"}) == "L5");
  CHECK(claims({"load", "parts"}) == "L2L6");
  CHECK(claims({"windows"}) == "");
  CHECK(claims({"load", "encode", "decode"}, {{"L0", "L1"}}) == "L0L1");
  CHECK(claims({"pretokenize"}, {{"L0", "L3"}}) == "L0");  // levels cannot add a level
}

TEST_CASE("claims: vectors that need undeclared operations are not sent") {
  conform::suite::Suite suite = small_suite();
  Hello hello;
  hello.ops = {"load", "encode"};
  CHECK(conform::program::why_not_sent(suite.vectors[0], hello) ==
        "the operation pretokenize is not declared");
  CHECK(conform::program::why_not_sent(suite.vectors[3], hello) == "level L1 is not claimed");
  hello.ops.insert("decode");
  CHECK(conform::program::why_not_sent(suite.vectors[3], hello).empty());
  suite.vectors[3].requires_caps = {"pair-keyed"};
  CHECK(conform::program::why_not_sent(suite.vectors[3], hello) ==
        "the capability pair-keyed is not declared");
}

TEST_CASE("claims: vectors of chunks through encode count for L1 if the program has pretokenize") {
  const conform::suite::Suite suite = small_suite();
  conform::suite::Vector through_encode = suite.vectors[3];
  through_encode.level = Level::L0;
  REQUIRE(through_encode.op == "encode");
  Hello hello;
  hello.ops = {"load", "encode", "decode"};
  CHECK(conform::program::level_for(through_encode, hello) == Level::L0);
  hello.ops.insert("pretokenize");
  CHECK(conform::program::level_for(through_encode, hello) == Level::L1);
  CHECK(conform::program::why_not_sent(through_encode, hello, {Level::L0}) == "it counts for L1");
  CHECK(conform::program::why_not_sent(through_encode, hello, {Level::L1}).empty());
  hello.ops.erase("decode");
  CHECK(conform::program::level_for(through_encode, hello) == Level::L0);  // L1 is not claimed
}

TEST_CASE("FR-32g: claims: a run selects vectors by level and by id") {
  conform::suite::Suite suite = small_suite();
  suite.vectors[4].level = Level::L0;  // chunks through encode may count for L1
  const auto ids = [&](std::set<Level> levels, std::string only) {
    const conform::judge::RunOptions options{.levels = std::move(levels), .only = std::move(only)};
    std::string text = conform::report::selection_of(options) + ":";
    for (const std::size_t place : conform::judge::selected(suite, options)) {
      text += " " + suite.vectors[place].id;
    }
    return text;
  };
  CHECK(ids({Level::L0}, "") ==
        "--level L0: chunks trigger-chunks chunks-ill-formed trigger-encode");
  CHECK(ids({Level::L1, Level::L3}, "*") ==
        "--level L1 --level L3 --only *: encode trigger-encode decode decode-unknown train");
  CHECK(ids({}, "save") == "--only save: save");
  CHECK(ids({}, "save*") == "--only save*: save save-exists");
  CHECK(ids({Level::L2}, "save*") == "--level L2 --only save*:");
}

// --- Verdicts. ---

// A report of three results, of which the second, "b", has this status and this tier.
conform::report::Report report_with(Status status,
                                    conform::suite::Tier tier = conform::suite::Tier::required) {
  return report_of_results({result_with("a", Status::pass),
                            result_with("b", status, Level::L0, tier),
                            result_with("c", Status::pass)});
}

TEST_CASE("verdict: the tier required decides, and every kind of failure fails") {
  for (std::size_t i = 0; i < conform::program::status_names.size(); ++i) {
    const auto status = static_cast<Status>(i);
    INFO(name(status));
    const conform::report::Report report = report_with(status);
    const bool good = status == Status::pass || status == Status::not_claimed;
    CHECK((report.levels[0].verdict == Verdict::conforms) == (good || status == Status::xpass));
    CHECK(report.exit_code == (good || status == Status::xfail ? 0 : 1));
    CHECK(report.levels[1].verdict == Verdict::not_claimed);

    const conform::report::Report other = report_with(status, conform::suite::Tier::recommended);
    CHECK(other.levels[0].verdict == Verdict::conforms);
    CHECK(other.exit_code == (status == Status::xpass ? 1 : 0));
  }
}

TEST_CASE("verdict: a run that stopped early conforms to nothing") {
  conform::report::Report report = report_with(Status::pass);
  report.partial = "interrupted";
  conclude(report);
  CHECK(report.levels[0].verdict == Verdict::fails);
  CHECK(report.exit_code == 3);
}

// --- Known failures. ---

int with_known(Status status, const std::string& list, conform::report::Report* out = nullptr) {
  conform::report::Report report = report_with(status);
  const bool fits = apply_known_failures(report, conform::report::parse_known_failures(list));
  conclude(report);
  if (out != nullptr) *out = report;
  return fits ? report.exit_code : 1;
}

TEST_CASE("known: a listed failure is XFAIL, the level still fails, the exit code is 0") {
  conform::report::Report report;
  CHECK(with_known(Status::fail, "# why\nb x1 FAIL # upstream 12\n", &report) == 0);
  CHECK(name(report.results[1].status) == "XFAIL");
  CHECK(report.levels[0].verdict == Verdict::fails);
  CHECK(report.levels[0].known == 1);
}

TEST_CASE("known: a list that does not fit exactly fails the run") {
  CHECK(with_known(Status::fail, "b x1 WRONG_ERROR\n") == 1);
  CHECK(with_known(Status::fail, "b x2 FAIL\n") == 1);
  CHECK(with_known(Status::fail, "b x1 FAIL\nz x1 FAIL\n") == 1);
  CHECK(with_known(Status::pass, "b x1 FAIL\n") == 1);  // XPASS
  CHECK(with_known(Status::fail, "a x1 FAIL\nb x1 FAIL\n") == 1);
  CHECK(with_known(Status::fail, "b* x1 FAIL\n") == 0);
  CHECK(with_known(Status::fail, "* x1 FAIL\n") == 0);
  CHECK(with_known(Status::fail, "* x3 FAIL\n") == 1);
}

TEST_CASE("FR-32g: known: a line accepts as many failures as it says, not one more or less") {
  for (std::size_t failing = 0; failing <= 3; ++failing) {
    for (const std::size_t listed : {1U, 2U, 3U, 4U}) {
      CAPTURE(failing, listed);
      conform::report::Report report = report_with(Status::pass);
      for (std::size_t i = 0; i < failing; ++i) report.results[i].status = Status::fail;
      const auto list = conform::report::parse_known_failures(fmt::format("* x{} FAIL\n", listed));
      CHECK(apply_known_failures(report, list) == (failing == listed));
      CHECK(report.remarks.empty() == (failing == listed));
    }
  }
}

TEST_CASE("FR-32g: known: an update keeps the lines of vectors that were not asked") {
  conform::report::Report report = report_with(Status::fail);
  report.selection = "--only b";
  const std::string other = "z x1 FAIL # it was not asked\n";
  const auto known = conform::report::parse_known_failures("b x1 CRASH # why\n" + other);
  CHECK(updated_known_failures(report, known) == "b x1 FAIL # why\n" + other);
  report.selection = {};
  CHECK(updated_known_failures(report, known) == "b x1 FAIL # why\n");
}

TEST_CASE("FR-32g: known: what a line does to each result, and what the remark says") {
  const auto applied = [](const std::string& list, const std::string& selection = {}) {
    conform::report::Report report = report_with(Status::not_claimed);
    report.results[0].status = Status::fail;
    report.results.push_back(report.results[0]);
    report.results.back().id = "d";
    report.selection = selection;
    apply_known_failures(report, conform::report::parse_known_failures(list));
    std::string text;
    for (const auto& result : report.results) text += fmt::format("{} ", name(result.status));
    return fmt::format("{}{}", text, fmt::join(report.remarks, ";"));
  };
  CHECK(applied("* x2 FAIL\n") == "XFAIL NOT_CLAIMED PASS XFAIL ");
  CHECK(applied("a x1 FAIL\n* x1 FAIL\n") == "XFAIL NOT_CLAIMED PASS XFAIL ");
  CHECK(applied("c x1 TIMEOUT # slow\n") == "FAIL NOT_CLAIMED XPASS FAIL ");
  CHECK(applied("b x1 FAIL # why") ==
        "FAIL NOT_CLAIMED PASS FAIL known: b x1 FAIL # why is stale: 0 such");
  CHECK(applied("z x1 FAIL\n", "--only a") == "FAIL NOT_CLAIMED PASS FAIL ");
  CHECK(applied("a x2 FAIL\n", "--only a") ==
        "XFAIL NOT_CLAIMED PASS FAIL known: a x2 FAIL is stale: 1 such");
}

TEST_CASE("FR-32g: known: an update takes the first status of a line, and adds what decides") {
  conform::report::Report report = report_with(Status::crash);
  report.results.resize(6, report.results[0]);
  const std::array<Status, 6> statuses = {Status::fail, Status::crash, Status::pass,
                                          Status::fail, Status::fail,  Status::unicode_delta};
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    report.results[i].id = std::string(1, static_cast<char>('a' + i));
    report.results[i].status = statuses.at(i);
  }
  report.results[3].tier = conform::suite::Tier::recommended;
  report.results[4].tier = conform::suite::Tier::accumulated;
  const auto updated = [&](const std::string& list) {
    return updated_known_failures(report, conform::report::parse_known_failures(list));
  };
  CHECK(updated("* x9 CRASH # all\r\n\n\ta\tx1\tFAIL") ==
        "* x3 FAIL # all\r\n\nb x1 CRASH\nf x1 UNICODE_DELTA\n");
  CHECK(updated("accumulated-encode x1 FAIL#set\n") ==
        "accumulated-encode x1 FAIL #set\na x1 FAIL\nb x1 CRASH\ne x1 FAIL\nf x1 UNICODE_DELTA\n");
  report.unicode = report.results[5].unicode = "15.0.0";  // hello names it
  CHECK(updated("") == "a x1 FAIL\nb x1 CRASH\ne x1 FAIL\n");
}

TEST_CASE("known: a malformed list is refused with its line number") {
  for (const char* list : {"b\n", "b 1 FAIL\n", "b x0 FAIL\n", "b x1 PASS\n", "b x1 SAD\n",
                           "b x1 FAIL x\n", "b x-1 FAIL\n", "b x1 XFAIL\n", "b x01 FAIL\n",
                           "b x FAIL\n", "b x18446744073709551617 FAIL\n"}) {
    INFO(list);
    CHECK_THROWS_WITH(conform::report::parse_known_failures(std::string("# one\n") + list),
                      contains_text("line 2"));
  }
}

TEST_CASE("known: an updated list keeps comments, and fits") {
  const std::string list = "# my list\nb x4 CRASH # upstream 12\nz x1 FAIL # gone\n";
  const std::string updated = updated_known_failures(report_with(Status::fail),
                                                     conform::report::parse_known_failures(list));
  CHECK(updated == "# my list\nb x1 FAIL # upstream 12\n");
  CHECK(with_known(Status::fail, updated) == 0);
  CHECK(updated_known_failures(report_with(Status::fail),
                               conform::report::parse_known_failures("")) == "b x1 FAIL\n");
}

TEST_CASE("known: a crash on the list is said aloud, a wrong answer is not") {
  conform::report::Report report;
  CHECK(with_known(Status::crash, "b x1 CRASH\n", &report) == 0);
  const std::string text = "the list accepts failures without an answer: CRASH 1; the first is b";
  CHECK(conform::report::unanswered_known(report) == text);
  CHECK(report.remarks == std::vector<std::string>{"known: " + text});
  for (const Status status : {Status::timeout, Status::protocol, Status::state_leak}) {
    with_known(status, fmt::format("b x1 {}\n", name(status)), &report);
    CHECK_FALSE(conform::report::unanswered_known(report).empty());
  }
  CHECK(with_known(Status::fail, "b x1 FAIL\n", &report) == 0);
  CHECK(report.remarks.empty());
}

TEST_CASE("known: accumulated sets are listed too, and match nothing if they are not run") {
  const conform::report::Report report =
      report_with(Status::fail, conform::suite::Tier::accumulated);
  CHECK(updated_known_failures(report, conform::report::parse_known_failures("")) == "b x1 FAIL\n");
  CHECK(with_known(Status::fail, "b x1 FAIL\naccumulated-encode x1 FAIL\n") == 0);
}

}  // namespace
}  // namespace bpetite::test
