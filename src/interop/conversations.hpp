// Reads conversations from JSON and JSON Lines (S57e, S57m): finds the text of each conversation in
// a file, and turns such a text into messages.
//
//   {"messages":[{"role":"user","content":"Hi"}]}      a line, or a whole file
//   [{"role":"user","content":"Hi"}]                   the same conversation: the messages alone
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <bpetite/messages.hpp>

namespace bpetite::interop {

// The conversations of a file: one in each line that is not blank, or the whole file (S57m).
std::vector<ConversationText> conversation_texts(std::string_view file);

// Reads a conversation. Errors name the place, such as "line 3". ValueError: the text is not a
// conversation (S57e).
Conversation read_conversation(std::string_view json, std::string place);

}  // namespace bpetite::interop
