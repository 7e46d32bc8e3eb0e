// Reads the template of a tokenizer.json: the ids before and after those of a text (S26i), and to
// how many ids the library cuts or fills them up (S50g).
//
//   {"type":"BertProcessing","cls":["[CLS]",2],"sep":["[SEP]",3]}     before 2, after 3
#pragma once

#include "core/json/pointer.hpp"
#include "core/table.hpp"

namespace bpetite::interop::huggingface {

// The ids of the post-processor. Each must be the id of a token of the table, which must have all
// of its tokens. ValueError, with the JSON pointer: it is another one, or faulty.
Template read_post_processor(const json::Field& post_processor, const Table& table);

// Puts the sizes of truncation and padding into a template. ValueError, with the JSON pointer, as
// above.
void read_sizes(const json::Field& truncation, const json::Field& padding, Template& around);

}  // namespace bpetite::interop::huggingface
