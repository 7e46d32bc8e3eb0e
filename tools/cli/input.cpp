// Reading files and standard input whole.
#include "cli/input.hpp"

#include <array>
#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "bpetite/access.hpp"
#include "cli/arguments.hpp"
#include "core/artifact.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

std::string read_standard_input() {
  std::string bytes;
  std::array<char, 65536> buffer{};
  for (;;) {
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count == 0) {
      return bytes;
    }
    if (count > 0) {
      bytes.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      throw OSError(fmt::format("read: standard input: cannot read: {}",
                                std::generic_category().message(errno)));
    }
  }
}

}  // namespace

std::string read_bytes(const std::string& path) {
  return path == "-" ? read_standard_input() : file::read(path);
}

std::string read_text(const std::string& path, std::string_view area) {
  std::string text = read_bytes(path);
  // S1a "raise UnicodeDecodeError with the byte offset": here, where the name of the file is known.
  if (const auto offset = utf8::first_ill_formed(text)) {
    throw UnicodeDecodeError(fmt::format("{}: {}: byte {}: {} begins no well-formed UTF-8 sequence",
                                         area, utf8::quoted(path, 200), *offset,
                                         utf8::quoted(std::string_view(text).substr(*offset, 1))),
                             "S1a", *offset);
  }
  return text;
}

std::string text_argument(const Arguments& arguments) {
  if (const auto text = arguments.value("--text")) {
    return *text;
  }
  return read_text(arguments.required("--input"), arguments.command());
}

Tokenizer load_tokenizer(const std::string& path) {
  if (path == "-") {
    return TokenizerAccess::make(artifact::parse(read_standard_input()));
  }
  return Tokenizer::load(path);
}

void require_one_stdin(const Arguments& arguments, const std::string& first,
                       const std::string& second) {
  if (arguments.value(first) == "-" && arguments.value(second) == "-") {
    throw UsageError(fmt::format("{}: {} and {} cannot both be standard input", arguments.command(),
                                 first, second));
  }
}

}  // namespace bpetite::cli
