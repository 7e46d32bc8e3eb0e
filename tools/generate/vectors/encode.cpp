// Makes vectors (test cases) for encoding in loops: runs of many lengths, all short texts of a
// table's letters, the texts of two groups for pre-tokenizing with a table learned from prose,
// every ASCII character, scalars with eleven lead bytes, and texts that are not UTF-8.
#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "conform/suite/protocol.hpp"
#include "groups.hpp"
#include "ill_formed.hpp"

namespace bpetite::generate {
namespace {

using conform::suite::Level;
using conform::suite::Tier;

// RUN-01: runs of one letter, with lengths around the powers of two.
void add_runs(std::vector<Group>& groups) {
  Group& group = group_named(groups, "encode-run", Level::L1, "encode");
  const auto add_run = [&](std::string_view artifact, unsigned length) {
    auto& vector =
        add(group, fmt::format("{}-{}", artifact, length), "FR-16d,FR-16c,S9c", "OverlapRun",
            fmt::format("RUN-01, MRG-05: {} letters: left to right, no overlap", length));
    vector.artifact = json::string(artifact);
    json::Array run{json::string("61"), json::integer(length)};
    vector.input.push_back({"text_repeat", {json::Array{{std::move(run)}}}});
  };
  for (unsigned length = 1; length <= 20; ++length) {
    add_run("runs-a", length);
  }
  for (const unsigned length :
       {31U,  32U,  33U,  63U,  64U,   65U,   127U,  128U,  129U,  255U,  256U,
        257U, 511U, 512U, 513U, 1000U, 1023U, 1024U, 1025U, 4095U, 4096U, 4097U}) {
    add_run("runs-a-16", length);
  }
  for (unsigned length = 2; length <= 9; ++length) {
    add_run("runs-left", length);
    add_run("runs-right", length);
  }
}

// Vectors whose text has all strings of at most four of these letters, separated by bars.
void add_short_texts(std::vector<Group>& groups) {
  struct Scope {
    std::string_view artifact;
    std::string_view letters;
  };
  constexpr std::array<Scope, 12> scopes = {{{"ab", "abc"},
                                             {"lookup-abc", "abcx"},
                                             {"lookup-aaa", "ab"},
                                             {"whole-baaa", "ab"},
                                             {"order-baa", "abc"},
                                             {"append-acbb", "abc"},
                                             {"append-cb", "abc"},
                                             {"late-merge", "abc"},
                                             {"unreachable", "abcd"},
                                             {"digits", "1234"},
                                             {"separators", "a \n\r"},
                                             {"tiny-spaces", "a \t"}}};
  Group& group = group_named(groups, "encode-all-short", Level::L1, "encode");
  for (const auto& [artifact, letters] : scopes) {
    std::string text;
    std::vector<std::string> words = {""};
    for (int length = 1; length <= 4; ++length) {
      std::vector<std::string> longer;
      for (const std::string& word : words) {
        for (const char letter : letters) {
          longer.push_back(word + letter);
          text += longer.back() + "|";
        }
      }
      words = std::move(longer);
    }
    auto& vector =
        add(group, artifact, "FR-16c,FR-16d,S9a,S9c,KANI-TOK-001", "MergeOrder,MergeLookup",
            "all texts of up to four of its letters, with a bar behind each");
    vector.artifact = json::string(artifact);
    put_text(vector.input, "text", text);
  }
}

// The texts of two groups of pretokenize, encoded with a table that was learned from prose.
void add_prose(std::vector<Group>& groups) {
  Group prose{"encode-prose", Level::L1, "encode", {}};
  for (const Group& source : groups) {
    if (source.name != "pretokenize-basic" && source.name != "pretokenize-identity") {
      continue;
    }
    for (const conform::suite::Vector& from : source.vectors) {
      const std::string* hex = conform::suite::text_member(from.input, "text_hex");
      if (hex == nullptr || hex->empty()) {
        continue;
      }
      auto& vector = add(prose, from.id.substr(std::string_view("pretokenize-").size()),
                         "FR-16b,FR-16c,TOK-PHASE-4", "", fmt::format("{}, as ids", from.comment));
      vector.flags = from.flags;
      vector.input = from.input;
      vector.artifact = json::string("prose");
    }
  }
  groups.push_back(std::move(prose));
}

// FALSIFY-TOK-002: each ASCII character is a text of its own.
void add_bytes(std::vector<Group>& groups) {
  Group& group = group_named(groups, "encode-byte", Level::L1, "encode");
  for (unsigned row = 0; row < 8; ++row) {
    std::string text;
    for (unsigned column = 0; column < 16; ++column) {
      text += static_cast<char>(row * 16 + column);
    }
    auto& vector = add(group, fmt::format("ascii-{:x}0", row),
                       "S18,FALSIFY-TOK-002,TOK-OBL-2,TOK-PHASE-2,S22c", "ByteAlphabet,VocabLayout",
                       "sixteen characters of ASCII: each byte is its own id");
    vector.artifact = json::string("bytes-only");
    put_text(vector.input, "text", text);
  }
  for (const unsigned lead :
       {0xc2U, 0xc3U, 0xd0U, 0xdfU, 0xe0U, 0xe4U, 0xedU, 0xefU, 0xf0U, 0xf3U, 0xf4U}) {
    std::string text(1, static_cast<char>(lead));
    text += static_cast<char>(lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80);
    for (unsigned more = lead >= 0xf0 ? 2 : lead >= 0xe0 ? 1 : 0; more > 0; --more) {
      text += static_cast<char>(0xbf);
    }
    auto& vector = add(group, fmt::format("lead-{:02x}", lead), "S18,TOK-PHASE-1,TOK-PHASE-2",
                       "ByteAlphabet", "a scalar with this lead byte: its bytes are its ids");
    vector.artifact = json::string("bytes-only");
    put_text(vector.input, "text", text);
  }
}

void add_ill_formed_to_encode(std::vector<Group>& groups) {
  Group& group = group_named(groups, "encode-ill-formed", Level::L1, "encode");
  for (const IllFormed& bytes : ill_formed) {
    auto& vector = add(group, bytes.name, "S1a,S1b,ERR", "InvalidUtf8", bytes.comment);
    vector.artifact = json::string("ab");
    put_text(vector.input, "text", conform::suite::from_hex(bytes.hex).value());
  }
}

}  // namespace

void add_encode_families(std::vector<Group>& groups) {
  add_runs(groups);
  add_short_texts(groups);
  add_prose(groups);
  add_bytes(groups);
  add_ill_formed_to_encode(groups);
}

}  // namespace bpetite::generate
