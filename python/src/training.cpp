// Trains tokenizers for Python: on texts that are all in memory (train), or on the texts of an
// iterator (train_from_iterator), or on counts (train_from_counts). The chunks of an iterator's
// texts are counted some texts at a time, in at most as much memory as the caller allows, and the
// counts are saved in a temporary directory. Calls the progress function of the user, and ends when
// the user interrupts the training.
#include <deque>
#include <filesystem>
#include <string_view>
#include <vector>

#include <bpetite/counting.hpp>

#include "core.hpp"
#include "counting.hpp"
#include "profiles/profiles.hpp"
#include "text.hpp"

namespace bpetite::python {
namespace {

// Calls `progress`, if there is one, and ends training when the user interrupts it. It is a handle,
// which the library may copy without the lock of the interpreter.
TrainProgress progress_of(nb::handle progress) {
  return [progress](std::size_t merges) {
    if (progress.is_none() && merges % 256 != 0) return;
    const nb::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!progress.is_none()) progress(merges);
  };
}

}  // namespace

Core Core::train(nb::handle texts, std::uint32_t vocab_size, const TrainingProfile& profile,
                 unsigned threads, nb::handle progress) {
  const Texts given(texts);
  const TrainProgress called = progress_of(progress);
  const nb::gil_scoped_release released;
  return Core(train_texts(given.views(), vocab_size, called, threads, profile));
}

Core Core::train_from_iterator(nb::handle texts, std::uint32_t vocab_size,
                               const TrainingProfile& profile, unsigned threads, std::size_t memory,
                               nb::handle progress) {
  if (PyUnicode_Check(texts.ptr()) || PyBytes_Check(texts.ptr())) {
    throw nb::type_error("bpetite: required an iterator of texts, and not one text");
  }
  TrainingProfile named = profile;
  // A counts file has no special tokens. Training has them if the profile is named again.
  if (named.profile.empty() && named.patterns.empty()) named.profile = profiles::by_default().name;
  const TemporaryDirectory directory;
  CountOptions options{.threads = threads, .directory = directory.path(), .profile = named};
  if (memory > 0) options.memory = memory;
  ChunkCounter counter(options);
  // One thread counts a text as it comes. Several share the texts of some megabytes.
  constexpr std::size_t together = std::size_t{4} << 20;
  std::deque<Text> kept;
  std::vector<std::string_view> views;
  std::size_t bytes = 0;
  const auto count_kept = [&] {
    {
      const nb::gil_scoped_release released;
      counter.add_texts(views);
    }
    views.clear();
    kept.clear();
    bytes = 0;
  };
  for (const nb::handle each : nb::iter(texts)) {
    views.push_back(kept.emplace_back(each));
    bytes += views.back().size();
    if (threads <= 1 || bytes >= threads * together) count_kept();
  }
  count_kept();
  const TrainProgress called = progress_of(progress);
  const nb::gil_scoped_release released;
  const std::filesystem::path counts[] = {directory.path() / "counts"};
  counter.save(counts[0]);
  return Core(train_counts(counts, vocab_size, called, named));
}

Core Core::train_from_counts(const std::vector<GivenCounts::Given>& files, std::uint32_t vocab_size,
                             const TrainingProfile& profile, nb::handle progress) {
  const GivenCounts given(files);
  const TrainProgress called = progress_of(progress);
  const nb::gil_scoped_release released;
  return Core(train_counts(given.paths(), vocab_size, called, profile));
}

}  // namespace bpetite::python
