// Finds the chapter of a clause of the specification (chapter_of), and cites a clause in a message
// with its chapter (cited).
//
//   cited("S26e")      S26e, chapter 13
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bpetite {

// The number of the chapter that has this clause, or nullopt if no chapter has it.
std::optional<int> chapter_of(std::string_view clause);

// The clause with its chapter, or the clause alone if no chapter has it.
std::string cited(std::string_view clause);

}  // namespace bpetite
