// Examples of text in motion for one vocabulary, as plain data that a port reads without the
// protocol (S70c): streams, edits, parts, ids that may be canonical, and windows (motion_file).
//
//   {"id":"gpt2-stream-1","pieces_hex":["5468652063","6174"],"ids":[464,3797],"least":[1,1],
//    "most":[1,2],"tests":"a word in two pieces","clause":"S60b"}
#pragma once

#include <string>
#include <string_view>

#include <bpetite/tokenizer.hpp>

namespace bpetite::conform::judge {

// The JSON file (conformance/schema/motion.json) of a tokenizer whose vocabulary has these bytes.
// The answers are those of the reference, and the engine must agree. ValueError: the name has other
// characters than a-z, 0-9, _ and . (S70a).
std::string motion_file(std::string_view name, const Tokenizer& tokenizer,
                        std::string_view vocabulary);

}  // namespace bpetite::conform::judge
