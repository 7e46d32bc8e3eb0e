// Reading the vectors from their files.
#include "conform/suite/vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/suite/digest.hpp"
#include "conform/suite/test_material.hpp"

namespace bpetite::conform::suite {
namespace {

// The members of a JSON object, with complaints that name the place.
class Reader {
 public:
  Reader(std::string where, const json::Value& value) : where_(std::move(where)) {
    object_ = std::get_if<json::Object>(&value.data);
    if (object_ == nullptr) {
      fail("not an object");
    }
  }

  [[noreturn]] void fail(std::string_view what) const {
    throw ValueError(fmt::format("suite: {}: {}", where_, what));
  }
  template <typename T>
  const T* find(std::string_view name) const {
    const json::Value* value = json::find(*object_, name);
    if (value == nullptr) {
      return nullptr;
    }
    const T* member = std::get_if<T>(&value->data);
    if (member == nullptr) {
      fail(fmt::format("\"{}\" is of another type", name));
    }
    return member;
  }
  template <typename T>
  const T& get(std::string_view name) const {
    const T* member = find<T>(name);
    if (member == nullptr) {
      fail(fmt::format("no \"{}\"", name));
    }
    return *member;
  }
  std::vector<std::string> strings(std::string_view name) const {
    std::vector<std::string> list;
    if (const auto* array = find<json::Array>(name)) {
      for (const json::Value& value : *array) {
        const auto* text = std::get_if<std::string>(&value.data);
        list.push_back(text == nullptr ? (fail(fmt::format("\"{}\" holds no string", name)), "")
                                       : *text);
      }
    }
    return list;
  }
  std::uint64_t number(std::string_view name) const {
    const auto& integer = get<json::Integer>(name);
    if (integer.negative || !integer.magnitude) {
      fail(fmt::format("\"{}\" is out of range", name));
    }
    return *integer.magnitude;
  }
  // The place of a name in a list of names.
  template <std::size_t Size>
  std::size_t choice(std::string_view name, const std::array<std::string_view, Size>& names) const {
    const auto found = std::find(names.begin(), names.end(), get<std::string>(name));
    if (found == names.end()) {
      fail(fmt::format("\"{}\" is none of its names", name));
    }
    return static_cast<std::size_t>(found - names.begin());
  }

 private:
  std::string where_;
  const json::Object* object_ = nullptr;
};

json::Value parse_json(std::string_view name, std::string_view text) {
  auto parsed = json::parse(text);
  if (const auto* fault = std::get_if<json::Fault>(&parsed)) {
    throw ValueError(
        fmt::format("suite: {}: no JSON at byte {}: {}", name, fault->offset, fault->reason));
  }
  return std::get<json::Value>(std::move(parsed));
}

// What the vectors of a group have in common.
struct Group {
  std::string name;
  Level level = Level::L0;
  std::string op;
};

Vector read_vector(const Group& group, const json::Value& value) {
  const Reader reader(group.name, value);
  Vector vector;
  vector.id = reader.get<std::string>("id");
  const Reader named(fmt::format("{}: {}", group.name, vector.id), value);
  vector.rev = static_cast<int>(named.number("rev"));
  vector.level = group.level;
  vector.tier = static_cast<Tier>(named.choice("tier", tier_names));
  vector.group = group.name;
  vector.op = group.op;
  vector.clauses = named.strings("fr");
  vector.flags = named.strings("flags");
  vector.requires_caps = named.strings("requires");
  vector.comment = named.get<std::string>("comment");
  vector.input = named.get<json::Object>("input");
  if (const json::Value* artifact = json::find(std::get<json::Object>(value.data), "artifact")) {
    vector.artifact = *artifact;
  }
  vector.expect = named.get<json::Object>("expect");
  vector.kills = named.strings("kills");
  return vector;
}

void read_group(Suite& suite, std::string_view name, std::string_view text) {
  const json::Value document = parse_json(name, text);
  const Reader reader{std::string(name), document};
  const Group group{reader.get<std::string>("group"),
                    static_cast<Level>(reader.choice("level", level_names)),
                    reader.get<std::string>("op")};
  if (group.name != name) {
    reader.fail("the group has another name than its file");
  }
  for (const auto& [flag, value] : reader.get<json::Object>("notes")) {
    const auto same = [&flag = flag](const Note& note) { return note.flag == flag; };
    if (std::none_of(suite.notes.begin(), suite.notes.end(), same)) {
      const Reader note(fmt::format("{}: notes: {}", name, flag), value);
      suite.notes.push_back({flag, note.get<std::string>("bug_type"),
                             note.get<std::string>("description"), note.get<std::string>("effect"),
                             note.strings("links")});
    }
  }
  for (const json::Value& value : reader.get<json::Array>("vectors")) {
    suite.vectors.push_back(read_vector(group, value));
  }
}

std::vector<Pair> read_merges(const Reader& reader) {
  std::vector<Pair> merges;
  for (const json::Value& value : reader.get<json::Array>("merges")) {
    const auto* pair = std::get_if<json::Array>(&value.data);
    if (pair == nullptr || pair->size() != 2) {
      reader.fail("a merge is a pair of ids");
    }
    const auto id = [&](const json::Value& side) {
      const auto* integer = std::get_if<json::Integer>(&side.data);
      if (integer == nullptr || integer->negative || !integer->magnitude ||
          *integer->magnitude >= 256 + merges.size()) {
        reader.fail("a merge refers to no earlier token");
      }
      return static_cast<TokenId>(*integer->magnitude);
    };
    merges.push_back({id(pair->front()), id(pair->back())});
  }
  return merges;
}

void read_index(Suite& suite, std::string_view text) {
  const json::Value document = parse_json("suite.json", text);
  const Reader reader("suite.json", document);
  suite.version = reader.get<std::string>("suite");
  for (const auto& [id, title] : reader.get<json::Object>("clauses")) {
    const auto* words = std::get_if<std::string>(&title.data);
    suite.clauses.emplace_back(id, words == nullptr ? "" : *words);
  }
  for (const auto& [name, value] : reader.get<json::Object>("artifacts")) {
    const Reader entry(fmt::format("suite.json: {}", name), value);
    Crafted crafted{entry.get<std::string>("comment"), {}, entry.get<std::string>("sha256"), {}};
    if (entry.find<json::Integer>("reveal_seed") != nullptr) {
      crafted.reveal_seed = entry.number("reveal_seed");
      crafted.merges = reveal_merges(*crafted.reveal_seed);
    } else {
      crafted.merges = read_merges(entry);
    }
    suite.artifacts.emplace(name, std::move(crafted));
  }
}

// Over the names and digests of all files, as SHA256SUMS would list them.
std::string suite_digest(const Files& groups, std::string_view index) {
  std::string lines;
  for (const auto& [name, text] : groups) {
    fmt::format_to(std::back_inserter(lines), "{}  {}.json\n", sha256_hex(text), name);
  }
  return sha256_hex(lines + sha256_hex(index) + "  suite.json\n");
}

}  // namespace

Suite parse_suite(const Files& groups, std::string_view index) {
  Suite suite;
  read_index(suite, index);
  for (const auto& [name, text] : groups) {
    read_group(suite, name, text);
  }
  suite.digest = suite_digest(groups, index);
  return suite;
}

json::Object expectation(const Vector& vector, unicode::Version version) {
  const std::string* result = text_member(vector.expect, "result");
  if (result == nullptr || *result != "acceptable") {
    return vector.expect;
  }
  const json::Value* variants = json::find(vector.expect, "variants");
  const auto* list = variants == nullptr ? nullptr : std::get_if<json::Array>(&variants->data);
  for (const json::Value& value : list == nullptr ? json::Array{} : *list) {
    const auto* variant = std::get_if<json::Object>(&value.data);
    const json::Value* names = variant == nullptr ? nullptr : json::find(*variant, "unicode");
    const auto* array = names == nullptr ? nullptr : std::get_if<json::Array>(&names->data);
    if (array != nullptr && std::any_of(array->begin(), array->end(), [&](const json::Value& name) {
          const auto* text = std::get_if<std::string>(&name.data);
          return text != nullptr && *text == unicode::name(version);
        })) {
      return *variant;
    }
  }
  throw ValueError(
      fmt::format("suite: {}: no variant for Unicode {}", vector.id, unicode::name(version)));
}

const std::string* text_member(const json::Object& object, std::string_view name) {
  const json::Value* value = json::find(object, name);
  return value == nullptr ? nullptr : std::get_if<std::string>(&value->data);
}

}  // namespace bpetite::conform::suite
