// Throws the errors of conversations and of their special tokens. The message of a faulty
// conversation has its place, the JSON pointer, and what is wrong. The message of a missing special
// token lists at most twelve special tokens that the tokenizer has, and says how many more there
// are. That of a missing token for the beginning of a document lists the two that can be it.
#include "core/wording/bad_conversation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"

namespace bpetite {
namespace {

std::string_view name(Role role) {
  switch (role) {
    case Role::system:
      return "system";
    case Role::user:
      return "user";
    case Role::assistant:
      break;
  }
  return "assistant";
}

// The special tokens, or the first twelve of them.
std::string list_of(std::span<const SpecialToken> specials) {
  constexpr std::size_t most = 12;
  std::string list;
  for (const SpecialToken& special : specials.first(std::min(most, specials.size()))) {
    list += (list.empty() ? "" : ", ") + utf8::quoted(special.literal);
  }
  if (specials.size() > most) list += fmt::format(" and {} more", specials.size() - most);
  return specials.empty() ? "required one, and there is none" : "required one of " + list;
}

}  // namespace

std::string conversation_area(std::string_view place) {
  return place.empty() ? "render" : fmt::format("render: {}", place);
}

void throw_bad_conversation(std::string_view place, std::string_view pointer, std::string_view what,
                            std::string_view clause) {
  throw ValueError(fmt::format("{}: {}: {}", conversation_area(place),
                               pointer.empty() ? "the conversation" : pointer, what),
                   clause);
}

void throw_bad_conversation(const Conversation& conversation, std::string_view below,
                            std::string_view what, std::string_view clause) {
  throw_bad_conversation(conversation.place, conversation.pointer + std::string(below), what,
                         clause);
}

void throw_bad_role(const Conversation& conversation, std::size_t index, Role required,
                    std::string_view clause) {
  throw_bad_conversation(conversation, fmt::format("/{}/role", index),
                         fmt::format("\"{}\", required \"{}\"",
                                     name(conversation.messages[index].role), name(required)),
                         clause);
}

void throw_bad_content(const Conversation& conversation, std::size_t index) {
  throw_bad_conversation(conversation, fmt::format("/{}/content", index),
                         "an array, required a text", "S57e");
}

void throw_no_special(std::string_view literal, std::span<const SpecialToken> specials) {
  throw KeyError(fmt::format("encode: {} is not a special token, {}", utf8::quoted(literal),
                             list_of(specials)),
                 "S57a");
}

void throw_no_document_start() {
  throw KeyError(fmt::format("encode: no special token begins a document, required {} or {}",
                             utf8::quoted(document_starts[0]), utf8::quoted(document_starts[1])),
                 "S57b");
}

}  // namespace bpetite
