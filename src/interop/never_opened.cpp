#include "interop/never_opened.hpp"

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"

namespace bpetite::interop {
namespace {

// A command of a shell. The pickle is of tiktoken's class Encoding, so tiktoken has to be
// installed.
constexpr std::string_view dump =
    R"(python3 -c 'import base64, pickle; )"
    R"(enc = pickle.load(open("tokenizer.pkl", "rb")); )"
    R"(open("tokenizer.tiktoken", "w").writelines(f"{base64.b64encode(token).decode()} {rank}\n" )"
    R"(for token, rank in enc._mergeable_ranks.items())')";

}  // namespace

bool is_pickle(std::string_view file) {
  return file.size() >= 3 && file[0] == '\x80' && '\x02' <= file[1] && file[1] <= '\x05' &&
         file.back() == '.';
}

// The first pieces of a model are short: <unk>, <pad>, <s>. So each size takes one byte.
bool is_sentencepiece(std::string_view file) {
  if (file.size() < 4 || file[0] != '\x0A' || file[2] != '\x0A') return false;
  const auto piece = static_cast<unsigned char>(file[1]);
  const auto text = static_cast<unsigned char>(file[3]);
  const std::size_t score = 4 + std::size_t{text};
  return piece < 0x80 && score < 2 + std::size_t{piece} && score < file.size() &&
         file[score] == '\x15';
}

void check_may_open(std::string_view file, std::string_view source) {
  if (is_pickle(file)) refuse_pickle(source);
  if (!is_sentencepiece(file)) return;
  throw ValueError(
      fmt::format("open: {}: this is a model of SentencePiece, required byte-level BPE",
                  utf8::quoted(source, 200)),
      "S51c");
}

void refuse_pickle(std::string_view source) {
  throw ValueError(
      fmt::format("open: {}: a pickle is never opened, since it can run any program. If you trust "
                  "it, write its ranks to a file where it lies: {} and open that file: --model "
                  "tokenizer.tiktoken --profile nanochat",
                  utf8::quoted(source, 200), dump),
      "S51c");
}

}  // namespace bpetite::interop
