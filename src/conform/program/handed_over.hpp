// Gives a program a vocabulary that it does not have: as a file in a form that it reads, with the
// name of its profile (handed_file), and by a request that makes the program load this file
// (loading_of, conformance/PROTOCOL.md).
//
//   hello names the forms "ranks" and "artifact"; the profile merges by pairs
//   handed_file(table, "deepseek_v3", hello)      the artifact: a rank file does not hold the table
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "conform/program/program.hpp"
#include "conform/program/session.hpp"
#include "core/table.hpp"

namespace bpetite::conform::program {

struct HandedFile {
  std::string_view form;  // one of suite::form_names
  std::string bytes;
};

// The file of a profile's vocabulary in the first form that the program reads and that holds the
// vocabulary. nullopt if there is none.
std::optional<HandedFile> handed_file(const Table& table, std::string_view profile,
                                      const Hello& hello);

// The request that makes a program load the file. `name` is that of the file.
Loading loading_of(std::string_view name, std::string_view profile, HandedFile file,
                   const Table& table);

}  // namespace bpetite::conform::program
