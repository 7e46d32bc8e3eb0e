// Reads the JSON files of a folder of shards, plans and receipts: parses a file (document_of), and
// reads a number (number_in). Errors cite S80b.
//
//   shards: "out/plan.json": /width: 3, required 2 or 4 [S80b, chapter 23]
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/json/document.hpp"
#include "core/json/pointer.hpp"

namespace bpetite::shards {

inline constexpr const char* fields_clause = "S80b";

// The document of a file's bytes, which must outlive it. ValueError: they are not JSON in UTF-8.
json::Document document_of(std::string_view bytes, const std::string& place);

// An integer from 0 to 2^60 - 1. ValueError for anything else.
std::uint64_t number_in(const json::Field& field);

}  // namespace bpetite::shards
