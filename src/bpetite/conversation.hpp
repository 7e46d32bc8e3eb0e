// Reads conversations with an assistant from JSON, and turns them into ids and a mask, in the form
// of nanochat (chapter 19): reads one conversation, or finds those of a file; renders all its
// messages, or those before the last one, which the assistant is to write again. At most a given
// number of their ids is kept. Also checks that a tokenizer has the special tokens for this, finds
// the id of a special token, of the token that begins a document, or of a token by literal or id
// (TokenName), and encodes one text or many between two tokens (Ends).
//
//   const auto tokenizer = bpetite::open("nanochat", {.profile = "nanochat"});
//   const auto talk = bpetite::read_conversation(
//       R"({"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Yo"}]})");
//   const auto [ids, mask] = bpetite::render(tokenizer, talk);         // to train on
//   const auto prompt = bpetite::render_for_completion(tokenizer, talk);  // to be answered
//
//   // A document for training begins with its own token.
//   const auto one = bpetite::encode_with_ends(tokenizer, text, {.prepend = "<|bos|>"});
//   const auto all = bpetite::encode_batch_with_ends(tokenizer, texts, 8, {.prepend = "<|bos|>"});
//
// Each text of a message is a text part that is encoded alone (S62b, S62f): it never becomes a
// special token, whatever the profile says, and takes none away (S57h). Any number of threads may
// use the functions with the same tokenizer.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/messages.hpp>
#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

namespace bpetite {

// The id of the special token with this literal (S57a). KeyError: there is none.
TokenId encode_special(const Tokenizer& tokenizer, std::string_view literal);

// The id of the token that begins a document: <|bos|>, or else <|endoftext|> (S57b). KeyError: the
// tokenizer has neither.
TokenId bos_token_id(const Tokenizer& tokenizer);

// A special token by its literal, or any token by its id (S57c).
using TokenName = std::variant<std::string_view, TokenId>;

// The id of the token with this name. KeyError: there is none.
TokenId token_named(const Tokenizer& tokenizer, const TokenName& name);

// The tokens that are put before and after the ids of a text (S57c).
struct Ends {
  std::optional<TokenName> prepend = {};
  std::optional<TokenName> append = {};
};

// The ids of a text, or of each text, between these tokens. Threads and errors are those of the
// functions of <bpetite/encoding.hpp>. KeyError: there is no such token.
std::vector<TokenId> encode_with_ends(const Tokenizer& tokenizer, std::string_view text,
                                      const Ends& ends, const SpecialChoice& specials = {});
std::vector<std::vector<TokenId>> encode_batch_with_ends(const Tokenizer& tokenizer,
                                                         std::span<const std::string_view> texts,
                                                         unsigned threads, const Ends& ends,
                                                         const SpecialChoice& specials = {});

// The conversation of a JSON text (S57e). ValueError: the text is not a conversation. The message
// has the place, such as "line 3", and the JSON pointer. The order of the messages is not checked.
Conversation read_conversation(std::string_view json, std::string place = {});

// The conversations of a file: one in each line that is not blank, or the whole file (S57m).
std::vector<ConversationText> conversation_texts(std::string_view file);

// KeyError: the tokenizer lacks a special token that conversations need (S57h).
void check_can_render(const Tokenizer& tokenizer);

// The first ids of the conversation, at most `max_tokens`, and whether the assistant is trained on
// them (S57h to S57k). With `strict` no added token at all is found in the texts (S62g).
// ValueError: its messages are not in order (S57f, S57g); the message has the JSON pointer.
// KeyError: as above. UnicodeDecodeError: a text is not UTF-8.
RenderedConversation render(const Tokenizer& tokenizer, const Conversation& conversation,
                            std::size_t max_tokens = default_max_tokens, bool strict = false);

// The ids that ask the assistant for its last message again: those of the messages before it, at
// most `max_tokens`, and then <|assistant_start|> (S57l). Errors as above. ValueError also if the
// last message is not the assistant's.
std::vector<TokenId> render_for_completion(const Tokenizer& tokenizer,
                                           const Conversation& conversation,
                                           std::size_t max_tokens = default_max_tokens,
                                           bool strict = false);

}  // namespace bpetite
