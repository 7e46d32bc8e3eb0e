// Reads the template of a tokenizer.json: from the pieces of a TemplateProcessing in their order
// (ids, the text, ids), or from the two tokens of BertProcessing or RobertaProcessing. A template
// has at most 64 pieces, with at most 64 ids before a text, and 64 after it. Also reads the numbers
// of ids to which the library cuts or fills up those of a text.
//
//   SpecialToken <s>, Sequence A, SpecialToken </s>      before: the id of <s>; after: that of </s>
#include "interop/huggingface/template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "interop/huggingface/needed_members.hpp"
#include "interop/token_names.hpp"

namespace bpetite::interop::huggingface {
namespace {

// Limits of a template. Without them a small file could be slow, since each piece can name all ids.
constexpr std::size_t max_pieces = 64;
constexpr std::size_t max_ids = 64;  // before a text, and as many after it

bool is_token(TokenId id, const Table& table) {
  const bool is_in_vocabulary = id < table.tokens.size() && !table.tokens[id].empty();
  return is_in_vocabulary ||
         std::ranges::find(table.specials, id, &SpecialToken::id) != table.specials.end();
}

// Appends the ids of a token of the template, which the template itself lists.
void add_ids_of(const json::Field& processor, const json::Field& name, const Table& table,
                std::vector<TokenId>& ids) {
  const json::Field token = processor["special_tokens"][name.text()];
  if (!token.node().is_there()) name.refuse("it is not among the special_tokens of the template");
  token.require(json::Kind::object, "an object");
  for (const json::Field& field : token["ids"].elements()) {
    ids.push_back(id_in(field));
    if (!is_token(ids.back(), table)) field.refuse("required the id of a token");
    if (ids.size() > max_ids) field.refuse(fmt::format("required at most {} ids", max_ids));
  }
}

// Checks a piece of a template: a SpecialToken, or a Sequence, A or B.
void check_piece(const json::Field& piece) {
  const bool is_sequence = piece["Sequence"].node().is_there();
  const std::string_view name = is_sequence ? "Sequence" : "SpecialToken";
  check_members(piece, {name});
  const std::string_view id = needed_text(piece[name], "id");
  needed_number(piece[name], "type_id");
  if (is_sequence && id != "A" && id != "B") piece[name]["id"].refuse("required A or B");
}

// Checks the tokens that a template lists.
void check_listed(const json::Field& tokens) {
  for (const json::NamedNode& member :
       tokens.require(json::Kind::object, "an object of tokens").node().members()) {
    const json::Field token = tokens.below(member);
    needed_text(token, "id");
    for (const json::Field& field : token["ids"].elements()) id_in(field);
    for (const json::Field& field : token["tokens"].elements()) field.text();
  }
}

Template read_template(const json::Field& processor, const Table& table) {
  const json::Field single = processor["single"];
  const json::FieldElements pieces = single.elements();
  if (pieces.size() > max_pieces) {
    single.refuse(fmt::format("required at most {} pieces", max_pieces));
  }
  Template around;
  bool is_after = false;
  for (const json::Field& piece : pieces) {
    check_piece(piece);
    if (const json::Field sequence = piece["Sequence"]; sequence.is_given()) {
      if (is_after || sequence["id"].text() != "A") single.refuse("required the text once");
      is_after = true;
      continue;
    }
    add_ids_of(processor, piece["SpecialToken"]["id"], table,
               is_after ? around.after : around.before);
  }
  if (!is_after) single.refuse("required the text once");
  for (const json::Field& piece : processor["pair"].elements()) check_piece(piece);
  check_listed(processor["special_tokens"]);
  return around;
}

// The literal and the id of a token: ["<s>",0]. Only the id counts.
TokenId id_of_pair(const json::Field& pair, const Table& table) {
  const json::FieldElements parts = pair.elements();
  if (parts.size() != 2) pair.refuse("required a token and its id (tokenizers 0.23.3)");
  auto part = parts.begin();
  (*part).text("a string (tokenizers 0.23.3)");
  const json::Field id = *++part;
  const TokenId given = id_in(id);
  if (!is_token(given, table)) id.refuse("required the id of a token");
  return given;
}

// The templates of BERT and RoBERTa: `cls` before the text, and `sep` after it.
Template read_ends(const json::Field& processor, const Table& table) {
  return {{id_of_pair(processor["cls"], table)}, {id_of_pair(processor["sep"], table)}};
}

// The ids that a step puts around a text; nullopt for ByteLevel, which changes offsets alone.
std::optional<Template> read_step(const json::Field& step, const Table& table) {
  constexpr std::string_view required =
      "ByteLevel, TemplateProcessing, RobertaProcessing or BertProcessing";
  const std::string_view type = step.type(required);
  if (type == "ByteLevel") {
    check_byte_level(step);
    return std::nullopt;
  }
  if (type == "TemplateProcessing") return read_template(step, table);
  if (type == "BertProcessing") return read_ends(step, table);
  if (type != "RobertaProcessing") step["type"].refuse(fmt::format("required {}", required));
  needed_flag(step, "trim_offsets");
  needed_flag(step, "add_prefix_space");
  return read_ends(step, table);
}

}  // namespace

Template read_post_processor(const json::Field& post_processor, const Table& table) {
  if (!post_processor.is_given()) return {};
  if (post_processor.type("ByteLevel, a template, or a Sequence of them") != "Sequence") {
    return read_step(post_processor, table).value_or(Template());
  }
  std::optional<Template> around;
  for (const json::Field& step : post_processor["processors"].elements()) {
    const auto found = read_step(step, table);
    if (found && around) step["type"].refuse("required one template");
    if (found) around = found;
  }
  return around.value_or(Template());
}

// The library cuts and fills up without the template too, but then ids are given whole here (S50g).
void read_sizes(const json::Field& truncation, const json::Field& padding, Template& around) {
  if (truncation.is_given()) {
    around.cut_at = needed_number(truncation, "max_length");
    needed_number(truncation, "stride");
    check_word(truncation["strategy"], {"LongestFirst", "OnlyFirst", "OnlySecond"});
    if (const json::Field field = truncation["direction"]; field.node().is_there()) {
      check_word(field, {"Left", "Right"});
    }
  }
  if (!padding.is_given()) return;
  needed_number(padding, "pad_id");
  needed_number(padding, "pad_type_id");
  needed_text(padding, "pad_token");
  check_word(padding["direction"], {"Left", "Right"});
  if (padding["pad_to_multiple_of"].is_given()) {
    around.fill_multiple = std::max(needed_number(padding, "pad_to_multiple_of"), 1U);
  }
  const json::Field strategy = padding["strategy"];
  if (strategy.is_given() && strategy.node().kind() == json::Kind::object) {
    check_members(strategy, {"Fixed"});
    const std::uint32_t least = needed_number(strategy, "Fixed");
    const std::uint64_t multiple = around.fill_multiple;
    const std::uint64_t filled = least + (multiple - least % multiple) % multiple;
    around.fill_to = static_cast<std::uint32_t>(std::min<std::uint64_t>(filled, 0xFFFFFFFF));
    around.fill_multiple = 1;
  } else {
    check_word(strategy, {"BatchLongest"});
  }
}

}  // namespace bpetite::interop::huggingface
