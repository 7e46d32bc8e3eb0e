// Three ways of `bpetite encode` that have files of their own: many texts (encode_batch.cpp), a
// text that is encoded while it arrives (encode_stream.cpp), and prompts that are put together from
// parts (encode_parts.cpp).
//
//   --batch jsonl          a line of ids for each text of the input
//   --stream --input -     a line of ids for each piece of the input that completes some
//   --parts prompts.jsonl  a line of ids for each line of the file
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include <bpetite/motion.hpp>
#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

#include "cli/options/arguments.hpp"
#include "cli/options/ids.hpp"

namespace bpetite::cli {

// What a text of a batch gives: its result as it is written, the number of its ids, and whether
// --max-ids has cut them.
struct BatchResult {
  std::string written;
  std::size_t ids = 0;
  bool is_cut = false;
};
using EncodeOne = std::function<BatchResult(std::string_view text)>;

// Encodes each text of --input by `encode_one`, which threads call at the same time, and writes the
// results in the order of the texts (S57d).
void encode_batch(const Arguments& arguments, unsigned threads, const EncodeOne& encode_one);

// The value of --max-pending. Throws UsageError if it is not a number of bytes above 0.
std::size_t pending_limit(const Arguments& arguments);

// Encodes the text of --input piece by piece, and writes its ids as they become final (S66a).
void encode_stream(const Arguments& arguments, const Tokenizer& tokenizer,
                   const SpecialChoice& choice, Format format);

// --seams and --strict. Throws UsageError if the value of --seams is neither joined nor cut.
PartsOptions parts_options(const Arguments& arguments);

// Encodes each line of --parts, and writes its ids or their number (S66b).
void encode_lines_of_parts(const Arguments& arguments, const Tokenizer& tokenizer,
                           unsigned threads);

}  // namespace bpetite::cli
