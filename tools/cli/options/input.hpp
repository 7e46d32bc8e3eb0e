// What a program reads: the file named, or standard input for `-`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <bpetite/tokenizer.hpp>

#include "cli/options/arguments.hpp"

namespace bpetite::cli {

// The bytes of a file, or of standard input.
std::string read_bytes(const std::string& path);

// Reads from standard input until so many bytes are there, or its end.
std::size_t read_standard_input(char* into, std::size_t size);

// The same as a text: UnicodeDecodeError with the byte offset unless it is UTF-8 (S1a). `area` is
// the subcommand, for the message.
std::string read_text(const std::string& path, std::string_view area);

// The text of --text or of the file of --input.
std::string text_argument(const Arguments& arguments);

// The tokenizer of an artifact.
Tokenizer load_tokenizer(const std::string& path);

// UsageError if both are `-`: standard input can be read only once.
void require_one_stdin(const Arguments& arguments, const std::string& first,
                       const std::string& second);

}  // namespace bpetite::cli
