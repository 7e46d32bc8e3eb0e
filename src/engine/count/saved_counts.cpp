// Opens files with the counts of chunks and gives their sums (CountsFiles), and writes a counts
// file completely or not at all (save_counts). Each file is read as a stream of sorted entries, and
// the streams are merged. Each pipe, and groups of 256 files if there are more files than that,
// become temporary files first. Files that were cut differently from the first one are refused, and
// so are patterns that would lose a part of a text. require() refuses files that were not cut by a
// given profile.
#include "engine/count/saved_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "engine/compare/compare.hpp"
#include "engine/count/counts_file.hpp"
#include "engine/kernels/scan_pattern.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::engine::count {
namespace {

// S40h: ValueError if the patterns do not cover every text, since chunks are then lost.
void check_cover(const Profile& profile, const std::string& name) {
  if (kernels::find_scan_pattern(profile)) return;  // these cover every text
  try {
    compare::require_cover(profile.splits);
  } catch (const ValueError& error) {
    throw ValueError(fmt::format("counts: {}: {}", utf8::quoted(name, 200), error.message()),
                     error.clause());
  }
}

}  // namespace

CountsFiles::CountsFiles(std::span<const std::string> paths, std::filesystem::path directory)
    : header_(counts_header(profiles::by_default())),
      profile_(profiles::by_default()),
      runs_(std::move(directory)) {
  constexpr std::size_t most_open = 256;
  for (const std::string& path : paths) {
    file::Input input(path);
    if (!input.has_offsets()) {
      // A pipe. Its blocks come in order, and a reader asks for them in that order.
      runs_.add({checked(CountsReader([&input](char* into, std::size_t size,
                                               std::uint64_t) { return input.read(into, size); },
                                      path),
                         path)});
      continue;
    }
    checked(
        CountsReader([&input](char* into, std::size_t size,
                              std::uint64_t offset) { return input.read_at(into, size, offset); },
                     path),
        path);
    files_.push_back({path, std::move(input)});
    if (files_.size() == most_open && paths.size() > most_open) {
      runs_.add(open_streams());
      files_.clear();
    }
  }
}

// S40i: all files must be cut like the first one.
CountsReader CountsFiles::checked(CountsReader reader, const std::string& name) {
  if (first_name_.empty()) {
    first_name_ = name;
    header_ = reader.header();
    profile_ = reader.profile();
    check_cover(profile_, name);
  }
  check_header(reader.header(), name, header_, utf8::quoted(first_name_, 200));
  return reader;
}

void CountsFiles::require(const Profile& profile) const {
  if (first_name_.empty()) return;
  check_header(header_, first_name_, counts_header(profile),
               profile.splits == profile_.splits
                   ? fmt::format("the normalizer {}", name(profile.normalizer))
                   : fmt::format("the profile {}", profile.name));
}

std::vector<CountStream> CountsFiles::open_streams() const {
  // 64 MiB for the buffers of all files, but 4 to 256 KiB for each.
  const std::size_t buffer =
      std::clamp((std::size_t{1} << 26) / std::max<std::size_t>(files_.size(), 1),
                 std::size_t{1} << 12, std::size_t{1} << 18);
  std::vector<CountStream> streams;
  for (const CountsFile& file : files_) {
    streams.emplace_back(CountsReader(
        [&input = file.input](char* into, std::size_t size, std::uint64_t offset) {
          return input.read_at(into, size, offset);
        },
        file.name, buffer));
  }
  return streams;
}

ChunkSource CountsFiles::source() const {
  return [this](const VisitCount& visit) {
    std::vector<CountStream> streams = runs_.streams();
    std::ranges::move(open_streams(), std::back_inserter(streams));
    merge_streams(std::move(streams), visit);
  };
}

CountsTotals save_counts(const std::filesystem::path& path, bool overwrite,
                         const std::string& header, const ChunkSource& source,
                         const std::function<void(std::uint64_t)>& tick) {
  file::Temporary temporary(path);
  CountsWriter writer([&temporary](std::string_view bytes) { temporary.write(bytes); }, header);
  source([&](std::string_view chunk, Count count) {
    writer.add(chunk, count);
    constexpr std::uint64_t now_and_then = 1U << 14;
    if (tick && writer.entries() % now_and_then == 0) tick(writer.entries());
  });
  writer.finish();
  temporary.save(overwrite);
  return {writer.entries(), writer.corpus_chunks(), writer.corpus_bytes()};
}

}  // namespace bpetite::engine::count
