#include "support/examples/conversation_operations.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include <bpetite/conversation.hpp>

#include "bpetite/access.hpp"
#include "reference/conversation.hpp"
#include "support/examples/inputs.hpp"

namespace bpetite::test {
namespace {

void require_same(bool is_same) {
  if (!is_same) throw std::runtime_error("the engine renders otherwise than the reference");
}

std::optional<TokenName> token_in(Fields& fields, std::string_view key) {
  const json::Value* const value = fields.take(key);
  if (value == nullptr) return std::nullopt;
  if (const auto* const literal = std::get_if<std::string>(&value->data)) {
    return std::string_view(*literal);
  }
  return as_id(*value);
}

}  // namespace

json::Object special_token(Fields& fields) {
  const Tokenizer tokenizer = TokenizerAccess::make(table_in(fields));
  const json::Value* const literal = fields.take("literal");
  const TokenId id =
      literal == nullptr ? bos_token_id(tokenizer) : encode_special(tokenizer, as_string(*literal));
  return {{"id", value_of(std::uint64_t{id})}};
}

json::Object encode_ends(Fields& fields) {
  const std::string text = fields.bytes("text");
  const Ends ends{token_in(fields, "prepend"), token_in(fields, "append")};
  const std::vector<TokenId> ids =
      encode_with_ends(TokenizerAccess::make(table_in(fields)), text, ends);
  return {{"ids", value_of(ids)}};
}

json::Object render_conversation(Fields& fields) {
  const std::string json = text_of(fields.need("conversation"));
  const json::Value* const most = fields.take("max_tokens");
  const std::size_t max_tokens = most == nullptr ? default_max_tokens : as_number(*most);
  const bool is_completion = fields.take("completion") != nullptr;
  const Table table = table_in(fields);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const Conversation conversation = read_conversation(json);
  if (is_completion) {
    const std::vector<TokenId> ids =
        reference::render_for_completion(conversation, max_tokens, table);
    require_same(render_for_completion(tokenizer, conversation, max_tokens) == ids);
    return {{"ids", value_of(ids)}};
  }
  const RenderedConversation tokens = reference::render(conversation, max_tokens, table);
  require_same(render(tokenizer, conversation, max_tokens) == tokens);
  json::Array mask;
  for (const std::uint8_t is_trained : tokens.mask)
    mask.push_back(value_of(std::uint64_t{is_trained}));
  return {{"ids", value_of(tokens.ids)}, {"mask", {std::move(mask)}}};
}

}  // namespace bpetite::test
