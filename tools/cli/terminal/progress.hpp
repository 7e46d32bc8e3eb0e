// Shows on standard error how far counting (`CountingProgress`), tasks (`TasksProgress`) and
// training (`TrainingProgress`) are: lines, or on a terminal a live bar (`draw_bar`).
//
//   Counting started: bytes=3000000000        Counting [===>   ] 1.2 GiB 310 MB/s  43% 5 s left
//   Counting bytes: 1073741824/3000000000
//   Counting complete: bytes=3000000000 distinct=40
//
//   Training started: planned=256             Training [===>   ] 128/256 merges  50% 1 s left
//   Training merges: 100/256
//   Training merges: 200/256
//   Training complete: merges=256
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace bpetite::cli {

// Replaces the current line by a bar that is full to this share, with numbers after it.
void draw_bar(std::string_view title, double share, std::string_view numbers, bool coloured);

class CountingProgress {
 public:
  // `planned` is the number of bytes to read, if it is known. Hidden lines are not written: `train`
  // does not show lines while it counts (FR-32a).
  enum class Lines { shown, hidden };
  CountingProgress(Lines lines, std::optional<std::uint64_t> planned);
  // Ends an unfinished bar, so that an error begins on a line of its own.
  ~CountingProgress();
  CountingProgress(const CountingProgress&) = delete;
  CountingProgress& operator=(const CountingProgress&) = delete;

  void counted(std::uint64_t bytes);
  void complete(std::uint64_t distinct_chunks);

 private:
  void draw() const;

  Lines lines_;
  std::optional<std::uint64_t> planned_;
  std::uint64_t bytes_ = 0;
  bool live_;
  bool coloured_;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point drawn_;
};

// Of tasks that read inputs (`shards run`, `shards verify`).
class TasksProgress {
 public:
  // `doing` begins the lines and the bar: "Encoding".
  TasksProgress(std::string_view doing, std::size_t tasks, std::uint64_t planned);
  // Ends an unfinished bar, so that an error begins on a line of its own.
  ~TasksProgress();
  TasksProgress(const TasksProgress&) = delete;
  TasksProgress& operator=(const TasksProgress&) = delete;

  void read(std::uint64_t bytes);
  // Writes a line for people above the bar.
  void note(std::string_view line) const;

 private:
  std::string_view doing_;
  std::uint64_t planned_;
  std::uint64_t bytes_ = 0;
  bool live_;
  bool coloured_;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point drawn_;
};

class TrainingProgress {
 public:
  // `planned` is the number of merges that were requested. Fewer may be found (FR-11).
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
