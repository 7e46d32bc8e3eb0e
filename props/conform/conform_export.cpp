// Tests `bpetite conform export DIR`. The suite that is read from DIR equals the embedded suite,
// and its files those of conformance/vectors. A row of vectors.tsv is enough to test a tokenizer:
// for each row whose input is there, the library must give the expected result. A table has the
// vectors that fit into a row. (conform_tables.cpp tests the tables for C, Go and Rust.)
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/tokenizer.hpp>

#include "conform/suite/plain_data.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/test_material.hpp"
#include "core/file.hpp"
#include "corpus/sha256.hpp"
#include "profiles/profiles.hpp"
#include "reference/pretokenize.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/programs/process.hpp"
#include "support/share.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

using conform::suite::Level;

// The whole suite in a directory, exported by the command line. Made once.
const fs::path& exported() {
  static const TemporaryDirectory directory;
  static const bool made =
      run({BPETITE_PROGRAM, "conform", "export", directory.path().string()}).code == 0;
  REQUIRE(made);
  return directory.path();
}

std::vector<std::string> split(std::string_view text, char by) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(by, at), text.size());
    parts.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

// The lines of vectors.tsv by column name: nine fields each.
std::vector<std::map<std::string, std::string>> table() {
  std::vector<std::string> lines = split(file::read(exported() / "vectors.tsv"), '\n');
  REQUIRE(lines.back().empty());
  lines.pop_back();
  const std::vector<std::string> names = split(lines.at(0), '\t');
  REQUIRE(names.size() == 9);
  std::vector<std::map<std::string, std::string>> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> fields = split(lines[i], '\t');
    REQUIRE(fields.size() == 9);
    for (std::size_t j = 0; j < fields.size(); ++j) {
      if (j == 0) rows.emplace_back();
      rows.back()[names[j]] = fields[j];
    }
  }
  return rows;
}

std::string listed(const std::vector<std::string>& items) {
  return fmt::format("{}", fmt::join(items, " "));
}

// The library's result for a row, in the form of its column `want`. Throws the library's errors.
std::string got(std::map<std::string, std::string>& row) {
  const std::string& op = row["op"];
  if (op == "pretokenize") {
    std::vector<std::string> chunks;
    const std::string text = conform::suite::from_hex(row["input"]).value();
    for (const std::string_view chunk : reference::pretokenize(text, profiles::v1())) {
      chunks.push_back(conform::suite::to_hex(chunk));
    }
    return listed(chunks);
  }
  if (op == "train") {
    const auto size = static_cast<std::uint32_t>(std::stoul(row["argument"]));
    std::vector<std::string> merges;
    const auto trained = Tokenizer::train(conform::suite::from_hex(row["input"]).value(), size);
    for (const auto& [left, right] : trained.merges()) {
      merges.push_back(fmt::format("{},{}", left, right));
    }
    return listed(merges);
  }
  static std::map<std::string, Tokenizer> loaded;
  auto place = loaded.find(row["artifact"]);
  if (place == loaded.end()) {
    place = loaded.emplace(row["artifact"], Tokenizer::load(exported() / row["artifact"])).first;
  }
  if (op == "load") return "";
  const Tokenizer& tokenizer = place->second;
  if (op == "encode") {
    return fmt::format(
        "{}", fmt::join(tokenizer.encode(conform::suite::from_hex(row["input"]).value()), " "));
  }
  std::vector<TokenId> ids;
  for (const std::string& id : split(row["input"], ' ')) {
    if (!id.empty())
      ids.push_back(id.size() > 9 ? 4000000000 : static_cast<TokenId>(std::stoul(id)));
  }
  return conform::suite::to_hex(tokenizer.decode(ids));
}

TEST_CASE("export: the suite read from the exported files is the embedded suite") {
  const conform::suite::Suite& suite = test::suite();
  conform::suite::Files groups;
  for (const auto& entry : fs::directory_iterator(exported() / "vectors")) {
    groups.emplace(entry.path().stem().string(), file::read(entry.path()));
  }
  const auto again = conform::suite::parse_suite(groups, file::read(exported() / "suite.json"));
  CHECK(again.digest == suite.digest);
  CHECK(again.vectors.size() == suite.vectors.size());
  for (const auto& [name, crafted] : suite.artifacts) {
    INFO(name);
    CHECK(corpus::sha256_hex(file::read(exported() / fmt::format("artifacts/{}.json", name))) ==
          crafted.sha256);
  }

  // The files in the source tree have the same bytes.
  for (const auto& [name, text] : groups) {
    INFO(name);
    CHECK((file::read(fs::path(BPETITE_SOURCE_DIR) / "conformance/vectors" / (name + ".json")) ==
           text));
  }
}

TEST_CASE("export: the plain table is enough to judge by") {
  std::set<std::string> ids;
  std::map<std::string, std::size_t> judged;
  for (auto& row : table()) {
    INFO(row["id"] << " " << row["input"].substr(0, 200));
    CHECK(ids.insert(row["id"]).second);
    if (ids.size() % every(8) != 0) continue;
    if (row["op"] == "save" || row["input"].find('-') != std::string::npos) continue;
    std::string result;
    std::string error;
    try {
      result = got(row);
    } catch (const Error& thrown) {
      error = thrown.kind();
    }
    CHECK(error == row["error"]);
    CHECK(result == row["want"]);
    ++judged[row["op"]];
  }
  CHECK(judged.size() == 5);
  for (const auto& [op, count] : judged) {
    INFO(op);
    CHECK(count >= 100 / every(16));
  }
}

TEST_CASE("export: plain tables have the vectors that fit") {
  const auto rows = conform::suite::rows_of(small_suite());
  CHECK(rows.size() == 11);
  CHECK_THAT(
      conform::suite::to_tsv(rows),
      contains_text("encode\tL1\trequired\tencode\tartifacts/tiny.json\t616161\t\t256 97\t\n"));
  CHECK_THAT(conform::suite::to_tsv(rows),
             contains_text("train\tL3\trequired\ttrain\t\t6161\t257\t97,97\t\n"));
  CHECK_THAT(conform::suite::to_go(small_suite(), rows), contains_text("var All = []Vector{\n"));
}

TEST_CASE("FR-32g: export: a vector fits in a row if one field can hold its input and its result") {
  conform::suite::Suite own;
  const auto add = [&](Level level, const std::string& op, const std::string& input,
                       const std::string& expect) {
    own.vectors.push_back(make_vector(fmt::format("{}", own.vectors.size()), level, op, input,
                                      R"({"result":"valid",)" + expect + "}"));
  };
  add(Level::L0, "pretokenize", R"({"text_repeat":[["61",8000]]})", R"("chunks_hex":["61","62"])");
  add(Level::L0, "pretokenize", R"({"text_repeat":[["61",8001]]})", R"("chunks_hex":[])");
  add(Level::L1, "decode", R"({"ids_repeat":[[97,2]]})", R"("text_hex":"6161")");
  add(Level::L1, "decode", R"({"sequence":[[97]]})", R"("texts_hex":["61"])");
  add(Level::L1, "decode", R"({"ids":[97]})", R"("text_bytes":1,"text_sha256":"")");
  add(Level::L3, "train", R"({"counts":[["61",1]],"vocab_size":257})", R"("merges":[])");
  add(Level::L3, "train", R"({"corpus_hex":"62","vocab_size":-1})", R"("merges":[[97,98],[1,2]])");
  add(Level::L4, "save", R"({"setup":"exists","overwrite":true})", R"("sha256":"00")");
  add(Level::L4, "save", R"({"setup":"none","overwrite":false,"train":{}})", R"("sha256":"00")");
  std::string text;
  for (int i = 0; i < 8000; ++i) text += "61";
  CHECK(conform::suite::to_tsv(conform::suite::rows_of(own)) ==
        "id\tlevel\ttier\top\tartifact\tinput\targument\twant\terror\n"
        "0\tL0\trequired\tpretokenize\t\t" +
            text +
            "\t\t61 62\t\n2\tL1\trequired\tdecode\t\t97 97\t\t6161\t\n"
            "6\tL3\trequired\ttrain\t\t62\t-1\t97,98 1,2\t\n"
            "7\tL4\trequired\tsave\t\t\texists overwrite\t00\t\n");
}

}  // namespace
}  // namespace bpetite::test
