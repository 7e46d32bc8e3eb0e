// Reads the documents of a piece: lines of JSON Lines, or texts between separators. A piece that
// begins in the middle of a document leaves it to the piece before, and reads its own last document
// beyond its end. So each document is read by one piece, wherever the pieces begin.
#include "shards/documents.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/file.hpp"
#include "core/utf8.hpp"
#include "corpus/compressed.hpp"
#include "corpus/delimited.hpp"
#include "engine/count/count_stream.hpp"
#include "engine/scan/utf8.hpp"
#include "shards/final_file.hpp"

namespace bpetite::shards {
namespace {

// The content of an input from an offset on. It calls progress() with the bytes of the file.
corpus::DelimitedReader::Read content(const std::filesystem::path& path, const std::string& place,
                                      const Input& input, std::uint64_t from,
                                      const std::function<void(std::uint64_t)>& progress) {
  if (input.is_compressed) {
    const auto file = std::make_shared<corpus::Input>(file::Input(path), place);
    return [file, progress, before = std::uint64_t{0}](char* into, std::size_t size) mutable {
      const std::size_t read = file->read(into, size);
      progress(file->file_offset() - std::exchange(before, file->file_offset()));
      return read;
    };
  }
  const auto file = std::make_shared<file::Input>(path);
  return [file, progress, at = from](char* into, std::size_t size) mutable {
    const std::size_t read = file->read_at(into, size, at);
    at += read;
    progress(read);
    return read;
  };
}

// Gives the document of a line, or of a text between separators, to its taker. A blank line has
// none.
void take_document(const corpus::DelimitedReader::Text& part, const Options& options,
                   const Documents& documents) {
  if (part.is_long) {
    return documents.refuse(part.at, std::string(engine::count::too_long_line));
  }
  if (!options.separator.empty()) {
    if (const auto fault = engine::scan::first_ill_formed(part.text)) {
      return documents.refuse(part.at,
                              fmt::format("byte {} begins no well-formed UTF-8 sequence", *fault));
    }
    return documents.take(part.at, std::string(part.text));
  }
  if (engine::count::is_blank_line(part.text)) return;
  auto [text, fault] = engine::count::text_of_line(part.text, options.field);
  if (fault) return documents.refuse(part.at, *std::move(fault));
  documents.take(part.at, std::move(text));
}

}  // namespace

void require_same_input(const Input& input, const std::filesystem::path& root) {
  const std::filesystem::path path = root / input.name;
  require_file(path);
  file::Input file(path);
  const auto refuse = [&](const std::string& what) {
    throw ValueError(fmt::format("shards: {}: {} as in the plan", shown_path(path), what), "S82a");
  };
  const std::uint64_t size = std::filesystem::file_size(path);
  if (size != input.bytes) refuse(fmt::format("has {} bytes, required {}", size, input.bytes));
  std::array<char, 4> first{};
  const std::size_t read = file.read(first.data(), first.size());
  if (corpus::is_compressed({first.data(), read}) != input.is_compressed) {
    refuse(input.is_compressed ? "is not compressed, required a compressed file"
                               : "is compressed, required a file that is not");
  }
}

std::uint64_t read_piece(const Plan& plan, const std::filesystem::path& root, const Piece& piece,
                         corpus::Sha256& digest, const Documents& documents) {
  const Input& input = plan.inputs.at(piece.input);
  const std::filesystem::path path = root / input.name;
  const std::string place = fmt::format("shards: {}", shown_path(path));
  require_same_input(input, root);
  const std::string delimiter =
      plan.options.separator.empty() ? std::string("\n") : plan.options.separator;
  // A document begins where the piece does if a delimiter ends there.
  const std::uint64_t from = piece.begin - std::min<std::uint64_t>(piece.begin, delimiter.size());
  std::uint64_t bytes = 0;
  corpus::DelimitedReader texts(content(path, place, input, from, documents.progress), delimiter,
                                engine::count::most_line_bytes, from, [&](std::string_view taken) {
                                  digest.add(taken);
                                  bytes += taken.size();
                                });
  if (piece.begin > 0) texts.skip();  // it belongs to another piece
  while (input.is_compressed || texts.next() < piece.end) {
    const auto text = texts.take();
    if (!text) break;
    take_document(*text, plan.options, documents);
  }
  require_same_input(input, root);  // it may have changed meanwhile
  return bytes;
}

}  // namespace bpetite::shards
