// Turns a conversation into ids and a mask (spec/19-conversations.md): render() with all its
// messages, and render_for_completion() without the last one, which the assistant is to write anew.
//
//   messages   system "Be."    user "Hi"    assistant "Yo"
//   parts      <|user_start|> "Be.\n\nHi" <|user_end|> <|assistant_start|> "Yo" <|assistant_end|>
//   mask       0              0           0            0                   1    1
//
// parts_of() gives the parts of the first messages, messages_before_reply() counts the messages
// before the last, and ids_of() turns parts into ids and cuts them to a number. Each text is a text
// part of spec/22-motion.md, encoded alone, so no text yields a special token. The first id is
// that of <|bos|>, or of <|endoftext|> if there is none (bos_token_id). encode_special() gives the
// id of a special token, and check_can_render() checks that all those that are needed are there.
// Messages in another order are a ValueError.
#include "reference/conversation.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/wording/bad_conversation.hpp"
#include "reference/parts.hpp"
#include "reference/pretokenize.hpp"

namespace bpetite::reference {
namespace {

constexpr std::string_view bos = "<|bos|>";
constexpr std::string_view user_start = "<|user_start|>";
constexpr std::string_view user_end = "<|user_end|>";
constexpr std::string_view assistant_start = "<|assistant_start|>";
constexpr std::string_view assistant_end = "<|assistant_end|>";
constexpr std::string_view python_start = "<|python_start|>";
constexpr std::string_view python_end = "<|python_end|>";
constexpr std::string_view output_start = "<|output_start|>";
constexpr std::string_view output_end = "<|output_end|>";

constexpr std::array around_texts = {user_start,   user_end,   assistant_start, assistant_end,
                                     python_start, python_end, output_start,    output_end};

std::optional<TokenId> find_special(std::string_view literal,
                                    std::span<const SpecialToken> specials) {
  const auto found = std::ranges::find(specials, literal, &SpecialToken::literal);
  return found == specials.end() ? std::nullopt : std::optional(found->id);
}

void require_role(const Conversation& conversation, std::size_t index, Role required,
                  std::string_view clause) {
  if (conversation.messages[index].role != required) {
    throw_bad_role(conversation, index, required, clause);
  }
}

// The content of a message that has no parts.
const std::string& text_of(const Conversation& conversation, std::size_t index) {
  const auto* const text = std::get_if<std::string>(&conversation.messages[index].content);
  if (text == nullptr) throw_bad_content(conversation, index);
  return *text;
}

}  // namespace

TokenId encode_special(std::string_view literal, std::span<const SpecialToken> specials) {
  if (const auto id = find_special(literal, specials)) return *id;
  throw_no_special(literal, specials);
}

TokenId bos_token_id(std::span<const SpecialToken> specials) {
  if (const auto id = find_special(bos, specials)) return *id;
  // S57b "begins its documents with `<|endoftext|>`".
  if (const auto id = find_special(end_of_text, specials)) return *id;
  throw_no_document_start();
}

void check_can_render(std::span<const SpecialToken> specials) {
  bos_token_id(specials);
  for (const std::string_view literal : around_texts) encode_special(literal, specials);
}

namespace {

class Parts {
 public:
  void add_special(std::string_view literal, bool is_trained) {
    parts_.push_back({std::string(literal), true, is_trained});
  }
  void add_text(std::string text, bool is_trained) {
    parts_.push_back({std::move(text), false, is_trained});
  }

  // S57j: what the assistant writes is trained, and what Python answers is not.
  void add(const Part& part) {
    switch (part.kind) {
      case PartKind::text:
        add_text(part.text, true);
        break;
      case PartKind::python:
        add_special(python_start, true);
        add_text(part.text, true);
        add_special(python_end, true);
        break;
      case PartKind::python_output:
        add_special(output_start, false);
        add_text(part.text, false);
        add_special(output_end, false);
        break;
    }
  }

  std::vector<RenderedPart> take() { return std::move(parts_); }

 private:
  std::vector<RenderedPart> parts_;
};

void add_user(Parts& parts, std::string text) {
  parts.add_special(user_start, false);
  parts.add_text(std::move(text), false);
  parts.add_special(user_end, false);
}

// S57i: `<|assistant_start|>` is given to the assistant, and `<|assistant_end|>` is its own.
void add_assistant(Parts& parts, const Message& message) {
  parts.add_special(assistant_start, false);
  if (const auto* const text = std::get_if<std::string>(&message.content)) {
    parts.add_text(*text, true);
  } else {
    for (const Part& part : std::get<std::vector<Part>>(message.content)) parts.add(part);
  }
  parts.add_special(assistant_end, true);
}

}  // namespace

EncodeOrdinary texts_by_reference(const Table& table, bool strict) {
  return [&table, strict](std::string_view text) {
    check_utf8(text);
    // S57h "a text part (S62b) that is encoded alone (S62f)".
    const TextPart part = TextPart::untrusted(text);
    return encode_parts({&part, 1}, table, {Seams::cut, strict}).ids;
  };
}

std::vector<RenderedPart> parts_of(const Conversation& conversation, std::size_t count) {
  const std::vector<Message>& messages = conversation.messages;
  if (count == 0)
    throw_bad_conversation(conversation, "", "no message, required at least one", "S57e");

  // S57g "the text of the system, two line feeds, and the text of the user".
  const bool has_system = messages[0].role == Role::system;
  std::string before;
  if (has_system) {
    before = text_of(conversation, 0) + "\n\n";
    if (messages.size() == 1) {
      throw_bad_conversation(conversation, "/1",
                             "nothing, required the user's message after that of the system",
                             "S57g");
    }
    require_role(conversation, 1, Role::user, "S57g");
  }

  // S57f "The user begins, and user and assistant take turns".
  Parts parts;
  const std::size_t first = has_system ? 1 : 0;
  for (std::size_t i = first; i < count; ++i) {
    const bool is_user = (i - first) % 2 == 0;
    require_role(conversation, i, is_user ? Role::user : Role::assistant, "S57f");
    if (is_user) {
      add_user(parts, std::exchange(before, {}) + text_of(conversation, i));
    } else {
      add_assistant(parts, messages[i]);
    }
  }
  return parts.take();
}

std::size_t messages_before_reply(const Conversation& conversation) {
  if (conversation.messages.empty()) {
    throw_bad_conversation(conversation, "", "no message, required at least one", "S57e");
  }
  const std::size_t last = conversation.messages.size() - 1;
  require_role(conversation, last, Role::assistant, "S57l");
  if (last == 0)
    throw_bad_conversation(conversation, "", "no message before the last, required one", "S57l");
  return last;
}

RenderedConversation ids_of(const std::vector<RenderedPart>& parts, std::size_t max_tokens,
                            std::span<const SpecialToken> specials, const EncodeOrdinary& encode) {
  check_can_render(specials);
  RenderedConversation rendered{{bos_token_id(specials)}, {0}};
  for (const RenderedPart& part : parts) {
    const std::vector<TokenId> ids =
        part.is_special ? std::vector{encode_special(part.text, specials)} : encode(part.text);
    rendered.ids.insert(rendered.ids.end(), ids.begin(), ids.end());
    rendered.mask.resize(rendered.ids.size(), part.is_trained ? 1 : 0);
  }

  // S57k "the first ones are kept".
  const std::size_t kept = std::min(max_tokens, rendered.ids.size());
  rendered.ids.resize(kept);
  rendered.mask.resize(kept);
  return rendered;
}

RenderedConversation render(const Conversation& conversation, std::size_t max_tokens,
                            std::span<const SpecialToken> specials, const EncodeOrdinary& encode) {
  return ids_of(parts_of(conversation, conversation.messages.size()), max_tokens, specials, encode);
}

std::vector<TokenId> render_for_completion(const Conversation& conversation, std::size_t max_tokens,
                                           std::span<const SpecialToken> specials,
                                           const EncodeOrdinary& encode) {
  const std::vector<RenderedPart> parts =
      parts_of(conversation, messages_before_reply(conversation));
  std::vector<TokenId> ids = ids_of(parts, max_tokens, specials, encode).ids;
  // S57l "comes behind them": it is not one of the max_tokens.
  ids.push_back(encode_special(assistant_start, specials));
  return ids;
}

RenderedConversation render(const Conversation& conversation, std::size_t max_tokens,
                            const Table& table, bool strict) {
  return render(conversation, max_tokens, table.specials, texts_by_reference(table, strict));
}

std::vector<TokenId> render_for_completion(const Conversation& conversation, std::size_t max_tokens,
                                           const Table& table, bool strict) {
  return render_for_completion(conversation, max_tokens, table.specials,
                               texts_by_reference(table, strict));
}

}  // namespace bpetite::reference
