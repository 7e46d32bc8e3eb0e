// llama.cpp with the vocabulary of a GGUF file: a JSON string a line in, a JSON array of ids a line out
// (../../PROTOCOL.md, "Without the protocol"). Nothing is added before or after a text.
//
//     lines-llama-cpp ENTRY VOCABULARY PATH
//
// With the entry `llama_tokenize` special tokens are found, with `llama_tokenize, plain` they are text.
#include <llama.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const bool finds_special = std::string(arguments[1]) == "llama_tokenize";
  llama_log_set([](ggml_log_level, const char*, void*) {}, nullptr);
  llama_model_params parameters = llama_model_default_params();
  parameters.vocab_only = true;
  llama_model* model = llama_model_load_from_file(arguments[3], parameters);
  if (model == nullptr) return 1;
  const llama_vocab* vocabulary = llama_model_get_vocab(model);
  for (std::string line; std::getline(std::cin, line);) {
    const std::string text = nlohmann::json::parse(line).get<std::string>();
    // No text has more tokens than bytes.
    std::vector<llama_token> ids(text.size() + 16);
    const int size = llama_tokenize(vocabulary, text.data(), static_cast<int>(text.size()), ids.data(),
                                    static_cast<int>(ids.size()), false, finds_special);
    ids.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    std::cout << nlohmann::json(ids).dump() << std::endl;
  }
  llama_model_free(model);
}
