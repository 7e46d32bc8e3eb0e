// Mutants that split a text into other chunks (spec/02-pretokenize.md), L0. Most of them have
// another pattern.
//
//   no-lookahead   '(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+
//                  "a  b"   is cut a|␠␠|b   and not   a|␠|␠b
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "conform/mutants/classes.hpp"
#include "conform/mutants/mutants.hpp"
#include "conform/suite/judged_profile.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::conform::mutants {
namespace {

using Cut = std::function<std::vector<std::string>(std::string_view text)>;

Mutant cutting(std::string name, std::string fault, std::string flag,
               std::function<Cut(Cut)> change) {
  return {std::move(name), std::move(fault), std::move(flag), suite::Level::L0,
          [change](program::TokenizerParts parts) {
            parts.pretokenize = change(parts.pretokenize);
            return parts;
          }};
}

Mutant with_pattern(std::string name, std::string fault, std::string flag, std::string pattern) {
  return cutting(std::move(name), std::move(fault), std::move(flag),
                 [pattern](const Cut&) { return program::cut_by(pattern, unicode::pinned); });
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
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
  return end;
}

std::vector<Mutant> other_patterns() {
  constexpr std::string_view contractions = "'(?:[sdmt]|ll|ve|re)|";
  constexpr std::string_view lookahead = "\\s+(?!\\S)|";
  return {
      with_pattern("no-lookahead", "\\s+(?!\\S) is left out.", "LookaheadEmulation",
                   changed_pattern(lookahead, "")),
      with_pattern("lookahead-dollar", "\\s+(?!\\S) is rewritten as \\s+$.", "LookaheadEmulation",
                   changed_pattern("(?!\\S)", "(?!\\s|\\S)")),
      with_pattern("lookahead-first", "\\s+(?!\\S) leaves a space although no word follows it.",
                   "LookaheadEmulation", changed_pattern("(?!\\S)", "(?=\\s)")),
      with_pattern("any-space-prefix", "Any white space goes with the word behind it.",
                   "LookaheadEmulation", changed_pattern(" ?", "\\s?")),
      with_pattern("all-spaces-prefix", "All spaces in front of a word go with it.",
                   "LookaheadEmulation", changed_pattern(" ?", " *")),
      with_pattern("no-space-prefix", "The space in front of a word is a chunk of its own.",
                   "PrefixSpace", changed_pattern(" ?", "")),
      with_pattern("newlines-apart", "White space ends after a line end, as \\s*[\\r\\n]+ has it.",
                   "EofAnchor", changed_pattern(lookahead, "\\s*[\\r\\n]+|\\s+(?!\\S)|")),
      with_pattern("crlf-one", "CR LF is one character.", "CrLf",
                   changed_pattern(lookahead, "\\r\\n|\\s+(?!\\S)|")),
      with_pattern(
          "contractions-any-case", "Contractions are matched in upper case too.", "ContractionCase",
          changed_pattern("(?:[sdmt]|ll|ve|re)", "(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE])")),
      with_pattern("contractions-folded", "Contractions are matched by Unicode case folding.",
                   "CaseFold", changed_pattern("(?:[sdmt]", "(?i:[sdmt]")),
      with_pattern("contractions-typo", "ll is spelt l l in the pattern.", "PatternIdentity",
                   changed_pattern("|ll|", "|l l|")),
      with_pattern("contractions-words", "A contraction must not be followed by a letter.",
                   "AlternationOrder",
                   changed_pattern(contractions, "'(?:[sdmt]|ll|ve|re)(?!\\p{L})|")),
      with_pattern("contractions-longest", "A contraction behind other signs is preferred to them.",
                   "AlternationOrder",
                   changed_pattern("[^\\s\\p{L}\\p{N}]+",
                                   "(?:(?!'(?:[sdmt]|ll|ve|re))[^\\s\\p{L}\\p{N}])+")),
      with_pattern("no-contractions", "There are no contractions.", "AlternationOrder",
                   changed_pattern(contractions, "")),
      with_pattern("contractions-curly", "A curly apostrophe begins a contraction too.",
                   "NoNormalization", changed_pattern("'", "['\u2019]")),
      with_pattern("words-with-digits", "Letters and digits are one class.", "ClassTransition",
                   changed_pattern(" ?\\p{L}+| ?\\p{N}+", " ?[\\p{L}\\p{N}]+")),
      with_pattern("digits-by-one", "Each digit is a chunk.", "DigitRun",
                   changed_pattern("\\p{N}+", "\\p{N}")),
      with_pattern("digits-by-three", "Digits are cut into groups of three.", "DigitRun",
                   changed_pattern("\\p{N}+", "\\p{N}{1,3}")),
      with_pattern("symbols-by-one", "Each sign is a chunk.", "ClassTransition",
                   changed_pattern("[^\\s\\p{L}\\p{N}]+", "[^\\s\\p{L}\\p{N}]")),
      with_pattern("symbols-with-newlines", "Line ends go with the signs before them.",
                   "PatternIdentity",
                   changed_pattern("[^\\s\\p{L}\\p{N}]+", "[^\\s\\p{L}\\p{N}]+[\\r\\n]*")),
      with_pattern("pattern-nanochat", "The pattern is that of nanochat.", "PatternIdentity",
                   profiles::nanochat().splits.front().pattern.text),
      with_pattern("pattern-cl100k", "The pattern is that of cl100k_base.", "PatternIdentity",
                   R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3})"
                   R"(| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"),
      with_pattern("run-limit-1000", "A run of letters ends after 1,000 of them.", "EngineLimit",
                   changed_pattern("\\p{L}+", "\\p{L}{1,1000}")),
  };
}

std::vector<Mutant> other_classes() {
  // The combining marks that most often follow letters.
  constexpr std::string_view marks =
      "\u0300-\u036f\u0483-\u0487\u05b0-\u05bd\u064b-\u065f\u0900-\u0903\u093a-\u093c\u093e-\u094f"
      "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u200d\u20d0-\u20f0\ufe00-\ufe0f";
  const ClassSet breaking{"", ClassKind::space, "", "",
                          "\t-\r \u0085\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000"};
  const ClassSet marked{"", ClassKind::letter, "", "", "\\p{L}" + std::string(marks)};
  constexpr std::string_view beyond = "\U00010000-\U0010ffff";
  const std::string no_astral = std::string("(?![") + std::string(beyond) + "])";
  const std::string bmp_only = changed_pattern(
      "\\p{N}+", std::string("(?:") + no_astral + "\\p{N})+",
      changed_pattern(
          "\\p{L}+", std::string("(?:") + no_astral + "\\p{L})+",
          changed_pattern("[^\\s\\p{L}\\p{N}]+",
                          std::string("(?:[^\\s\\p{L}\\p{N}]|[") + std::string(beyond) + "])+")));
  return {
      with_pattern("ascii-letters", "Only the ASCII letters are letters.", "LetterClass",
                   pattern_with("ascii-letters")),
      with_pattern("lower-letters", "\\p{L} is read as lower case.", "EngineFeature",
                   pattern_with("lower-letters")),
      with_pattern("underscore-letter", "An underscore is a letter, as in \\w.", "LetterClass",
                   pattern_with("underscore-letter")),
      with_pattern("marks-letters", "Combining marks are letters.", "CombiningMarks",
                   pattern_with(std::array<const ClassSet*, 1>{&marked})),
      with_pattern(
          "marks-cling", "A mark stays with whatever stands before it.", "ScalarNotGrapheme",
          changed_pattern("\\p{L}+", std::string("(?:\\p{L}[") + std::string(marks) + "]*)+")),
      with_pattern("ascii-digits", "Only the ASCII digits are numbers.", "NumberClass",
                   pattern_with("ascii-digits")),
      with_pattern("decimal-digits",
                   "Fractions, superscripts, Roman and circled numerals are no numbers.",
                   "NumberClass",
                   changed_pattern(
                       "\\p{N}+",
                       "(?:(?![\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2089"
                       "\u2150-\u2182\u2185-\u218b\u2460-\u249b\u2776-\u2793])\\p{N})+",
                       changed_pattern(
                           "[^\\s\\p{L}\\p{N}]+",
                           "(?:[^\\s\\p{L}\\p{N}]|[\u00b2\u00b3\u00b9\u00bc-\u00be"
                           "\u2070\u2074-\u2079\u2080-\u2089\u2150-\u2182\u2185-\u218b\u2460-\u249b"
                           "\u2776-\u2793])+"))),
      with_pattern("bmp-only", "Nothing beyond U+FFFF is a letter or a number.", "AstralPlane",
                   bmp_only),
      with_pattern("ascii-space", "Only ASCII white space is white space.", "WhitespaceClass",
                   pattern_with("ascii-space")),
      with_pattern("re2-space", "White space is that of RE2: ASCII without U+000B.",
                   "WhitespaceClass", pattern_with("re2-space")),
      with_pattern("js-space", "White space is that of JavaScript: U+FEFF, but not U+0085.",
                   "WhitespaceClass", pattern_with("js-space")),
      with_pattern("python-space", "White space is that of Python: U+001C to U+001F too.",
                   "WhitespaceClass", pattern_with("python-space")),
      with_pattern("pcre-space", "U+180E is white space.", "WhitespaceClass",
                   pattern_with("pcre-space")),
      with_pattern("zero-width-space", "U+200B and U+2060 are white space.", "WhitespaceClass",
                   pattern_with("zero-width-space")),
      with_pattern("breaking-space", "No-break spaces are no white space.", "WhitespaceClass",
                   pattern_with(std::array<const ClassSet*, 1>{&breaking})),
      cutting("unicode-13", "The classes are those of Unicode 13.", "UnicodeDrift",
              [](const Cut&) {
                return program::cut_by(suite::judged_pattern(), unicode::Version::v13_0);
              }),
      cutting("unicode-18", "The classes are those of Unicode 18.", "UnicodeDrift",
              [](const Cut&) {
                return program::cut_by(suite::judged_pattern(), unicode::Version::v18_0);
              }),
  };
}

std::vector<Mutant> other_cuts() {
  return {
      cutting("one-chunk", "A text is not cut at all.", "PatternIdentity",
              [](const Cut&) {
                return [](std::string_view text) {
                  return text.empty() ? std::vector<std::string>{} : std::vector{std::string(text)};
                };
              }),
      cutting("spaces-lost", "Spaces part the chunks and are dropped.", "PatternIdentity",
              [](const Cut& cut) {
                return [cut](std::string_view text) {
                  std::vector<std::string> chunks;
                  for (std::string& chunk : cut(text)) {
                    if (chunk.starts_with(' ')) chunk.erase(0, 1);
                    if (!chunk.empty()) chunks.push_back(std::move(chunk));
                  }
                  return chunks;
                };
              }),
      cutting("last-chunk-lost", "What stands behind the last match is dropped.", "EofAnchor",
              [](const Cut& cut) {
                return [cut](std::string_view text) {
                  std::vector<std::string> chunks = cut(text);
                  const bool blank =
                      !chunks.empty() && (chunks.back() == " " || chunks.back() == "\n");
                  if (blank) chunks.pop_back();
                  return chunks;
                };
              }),
      cutting("line-by-line", "A text is cut at its line ends before anything else.",
              "PatternIdentity", in_pieces(end_of_line)),
      cutting("blocks-4096", "A text is cut into blocks of 4,096 bytes before anything else.",
              "LongInput", in_pieces(end_of_block<4096>)),
      cutting("blocks-65536", "A text is cut into blocks of 65,536 bytes before anything else.",
              "LongInput", in_pieces(end_of_block<65536>)),
  };
}

}  // namespace

std::vector<Mutant> pretokenize_mutants() {
  std::vector<Mutant> all = other_patterns();
  for (auto family : {other_classes, other_cuts}) {
    for (Mutant& mutant : family()) {
      all.push_back(std::move(mutant));
    }
  }
  return all;
}

}  // namespace bpetite::conform::mutants
