// Looks up the chapter of a clause in a table that tools/trace makes from the specification
// (chapter_of), and writes the clause and its chapter for a message (cited).
#include "core/wording/clause.hpp"

#include <cstddef>
#include <iterator>

#include "core/wording/clause_chapters.inl"

namespace bpetite {

std::optional<int> chapter_of(std::string_view clause) {
  const std::string word = " " + std::string(clause) + " ";
  for (std::size_t chapter = 0; chapter < std::size(clauses_of_chapters); ++chapter) {
    if (clauses_of_chapters[chapter].find(word) != std::string_view::npos) {
      return static_cast<int>(chapter);
    }
  }
  return std::nullopt;
}

std::string cited(std::string_view clause) {
  const auto chapter = chapter_of(clause);
  std::string text(clause);
  if (chapter) text += ", chapter " + std::to_string(*chapter);
  return text;
}

}  // namespace bpetite
