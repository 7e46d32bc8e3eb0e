// The operations on artifacts that examples of the specification use: load, serialize, save.
#pragma once

#include <bpetite/errors.hpp>

#include "support/examples/fields.hpp"

namespace bpetite::test {

// {"error":"KeyError","clause":"FR-22","says":"decode: ..."}, with "offset" if the error has one.
json::Object outcome_of(const Error& error);

// Loads an artifact. The fields give its bytes in `whole`, or its `merges` and a list `replace` of
// pairs [from, to]: in the artifact of the merges, each first `from` is replaced by `to`. Returns
// {"valid":true,"canonical":true,"saves_canonical":true}, or the first step that it fails.
json::Object load_artifact(Fields& fields);

// The canonical artifact of `merges`: {"bytes":N,"contains":"..."}.
json::Object serialize_artifact(Fields& fields);

// Saves to a destination that `setup` describes: {"saved":true,"holds":"new","files":[...]}.
json::Object save_artifact(Fields& fields);

}  // namespace bpetite::test
