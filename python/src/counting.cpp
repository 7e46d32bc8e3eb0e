// Counts the chunks of texts for Python (Counter), in at most as much memory as the caller allows,
// adds up counts of files and of bytes, and reads lines of JSON Lines.
#include "counting.hpp"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <system_error>

#include <bpetite/errors.hpp>

#include "arrow.hpp"
#include "core/directory.hpp"
#include "core/file.hpp"
#include "engine/count/count_stream.hpp"
#include "profiles/profiles.hpp"
#include "text.hpp"

namespace bpetite::python {
namespace {

CountOptions options_of(const TrainingProfile& profile, unsigned threads, std::size_t memory,
                        const std::filesystem::path& directory) {
  CountOptions options{.threads = threads, .directory = directory, .profile = profile};
  if (memory > 0) options.memory = memory;
  return options;
}

}  // namespace

TemporaryDirectory::TemporaryDirectory() : path_(file::make_temporary_directory()) {}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Counter::Counter(const TrainingProfile& profile, unsigned threads, std::size_t memory)
    : counter_(options_of(profile, threads, memory, directory_.path())) {}

void Counter::add(nb::handle text) {
  const Text given(text);
  const nb::gil_scoped_release released;
  const std::lock_guard lock(mutex_);
  counter_.add_text(given);
}

void Counter::add_batch(nb::handle texts) {
  const Texts given(texts);
  const nb::gil_scoped_release released;
  const std::lock_guard lock(mutex_);
  counter_.add_texts(given.views());
}

void Counter::add_arrow(nb::handle array, bool skips_nulls) {
  const ArrowTexts given(array, skips_nulls ? Nulls::empty : Nulls::refused);
  const nb::gil_scoped_release released;
  const std::lock_guard lock(mutex_);
  try {
    counter_.add_texts(given.views());
  } catch (const UnicodeDecodeError&) {
    given.throw_ill_formed();
  }
}

void Counter::save(const std::filesystem::path& path, bool overwrite) {
  const nb::gil_scoped_release released;
  const std::lock_guard lock(mutex_);
  counter_.save(path, overwrite);
}

nb::bytes Counter::to_bytes() {
  std::string content;
  {
    const nb::gil_scoped_release released;
    const std::lock_guard lock(mutex_);
    const std::filesystem::path path = directory_.path() / "counts";
    counter_.save(path, true);
    content = file::read(path, UINT64_MAX);
  }
  return nb::bytes(content.data(), content.size());
}

GivenCounts::GivenCounts(const std::vector<Given>& files) {
  for (const Given& given : files) {
    if (const auto* const path = std::get_if<std::filesystem::path>(&given)) {
      paths_.push_back(*path);
      continue;
    }
    const auto& bytes = std::get<nb::bytes>(given);
    paths_.push_back(directory_.path() / std::to_string(paths_.size()));
    file::save_atomically(paths_.back(), {static_cast<const char*>(bytes.data()), bytes.size()},
                          false);
  }
}

void merge_counts(const std::vector<GivenCounts::Given>& files, const std::filesystem::path& path,
                  bool overwrite) {
  const GivenCounts given(files);
  const nb::gil_scoped_release released;
  bpetite::merge_counts(given.paths(), path, overwrite);
}

nb::bytes text_of_line(nb::bytes line, std::string_view field) {
  const auto [text, fault] =
      engine::count::text_of_line({static_cast<const char*>(line.data()), line.size()}, field);
  if (fault) throw ValueError(*fault, "S41d");
  return nb::bytes(text.data(), text.size());
}

}  // namespace bpetite::python
