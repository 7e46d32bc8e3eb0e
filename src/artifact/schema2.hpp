// Reads and writes artifacts of Schema v2: a vocabulary with all six parts of its profile
// (spec/18-schema-2.md).
//
//   {"added_tokens":[],"decoding":"strict","merges":[[97,98,256]],"merging":{...},...,
//     "schema_version":2,...,"vocab":{"0":[0],...,"256":[97,98]}}
//
// is_schema2() recognizes such a document. From step 7 on, check_schema2() checks it and returns
// its table or the first step that fails, and parse_schema2() throws the error of that step.
// parse_any() reads an artifact of either schema, v1 or v2. serialize_schema2() writes an artifact
// of v2.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "artifact/artifact.hpp"
#include "core/json/document.hpp"
#include "core/table.hpp"

namespace bpetite::artifact {

// Whether the document is an object whose schema_version is 2 (steps 3 to 6). If an artifact of v1
// has this number, it still counts as v1: it has a field that v2 does not have.
bool is_schema2(const json::Document& document);

// Checks such a document by the steps from 7 on. Returns its table, or the first step that fails
// (S56a).
std::variant<Table, Fault> check_schema2(const json::Document& document);

// The same, throwing the fault as the error that it names.
Table parse_schema2(const json::Document& document);

// The table of an artifact of either schema. A file that is not of v2 is checked by the 19 steps of
// v1.
Table parse_any(std::string_view bytes);

// The canonical bytes of any table (S55c).
std::string serialize_schema2(const Table& table);

}  // namespace bpetite::artifact
