// Reads the catalogue: text files with one row for each vector (test case) that the authors chose
// (catalogue/*.txt). `read_sections` gives the rows in their groups, `read_flags` the notes on the
// flags, which say what kind of fault a vector shows. `complain` reports an error in a row, and
// `split` cuts a text at a separator.
//
//   @group encode-whitespace L1 encode
//   double-space  FR-4  LookaheadEmulation  tiny-spaces "a  b" -- the last space stays behind
//
// A row has: the id without the group's name, clauses, flags (- for none), the fields of the
// operation, each a JSON value or a bare word, and after -- the purpose of the vector. A sign
// before the id sets the tier: ~ recommended, ! stress. A line @requires NAME adds a requirement to
// all rows of its group. Empty lines and lines with # are skipped.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "conform/suite/vectors.hpp"
#include "core/json.hpp"

namespace bpetite::generate {

struct Row {
  std::string place;  // "encode.txt:17", for error messages
  std::string id;
  conform::suite::Tier tier = conform::suite::Tier::required;
  std::vector<std::string> clauses;
  std::vector<std::string> flags;
  std::vector<json::Value> fields;  // a bare word is a string
  std::string comment;
};

struct Section {
  std::string group;
  conform::suite::Level level = conform::suite::Level::L0;
  std::string op;
  std::vector<std::string> requires_caps;  // @requires
  std::vector<Row> rows;
};

std::vector<Section> read_sections(const std::filesystem::path& file);

// The notes on the flags, from rows "Flag | bug type | description | effect | links".
std::vector<conform::suite::Note> read_flags(const std::filesystem::path& file);

// Stops the generator with an error in this row.
[[noreturn]] void complain(const Row& row, std::string_view what);

std::vector<std::string> split(std::string_view text, char separator);

}  // namespace bpetite::generate
