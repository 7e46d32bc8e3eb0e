// bpetite compare-tiktoken: shows the ids of a text beside those of a rank file of tiktoken
// (FR-35). Opens the model and the rank file, decides which special tokens each side allows,
// encodes the text on both sides, cuts it into pieces where a token ends on both sides, and finds
// the bytes per token and the side with fewer tokens. Writes JSON (--json);
// compare_tiktoken_view.cpp writes the table for people.
#include "cli/commands/compare_tiktoken.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/input.hpp"
#include "cli/options/model.hpp"
#include "cli/terminal/output.hpp"
#include "core/assertion.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "interop/known_files.hpp"
#include "interop/open.hpp"

namespace bpetite::cli {
namespace {

// Whether no span from `next` on begins before the place. The begins of spans never decrease
// (S28b).
bool is_boundary(const std::vector<Span>& spans, std::size_t next, std::size_t place) {
  return next == spans.size() || spans[next].begin >= place;
}

}  // namespace

// FR-35 "a piece ends at each place where a token of the rank file ends and which lies inside no
// span". `theirs` are the tokens of the rank file. They do not leave a gap, so the last one ends at
// the end of the text.
std::vector<Piece> pieces_of(const IdsWithOffsets& ours, const IdsWithOffsets& theirs) {
  std::vector<Piece> pieces;
  Piece piece;
  std::size_t our_end = 0;
  std::size_t our_begin = 0;
  std::size_t their_begin = 0;
  for (std::size_t their_end = 1; their_end <= theirs.spans.size(); ++their_end) {
    const std::size_t place = theirs.spans[their_end - 1].end;
    while (our_end < ours.spans.size() && ours.spans[our_end].end <= place) ++our_end;
    if (!is_boundary(ours.spans, our_end, place)) continue;
    if (!is_boundary(theirs.spans, their_end, place)) continue;
    piece.span.end = place;
    piece.ours = std::span(ours.ids).subspan(our_begin, our_end - our_begin);
    piece.theirs = std::span(theirs.ids).subspan(their_begin, their_end - their_begin);
    pieces.push_back(piece);
    piece.span.begin = place;
    our_begin = our_end;
    their_begin = their_end;
  }
  assert_internal(our_begin == ours.ids.size(), "pieces that lack a token");
  return pieces;
}

std::string bytes_per_token(const Comparison& comparison, const Side& side) {
  if (side.found.ids.empty()) return "";
  return fmt::format("{:.2f}", static_cast<double>(comparison.text.size()) /
                                   static_cast<double>(side.found.ids.size()));
}

const Side* side_with_fewer(const Comparison& comparison) {
  const std::size_t ours = comparison.ours.found.ids.size();
  const std::size_t theirs = comparison.theirs.found.ids.size();
  if (ours == theirs) return nullptr;
  return ours < theirs ? &comparison.ours : &comparison.theirs;
}

namespace {

// The profile of --ranks-profile, or nullptr.
const Profile* ranks_profile(const Arguments& arguments) {
  const auto name = arguments.value("--ranks-profile");
  return name ? &profile_named(arguments.command() + ": --ranks-profile", *name) : nullptr;
}

// The tokenizer of --ranks. `profile` is that of --ranks-profile, or nullptr.
Tokenizer open_ranks(const Arguments& arguments, const Profile* profile) {
  const std::string& path = arguments.required("--ranks");
  const std::string file = read_document(path);
  const auto refuse = [&](const std::string& what) {
    throw ValueError(
        fmt::format("{}: --ranks: {}: {}", arguments.command(), utf8::quoted(path, 200), what),
        "S26e");
  };
  if (!interop::is_rank_file(file)) {
    refuse("this is not a rank file, required lines of base64, a space and an id");
  }
  if (profile == nullptr && interop::profile_of_ranks(file) == nullptr) {
    refuse(
        "a rank file has no pattern and no special tokens: name its profile (--ranks-profile), "
        "required one of " +
        interop::profiles_of_ranks());
  }
  return TokenizerAccess::open(backend::read_model(file, path, profile));
}

bool has_literal(const Table& table, const std::string& literal) {
  return std::ranges::find(table.specials, literal, &SpecialToken::literal) != table.specials.end();
}

bool lets_allow(const Table& table) {
  return table.profile.added.rule == SpecialRule::refused_unless_allowed;
}

// FR-35 "If neither does, it is wrong usage."
void check_allowed(const Arguments& arguments, const SpecialChoice& asked, const Table& ours,
                   const Table& theirs) {
  if (!allows(asked)) return;
  if (!lets_allow(ours) && !lets_allow(theirs)) {
    throw UsageError(
        fmt::format("{}: --allow-special: neither the profile {} nor {} lets special "
                    "tokens be allowed",
                    arguments.command(), ours.profile.name, theirs.profile.name));
  }
  for (const std::string& literal : asked.literals) {
    if (has_literal(ours, literal) || has_literal(theirs, literal)) continue;
    throw KeyError(fmt::format("{}: --allow-special: {} is a special token of neither side",
                               arguments.command(), utf8::quoted(literal)),
                   "S27d");
  }
}

// The choice of special tokens for one side. If the rule of its profile does not let special tokens
// be allowed, the rule decides.
SpecialChoice choice_for(const SpecialChoice& asked, const Table& table) {
  if (!allows(asked)) return asked;
  if (!lets_allow(table)) return {};
  SpecialChoice choice = asked;
  std::erase_if(choice.literals,
                [&](const std::string& literal) { return !has_literal(table, literal); });
  return choice;
}

std::string as_json(const Comparison& comparison, const Side& side) {
  const std::string each = bytes_per_token(comparison, side);
  return fmt::format(R"({{"profile":{},"ids":[{}],"count":{},"bytes_per_token":{}}})",
                     json::quoted(TokenizerAccess::table(side.tokenizer).profile.name),
                     fmt::join(side.found.ids, ","), side.found.ids.size(),
                     each.empty() ? "null" : each);
}

std::string as_json(const Comparison& comparison) {
  const Side& ours = comparison.ours;
  const Side& theirs = comparison.theirs;
  std::vector<std::string> pieces;
  for (const Piece& piece : pieces_of(ours.found, theirs.found)) {
    pieces.push_back(fmt::format(R"({{"span":[{},{}],"{}":[{}],"{}":[{}]}})", piece.span.begin,
                                 piece.span.end, ours.name, fmt::join(piece.ours, ","), theirs.name,
                                 fmt::join(piece.theirs, ",")));
  }
  const Side* const fewer = side_with_fewer(comparison);
  return fmt::format(R"({{"bytes":{},"{}":{},"{}":{},"pieces":[{}],"fewer":{}}})"
                     "\n",
                     comparison.text.size(), ours.name, as_json(comparison, ours), theirs.name,
                     as_json(comparison, theirs), fmt::join(pieces, ","),
                     fewer == nullptr ? "null" : json::quoted(fewer->name));
}

Side side_of(std::string_view name, Tokenizer tokenizer, std::string_view text,
             const SpecialChoice& asked) {
  IdsWithOffsets found =
      encode_with_offsets(tokenizer, text, choice_for(asked, TokenizerAccess::table(tokenizer)));
  return {name, std::move(tokenizer), std::move(found)};
}

int run_compare_tiktoken(const Arguments& arguments) {
  arguments.require_one_of("--text", "--input");
  const SpecialChoice asked = asked_choice(arguments);
  const Profile* const profile = ranks_profile(arguments);

  Tokenizer ours = open_path(arguments, arguments.required("--model")).tokenizer;
  Tokenizer theirs = open_ranks(arguments, profile);
  check_allowed(arguments, asked, TokenizerAccess::table(ours), TokenizerAccess::table(theirs));
  const std::string text = text_argument(arguments);
  const Comparison comparison{text, side_of("bpetite", std::move(ours), text, asked),
                              side_of("tiktoken", std::move(theirs), text, asked)};
  write_result(arguments.given("--json") ? as_json(comparison)
                                         : view_of(comparison, view_for(STDOUT_FILENO)));
  return 0;
}

}  // namespace

Command compare_tiktoken_command() {
  return {
      "compare-tiktoken",
      "Show a text's ids beside those that tiktoken has for it.",
      with_model_options({
          {"--ranks", "PATH", "A rank file of tiktoken, or - for standard input", Count::once},
          {"--ranks-profile", "PROFILE",
           "The profile of that file, such as cl100k; public files need none"},
          {"--text", "TEXT", "The text itself"},
          {"--input", "PATH", "The text in a file in UTF-8, or - for standard input"},
          allow_special_option,
          ordinary_option,
          {"--json", "", "The same for programs, as one line of JSON"},
      }),
      "The text is cut where a token ends on both sides. A piece on one line is one token on "
      "both.\n"
      "No Python is needed: bpetite gives the ids of the rank file itself. The two need not "
      "agree,\n"
      "and the exit code does not say whether they do.\n\n"
      "Special tokens in the text: each side keeps the rule of its profile. The files of OpenAI\n"
      "refuse them, so such a text is an error; --allow-special allows them on the sides whose\n"
      "rule lets it, and --ordinary takes them as text on both sides.\n\n"
      "Example:\n"
      "  bpetite compare-tiktoken --model tokenizer.json --ranks cl100k_base.tiktoken --text \"the "
      "theatre\"\n"
      "  bpetite compare-tiktoken --model tokenizer.json --ranks mine.tiktoken --ranks-profile "
      "o200k --input corpus.txt --json",
      run_compare_tiktoken,
  };
}

}  // namespace bpetite::cli
