// Makes the files of an export for each target: Hugging Face's library, tiktoken, and the two files
// of GPT-2. Brings the table into the form of the target, and refuses what the target cannot
// express. Writes the files, reads the vocabulary again with the readers of this library, and
// compares the two tables. Rewrites patterns for the engines of Hugging Face's library and of
// tiktoken (rewritten), only if it is proved that the new pattern cuts every text in the same way.
// For GPT-2's files, the patterns must cut every text as the pattern of GPT-2 does.
//
//   export: gpt2: the normalizer is NFC of Unicode 9.0, and the files have none
#include "bpetite/export/targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "bpetite/backend.hpp"
#include "core/table.hpp"
#include "core/utf8.hpp"
#include "engine/compare/compare.hpp"
#include "engine/kernels/pair_view.hpp"
#include "engine/merge/merge.hpp"
#include "interop/gpt2_files.hpp"
#include "interop/open.hpp"
#include "interop/out/all_splits.hpp"
#include "interop/out/gpt2.hpp"
#include "interop/out/huggingface.hpp"
#include "interop/out/overlap.hpp"
#include "interop/out/refuse.hpp"
#include "interop/out/tiktoken.hpp"
#include "interop/tiktoken.hpp"
#include "pattern/other_dialect.hpp"
#include "pattern/parse.hpp"
#include "pattern/pattern_error.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::exporting {

namespace {

bool is_in_language(const Pattern& pattern) {
  try {
    pattern::parse(pattern);
    return true;
  } catch (const pattern::PatternError&) {
    return false;
  }
}

bool are_same_tokens(std::vector<std::string> a, std::vector<std::string> b) {
  for (auto* tokens : {&a, &b}) {
    while (!tokens->empty() && tokens->back().empty()) tokens->pop_back();
  }
  return a == b;
}

// The part of a pattern that may mean something else to another engine, and what can be done.
std::string_view other_part(const Pattern& pattern) {
  for (const std::string_view word : {R"(\w)", R"(\W)"}) {
    if (pattern.text.find(word) == std::string::npos) continue;
    return R"(\w is another class there (S25c): train or open with a class of its members, )"
           R"(such as [\p{L}\p{M}\p{N}\p{Pc}])";
  }
  return pattern.version == unicode::Version::v16_0
             ? "no way to write it is known that cuts every text in the same way"
             : "it has the classes of Unicode 16.0.0";
}

}  // namespace

Split rewritten(const Split& split, Dialect dialect, std::string_view format) {
  for (std::string& text : pattern::in_dialect(split.pattern, dialect)) {
    const Split other{{std::move(text), dialect, unicode::Version::v16_0}, split.behaviour};
    if (other == split) return other;
    if (!is_in_language(other.pattern)) continue;
    // S58b "proved to cut every text in the same way".
    if (engine::compare::compare({&split, 1}, {&other, 1}).is_same == true) return other;
  }
  interop::out::refuse(
      format, fmt::format("the pattern {} with Unicode {} cannot be written for its engine: {}",
                          utf8::quoted(split.pattern.text, 200),
                          unicode::name(split.pattern.version), other_part(split.pattern)));
}

namespace {

// The names of the targets on the command line.
constexpr std::string_view huggingface_name = "hf";
constexpr std::string_view tiktoken_name = "tiktoken";
constexpr std::string_view gpt2_name = "gpt2";

constexpr std::string_view rank_file_name = "tokenizer.tiktoken";

// ValueError: the table has a normalizer, a template, or bytes that text loses.
void check_plain(const Profile& profile, std::string_view format) {
  if (profile.normalizer != Normalizer::none) {
    interop::out::refuse(format, fmt::format("the normalizer is {}, and the files have none",
                                             name(profile.normalizer)));
  }
  if (profile.prefix_space) {
    interop::out::refuse(format, "a space is put before each segment (S30g)");
  }
  if (profile.drops_missing_bytes) {
    interop::out::refuse(format, "text loses bytes that have no token (S31d)");
  }
  if (profile.ids_around != Template{}) {
    interop::out::refuse(format, "the files have no place for a template", Remedy::leave_out);
  }
}

// Whether the table that was read again is the table that was written: its tokens, merges and
// special tokens. Empty ids at the end do not count.
bool is_read_alike(const Table& read, const Table& meant) {
  return are_same_tokens(read.tokens, meant.tokens) && read.merges == meant.merges &&
         read.results == meant.results && read.specials == meant.specials &&
         read.text_tokens == meant.text_tokens;
}

// S50d: the library's step Digits has a version of Unicode of its own.
bool is_digits_step(const Split& split) {
  const auto& [text, dialect, version] = split.pattern;
  return (text == R"(\p{N})" || text == R"(\p{N}+)") && dialect == Dialect::huggingface &&
         version == unicode::Version::v17_0 && split.behaviour == Behaviour::isolated;
}

Table in_its_form(const Table& given) {
  Table table =
      given.profile.merging == Merging::bytes ? interop::out::with_all_splits(given) : given;
  for (Split& split : table.profile.splits) {
    if (!is_digits_step(split)) split = rewritten(split, Dialect::huggingface, huggingface_name);
  }
  return table;
}

Table read_again(const std::string& written, bool drops_missing_bytes) {
  try {
    return interop::read_model(written, "the exported tokenizer.json", nullptr,
                               drops_missing_bytes);
  } catch (const Error& error) {
    interop::out::refuse(huggingface_name,
                         fmt::format("the library would read it otherwise: {}", error.message()));
  }
}

// The files of a table in the form of Hugging Face's library (S58c, S58d).
TwoFiles huggingface_files(const Table& given) {
  Table table = in_its_form(given);
  std::string written = interop::out::tokenizer_json(table);
  const Table read = read_again(written, table.profile.drops_missing_bytes);
  // S58d: such a file does not hold the name and the rule.
  table.profile.name = read.profile.name;
  table.profile.added = read.profile.added;
  if (read.profile != table.profile || !is_read_alike(read, table)) {
    interop::out::refuse(huggingface_name, "the library would read it otherwise");
  }
  return {std::move(written), interop::out::tokenizer_config_json(table)};
}

Table by_ranks(const Table& given) {
  Table table = given;
  Profile& profile = table.profile;
  if (profile.splits.size() != 1) {
    interop::out::refuse(tiktoken_name,
                         fmt::format("{} patterns cut one after the other, and the library has one",
                                     profile.splits.size()));
  }
  profile.splits = {rewritten(profile.splits.front(), Dialect::tiktoken, tiktoken_name)};
  backend::profile_of(profile.splits);  // S26e: a ValueError if the pattern has gaps
  profile.merging = Merging::bytes;
  profile.whole_chunks = false;
  table.merges.clear();
  table.results.clear();
  return table;
}

Table read_again(const std::string& written, const Table& meant) {
  Profile profile = meant.profile;
  profile.added.tokens = added_tokens(meant.specials);
  try {
    return interop::read_tiktoken(written, profile);
  } catch (const Error& error) {
    interop::out::refuse(tiktoken_name,
                         fmt::format("it would be no rank file: {}", error.message()));
  }
}

// The first token that pairs make differently from the ranks of bytes.
std::optional<TokenId> first_not_by_bytes(const Table& by_pairs, const Table& by_bytes) {
  // S58e "ids rise with the rank".
  for (std::size_t rank = 1; rank < by_pairs.results.size(); ++rank) {
    if (by_pairs.results[rank] < by_pairs.results[rank - 1]) return by_pairs.results[rank];
  }
  return engine::merge::first_other_merge(by_pairs, by_bytes);
}

// The files of a table in the form of tiktoken (S58e).
TwoFiles tiktoken_files(const Table& given) {
  check_plain(given.profile, tiktoken_name);
  const Table table = by_ranks(given);
  std::string written = interop::out::rank_file(table);
  if (!is_read_alike(read_again(written, table), table)) {
    interop::out::refuse(tiktoken_name, "the library would read it otherwise");
  }
  if (given.profile.merging == Merging::pairs) {
    if (const auto id = first_not_by_bytes(given, table)) {
      interop::out::refuse(
          tiktoken_name, fmt::format("the merges make token {} {} differently from ranks of bytes",
                                     *id, utf8::quoted(given.tokens[*id])));
    }
  }
  return {std::move(written), interop::out::encoding_module(table, rank_file_name)};
}

// S30e: normalized tokens are looked for after the others, in the rest of the text. ValueError: two
// such tokens can overlap, since the files do not say this order.
void check_order_of_search(std::vector<SpecialToken> specials) {
  const auto normalized =
      std::partition(specials.begin(), specials.end(), std::not_fn(&SpecialToken::normalized));
  const auto first = static_cast<std::size_t>(normalized - specials.begin());
  const std::span all(specials);
  if (const auto overlap = interop::out::first_overlap(all.first(first), all.subspan(first))) {
    interop::out::refuse(
        gpt2_name,
        fmt::format("the special tokens {} and {} can overlap in a text, and the files do not say "
                    "that the first is looked for before the other",
                    utf8::quoted(overlap->one->literal), utf8::quoted(overlap->other->literal)));
  }
}

void check_parts(const Table& table) {
  check_plain(table.profile, gpt2_name);
  if (engine::compare::compare(table.profile.splits, profiles::gpt2().splits).is_same != true) {
    interop::out::refuse(gpt2_name,
                         "the files have no pattern, and who loads them cuts by that of GPT-2");
  }
  for (const SpecialToken& token : table.specials) {
    interop::out::check_found_alone(token, gpt2_name);
    if (token.is_special) continue;
    interop::out::refuse(gpt2_name,
                         fmt::format("the added token {} is found in every text, and the files do "
                                     "not say which tokens are",
                                     utf8::quoted(token.literal)),
                         Remedy::leave_out);
  }
  check_order_of_search(table.specials);
  if (const auto id = engine::merge::first_whole(table)) {
    interop::out::refuse(gpt2_name,
                         fmt::format("token {} {} is a whole chunk's, and no merges make it", *id,
                                     utf8::quoted(table.tokens[*id])));
  }
}

// The table with merges by pairs. A table by bytes gets one merge for each token.
Table by_merges(const Table& given) {
  Table table = given;
  if (given.profile.merging == Merging::bytes) {
    const std::vector<Pair> pairs = engine::merge::pairs_by_token(given);
    for (TokenId id = 0; id < pairs.size(); ++id) {
      if (pairs[id].left == engine::kernels::no_token) continue;
      table.merges.push_back(pairs[id]);
      table.results.push_back(id);
    }
  }
  table.profile.merging = Merging::pairs;
  table.profile.whole_chunks = false;
  return table;
}

// S58f "Each merge joins what earlier merges have made". Only then do programs that merge all
// places of a pair at once give the same ids as programs that merge one place after the other.
void check_order(const Table& table) {
  std::vector<bool> is_made(table.tokens.size());
  for (std::size_t rank = table.merges.size(); rank-- > 0;) {
    is_made[table.results[rank]] = true;
    for (const TokenId part : {table.merges[rank].left, table.merges[rank].right}) {
      if (!is_made[part]) continue;
      interop::out::refuse(
          gpt2_name, fmt::format("token {} {} is made by a later merge than one that joins it",
                                 part, utf8::quoted(table.tokens[part])));
    }
  }
}

// Reads the two files with the special tokens by their names.
Table read_again(const TwoFiles& written, const Table& meant) {
  Profile profile = meant.profile;
  profile.added.tokens.clear();
  for (const SpecialToken& token : meant.specials) {
    profile.added.tokens.push_back({token.literal, std::nullopt, token.normalized});
  }
  try {
    return interop::read_gpt2_files(written[0], written[1], profile);
  } catch (const Error& error) {
    interop::out::refuse(gpt2_name,
                         fmt::format("a program would read it otherwise: {}", error.message()));
  }
}

// The files of a table in the form of GPT-2 (S58f).
TwoFiles gpt2_files(const Table& given) {
  check_parts(given);
  const Table table = by_merges(given);
  check_order(table);
  TwoFiles written = {interop::out::vocab_json(table), interop::out::merges_txt(table)};
  if (!is_read_alike(read_again(written, table), table)) {
    interop::out::refuse(gpt2_name, "a program would read it otherwise");
  }
  return written;
}

}  // namespace

const Target& target(ExportFormat format) {
  static constexpr Target huggingface = {{"tokenizer.json", "tokenizer_config.json"},
                                         huggingface_files};
  static constexpr Target tiktoken = {{rank_file_name, "tokenizer.py"}, tiktoken_files};
  static constexpr Target gpt2 = {{"vocab.json", "merges.txt"}, gpt2_files};
  switch (format) {
    case ExportFormat::huggingface:
      return huggingface;
    case ExportFormat::tiktoken:
      return tiktoken;
    case ExportFormat::gpt2:
      break;
  }
  return gpt2;
}

}  // namespace bpetite::exporting
