// Recognizes, checks and writes artifacts of Schema v2. The steps 7 to 19 of the check are
// functions here. Each reads its part of the document into the table, or throws the error of its
// clause. check_schema2() returns the table or the first step that fails, and parse_schema2()
// throws its error. is_schema2() recognizes a document of Schema v2, and parse_any() reads an
// artifact of either schema. serialize_schema2() writes the canonical form of a table.
//
//   "merges":[[97,98,256]], "vocab":{..., "256":[97,99]}     step 16 fails: 256 is not 97 98
//
// Two limits keep the cost of a small file small. The highest id that is allowed depends on the
// number of tokens. A token of more than 4,096 bytes is compared with the same place of another
// token only once.
#include "artifact/schema2.hpp"

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_set.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "core/hash.hpp"
#include "core/json.hpp"
#include "core/json/pointer.hpp"
#include "core/json/shape.hpp"
#include "core/profile.hpp"
#include "core/spelled_bytes.hpp"
#include "core/table.hpp"
#include "pattern/cutting_json.hpp"

namespace bpetite::artifact {

namespace {

// The steps of Schema v2 from 7 on (S56a), each a function. A step reads its part of the document
// into the table, or throws the error of its clause. It may rely on all steps before it.
//
// Steps 7 to 12: the fields, and the parts of the profile (S56b to S56g).
//
//   "normalizer":"NFKC"    step 9: not a known normalizer

constexpr auto all_fields = std::to_array<std::string_view>(
    {"added_tokens", "decoding", "merges", "merging", "normalizer", "prefix_space",
     "schema_version", "special_rule", "splits", "template", "text_tokens", "vocab"});
constexpr std::string_view optional_field = "prefix_space";  // only where it is true (S30g)
constexpr auto token_fields = std::to_array<std::string_view>(
    {"id", "literal", "lstrip", "normalized", "rstrip", "single_word", "special"});
constexpr auto template_fields =
    std::to_array<std::string_view>({"after", "before", "cut_at", "fill_multiple", "fill_to"});
constexpr auto merging_fields =
    std::to_array<std::string_view>({"by", "missing_bytes", "whole_chunks"});

void all_fields_present(const json::Field& root, Table& /*table*/) {
  for (const std::string_view field : all_fields) {
    if (field != optional_field && !root[field].node().is_there()) root[field].miss();
  }
}

void no_other_field(const json::Field& root, Table& /*table*/) {
  json::require_members(root, all_fields);
}

void normalizer_known(const json::Field& root, Table& table) {
  table.profile.normalizer = json::named(root["normalizer"], normalizers);
  const json::Field prefix_space = root[optional_field];
  if (!prefix_space.node().is_there()) return;
  table.profile.prefix_space = json::required_flag(prefix_space);
  // S55b: what does not matter is not there, so that there is one way to write it.
  if (!table.profile.prefix_space) prefix_space.refuse("required true, or no such member");
}

void rules_known(const json::Field& root, Table& table) {
  table.profile.added.rule = json::named(root["special_rule"], special_rules);
  const json::Field decoding = root["decoding"];
  if (decoding.text() != "strict") decoding.refuse("required strict");
}

void splits_carried(const json::Field& root, Table& table) {
  table.profile.splits = pattern::splits_from_json(root["splits"]);
}

void merging_known(const json::Field& root, Table& table) {
  const json::Field merging = root["merging"];
  json::require_members(merging, merging_fields);
  Profile& profile = table.profile;
  profile.merging = json::named(merging["by"], mergings);
  profile.whole_chunks = json::required_flag(merging["whole_chunks"]);
  const json::Field missing = merging["missing_bytes"];
  profile.drops_missing_bytes = missing.text() == "drop";
  if (!profile.drops_missing_bytes && missing.text() != "error") {
    missing.refuse("required error or drop");
  }
  if (profile.merging == Merging::bytes && profile.whole_chunks) {
    merging["whole_chunks"].refuse("required false: by bytes a whole chunk is always looked up");
  }
  if (profile.merging == Merging::bytes && profile.drops_missing_bytes) {
    missing.refuse("required error: by bytes every byte has a token");
  }
}

// Steps 13 to 19: the vocabulary, and the parts that name its ids (S56h to S56n).
//
//   "merges":[[97,98,256]], "vocab":{..., "256":[97,99]}    step 16: not the bytes of 97 and 98

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

// S16: a small file must not make a large table.
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
  return bytes;
}

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
    if (!id || *id >= limit) {
      token.fail("", fmt::format("the key is not an id below {}", limit), "S56h");
    }
    if (*id >= table.tokens.size()) table.tokens.resize(*id + 1);
    table.tokens[*id] = bytes_in(token);
  }
  for (const json::NamedNode& member : members) {
    const auto id = id_of(member.key);
    if (table.tokens[*id].empty() && *id + std::size_t{1} < table.tokens.size()) {
      vocabulary.below(member).refuse("required at least one byte: another id is higher");
    }
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

// Compares the bytes of merges with those of their tokens. Many merges can have the same long
// token. Two tokens, one of them long, are compared at a place only once: else a small file would
// take hours.
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
  // Whether a token is a part of a longer one, at this place.
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
  std::set<std::tuple<TokenId, TokenId, std::size_t>> known_;  // long parts that were found equal
};

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
    json::require_members(field, token_fields);
    if (literal.text().empty()) literal.refuse("required a text");
    if (!seen.insert(literal.text()).second) literal.refuse("it occurs twice");
    if (!table.specials.empty() && id <= table.specials.back().id) {
      id_field.refuse("required ascending ids");
    }
    // S56l "or those that its characters stand for".
    if (is_token(id, table) && table.tokens[id] != literal.text() &&
        table.tokens[id] != bytes_of_characters(literal.text())) {
      id_field.refuse("a token of vocab has it, with other bytes");
    }
    const auto flag = [&](std::string_view name) {
      return field[name].require(json::Kind::boolean, "true or false").flag(false);
    };
    const auto is_there = [&](std::string_view name) {
      if (!field[name].node().is_there()) return false;
      if (!flag(name)) field[name].refuse("required true, or no such member");
      return true;
    };
    const bool normalized = flag("normalized");
    const bool is_special = flag("special");
    table.specials.push_back({std::string(literal.text()), id, normalized, is_special,
                              is_there("lstrip"), is_there("rstrip"), is_there("single_word")});
  }
  table.profile.added.tokens = added_tokens(table.specials);
  check_added(table);
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
  json::require_members(around, template_fields);
  Template& read = table.profile.ids_around;
  const auto number = [&](std::string_view name, std::uint32_t least) {
    const json::Field field = around[name];
    const auto value = field.require(json::Kind::integer, "a number").node().small_number();
    if (!value || *value < least || *value > 0xFFFFFFFFU) {
      field.refuse(fmt::format("required a number from {} to 2^32 - 1", least));
    }
    return static_cast<std::uint32_t>(*value);
  };
  // S55b: what does not matter is not there, so that there is one way to write it.
  if (around["cut_at"].node().is_there()) read.cut_at = number("cut_at", 0);
  if (around["fill_to"].node().is_there()) read.fill_to = number("fill_to", 1);
  if (around["fill_multiple"].node().is_there()) {
    read.fill_multiple = number("fill_multiple", 2);
    if (read.fill_to > 0) around["fill_multiple"].refuse("required no such member with fill_to");
  }
}

void dropped_bytes_apart(const json::Field& /*root*/, Table& table) { check_dropped(table); }

struct LaterStep {
  void (*judge)(const json::Field& root, Table& table);
  const char* clause;
};

// Steps 1 to 6 are those of Schema v1, except for the number of the version.
constexpr int first_step = 7;
constexpr std::array<LaterStep, 13> later_steps = {{
    {all_fields_present, "S56b"},
    {no_other_field, "S56c"},
    {normalizer_known, "S56d"},
    {rules_known, "S56e"},
    {splits_carried, "S56f"},
    {merging_known, "S56g"},
    {vocabulary_shape, "S56h"},
    {text_tokens_named, "S56i"},
    {bytes_complete, "S56j"},
    {merges_joined, "S56k"},
    {added_tokens_apart, "S56l"},
    {template_named, "S56m"},
    {dropped_bytes_apart, "S56n"},
}};

}  // namespace

bool is_schema2(const json::Document& document) {
  const json::Node root = document.root();
  if (root.kind() != json::Kind::object) return false;
  bool says_so = false;
  for (const json::NamedNode& member : root.members()) {
    if (member.key == "mergeable_vocab_size") return false;
    if (member.key != "schema_version") continue;
    says_so = member.value.kind() == json::Kind::integer && member.value.small_number() == 2;
  }
  return says_so;
}

std::variant<Table, Fault> check_schema2(const json::Document& document) {
  Table table;
  table.profile.name = "schema 2";
  for (std::size_t i = 0; i < later_steps.size(); ++i) {
    const auto& [judge, clause] = later_steps.at(i);
    try {
      judge(json::Field(document.root(), "artifact", clause), table);
    } catch (const Error& error) {
      const bool is_missing = error.kind() == "KeyError";
      return Fault{first_step + static_cast<int>(i),
                   is_missing ? "KeyError" : "ValueError",
                   clause,
                   {clause},
                   std::string(error.message())};
    }
  }
  return table;
}

Table parse_schema2(const json::Document& document) {
  auto result = check_schema2(document);
  if (const auto* fault = std::get_if<Fault>(&result)) {
    if (fault->error == "KeyError") throw KeyError(fault->message, fault->clause);
    throw ValueError(fault->message, fault->clause);
  }
  return std::get<Table>(std::move(result));
}

// A file that begins like an artifact of Schema v1 is parsed only once. A file that is not JSON
// fails at a step.
Table parse_any(std::string_view bytes) {
  if (!bytes.starts_with(beginning)) {
    const auto parsed = json::parse_document(bytes);
    const auto* const document = std::get_if<json::Document>(&parsed);
    if (document != nullptr && is_schema2(*document)) return parse_schema2(*document);
  }
  return parse(bytes);
}

namespace {

std::string written_added_tokens(const Table& table) {
  std::vector<std::string> tokens;
  for (const SpecialToken& token : table.specials) {
    tokens.push_back(
        fmt::format(R"({{"id":{},"literal":{},{}"normalized":{},{}{}"special":{}}})", token.id,
                    json::quoted(token.literal), token.lstrip ? R"("lstrip":true,)" : "",
                    token.normalized, token.rstrip ? R"("rstrip":true,)" : "",
                    token.single_word ? R"("single_word":true,)" : "", token.is_special));
  }
  return fmt::format("[{}]", fmt::join(tokens, ","));
}

std::string written_template(const Template& around) {
  std::string text = fmt::format(R"({{"after":[{}],"before":[{}])", fmt::join(around.after, ","),
                                 fmt::join(around.before, ","));
  if (around.cut_at) text += fmt::format(R"(,"cut_at":{})", *around.cut_at);
  if (around.fill_to == 0 && around.fill_multiple > 1) {
    text += fmt::format(R"(,"fill_multiple":{})", around.fill_multiple);
  }
  if (around.fill_to > 0) text += fmt::format(R"(,"fill_to":{})", around.fill_to);
  return text + "}";
}

std::string written_merges(const Table& table) {
  std::string text = "[";
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const auto [left, right] = table.merges[rank];
    fmt::format_to(std::back_inserter(text), "{}[{},{},{}]", rank == 0 ? "" : ",", left, right,
                   table.results[rank]);
  }
  return text + "]";
}

}  // namespace

std::string serialize_schema2(const Table& table) {
  const Profile& profile = table.profile;
  std::vector<std::pair<std::size_t, std::string_view>> tokens;
  for (std::size_t id = 0; id < table.tokens.size(); ++id) {
    if (!table.tokens[id].empty()) tokens.emplace_back(id, table.tokens[id]);
  }
  // S56h: the highest id is used up, even if it has no bytes.
  if (!table.tokens.empty() && table.tokens.back().empty() &&
      (table.specials.empty() || table.specials.back().id + 1 < table.tokens.size())) {
    tokens.emplace_back(table.tokens.size() - 1, std::string_view());
  }
  return fmt::format(
      R"({{"added_tokens":{},"decoding":"strict","merges":{},)"
      R"("merging":{{"by":{},"missing_bytes":{},"whole_chunks":{}}},"normalizer":{},)"
      R"({}"schema_version":2,"special_rule":{},"splits":{},)"
      R"("template":{},"text_tokens":[{}],"vocab":{}}})",
      written_added_tokens(table), written_merges(table), json::quoted(name(profile.merging)),
      profile.drops_missing_bytes ? R"("drop")" : R"("error")", profile.whole_chunks,
      json::quoted(name(profile.normalizer)), profile.prefix_space ? R"("prefix_space":true,)" : "",
      json::quoted(name(profile.added.rule)), pattern::splits_to_json(profile.splits),
      written_template(profile.ids_around), fmt::join(table.text_tokens, ","),
      written_vocabulary(tokens));
}

}  // namespace bpetite::artifact
