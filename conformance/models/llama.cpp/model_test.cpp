// llama.cpp and the vectors of gpt2.
//
// RANKS names the file ggml-vocab-gpt-2.gguf, VECTORS other vectors than those beside this folder.
#include <llama.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>  // version 2
#endif

TEST_CASE("vectors") {
  const char* path = std::getenv("VECTORS");
  const auto file = nlohmann::json::parse(std::ifstream(path ? path : "../gpt2.json"));
  llama_model_params parameters = llama_model_default_params();
  parameters.vocab_only = true;
  llama_model* model = llama_model_load_from_file(std::getenv("RANKS"), parameters);
  REQUIRE(model != nullptr);
  for (const auto& vector : file["vectors"]) {
    const auto tells = vector["tells"].get<std::vector<std::string>>();
    // llama.cpp has the letters of this version.
    if (std::count(tells.begin(), tells.end(), "unicode-15.1.0") != 0) continue;
    INFO(vector["id"] << ": " << vector["tests"]);
    const auto text = vector["text"].get<std::string>();
    const bool finds_special = vector.value("special", "") != "text";
    std::vector<llama_token> ids(text.size() + 1);  // no text has more tokens than bytes
    const int size = llama_tokenize(llama_model_get_vocab(model), text.data(),
                                    static_cast<int>(text.size()), ids.data(),
                                    static_cast<int>(ids.size()), false, finds_special);
    ids.resize(static_cast<std::size_t>(std::max(size, 0)));
    CHECK(ids == vector["ids"].get<std::vector<llama_token>>());
  }
  llama_model_free(model);
}
