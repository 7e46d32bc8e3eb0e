// Makes the message of an error:
//
//   artifact: schema_version: 3, required 1 or 2 [FR-29f, chapter 7]
#include <bpetite/errors.hpp>

#include "core/wording/clause.hpp"

namespace bpetite {
namespace {

std::string with_clause(std::string_view message, std::string_view clause) {
  std::string text(message);
  if (!clause.empty()) {
    text.append(" [").append(cited(clause)).append("]");
  }
  return text;
}

}  // namespace

Error::Error(std::string_view kind, std::string_view message, std::string_view clause)
    : std::runtime_error(with_clause(message, clause)), kind_(kind), clause_(clause) {}

std::string_view Error::message() const noexcept {
  std::string_view text = what();
  if (!clause_.empty()) text = text.substr(0, text.rfind(" ["));
  return text;
}

ValueError::ValueError(std::string_view message, std::string_view clause)
    : Error("ValueError", message, clause) {}

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
