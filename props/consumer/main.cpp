// A program that uses the installed library as another project would: runs the example of
// <bpetite/tokenizer.hpp>, and prints whether its results and its error are those that the header
// states.
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <bpetite/tokenizer.hpp>

int main() {
  const auto tokenizer = bpetite::Tokenizer::train("ab ab ab", 258);
  const std::vector<bpetite::TokenId> ids = tokenizer.encode("ab abc");
  const std::string text = tokenizer.decode(ids);

  // The results that the example in the header states.
  const auto path = std::filesystem::temp_directory_path() / "bpetite-consumer.json";
  tokenizer.save(path, true);
  const auto again = bpetite::Tokenizer::load(path);
  std::filesystem::remove(path);
  const bool right = ids == std::vector<bpetite::TokenId>{256, 257, 99} && text == "ab abc" &&
                     again.encode("ab abc") == ids;

  // The error that the header states.
  std::string kind;
  try {
    bpetite::Tokenizer::train("", 255);
  } catch (const bpetite::Error& error) {
    kind = error.kind();
  }

  std::puts(right && kind == "ValueError" ? "consumer: right" : "consumer: wrong");
  return right && kind == "ValueError" ? 0 : 1;
}
