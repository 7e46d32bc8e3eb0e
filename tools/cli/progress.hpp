// Showing how far training is, on standard error: lines, or on a terminal a live bar.
//
//   Training started: planned=256             Training [=======>         ] 128/256 merges  50%
//   Training merges: 100/256
//   Training merges: 200/256
//   Training complete: merges=256
#pragma once

#include <chrono>
#include <cstddef>

namespace bpetite::cli {

class TrainingProgress {
 public:
  // `planned` is the number of merges asked for; fewer may be found (FR-11).
  explicit TrainingProgress(std::size_t planned);
  // Ends an unfinished bar, so that an error begins on a line of its own.
  ~TrainingProgress();
  TrainingProgress(const TrainingProgress&) = delete;
  TrainingProgress& operator=(const TrainingProgress&) = delete;

  void learned(std::size_t merges);
  void complete(std::size_t merges);

 private:
  void draw(std::size_t merges) const;

  std::size_t planned_;
  bool live_;
  bool coloured_;
  bool finished_ = false;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point drawn_;
};

}  // namespace bpetite::cli
