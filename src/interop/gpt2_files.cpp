// Reads the two files of GPT-2 into a table: the names and ids with the reader of tokenizer.json,
// then one merge from each line, except a first line that begins with #version and empty lines.
// Added tokens come from the profile, or from the files of a directory, which also give the
// template. If the literal of an added token of the profile is also a name of the vocabulary, both
// must have the same id, and no merge may make it.
//
//   merges: line 7: "a b c" is not two names and a space between
#include "interop/gpt2_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/json/document.hpp"
#include "core/json/pointer.hpp"
#include "core/utf8.hpp"
#include "interop/huggingface/added_tokens.hpp"
#include "interop/huggingface/tokenizer_json.hpp"
#include "interop/token_names.hpp"

namespace bpetite::interop {
namespace {

[[noreturn]] void refuse_line(std::size_t line, std::string_view what) {
  throw ValueError(fmt::format("merges: line {}: {}", line, what), "S51a");
}

void read_lines(std::string_view file, const TokenNames& names, Table& table) {
  std::vector<std::size_t> lines;  // of each merge, by its rank
  MergeList list(
      names, table, static_cast<std::size_t>(std::ranges::count(file, '\n')),
      [&](std::size_t rank, const std::string& what) { refuse_line(lines[rank], what); });
  for (std::size_t number = 1; !file.empty(); ++number) {
    const std::size_t end = std::min(file.find('\n'), file.size());
    std::string_view line = file.substr(0, end);
    if (end < file.size() && line.ends_with('\r')) line.remove_suffix(1);
    file.remove_prefix(std::min(end + 1, file.size()));
    if ((number == 1 && line.starts_with("#version")) || line.empty()) continue;
    const auto both = names_in(line);
    if (!both) {
      list.resolve();
      refuse_line(number, utf8::quoted(line) + " is not two names and a space between");
    }
    lines.push_back(number);
    list.add(both->first, both->second);
  }
  list.finish();
}

// Adds the added tokens of the profile. If a literal is also a name of the vocabulary, both are one
// token with one id, and no merge may make it. If the profile gives no id, it is the id of that
// name.
void add_specials(const Profile& profile, const TokenNames& names, Table& table) {
  AddedTokens added = profile.added;
  for (AddedToken& token : added.tokens) {
    if (!token.id) token.id = names.find(token.literal);
  }
  table.specials = special_tokens(added, static_cast<TokenId>(table.tokens.size()));
  std::vector<bool> is_made(table.tokens.size());
  for (const TokenId result : table.results) is_made[result] = true;
  for (const SpecialToken& special : table.specials) {
    const std::optional<TokenId> known = names.find(special.literal);
    if (known == special.id && !is_made[special.id]) {
      clear_tokens(table, {special.id});
    }
    const bool is_taken = special.id < table.tokens.size() && !table.tokens[special.id].empty();
    if (is_taken || (known && known != special.id)) {
      throw ValueError(
          fmt::format("vocabulary: the special token {} of the profile {} has the id {},"
                      " and the file another token with its text or its id",
                      utf8::quoted(special.literal), profile.name, special.id),
          "S51a");
    }
  }
  remove_idle_merges(table);
}

}  // namespace

Table read_gpt2_files(std::string_view vocabulary, std::string_view merges, const Profile& profile,
                      bool drop_missing_bytes, ModelDirectory* directory) {
  const auto parsed = json::parse_document(vocabulary);
  if (const auto* fault = std::get_if<json::Fault>(&parsed)) {
    throw ValueError(
        fmt::format("vocabulary: byte {}: {}, required JSON", fault->offset, fault->reason),
        "S51a");
  }
  const auto& document = std::get<json::Document>(parsed);
  Table table;
  table.profile = profile;
  table.profile.merging = Merging::pairs;
  table.profile.drops_missing_bytes = drop_missing_bytes;
  const json::Field field(document.root(), "vocabulary", "S50b");
  const TokenNames names = huggingface::read_names(field, table);
  read_lines(merges, names, table);
  if (directory == nullptr) {
    add_specials(profile, names, table);
  } else {
    table.profile.added.tokens.clear();
    huggingface::read_added_tokens(json::Field(json::Node(), "", ""), names, table, directory);
    table.profile.ids_around = directory->template_of(table);
  }
  huggingface::check_ids(field, names, table);
  table.profile.name += " with two files";  // S26e: with the name v1, it could be saved
  return table;
}

}  // namespace bpetite::interop
