// What an example can ask for: `train`, `encode`, `load`, ... Each takes its inputs from the fields
// and gives an outcome, named results among which an example picks the ones it expects.
//
//   train   corpus "ab", vocab_size 257   gives   {"merges":[[97,98]],"special_id":257,...}
//   train   corpus "ab", vocab_size 255   gives   {"error":"ValueError","clause":"FR-9",...}
//
// spec/00-reading.md lists them all.
#pragma once

#include <string_view>

#include "support/fields.hpp"

namespace bpetite::test {

// The outcome; a bpetite::Error on the way becomes {"error", "clause", "says"}, with "offset" where
// there is one. std::runtime_error for an operation that does not exist, or inputs it cannot use.
json::Object run_operation(std::string_view name, Fields& fields);

}  // namespace bpetite::test
