// Makes vectors (test cases) whose expected ids are computed with the vocabulary of a rank file,
// which lists tokens and their ids. Reads the argument NAME=FILE and the file (read_ranks); NAME is
// one of three vocabularies that were trained with GPT-2's pattern. Makes a suite of encode and
// decode vectors from the texts of another suite (ranked_suite), and computes the expected result
// of one vector (ranked_expectation).
#include "conform/judge/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/judge/expected.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/test_material.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "interop/tiktoken.hpp"
#include "profiles/profiles.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/pretokenize.hpp"

namespace bpetite::conform::judge {
namespace {

// The public vocabularies that were trained with the pattern of v1.
constexpr std::array<std::string_view, 3> of_v1 = {"r50k_base", "p50k_base", "gpt2"};

// For a table from a rank file, the reference's time grows with the square of the length of a
// chunk.
constexpr std::size_t longest_chunk = 8192;

bool has_long_chunk(std::string_view text, const Profile& profile) {
  const auto chunks = reference::pretokenize(text, profile);
  return std::any_of(chunks.begin(), chunks.end(),
                     [](std::string_view chunk) { return chunk.size() > longest_chunk; });
}

// The profile of the vocabulary, without special tokens. No text of these vectors contains one.
Profile ranked_profile() {
  Profile profile = profiles::gpt2();
  profile.added.tokens.clear();
  return profile;
}

json::Object valid_ids(const std::vector<TokenId>& ids) {
  json::Object expect{{"result", json::string("valid")}};
  tell_ids(expect, ids);
  return expect;
}

// The expected ids: for the pinned version, or for each version if the answer of the original
// vector depends on the version of Unicode.
json::Object expect_of(const suite::Vector& original, std::string_view text, const Ranks& ranks) {
  const auto encoded = [&](unicode::Version version) {
    Table table = ranks.loaded.table;
    table.profile = with_version(std::move(table.profile), version);
    return valid_ids(reference::encode(text, table));
  };
  if (*suite::text_member(original.expect, "result") != "acceptable") {
    return encoded(unicode::pinned);
  }
  json::Array variants;
  for (const unicode::Version version : unicode::versions) {
    json::Object variant = encoded(version);
    variant.push_back({"unicode", {json::Array{json::string(unicode::name(version))}}});
    variants.push_back({std::move(variant)});
  }
  return {{"result", json::string("acceptable")}, {"variants", {std::move(variants)}}};
}

// The vector that decodes the listed ids of an encode vector.
suite::Vector decoding_of(const suite::Vector& encoding, const json::Value& ids) {
  suite::Vector vector = encoding;
  vector.id += "-decode";
  vector.level = suite::Level::L1;
  vector.op = "decode";
  vector.input = {{"ids", ids}};
  vector.expect = {{"result", json::string("valid")},
                   {"text_hex", *json::find(encoding.input, "text_hex")}};
  return vector;
}

}  // namespace

Ranks read_ranks(std::string_view argument) {
  const std::size_t equals = std::min(argument.find('='), argument.size());
  const std::string_view name = argument.substr(0, equals);
  if (equals == argument.size()) {
    throw ValueError(fmt::format("ranks: {}: no file, required NAME=FILE", utf8::quoted(argument)));
  }
  if (std::find(of_v1.begin(), of_v1.end(), name) == of_v1.end()) {
    throw ValueError(fmt::format("ranks: {}: its pattern is not carried, required one of {}",
                                 utf8::quoted(name), fmt::join(of_v1, ", ")));
  }
  const std::string file = file::read(std::string(argument.substr(equals + 1)));
  return {std::string(name), {interop::read_tiktoken(file, ranked_profile())}};
}

json::Object ranked_expectation(const suite::Vector& vector, const Ranks& ranks) {
  try {
    if (vector.op == "encode") {
      const std::string text = suite::bytes_of(vector.input, "text").value_or("");
      return valid_ids(reference::encode(text, ranks.loaded.table));
    }
    const auto ids = program::read_ids(suite::decode_calls(vector.input).front());
    return {{"result", json::string("valid")},
            {"text_hex", json::string(suite::to_hex(reference::decode(ids, ranks.loaded.table)))}};
  } catch (const Error& error) {
    return {{"result", json::string("invalid")}, {"error", json::string(error.kind())}};
  }
}

suite::Suite ranked_suite(const suite::Suite& suite, const Ranks& ranks) {
  suite::Suite ranked;
  ranked.version = suite.version;
  ranked.digest = suite.digest;
  ranked.notes = suite.notes;
  std::set<std::string> seen;
  for (const suite::Vector& original : suite.vectors) {
    const bool of_text = original.op == "pretokenize" || original.op == "encode";
    const auto text = of_text ? suite::bytes_of(original.input, "text") : std::nullopt;
    if (!text || original.tier == suite::Tier::stress || utf8::first_ill_formed(*text) ||
        text->find(end_of_text) != std::string::npos ||
        has_long_chunk(*text, ranks.loaded.table.profile) || !seen.insert(*text).second) {
      continue;
    }
    suite::Vector vector = original;
    vector.id = fmt::format("{}-{}", ranks.name, original.id);
    vector.op = "encode";
    vector.input = {{"text_hex", json::string(suite::to_hex(*text))}};
    vector.artifact = {json::Object{{"builtin", json::string(ranks.name)}}};
    vector.requires_caps.clear();
    vector.expect = expect_of(original, *text, ranks);
    if (const json::Value* ids = json::find(vector.expect, "ids")) {
      ranked.vectors.push_back(decoding_of(vector, *ids));
    }
    ranked.vectors.push_back(std::move(vector));
  }
  return ranked;
}

}  // namespace bpetite::conform::judge
