// The operations of the examples that concern artifacts: load, serialize, save.
#pragma once

#include <bpetite/errors.hpp>

#include "support/fields.hpp"

namespace bpetite::test {

// {"error":"KeyError","clause":"FR-22","says":"decode: ..."}, with "offset" where there is one.
json::Object outcome_of(const Error& error);

// An artifact of `merges`, with each `replace` [from, to] carried out once, or `whole`:
// {"valid":true,"canonical":true,"saves_canonical":true}, or the first step that it fails.
json::Object load_artifact(Fields& fields);

// The canonical bytes of `merges`: {"bytes":N,"contains":"..."}.
json::Object serialize_artifact(Fields& fields);

// Saving to a destination that `setup` describes: {"saved":true,"holds":"new","files":[...]}.
json::Object save_artifact(Fields& fields);

}  // namespace bpetite::test
