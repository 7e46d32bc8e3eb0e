// Reads the documents of a piece: lines of JSON Lines, or texts between separators. A piece that
// begins in the middle of a document leaves it to the piece before, and reads its own last document
// beyond its end. So each document is read by one piece, wherever the pieces begin.
#include "shards/documents.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/file.hpp"
#include "core/utf8.hpp"
#include "corpus/compressed.hpp"
#include "engine/count/count_stream.hpp"
#include "engine/scan/utf8.hpp"
#include "shards/final_file.hpp"

namespace bpetite::shards {
namespace {

constexpr std::size_t read_block = std::size_t{1} << 20;

using Read = std::function<std::size_t(char* into, std::size_t size)>;

// The content of an input from an offset on. It calls progress() with the bytes of the file.
Read content(const std::filesystem::path& path, const std::string& place, const Input& input,
             std::uint64_t from, const std::function<void(std::uint64_t)>& progress) {
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

// Cuts a content into parts at each delimiter, and adds those that are taken to the digest.
class Parts {
 public:
  // The content begins at `offset`.
  Parts(Read read, std::string delimiter, std::uint64_t offset, corpus::Sha256& digest)
      : read_(std::move(read)),
        delimiter_(std::move(delimiter)),
        offset_(offset),
        digest_(digest) {}

  struct Part {
    std::uint64_t at = 0;  // where it begins
    std::string_view text;
    bool is_long = false;  // it is too long (S41d), and has no text here
  };

  // Where the next part begins.
  std::uint64_t next() const { return offset_ + begin_; }
  // The number of bytes that were taken.
  std::uint64_t bytes() const { return bytes_; }

  // Passes over the first part, which belongs to another piece.
  void skip() {
    auto size = size_of_part(0);
    for (; !size; size = size_of_part(0)) begin_ += certain_;
    begin_ += *size + delimiter_bytes();
  }

  // The next part, or nullopt at the end of the content. Its text is good until the next call.
  std::optional<Part> take() {
    Part part{next(), {}, false};
    auto size = size_of_part(engine::count::most_line_bytes);
    for (; !size; size = size_of_part(engine::count::most_line_bytes)) {
      part.is_long = true;
      own(certain_);
    }
    if (is_last_ && *size == 0 && !part.is_long) return std::nullopt;
    part.is_long = part.is_long || *size > engine::count::most_line_bytes;
    if (!part.is_long) part.text = std::string_view(open_).substr(begin_, *size);
    own(*size + delimiter_bytes());
    return part;
  }

 private:
  // The number of bytes of the next part, without its delimiter. nullopt: it has more than `most`,
  // of which `certain_` are open.
  std::optional<std::size_t> size_of_part(std::size_t most) {
    std::size_t searched = begin_;
    while (true) {
      const std::size_t found = open_.find(delimiter_, searched);
      if (found != std::string::npos) return found - begin_;
      is_last_ = ended_;
      if (is_last_) return open_.size() - begin_;
      // A delimiter may have begun at the end.
      const std::size_t open = open_.size() - begin_;
      certain_ = open - std::min(open, delimiter_.size() - 1);
      if (certain_ > most) return std::nullopt;
      searched = certain_;
      fill();
    }
  }

  std::size_t delimiter_bytes() const { return is_last_ ? 0 : delimiter_.size(); }

  void own(std::size_t size) {
    digest_.add(std::string_view(open_).substr(begin_, size));
    bytes_ += size;
    begin_ += size;
  }

  // Reads a block behind the bytes that are open, which move to the front.
  void fill() {
    open_.erase(0, begin_);
    offset_ += std::exchange(begin_, 0);
    const std::size_t before = open_.size();
    open_.resize(before + read_block);
    const std::size_t read = read_(open_.data() + before, read_block);
    open_.resize(before + read);
    ended_ = read < read_block;
  }

  Read read_;
  std::string delimiter_;
  std::string open_;         // what was read and is not erased yet
  std::size_t begin_ = 0;    // of the next part in `open_`
  std::size_t certain_ = 0;  // open bytes that are certainly of the next part
  bool ended_ = false;       // all was read
  bool is_last_ = false;     // no delimiter is behind the next part
  std::uint64_t offset_;     // of `open_` in the content
  std::uint64_t bytes_ = 0;
  corpus::Sha256& digest_;
};

// Gives the document of a part to its taker. A blank line has none.
void take_document(const Parts::Part& part, const Options& options, const Documents& documents) {
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
    throw ValueError(
        fmt::format("shards: {}: {} as in the plan", utf8::quoted(path.native(), 200), what),
        "S82a");
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
  const std::string place = fmt::format("shards: {}", utf8::quoted(path.native(), 200));
  require_same_input(input, root);
  const std::string delimiter =
      plan.options.separator.empty() ? std::string("\n") : plan.options.separator;
  // A document begins where the piece does if a delimiter ends there.
  const std::uint64_t from = piece.begin - std::min<std::uint64_t>(piece.begin, delimiter.size());
  Parts parts(content(path, place, input, from, documents.progress), delimiter, from, digest);
  if (piece.begin > 0) parts.skip();
  while (input.is_compressed || parts.next() < piece.end) {
    const auto part = parts.take();
    if (!part) break;
    take_document(*part, plan.options, documents);
  }
  require_same_input(input, root);  // it may have changed meanwhile
  return parts.bytes();
}

}  // namespace bpetite::shards
