// Two ways of `bpetite encode` that have files of their own: a text that is encoded while it
// arrives (encode_stream.cpp), and prompts that are put together from parts (encode_parts.cpp).
//
//   --stream --input -     a line of ids for each piece of the input that completes some
//   --parts prompts.jsonl  a line of ids for each line of the file
#pragma once

#include <cstddef>

#include <bpetite/motion.hpp>
#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

#include "cli/options/arguments.hpp"
#include "cli/options/ids.hpp"

namespace bpetite::cli {

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
