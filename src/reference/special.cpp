// Finds the special tokens of a text (spec/05-special.md).
//
//   "a<|endoftext|>b"     gives   "a"  258  "b"
//   "<|endoftext"         gives   "<|endoftext"        a part of a literal is ordinary text (FR-18)
#include "reference/special.hpp"

#include <algorithm>

#include "core/special_choice.hpp"

namespace bpetite::reference {
namespace {

// S10 "the longer is taken": the longest literal that begins here.
const SpecialToken* special_at(std::string_view rest, const std::vector<SpecialToken>& specials) {
  const SpecialToken* longest = nullptr;
  for (const SpecialToken& special : specials) {
    const bool longer = longest == nullptr || special.literal.size() > longest->literal.size();
    if (longer && !special.literal.empty() && rest.starts_with(special.literal)) {
      longest = &special;
    }
  }
  return longest;
}

// S27a, S27b: whether a special token that was found becomes its id.
bool is_allowed(const SpecialToken& special, const Table& table, const SpecialChoice& choice) {
  switch (choice.kind) {
    case SpecialChoice::Kind::all:
      return true;
    case SpecialChoice::Kind::only:
      return std::ranges::count(choice.literals, special.literal) > 0;
    default:
      return table.profile.added.rule == SpecialRule::matched;
  }
}

}  // namespace

std::vector<Segment> split_specials(std::string_view text,
                                    const std::vector<SpecialToken>& specials) {
  std::vector<Segment> segments;
  std::size_t begin = 0;  // the start of the current ordinary text
  std::size_t at = 0;
  while (at < text.size()) {
    // S10 "searched from the left": every place is tried before the next one.
    const SpecialToken* special = special_at(text.substr(at), specials);
    if (special == nullptr) {
      ++at;
      continue;
    }
    if (begin < at) {
      segments.emplace_back(text.substr(begin, at - begin));
    }
    segments.emplace_back(special->id);
    at += special->literal.size();
    begin = at;
  }
  if (begin < text.size()) {
    segments.emplace_back(text.substr(begin));
  }
  return segments;
}

std::vector<Segment> segments_of(std::string_view text, const Table& table,
                                 const SpecialChoice& choice) {
  check_choice(choice, table);

  // S17b "text never yields a special id", S27c "no literal is looked for".
  const bool never = table.profile.added.rule == SpecialRule::never;
  if (never || choice.kind == SpecialChoice::Kind::ordinary) return split_specials(text, {});

  // S27b "whether they are allowed or not": along the text, every literal that was found is judged.
  const std::vector<Segment> segments = split_specials(text, table.specials);
  std::size_t at = 0;
  for (const Segment& segment : segments) {
    if (const auto* ordinary = std::get_if<std::string_view>(&segment)) {
      at += ordinary->size();
      continue;
    }
    const auto special =
        std::ranges::find(table.specials, std::get<TokenId>(segment), &SpecialToken::id);
    if (!is_allowed(*special, table, choice)) throw_not_allowed(at, special->literal);
    at += special->literal.size();
  }
  return segments;
}

}  // namespace bpetite::reference
