#include "interop/huggingface/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include "interop/byte_alphabet.hpp"

namespace bpetite::interop::huggingface {
namespace {

// S50b: what else the library's BPE can do, and no byte-level BPE needs.
void check_options(const json::Field& model) {
  if (const json::Field type = model["type"]; type.is_given() && type.text() != "BPE") {
    type.refuse("required BPE: bpetite is about byte-level BPE");
  }
  if (const json::Field dropout = model["dropout"]; dropout.is_given()) {
    if (dropout.node().kind() != json::Kind::integer || dropout.node().small_number() != 0) {
      dropout.refuse("required null: with dropout the ids of a text are left to chance");
    }
  }
  for (const std::string_view key : {"continuing_subword_prefix", "end_of_word_suffix"}) {
    const json::Field field = model[key];
    if (field.is_given() && !field.text().empty()) field.refuse("required null or \"\"");
  }
  for (const std::string_view key : {"fuse_unk", "byte_fallback"}) {
    const json::Field field = model[key];
    if (field.flag(false)) field.refuse("required false");
  }
}

// S31a "Every byte that text can hold has a token", unless the others may be dropped (S31d).
void check_bytes(const json::Field& field, Table& table) {
  const std::vector<unsigned char> missing = missing_bytes(table);
  if (missing.empty()) {
    table.profile.drops_missing_bytes = false;
  } else if (!table.profile.drops_missing_bytes) {
    field.fail("", fmt::format("the byte 0x{:02x} has no token", missing.front()), "S31a");
  }
}

}  // namespace

IdsByName read_names(const json::Field& field, Table& table) {
  const auto members = field.require(json::Kind::object, "an object of tokens").node().members();
  const std::size_t limit = std::min<std::size_t>(2 * members.size() + 1024, max_vocab_size);
  IdsByName ids;
  ids.reserve(members.size());
  boost::unordered_flat_set<TokenId> text_tokens;
  std::vector<bool> is_taken;
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
      is_taken.resize(id + std::size_t{1});
    }
    if (is_taken[id]) fail(fmt::format("the id {} occurs twice", id));
    is_taken[id] = true;
    ids.emplace(name, id);

    // S31b: a name with other characters is a text, which no chunk becomes.
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
  return ids;
}

namespace {

// The two names of a merge: "a b", or ["a", "b"]. Nothing for another value.
std::optional<std::pair<std::string_view, std::string_view>> names_of(json::Node merge) {
  if (merge.kind() == json::Kind::string) {
    const std::string_view text = merge.text();
    const std::size_t space = text.find(' ');
    if (space == std::string_view::npos || text.find(' ', space + 1) != std::string_view::npos) {
      return std::nullopt;
    }
    return std::pair(text.substr(0, space), text.substr(space + 1));
  }
  if (merge.kind() != json::Kind::array) return std::nullopt;
  const auto parts = merge.elements();
  if (parts.size() != 2 || parts[0].kind() != json::Kind::string ||
      parts[1].kind() != json::Kind::string) {
    return std::nullopt;
  }
  return std::pair(parts[0].text(), parts[1].text());
}

void read_merges(const json::Field& field, const IdsByName& ids, Table& table) {
  const auto merges = field.require(json::Kind::array, "an array of merges").node().elements();
  MergeList list(ids, table, merges.size());
  std::vector<std::size_t> places;  // of the merges in the file
  places.reserve(merges.size());
  const auto fail = [&](std::size_t place, const std::string& what) {
    field.fail(fmt::format("/{}", place), what, "S50c");
  };
  for (std::size_t i = 0; i < merges.size(); ++i) {
    // The library passes over such lines of older files.
    if (merges[i].kind() == json::Kind::string && merges[i].text().starts_with("#version")) {
      continue;
    }
    const auto names = names_of(merges[i]);
    if (!names) fail(i, json::shown(merges[i]) + " is not the names of two tokens");
    if (const auto fault = list.add(names->first, names->second)) fail(i, *fault);
    places.push_back(i);
  }
  if (const auto rank = list.repeated()) fail(places[*rank], "the merge occurs twice");
}

}  // namespace

IdsByName read_model(const json::Field& model, Table& table) {
  check_options(model);
  IdsByName ids = read_names(model["vocab"], table);
  read_merges(model["merges"], ids, table);
  table.profile.merging = Merging::pairs;
  table.profile.whole_chunks = model["ignore_merges"].flag(false);
  return ids;
}

}  // namespace bpetite::interop::huggingface
