// The errors of conversations and their special tokens, in one place: so reading and rendering, and
// the reference and the engine, word them in the same way (S57n). Also gives the beginning of such
// a message (conversation_area), and lists the special tokens that can begin a document.
//
//   render: line 3: /messages/1/role: "user", required "assistant" [S57f, chapter 19]
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <bpetite/ids.hpp>
#include <bpetite/messages.hpp>

namespace bpetite {

// How the message begins: "render: line 3".
std::string conversation_area(std::string_view place);

// ValueError. The pointer is that of RFC 6901; an empty one stands for the whole conversation.
[[noreturn]] void throw_bad_conversation(std::string_view place, std::string_view pointer,
                                         std::string_view what, std::string_view clause);
// The same with a pointer below the messages, such as "/1".
[[noreturn]] void throw_bad_conversation(const Conversation& conversation, std::string_view below,
                                         std::string_view what, std::string_view clause);
// ValueError: the message has another role than the required one.
[[noreturn]] void throw_bad_role(const Conversation& conversation, std::size_t index, Role required,
                                 std::string_view clause);
// ValueError: the message has parts, where a text is required.
[[noreturn]] void throw_bad_content(const Conversation& conversation, std::size_t index);

// S57b: the tokens that can begin a document, the first one first.
inline constexpr std::array<std::string_view, 2> document_starts = {"<|bos|>", "<|endoftext|>"};

// KeyError: no special token has this literal. The second function: none begins a document.
[[noreturn]] void throw_no_special(std::string_view literal,
                                   std::span<const SpecialToken> specials);
[[noreturn]] void throw_no_document_start();

}  // namespace bpetite
