// Writes a file under a temporary name beside its place, makes it durable, and links it to its name
// without replacing anything. If the name is taken, the bytes there must be the same.
//
//   out/shards/.bpetite-5f0c3a91e2d47b68.tmp -> out/shards/00000.bin
#include "shards/final_file.hpp"

#include <utility>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"

namespace bpetite::shards {

FinalFile::FinalFile(std::string name, const std::optional<std::filesystem::path>& directory)
    : name_(std::move(name)) {
  if (!directory) return;
  path_ = *directory / name_;
  file_.emplace(path_);
}

void FinalFile::write(std::string_view bytes) {
  if (file_) file_->write(bytes);
  digest_.add(bytes);
  bytes_ += bytes.size();
}

SavedFile FinalFile::save() {
  SavedFile saved{name_, bytes_, digest_.hex()};
  if (!file_) return saved;
  try {
    file_->save(false);
  } catch (const FileExistsError&) {
    if (saved_file(path_.parent_path(), name_) != saved) {
      throw ValueError(fmt::format("shards: {}: is there with other bytes, required the same",
                                   shown_path(path_)),
                       "S82d");
    }
  }
  file_.reset();
  return saved;
}

std::string shown_path(const std::filesystem::path& path) {
  return utf8::quoted(path.native(), 200);
}

void require_file(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) return;
  throw OSError(fmt::format("shards: {}: is not a file, required a file", shown_path(path)),
                "S80b");
}

SavedFile saved_file(const std::filesystem::path& directory, const std::string& name) {
  require_file(directory / name);
  file::Input input(directory / name);
  corpus::Sha256 digest;
  SavedFile saved{name, 0, ""};
  std::string block(std::size_t{1} << 20, '\0');
  while (const std::size_t size = input.read(block.data(), block.size())) {
    digest.add(std::string_view(block).substr(0, size));
    saved.bytes += size;
  }
  saved.sha256 = digest.hex();
  return saved;
}

}  // namespace bpetite::shards
