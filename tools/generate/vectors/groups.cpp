// Turns rows of the catalogue into groups of vectors (test cases): reads the fields of a row for
// each operation (for example texts, ids, patches of artifacts, corpora or counts, conversations).
// Also has the functions with which families (vectors made by loops) add vectors and texts and find
// a group by its name.
#include "groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <bpetite/errors.hpp>
#include <bpetite/messages.hpp>

#include "conform/suite/protocol.hpp"
#include "conform/suite/vector_rules.hpp"
#include "core/utf8.hpp"

namespace bpetite::generate {
namespace {

using conform::suite::Vector;

const json::Value& field(const Row& row, std::size_t index) {
  if (index >= row.fields.size()) {
    complain(row, "a field is missing");
  }
  return row.fields[index];
}

template <typename T>
const T& field_as(const Row& row, std::size_t index) {
  const T* value = std::get_if<T>(&field(row, index).data);
  if (value == nullptr) {
    complain(row, fmt::format("field {} is of another type", index));
  }
  return *value;
}

json::Value hex(const json::Value& text) {
  return json::string(conform::suite::to_hex(std::get<std::string>(text.data)));
}

// Adds a text to the input. The catalogue writes texts as "text", hex:e280, [["a",5000]]
// (repeated), {"seed":..,"bytes":..,"parts":[..]} (random) or {"count":..,"digits":..} (numbers).
void put_field(const Row& row, json::Object& input, std::string_view name,
               const json::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value.data)) {
    if (text->starts_with("hex:")) {
      const auto bytes = conform::suite::from_hex(text->substr(4));
      if (!bytes) {
        complain(row, "ill-formed hex");
      }
      put_text(input, name, *bytes);
    } else {
      put_text(input, name, *text);
    }
  } else if (const auto* runs = std::get_if<json::Array>(&value.data)) {
    json::Array hexed;
    for (const json::Value& run : *runs) {
      const auto& pair = std::get<json::Array>(run.data);
      hexed.push_back({json::Array{hex(pair.at(0)), pair.at(1)}});
    }
    input.push_back({fmt::format("{}_repeat", name), json::Value{std::move(hexed)}});
  } else {
    json::Object recipe = std::get<json::Object>(value.data);
    const bool random = json::find(recipe, "seed") != nullptr;
    for (auto& [key, part] : recipe) {
      if (key == "digits") {
        part = hex(part);
      } else if (key == "parts") {
        for (json::Value& bytes : std::get<json::Array>(part.data)) {
          bytes = hex(bytes);
        }
      }
    }
    input.push_back({fmt::format("{}_{}", name, random ? "random" : "numbered"),
                     json::Value{std::move(recipe)}});
  }
}

// A patch of an artifact. ["from","to"] replaces text. The other patches are objects:
// {"append":"x"}, {"truncate":10}, {"whole":"[]"}, {"hex":["5d","c3"]}, {"wrap":["[","]"]},
// {"nest":[..]}.
json::Value patch_of(const Row& row, const json::Value& value) {
  const auto op = [](std::string_view name) { return json::Object{{"op", json::string(name)}}; };
  json::Object patch;
  if (const auto* pair = std::get_if<json::Array>(&value.data)) {
    patch = op("text");
    patch.push_back({"from", pair->at(0)});
    patch.push_back({"to", pair->at(1)});
    return {std::move(patch)};
  }
  const auto& [kind, argument] = std::get<json::Object>(value.data).at(0);
  if (kind == "append") {
    patch = op("append_hex");
    patch.push_back({"to", hex(argument)});
  } else if (kind == "append_hex") {
    patch = op("append_hex");
    patch.push_back({"to", argument});
  } else if (kind == "truncate") {
    patch = op("truncate");
    patch.push_back({"bytes", argument});
  } else if (kind == "whole") {
    patch = op("whole_hex");
    patch.push_back({"to", hex(argument)});
  } else if (kind == "whole_hex") {
    patch = op("whole_hex");
    patch.push_back({"to", argument});
  } else if (kind == "hex") {
    patch = op("text_hex");
    patch.push_back({"from", std::get<json::Array>(argument.data).at(0)});
    patch.push_back({"to", std::get<json::Array>(argument.data).at(1)});
  } else if (kind == "wrap") {
    const auto& parts = std::get<json::Array>(argument.data);
    patch = op("wrap_hex");
    patch.push_back({"before", hex(parts.at(0))});
    patch.push_back({"after", hex(parts.at(1))});
  } else if (kind == "nest") {
    const auto& parts = std::get<json::Array>(argument.data);
    patch = op("nest");
    patch.push_back({"from", parts.at(0)});
    patch.push_back({"open", parts.at(1)});
    patch.push_back({"close", parts.at(2)});
    patch.push_back({"depth", parts.at(3)});
  } else {
    complain(row, "no patch is called " + kind);
  }
  return {std::move(patch)};
}

void put_load(const Row& row, Vector& vector) {
  // The catalogue states the step. main.cpp compares it with the step that the reference finds.
  vector.expect.push_back({"step", field(row, 1)});
  json::Array patches;
  for (std::size_t i = 2; i < row.fields.size(); ++i) {
    if (const auto* probe = std::get_if<std::string>(&row.fields[i].data)) {
      put_text(vector.input, "probe", *probe);
    } else {
      patches.push_back(patch_of(row, row.fields[i]));
    }
  }
  if (patches.empty()) {
    vector.artifact = field(row, 0);
  } else {
    vector.artifact = {json::Object{{"base", field(row, 0)}, {"patch", {std::move(patches)}}}};
  }
}

void put_train(const Row& row, Vector& vector) {
  if (const auto* counts = std::get_if<json::Object>(&field(row, 0).data);
      counts != nullptr && json::find(*counts, "counts") != nullptr) {
    json::Array hexed;
    for (const json::Value& entry : std::get<json::Array>(json::find(*counts, "counts")->data)) {
      const auto& pair = std::get<json::Array>(entry.data);
      hexed.push_back({json::Array{hex(pair.at(0)), pair.at(1)}});
    }
    vector.input.push_back({"counts", json::Value{std::move(hexed)}});
  } else {
    put_field(row, vector.input, "corpus", field(row, 0));
  }
  vector.input.push_back({"vocab_size", field(row, 1)});
}

// The first field is the name of a crafted artifact, or {"corpus":..,"vocab_size":..} to train one.
void put_save(const Row& row, Vector& vector) {
  if (const auto* train = std::get_if<json::Object>(&field(row, 0).data)) {
    json::Object input;
    put_field(row, input, "corpus", *json::find(*train, "corpus"));
    input.push_back({"vocab_size", *json::find(*train, "vocab_size")});
    vector.input.push_back({"train", json::Value{std::move(input)}});
  } else {
    vector.artifact = field(row, 0);
  }
  vector.input.push_back({"setup", field(row, 1)});
  vector.input.push_back({"overwrite", field(row, 2)});
}

// The nine special tokens of nanochat, which are used if the row does not name others.
json::Value nanochat_tokens() {
  constexpr std::uint64_t first = 300;
  json::Object tokens;
  for (const char* const name :
       {"bos", "user_start", "user_end", "assistant_start", "assistant_end", "python_start",
        "python_end", "output_start", "output_end"}) {
    tokens.push_back({fmt::format("<|{}|>", name), json::integer(first + tokens.size())});
  }
  return {std::move(tokens)};
}

// The fields are the artifact, the conversation, and optionally
// {"max_tokens":..,"completion":..,"special_tokens":..}.
void put_render(const Row& row, Vector& vector) {
  vector.artifact = field(row, 0);
  const json::Object options =
      row.fields.size() > 2 ? field_as<json::Object>(row, 2) : json::Object{};
  const auto option = [&](std::string_view name, const json::Value& otherwise) {
    const json::Value* const given = json::find(options, name);
    vector.input.push_back({std::string(name), given == nullptr ? otherwise : *given});
  };
  vector.input.push_back({"conversation", field(row, 1)});
  option("special_tokens", nanochat_tokens());
  option("max_tokens", json::integer(default_max_tokens));
  option("completion", {false});
}

// The bytes of a text of the catalogue, in hex: "text" or "hex:e280".
json::Value hex_of(const Row& row, const json::Value& value) {
  json::Object put;
  put_field(row, put, "text", value);
  return put.front().value;
}

// Pieces, texts, edits and parts have their texts in hex.
json::Value hex_of_each(const Row& row, const json::Array& texts) {
  json::Array hexed;
  for (const json::Value& text : texts) hexed.push_back(hex_of(row, text));
  return {std::move(hexed)};
}

json::Value edits_of(const Row& row, const json::Array& given) {
  json::Array edits;
  for (const json::Value& edit : given) {
    const auto& items = std::get<json::Array>(edit.data);
    edits.push_back({json::Array{items.at(0), items.at(1), hex_of(row, items.at(2))}});
  }
  return {std::move(edits)};
}

json::Value parts_of(const Row& row, const json::Array& given) {
  json::Array parts;
  for (const json::Value& part : given) {
    const auto& pair = std::get<json::Array>(part.data);
    const auto& kind = std::get<std::string>(pair.at(0).data);
    parts.push_back({kind == "token" ? json::Object{{kind, pair.at(1)}}
                                     : json::Object{{kind + "_hex", hex_of(row, pair.at(1))}}});
  }
  return {std::move(parts)};
}

// The first field is the artifact. The others depend on the operation:
//   stream     the pieces                 append      the texts
//   replace    a text and edits           parts       the parts, {"seams":..,"strict":..}
//   canonical  ids, "parts" or "one string"           windows     a text and its options
void put_motion(const Row& row, Vector& vector) {
  vector.artifact = field(row, 0);
  json::Object& input = vector.input;
  if (vector.op == "stream") {
    input.push_back({"pieces_hex", hex_of_each(row, field_as<json::Array>(row, 1))});
  } else if (vector.op == "append") {
    input.push_back({"texts_hex", hex_of_each(row, field_as<json::Array>(row, 1))});
  } else if (vector.op == "replace") {
    input.push_back({"text_hex", hex_of(row, field(row, 1))});
    input.push_back({"edits", edits_of(row, field_as<json::Array>(row, 2))});
  } else if (vector.op == "parts") {
    const auto& options = field_as<json::Object>(row, 2);
    const json::Value* const seams = json::find(options, "seams");
    const json::Value* const strict = json::find(options, "strict");
    input.push_back({"parts", parts_of(row, field_as<json::Array>(row, 1))});
    input.push_back({"seams", seams == nullptr ? json::string("joined") : *seams});
    input.push_back({"strict", strict == nullptr ? json::Value{false} : *strict});
  } else if (vector.op == "canonical") {
    input.push_back({"ids", field(row, 1)});
    input.push_back({"as", field(row, 2)});
  } else {
    input = field_as<json::Object>(row, 2);
    input.insert(input.begin(), {"text_hex", hex_of(row, field(row, 1))});
  }
}

void put_fields(const Row& row, Vector& vector) {
  if (vector.op == "pretokenize") {
    put_field(row, vector.input, "text", field(row, 0));
  } else if (vector.op == "encode") {
    vector.artifact = field(row, 0);
    put_field(row, vector.input, "text", field(row, 1));
  } else if (vector.op == "decode") {
    vector.artifact = field(row, 0);
    const auto& ids = field_as<json::Array>(row, 1);
    const bool sequence = !ids.empty() && std::holds_alternative<json::Array>(ids.front().data);
    const bool repeat = row.fields.size() > 2;
    vector.input.push_back({repeat ? "ids_repeat" : sequence ? "sequence" : "ids", {ids}});
  } else if (vector.op == "load") {
    put_load(row, vector);
  } else if (vector.op == "train") {
    put_train(row, vector);
  } else if (vector.op == "save") {
    put_save(row, vector);
  } else if (vector.op == "render") {
    put_render(row, vector);
  } else if (conform::suite::is_motion_op(vector.op)) {
    put_motion(row, vector);
  } else {
    complain(row, "no operation " + vector.op);
  }
}

}  // namespace

std::vector<Group> groups_of(const std::vector<Section>& sections) {
  std::vector<Group> groups;
  for (const Section& section : sections) {
    Group& group = groups.emplace_back(Group{section.group, section.level, section.op, {}});
    for (const Row& row : section.rows) {
      Vector& vector = add(group, row.id, "", "", row.comment);
      vector.tier = row.tier;
      vector.clauses = row.clauses;
      vector.flags = row.flags;
      vector.requires_caps = section.requires_caps;
      put_fields(row, vector);
      if (row.tier == conform::suite::Tier::stress) {
        vector.expect.push_back({"within_seconds", json::integer(20)});
      }
    }
  }
  return groups;
}

conform::suite::Vector& add(Group& group, std::string_view id, std::string_view clauses,
                            std::string_view flags, std::string_view comment) {
  Vector vector;
  vector.id = fmt::format("{}-{}", group.name, id);
  vector.level = group.level;
  vector.group = group.name;
  vector.op = group.op;
  vector.clauses = clauses.empty() ? std::vector<std::string>{} : split(clauses, ',');
  vector.flags = flags.empty() ? std::vector<std::string>{} : split(flags, ',');
  vector.comment = comment;
  return group.vectors.emplace_back(std::move(vector));
}

void put_text(json::Object& input, std::string_view name, std::string_view bytes) {
  input.push_back({fmt::format("{}_hex", name), json::string(conform::suite::to_hex(bytes))});
  if (!utf8::first_ill_formed(bytes)) {
    input.push_back({std::string(name), json::string(bytes)});
  }
}

Group& group_named(std::vector<Group>& groups, std::string_view name, conform::suite::Level level,
                   std::string_view op) {
  const auto found = std::find_if(groups.begin(), groups.end(),
                                  [&](const Group& group) { return group.name == name; });
  return found != groups.end()
             ? *found
             : groups.emplace_back(Group{std::string(name), level, std::string(op), {}});
}

}  // namespace bpetite::generate
