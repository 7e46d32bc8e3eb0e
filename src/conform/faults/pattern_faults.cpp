// Lists the faults in cutting a text into chunks (spec/02-pretokenize.md, level L0 of the kit):
// other patterns, other classes of characters, texts that are cut into lines or blocks first or not
// at all, and chunks or spaces that are lost. Each fault has a change of the reference that makes
// it. They change GPT-2's pattern (FR-4), or do not depend on a pattern. Faults that any pattern
// can have are in vocabulary_faults.cpp.
//
//   crlf-one    "a\r\n\n"   is cut a|\r\n|\n   and not   a|\r\n\n
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "conform/faults/fault.hpp"
#include "conform/suite/judged_profile.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/assertion.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::faults {
namespace {

using Cut = std::function<std::vector<std::string>(std::string_view text)>;

PartsEdit cutting(std::function<Cut(Cut)> change) {
  return [change](program::TokenizerParts parts) {
    parts.pretokenize = change(parts.pretokenize);
    return parts;
  };
}

PartsEdit with_pattern(const std::string& pattern) {
  return cutting([pattern](const Cut&) { return program::cut_by(pattern, unicode::pinned); });
}

// The pattern `in`, which is that of FR-4 by default, with every `from` replaced by `to`. `from`
// must occur.
std::string changed_pattern(std::string_view from, std::string_view to,
                            std::string_view in = suite::judged_pattern()) {
  assert_internal(in.find(from) != std::string_view::npos,
                  "a change does not apply to the pattern");
  return suite::replaced_all(in, from, to);
}

PartsEdit with_change(std::string_view from, std::string_view to) {
  return with_pattern(changed_pattern(from, to));
}

// The pattern of FR-4 with other characters for one of its classes.
PartsEdit with_class(CharacterKind kind, const std::string& set) {
  std::string pattern(suite::judged_pattern());
  if (kind == CharacterKind::space) {
    pattern = changed_pattern("\\S", "[^\\q]", changed_pattern("[^\\s", "[^\\q", pattern));
    pattern = changed_pattern("\\s", "[\\q]", pattern);
  } else {
    pattern = changed_pattern(" ?\\p{L}", " ?[\\q]", pattern);
    pattern = changed_pattern("\\p{L}", "\\q", pattern);
  }
  return with_pattern(changed_pattern("\\q", set, pattern));
}

// Cuts a text into blocks before it is split. `end_of` gives the end of each block.
template <typename End>
std::function<Cut(Cut)> in_pieces(End end_of) {
  return [end_of](const Cut& cut) {
    return [cut, end_of](std::string_view text) {
      std::vector<std::string> chunks;
      while (!text.empty()) {
        const std::size_t end = end_of(text);
        for (std::string& chunk : cut(text.substr(0, end))) {
          chunks.push_back(std::move(chunk));
        }
        text.remove_prefix(end);
      }
      return chunks;
    };
  };
}

std::size_t end_of_line(std::string_view text) {
  const std::size_t newline = text.find('\n');
  return newline == std::string_view::npos ? text.size() : newline + 1;
}

// The end of the largest block of whole scalars that fits in `size` bytes.
template <std::size_t size>
std::size_t end_of_block(std::string_view text) {
  std::size_t end = std::min(size, text.size());
  while (end < text.size() && utf8::is_continuation(text[end])) --end;
  return end;
}

std::vector<Fault> other_patterns() {
  constexpr std::string_view contractions = "'(?:[sdmt]|ll|ve|re)|";
  constexpr std::string_view lookahead = "\\s+(?!\\S)|";
  return {
      {"lookahead-first", "\\s+(?!\\S) leaves a space although no word follows it.",
       "LookaheadEmulation", L0, with_change("(?!\\S)", "(?=\\s)")},
      {"any-space-prefix", "Any white space goes with the word behind it.", "LookaheadEmulation",
       L0, with_change(" ?", "\\s?")},
      {"all-spaces-prefix", "All spaces in front of a word go with it.", "LookaheadEmulation", L0,
       with_change(" ?", " *")},
      {"no-space-prefix", "The space in front of a word is a chunk of its own.", "PrefixSpace", L0,
       with_change(" ?", "")},
      {"crlf-one", "CR LF is one character.", "CrLf", L0,
       with_change(lookahead, "\\r\\n|\\s+(?!\\S)|")},
      {"contractions-typo", "ll is spelt l l in the pattern.", "PatternIdentity", L0,
       with_change("|ll|", "|l l|")},
      {"contractions-words", "A contraction must not be followed by a letter.", "AlternationOrder",
       L0, with_change(contractions, "'(?:[sdmt]|ll|ve|re)(?!\\p{L})|")},
      {"contractions-longest", "A contraction behind other signs is preferred to them.",
       "AlternationOrder", L0,
       with_change("[^\\s\\p{L}\\p{N}]+", "(?:(?!'(?:[sdmt]|ll|ve|re))[^\\s\\p{L}\\p{N}])+")},
      {"words-with-digits", "Letters and digits are one class.", "ClassTransition", L0,
       with_change(" ?\\p{L}+| ?\\p{N}+", " ?[\\p{L}\\p{N}]+")},
      {"symbols-by-one", "Each sign is a chunk.", "ClassTransition", L0,
       with_change("[^\\s\\p{L}\\p{N}]+", "[^\\s\\p{L}\\p{N}]")},
      {"pattern-cl100k", "The pattern is that of cl100k_base as tiktoken first had it.",
       "PatternIdentity", L0,
       with_pattern(R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3})"
                    R"(| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)")},
      {"run-limit-1000", "A run of letters ends after 1,000 of them.", "EngineLimit", L0,
       with_change("\\p{L}+", "\\p{L}{1,1000}")},
  };
}

// The pattern of FR-4, changed so that letters and numbers beyond U+FFFF are signs.
std::string bmp_only() {
  constexpr std::string_view beyond = "\U00010000-\U0010ffff";
  const std::string no_astral = std::string("(?![") + std::string(beyond) + "])";
  std::string pattern = changed_pattern("[^\\s\\p{L}\\p{N}]+",
                                        "(?:[^\\s\\p{L}\\p{N}]|[" + std::string(beyond) + "])+");
  pattern = changed_pattern("\\p{L}+", "(?:" + no_astral + "\\p{L})+", pattern);
  return changed_pattern("\\p{N}+", "(?:" + no_astral + "\\p{N})+", pattern);
}

// The pattern of FR-4, changed so that the commonest numbers that are not decimal digits are signs.
std::string decimal_digits() {
  const std::string pattern = changed_pattern(
      "[^\\s\\p{L}\\p{N}]+",
      "(?:[^\\s\\p{L}\\p{N}]|[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070\u2074-\u2079\u2080-\u2089"
      "\u2150-\u2182\u2185-\u218b\u2460-\u249b\u2776-\u2793])+");
  return changed_pattern("\\p{N}+",
                         "(?:(?![\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2089\u2150-\u2182"
                         "\u2185-\u218b\u2460-\u249b\u2776-\u2793])\\p{N})+",
                         pattern);
}

std::vector<Fault> other_classes() {
  // The combining marks that most often follow letters.
  constexpr std::string_view marks =
      "\u0300-\u036f\u0483-\u0487\u05b0-\u05bd\u064b-\u065f\u0900-\u0903\u093a-\u093c\u093e-\u094f"
      "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u200d\u20d0-\u20f0\ufe00-\ufe0f";
  return {
      {"marks-letters", "Combining marks are letters.", "CombiningMarks", L0,
       with_class(CharacterKind::letter, "\\p{L}" + std::string(marks))},
      {"marks-cling", "A mark stays with whatever stands before it.", "ScalarNotGrapheme", L0,
       with_change("\\p{L}+", std::string("(?:\\p{L}[") + std::string(marks) + "]*)+")},
      {"decimal-digits", "Fractions, superscripts, Roman and circled numerals are not numbers.",
       "NumberClass", L0, with_pattern(decimal_digits())},
      {"bmp-only", "Nothing beyond U+FFFF is a letter or a number.", "AstralPlane", L0,
       with_pattern(bmp_only())},
      {"breaking-space", "No-break spaces are not white space.", "WhitespaceClass", L0,
       with_class(CharacterKind::space,
                  "\t-\r \u0085\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000")},
  };
}

std::vector<Fault> other_cuts() {
  return {
      {"one-chunk", "A text is not cut at all.", "PatternIdentity", L0, cutting([](const Cut&) {
         return [](std::string_view text) {
           return text.empty() ? std::vector<std::string>{} : std::vector{std::string(text)};
         };
       })},
      {"spaces-lost", "Spaces part the chunks and are dropped.", "PatternIdentity", L0,
       cutting([](const Cut& cut) {
         return [cut](std::string_view text) {
           std::vector<std::string> chunks;
           for (std::string& chunk : cut(text)) {
             if (chunk.starts_with(' ')) chunk.erase(0, 1);
             if (!chunk.empty()) chunks.push_back(std::move(chunk));
           }
           return chunks;
         };
       })},
      {"last-chunk-lost", "What stands behind the last match is dropped.", "EofAnchor", L0,
       cutting([](const Cut& cut) {
         return [cut](std::string_view text) {
           std::vector<std::string> chunks = cut(text);
           const bool blank = !chunks.empty() && (chunks.back() == " " || chunks.back() == "\n");
           if (blank) chunks.pop_back();
           return chunks;
         };
       })},
      {"line-by-line", "A text is cut at its line ends before anything else.", "PatternIdentity",
       L0, cutting(in_pieces(end_of_line))},
      {"blocks-4096", "A text is cut into blocks of 4,096 bytes before anything else.", "LongInput",
       L0, cutting(in_pieces(end_of_block<4096>))},
      {"blocks-65536", "A text is cut into blocks of 65,536 bytes before anything else.",
       "LongInput", L0, cutting(in_pieces(end_of_block<65536>))},
  };
}

}  // namespace

std::vector<Fault> pattern_faults() {
  std::vector<Fault> all;
  for (const auto family : {other_patterns, other_classes, other_cuts}) {
    std::ranges::move(family(), std::back_inserter(all));
  }
  return all;
}

}  // namespace bpetite::conform::faults
