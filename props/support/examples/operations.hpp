// Runs the operations of the examples in the specification: `train`, `encode`, `load` and others.
// An operation reads its inputs from the fields of the example and returns named results. The
// example lists the results that it expects.
//
//   train   corpus "ab", vocab_size 257   gives   {"merges":[[97,98]],"special_id":257,...}
//   train   corpus "ab", vocab_size 255   gives   {"error":"ValueError","clause":"FR-9",...}
//
// spec/00-reading.md lists all operations.
#pragma once

#include <string_view>

#include "support/examples/fields.hpp"

namespace bpetite::test {

// Runs an operation and returns its results. A bpetite::Error becomes {"error", "clause", "says"},
// with "offset" if the error has one. Throws std::runtime_error for an unknown operation, or for
// inputs that the operation cannot use.
json::Object run_operation(std::string_view name, Fields& fields);

}  // namespace bpetite::test
