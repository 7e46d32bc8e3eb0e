// Builds the bytes that vectors (test cases) describe in short forms: texts and corpora (bytes_of),
// ids of decode calls (decode_calls), artifacts and their patches (artifact_bytes, patched). Also
// gives the merges of an artifact (merges_of) and of the reveal table, a large table in random
// order (reveal_merges), and the digests of long lists of ids, chunks and merges.
//
//   {"text_hex":"6161"}                                          "aa"
//   {"text_repeat":[["61",5000],["0a",1]]}                       5,000 letters and a newline
//   {"text_random":{"seed":7,"bytes":65536,"parts":["2061"]}}    parts picked by SplitMix64
//   {"text_numbered":{"count":100000,"digits":"616263"}}         " a b c ba bb bc ca ..."
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::suite {

// The bytes of the member NAME_hex, NAME_repeat, NAME_random or NAME_numbered of `input`, where
// NAME is "text" or "corpus". Returns nullopt if `input` has none of them. Throws ValueError if the
// member is ill-formed.
std::optional<std::string> bytes_of(const json::Object& input, std::string_view name);

// The calls of a decode input: one call for "ids" or "ids_repeat":[[97,5000],[10,1]], several for
// "sequence". Ids stay JSON, because some vectors have ids that do not fit in a TokenId.
std::vector<json::Array> decode_calls(const json::Object& input);

// The file of a crafted artifact, or of a vector's artifact: a name, or a base and its patches. The
// base may be given by its merges: {"merges":[[97,98]],"patch":[...]}, {"merges":[]}. Applies at
// most `patches` patches. Throws ValueError if there is no such artifact, or if a patch does not
// apply.
std::string artifact_bytes(const Suite& suite, std::string_view name);
std::string artifact_bytes(const Suite& suite, const json::Value& artifact,
                           std::size_t patches = SIZE_MAX);

// The merges of the base of a vector's artifact, or nullopt if the vector has no artifact.
std::optional<std::vector<Pair>> merges_of(const Suite& suite, const json::Value& artifact);

// Applies one patch: {"op":"text","from":..,"to":..} at the first occurrence of "from",
// {"op":"text_hex",..} the same in hex, {"op":"append_hex","to":..}, {"op":"truncate","bytes":N},
// {"op":"whole_hex","to":..}, {"op":"wrap_hex","before":..,"after":..},
// {"op":"nest","from":..,"open":"[","close":"]","depth":N}.
std::string patched(std::string_view file, const json::Object& patch);

// The merges of the reveal table: all pairs of a byte that can end a scalar and a byte that can
// begin one. The seed gives their random order.
std::vector<Pair> reveal_merges(std::uint64_t seed);

// The digest of a long result. Each item is a line: an id in decimal, a chunk in hex, a
// merge as "97 98".
std::string ids_digest(std::span<const TokenId> ids);
std::string chunks_digest(std::span<const std::string> chunks);
std::string merges_digest(std::span<const Pair> merges);

}  // namespace bpetite::conform::suite
