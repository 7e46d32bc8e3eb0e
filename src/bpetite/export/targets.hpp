// The programs that an export is for. Each gets the table in its own form, or refuses it.
//
//   table -> what the program can express -> files -> read again: the same
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
// Unicode 16.0, and proved to cut every text alike. ValueError: none is found. `format` names the
// target.
Split rewritten(const Split& split, Dialect dialect, std::string_view format);

}  // namespace bpetite::exporting
