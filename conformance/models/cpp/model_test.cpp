// bpetite's own library and the vectors of cl100k.
//
// RANKS names the file cl100k_base.tiktoken, VECTORS other vectors than those beside this folder.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <bpetite/encoding.hpp>
#include <bpetite/open.hpp>
#include <nlohmann/json.hpp>
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>  // version 2
#endif

TEST_CASE("vectors") {
  const char* path = std::getenv("VECTORS");
  auto model = nlohmann::json::parse(std::ifstream(path ? path : "../cl100k.json"));
  const auto tokenizer = bpetite::open(std::getenv("RANKS"), {.profile = "cl100k"});
  // Parts of the text and of the ids. Each is repeated `times` times.
  for (auto& vector : model["long_vectors"]) {
    std::string text;
    std::vector<std::uint32_t> ids;
    for (const auto& it : vector["text"]) {
      for (int i = 0; i < it["times"]; ++i) text += it["part"].get<std::string>();
    }
    for (const auto& it : vector["ids"]) {
      const auto part = it["part"].get<std::vector<std::uint32_t>>();
      for (int i = 0; i < it["times"]; ++i) ids.insert(ids.end(), part.begin(), part.end());
    }
    vector["text"] = text;
    vector["ids"] = ids;
    model["vectors"].push_back(vector);
  }
  for (const auto& vector : model["vectors"]) {
    INFO(vector["id"] << ": " << vector["tests"]);
    const auto choice = vector.value("special", "") == "text" ? bpetite::SpecialChoice::ordinary()
                                                              : bpetite::SpecialChoice::all();
    const auto ids = bpetite::encode(tokenizer, vector["text"].get<std::string>(), choice);
    CHECK(ids == vector["ids"].get<std::vector<std::uint32_t>>());
  }
}
