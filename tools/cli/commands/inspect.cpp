// bpetite inspect: shows on one screen the six parts of a model (normalizer, added tokens, splits,
// merging, template, decoding; S50f), with its file, its sizes and its oddities, such as tokens
// that merging never makes. --json writes the same for programs, with all added tokens.
//
//   merging       by pairs: 50000 merges make 50000 tokens
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/input.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/terminal/output.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "core/wording/counted.hpp"
#include "core/wording/shown.hpp"
#include "corpus/sha256.hpp"
#include "engine/merge/merge.hpp"

namespace bpetite::cli {
namespace {

// The numbers that are shown of a table.
struct Numbers {
  std::size_t tokens = 0;
  std::size_t unused = 0;       // ids below the highest one that no token has
  std::size_t bytes = 0;        // bytes that have a token
  std::size_t made = 0;         // distinct tokens that merges make
  std::size_t unreached = 0;    // tokens that merging does not make from their bytes
  std::size_t text_tokens = 0;  // S31b
  std::size_t special = 0;
  std::size_t plain = 0;       // S27f
  std::size_t normalized = 0;  // S30e
};

Numbers numbers_of(const Table& table) {
  Numbers numbers;
  std::vector<bool> is_used(table.tokens.size());
  Table merging_alone = table;
  merging_alone.profile.whole_chunks = false;
  const engine::merge::MergeTable merges(merging_alone);
  const engine::merge::Merger merger(merges);
  std::vector<TokenId> parts;
  for (TokenId id = 0; id < table.tokens.size(); ++id) {
    const std::string& bytes = table.tokens[id];
    if (bytes.empty()) continue;
    ++numbers.tokens;
    is_used[id] = true;
    if (std::ranges::binary_search(table.text_tokens, id)) continue;
    parts.resize(bytes.size());
    parts.resize(merger.merge(bytes, parts.data()));
    if (parts.size() != 1 || parts.front() != id) ++numbers.unreached;
  }
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (has_byte(table, static_cast<unsigned char>(byte))) ++numbers.bytes;
  }
  for (const SpecialToken& token : table.specials) {
    if (token.id >= is_used.size()) is_used.resize(token.id + std::size_t{1});
    is_used[token.id] = true;
    ++(token.is_special ? numbers.special : numbers.plain);
    if (token.normalized) ++numbers.normalized;
  }
  numbers.unused = static_cast<std::size_t>(std::ranges::count(is_used, false));
  numbers.text_tokens = table.text_tokens.size();
  std::vector<TokenId> results = table.results;
  std::ranges::sort(results);
  numbers.made =
      static_cast<std::size_t>(std::unique(results.begin(), results.end()) - results.begin());
  return numbers;
}

std::string_view rule_of(const Table& table) {
  if (table.specials.empty()) return "there are none";
  switch (table.profile.added.rule) {
    case SpecialRule::matched:
      return "text can spell them";
    case SpecialRule::refused_unless_allowed:
      return "an error in text, unless allowed";
    case SpecialRule::never:
      break;
  }
  return "text cannot spell them";
}

std::string merging_of(const Table& table, const Numbers& numbers) {
  if (table.profile.merging == Merging::bytes) return "by bytes: the id of a token is its rank";
  return fmt::format("by pairs{}: {} {} {}",
                     table.profile.whole_chunks ? ", a whole chunk that is a token first" : "",
                     counted(table.merges.size(), "merge"),
                     table.merges.size() == 1 ? "makes" : "make", counted(numbers.made, "token"));
}

std::string ids_in(const std::vector<TokenId>& ids) {
  return ids.empty() ? "none" : fmt::format("{}", fmt::join(ids, " "));
}

void add_line(std::string& screen, std::string_view name, std::string_view what) {
  screen += fmt::format("{:<14}{}\n", name, what);
}

std::string file_of(const interop::ModelFile& file, const std::string& name) {
  return fmt::format("{}{}{} bytes{}, SHA-256 {}", name.empty() ? "" : utf8::quoted(name) + ", ",
                     file.is_front ? "the first " : "", file.bytes.size(),
                     file.is_front ? ", up to the tensors" : "", corpus::sha256_hex(file.bytes));
}

// S50g: what the library does with too many ids, or too few.
std::string sizes_of(const Template& around) {
  std::string sizes;
  if (around.cut_at) sizes += fmt::format("; cut at {}", counted(*around.cut_at, "id"));
  if (around.fill_to > 0) sizes += fmt::format("; filled up to {}", counted(around.fill_to, "id"));
  if (around.fill_to == 0 && around.fill_multiple > 1) {
    sizes += fmt::format("; filled up to a multiple of {} ids", around.fill_multiple);
  }
  return sizes;
}

// What a token takes beside its literal, and what it needs there.
std::string reach_of(const SpecialToken& token) {
  std::string reach;
  if (token.lstrip) reach += ", takes the white space before it";
  if (token.rstrip) reach += ", takes the white space behind it";
  if (token.single_word) reach += ", stands by itself";
  return reach;
}

// The file that an added token comes from, or else the profile.
std::string source_of(const SpecialToken& token, const OpenedModel& model) {
  const auto found = model.sources.find(token.literal);
  return found == model.sources.end() ? TokenizerAccess::table(model.tokenizer).profile.name
                                      : found->second;
}

std::string screen_of(const OpenedModel& model, const Numbers& numbers) {
  const auto& [file, file_name, sources, tokenizer] = model;
  const Table& table = TokenizerAccess::table(tokenizer);
  const Profile& profile = table.profile;
  std::string screen;
  add_line(screen, "profile", profile.name);
  add_line(screen, "file", file.bytes.empty() ? "two, in a directory" : file_of(file, file_name));
  add_line(screen, "normalizer", name(profile.normalizer));
  add_line(screen, "added tokens",
           fmt::format("{} special ({}), {} not special, {} found in normalized text",
                       numbers.special, rule_of(table), numbers.plain, numbers.normalized));
  constexpr std::size_t most = 6;
  for (std::size_t i = 0; i < std::min(most, table.specials.size()); ++i) {
    const SpecialToken& token = table.specials[i];
    add_line(screen, "",
             fmt::format("{} {}{}{}{}", token.id, utf8::quoted(token.literal),
                         token.is_special ? "" : ", not special", reach_of(token),
                         sources.empty() ? "" : ", from " + source_of(token, model)));
  }
  if (table.specials.size() > most) {
    add_line(screen, "", fmt::format("and {} more", table.specials.size() - most));
  }
  if (profile.splits.empty()) add_line(screen, "split", "none: text is one chunk");
  for (const Split& split : profile.splits) {
    add_line(screen, "split",
             fmt::format("{} [{}, Unicode {}{}]", bpetite::shown(split.pattern.text),
                         name(split.pattern.dialect), unicode::name(split.pattern.version),
                         split.behaviour == Behaviour::matches ? ", matches alone" : ""));
  }
  add_line(screen, "merging", merging_of(table, numbers));
  add_line(screen, "template",
           fmt::format("before {}, after {}{}", ids_in(profile.ids_around.before),
                       ids_in(profile.ids_around.after), sizes_of(profile.ids_around)));
  add_line(screen, "decoding", "strict; lossy or as bytes if asked for");
  add_line(screen, "vocabulary",
           fmt::format("{} beside the added ones, {} of 256 bytes, {} below the highest",
                       counted(numbers.tokens, "token"), numbers.bytes,
                       counted(numbers.unused, "unused id")));
  if (numbers.unreached > 0) {
    const bool are_taken = profile.whole_chunks || profile.merging == Merging::bytes;
    add_line(
        screen, "oddity",
        fmt::format("{} that merging {} bytes does not make: {}",
                    counted(numbers.unreached, "token"), numbers.unreached == 1 ? "its" : "their",
                    are_taken ? "found as whole chunks alone" : "no text has them"));
  }
  if (profile.prefix_space) {
    add_line(screen, "oddity", "a space is put before each segment that does not begin with one");
  }
  if (profile.drops_missing_bytes) {
    add_line(screen, "oddity",
             fmt::format("text loses the bytes without a token: {:02x}",
                         fmt::join(missing_bytes(table), " ")));
  }
  if (numbers.text_tokens > 0) {
    add_line(screen, "oddity",
             fmt::format("{} that no chunk becomes, with characters that stand for no byte",
                         counted(numbers.text_tokens, "token")));
  }
  return screen;
}

std::string json_of(const OpenedModel& model, const Numbers& numbers) {
  const Table& table = TokenizerAccess::table(model.tokenizer);
  const interop::ModelFile& file = model.file;
  const Profile& profile = table.profile;
  std::vector<std::string> added;
  for (const SpecialToken& token : table.specials) {
    added.push_back(fmt::format(
        R"({{"id":{},"literal":{},"special":{},"normalized":{},"lstrip":{},)"
        R"("rstrip":{},"single_word":{},"from":{}}})",
        token.id, json::quoted(token.literal), token.is_special, token.normalized, token.lstrip,
        token.rstrip, token.single_word, json::quoted(source_of(token, model))));
  }
  std::vector<std::string> splits;
  for (const Split& split : profile.splits) {
    splits.push_back(
        fmt::format(R"({{"pattern":{},"dialect":{},"unicode":{},"behaviour":{}}})",
                    json::quoted(split.pattern.text), json::quoted(name(split.pattern.dialect)),
                    json::quoted(unicode::name(split.pattern.version)),
                    split.behaviour == Behaviour::matches ? R"("matches")" : R"("isolated")"));
  }
  return fmt::format(
      R"({{"profile":{},"bytes":{},"is_front":{},"sha256":{},"normalizer":{},"prefix_space":{},)"
      R"("added_tokens":[{}],)"
      R"("text_yields_special":{},"splits":[{}],"merging":{},"whole_chunks":{},"merges":{},)"
      R"("template":{{"before":[{}],"after":[{}],"cut_at":{},"fill_to":{},"fill_multiple":{}}},)"
      R"("tokens":{},"byte_tokens":{},"unused_ids":{},)"
      R"("unreached_tokens":{},"text_tokens":{},"dropped_bytes":[{}]}})"
      "\n",
      json::quoted(profile.name), file.bytes.size(), file.is_front,
      json::quoted(corpus::sha256_hex(file.bytes)), json::quoted(name(profile.normalizer)),
      profile.prefix_space, fmt::join(added, ","),
      numbers.special > 0 && profile.added.rule == SpecialRule::matched, fmt::join(splits, ","),
      profile.merging == Merging::bytes ? R"("bytes")" : R"("pairs")", profile.whole_chunks,
      table.merges.size(), fmt::join(profile.ids_around.before, ","),
      fmt::join(profile.ids_around.after, ","),
      profile.ids_around.cut_at ? std::to_string(*profile.ids_around.cut_at) : "null",
      profile.ids_around.fill_to, profile.ids_around.fill_multiple, numbers.tokens, numbers.bytes,
      numbers.unused, numbers.unreached, numbers.text_tokens,
      fmt::join(profile.drops_missing_bytes ? missing_bytes(table) : std::vector<unsigned char>(),
                ","));
}

int run_inspect(const Arguments& arguments) {
  const OpenedModel model = open_path(arguments, arguments.required("path"));
  const Table& table = TokenizerAccess::table(model.tokenizer);
  const Numbers numbers = numbers_of(table);
  if (arguments.given("--json")) {
    write_result(json_of(model, numbers));
  } else {
    write_text(screen_of(model, numbers));
  }
  return 0;
}

}  // namespace

Command inspect_command() {
  return {
      "inspect",
      "Show what a model is: its six parts, its sizes and its oddities.",
      {
          {"path", "PATH",
           "An artifact, a tokenizer.json or a rank file, a directory with one, or - for standard "
           "input",
           Count::once},
          profile_option,
          pattern_option,
          dialect_option,
          unicode_option,
          missing_option,
          special_rule_option,
          {"--json", "", "Write one line of JSON, with all added tokens"},
      },
      "Example:\n"
      "  bpetite inspect tokenizer.json\n"
      "  bpetite inspect cl100k_base.tiktoken --profile cl100k",
      run_inspect,
  };
}

}  // namespace bpetite::cli
