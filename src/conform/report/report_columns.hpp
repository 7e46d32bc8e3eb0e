// The columns of the matrix: the levels, of which L1 has four.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "conform/report/report.hpp"

namespace bpetite::conform::report {

struct MatrixColumn {
  std::string_view title;
  suite::Level level = suite::Level::L0;
  std::optional<explain::Part> part = {};
};

inline constexpr std::array<MatrixColumn, 9> matrix_columns = {{
    {"L0 chunks", suite::Level::L0},
    {"L1 ids", suite::Level::L1, explain::Part::ids},
    {"L1 special tokens", suite::Level::L1, explain::Part::special},
    {"L1 decoding", suite::Level::L1, explain::Part::decoding},
    {"L1 errors", suite::Level::L1, explain::Part::errors},
    {"L2 loader", suite::Level::L2},
    {"L3 trainer", suite::Level::L3},
    {"L4 saver", suite::Level::L4},
    {"L5 conversations", suite::Level::L5},
}};

}  // namespace bpetite::conform::report
