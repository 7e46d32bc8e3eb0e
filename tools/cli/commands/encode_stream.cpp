// bpetite encode --stream: reads a text as it arrives, and writes its ids as soon as no text that
// may follow changes them (S66a).
//
//   "one two" arrives      [111,110,101]              "two" may go on
//   then " three"          [32,116,119,111]
//   the end                [32,116,104,114,101,101]
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <bpetite/stream.hpp>

#include "cli/commands/encode.hpp"
#include "cli/options/corpus.hpp"
#include "cli/options/input.hpp"
#include "cli/terminal/output.hpp"

namespace bpetite::cli {

std::size_t pending_limit(const Arguments& arguments) {
  return size_argument(arguments, "--max-pending", MotionOptions().max_pending);
}

void encode_stream(const Arguments& arguments, const Tokenizer& tokenizer,
                   const SpecialChoice& choice, Format format) {
  Stream stream(tokenizer, {choice, pending_limit(arguments)});
  file::Input input = open_input(arguments.required("--input"));
  std::size_t written = 0;
  const auto write = [&](const std::vector<TokenId>& ids) {
    if (!ids.empty()) write_part(write_ids(ids, format, written));
    written += ids.size();
  };

  std::array<char, 65536> piece;
  while (const std::size_t size = input.read_some(piece.data(), piece.size())) {
    write(stream.push(std::string_view(piece.data(), size)));
  }
  write(stream.finish());
  write_result("");
}

}  // namespace bpetite::cli
