// Opens and reads files and standard input: as a stream, a document of limited size, data of any
// size, or a text that must be UTF-8. Also gives the text of --text or --input.
#include "cli/options/input.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/options/arguments.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
file::Input open_input(const std::string& path) {
  if (path == "-") return {file::Descriptor(::dup(STDIN_FILENO)), "-"};
  return file::Input(path);
}

std::string read_document(const std::string& path) {
  return open_input(path).read_all(file::most_document_bytes);
}

std::string read_data(const std::string& path) { return open_input(path).read_all(file::any_size); }

std::string read_text(const std::string& path, std::string_view area) {
  std::string text = read_data(path);
  // S1a "raise `UnicodeDecodeError` with the *offset* of the fault". The text is checked here,
  // where the name of the file is known.
  if (const auto offset = utf8::first_ill_formed(text)) {
    utf8::throw_ill_formed(text, *offset, fmt::format("{}: {}", area, utf8::quoted(path, 200)));
  }
  return text;
}

std::string text_argument(const Arguments& arguments) {
  if (const auto text = arguments.value("--text")) {
    return *text;
  }
  return read_text(arguments.required("--input"), arguments.command());
}

}  // namespace bpetite::cli
