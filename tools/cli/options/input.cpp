// Reading files and standard input whole.
#include "cli/options/input.hpp"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "artifact/artifact.hpp"
#include "bpetite/access.hpp"
#include "cli/options/arguments.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

std::string all_of_standard_input() {
  constexpr std::size_t block = 65536;
  std::string bytes;
  for (std::size_t count = block; count == block;) {
    const std::size_t before = bytes.size();
    bytes.resize(before + block);
    count = read_standard_input(bytes.data() + before, block);
    bytes.resize(before + count);
  }
  return bytes;
}

}  // namespace

std::size_t read_standard_input(char* into, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::read(STDIN_FILENO, into + done, size - done);
    if (count == 0) break;
    if (count > 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      throw OSError(fmt::format("read: standard input: cannot read: {}",
                                std::generic_category().message(errno)));
    }
  }
  return done;
}

std::string read_bytes(const std::string& path) {
  return path == "-" ? all_of_standard_input() : file::read(path);
}

std::string read_text(const std::string& path, std::string_view area) {
  std::string text = read_bytes(path);
  // S1a "raise `UnicodeDecodeError` with the *offset* of the fault": here, where the name of the
  // file is known.
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

Tokenizer load_tokenizer(const std::string& path) {
  if (path == "-") {
    return TokenizerAccess::make(artifact::parse(all_of_standard_input()));
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
