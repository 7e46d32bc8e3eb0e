// Turns a conversation into ids, and a mask that says which of them are trained
// (spec/19-conversations.md).
//
//   user "Hi"      <|bos|> <|user_start|> the ids of "Hi" <|user_end|>      mask: all 0
//
// render() takes all messages, and render_for_completion() all but the last, which the assistant is
// to write anew. The steps are functions too: the parts of the first messages (parts_of,
// RenderedPart), the number of messages before the reply (messages_before_reply), and the ids of
// parts (ids_of). The ids of ordinary text come from the reference, or from a function that the
// caller gives (EncodeOrdinary). encode_special() and bos_token_id() give the ids of special
// tokens, and check_can_render() checks that those for rendering are there. texts_by_reference()
// makes the function for a table.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/messages.hpp>

#include "core/table.hpp"

namespace bpetite::reference {

// The id of the special token with this literal (S57a). KeyError if there is none.
TokenId encode_special(std::string_view literal, std::span<const SpecialToken> specials);

// The id of the token that begins a document (S57b). KeyError if there is none.
TokenId bos_token_id(std::span<const SpecialToken> specials);

// KeyError for the first special token that rendering needs and the list lacks (S57h).
void check_can_render(std::span<const SpecialToken> specials);

// A stretch of a rendered conversation: a special token by its literal, or an ordinary text.
struct RenderedPart {
  std::string text;
  bool is_special = false;
  bool is_trained = false;  // the mask of its ids (S57i)
  friend bool operator==(const RenderedPart&, const RenderedPart&) = default;
};

// The stretches of the first `count` messages, without the token that begins the document (S57g,
// S57h, S57j). ValueError if the messages are not in the order of S57f and S57g.
std::vector<RenderedPart> parts_of(const Conversation& conversation, std::size_t count);

// How many messages are before the last, which the assistant is to write anew. ValueError if that
// is not the assistant's (S57l).
std::size_t messages_before_reply(const Conversation& conversation);

// How an ordinary text becomes ids: by the reference, or by the engine.
using EncodeOrdinary = std::function<std::vector<TokenId>(std::string_view text)>;

// By the reference: each text is a text part that is encoded alone (S62b, S62f); with `strict` no
// added token is found in it (S62g). The table must outlive the function.
EncodeOrdinary texts_by_reference(const Table& table, bool strict = false);

// The ids and the mask of stretches behind the token that begins a document, at most `max_tokens`
// of each (S57k). KeyError as in check_can_render.
RenderedConversation ids_of(const std::vector<RenderedPart>& parts, std::size_t max_tokens,
                            std::span<const SpecialToken> specials, const EncodeOrdinary& encode);

// All of it for a conversation with all its messages, and for one whose last message the assistant
// is to write anew (S57l). Errors as above.
RenderedConversation render(const Conversation& conversation, std::size_t max_tokens,
                            std::span<const SpecialToken> specials, const EncodeOrdinary& encode);
std::vector<TokenId> render_for_completion(const Conversation& conversation, std::size_t max_tokens,
                                           std::span<const SpecialToken> specials,
                                           const EncodeOrdinary& encode);

// The same with the ids of the reference.
RenderedConversation render(const Conversation& conversation, std::size_t max_tokens,
                            const Table& table, bool strict = false);
std::vector<TokenId> render_for_completion(const Conversation& conversation, std::size_t max_tokens,
                                           const Table& table, bool strict = false);

}  // namespace bpetite::reference
