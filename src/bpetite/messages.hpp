// Conversations as data (chapter 19): what a system, a user and an assistant say to each other. A
// Message has a role and a text; the assistant's may have a list of parts in place of the text,
// such as Python and what it prints.
//
//   Conversation talk{{{Role::user, "How long is 'hi'?"},
//                      {Role::assistant, std::vector<Part>{{PartKind::python, "len('hi')"},
//                                                          {PartKind::python_output, "2"},
//                                                          {PartKind::text, "Two letters."}}}}};
//
// Two more types are the JSON of a conversation in a file (ConversationText), and its ids with a
// mask, which says for each id whether a model is trained on it (RenderedConversation). A constant
// is the most ids of a conversation by default. <bpetite/conversation.hpp> reads and renders
// conversations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <bpetite/ids.hpp>

namespace bpetite {

enum class Role : std::uint8_t { system, user, assistant };

// The kind of a part of the assistant's message: what it says, what it has Python run, or what
// Python answered.
enum class PartKind : std::uint8_t { text, python, python_output };

struct Part {
  PartKind kind = PartKind::text;
  std::string text;
  friend bool operator==(const Part&, const Part&) = default;
};

struct Message {
  Role role = Role::user;
  std::variant<std::string, std::vector<Part>> content;  // only the assistant's has parts
  friend bool operator==(const Message&, const Message&) = default;
};

struct Conversation {
  std::vector<Message> messages;

  // For errors: where it came from ("line 3"), and the JSON pointer of its messages there.
  std::string place = {};
  std::string pointer = "/messages";

  friend bool operator==(const Conversation&, const Conversation&) = default;
};

// The JSON of a conversation in a file, and the line that it begins on, counted from 1 (S57m). The
// file must outlive it.
struct ConversationText {
  std::size_t line = 1;
  std::string_view json;
};

// The ids of a conversation, and for each whether the assistant is trained on it: 1 or 0 (S57i).
struct RenderedConversation {
  std::vector<TokenId> ids;
  std::vector<std::uint8_t> mask;
  friend bool operator==(const RenderedConversation&, const RenderedConversation&) = default;
};

// The most tokens of a conversation by default, as in nanochat.
inline constexpr std::size_t default_max_tokens = 2048;

}  // namespace bpetite
