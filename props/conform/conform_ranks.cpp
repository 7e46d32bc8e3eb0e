// Tests the vectors for a built-in vocabulary of a program: which texts of the suite are asked,
// with which ids, and which names of a vocabulary and its file are refused.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "conform/judge/ranks.hpp"
#include "conform/suite/text_edits.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using conform::suite::Level;

TEST_CASE("FR-32g: ranks: the texts are asked anew for a vocabulary that the program has") {
  // All bytes, and "aa" as token 256, as in the artifact "tiny". So the ids are known.
  conform::judge::Ranks ranks{"r50k_base", {v1_table({{97, 97}})}};
  ranks.loaded.table.profile.merging = Merging::bytes;
  ranks.loaded.table.merges.clear();
  ranks.loaded.table.specials.clear();
  conform::suite::Suite asked = small_suite();
  asked.notes = {{"Flag", "bug", "What it says", "", {}}};
  const conform::suite::Suite suite = conform::judge::ranked_suite(asked, ranks);
  CHECK(suite.notes.size() == 1);
  CHECK(suite.vectors.size() == 6);  // three texts, and the decoding of each
  const auto encode = std::find_if(suite.vectors.begin(), suite.vectors.end(),
                                   [](const auto& one) { return one.id == "r50k_base-encode"; });
  REQUIRE(encode != suite.vectors.end());
  CHECK(json::serialize({encode->expect}) == R"({"result":"valid","ids":[256,97]})");
  CHECK(json::serialize(encode->artifact) == R"({"builtin":"r50k_base"})");
  // What is left out: a text that comes again, a special token, a long chunk, the tier stress.
  const auto text = [](std::string id, const std::string& bytes) {
    return make_vector(std::move(id), Level::L0, "pretokenize",
                       fmt::format(R"({{"text_hex":"{}"}})", conform::suite::to_hex(bytes)),
                       R"({"result":"valid"})");
  };
  asked.vectors = {text("a", "aa"),
                   text("again", "aa"),
                   text("special", "a<|endoftext|>"),
                   text("long", std::string(8192, 'x')),
                   text("longer", std::string(8193, 'x')),
                   text("stress", "b"),
                   text("drift", "a")};
  asked.vectors[5].tier = conform::suite::Tier::stress;
  asked.vectors[6].expect = object_of(R"({"result":"acceptable"})");
  std::string ids;
  for (const auto& vector : conform::judge::ranked_suite(asked, ranks).vectors) {
    ids += vector.id.substr(10) + " ";
  }
  CHECK(ids == "a-decode a long drift ");
  CHECK_THROWS_AS(conform::judge::read_ranks("cl100k_base=x"), ValueError);
  CHECK_THROWS_AS(conform::judge::read_ranks("r50k_base"), ValueError);
}

}  // namespace
}  // namespace bpetite::test
