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

TwoFiles huggingface_files(const Table& given);
TwoFiles tiktoken_files(const Table& given);
TwoFiles gpt2_files(const Table& given);

// As on the command line.
inline constexpr std::string_view huggingface_name = "hf";
inline constexpr std::string_view tiktoken_name = "tiktoken";
inline constexpr std::string_view gpt2_name = "gpt2";

inline constexpr std::string_view rank_file_name = "tokenizer.tiktoken";

}  // namespace bpetite::exporting
