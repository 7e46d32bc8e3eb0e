// Writes the two files for tiktoken. The rank file has a line with base64 and rank for each token
// (rank_file). The Python file is a fixed text, in which the pattern and the special tokens are
// JSON (encoding_module). Refuses a token that no chunk becomes, and special tokens that tiktoken
// would not find in the same way, such as two that can overlap in a text.
#include "interop/out/tiktoken.hpp"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "core/json.hpp"
#include "core/spelled_bytes.hpp"
#include "core/utf8.hpp"
#include "interop/out/overlap.hpp"
#include "interop/out/refuse.hpp"

namespace bpetite::interop::out {
namespace {

// ValueError if special tokens can overlap: tiktoken would choose one by the order of a hash table.
void check_specials(const std::vector<SpecialToken>& specials) {
  for (const SpecialToken& token : specials) {
    check_found_alone(token, "tiktoken");
    if (token.is_special) continue;
    refuse("tiktoken",
           fmt::format("the added token {} is found in every text, and tiktoken has none that is",
                       utf8::quoted(token.literal)),
           Remedy::leave_out);
  }
  if (const auto overlap = first_overlap(specials, specials)) {
    const auto [first, second] = std::minmax(overlap->one, overlap->other);  // both are in one list
    refuse("tiktoken",
           fmt::format("the special tokens {} and {} can overlap in a text, and chance decides "
                       "which tiktoken finds",
                       utf8::quoted(first->literal), utf8::quoted(second->literal)));
  }
}

// JSON that can stand between r''' and ''' in Python: single quotes in strings are escaped.
std::string in_python(std::string_view json) {
  std::string text;
  for (const char c : json) {
    if (c == '\'') {
      text += R"(\u0027)";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string rank_file(const Table& table) {
  if (!table.text_tokens.empty()) {
    refuse("tiktoken", fmt::format("token {} is not a chunk's, and any rank is one",
                                   table.text_tokens.front()));
  }
  check_specials(table.specials);
  std::string text;
  for (std::size_t id = 0; id < table.tokens.size(); ++id) {
    if (table.tokens[id].empty()) continue;
    fmt::format_to(std::back_inserter(text), "{} {}\n", to_base64(table.tokens[id]), id);
  }
  return text;
}

std::string encoding_module(const Table& table, std::string_view rank_file_name) {
  std::vector<std::string> specials;
  for (const SpecialToken& token : table.specials) {
    specials.push_back(fmt::format("{}: {}", json::quoted(token.literal), token.id));
  }
  const std::string parts = fmt::format("{{\"pattern\": {},\n \"special_tokens\": {{{}}}}}",
                                        json::quoted(table.profile.splits.front().pattern.text),
                                        fmt::join(specials, ", "));
  return fmt::format(R"("""`encoding` is a tiktoken.Encoding, made of {0} beside this file. )"
                     R"(Written by bpetite export."""
import base64
import json
import pathlib

import tiktoken

lines = (pathlib.Path(__file__).parent / "{0}").read_bytes().splitlines()
parts = json.loads(r'''{1}''')
encoding = tiktoken.Encoding(
    "bpetite",
    pat_str=parts["pattern"],
    mergeable_ranks={{base64.b64decode(token): int(rank) for token, rank in )"
                     R"(map(bytes.split, lines)}},
    special_tokens=parts["special_tokens"])
)",
                     rank_file_name, in_python(parts));
}

}  // namespace bpetite::interop::out
