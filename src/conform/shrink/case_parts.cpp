// Reads and replaces parts of a case in its JSON objects.
#include "conform/shrink/case_parts.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "conform/suite/protocol.hpp"

namespace bpetite::conform::shrink {

void put_member(json::Object& object, std::string_view name, json::Value value) {
  for (json::Member& member : object) {
    if (member.key == name) {
      member.value = std::move(value);
      return;
    }
  }
  object.push_back({std::string(name), std::move(value)});
}

std::optional<std::uint64_t> number_member(const json::Object& object, std::string_view name) {
  const json::Value* value = json::find(object, name);
  const auto* integer = value == nullptr ? nullptr : std::get_if<json::Integer>(&value->data);
  return integer == nullptr || integer->negative ? std::nullopt : integer->magnitude;
}

const json::Array* list_member(const json::Object& object, std::string_view name) {
  const json::Value* value = json::find(object, name);
  return value == nullptr ? nullptr : std::get_if<json::Array>(&value->data);
}

json::Object& corpus_input(suite::Vector& vector) {
  for (json::Member& member : vector.input) {
    auto* inner = std::get_if<json::Object>(&member.value.data);
    if (member.key == "train" && inner != nullptr) return *inner;
  }
  return vector.input;
}

void put_bytes(json::Object& input, std::string_view name, std::string_view bytes) {
  static constexpr std::array<std::string_view, 4> forms = {"", "_repeat", "_random", "_numbered"};
  for (const std::string_view form : forms) {
    const std::string key = fmt::format("{}{}", name, form);
    std::erase_if(input, [&](const json::Member& member) { return member.key == key; });
  }
  put_member(input, fmt::format("{}_hex", name), json::string(suite::to_hex(bytes)));
}

json::Value merges_value(const std::vector<Pair>& merges) {
  json::Array list;
  for (const auto& [left, right] : merges) {
    list.push_back({json::Array{json::integer(left), json::integer(right)}});
  }
  return {std::move(list)};
}

void put_merges(suite::Vector& vector, const std::vector<Pair>& merges) {
  const json::Array patches = patches_of(vector);
  vector.artifact = {json::Object{{"merges", merges_value(merges)}}};
  put_patches(vector, patches);
}

json::Array patches_of(const suite::Vector& vector) {
  const auto* object = std::get_if<json::Object>(&vector.artifact.data);
  const json::Array* list = object == nullptr ? nullptr : list_member(*object, "patch");
  return list == nullptr ? json::Array{} : *list;
}

void put_patches(suite::Vector& vector, json::Array patches) {
  auto* object = std::get_if<json::Object>(&vector.artifact.data);
  if (object == nullptr) {
    return;
  }
  std::erase_if(*object, [](const json::Member& member) { return member.key == "patch"; });
  if (!patches.empty()) object->push_back({"patch", {std::move(patches)}});
}

}  // namespace bpetite::conform::shrink
