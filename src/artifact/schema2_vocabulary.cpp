// The vocabulary, and what names its ids: steps 13 to 19 (S56h to S56n).
//
//   "merges":[[97,98,256]], "vocab":{..., "256":[97,99]}    step 16: not the bytes of 97 and 98
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include "artifact/artifact_steps.hpp"
#include "artifact/schema2_steps.hpp"
#include "core/hash.hpp"

namespace bpetite::artifact::schema2 {
namespace {

// An id below the limit.
TokenId id_in(const json::Field& field, std::size_t limit) {
  const auto number = field.require(json::Kind::integer, "an id").node().small_number();
  if (!number || *number >= limit) field.refuse(fmt::format("required an id below {}", limit));
  return static_cast<TokenId>(*number);
}

bool is_token(TokenId id, const Table& table) {
  return id < table.tokens.size() && !table.tokens[id].empty();
}

bool is_added(TokenId id, const Table& table) {
  return std::ranges::find(table.specials, id, &SpecialToken::id) != table.specials.end();
}

// S16: a small file must make no large table.
std::size_t limit_of(std::size_t tokens) {
  return std::min<std::size_t>(2 * tokens + 1024, max_vocab_size);
}

std::string bytes_in(const json::Field& list) {
  std::string bytes;
  for (const json::Node& byte :
       list.require(json::Kind::array, "an array of bytes").node().elements()) {
    const auto value = byte.kind() == json::Kind::integer ? byte.small_number() : std::nullopt;
    if (!value || *value > 255) list.refuse("required integers from 0 to 255");
    bytes += static_cast<char>(static_cast<unsigned char>(*value));
  }
  if (bytes.empty()) list.refuse("required at least one byte");
  return bytes;
}

}  // namespace

void vocabulary_shape(const json::Field& root, Table& table) {
  const json::Field vocabulary = root["vocab"];
  const auto members =
      vocabulary.require(json::Kind::object, "an object of tokens").node().members();
  // S56h "the number of tokens": an added token need not be in vocab.
  const json::Node added = root["added_tokens"].node();
  const std::size_t others = added.kind() == json::Kind::array ? added.elements().size() : 0;
  const std::size_t limit = limit_of(members.size() + others);
  for (const json::NamedNode& member : members) {
    const auto id = id_of(member.key);
    const json::Field token = vocabulary.below(member);
    if (!id || fmt::format_int(*id).str() != member.key || *id >= limit) {
      token.fail("", fmt::format("the key is no id below {}", limit), "S56h");
    }
    if (*id >= table.tokens.size()) table.tokens.resize(*id + 1);
    table.tokens[*id] = bytes_in(token);
  }
}

void text_tokens_named(const json::Field& root, Table& table) {
  for (const json::Field& field : root["text_tokens"].elements()) {
    const TokenId id = id_in(field, table.tokens.size());
    if (!is_token(id, table)) field.refuse("required an id of vocab");
    if (!table.text_tokens.empty() && id <= table.text_tokens.back()) {
      field.refuse("required ascending ids");
    }
    table.text_tokens.push_back(id);
  }
}

void bytes_complete(const json::Field& root, Table& table) {
  const json::Field vocabulary = root["vocab"];
  boost::unordered_flat_set<std::string_view, BytesHash> seen;
  for (TokenId id = 0; id < table.tokens.size(); ++id) {
    const std::string& bytes = table.tokens[id];
    const bool is_text = std::ranges::binary_search(table.text_tokens, id);
    if (bytes.empty() || is_text) continue;
    const bool is_key = bytes.size() == 1 || table.profile.merging == Merging::bytes;
    if (is_key && !seen.insert(bytes).second) {
      vocabulary.fail(fmt::format("/{}", id), "another token has these bytes", "S56j");
    }
    if (bytes.size() == 1) table.byte_ids[static_cast<unsigned char>(bytes.front())] = id;
  }
  const std::vector<unsigned char> missing = missing_bytes(table);
  const bool are_dropped = table.profile.drops_missing_bytes;
  if (!missing.empty() && !are_dropped) {
    vocabulary.fail("", fmt::format("the byte 0x{:02x} has no token", missing.front()), "S56j");
  }
  if (missing.empty() && are_dropped) {
    root["merging"]["missing_bytes"].refuse("required error: no byte is missing");
  }
}

namespace {

// Compares the bytes of merges with those of their tokens. Many merges can have a long token: it is
// compared with another one only once, or a small file would take hours.
class Joints {
 public:
  explicit Joints(const std::vector<std::string>& tokens) : tokens_(tokens) {}

  bool join(TokenId left, TokenId right, TokenId result) {
    const std::string& whole = tokens_[result];
    const std::size_t size = tokens_[left].size();
    return size + tokens_[right].size() == whole.size() && is_part(left, result, 0) &&
           is_part(right, result, size);
  }

 private:
  // Whether a token stands at this place of a longer one.
  bool is_part(TokenId part, TokenId whole, std::size_t place) {
    constexpr std::size_t is_long = 4096;
    const std::string& bytes = tokens_[part];
    const bool is_kept = bytes.size() > is_long;
    if (is_kept && known_.contains({part, whole, place})) return true;
    if (tokens_[whole].compare(place, bytes.size(), bytes) != 0) return false;
    if (is_kept) known_.insert({part, whole, place});
    return true;
  }

  const std::vector<std::string>& tokens_;
  std::set<std::tuple<TokenId, TokenId, std::size_t>> known_;  // parts that are long
};

}  // namespace

void merges_joined(const json::Field& root, Table& table) {
  const json::Field list = root["merges"];
  const json::Elements merges =
      list.require(json::Kind::array, "an array of merges").node().elements();
  const std::size_t count = merges.size();
  if (table.profile.merging == Merging::bytes && count > 0) {
    list.refuse("required none: merging is by bytes");
  }
  Joints joints(table.tokens);
  boost::unordered_flat_set<std::uint64_t> seen;
  seen.reserve(count);
  table.merges.reserve(count);
  table.results.reserve(count);
  for (const json::Node merge : merges) {
    const auto fail = [&](std::string_view what) {
      list.fail(fmt::format("/{}", table.merges.size()), what, "S56k");
    };
    if (merge.kind() != json::Kind::array) fail("required three ids");
    std::vector<TokenId> ids;
    for (const json::Node& id : merge.elements()) {
      const auto number = id.kind() == json::Kind::integer ? id.small_number() : std::nullopt;
      const bool is_known =
          number && *number < table.tokens.size() && is_token(static_cast<TokenId>(*number), table);
      if (!is_known || ids.size() == 3) fail("required three ids of vocab");
      ids.push_back(static_cast<TokenId>(*number));
    }
    if (ids.size() != 3) fail("required three ids of vocab");
    const TokenId left = ids[0];
    const TokenId right = ids[1];
    const TokenId result = ids[2];
    if (!joints.join(left, right, result)) {
      fail(fmt::format("the bytes of {} are not those of {} and {}", result, left, right));
    }
    if (!seen.insert(std::uint64_t{left} << 32 | right).second) fail("the merge occurs twice");
    table.merges.push_back({left, right});
    table.results.push_back(result);
  }
}

void added_tokens_apart(const json::Field& root, Table& table) {
  const json::FieldElements list = root["added_tokens"].elements();
  const std::size_t limit = limit_of(table.tokens.size() + list.size()) + most_apart;
  boost::unordered_flat_set<std::string_view, BytesHash> seen;
  for (const json::Field& field : list) {
    const json::Field literal = field["literal"];
    const json::Field id_field = field["id"];
    const TokenId id = id_in(id_field, limit);
    if (field.node().members().size() != 4)
      field.refuse("required id, literal, normalized, special");
    if (literal.text().empty()) literal.refuse("required a text");
    if (!seen.insert(literal.text()).second) literal.refuse("it occurs twice");
    if (!table.specials.empty() && id <= table.specials.back().id) {
      id_field.refuse("required ascending ids");
    }
    if (is_token(id, table) && table.tokens[id] != literal.text()) {
      id_field.refuse("a token of vocab has it, with other bytes");
    }
    const auto flag = [&](std::string_view name) {
      return field[name].require(json::Kind::boolean, "true or false").flag(false);
    };
    const bool normalized = flag("normalized");
    table.specials.push_back({std::string(literal.text()), id, normalized, flag("special")});
    const SpecialToken& token = table.specials.back();
    table.profile.added.tokens.push_back({token.literal, id, token.normalized, token.is_special});
  }
}

void template_named(const json::Field& root, Table& table) {
  const json::Field around = root["template"];
  constexpr std::size_t most = 64;
  const auto ids_in = [&](std::string_view name) {
    std::vector<TokenId> ids;
    const json::FieldElements list = around[name].elements();
    if (list.size() > most) around[name].refuse(fmt::format("required at most {} ids", most));
    for (const json::Field& field : list) {
      ids.push_back(id_in(field, max_vocab_size));
      if (!is_token(ids.back(), table) && !is_added(ids.back(), table)) {
        field.refuse("required the id of a token");
      }
    }
    return ids;
  };
  table.profile.ids_around = {ids_in("before"), ids_in("after")};
  if (around.node().members().size() != 2) around.refuse("required before and after, and no more");
}

void dropped_bytes_apart(const json::Field& /*root*/, Table& table) { check_dropped(table); }

}  // namespace bpetite::artifact::schema2
