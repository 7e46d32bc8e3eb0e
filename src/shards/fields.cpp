// Parses the JSON files of a folder of shards, and reads the numbers in them.
#include "shards/fields.hpp"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/json.hpp"
#include "core/utf8.hpp"

namespace bpetite::shards {

json::Document document_of(std::string_view bytes, const std::string& place) {
  if (const auto offset = utf8::first_ill_formed(bytes)) {
    throw ValueError(fmt::format("{}: byte {}: not UTF-8, required JSON", place, *offset),
                     fields_clause);
  }
  auto parsed = json::parse_document(bytes, json::Utf8::well_formed);
  if (const auto* const fault = std::get_if<json::Fault>(&parsed)) {
    throw ValueError(
        fmt::format("{}: byte {}: {}, required JSON", place, fault->offset, fault->reason),
        fields_clause);
  }
  return std::get<json::Document>(std::move(parsed));
}

std::uint64_t number_in(const json::Field& field) {
  const auto value = field.require(json::Kind::integer, "a number").node().small_number();
  if (!value) field.refuse("required a number from 0 to 2^60 - 1");
  return *value;
}

}  // namespace bpetite::shards
