// Renders conversations with the engine. What is rendered, reference/conversation.cpp says: only
// the ids of the texts come from here.
#include <bpetite/conversation.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "interop/conversations.hpp"
#include "reference/conversation.hpp"

namespace bpetite {
namespace {

// The ids before and after a text, as many as are asked for.
Template ids_around(const Tokenizer& tokenizer, const Ends& ends) {
  Template ids;
  if (ends.prepend) ids.before.push_back(token_named(tokenizer, *ends.prepend));
  if (ends.append) ids.after.push_back(token_named(tokenizer, *ends.append));
  return ids;
}

// S57h "as ordinary text".
reference::EncodeOrdinary by_engine(const Tokenizer& tokenizer) {
  return [&tokenizer](std::string_view text) {
    return encode(tokenizer, text, SpecialChoice::ordinary());
  };
}

}  // namespace

TokenId encode_special(const Tokenizer& tokenizer, std::string_view literal) {
  return reference::encode_special(literal, tokenizer.special_tokens());
}

TokenId bos_token_id(const Tokenizer& tokenizer) {
  return reference::bos_token_id(tokenizer.special_tokens());
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

void check_can_render(const Tokenizer& tokenizer) {
  reference::check_can_render(tokenizer.special_tokens());
}

RenderedConversation render(const Tokenizer& tokenizer, const Conversation& conversation,
                            std::size_t max_tokens) {
  return reference::render(conversation, max_tokens, tokenizer.special_tokens(),
                           by_engine(tokenizer));
}

std::vector<TokenId> render_for_completion(const Tokenizer& tokenizer,
                                           const Conversation& conversation,
                                           std::size_t max_tokens) {
  return reference::render_for_completion(conversation, max_tokens, tokenizer.special_tokens(),
                                          by_engine(tokenizer));
}

}  // namespace bpetite
