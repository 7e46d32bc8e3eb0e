// Makes vectors (test cases) for decoding in loops: round trips of texts, ids whose bytes are
// ill-formed, and ids of single bytes that are not UTF-8 alone.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "conform/suite/judged_profile.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/test_material.hpp"
#include "core/table.hpp"
#include "groups.hpp"
#include "ill_formed.hpp"
#include "reference/encode.hpp"

namespace bpetite::generate {
namespace {

using conform::suite::Level;

json::Value ids_of(std::string_view bytes) {
  json::Array ids;
  for (const char byte : bytes) {
    ids.push_back(json::integer(static_cast<unsigned char>(byte)));
  }
  return {std::move(ids)};
}

void add_ill_formed_to_decode(std::vector<Group>& groups) {
  Group& group = group_named(groups, "decode-ill-formed", Level::L1, "decode");
  for (const IllFormed& bytes : ill_formed) {
    auto& vector = add(group, bytes.name, "FR-23,S11a,ERR", "DecodeErrors", bytes.comment);
    vector.artifact = json::string("bytes-only");
    vector.input.push_back({"ids", ids_of(conform::suite::from_hex(bytes.hex).value())});
  }
  for (const unsigned byte : {0x80U, 0x9fU, 0xa0U, 0xbfU, 0xc0U, 0xc1U, 0xc2U, 0xdfU, 0xe0U, 0xefU,
                              0xf0U, 0xf4U, 0xf5U, 0xffU}) {
    auto& vector = add(group, fmt::format("byte-{:02x}", byte), "FR-23,S22c,FALSIFY-TOK-002",
                       "DecodeErrors", "UTF-02: this byte has a token, but alone is no text");
    vector.artifact = json::string("ab");
    vector.input.push_back({"ids", ids_of(std::string(1, static_cast<char>(byte)))});
  }
}

// FR-25: decode(encode(x)) is x. The ids of x come from the reference.
void add_round_trips(std::vector<Group>& groups, const std::vector<Pair>& merges) {
  const Table table = conform::suite::judged_table(merges);
  Group trips{"decode-round-trip", Level::L1, "decode", {}};
  for (const Group& source : groups) {
    if (source.name != "encode-prose") {
      continue;
    }
    for (const conform::suite::Vector& from : source.vectors) {
      const std::string text = conform::suite::bytes_of(from.input, "text").value();
      auto& vector = add(trips, from.id.substr(std::string_view("encode-prose-").size()),
                         "FR-25,FR-20,TOK-EQ-2,TOK-OBL-1,FALSIFY-TOK-001,F-TOK-001", "",
                         "the ids of this text give it back, byte for byte");
      vector.flags = from.flags;
      json::Array ids;
      for (const TokenId id : reference::encode(text, table)) {
        ids.push_back(json::integer(id));
      }
      vector.input.push_back({"ids", {std::move(ids)}});
      vector.artifact = json::string("prose");
    }
  }
  groups.push_back(std::move(trips));
}

}  // namespace

void add_decode_families(std::vector<Group>& groups, const conform::suite::Suite& suite) {
  add_ill_formed_to_decode(groups);
  add_round_trips(groups, suite.artifacts.at("prose").merges);
}

}  // namespace bpetite::generate
