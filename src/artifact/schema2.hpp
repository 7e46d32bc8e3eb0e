// Reads and writes artifacts of Schema v2: a vocabulary with all six parts of its profile
// (spec/18-schema-2.md).
//
//   {"added_tokens":[],"decoding":"strict","merges":[[97,98,256]],"merging":{...},...,
//    "schema_version":2,...,"vocab":{"0":[0],...,"256":[97,98]}}
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "artifact/artifact.hpp"
#include "core/json/document.hpp"
#include "core/table.hpp"

namespace bpetite::artifact {

// Whether the document is an object that says so: steps 3 to 6. An artifact of v1 whose version was
// changed stays one: it has a field that no other schema has.
bool is_schema2(const json::Document& document);

// Judges such a document by the steps from 7 on: its table, or the first step that fails (S56a).
std::variant<Table, Fault> check_schema2(const json::Document& document);

// The same, throwing the fault as the error that it names.
Table parse_schema2(const json::Document& document);

// The table of an artifact of either schema: of v2 if it says so, or else by the 19 steps of v1.
Table parse_any(std::string_view bytes);

// The canonical bytes of any table (S55c).
std::string serialize_schema2(const Table& table);

}  // namespace bpetite::artifact
