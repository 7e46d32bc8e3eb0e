// Sets the parts of a case (one test case), so that they can be replaced with smaller ones: a
// member (put_member), the bytes of its text or corpus (put_bytes, corpus_input), its merges
// (put_merges), and the patches of its artifact, which are small changes of a tokenizer's file
// (patches_of, put_patches). Describes a case in words (described), and writes its size (size_of).
#include "conform/search/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "conform/suite/motion_input.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/text_edits.hpp"
#include "conform/suite/vector_rules.hpp"
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
  if (!suite::profile_in(vector.artifact)) vector.artifact = {json::Object{}};
  put_member(std::get<json::Object>(vector.artifact.data), "merges", suite::merges_value(merges));
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

// The added tokens of an artifact with a profile: their literals, ids and properties.
std::string added_in_words(const json::Object& artifact) {
  const json::Array* const added = suite::list_member(artifact, "added");
  std::vector<std::string> words;
  for (const json::Value& token : added == nullptr ? json::Array() : *added) {
    words.push_back(json::serialize(token));
  }
  return words.empty() ? "" : " and the added tokens " + listed(words);
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
  if (const auto profile = suite::profile_in(vector.artifact)) {
    text += fmt::format(" of {}{}", *profile, added_in_words(*object));
  }
  for (const json::Value& patch : patches_of(vector)) {
    const std::string change = json::serialize(patch);
    text += fmt::format(" changed by {}", change.substr(0, 2 * longest_text));
    if (change.size() > 2 * longest_text) text += "...";
  }
  return text;
}

suite::MotionInput motion_input_of(const suite::Vector& vector) {
  const json::Value value{vector.input};
  return suite::read_motion_input(vector.op, {"case", "", value});
}

std::string part_in_words(const suite::OwnedPart& part) {
  if (part.id) return fmt::format("token {}", *part.id);
  static constexpr std::array<std::string_view, 3> kinds = {"text", "template", "token"};
  return fmt::format("{} {}", kinds[static_cast<std::size_t>(part.kind)],
                     utf8::quoted(part.text, longest_text));
}

std::string motion_in_words(const suite::Vector& vector) {
  const suite::MotionInput input = motion_input_of(vector);
  std::vector<std::string> words;
  for (const std::string& piece : input.pieces) words.push_back(utf8::quoted(piece, longest_text));
  for (const auto& [begin, end, text] : input.edits) {
    const std::string put_in = utf8::quoted(text, longest_text);
    words.push_back(vector.op == "append" ? put_in : fmt::format("[{},{},{}]", begin, end, put_in));
  }
  for (const suite::OwnedPart& part : input.parts) words.push_back(part_in_words(part));
  if (vector.op == "stream" || vector.op == "append") {
    return fmt::format("{} {}", vector.op, listed(words));
  }
  if (vector.op == "replace") {
    return fmt::format("text {}, edits {}", utf8::quoted(input.text, longest_text), listed(words));
  }
  if (vector.op == "parts") {
    const auto [seams, strict] = input.parts_options;
    return fmt::format("parts {}{}{}", listed(words), seams == Seams::cut ? ", seams cut" : "",
                       strict ? ", strict" : "");
  }
  if (vector.op == "canonical") {
    return fmt::format("{} as {}", ids_in_words(*suite::list_member(vector.input, "ids")),
                       *suite::text_member(vector.input, "as"));
  }
  const auto [most, overlap, at] = input.windows;
  return fmt::format("windows of text {}, at most {}, overlap {}{}",
                     utf8::quoted(input.text, longest_text), suite::counted(most, "id"), overlap,
                     at == WindowEnd::line ? ", at lines" : "");
}

}  // namespace

std::string described(const suite::Suite& suite, const suite::Vector& vector) {
  const std::string artifact = artifact_in_words(suite, vector);
  if (suite::is_motion_op(vector.op)) return motion_in_words(vector) + artifact;
  if (const auto text = suite::bytes_of(vector.input, "text")) {
    return fmt::format("text {}{}", utf8::quoted(*text, longest_text), artifact);
  }
  if (vector.op == "decode") return calls_in_words(vector.input) + artifact;
  suite::Vector copy = vector;
  const json::Object& input = corpus_input(copy);
  if (json::find(input, "vocab_size") != nullptr) return training(input);
  return fmt::format("{}{}", vector.op, artifact);
}

std::vector<std::string> texts_of(const suite::Vector& vector) {
  if (!suite::is_motion_op(vector.op)) {
    const auto text = suite::bytes_of(vector.input, "text");
    return text ? std::vector{*text} : std::vector<std::string>();
  }
  suite::MotionInput input = motion_input_of(vector);
  std::vector<std::string> texts = std::move(input.pieces);
  if (!input.text.empty()) texts.push_back(std::move(input.text));
  for (suite::Edit& edit : input.edits) texts.push_back(std::move(edit.text));
  for (suite::OwnedPart& part : input.parts) texts.push_back(std::move(part.text));
  return texts;
}

namespace {

std::string motion_size_of(const suite::Vector& vector) {
  const suite::MotionInput input = motion_input_of(vector);
  if (vector.op == "canonical") return suite::counted(input.ids.size(), "id");
  std::size_t bytes = 0;
  for (const std::string& text : texts_of(vector)) bytes += text.size();
  const std::size_t items = std::max({input.pieces.size(), input.edits.size(), input.parts.size()});
  if (vector.op == "windows") return suite::counted(bytes, "byte");
  return fmt::format("{} in {}", suite::counted(bytes, "byte"),
                     suite::counted(items, vector.op == "stream"   ? "piece"
                                           : vector.op == "append" ? "text"
                                           : vector.op == "parts"  ? "part"
                                                                   : "edit"));
}

}  // namespace

std::string size_of(const suite::Suite& suite, const suite::Vector& vector) {
  if (suite::is_motion_op(vector.op)) return motion_size_of(vector);
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
