#include "interop/out/tiktoken.hpp"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "core/json.hpp"
#include "core/utf8.hpp"
#include "interop/base64.hpp"
#include "interop/out/refuse.hpp"

namespace bpetite::interop::out {
namespace {

// Whether the end of one literal is the beginning of the other, or one holds the other: tiktoken
// then finds the one or the other by the order of a hash table.
bool can_overlap(std::string_view a, std::string_view b) {
  if (a.find(b) != std::string_view::npos || b.find(a) != std::string_view::npos) return true;
  for (std::size_t at = 1; at < a.size(); ++at) {
    if (b.starts_with(a.substr(at))) return true;
  }
  return false;
}

void check_specials(const std::vector<SpecialToken>& specials) {
  constexpr std::size_t most_pairs = 20'000'000;  // compared in about a second
  std::size_t pairs = 0;
  for (const SpecialToken& token : specials) {
    if (!token.is_special) {
      refuse("tiktoken",
             fmt::format("the added token {} is found in every text, and tiktoken has none that is",
                         utf8::quoted(token.literal)));
    }
    for (const SpecialToken& other : specials) {
      if (other.id == token.id) continue;
      if (++pairs > most_pairs)
        refuse("tiktoken", "too many special tokens to know whether they overlap");
      if (can_overlap(token.literal, other.literal)) {
        refuse("tiktoken",
               fmt::format("the special tokens {} and {} can overlap in a text, and chance decides "
                           "which tiktoken finds",
                           utf8::quoted(token.literal), utf8::quoted(other.literal)));
      }
    }
  }
}

// Python reads the text between r''' and ''' as it is, and JSON has no other quotes than these.
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
    refuse("tiktoken",
           fmt::format("token {} is no chunk's, and any rank is one", table.text_tokens.front()));
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
  return fmt::format(
      R"("""`encoding` is a tiktoken.Encoding, made of {0} beside this file. Written by bpetite export."""
import base64
import json
import pathlib

import tiktoken

lines = (pathlib.Path(__file__).parent / "{0}").read_bytes().splitlines()
parts = json.loads(r'''{1}''')
encoding = tiktoken.Encoding(
    "bpetite",
    pat_str=parts["pattern"],
    mergeable_ranks={{base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines)}},
    special_tokens=parts["special_tokens"])
)",
      rank_file_name, in_python(parts));
}

}  // namespace bpetite::interop::out
