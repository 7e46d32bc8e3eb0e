// Opens a tokenizer, encodes a text, and prints the ids and the text that they decode to.
#include <cstdio>
#include <string>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/open.hpp>

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: example FILE TEXT\n", stderr);
    return 2;
  }
  try {
    const bpetite::Tokenizer tokenizer = bpetite::open(arguments[1]);
    const std::vector<bpetite::TokenId> ids = tokenizer.encode(arguments[2]);
    for (std::size_t i = 0; i < ids.size(); ++i) std::printf("%s%u", i == 0 ? "" : " ", ids[i]);
    std::printf("\n%s\n", tokenizer.decode(ids).c_str());
  } catch (const bpetite::Error& error) {
    std::fprintf(stderr, "%s: %s\n", std::string(error.kind()).c_str(), error.what());
    return 1;
  }
}
