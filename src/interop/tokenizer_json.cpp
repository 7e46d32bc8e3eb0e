// Reads a tokenizer.json part by part. The function of a part throws a ValueError if the table
// cannot express the part exactly.
#include "interop/tokenizer_json.hpp"

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_set.hpp>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hash.hpp"
#include "core/json/pointer.hpp"
#include "core/profile.hpp"
#include "core/spelled_bytes.hpp"
#include "core/table.hpp"
#include "interop/token_names.hpp"
#include "pattern/parse.hpp"
#include "pattern/pattern_error.hpp"

namespace bpetite::interop::huggingface {
namespace {

// S50b: members that tokenizers 0.23.3 needs, and what it needs them to be.
//
//   {"type":"Digits"}     /individual_digits: the field is missing: required true or false, ...
bool needed_flag(const json::Field& object, std::string_view key) {
  return object[key]
      .require(json::Kind::boolean, "true or false (tokenizers 0.23.3)")
      .node()
      .is_true();
}

std::string_view needed_text(const json::Field& object, std::string_view key) {
  return object[key].text("a string (tokenizers 0.23.3)");
}

// A number of 32 bits without a sign.
std::uint32_t needed_number(const json::Field& object, std::string_view key) {
  const json::Field field = object[key];
  const auto number =
      field.require(json::Kind::integer, "a number (tokenizers 0.23.3)").node().small_number();
  if (!number || *number > 0xFFFFFFFFU) field.refuse("required a number below 2^32");
  return static_cast<std::uint32_t>(*number);
}

// ValueError unless the value is one of these words.
void check_word(const json::Field& field, std::initializer_list<std::string_view> words) {
  if (std::ranges::find(words, field.text("a string (tokenizers 0.23.3)")) != words.end()) return;
  field.refuse(fmt::format("required {} (tokenizers 0.23.3)", fmt::join(words, " or ")));
}

// ValueError unless these are all members that the object has.
void check_members(const json::Field& object, std::initializer_list<std::string_view> known) {
  for (const json::NamedNode& member : object.node().members()) {
    if (std::ranges::find(known, member.key) == known.end()) {
      object.below(member).refuse("required no such member (tokenizers 0.23.3)");
    }
  }
}

// The step ByteLevel, which can stand in three places.
void check_byte_level(const json::Field& step) {
  needed_flag(step, "add_prefix_space");
  needed_flag(step, "trim_offsets");
  if (step["use_regex"].node().is_there()) needed_flag(step, "use_regex");
}

// S50b: refuses options of the library's BPE that byte-level BPE does not need.
void check_options(const json::Field& model) {
  if (const json::Field dropout = model["dropout"]; dropout.is_given()) {
    if (dropout.node().kind() != json::Kind::integer || dropout.node().small_number() != 0) {
      dropout.refuse("required null: with dropout the ids of a text are left to chance");
    }
  }
  for (const std::string_view key : {"continuing_subword_prefix", "end_of_word_suffix"}) {
    const json::Field field = model[key];
    if (field.is_given() && !field.text().empty()) field.refuse("required null or \"\"");
  }
  if (const json::Field fuse = model["fuse_unk"]; fuse.flag(false)) fuse.refuse("required false");
}

// S50b: if a byte has no token, the library looks for a token that names this byte, or takes the
// unknown token. Neither happens if every byte that text can hold has a token.
void check_fallbacks(const json::Field& model, const Table& table) {
  const bool falls_back = model["byte_fallback"].flag(false);
  const json::Field unknown = model["unk_token"];
  if (unknown.is_given()) needed_text(model, "unk_token");
  const std::vector<unsigned char> missing = missing_bytes(table);
  if (missing.empty()) return;
  const std::string reason = fmt::format("since the byte 0x{:02x} has no token", missing.front());
  if (falls_back) model["byte_fallback"].refuse("required false, " + reason);
  if (unknown.is_given()) unknown.refuse("required null, " + reason);
}

// S31a "Every byte that text can hold has a token", unless missing bytes may be dropped (S31d).
void check_bytes(const json::Field& field, Table& table) {
  const std::vector<unsigned char> missing = missing_bytes(table);
  if (missing.empty()) {
    table.profile.drops_missing_bytes = false;
  } else if (!table.profile.drops_missing_bytes) {
    field.fail("", fmt::format("the byte 0x{:02x} has no token", missing.front()), "S31a");
  }
}

}  // namespace

TokenNames read_names(const json::Field& field, Table& table) {
  const auto members = field.require(json::Kind::object, "an object of tokens").node().members();
  const std::size_t count = members.size();
  const std::size_t limit = std::min<std::size_t>(2 * count + 1024 + most_apart, max_vocab_size);
  std::vector<std::string_view> names;
  names.reserve(count);
  table.tokens.reserve(count);
  boost::unordered_flat_set<TokenId> text_tokens;
  for (const json::NamedNode& member : members) {
    const std::string_view name = member.key;
    const json::Node value = member.value;
    const auto fail = [&](const std::string& what) {
      field.fail("/" + json::pointer_part(name), what, "S50c");
    };
    const auto number = value.kind() == json::Kind::integer ? value.small_number() : std::nullopt;
    if (!number || *number >= limit) {
      fail(fmt::format("{} is no id below {}", json::shown(value), limit));
    }
    if (name.empty()) field.fail("", "the empty text is a token, and no text has it", "S50c");
    const auto id = static_cast<TokenId>(*number);
    if (id >= table.tokens.size()) {
      table.tokens.resize(id + std::size_t{1});
      names.resize(id + std::size_t{1});
    }
    if (!names[id].empty()) fail(fmt::format("the id {} occurs twice", id));
    names[id] = name;

    // S31b: a name with other characters is a text, and no chunk becomes its token.
    auto bytes = bytes_of_characters(name);
    if (!bytes) text_tokens.insert(id);
    table.tokens[id] = bytes ? std::move(*bytes) : std::string(name);
    if (bytes && table.tokens[id].size() == 1) {
      table.byte_ids[static_cast<unsigned char>(table.tokens[id].front())] = id;
    }
  }
  table.text_tokens.assign(text_tokens.begin(), text_tokens.end());
  std::ranges::sort(table.text_tokens);
  check_bytes(field, table);
  return TokenNames(std::move(names));
}

void check_ids(const json::Field& field, const TokenNames& names, const Table& table) {
  const std::size_t limit = 2 * names.size() + 1024;
  for (std::size_t id = limit; id < table.tokens.size(); ++id) {
    const bool is_added = std::ranges::binary_search(table.specials, id, {}, &SpecialToken::id);
    if (table.tokens[id].empty() || is_added) continue;
    field.fail("/" + json::pointer_part(names.name(static_cast<TokenId>(id))),
               fmt::format("{} is no id below {}", id, limit), "S50c");
  }
}

namespace {

// The two names of a merge: "a b", or ["a", "b"]. Returns nullopt for another value.
std::optional<std::pair<std::string_view, std::string_view>> names_of(json::Node merge) {
  if (merge.kind() == json::Kind::string) {
    const std::string_view text = merge.text();
    return names_in(text);
  }
  if (merge.kind() != json::Kind::array) return std::nullopt;
  const json::Elements parts = merge.elements();
  const bool are_texts =
      std::ranges::all_of(parts, [](json::Node part) { return part.kind() == json::Kind::string; });
  if (!are_texts || parts.size() != 2) return std::nullopt;
  const auto first = parts.begin();
  return std::pair((*first).text(), (*std::next(first)).text());
}

void read_merges(const json::Field& field, const TokenNames& names, Table& table) {
  const json::Elements merges =
      field.require(json::Kind::array, "an array of merges").node().elements();
  const std::size_t count = merges.size();
  std::vector<std::size_t> passed;  // the rank of the merge after each line that was skipped
  const auto fail = [&](std::size_t place, const std::string& what) {
    field.fail(fmt::format("/{}", place), what, "S50c");
  };
  MergeList list(names, table, count, [&](std::size_t rank, const std::string& what) {
    const auto before = std::ranges::upper_bound(passed, rank) - passed.begin();
    fail(rank + static_cast<std::size_t>(before), what);
  });
  std::size_t place = 0;
  std::optional<json::Kind>
      form;  // of all merges: the library reads a list of strings, or of arrays
  for (const json::Node merge : merges) {
    if (!form) form = merge.kind();
    if (merge.kind() != *form) {
      list.resolve();
      fail(place, json::shown(merge) + " has another form than the merges before it");
    }
    // The library skips such lines, which older files have.
    if (merge.kind() == json::Kind::string && merge.text().starts_with("#version")) {
      passed.push_back(place++ - passed.size());
      continue;
    }
    const auto both = names_of(merge);
    if (!both) {
      list.resolve();
      fail(place, json::shown(merge) + " is not the names of two tokens");
    }
    list.add(both->first, both->second);
    ++place;
  }
  list.finish();
}

// ValueError unless the model is BPE. This is checked before anything else: a file with another
// kind of model has other parts that would be refused too.
void check_model_type(const json::Field& model) {
  const json::Field type = model["type"];
  if (type.node().is_there() && type.text("BPE") != "BPE") {
    type.refuse("required BPE: bpetite is about byte-level BPE");
  }
}

// Reads the model into the table: tokens, merges, and how chunks are merged. The returned names are
// views into the document. ValueError, with the JSON pointer: the table cannot express something.
TokenNames read_model(const json::Field& model, Table& table) {
  check_options(model);
  TokenNames names = read_names(model["vocab"], table);
  check_fallbacks(model, table);
  read_merges(model["merges"], names, table);
  table.profile.merging = Merging::pairs;
  table.profile.whole_chunks = model["ignore_merges"].flag(false);
  return names;
}

Split isolated(std::string text, unicode::Version version) {
  return {{std::move(text), Dialect::huggingface, version}, Behaviour::isolated};
}

// A pattern that matches just this text.
std::string escaped(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    if (std::string_view(R"(\^$.|?*+()[]{}-&~#)").find(c) != std::string_view::npos)
      pattern += '\\';
    pattern += c;
  }
  return pattern;
}

Split read_split(const json::Field& step) {
  const json::Field pattern = step["pattern"];
  pattern.require(json::Kind::object, "an object with Regex or String");
  const json::Field regex = pattern["Regex"];
  const json::Field string = pattern["String"];
  if (!regex.is_given() && !string.is_given()) {
    pattern.refuse("required an object with Regex or String");
  }
  check_members(pattern, {regex.is_given() ? "Regex" : "String"});
  Split split = isolated(regex.is_given() ? std::string(regex.text()) : escaped(string.text()),
                         unicode::Version::v16_0);
  const json::Field behaviour = step["behavior"];
  const bool is_inverted = needed_flag(step, "invert");
  constexpr std::string_view behaviours = "Isolated, or Removed with invert";
  if (behaviour.text(behaviours) == "Removed" && is_inverted) {
    split.behaviour = Behaviour::matches;
  } else if (behaviour.text() != "Isolated") {
    behaviour.refuse(fmt::format("required {}", behaviours));
  }
  try {
    pattern::parse(split.pattern);
  } catch (const pattern::PatternError& error) {
    (regex.is_given() ? regex : string).refuse(error.what());
  }
  return split;
}

// S50g: how the library cuts ids, and fills them up. It does so without the template too, but then
// ids are given whole here.
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
    const std::uint32_t multiple = around.fill_multiple;
    around.fill_to = least + (multiple - least % multiple) % multiple;
    around.fill_multiple = 1;
  } else {
    check_word(strategy, {"BatchLongest"});
  }
}

// Adds the patterns of a step before ByteLevel. S2b: "digits" of the library are the numbers of
// Unicode 17.
void add_step(const json::Field& step, std::vector<Split>& splits) {
  constexpr std::string_view required = "Split or Digits, and at last ByteLevel";
  const std::string_view type = step.type(required);
  if (type == "Split") {
    splits.push_back(read_split(step));
  } else if (type == "Digits") {
    const bool each = needed_flag(step, "individual_digits");
    splits.push_back(isolated(each ? R"(\p{N})" : R"(\p{N}+)", unicode::Version::v17_0));
  } else {
    step["type"].refuse(fmt::format("required {}", required));
  }
}

void add_byte_level(const json::Field& step, std::vector<Split>& splits) {
  check_byte_level(step);
  if (needed_flag(step, "add_prefix_space")) {
    step["add_prefix_space"].refuse(
        "required false: text with a space before it is other text; add the space to the text");
  }
  if (step["use_regex"].flag(true)) {
    splits.push_back(isolated(std::string(byte_level_pattern), unicode::Version::v16_0));
  }
}

// The steps around the model (S50d). Each function throws a ValueError, with the JSON pointer, for
// a step that the table cannot express.
Normalizer read_normalizer(const json::Field& normalizer) {
  if (!normalizer.is_given()) return Normalizer::none;
  constexpr std::string_view required = "no normalizer, or NFC alone";
  const std::string_view type = normalizer.type(required);
  if (type == "NFC") return Normalizer::nfc_9_0;
  if (type == "Sequence") {
    const json::FieldElements steps = normalizer["normalizers"].elements();
    if (steps.empty()) return Normalizer::none;
    if (steps.size() == 1) {
      const json::Field only = *steps.begin();
      return read_normalizer(only.require(json::Kind::object, "a normalizer"));
    }
  }
  normalizer["type"].refuse(fmt::format("required {}", required));
}

std::vector<Split> read_pre_tokenizer(const json::Field& pre_tokenizer) {
  if (!pre_tokenizer.is_given()) {
    pre_tokenizer.refuse("required ByteLevel: bpetite is about byte-level BPE");
  }
  constexpr std::string_view required = "ByteLevel, or a Sequence that ends with it";
  std::vector<Split> splits;
  if (pre_tokenizer.type(required) == "ByteLevel") {
    add_byte_level(pre_tokenizer, splits);
    return splits;
  }
  if (pre_tokenizer.type() != "Sequence") {
    pre_tokenizer["type"].refuse(fmt::format("required {}", required));
  }
  const json::Field list = pre_tokenizer["pretokenizers"];
  constexpr std::size_t most_steps = pattern::max_patterns + 1;  // ByteLevel may have no pattern
  const json::FieldElements elements = list.elements();
  if (elements.size() > most_steps) list.refuse("required at most 64 steps");
  const std::vector<json::Field> steps(elements.begin(), elements.end());
  if (steps.empty()) list.refuse("required ByteLevel as the last step");
  if (steps.back().type("ByteLevel as the last step") != "ByteLevel") {
    steps.back()["type"].refuse("required ByteLevel as the last step");
  }
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) add_step(steps[i], splits);
  add_byte_level(steps.back(), splits);
  if (splits.size() > pattern::max_patterns) list.refuse("required at most 64 steps");
  return splits;
}

void check_decoder(const json::Field& decoder) {
  if (!decoder.is_given()) decoder.refuse("required ByteLevel");
  if (decoder.type("ByteLevel") != "ByteLevel") decoder["type"].refuse("required ByteLevel");
  check_byte_level(decoder);
}

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

void check_content(const json::Field& content, bool is_normalized, const Table& table) {
  if (content.text().empty()) content.refuse("required a text");
  if (is_ascii(content.text())) return;
  if (is_normalized && table.profile.normalizer != Normalizer::none) {
    content.refuse("required ASCII where the token is sought in normalized text");
  }
}

// S30f: an added token whose characters stand for bytes decodes to these: "ø" to the byte 0xF8. No
// chunk becomes it, unless merges make it, or it is a name of the vocabulary and a whole chunk can
// be that.
void keep_bytes(TokenId id, std::string bytes, bool may_be_chunk, Table& table) {
  if (id >= table.tokens.size()) table.tokens.resize(id + std::size_t{1});
  table.tokens[id] = std::move(bytes);
  if (may_be_chunk || std::ranges::binary_search(table.text_tokens, id)) return;
  table.text_tokens.insert(std::ranges::upper_bound(table.text_tokens, id), id);
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
    if (given != wanted) id.refuse(fmt::format("the library gives {} to this token", wanted));
    return;
  }
  (is_beside && !id.is_given() ? token["content"] : id)
      .refuse(fmt::format("the library gives {} to this token, and before its version 0.22.2 {}",
                          next.by_number, next.by_highest));
}

}  // namespace

// S50e "The library numbers them itself": a token of the vocabulary keeps its id, and any other
// gets the next one. ValueError, with the JSON pointer: the table cannot express a token, or the
// library would give it another id.
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
  std::vector<TokenId> added_alone;
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
    if (!seen.insert(content).second) token["content"].refuse("it occurs twice");

    const std::optional<TokenId> known = names.find(content);
    check_id(token, known, next, is_beside);
    const TokenId id = known.value_or(next.by_number);
    next.by_highest = std::max(next.by_highest, id + 1);
    if (!known) ++next.by_number;
    const bool is_in_table = id < is_made.size() && !table.tokens[id].empty();
    if (!known && is_in_table) {
      if (is_beside && !token["id"].is_given()) {
        token["content"].refuse(fmt::format("{} is the id of a token of the vocabulary", id));
      }
      token["id"].refuse("it is that of a token of the vocabulary");
    }
    auto bytes = is_ascii(content) ? std::nullopt : bytes_of_characters(content);
    if (bytes && !(is_in_table && is_made[id])) {
      keep_bytes(id, *std::move(bytes), known && table.profile.whole_chunks, table);
    } else if (is_in_table && !is_made[id]) {
      if (table.profile.whole_chunks && table.profile.normalizer != Normalizer::none &&
          !is_normalized && can_come_from_nfc(content)) {
        token["content"].refuse(
            "after NFC other text could be this whole chunk, and so this token");
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
  if (word && table.profile.whole_chunks && !added_alone.empty()) {
    word->refuse(
        "required false with ignore_merges: where a literal is not found, a whole chunk could be "
        "an "
        "added token");
  }
  clear_tokens(table, added_alone);
  remove_idle_merges(table);
  table.specials = special_tokens(table.profile.added, 0);
}

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
  if (!token.is_given()) name.refuse("it is not among the special_tokens of the template");
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

// The ids that the library puts before and after the ids of a text (S26i). Each must be the id of a
// token of the table.
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

}  // namespace

bool is_tokenizer_json(const json::Document& document) {
  const json::Node root = document.root();
  if (root.kind() != json::Kind::object) return false;
  for (const json::NamedNode& member : root.members()) {
    if (member.key == "model") return true;
  }
  return false;
}

Table read_tokenizer_json(const json::Document& document, bool drop_missing_bytes,
                          ModelDirectory* directory) {
  const json::Field root(document.root(), "tokenizer.json", "S50b");
  if (const json::Field version = root["version"];
      version.node().is_there() && version.text("1.0") != "1.0") {
    version.refuse("required 1.0");
  }
  check_model_type(root["model"]);
  Table table;
  table.profile.name = "tokenizer.json";
  table.profile.drops_missing_bytes = drop_missing_bytes;
  table.profile.normalizer = read_normalizer(root["normalizer"]);
  table.profile.splits = read_pre_tokenizer(root["pre_tokenizer"]);
  check_decoder(root["decoder"]);
  const TokenNames names = read_model(root["model"], table);
  read_added_tokens(root["added_tokens"], names, table, directory);
  check_ids(root["model"]["vocab"], names, table);
  table.profile.ids_around = read_post_processor(root["post_processor"], table);
  Template sizes;
  read_sizes(root["truncation"], root["padding"], sizes);
  if (directory == nullptr) {
    table.profile.ids_around.cut_at = sizes.cut_at;
    table.profile.ids_around.fill_to = sizes.fill_to;
    table.profile.ids_around.fill_multiple = sizes.fill_multiple;
  } else {
    directory->check_made(table);  // S51e: transformers switches both off
  }
  check_members(root, {"version", "truncation", "padding", "added_tokens", "normalizer",
                       "pre_tokenizer", "post_processor", "decoder", "model"});
  return table;
}

}  // namespace bpetite::interop::huggingface
