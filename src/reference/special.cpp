// Finds the special tokens of a text (split_specials, spec/05-special.md), with the white space
// that they take.
//
//   "a<|endoftext|>b"     gives   "a"  258  "b"
//   "<|endoftext"         gives   "<|endoftext"        a part of a literal is ordinary text (FR-18)
//
// segments_of() does so as a profile and the choice of the caller say: it finds tokens in the given
// text (given_segments), normalizes the text between them, finds tokens there
// (normalized_segments), and puts a space before segments (with_prefix_space). A special token that
// is not allowed is an error.
#include "reference/special.hpp"

#include <algorithm>

#include "core/special_choice.hpp"
#include "pattern/properties.hpp"
#include "reference/normalize.hpp"
#include "reference/scalars.hpp"

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
  if (!special.is_special) return true;  // S27f
  switch (choice.kind) {
    case SpecialChoice::Kind::all:
      return true;
    case SpecialChoice::Kind::only:
      return std::ranges::count(choice.literals, special.literal) > 0;
    default:
      return table.profile.added.rule == SpecialRule::matched;
  }
}

// The bytes of white space with which a text begins, and those with which it ends.
std::size_t white_space_first(std::string_view text) {
  const Scalars scalars(text);
  std::size_t i = 0;
  while (i < scalars.values.size() && unicode::is_white_space(scalars.values[i])) ++i;
  return scalars.starts[i];
}

std::size_t white_space_last(std::string_view text) {
  const Scalars scalars(text);
  std::size_t i = scalars.values.size();
  while (i > 0 && unicode::is_white_space(scalars.values[i - 1])) --i;
  return text.size() - scalars.starts[i];
}

// S27h "the scalar before its literal, and the one behind it".
bool is_in_word(std::string_view before, std::string_view after) {
  static const pattern::ScalarSet word =
      pattern::word_scalars(Dialect::tiktoken, unicode::Version::v16_0);
  const std::u32string left = Scalars(before).values;
  const std::u32string right = Scalars(after).values;
  return (!left.empty() && word.has(left.back())) || (!right.empty() && word.has(right.front()));
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
    const std::size_t literal = at;
    at += special->literal.size();
    // S27h "its literal is ordinary text, and the search goes on behind it".
    if (special->single_word && is_in_word(text.substr(0, literal), text.substr(at))) continue;
    const std::string_view ordinary = text.substr(begin, literal - begin);
    const std::size_t before = special->lstrip ? white_space_last(ordinary) : 0;
    if (special->rstrip) at += white_space_first(text.substr(at));
    if (before < ordinary.size()) {
      segments.emplace_back(ordinary.substr(0, ordinary.size() - before));
    }
    begin = literal - before;
    segments.emplace_back(FoundSpecial{special->id, text.substr(begin, at - begin), before});
    begin = at;
  }
  if (begin < text.size()) {
    segments.emplace_back(text.substr(begin));
  }
  return segments;
}

namespace {

// S30e: those that are found in the text as it is given, or in the normalized text. If the text
// yields no special id, only those that are not special (S27f).
std::vector<SpecialToken> found_in(bool normalized, bool only_plain,
                                   const std::vector<SpecialToken>& specials) {
  std::vector<SpecialToken> found;
  for (const SpecialToken& special : specials) {
    const bool is_wanted = !only_plain || !special.is_special;
    if (is_wanted && special.normalized == normalized) found.push_back(special);
  }
  return found;
}

// S27b "whether they are allowed or not": along the text, every literal that was found is judged.
// `from` is where the text begins in the one that was given, or the part of it that became this
// one.
void check_allowed(const std::vector<Segment>& segments, std::size_t from, bool was_normalized,
                   const Table& table, const SpecialChoice& choice) {
  std::size_t at = from;
  for (const Segment& segment : segments) {
    if (const auto* ordinary = std::get_if<std::string_view>(&segment)) {
      at += ordinary->size();
      continue;
    }
    const auto& [id, taken, before] = std::get<FoundSpecial>(segment);
    const auto special = std::ranges::find(table.specials, id, &SpecialToken::id);
    if (!is_allowed(*special, table, choice)) {
      throw_not_allowed(was_normalized ? from : at + before, special->literal);
    }
    at += taken.size();
  }
}

// S17b "text never yields a special id", S27c "no literal of a special token is looked for".
bool is_never_special(const Table& table, const SpecialChoice& choice) {
  return table.profile.added.rule == SpecialRule::never ||
         choice.kind == SpecialChoice::Kind::ordinary;
}

}  // namespace

std::vector<Segment> given_segments(std::string_view text, const Table& table,
                                    const SpecialChoice& choice) {
  check_choice(choice, table);
  const bool never = is_never_special(table, choice);
  // S30e "First those that are found in the text as it is given".
  const std::vector<Segment> given = split_specials(text, found_in(false, never, table.specials));
  check_allowed(given, 0, false, table, choice);
  return given;
}

std::vector<Segment> normalized_segments(std::string_view form, const Table& table,
                                         const SpecialChoice& choice) {
  return split_specials(form, found_in(true, is_never_special(table, choice), table.specials));
}

std::string with_prefix_space(std::string segment, const Profile& profile) {
  return gets_space(profile, segment) ? " " + segment : segment;
}

std::vector<NormalizedSegment> segments_of(std::string_view text, const Table& table,
                                           const SpecialChoice& choice) {
  const std::vector<Segment> given = given_segments(text, table, choice);
  std::vector<NormalizedSegment> segments;
  std::size_t at = 0;
  for (const Segment& segment : given) {
    if (const auto* found = std::get_if<FoundSpecial>(&segment)) {
      segments.emplace_back(found->id);
      at += found->taken.size();
      continue;
    }
    // S30e "Then each stretch between them is normalized by itself".
    const auto stretch = std::get<std::string_view>(segment);
    const std::string form = normalize(stretch, table.profile.normalizer);
    const std::vector<Segment> parts = normalized_segments(form, table, choice);
    check_allowed(parts, at, form != stretch, table, choice);
    for (const Segment& part : parts) {
      if (const auto* found = std::get_if<FoundSpecial>(&part)) {
        segments.emplace_back(found->id);
      } else {
        const std::string ordinary(std::get<std::string_view>(part));
        segments.emplace_back(with_prefix_space(ordinary, table.profile));
      }
    }
    at += stretch.size();
  }
  return segments;
}

}  // namespace bpetite::reference
