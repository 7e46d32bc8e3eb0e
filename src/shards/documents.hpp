// Reads the documents of a piece of an input, one after the other, with the place of each, and the
// digest of all bytes that the piece owns (S81d). Reader gives the documents; a document that
// cannot be read is given as a fault.
//
//   a.jsonl      {"text":"ab"}\n{"text":"c"}\n       bytes 0 to 14, and 14 to 27
//   0 to 10      the document "ab": its line begins here, and is read to its end
//   10 to 27     the document "c"
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "corpus/sha256.hpp"
#include "shards/plan.hpp"

namespace bpetite::shards {

// Gets the documents of a piece in their order. `at` is where the line or text of a document
// begins, in bytes of the input, decompressed.
struct Documents {
  std::function<void(std::uint64_t at, std::string&& text)> take;
  // A document that cannot be read, and why.
  std::function<void(std::uint64_t at, std::string reason)> refuse;
  // The number of bytes of the input's file that were read since the last call.
  std::function<void(std::uint64_t bytes)> progress;
};

// ValueError: the input does not have the size of the plan, or is compressed and was not, or the
// other way round (S82a).
void require_same_input(const Input& input, const std::filesystem::path& root);

// Reads a piece of an input of the plan below the root. Adds the bytes of its documents to
// `digest`, with the line feeds and separators behind them, and returns their number.
// FileNotFoundError, OSError: the file cannot be read. ValueError: it is not the input of the plan,
// also after it was read, or its compressed bytes are damaged.
std::uint64_t read_piece(const Plan& plan, const std::filesystem::path& root, const Piece& piece,
                         corpus::Sha256& digest, const Documents& documents);

}  // namespace bpetite::shards
