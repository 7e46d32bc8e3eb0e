// bpetite check-ids: says whether ids are those that encoding gives, and if not, which id is the
// first that differs, where it begins in the decoded bytes, and why (S66c).
//
//   $ bpetite check-ids --model abab.json --ids 97 98
//   not canonical: index 0, byte 0: merges
#include <optional>
#include <vector>

#include <fmt/format.h>

#include <bpetite/canonical.hpp>

#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/ids.hpp"
#include "cli/options/model.hpp"
#include "cli/terminal/output.hpp"

namespace bpetite::cli {
namespace {

int run_check_ids(const Arguments& arguments) {
  check_ids_options(arguments);
  const Tokenizer tokenizer = open_model(arguments);
  const std::vector<TokenId> ids = token_ids(given_ids(arguments), tokenizer);
  const auto found =
      divergence(tokenizer, ids,
                 arguments.given("--one-string") ? CanonicalAs::one_string : CanonicalAs::parts);
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
          {"--ids", "N...", "The ids; none at all is the empty text", Count::words},
          {"--input", "PATH", "What encode wrote, in a file, or - for standard input"},
          {"--format", "json|u16|u32", "The format of --input: json (default), u16 or u32"},
          {"--one-string", "",
           "Compare with the ids of the decoded text, which may spell special tokens; without it, "
           "special ids stay what they are"},
      }),
      "Exit code 0: the ids are canonical; 1: they are not, or there was an error.\n\n"
      "Example:\n"
      "  bpetite check-ids --model tokenizer.json --ids 72 101 108 108 111",
      run_check_ids,
  };
}

}  // namespace bpetite::cli
