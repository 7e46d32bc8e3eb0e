// Reads a tokenizer.json into a table part by part: the normalizer, the steps that cut text, the
// decoder, the model (names, ids and merges), the added tokens, the template, and the sizes of
// truncation and padding. The function of a part throws a ValueError if the table cannot express
// the part exactly. Also recognises such a file, reads the names and ids of a vocab.json
// (read_names), and refuses ids that are out of proportion to the number of names (check_ids).
//
//   tokenizer.json: /model/merges/1: an array has another form than the merges before it
#include "interop/huggingface/tokenizer_json.hpp"

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

#include "core/json/pointer.hpp"
#include "core/profile.hpp"
#include "core/spelled_bytes.hpp"
#include "core/table.hpp"
#include "interop/huggingface/added_tokens.hpp"
#include "interop/huggingface/needed_members.hpp"
#include "interop/huggingface/template.hpp"
#include "interop/token_names.hpp"
#include "pattern/cutting_json.hpp"
#include "pattern/parse.hpp"

namespace bpetite::interop::huggingface {
namespace {

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
      fail(fmt::format("{} is not an id below {}", json::shown(value), limit));
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
               fmt::format("{} is not an id below {}", id, limit), "S50c");
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
  const bool has_regex = regex.node().is_there();
  if (!has_regex && !string.node().is_there()) {
    pattern.refuse("required an object with Regex or String");
  }
  check_members(pattern, {has_regex ? "Regex" : "String"});
  Split split = isolated(has_regex ? std::string(regex.text()) : escaped(string.text()),
                         unicode::Version::v16_0);
  const json::Field behaviour = step["behavior"];
  const bool is_inverted = needed_flag(step, "invert");
  constexpr std::string_view behaviours = "Isolated, or Removed with invert";
  if (behaviour.text(behaviours) == "Removed" && is_inverted) {
    split.behaviour = Behaviour::matches;
  } else if (behaviour.text() != "Isolated") {
    behaviour.refuse(fmt::format("required {}", behaviours));
  }
  pattern::require_pattern(split.pattern, regex.is_given() ? regex : string);
  return split;
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

void add_byte_level(const json::Field& step, Profile& profile) {
  check_byte_level(step);
  profile.prefix_space = needed_flag(step, "add_prefix_space");
  if (profile.prefix_space && !profile.splits.empty()) {
    step["add_prefix_space"].refuse(
        "required false behind a step that cuts: the library puts a space before each piece");
  }
  if (step["use_regex"].flag(true)) {
    profile.splits.push_back(isolated(std::string(byte_level_pattern), unicode::Version::v16_0));
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

void read_pre_tokenizer(const json::Field& pre_tokenizer, Profile& profile) {
  if (!pre_tokenizer.is_given()) {
    pre_tokenizer.refuse("required ByteLevel: bpetite is about byte-level BPE");
  }
  constexpr std::string_view required = "ByteLevel, or a Sequence that ends with it";
  if (pre_tokenizer.type(required) == "ByteLevel") {
    add_byte_level(pre_tokenizer, profile);
    return;
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
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) add_step(steps[i], profile.splits);
  add_byte_level(steps.back(), profile);
  if (profile.splits.size() > pattern::max_patterns) list.refuse("required at most 64 steps");
}

void check_decoder(const json::Field& decoder) {
  if (!decoder.is_given()) decoder.refuse("required ByteLevel");
  if (decoder.type("ByteLevel") != "ByteLevel") decoder["type"].refuse("required ByteLevel");
  check_byte_level(decoder);
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
  check_model_type(root["model"]);  // first, since another kind has other parts
  if (const json::Field version = root["version"];
      version.node().is_there() && version.text("1.0") != "1.0") {
    version.refuse("required 1.0");
  }
  Table table;
  table.profile.name = "tokenizer.json";
  table.profile.drops_missing_bytes = drop_missing_bytes;
  table.profile.normalizer = read_normalizer(root["normalizer"]);
  read_pre_tokenizer(root["pre_tokenizer"], table.profile);
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
