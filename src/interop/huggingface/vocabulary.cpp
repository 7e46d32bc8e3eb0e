#include "interop/huggingface/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include "interop/byte_alphabet.hpp"
#include "interop/merge_list.hpp"

namespace bpetite::interop::huggingface {
namespace {

// S50b: what else the library's BPE can do, and no byte-level BPE needs.
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

// S50b: in place of a byte that is missing, names of single bytes are looked for, or else the
// unknown token is taken. Where text can hold no missing byte, neither happens.
void check_fallbacks(const json::Field& model, const Table& table) {
  const std::vector<unsigned char> missing = missing_bytes(table);
  if (missing.empty()) return;
  const std::string reason = fmt::format("since the byte 0x{:02x} has no token", missing.front());
  if (const json::Field fallback = model["byte_fallback"]; fallback.flag(false)) {
    fallback.refuse("required false, " + reason);
  }
  if (const json::Field unknown = model["unk_token"]; unknown.is_given()) {
    unknown.refuse("required null, " + reason);
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

// The two names of a merge: "a b", or ["a", "b"]. Nothing for another value.
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
  std::vector<std::size_t> passed;  // the ranks that the merges after passed lines have
  const auto fail = [&](std::size_t place, const std::string& what) {
    field.fail(fmt::format("/{}", place), what, "S50c");
  };
  MergeList list(names, table, count, [&](std::size_t rank, const std::string& what) {
    const auto before = std::ranges::upper_bound(passed, rank) - passed.begin();
    fail(rank + static_cast<std::size_t>(before), what);
  });
  std::size_t place = 0;
  for (const json::Node merge : merges) {
    // The library passes over such lines of older files.
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

}  // namespace

void check_model_type(const json::Field& model) {
  const json::Field type = model["type"];
  if (type.is_given() && type.text("BPE") != "BPE") {
    type.refuse("required BPE: bpetite is about byte-level BPE");
  }
}

TokenNames read_model(const json::Field& model, Table& table) {
  check_options(model);
  TokenNames names = read_names(model["vocab"], table);
  check_fallbacks(model, table);
  read_merges(model["merges"], names, table);
  table.profile.merging = Merging::pairs;
  table.profile.whole_chunks = model["ignore_merges"].flag(false);
  return names;
}

}  // namespace bpetite::interop::huggingface
