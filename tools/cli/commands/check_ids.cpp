// bpetite check-ids: says whether ids are those that encoding gives, and if not, which id is the
// first that differs, where it begins in the decoded bytes, and why (S66c). With --open, says
// whether ids that were cut off can go on, and with which text (S66f).
//
//   $ bpetite check-ids --model abab.json --ids 97 98
//   not canonical: index 0, byte 0: merges
//   $ bpetite check-ids --model abab.json --ids 97 98 --open
//   cannot go on: index 1
#include <optional>
#include <vector>

#include <fmt/format.h>

#include <bpetite/canonical.hpp>

#include "core/utf8.hpp"

#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/ids.hpp"
#include "cli/options/model.hpp"
#include "cli/terminal/output.hpp"

namespace bpetite::cli {
namespace {

int check_open(const Tokenizer& tokenizer, const std::vector<TokenId>& ids, CanonicalAs as) {
  const Continuation found = continuation(tokenizer, ids, as);
  switch (found.answer) {
    case Continuation::Answer::yes:
      write_result(
          fmt::format("can go on: with {}\n", utf8::quoted(found.bytes, found.bytes.size())));
      return 0;
    case Continuation::Answer::no:
      write_result(fmt::format("cannot go on: index {}\n", found.index));
      return 1;
    case Continuation::Answer::unknown:
      break;
  }
  write_result("unknown\n");
  return 1;
}

int run_check_ids(const Arguments& arguments) {
  check_ids_options(arguments);
  const Tokenizer tokenizer = open_model(arguments);
  const std::vector<TokenId> ids = token_ids(given_ids(arguments), tokenizer);
  const CanonicalAs as =
      arguments.given("--one-string") ? CanonicalAs::one_string : CanonicalAs::parts;
  if (arguments.given("--open")) return check_open(tokenizer, ids, as);
  const auto found = divergence(tokenizer, ids, as);
  write_result(found ? fmt::format("not canonical: index {}, byte {}: {}\n", found->index,
                                   found->byte, name(found->cause))
                     : "canonical\n");
  return found ? 1 : 0;
}

}  // namespace

Command check_ids_command() {
  return {
      "check-ids",
      "Say whether ids are those that encoding gives.",
      with_model_options({
          {"--ids", "N...", "The ids; without any, the text is empty", Count::words},
          {"--input", "PATH", "What encode wrote, in a file, or - for standard input"},
          {"--format", "json|u16|u32", "The format of --input: json (default), u16 or u32"},
          {"--one-string", "",
           "Compare with the ids of the decoded text, which may spell special tokens; without it, "
           "special ids stay what they are"},
          {"--open", "",
           "For ids that were cut off: say whether some text has them as its first ids, and what "
           "may follow"},
      }),
      "Exit code 0: the ids are canonical; 1: they are not, or there was an error. With --open, 0: "
      "they can go on; 1: they cannot, or it is unknown, or there was an error.\n\n"
      "Example:\n"
      "  bpetite check-ids --model tokenizer.json --ids 72 101 108 108 111",
      run_check_ids,
  };
}

}  // namespace bpetite::cli
