// Makes the files for each target of an export, or refuses what the target cannot express. A Target
// has the names of its two files and the function that makes them from a table; target() gives that
// of a format. Also rewrites the pattern of a split for the engine of another dialect, or refuses
// it (rewritten).
//
//   table -> what the target can express -> files -> read again: the same
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <bpetite/export.hpp>

#include "core/table.hpp"

namespace bpetite::exporting {

// All targets have two files.
using TwoFiles = std::array<std::string, 2>;

struct Target {
  std::array<std::string_view, 2> files;
  TwoFiles (*write)(const Table& table);  // ValueError (S58a)
};

const Target& target(ExportFormat format);

// S58b: the split with its pattern written for the engine of a dialect, which has the classes of
// Unicode 16.0. The pattern is proved to cut every text in the same way. ValueError: none is found.
// `format` names the target.
Split rewritten(const Split& split, Dialect dialect, std::string_view format);

}  // namespace bpetite::exporting
