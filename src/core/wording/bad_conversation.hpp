// The error of a bad conversation, in one place, so that reading and rendering say it alike (S57n).
//
//   render: line 3: /messages/1/role: "user", required "assistant" [S57f, chapter 19]
#pragma once

#include <string>
#include <string_view>

namespace bpetite {

// How the message begins: "render: line 3".
std::string conversation_area(std::string_view place);

// ValueError. The pointer is that of RFC 6901; an empty one stands for the whole conversation.
[[noreturn]] void throw_bad_conversation(std::string_view place, std::string_view pointer,
                                         std::string_view what, std::string_view clause);

}  // namespace bpetite
