// Tests the error messages for faulty suites, which are files of test vectors
// (conformance/INTERPRETING.md, "A suite that is at fault"): each names the file, the vector and
// the place, and what is required. Also tests how `bpetite conform` ends with each of them, and
// faulty cases on its command line.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/programs/desk.hpp"
#include "support/share.hpp"
#include "support/suite_files.hpp"

namespace bpetite::test {
namespace {

struct FaultyVector {
  std::string_view op;
  std::string members;
  std::string_view place;
  std::string_view words;
};

const std::vector<FaultyVector>& faults() {
  // A vector with a faulty question. Its expectation does not matter.
  const auto input = [](std::string_view op, std::string_view text, std::string_view place,
                        std::string_view words, std::string_view artifact = "") {
    static constexpr std::string_view expect =
        R"("expect":{"result":"invalid","error":"KeyError"})";
    return FaultyVector{op, fmt::format("\"input\":{}{},{}", text, artifact, expect), place, words};
  };
  static constexpr std::string_view tiny = R"(,"artifact":"tiny")";
  static const std::vector<FaultyVector> all = {
      // Recipes that would never end, or whose result would be too large.
      input("pretokenize", R"({"text_repeat":[["",18446744073709551615]]})",
            "/input/text_repeat/0/0", "no byte, required at least one"),
      input("pretokenize", R"({"text_repeat":[["61",18446744073709551615]]})",
            "/input/text_repeat/0/1", "too much, required at most 2000000 in all"),
      input("pretokenize", R"({"text_repeat":[["61",1999999],["6161",1]]})",
            "/input/text_repeat/1/1", "too much"),
      input("pretokenize", R"({"text_repeat":[["61"]]})", "/input/text_repeat/0",
            "an array of 1, required bytes in hex and how often"),
      input("pretokenize", R"({"text_numbered":{"count":5,"digits":""}})",
            "/input/text_numbered/digits", "0 digits, required at least two"),
      input("pretokenize", R"({"text_numbered":{"count":5,"digits":"61"}})",
            "/input/text_numbered/digits", "1 digit, required at least two"),
      input("pretokenize", R"({"text_numbered":{"count":18446744073709551615,"digits":"6162"}})",
            "/input/text_numbered/count", "required an integer from 0 to 2000000"),
      input("pretokenize", R"({"text_numbered":{"count":1000000,"digits":"6162"}})",
            "/input/text_numbered/count", "too much"),
      input("pretokenize", R"({"text_random":{"seed":1,"bytes":5,"parts":[]}})",
            "/input/text_random/parts", "no part, required at least one"),
      input("pretokenize", R"({"text_random":{"seed":1,"bytes":5,"parts":[""]}})",
            "/input/text_random/parts/0", "no byte, required at least one"),
      input("pretokenize", R"({"text_random":{"seed":1,"bytes":2000001,"parts":["61"]}})",
            "/input/text_random/bytes", "required an integer from 0 to 2000000"),
      input("train",
            R"({"corpus_random":{"seed":1,"bytes":16777217,"parts":["61"]},"vocab_size":5})",
            "/input/corpus_random/bytes", "required an integer from 0 to 16777216"),
      input("decode", R"({"ids_repeat":[[97,4611686018427387904]]})", "/input/ids_repeat/0",
            "too much, required at most 4000000 in all", tiny),
      input("decode", R"({"sequence":[]})", "/input/sequence", "no call, required at least one",
            tiny),
      input("load", "{}", "/artifact/patch/0", "too much",
            R"(,"artifact":{"merges":[],"patch":[{"op":"nest","from":"merges","open":"[",)"
            R"("close":"]","depth":18446744073709551615}]})"),
      input("load", "{}", "/artifact/patch/0/depth", "required an integer from 0 to 16777216",
            R"(,"artifact":{"merges":[],"patch":[{"op":"nest","from":"merges","open":"",)"
            R"("close":"","depth":18446744073709551615}]})"),
      // Forty merges. Each doubles a token, so the last token has 2^40 bytes.
      input("encode", R"({"text_hex":"61"})", "/artifact/merges/19", "too much",
            R"(,"artifact":{"merges":[[97,97],[256,256],[257,257],[258,258],[259,259],[260,260],)"
            R"([261,261],[262,262],[263,263],[264,264],[265,265],[266,266],[267,267],[268,268],)"
            R"([269,269],[270,270],[271,271],[272,272],[273,273],[274,274],[275,275],[276,276]]})"),
      input("train", R"({"counts":[["616161",9223372036854775808]],"vocab_size":257})",
            "/input/counts/0/1", "too much"),
      // Members that are missing, of another type, or in conflict.
      input("train", R"({"corpus_hex":"6161"})", "/input",
            R"(no "vocab_size", required a member of that name)"),
      input("train", R"({"corpus_hex":"6161","vocab_size":"300"})", "/input/vocab_size",
            "\"300\", required an integer"),
      input("train", R"({"vocab_size":300})", "/input",
            "required exactly one of corpus_hex, corpus_repeat, corpus_random, corpus_numbered"),
      input("train", R"({"counts":[["zz",1]],"vocab_size":257})", "/input/counts/0/0",
            "required hexadecimal"),
      input("train", R"({"counts":[["",1]],"vocab_size":257})", "/input/counts/0/0",
            "required a chunk of UTF-8, not empty"),
      input("train", R"({"counts":[["ff",1]],"vocab_size":257})", "/input/counts/0/0",
            "required a chunk of UTF-8, not empty"),
      input("save", R"({"overwrite":false})", "/input",
            R"(no "setup", required a member of that name)", tiny),
      input("save", R"({"setup":"none"})", "/input",
            R"(no "overwrite", required a member of that name)", tiny),
      input("save", R"({"setup":"moon","overwrite":false})", "/input/setup",
            "\"moon\", required one of none, exists", tiny),
      input("save", R"({"setup":"none","overwrite":false})", "",
            "neither \"train\" nor an artifact, required one of them"),
      input("save", R"({"setup":"none","overwrite":false,"train":5})", "/input/train",
            "5, required an object"),
      input("encode", R"({"text_hex":"61"})", "",
            R"(no "artifact", required a member of that name)"),
      input("encode", R"({"text_hex":"61"})", "/artifact", "5, required an object",
            R"(,"artifact":5)"),
      input("encode", R"({"text_hex":"61"})", "/artifact",
            "required the name of an artifact of the suite", R"(,"artifact":"../x")"),
      input("encode", R"({"text_hex":"61"})", "/artifact/merges/0/1",
            "256, required an integer from 0 to 255", R"(,"artifact":{"merges":[[97,256]]})"),
      input("pretokenize", R"({"text_hex":"61"})", "/artifact", "none for this operation", tiny),
      input("pretokenize", R"({"text_hex":"61","text_repeat":[]})", "/input",
            "text_hex and text_repeat, required exactly one of"),
      input("pretokenize", R"({"text_hx":"61"})", "/input", "a member \"text_hx\""),
      input("pretokenize", R"({"text_hex":"616"})", "/input/text_hex", "required hexadecimal"),
      input("decode", "{}", "/input", "none of them, required exactly one of ids", tiny),
      input("decode", R"({"ids":["97"]})", "/input/ids/0", "\"97\", required an integer", tiny),
      input("load", "{}", "/artifact/patch", "5, required an array",
            R"(,"artifact":{"merges":[],"patch":5})"),
      input("load", "{}", "/artifact/patch/0", R"(no "bytes", required a member of that name)",
            R"(,"artifact":{"merges":[],"patch":[{"op":"truncate"}]})"),
      input("load", "{}", "/artifact/patch", "does not apply",
            R"(,"artifact":{"merges":[],"patch":[{"op":"text","from":"nowhere","to":"x"}]})"),
      // Faulty expectations.
      {"pretokenize", R"("input":{"text_hex":"61"},"expect":{})", "/expect",
       R"(no "result", required a member of that name)"},
      {"pretokenize", R"("input":{"text_hex":"61"},"expect":{"result":"valid"})", "/expect",
       "none of them, required exactly one of chunks_hex, chunks_sha256"},
      {"pretokenize", R"("input":{"text_hex":"61"},"expect":{"result":"acceptable"})", "/expect",
       R"(no "variants", required a member of that name)"},
      {"pretokenize", R"("input":{"text_hex":"61"},"expect":{"result":"acceptable","variants":[]})",
       "/expect/variants", "none for Unicode 13.0.0"},
      {"pretokenize",
       R"("input":{"text_hex":"61"},"expect":{"result":"valid","chunks_hex":["61"],)"
       R"("within_seconds":18446744073709551615})",
       "/expect/within_seconds", "required an integer from 1 to 3600"},
      {"pretokenize", R"("input":{"text_hex":"61"},"expect":{"result":"invalid"})", "/expect",
       R"(no "error", required a member of that name)"},
      {"pretokenize",
       R"("input":{"text_hex":"61"},"expect":{"result":"invalid","error":"MyError"})",
       "/expect/error", "\"MyError\", required one of ValueError"},
      {"load", R"("input":{},"artifact":"tiny","expect":{"result":"valid","probe":5})",
       "/expect/probe", "5, required an object"},
      {"load", R"("input":{},"artifact":"tiny","expect":{"result":"valid","probe":{}})",
       "/expect/probe", "none of them"},
      {"encode",
       R"("input":{"text_hex":"61"},"artifact":"tiny","expect":{"result":"valid","ids_count":9,)"
       R"("ids_sha256":"00"})",
       "/expect/ids_sha256", "2 digits, required a SHA-256 in hex"},
  };
  return all;
}

TEST_CASE("rules: a fault is named by file, vector and place, with what is required") {
  CHECK(faults().size() >= 51);
  for (const auto& [op, members, place, words] : faults()) {
    const std::string said = complaint(op, members);
    INFO(members << "\n" << said);
    CHECK(said.starts_with(fmt::format("suite: mine.json: my-id: /vectors/0{}: ", place)));
    CHECK(said.find(words) != std::string::npos);
  }
}

// --- Through the program. ---

TEST_CASE("rules: the program ends with 4, names the fault, and touches nothing") {
  const Desk desk;
  desk.shell("mkdir -p precious t/x/y && echo keep >precious/file");
  desk.write(
      "escape.json",
      file_of("save", vector_of(sound_vectors()[13].members, "../../../precious"), "escape"));
  std::vector<std::string> files = {"escape"};
  std::size_t number = 0;
  for (const FaultyVector& fault : faults()) {
    if (number++ % every(8) != 0 && number % 5 != 0) continue;
    files.push_back(fmt::format("fault-{}", number));
    desk.write(files.back() + ".json", file_of(fault.op, vector_of(fault.members), files.back()));
  }
  const auto before = desk.names();
  for (const std::string& file : files) {
    for (const std::string command :
         {"conform run --no-shrink --impl 'bpetite serve'", "conform lint"}) {
      // A program with sanitizers reserves terabytes of addresses. It runs without the limit.
      const std::string_view limit = is_sanitized() ? "" : "ulimit -v 2000000; ";
      const Finished done = desk.shell(fmt::format(
          "{}TMPDIR=$PWD/t timeout -k 1 20 bpetite {} --vectors {}.json", limit, command, file));
      INFO(command << " " << file << "\n" << done.err);
      CHECK(done.code == 4);
      CHECK(done.out.empty());
      CHECK(done.err.starts_with(fmt::format("bpetite: ValueError: suite: {}.json: ", file)));
    }
  }
  CHECK(desk.names() == before);
  CHECK(desk.shell("cat precious/file").out == "keep\n");
  CHECK(desk.shell("find t").out == "t\nt/x\nt/x/y\n");
}

TEST_CASE("rules: a case on the command line keeps the same rules") {
  const Desk desk;
  const std::vector<std::pair<std::string, std::string_view>> wrong = {
      {"", "case: byte 0: "},
      {"5", "case: 5, required an object"},
      {R"({"op":"train","input":{"corpus_hex":"61"}})",
       "no \"vocab_size\", required a member of that name"},
      {R"({"op":"train","input":{"counts":[["61"]],"vocab_size":257}})", "/input/counts/0: "},
      {R"({"op":"pretokenize","input":{"text_repeat":[["",99999999999]]}})", "no byte"},
      {R"({"op":"save","input":{"setup":"none"},"artifact":{"merges":[]}})", "\"overwrite\""},
      {R"({"op":"encode","input":{"text_hex":"61"},"artifact":"../../x"})", "/artifact: "},
      {R"({"op":"hello","input":{}})", "/op: \"hello\", required one of pretokenize"},
  };
  for (const auto& [text, words] : wrong) {
    const Finished done =
        desk.bpetite({"conform", "requests", "--case", text, (desk.path() / "out").string()});
    INFO(text << "\n" << done.err);
    CHECK(done.code == 4);
    CHECK(done.err.find(words) != std::string::npos);
    CHECK(done.err.starts_with("bpetite: ValueError: case: "));
  }
  CHECK(desk.bpetite({"conform", "requests", "--case",
                      R"({"op":"pretokenize","input":{"text_hex":"61"}})",
                      (desk.path() / "out").string()})
            .code == 0);
}

}  // namespace
}  // namespace bpetite::test
