// Reads the file that an option names, or standard input for `-`: as a stream, as a document of
// limited size, as data of any size, or as a text that must be UTF-8. `text_argument` gives the
// text of --text or --input.
#pragma once

#include <string>
#include <string_view>

#include "cli/options/arguments.hpp"
#include "core/file.hpp"

namespace bpetite::cli {

// A file to be read block by block, or standard input.
file::Input open_input(const std::string& path);

// The bytes of an artifact, a suite or a report: at most as many as S13g allows.
std::string read_document(const std::string& path);

// The bytes of a text or of ids, without a limit.
std::string read_data(const std::string& path);

// The bytes of a text. Throws UnicodeDecodeError with the byte offset if it is not UTF-8 (S1a).
// `area` is the subcommand, for the message.
std::string read_text(const std::string& path, std::string_view area);

// The text of --text or of the file of --input.
std::string text_argument(const Arguments& arguments);

}  // namespace bpetite::cli
