// Lists the faults in finding special tokens in a text (spec/05-special.md, level L1 of the kit):
// other rules for finding their literals, a refusal of texts that have one, another id, special
// tokens that are dropped or counted once, and white space beside them that is removed or cut
// differently. Each fault has a change of the reference that makes it.
//
//   "a<|endoftext|>b"     reference   a  258  b       special-sticky   a<|endoftext|>b
//   special-sticky finds a literal only at the start of the text.
#include <algorithm>
#include <iterator>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/faults/fault.hpp"
#include "conform/suite/text_edits.hpp"

namespace bpetite::conform::faults {
namespace {

using Specials = std::vector<SpecialToken>;
using FindSpecials =
    std::function<std::vector<program::Segment>(std::string_view text, const Specials& specials)>;

PartsEdit splitting(std::function<FindSpecials(FindSpecials)> change) {
  return [change](program::TokenizerParts parts) {
    parts.split = change(parts.split);
    return parts;
  };
}

// Finds the special token by another rule. v1 has one special token. `found` returns the length of
// the special token at this place, or 0.
using Found =
    std::function<std::size_t(std::string_view text, std::size_t at, const std::string& literal)>;
PartsEdit finding(Found found) {
  return splitting([found](const FindSpecials&) -> FindSpecials {
    return [found](std::string_view text, const Specials& specials) {
      std::vector<program::Segment> segments;
      std::string ordinary;
      const auto flush = [&] {
        if (!ordinary.empty()) segments.emplace_back(std::exchange(ordinary, {}));
      };
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = found(text, at, specials.front().literal);
        if (size == 0) {
          ordinary += text[at++];
          continue;
        }
        flush();
        segments.emplace_back(specials.front().id);
        at += size;
      }
      flush();
      return segments;
    };
  });
}

std::size_t size_at(std::string_view text, std::size_t at, std::string_view literal) {
  return text.substr(at).starts_with(literal) ? literal.size() : 0;
}

// Changes the segments of the reference.
PartsEdit changing(
    std::function<std::vector<program::Segment>(std::vector<program::Segment>)> change) {
  return splitting([change](const FindSpecials& split) -> FindSpecials {
    return [change, split](std::string_view text, const Specials& specials) {
      return change(split(text, specials));
    };
  });
}

bool is_special(const std::vector<program::Segment>& segments, std::size_t place) {
  return place < segments.size() && std::holds_alternative<TokenId>(segments[place]);
}

// The pattern is matched on the whole text, so a special token does not count as the end of a
// text: the last white space before it goes to the special token.
std::vector<program::Segment> with_holes(std::vector<program::Segment> segments) {
  std::vector<program::Segment> result;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const auto* text = std::get_if<std::string>(&segments[i]);
    const bool cut = text != nullptr && is_special(segments, i + 1) && text->size() > 1 &&
                     suite::is_ascii_space(text->back()) &&
                     suite::is_ascii_space((*text)[text->size() - 2]);
    if (cut) {
      result.emplace_back(text->substr(0, text->size() - 1));
      result.emplace_back(text->substr(text->size() - 1));
    } else {
      result.push_back(segments[i]);
    }
  }
  return result;
}

// The segments without the white space beside a special token.
std::vector<program::Segment> stripped(std::vector<program::Segment> segments, bool behind) {
  std::vector<program::Segment> result;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    auto* text = std::get_if<std::string>(&segments[i]);
    const bool beside = behind ? i > 0 && is_special(segments, i - 1) : is_special(segments, i + 1);
    while (text != nullptr && beside && !text->empty() &&
           suite::is_ascii_space(behind ? text->front() : text->back())) {
      text->erase(behind ? 0 : text->size() - 1, 1);
    }
    if (text == nullptr || !text->empty()) result.push_back(segments[i]);
  }
  return result;
}

std::vector<program::Segment> without_repeats(std::vector<program::Segment> segments) {
  std::vector<program::Segment> result;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const bool again = i > 0 && is_special(segments, i) && is_special(segments, i - 1);
    if (!again) result.push_back(segments[i]);
  }
  return result;
}

// A search that returns to the start of the literal after a mismatch, and does not test the
// mismatched character again.
std::vector<program::Segment> without_restart(std::string_view text, const Specials& specials) {
  const std::string& literal = specials.front().literal;
  std::vector<program::Segment> segments;
  std::string ordinary;
  std::size_t matched = 0;
  for (const char c : text) {
    ordinary += c;
    matched = c == literal[matched] ? matched + 1 : 0;
    if (matched == literal.size()) {
      ordinary.resize(ordinary.size() - matched);
      if (!ordinary.empty()) segments.emplace_back(std::exchange(ordinary, {}));
      segments.emplace_back(specials.front().id);
      matched = 0;
    }
  }
  if (!ordinary.empty()) segments.emplace_back(std::move(ordinary));
  return segments;
}

char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::vector<Fault> finders() {
  return {
      {"special-sticky", "A special is found only at the start of a text.", "SpecialAdjacency", L1,
       finding([](std::string_view text, std::size_t at, const std::string& literal) {
         return at == 0 ? size_at(text, at, literal) : 0;
       })},
      {"special-at-end", "A special is found only at the end of a text.", "SpecialAdjacency", L1,
       finding([](std::string_view text, std::size_t at, const std::string& literal) {
         return at + literal.size() == text.size() ? size_at(text, at, literal) : 0;
       })},
      {"special-whole-text", "A special is found only where it is the whole text.",
       "SpecialAdjacency", L1,
       finding([](std::string_view text, std::size_t at, const std::string& literal) {
         return text == literal ? size_at(text, at, literal) : 0;
       })},
      {"special-first-only", "Only the first special of a text is found.", "SpecialAdjacency", L1,
       finding([](std::string_view text, std::size_t at, const std::string& literal) {
         return at == text.find(literal) ? literal.size() : 0;
       })},
      {"special-between-spaces", "A special inside a word is ordinary text.", "SpecialPolicy", L1,
       finding([](std::string_view text, std::size_t at, const std::string& literal) {
         const bool inside =
             at > 0 && ascii_lower(text[at - 1]) >= 'a' && ascii_lower(text[at - 1]) <= 'z';
         return inside ? 0 : size_at(text, at, literal);
       })},
      {"specials-partial", "The beginning of the literal is taken for it.", "SpecialPolicy", L1,
       finding([](std::string_view text, std::size_t at, const std::string& literal) {
         const std::size_t whole = size_at(text, at, literal);
         const std::string_view part = std::string_view(literal).substr(0, 11);
         return whole > 0 ? whole : size_at(text, at, part);
       })},
      {"special-any-case", "The literal is found in any case.", "SpecialPolicy", L1,
       finding([](std::string_view text, std::size_t at, const std::string& literal) {
         std::string folded(text.substr(at, literal.size()));
         std::transform(folded.begin(), folded.end(), folded.begin(), ascii_lower);
         return folded == literal ? literal.size() : 0;
       })},
      {"special-any-name", "Any name between <| and |> is special.", "SpecialPolicy", L1,
       finding([](std::string_view text, std::size_t at, const std::string&) {
         if (!text.substr(at).starts_with("<|")) return std::size_t{0};
         std::size_t end = at + 2;
         while (end < text.size() && (ascii_lower(text[end]) >= 'a' || text[end] == '_') &&
                ascii_lower(text[end]) <= 'z') {
           ++end;
         }
         const bool closed = end > at + 2 && text.substr(end).starts_with("|>");
         return closed ? end + 2 - at : 0;
       })},
      {"special-unescaped", "The literal is a pattern: its bars part three alternatives.",
       "SpecialEscaping", L1,
       finding([](std::string_view text, std::size_t at, const std::string&) {
         for (const std::string_view part : {"<", "endoftext", ">"}) {
           if (text.substr(at).starts_with(part)) return part.size();
         }
         return std::size_t{0};
       })},
      {"special-aligned", "A special that crosses a block of 4,096 bytes is not found.",
       "LongInput", L1,
       finding([](std::string_view text, std::size_t at, const std::string& literal) {
         const bool crosses = at / 4096 != (at + literal.size() - 1) / 4096;
         return crosses ? 0 : size_at(text, at, literal);
       })},
  };
}

std::vector<Fault> other_faults() {
  return {
      {"special-refused", "A text that holds the literal is refused.", "SpecialPolicy", L1,
       splitting([](const FindSpecials& split) -> FindSpecials {
         return [split](std::string_view text, const Specials& specials) {
           if (text.find(specials.front().literal) != std::string_view::npos) {
             throw ValueError("encode: disallowed special token");
           }
           return split(text, specials);
         };
       })},
      {"special-no-restart", "After a false start the search does not go back.", "SpecialPolicy",
       L1, splitting([](const FindSpecials&) -> FindSpecials { return without_restart; })},
      {"special-fixed-id", "The special token has the id that it has in GPT-2.", "VocabLayout", L1,
       splitting([](const FindSpecials& split) -> FindSpecials {
         return [split](std::string_view text, Specials specials) {
           specials.front().id = 50256;
           return split(text, specials);
         };
       })},
      {"special-dropped", "Special tokens are left out of the ids.", "SpecialPolicy", L1,
       changing([](std::vector<program::Segment> segments) {
         std::erase_if(segments, [](const program::Segment& segment) {
           return std::holds_alternative<TokenId>(segment);
         });
         return segments;
       })},
      {"special-trim", "White space behind a special is removed.", "SpecialStrip", L1,
       changing([](std::vector<program::Segment> segments) {
         return stripped(std::move(segments), true);
       })},
      {"special-trim-before", "White space before a special is removed.", "SpecialStrip", L1,
       changing([](std::vector<program::Segment> segments) {
         return stripped(std::move(segments), false);
       })},
      {"special-with-holes", "The pattern sees the special token behind a segment.",
       "SegmentBoundary", L1, changing(with_holes)},
      {"special-once-in-a-row", "Of several specials in a row one is left.", "SpecialAdjacency", L1,
       changing(without_repeats)},
  };
}

}  // namespace

std::vector<Fault> special_faults() {
  std::vector<Fault> all = finders();
  std::ranges::move(other_faults(), std::back_inserter(all));
  return all;
}

}  // namespace bpetite::conform::faults
