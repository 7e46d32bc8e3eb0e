// Sets the parts of a case (one test case), so that they can be replaced with smaller ones: a
// member (put_member), the bytes of its text or corpus (put_bytes, corpus_input), its merges
// (put_merges), and the patches of its artifact, which are small changes of a tokenizer's file
// (patches_of, put_patches). Describes a case in words (described), and writes its size (size_of).
#include "conform/search/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "conform/suite/protocol.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::search {

void put_member(json::Object& object, std::string_view name, json::Value value) {
  for (json::Member& member : object) {
    if (member.key == name) {
      member.value = std::move(value);
      return;
    }
  }
  object.push_back({std::string(name), std::move(value)});
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

void put_merges(suite::Vector& vector, const std::vector<Pair>& merges) {
  const json::Array patches = patches_of(vector);
  vector.artifact = {json::Object{{"merges", suite::merges_value(merges)}}};
  put_patches(vector, patches);
}

json::Array patches_of(const suite::Vector& vector) {
  const auto* object = std::get_if<json::Object>(&vector.artifact.data);
  const json::Array* list = object == nullptr ? nullptr : suite::list_member(*object, "patch");
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

// --- The description in words. ---

namespace {

constexpr std::size_t longest_text = 60;
constexpr std::size_t most_listed = 12;

// The first items of the list, and the number of the other items.
std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < std::min(words.size(), most_listed); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : " ", words[i]);
  }
  return words.size() <= most_listed
             ? text
             : fmt::format("{} and {} more", text, words.size() - most_listed);
}

std::string ids_in_words(const json::Array& ids) {
  std::vector<std::string> words;
  for (const json::Value& id : ids) {
    words.push_back(json::serialize(id));
  }
  return words.empty() ? "no ids" : "ids " + listed(words);
}

std::string calls_in_words(const json::Object& input) {
  std::string text;
  for (const json::Array& call : suite::decode_calls(input)) {
    text += fmt::format("{}{}", text.empty() ? "" : ", then ", ids_in_words(call));
  }
  return text;
}

std::string training(const json::Object& input) {
  std::string text;
  if (const json::Array* counts = suite::list_member(input, "counts")) {
    std::vector<std::string> words;
    for (const json::Value& entry : *counts) {
      words.push_back(json::serialize(entry));
    }
    text = "counts " + listed(words);
  } else {
    text = fmt::format("corpus {}",
                       utf8::quoted(suite::bytes_of(input, "corpus").value_or(""), longest_text));
  }
  const json::Value* size = json::find(input, "vocab_size");
  return fmt::format("{}, vocab_size {}", text, size == nullptr ? "" : json::serialize(*size));
}

std::string artifact_in_words(const suite::Suite& suite, const suite::Vector& vector) {
  if (const auto* name = std::get_if<std::string>(&vector.artifact.data)) {
    return fmt::format(" with the artifact {}", *name);
  }
  const auto* object = std::get_if<json::Object>(&vector.artifact.data);
  if (object == nullptr) {
    return {};
  }
  if (const std::string* builtin = suite::text_member(*object, "builtin")) {
    return fmt::format(" with the built-in vocabulary {}", *builtin);
  }
  std::vector<std::string> words;
  for (const auto& [left, right] :
       suite::merges_of(suite, vector.artifact).value_or(std::vector<Pair>())) {
    words.push_back(fmt::format("({},{})", left, right));
  }
  std::string text = words.empty() ? " with no merges" : " with the merges " + listed(words);
  for (const json::Value& patch : patches_of(vector)) {
    const std::string change = json::serialize(patch);
    text += fmt::format(" changed by {}", change.substr(0, 2 * longest_text));
    if (change.size() > 2 * longest_text) text += "...";
  }
  return text;
}

}  // namespace

std::string described(const suite::Suite& suite, const suite::Vector& vector) {
  const std::string artifact = artifact_in_words(suite, vector);
  if (const auto text = suite::bytes_of(vector.input, "text")) {
    return fmt::format("text {}{}", utf8::quoted(*text, longest_text), artifact);
  }
  if (vector.op == "decode") return calls_in_words(vector.input) + artifact;
  suite::Vector copy = vector;
  const json::Object& input = corpus_input(copy);
  if (json::find(input, "vocab_size") != nullptr) return training(input);
  return fmt::format("{}{}", vector.op, artifact);
}

std::string size_of(const suite::Suite& suite, const suite::Vector& vector) {
  if (const auto text = suite::bytes_of(vector.input, "text")) return suite::length_of(*text);
  if (vector.op == "decode") {
    const auto calls = suite::decode_calls(vector.input);
    if (calls.size() > 1) return suite::counted(calls.size(), "call");
    return suite::counted(calls.empty() ? 0 : calls.front().size(), "id");
  }
  suite::Vector copy = vector;
  const json::Object& input = corpus_input(copy);
  if (const json::Array* counts = suite::list_member(input, "counts")) {
    return suite::counted(counts->size(), "chunk");
  }
  if (const auto corpus = suite::bytes_of(input, "corpus")) return suite::length_of(*corpus);
  if (const auto merges = suite::merges_of(suite, vector.artifact)) {
    return suite::counted(merges->size(), "merge");
  }
  return "one case";
}

}  // namespace bpetite::conform::search
