#include "interop/huggingface/added_tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include "core/hash.hpp"
#include "interop/byte_alphabet.hpp"

namespace bpetite::interop::huggingface {
namespace {

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

TokenId id_in(const json::Field& field) {
  const auto number = field.require(json::Kind::integer, "an id").node().small_number();
  if (!number || *number >= max_vocab_size) {
    field.refuse(fmt::format("required an id below {}", max_vocab_size));
  }
  return static_cast<TokenId>(*number);
}

void check_flags(const json::Field& token, bool is_normalized, const Table& table) {
  for (const std::string_view key : {"single_word", "lstrip", "rstrip"}) {
    if (token[key].flag(false)) token[key].refuse("required false");
  }
  const json::Field content = token["content"];
  if (content.text().empty()) content.refuse("required a text");
  if (is_ascii(content.text())) return;
  if (is_normalized && table.profile.normalizer != Normalizer::none) {
    content.refuse("required ASCII where the token is sought in normalized text");
  }
  // The library decodes such a token as bytes: "ø" as the byte 0xF8.
  if (bytes_of_characters(content.text())) {
    content.refuse("each of its characters stands for a byte, so it would not decode to itself");
  }
}

// NFC makes these of other characters (KELVIN SIGN, GREEK QUESTION MARK, GREEK VARIA), and no other
// ASCII: "<\u212A>" is no added token "<K>" yet, but then a chunk of that name.
bool can_come_from_nfc(std::string_view text) {
  return text.find_first_of("K;`") != std::string_view::npos;
}

// Versions of the library number the tokens that are no names of the vocabulary in two ways.
struct NextIds {
  TokenId by_highest;  // before 0.22.2: behind the names and every token so far
  TokenId by_number;   // from 0.22.2 on: the number of names and of such tokens so far
};

// Refuses a token's id that is not the one that every version of the library gives.
void check_id(const json::Field& id, std::optional<TokenId> known, const NextIds& next) {
  const TokenId given = id_in(id);
  if (known || next.by_highest == next.by_number) {
    const TokenId wanted = known.value_or(next.by_number);
    if (given != wanted) id.refuse(fmt::format("the library gives {} to this token", wanted));
    return;
  }
  id.refuse(fmt::format("the library gives {} to this token, and before its version 0.22.2 {}",
                        next.by_number, next.by_highest));
}

}  // namespace

// S50e "The library numbers them itself": a token of the vocabulary has the id that it has there,
// and any other the next one.
void read_added_tokens(const json::Field& added, const TokenNames& names, Table& table) {
  table.profile.added.rule = SpecialRule::matched;
  if (!added.is_given()) return;
  std::vector<bool> is_made(table.tokens.size());
  for (const TokenId result : table.results) is_made[result] = true;
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (has_byte(table, static_cast<unsigned char>(byte))) is_made[table.byte_ids[byte]] = true;
  }
  const auto first_free = static_cast<TokenId>(names.size());
  NextIds next{.by_highest = first_free, .by_number = first_free};
  std::vector<TokenId> added_alone;
  boost::unordered_flat_set<std::string_view, BytesHash> seen;
  for (const json::Field& token : added.elements()) {
    const bool is_normalized = token["normalized"].flag(true);
    const bool is_special = token["special"].flag(false);
    check_flags(token, is_normalized, table);
    const std::string_view content = token["content"].text();
    if (!seen.insert(content).second) token["content"].refuse("it occurs twice");

    const std::optional<TokenId> known = names.find(content);
    check_id(token["id"], known, next);
    const TokenId id = known.value_or(next.by_number);
    next.by_highest = std::max(next.by_highest, id + 1);
    if (!known) ++next.by_number;
    const bool is_in_table = id < table.tokens.size() && !table.tokens[id].empty();
    if (!known && is_in_table) {
      token["id"].refuse("it is that of a token of the vocabulary");
    }
    if (is_in_table && is_made[id]) {
      if (is_special) {
        token["content"].refuse("merges make this token too, so text could yield a special id");
      }
    } else if (is_in_table) {
      if (table.profile.whole_chunks && table.profile.normalizer != Normalizer::none &&
          !is_normalized && can_come_from_nfc(content)) {
        token["content"].refuse(
            "after NFC other text could be this whole chunk, and so this token");
      }
      added_alone.push_back(id);
    }
    table.profile.added.tokens.push_back({std::string(content), id, is_normalized, is_special});
  }
  clear_tokens(table, added_alone);
  remove_idle_merges(table);
  table.specials = special_tokens(table.profile.added, 0);
}

namespace {

// Each piece can name all ids of the file.
constexpr std::size_t max_pieces = 64;
constexpr std::size_t max_ids = 64;  // before a text, and after it

bool is_token(TokenId id, const Table& table) {
  const bool is_in_vocabulary = id < table.tokens.size() && !table.tokens[id].empty();
  return is_in_vocabulary ||
         std::ranges::find(table.specials, id, &SpecialToken::id) != table.specials.end();
}

// Adds the ids of a token that the template names, in the list of the template.
void add_ids_of(const json::Field& processor, const json::Field& name, const Table& table,
                std::vector<TokenId>& ids) {
  const json::Field token = processor["special_tokens"][name.text()];
  if (!token.is_given()) name.refuse("it is not among the special_tokens of the template");
  for (const json::Field& field : token["ids"].elements()) {
    ids.push_back(id_in(field));
    if (!is_token(ids.back(), table)) field.refuse("required the id of a token");
    if (ids.size() > max_ids) field.refuse(fmt::format("required at most {} ids", max_ids));
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
    if (const json::Field sequence = piece["Sequence"]; sequence.is_given()) {
      if (is_after || sequence["id"].text() != "A") single.refuse("required the text once");
      is_after = true;
      continue;
    }
    add_ids_of(processor, piece["SpecialToken"]["id"], table,
               is_after ? around.after : around.before);
  }
  if (!is_after) single.refuse("required the text once");
  return around;
}

}  // namespace

Template read_post_processor(const json::Field& post_processor, const Table& table) {
  if (!post_processor.is_given()) return {};
  const std::string_view type = post_processor.type("ByteLevel, TemplateProcessing, or both");
  if (type == "ByteLevel") return {};  // it changes offsets, and no ids
  if (type == "TemplateProcessing") return read_template(post_processor, table);
  if (type != "Sequence") {
    post_processor["type"].refuse("required ByteLevel, TemplateProcessing, or both");
  }
  std::optional<Template> around;
  for (const json::Field& step : post_processor["processors"].elements()) {
    if (step.type("ByteLevel, and TemplateProcessing once") == "ByteLevel") continue;
    if (step.type() != "TemplateProcessing" || around) {
      step["type"].refuse("required ByteLevel, and TemplateProcessing once");
    }
    around = read_template(step, table);
  }
  return around.value_or(Template());
}

}  // namespace bpetite::interop::huggingface
