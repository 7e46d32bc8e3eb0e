// Describes a case in words, and gives its size in the unit of its operation.
#include <fmt/format.h>

#include <algorithm>

#include "conform/shrink/case_parts.hpp"
#include "conform/shrink/scalars.hpp"
#include "conform/shrink/shrink.hpp"
#include "conform/suite/test_material.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::shrink {
namespace {

constexpr std::size_t longest_text = 60;
constexpr std::size_t most_listed = 12;

// The first words of the list, and the number of the others.
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
  if (const json::Array* counts = list_member(input, "counts")) {
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
  if (const auto text = suite::bytes_of(vector.input, "text")) return length_of(*text);
  if (vector.op == "decode") {
    const auto calls = suite::decode_calls(vector.input);
    if (calls.size() > 1) return counted(calls.size(), "call");
    return counted(calls.empty() ? 0 : calls.front().size(), "id");
  }
  suite::Vector copy = vector;
  const json::Object& input = corpus_input(copy);
  if (const json::Array* counts = list_member(input, "counts")) {
    return counted(counts->size(), "chunk");
  }
  if (const auto corpus = suite::bytes_of(input, "corpus")) return length_of(*corpus);
  if (const auto merges = suite::merges_of(suite, vector.artifact)) {
    return counted(merges->size(), "merge");
  }
  return "one case";
}

std::string course_of(const suite::Suite& suite, const suite::Vector& before,
                      const Shrunk& shrunk) {
  const std::string from = size_of(suite, before);
  std::string to = size_of(suite, shrunk.vector);
  // The noun is written once if it is the same: "1,000 scalars to 3", "3 bytes to 1 scalar".
  const auto kind_of = [](std::string_view size) {
    const std::size_t space = std::min(size.find(' '), size.size());
    return size.substr(space,
                       size.ends_with('s') ? size.size() - 1 - space : std::string_view::npos);
  };
  if (kind_of(from) == kind_of(to)) to.resize(std::min(to.find(' '), to.size()));
  return fmt::format("shrunk from {} to {} in {}{}", from, to,
                     shrunk.queries == 1 ? "1 query" : counted(shrunk.queries, "") + " queries",
                     shrunk.finished ? "" : ", at the limit");
}

}  // namespace bpetite::conform::shrink
