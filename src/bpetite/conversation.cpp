// Renders conversations as ids and a mask (spec/19-conversations.md). Checks that the messages are
// in order, encodes each text alone as a text part (S62b), and puts special tokens around the
// messages and around the parts with Python. The text of the system goes before that of the first
// user. The mask is 1 for the ids that the assistant is trained on. At most a given number of ids
// is kept. render_for_completion gives the ids that ask the assistant for its last message again.
//
// Also reads conversations from JSON, checks that a tokenizer has the special tokens of
// conversations, finds the ids of special tokens and of the token that begins a document, and
// encodes one text or many between two tokens (encode_with_ends).
//
//   messages   user "Hi"                              assistant "Yo"
//   ids        <|bos|> <|user_start|> Hi <|user_end|> <|assistant_start|> Yo <|assistant_end|>
//   mask       0       0              0  0            0                   1  1
#include <bpetite/conversation.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "core/utf8.hpp"
#include "core/wording/bad_conversation.hpp"
#include "engine/encode.hpp"
#include "engine/id_sink.hpp"
#include "engine/motion/parts.hpp"
#include "engine/scan/utf8.hpp"
#include "interop/conversations.hpp"

namespace bpetite {
namespace {

// The ids to put before and after a text: of each token that `ends` has.
Template ids_around(const Tokenizer& tokenizer, const Ends& ends) {
  Template ids;
  if (ends.prepend) ids.before.push_back(token_named(tokenizer, *ends.prepend));
  if (ends.append) ids.after.push_back(token_named(tokenizer, *ends.append));
  return ids;
}

using Specials = std::span<const SpecialToken>;

std::optional<TokenId> find_special(Specials specials, std::string_view literal) {
  const auto found = std::ranges::find(specials, literal, &SpecialToken::literal);
  return found == specials.end() ? std::nullopt : std::optional(found->id);
}

TokenId special_id(Specials specials, std::string_view literal) {
  if (const auto id = find_special(specials, literal)) return *id;
  throw_no_special(literal, specials);
}

// S57b "begins its documents with `<|endoftext|>`".
TokenId document_start_id(Specials specials) {
  for (const std::string_view literal : document_starts) {
    if (const auto id = find_special(specials, literal)) return *id;
  }
  throw_no_document_start();
}

void require_role(const Conversation& talk, std::size_t index, Role required,
                  std::string_view clause) {
  if (talk.messages[index].role != required) throw_bad_role(talk, index, required, clause);
}

const std::string& required_text(const Conversation& talk, std::size_t index) {
  const auto* const text = std::get_if<std::string>(&talk.messages[index].content);
  if (text == nullptr) throw_bad_content(talk, index);
  return *text;
}

bool has_system(const Conversation& talk) { return talk.messages[0].role == Role::system; }

// ValueError unless the first `count` messages are in order.
void check_order(const Conversation& talk, std::size_t count) {
  if (count == 0) throw_bad_conversation(talk, "", "no message, required at least one", "S57e");
  if (has_system(talk)) {
    required_text(talk, 0);
    if (talk.messages.size() == 1) {
      throw_bad_conversation(
          talk, "/1", "nothing, required the user's message after that of the system", "S57g");
    }
    require_role(talk, 1, Role::user, "S57g");
  }
  // S57f "The user begins, and user and assistant take turns".
  Role next = Role::user;
  for (std::size_t i = has_system(talk) ? 1 : 0; i < count; ++i) {
    require_role(talk, i, next, "S57f");
    if (next == Role::user) required_text(talk, i);
    next = next == Role::user ? Role::assistant : Role::user;
  }
}

// The number of messages before the last one, which must be the assistant's.
std::size_t messages_before_reply(const Conversation& talk) {
  if (talk.messages.empty()) check_order(talk, 0);
  const std::size_t last = talk.messages.size() - 1;
  require_role(talk, last, Role::assistant, "S57l");
  if (last == 0)
    throw_bad_conversation(talk, "", "no message before the last, required one", "S57l");
  return last;
}

// The ids of the special tokens of conversations. KeyError: one of them is missing.
struct Marks {
  explicit Marks(Specials specials)
      : bos(document_start_id(specials)),
        user_start(special_id(specials, "<|user_start|>")),
        user_end(special_id(specials, "<|user_end|>")),
        assistant_start(special_id(specials, "<|assistant_start|>")),
        assistant_end(special_id(specials, "<|assistant_end|>")),
        python_start(special_id(specials, "<|python_start|>")),
        python_end(special_id(specials, "<|python_end|>")),
        output_start(special_id(specials, "<|output_start|>")),
        output_end(special_id(specials, "<|output_end|>")) {}

  TokenId bos;
  TokenId user_start;
  TokenId user_end;
  TokenId assistant_start;
  TokenId assistant_end;
  TokenId python_start;
  TokenId python_end;
  TokenId output_start;
  TokenId output_end;
};

// Collects ids, and for each id whether the assistant is trained on it (S57i).
class Rendering {
 public:
  Rendering(const backend::Model& model, Specials specials, bool strict)
      : model_(model), marks_(specials), strict_(strict) {
    add(marks_.bos, false);
  }

  void add_user(std::string_view text) {
    add(marks_.user_start, false);
    add(text, false);
    add(marks_.user_end, false);
  }

  void add_assistant(const Message& message) {
    add(marks_.assistant_start, false);
    if (const auto* const text = std::get_if<std::string>(&message.content)) {
      add(*text, true);
    } else {
      for (const Part& part : std::get<std::vector<Part>>(message.content)) add(part);
    }
    add(marks_.assistant_end, true);
  }

  // S57k "the first ones are kept".
  RenderedConversation take(std::size_t max_tokens) {
    const std::size_t kept = std::min(max_tokens, done_.ids.size());
    done_.ids.resize(kept);
    done_.mask.resize(kept);
    return std::move(done_);
  }

  const Marks& marks() const { return marks_; }

 private:
  void add(TokenId id, bool is_trained) {
    done_.ids.push_back(id);
    done_.mask.push_back(is_trained ? 1 : 0);
  }

  // S57h "a text part (S62b) that is encoded alone (S62f)".
  void add(std::string_view text, bool is_trained) {
    if (const auto offset = engine::scan::first_ill_formed(text)) {
      utf8::throw_ill_formed(text, *offset);
    }
    const TextPart part = TextPart::untrusted(text);
    engine::VectorSink sink(done_.ids);
    engine::motion::append_parts(model_.encoder(), {&part, 1}, {Seams::cut, strict_}, sink);
    done_.mask.resize(done_.ids.size(), is_trained ? 1 : 0);
  }

  // S57j: the assistant is trained on what it writes, and not on what Python answers.
  void add(const Part& part) {
    const bool is_trained = part.kind != PartKind::python_output;
    if (part.kind == PartKind::python) add(marks_.python_start, is_trained);
    if (part.kind == PartKind::python_output) add(marks_.output_start, is_trained);
    add(part.text, is_trained);
    if (part.kind == PartKind::python) add(marks_.python_end, is_trained);
    if (part.kind == PartKind::python_output) add(marks_.output_end, is_trained);
  }

  const backend::Model& model_;
  Marks marks_;
  bool strict_;
  RenderedConversation done_;
};

// Renders the first `count` messages.
Rendering rendered(const backend::Model& model, Specials specials, const Conversation& talk,
                   std::size_t count, bool strict) {
  check_order(talk, count);
  Rendering rendering(model, specials, strict);
  // S57g "the text of the system, two line feeds, and the text of the user".
  std::string before = has_system(talk) ? required_text(talk, 0) + "\n\n" : "";
  for (std::size_t i = has_system(talk) ? 1 : 0; i < count; ++i) {
    if (talk.messages[i].role == Role::assistant) {
      rendering.add_assistant(talk.messages[i]);
    } else {
      rendering.add_user(before + required_text(talk, i));
      before.clear();
    }
  }
  return rendering;
}

}  // namespace

RenderedConversation backend::render(const Model& model, std::span<const SpecialToken> specials,
                                     const Conversation& conversation, std::size_t max_tokens,
                                     bool strict) {
  return rendered(model, specials, conversation, conversation.messages.size(), strict)
      .take(max_tokens);
}

std::vector<TokenId> backend::render_for_completion(const Model& model,
                                                    std::span<const SpecialToken> specials,
                                                    const Conversation& conversation,
                                                    std::size_t max_tokens, bool strict) {
  const std::size_t count = messages_before_reply(conversation);
  Rendering rendering = rendered(model, specials, conversation, count, strict);
  std::vector<TokenId> ids = rendering.take(max_tokens).ids;
  // S57l "comes behind them": it is not one of the max_tokens.
  ids.push_back(rendering.marks().assistant_start);
  return ids;
}

TokenId encode_special(const Tokenizer& tokenizer, std::string_view literal) {
  return special_id(tokenizer.special_tokens(), literal);
}

TokenId bos_token_id(const Tokenizer& tokenizer) {
  return document_start_id(tokenizer.special_tokens());
}

TokenId token_named(const Tokenizer& tokenizer, const TokenName& name) {
  if (const auto* const literal = std::get_if<std::string_view>(&name)) {
    return encode_special(tokenizer, *literal);
  }
  const TokenId id = std::get<TokenId>(name);
  const Table& table = TokenizerAccess::table(tokenizer);
  const bool is_special =
      std::ranges::find(table.specials, id, &SpecialToken::id) != table.specials.end();
  if (!is_special && (id >= table.tokens.size() || table.tokens[id].empty())) {
    throw KeyError(fmt::format("encode: no token has the id {}", id), "S57c");
  }
  return id;
}

std::vector<TokenId> encode_with_ends(const Tokenizer& tokenizer, std::string_view text,
                                      const Ends& ends, const SpecialChoice& specials) {
  const Template around = ids_around(tokenizer, ends);
  return with_template(encode(tokenizer, text, specials), around);
}

std::vector<std::vector<TokenId>> encode_batch_with_ends(const Tokenizer& tokenizer,
                                                         std::span<const std::string_view> texts,
                                                         unsigned threads, const Ends& ends,
                                                         const SpecialChoice& specials) {
  const Template around = ids_around(tokenizer, ends);
  std::vector<std::vector<TokenId>> all = encode_batch(tokenizer, texts, threads, specials);
  for (std::vector<TokenId>& ids : all) {
    ids = with_template(std::move(ids), around);
  }
  return all;
}

Conversation read_conversation(std::string_view json, std::string place) {
  return interop::read_conversation(json, std::move(place));
}

std::vector<ConversationText> conversation_texts(std::string_view file) {
  return interop::conversation_texts(file);
}

void check_can_render(const Tokenizer& tokenizer) { const Marks all(tokenizer.special_tokens()); }

RenderedConversation render(const Tokenizer& tokenizer, const Conversation& conversation,
                            std::size_t max_tokens, bool strict) {
  return backend::render(TokenizerAccess::model(tokenizer), tokenizer.special_tokens(),
                         conversation, max_tokens, strict);
}

std::vector<TokenId> render_for_completion(const Tokenizer& tokenizer,
                                           const Conversation& conversation, std::size_t max_tokens,
                                           bool strict) {
  return backend::render_for_completion(TokenizerAccess::model(tokenizer),
                                        tokenizer.special_tokens(), conversation, max_tokens,
                                        strict);
}

}  // namespace bpetite
