// Writes the files of a shard for their real readers, byte for byte as these libraries write them:
// Megatron (its file ends with an index of documents), datatrove, llm.c (its file begins with a
// header), and raw ids with the places where documents end. Numbers are little-endian.
#include "shards/files.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/file.hpp"
#include "shards/final_file.hpp"

namespace bpetite::shards {
namespace {

constexpr std::size_t write_block = std::size_t{1} << 20;

template <typename Number>
void put(std::string& bytes, Number value) {
  const auto wide = static_cast<std::uint64_t>(value);
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    bytes.push_back(static_cast<char>(wide >> (8 * i) & 0xFF));
  }
}

// A number as datatrove's metadata has it for people (humanize.metric of Python): "1.23 MT".
std::string shown_for_people(std::uint64_t count) {
  constexpr std::string_view prefixes = "kMGTPE";
  const int exponent = count == 0 ? 0 : static_cast<int>(std::floor(std::log10(count)));
  const double value = static_cast<double>(count) / std::pow(10.0, exponent / 3 * 3);
  const std::string_view prefix =
      exponent < 3 ? "" : prefixes.substr(static_cast<std::size_t>(exponent) / 3 - 1, 1);
  return fmt::format("{:.{}f} {}T", value, 2 - exponent % 3, prefix);
}

}  // namespace

std::vector<std::string> names_of_files(const Options& options, const std::string& stem) {
  switch (options.format) {
    case Format::megatron:
      return {stem + ".bin", stem + ".idx"};
    case Format::ds:
      if (!options.has_loss) return {stem + ".ds", stem + ".ds.index", stem + ".ds.metadata"};
      return {stem + ".ds", stem + ".ds.index", stem + ".ds.loss", stem + ".ds.metadata"};
    case Format::raw:
      return {stem + ".bin", stem + ".ends"};
    case Format::llmc:
      return {stem + ".bin"};
  }
  return {};
}

class ShardFiles::Impl {
 public:
  Impl(const Plan& plan, const std::string& stem,
       const std::optional<std::filesystem::path>& directory)
      : plan_(plan), names_(names_of_files(plan.options, stem)), directory_(directory) {
    ids_file_ = std::make_unique<FinalFile>(names_.front(), directory_);
    if (format() == Format::llmc) {
      kept_.emplace(directory_.value_or(std::filesystem::temp_directory_path()));
    }
  }

  void add(std::span<const TokenId> ids) {
    if (format() == Format::ds && ids.empty()) return;
    constexpr std::size_t longest = std::numeric_limits<std::int32_t>::max();
    if (format() == Format::megatron && ids.size() > longest) {
      throw ValueError(fmt::format("shards: megatron: a document has {} ids, required at most {}",
                                   ids.size(), longest),
                       "S83a");
    }
    count_ += ids.size();
    if (format() == Format::llmc && count_ > longest) {
      throw ValueError(fmt::format("shards: llmc: a shard has more than {} ids, required fewer: "
                                   "plan with less for a task (--task-bytes)",
                                   longest),
                       "S83d");
    }
    if (format() != Format::llmc) sizes_.push_back(ids.size());
    for (std::size_t at = 0; at < ids.size();) {
      const std::size_t size = std::min(ids.size() - at, write_block);
      put_ids(ids.subspan(at, size));
      at += size;
      if (buffer_.size() >= write_block) flush();
    }
  }

  std::vector<SavedFile> save() {
    flush();
    std::vector<SavedFile> files;
    switch (format()) {
      case Format::megatron:
        files.push_back(ids_file_->save());
        files.push_back(megatron_index(names_[1]));
        break;
      case Format::ds:
        files.push_back(ids_file_->save());
        files.push_back(ends(names_[1]));
        if (plan_.options.has_loss) files.push_back(loss(names_[2]));
        files.push_back(metadata(names_.back()));
        break;
      case Format::raw:
        files.push_back(ids_file_->save());
        files.push_back(ends(names_[1]));
        break;
      case Format::llmc:
        write_with_header();
        files.push_back(ids_file_->save());
        break;
    }
    return files;
  }

  std::uint64_t ids() const { return count_; }

 private:
  Format format() const { return plan_.options.format; }

  void put_ids(std::span<const TokenId> ids) {
    const std::size_t before = buffer_.size();
    buffer_.resize(before + ids.size() * plan_.width);
    char* to = buffer_.data() + before;
    if (plan_.width == sizeof(TokenId) && std::endian::native == std::endian::little) {
      std::memcpy(to, ids.data(), ids.size_bytes());
      return;
    }
    const unsigned width = plan_.width == 2 ? 2 : 4;
    for (const TokenId id : ids) {
      for (unsigned i = 0; i < width; ++i) *to++ = static_cast<char>(id >> (8 * i) & 0xFF);
    }
  }

  void flush() {
    if (kept_) {
      kept_->append(buffer_);
    } else {
      ids_file_->write(buffer_);
    }
    buffer_.clear();
  }

  // The header of llm.c: 256 numbers of 32 bits. It has the number of ids, and stands before them.
  void write_with_header() {
    std::array<std::int32_t, 256> header{};
    header[0] = plan_.width == 2 ? 20240520 : 20240801;
    header[1] = plan_.width == 2 ? 1 : 7;
    header[2] = static_cast<std::int32_t>(count_);
    ids_file_->write_each(header.size(),
                          [&](std::string& bytes, std::size_t i) { put(bytes, header[i]); });
    const std::uint64_t size = count_ * plan_.width;
    std::string bytes(write_block, '\0');
    for (std::uint64_t at = 0; at < size;) {
      const std::size_t read = kept_->read_at(bytes.data(), write_block, at);
      ids_file_->write(std::string_view(bytes).substr(0, read));
      at += read;
    }
  }

  // Where each document ends, in ids.
  SavedFile ends(const std::string& name) const {
    FinalFile output(name, directory_);
    std::uint64_t end = 0;
    output.write_each(sizes_.size(),
                      [&](std::string& bytes, std::size_t i) { put(bytes, end += sizes_[i]); });
    return output.save();
  }

  // Every id counts in full.
  SavedFile loss(const std::string& name) const {
    FinalFile output(name, directory_);
    const std::string ones(write_block, '\1');
    for (std::uint64_t left = count_; left > 0;) {
      const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left, write_block));
      output.write(std::string_view(ones).substr(0, size));
      left -= size;
    }
    return output.save();
  }

  SavedFile metadata(const std::string& name) const {
    FinalFile output(name, directory_);
    output.write(fmt::format("{}|{}\n{}\n{}", plan_.tokenizer, plan_.width, count_,
                             shown_for_people(count_)));
    return output.save();
  }

  // A sequence for each document that has ids, and the documents by their sequences.
  SavedFile megatron_index(const std::string& name) const {
    FinalFile output(name, directory_);
    const auto sequences = static_cast<std::uint64_t>(
        sizes_.size() - static_cast<std::size_t>(std::ranges::count(sizes_, 0U)));
    std::string head("MMIDIDX\0\0", 9);
    put(head, std::uint64_t{1});
    put(head, static_cast<std::uint8_t>(plan_.width == 2 ? 8 : 4));
    put(head, sequences);
    put(head, static_cast<std::uint64_t>(sizes_.size()) + 1);
    output.write(head);

    output.write_each(sizes_.size(), [&](std::string& bytes, std::size_t i) {
      if (sizes_[i] > 0) put(bytes, static_cast<std::uint32_t>(sizes_[i]));
    });
    std::uint64_t at = 0;
    output.write_each(sizes_.size(), [&](std::string& bytes, std::size_t i) {
      if (sizes_[i] > 0) put(bytes, at);
      at += std::uint64_t{sizes_[i]} * plan_.width;
    });
    std::uint64_t sequence = 0;
    output.write_each(sizes_.size() + 1, [&](std::string& bytes, std::size_t i) {
      put(bytes, sequence);
      if (i < sizes_.size() && sizes_[i] > 0) ++sequence;
    });
    return output.save();
  }

  const Plan& plan_;
  std::vector<std::string> names_;  // of the files
  std::optional<std::filesystem::path> directory_;
  std::unique_ptr<FinalFile> ids_file_;
  std::optional<file::Scratch> kept_;  // llmc: the ids, until their number is known
  std::string buffer_;                 // ids that are not written yet
  std::vector<std::size_t> sizes_;     // of each document, in ids
  std::uint64_t count_ = 0;
};

ShardFiles::ShardFiles(const Plan& plan, const std::string& stem,
                       const std::optional<std::filesystem::path>& directory)
    : impl_(std::make_unique<Impl>(plan, stem, directory)) {}

ShardFiles::~ShardFiles() = default;

void ShardFiles::add(std::span<const TokenId> ids) { impl_->add(ids); }

std::vector<SavedFile> ShardFiles::save() { return impl_->save(); }

std::uint64_t ShardFiles::ids() const { return impl_->ids(); }

}  // namespace bpetite::shards
