// Makes the names of tokens, the JSON object of names and ids, and the lines of merges. Refuses a
// vocabulary in which two tokens would have the same name, and a merge whose line programs would
// skip.
#include "interop/out/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "core/json.hpp"
#include "core/spelled_bytes.hpp"
#include "core/utf8.hpp"
#include "interop/out/refuse.hpp"
#include "interop/token_names.hpp"

namespace bpetite::interop::out {
namespace {

// ValueError if two tokens have the same name: a program finds an id by its name.
void check_distinct(const Table& table, const std::vector<std::string>& names,
                    std::string_view format) {
  const TokenNames known({names.begin(), names.end()});
  if (const auto second = known.repeated()) {
    refuse(format, fmt::format("the tokens {} and {} are both {}, and a name has one id there",
                               known.find(names[*second]).value_or(0), *second,
                               utf8::quoted(table.tokens[*second])));
  }
  for (const SpecialToken& special : table.specials) {
    const auto id = known.find(special.literal);
    if (!id || id == special.id) continue;
    refuse(format, fmt::format("the added token {} has the name of token {}, whose id it would get",
                               utf8::quoted(special.literal), *id));
  }
}

}  // namespace

std::vector<std::string> names_of(const Table& table, std::string_view format) {
  std::vector<std::string> names(table.tokens.size());
  for (TokenId id = 0; id < table.tokens.size(); ++id) {
    // S31b: the name of such a token is a text.
    const bool is_text = std::ranges::binary_search(table.text_tokens, id) &&
                         !utf8::first_ill_formed(table.tokens[id]);
    names[id] = is_text ? table.tokens[id] : characters_of_bytes(table.tokens[id]);
  }
  check_distinct(table, names, format);
  return names;
}

std::string vocabulary_json(const std::vector<std::string>& names,
                            const std::vector<SpecialToken>& specials) {
  std::map<TokenId, std::string_view> by_id;
  for (TokenId id = 0; id < names.size(); ++id) {
    if (!names[id].empty()) by_id.emplace(id, names[id]);
  }
  for (const SpecialToken& special : specials) by_id.emplace(special.id, special.literal);
  std::string text = "{";
  for (const auto& [id, name] : by_id) {
    fmt::format_to(std::back_inserter(text), "{}{}:{}", text.size() == 1 ? "" : ",",
                   json::quoted(name), id);
  }
  return text + "}";
}

std::vector<std::string> merge_lines(const Table& table, const std::vector<std::string>& names,
                                     std::string_view format) {
  std::vector<std::string> lines;
  lines.reserve(table.merges.size());
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const auto [left, right] = table.merges[rank];
    lines.push_back(names[left] + " " + names[right]);
    // S50c "Strings that begin with `#version` are passed over".
    if (!lines.back().starts_with("#version")) continue;
    refuse(format,
           fmt::format("the merge {} of token {} would be passed over as the line of a version",
                       utf8::quoted(lines.back()), table.results[rank]));
  }
  return lines;
}

}  // namespace bpetite::interop::out
