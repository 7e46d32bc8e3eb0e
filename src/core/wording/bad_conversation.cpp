#include "core/wording/bad_conversation.hpp"

#include <fmt/format.h>

#include <bpetite/errors.hpp>

namespace bpetite {

std::string conversation_area(std::string_view place) {
  return place.empty() ? "render" : fmt::format("render: {}", place);
}

void throw_bad_conversation(std::string_view place, std::string_view pointer, std::string_view what,
                            std::string_view clause) {
  throw ValueError(fmt::format("{}: {}: {}", conversation_area(place),
                               pointer.empty() ? "the conversation" : pointer, what),
                   clause);
}

}  // namespace bpetite
