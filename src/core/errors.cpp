// Implements the exceptions of the library. Makes the message of an error: escapes what could not
// be shown safely, and adds the clause that is broken and the chapter of the clause.
//
//   artifact: schema_version: 3, required 1 or 2 [FR-29f, chapter 7]
//
// Also gives the message without the clause, has the words of each remedy (what the caller can do),
// and replaces them in a message by the words of a program.
#include <bpetite/errors.hpp>

#include "core/wording/clause.hpp"
#include "core/wording/shown.hpp"

namespace bpetite {
namespace {

// shown() escapes user text. Other text, and text that was escaped before, stays as it is.
std::string with_clause(std::string_view message, std::string_view clause) {
  std::string text = shown(message);
  if (!clause.empty()) {
    text.append(" [").append(cited(clause)).append("]");
  }
  return text;
}

}  // namespace

std::string_view words_of(Remedy remedy) noexcept {
  switch (remedy) {
    case Remedy::give_profile:
      return "give the pattern or name the profile";
    case Remedy::open_ranks:
      return "open that file with the profile nanochat";
    case Remedy::allow_special:
      return "allow it, or take all of them as ordinary text";
    case Remedy::leave_out:
      return "leave it out of the export";
    case Remedy::none:
      break;
  }
  return "";
}

Error::Error(std::string_view kind, std::string_view message, std::string_view clause,
             Remedy remedy)
    : std::runtime_error(with_clause(message, clause)),
      kind_(kind),
      clause_(clause),
      remedy_(remedy) {}

std::string_view Error::message() const noexcept {
  std::string_view text = what();
  if (!clause_.empty()) text = text.substr(0, text.rfind(" ["));
  return text;
}

Error Error::reworded(std::string_view words) const {
  std::string text(message());
  const std::string_view ours = words_of(remedy_);
  // Text of the user comes before the remedy, and may hold the same words.
  const std::size_t place = text.rfind(ours);
  if (!ours.empty() && place != std::string::npos) text.replace(place, ours.size(), words);
  return {kind_, text, clause_};
}

ValueError::ValueError(std::string_view message, std::string_view clause, Remedy remedy)
    : Error("ValueError", message, clause, remedy) {}

ValueError::ValueError(std::string_view kind, std::string_view message, std::string_view clause)
    : Error(kind, message, clause) {}

UnicodeDecodeError::UnicodeDecodeError(std::string_view message, std::string_view clause,
                                       std::size_t offset)
    : ValueError("UnicodeDecodeError", message, clause), offset_(offset) {}

KeyError::KeyError(std::string_view message, std::string_view clause)
    : Error("KeyError", message, clause) {}

OSError::OSError(std::string_view message, std::string_view clause)
    : Error("OSError", message, clause) {}

OSError::OSError(std::string_view kind, std::string_view message, std::string_view clause)
    : Error(kind, message, clause) {}

FileNotFoundError::FileNotFoundError(std::string_view message, std::string_view clause)
    : OSError("FileNotFoundError", message, clause) {}

FileExistsError::FileExistsError(std::string_view message, std::string_view clause)
    : OSError("FileExistsError", message, clause) {}

}  // namespace bpetite
