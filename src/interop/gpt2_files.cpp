#include "interop/gpt2_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <variant>

#include <bpetite/errors.hpp>

#include "core/json/document.hpp"
#include "core/json/pointer.hpp"
#include "core/utf8.hpp"
#include "interop/huggingface/vocabulary.hpp"
#include "interop/merge_list.hpp"

namespace bpetite::interop {
namespace {

[[noreturn]] void refuse_line(std::size_t line, std::string_view what) {
  throw ValueError(fmt::format("merges: line {}: {}", line, what), "S51a");
}

void read_lines(std::string_view file, const IdsByName& ids, Table& table) {
  MergeList list(ids, table, static_cast<std::size_t>(std::ranges::count(file, '\n')));
  std::vector<std::size_t> lines;  // of the merges
  for (std::size_t number = 1; !file.empty(); ++number) {
    const std::size_t end = std::min(file.find('\n'), file.size());
    const std::string_view line = file.substr(0, end);
    file.remove_prefix(std::min(end + 1, file.size()));
    if ((number == 1 && line.starts_with("#version")) || line.empty()) continue;
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos) {
      refuse_line(number, utf8::quoted(line) + " is not two names and a space between");
    }
    const auto fault = list.add(line.substr(0, space), line.substr(space + 1));
    if (fault) refuse_line(number, *fault);
    lines.push_back(number);
  }
  if (const auto rank = list.repeated()) refuse_line(lines[*rank], "the merge occurs twice");
}

// The added tokens of the profile. One that the vocabulary names is no other token.
void add_specials(const Profile& profile, const IdsByName& ids, Table& table) {
  table.specials = special_tokens(profile.added, static_cast<TokenId>(table.tokens.size()));
  for (const SpecialToken& special : table.specials) {
    const auto known = ids.find(special.literal);
    if (known != ids.end() && known->second == special.id) {
      clear_tokens(table, {special.id});
    }
    const bool is_taken = special.id < table.tokens.size() && !table.tokens[special.id].empty();
    if (is_taken || (known != ids.end() && known->second != special.id)) {
      throw ValueError(
          fmt::format("vocabulary: the special token {} of the profile {} has the id {},"
                      " and the file another token with its text or its id",
                      utf8::quoted(special.literal), profile.name, special.id),
          "S51a");
    }
  }
}

}  // namespace

Table read_gpt2_files(std::string_view vocabulary, std::string_view merges, const Profile& profile,
                      bool drop_missing_bytes) {
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
  const IdsByName ids =
      huggingface::read_names(json::Field(document.root(), "vocabulary", "S50b"), table);
  read_lines(merges, ids, table);
  add_specials(profile, ids, table);
  table.profile.name += " with two files";  // S26e: under the name v1 it could be saved
  return table;
}

}  // namespace bpetite::interop
