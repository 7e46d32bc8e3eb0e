// Builds the bytes that vectors (test cases) describe in short forms: texts and corpora (bytes_of),
// the ids of decode calls (decode_calls), and the files of artifacts with their patches
// (artifact_bytes, patched). Gives the merges of an artifact (merges_of) and those of the reveal
// table, a large table in random order (reveal_merges). Also computes the digests of long results
// (ids_digest, chunks_digest, merges_digest).
#include "conform/suite/test_material.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "conform/suite/judged_profile.hpp"
#include "conform/suite/placed_json.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/split_mix.hpp"
#include "conform/suite/vector_rules.hpp"
#include "core/table.hpp"
#include "core/utf8.hpp"
#include "corpus/sha256.hpp"

namespace bpetite::conform::suite {
namespace {

const json::Value& input_member(const json::Object& object, std::string_view name) {
  const json::Value* value = json::find(object, name);
  if (value == nullptr) {
    throw ValueError(fmt::format("suite: no \"{}\"", name));
  }
  return *value;
}

template <typename T>
const T& as(const json::Value& value) {
  const T* wanted = std::get_if<T>(&value.data);
  if (wanted == nullptr) {
    throw ValueError("suite: a member of an input or a patch is of another type");
  }
  return *wanted;
}

std::uint64_t number(const json::Value& value) {
  const auto& integer = as<json::Integer>(value);
  if (integer.negative || !integer.magnitude) {
    throw ValueError("suite: a number is out of range");
  }
  return *integer.magnitude;
}

std::string unhex(const json::Value& value) {
  auto bytes = from_hex(as<std::string>(value));
  if (!bytes) {
    throw ValueError("suite: ill-formed hex");
  }
  return *std::move(bytes);
}

// Repeats each part of [[hex, n], ...] n times, in this order.
std::string repeated(const json::Array& runs) {
  std::string text;
  for (const json::Value& run : runs) {
    const auto& pair = as<json::Array>(run);
    const std::string part = unhex(pair.at(0));
    for (std::uint64_t n = number(pair.at(1)); n > 0; --n) {
      text += part;
    }
  }
  return text;
}

// Joins random parts as long as they fit, and then fills the text up with "a".
std::string random(const json::Object& recipe) {
  const auto size = static_cast<std::size_t>(number(input_member(recipe, "bytes")));
  std::vector<std::string> parts;
  for (const json::Value& part : as<json::Array>(input_member(recipe, "parts"))) {
    parts.push_back(unhex(part));
  }
  SplitMix64 numbers(number(input_member(recipe, "seed")));
  std::string text;
  for (;;) {
    const std::string& part = parts.at(numbers.next() % parts.size());
    if (text.size() + part.size() > size) {
      break;
    }
    text += part;
  }
  return text + std::string(size - text.size(), 'a');
}

// " a", " b", ... " ba": the numbers 0, 1, ... in these digits, each after a space.
std::string numbered(const json::Object& recipe) {
  const std::string digits = unhex(input_member(recipe, "digits"));
  std::string text;
  for (std::uint64_t n = 0; n < number(input_member(recipe, "count")); ++n) {
    std::string word;
    std::uint64_t rest = n;
    do {
      word += digits.at(rest % digits.size());
      rest /= digits.size();
    } while (rest > 0);
    text += ' ';
    text.append(word.rbegin(), word.rend());
  }
  return text;
}

// Replaces the first occurrence of `from` by `to`.
std::string replaced(std::string_view file, std::string_view from, std::string_view to) {
  const std::size_t place = file.find(from);
  if (from.empty() || place == std::string_view::npos) {
    throw ValueError(fmt::format("suite: a patch does not apply: no {}", utf8::quoted(from)));
  }
  return fmt::format("{}{}{}", file.substr(0, place), to, file.substr(place + from.size()));
}

std::string times(std::string_view text, std::uint64_t n) {
  std::string result;
  for (; n > 0; --n) {
    result += text;
  }
  return result;
}

}  // namespace

std::optional<std::string> bytes_of(const json::Object& input, std::string_view name) {
  const auto find = [&](std::string_view form) {
    return json::find(input, fmt::format("{}_{}", name, form));
  };
  if (const json::Value* hex = find("hex")) return unhex(*hex);
  if (const json::Value* runs = find("repeat")) return repeated(as<json::Array>(*runs));
  if (const json::Value* recipe = find("random")) return random(as<json::Object>(*recipe));
  if (const json::Value* recipe = find("numbered")) return numbered(as<json::Object>(*recipe));
  return std::nullopt;
}

std::vector<json::Array> decode_calls(const json::Object& input) {
  if (const json::Value* ids = json::find(input, "ids")) {
    return {as<json::Array>(*ids)};
  }
  if (const json::Value* runs = json::find(input, "ids_repeat")) {
    json::Array ids;
    for (const json::Value& run : as<json::Array>(*runs)) {
      const auto& pair = as<json::Array>(run);
      ids.insert(ids.end(), static_cast<std::size_t>(number(pair.at(1))), pair.at(0));
    }
    return {std::move(ids)};
  }
  std::vector<json::Array> calls;
  for (const json::Value& call : as<json::Array>(input_member(input, "sequence"))) {
    calls.push_back(as<json::Array>(call));
  }
  return calls;
}

namespace {

// The file of the artifact with these merges. Files are remembered, because many processes and
// suspects get the same few.
std::string crafted_file(const std::vector<Pair>& merges) {
  constexpr std::size_t most_known = 256;
  thread_local std::map<std::vector<Pair>, std::string> known;
  if (known.size() >= most_known) known.clear();
  const auto [place, is_new] = known.try_emplace(merges);
  if (is_new) place->second = artifact::serialize(suite::judged_table(merges));
  return place->second;
}

}  // namespace

std::string artifact_bytes(const Suite& suite, std::string_view name) {
  const auto found = suite.artifacts.find(std::string(name));
  if (found == suite.artifacts.end()) {
    throw ValueError(fmt::format("suite: no artifact {}", name));
  }
  return crafted_file(found->second.merges);
}

std::string artifact_bytes(const Suite& suite, const json::Value& artifact, std::size_t patches) {
  if (const auto* name = std::get_if<std::string>(&artifact.data)) {
    return artifact_bytes(suite, *name);
  }
  const auto& object = as<json::Object>(artifact);
  const auto own = merges_of(suite, artifact);
  std::string file = own ? crafted_file(*own)
                         : artifact_bytes(suite, as<std::string>(input_member(object, "base")));
  const json::Value* patch = json::find(object, "patch");
  if (patch != nullptr) {
    const auto& list = as<json::Array>(*patch);
    for (std::size_t i = 0; i < std::min(patches, list.size()); ++i) {
      file = patched(file, as<json::Object>(list[i]));
    }
  }
  return file;
}

std::optional<std::vector<Pair>> merges_of(const Suite& suite, const json::Value& artifact) {
  const auto* object = std::get_if<json::Object>(&artifact.data);
  if (const json::Value* list = object == nullptr ? nullptr : json::find(*object, "merges")) {
    return merges_in(PlacedJson("suite", "merges", *list));
  }
  const std::string* name = std::get_if<std::string>(&artifact.data);
  if (object != nullptr) name = text_member(*object, "base");
  const auto found = name == nullptr ? suite.artifacts.end() : suite.artifacts.find(*name);
  if (found == suite.artifacts.end()) {
    return std::nullopt;
  }
  return found->second.merges;
}

std::string patched(std::string_view file, const json::Object& patch) {
  const auto& op = as<std::string>(input_member(patch, "op"));
  if (op == "text") {
    return replaced(file, as<std::string>(input_member(patch, "from")),
                    as<std::string>(input_member(patch, "to")));
  }
  if (op == "text_hex") {
    return replaced(file, unhex(input_member(patch, "from")), unhex(input_member(patch, "to")));
  }
  if (op == "append_hex") {
    return std::string(file) + unhex(input_member(patch, "to"));
  }
  if (op == "truncate") {
    return std::string(file.substr(0, number(input_member(patch, "bytes"))));
  }
  if (op == "whole_hex") {
    return unhex(input_member(patch, "to"));
  }
  if (op == "wrap_hex") {
    return unhex(input_member(patch, "before")) + std::string(file) +
           unhex(input_member(patch, "after"));
  }
  if (op == "nest") {
    const std::uint64_t depth = number(input_member(patch, "depth"));
    const auto& from = as<std::string>(input_member(patch, "from"));
    return replaced(file, from,
                    times(as<std::string>(input_member(patch, "open")), depth) + from +
                        times(as<std::string>(input_member(patch, "close")), depth));
  }
  throw ValueError(fmt::format("suite: no patch is called {}", op));
}

// A byte that can end a scalar is ASCII or a continuation byte. A byte that can begin one is
// ASCII or the first byte of a sequence of two to four. The shuffle is that of Fisher and Yates,
// from the end.
std::vector<Pair> reveal_merges(std::uint64_t seed) {
  std::vector<Pair> merges;
  for (TokenId left = 0x00; left <= 0xbf; ++left) {
    for (TokenId right = 0x00; right <= 0xf4; ++right) {
      if (right <= 0x7f || right >= 0xc2) {
        merges.push_back({left, right});
      }
    }
  }
  SplitMix64 numbers(seed);
  for (std::size_t i = merges.size() - 1; i > 0; --i) {
    std::swap(merges[i], merges[numbers.next() % (i + 1)]);
  }
  return merges;
}

std::string ids_digest(std::span<const TokenId> ids) {
  std::string lines;
  for (const TokenId id : ids) {
    fmt::format_to(std::back_inserter(lines), "{}\n", id);
  }
  return corpus::sha256_hex(lines);
}

std::string chunks_digest(std::span<const std::string> chunks) {
  std::string lines;
  for (const std::string& chunk : chunks) {
    lines += to_hex(chunk) + "\n";
  }
  return corpus::sha256_hex(lines);
}

std::string merges_digest(std::span<const Pair> merges) {
  std::string lines;
  for (const auto& [left, right] : merges) {
    fmt::format_to(std::back_inserter(lines), "{} {}\n", left, right);
  }
  return corpus::sha256_hex(lines);
}

}  // namespace bpetite::conform::suite
