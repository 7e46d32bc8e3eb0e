// Reads the added tokens of a tokenizer.json, and of the files beside it, into a table. Numbers the
// tokens as the library does: a token of the vocabulary keeps its id, and any other gets the next
// one. Refuses a token that has another id in the file or in another version of the library, and a
// token that a table cannot express. A token with characters beyond ASCII that all stand for bytes
// decodes to these bytes, unless merges make it. The bytes of the other tokens that are only added
// tokens, and merges that then never apply, are removed from the table.
//
//   tokenizer.json: /added_tokens/0/id: 300 is not carried: the library gives 258 to this token
#include "interop/huggingface/added_tokens.hpp"

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_set.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hash.hpp"
#include "core/spelled_bytes.hpp"
#include "interop/huggingface/needed_members.hpp"

namespace bpetite::interop::huggingface {
namespace {

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// The clause of a tokenizer.json. Its rules about added tokens are cited by their own; what stands
// in a file beside it has that of directories.
constexpr std::string_view general_clause = "S50b";

void check_content(const json::Field& content, bool is_normalized, const Table& table) {
  if (content.text().empty()) content.refuse("required a text");
  if (is_ascii(content.text())) return;
  if (is_normalized && table.profile.normalizer != Normalizer::none) {
    content.citing("S50e", general_clause)
        .refuse("required ASCII where the token is sought in normalized text");
  }
}

// S31e: an added token whose characters stand for bytes decodes to these: "ø" to the byte 0xF8. No
// chunk becomes it, unless merges make it, or it is a name of the vocabulary and a whole chunk can
// be that.
void keep_bytes(TokenId id, std::string bytes, bool may_be_chunk, Table& table) {
  if (id >= table.tokens.size()) table.tokens.resize(id + std::size_t{1});
  table.tokens[id] = std::move(bytes);
  if (!may_be_chunk) table.text_tokens.push_back(id);
}

// Puts the text tokens into their order again.
void sort_text_tokens(Table& table) {
  std::ranges::sort(table.text_tokens);
  // clang 14 cannot compile std::ranges::unique of libstdc++ 12.
  table.text_tokens.erase(std::unique(table.text_tokens.begin(), table.text_tokens.end()),
                          table.text_tokens.end());
}

// NFC makes these three ASCII characters from others (KELVIN SIGN, GREEK QUESTION MARK, GREEK
// VARIA), and no other ASCII characters. So the text "<\u212A>" does not hold the added token
// "<K>", but after NFC it is a chunk with that name.
bool can_come_from_nfc(std::string_view text) {
  return text.find_first_of("K;`") != std::string_view::npos;
}

// The next id of an added token that is not in the vocabulary. Versions of the library count in two
// ways.
struct NextIds {
  TokenId by_highest;  // before 0.22.2: after the names and every added token so far
  TokenId by_number;   // since 0.22.2: the number of names and of such tokens so far
};

// ValueError unless the id is the one that every version of the library gives this token. It need
// not be stated if `is_beside`.
void check_id(const json::Field& token, std::optional<TokenId> known, const NextIds& next,
              bool is_beside) {
  const json::Field id = token["id"];
  if (known || next.by_highest == next.by_number) {
    const TokenId wanted = known.value_or(next.by_number);
    if (is_beside && !id.is_given()) return;
    const TokenId given = id_in(id);
    if (given != wanted)
      id.citing("S50e", general_clause)
          .refuse(fmt::format("the library gives {} to this token", wanted));
    return;
  }
  (is_beside && !id.is_given() ? token["content"] : id)
      .citing("S50e", general_clause)
      .refuse(fmt::format("the library gives {} to this token, and before its version 0.22.2 {}",
                          next.by_number, next.by_highest));
}

}  // namespace

// S50e "The library numbers them itself".
void read_added_tokens(const json::Field& added, const TokenNames& names, Table& table,
                       ModelDirectory* directory) {
  table.profile.added.rule = SpecialRule::matched;
  std::vector<bool> is_made(table.tokens.size());
  for (const TokenId result : table.results) is_made[result] = true;
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (has_byte(table, static_cast<unsigned char>(byte))) is_made[table.byte_ids[byte]] = true;
  }
  const auto first_free = static_cast<TokenId>(names.size());
  NextIds next{.by_highest = first_free, .by_number = first_free};
  const std::vector<TokenId> texts = table.text_tokens;  // no chunk becomes one (S31b)
  std::vector<TokenId> added_alone;
  bool may_be_chunk = false;  // some token that is added alone is a whole chunk of a text
  boost::unordered_flat_set<std::string_view, BytesHash> seen;
  std::optional<json::Field> word;  // the first that has to stand by itself
  bool has_begun_again = false;     // a new call of the library counts from the highest added id
  const auto read = [&](const json::Field& token, bool is_beside) {
    if (is_beside && !has_begun_again) {
      has_begun_again = true;
      next.by_number = next.by_highest;
    }
    const bool is_normalized = needed_flag(token, "normalized");
    const bool is_special = needed_flag(token, "special");
    const bool single_word = needed_flag(token, "single_word");
    const bool lstrip = needed_flag(token, "lstrip");
    const bool rstrip = needed_flag(token, "rstrip");
    if (single_word && !word) word = token["single_word"];
    check_content(token["content"], is_normalized, table);
    const std::string_view content = token["content"].text();
    if (!seen.insert(content).second)
      token["content"].citing("S50e", general_clause).refuse("it occurs twice");

    const std::optional<TokenId> known = names.find(content);
    check_id(token, known, next, is_beside);
    const TokenId id = known.value_or(next.by_number);
    next.by_highest = std::max(next.by_highest, id + 1);
    if (!known) ++next.by_number;
    const bool is_in_table = id < is_made.size() && !table.tokens[id].empty();
    if (!known && is_in_table) {
      if (is_beside && !token["id"].is_given()) {
        token["content"]
            .citing("S50c", general_clause)
            .refuse(fmt::format("{} is the id of a token of the vocabulary", id));
      }
      token["id"].citing("S50c", general_clause).refuse("it is that of a token of the vocabulary");
    }
    auto bytes = is_ascii(content) ? std::nullopt : bytes_of_characters(content);
    if (bytes && !(is_in_table && is_made[id])) {
      keep_bytes(id, *std::move(bytes), known && table.profile.whole_chunks, table);
    } else if (is_in_table && !is_made[id]) {
      const bool is_chunk = !std::ranges::binary_search(texts, id);
      may_be_chunk = may_be_chunk || is_chunk;
      if (is_chunk && table.profile.whole_chunks && table.profile.normalizer != Normalizer::none &&
          !is_normalized && can_come_from_nfc(content)) {
        token["content"]
            .citing("S50e", general_clause)
            .refuse("after NFC other text could be this whole chunk, and so this token");
      }
      added_alone.push_back(id);
    }
    table.profile.added.tokens.push_back(
        {std::string(content), id, is_normalized, is_special, lstrip, rstrip, single_word});
  };
  if (directory != nullptr) {
    directory->each_added_token(added, read);
  } else if (added.node().is_there()) {
    for (const json::Field& token : added.elements()) read(token, false);
  }
  if (word && table.profile.whole_chunks && may_be_chunk) {
    word->citing("S50e", general_clause)
        .refuse(
            "required false with ignore_merges: where its literal is not found, a whole chunk "
            "could be "
            "an added token");
  }
  sort_text_tokens(table);
  clear_tokens(table, added_alone);
  remove_idle_merges(table);
  table.specials = special_tokens(table.profile.added, 0);
}

}  // namespace bpetite::interop::huggingface
