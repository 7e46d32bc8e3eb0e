// Shows how far counting and training are on standard error: writes lines, or on a terminal a live
// bar with the speed and the time that is left.
#include "cli/terminal/progress.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/options/memory.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto between_drawings = std::chrono::milliseconds(50);

}  // namespace

void draw_bar(std::string_view title, double share, std::string_view numbers, bool coloured) {
  // The bar gets the rest of the line except the last column, where some terminals wrap.
  const std::size_t width = terminal_width(STDERR_FILENO);
  const std::size_t taken = title.size() + 5 + numbers.size();
  const std::size_t bar = std::min<std::size_t>(width > taken ? width - taken : 0, 40);
  const auto full = std::min(bar, static_cast<std::size_t>(static_cast<double>(bar) * share));
  std::string cells(full, '=');
  if (full < bar) {
    cells += '>';
  }
  const Palette colours = palette(coloured);
  write_note(fmt::format("{}{} [{}{:<{}}{}] {}", erase_line, title, colours.token, cells, bar,
                         colours.end, numbers));
}

namespace {

// A bar for bytes that are read, with their number, the speed and the time that is left.
void draw_bytes(std::string_view title, std::uint64_t bytes, std::optional<std::uint64_t> planned,
                Clock::time_point started, bool coloured) {
  const std::chrono::duration<double> elapsed = Clock::now() - started;
  const double rate = static_cast<double>(bytes) / std::max(elapsed.count(), 1e-3);
  std::string numbers = fmt::format("{} {:.0f} MB/s", shown_bytes(bytes), rate / 1e6);
  double share = 0;
  if (planned && *planned > 0) {
    share = std::min(1.0, static_cast<double>(bytes) / static_cast<double>(*planned));
    numbers += fmt::format(" {:3.0f}%", 100 * share);
    if (share > 0) {
      numbers += fmt::format(" {:.0f} s left", elapsed.count() * (1 - share) / share);
    }
  }
  draw_bar(title, share, numbers, coloured);
}

}  // namespace

CountingProgress::CountingProgress(Lines lines, std::optional<std::uint64_t> planned)
    : lines_(lines),
      planned_(planned),
      live_(is_terminal(STDERR_FILENO)),
      coloured_(wants_colour(STDERR_FILENO)),
      started_(Clock::now()),
      drawn_(started_) {
  if (live_) {
    draw();
  } else if (lines_ == Lines::shown) {
    write_note(fmt::format("Counting started: bytes={}\n",
                           planned_ ? std::to_string(*planned_) : "unknown"));
  }
}

CountingProgress::~CountingProgress() {
  if (live_) {
    write_note(erase_line);
  }
}

void CountingProgress::counted(std::uint64_t bytes) {
  constexpr unsigned line_shift = 30;  // a line for each GiB
  const bool line = bytes >> line_shift != bytes_ >> line_shift;
  bytes_ = bytes;
  if (!live_) {
    if (line && lines_ == Lines::shown) {
      write_note(fmt::format("Counting bytes: {}/{}\n", bytes,
                             planned_ ? std::to_string(*planned_) : "unknown"));
    }
  } else if (const auto now = Clock::now(); now - drawn_ >= between_drawings) {
    draw();
    drawn_ = now;
  }
}

void CountingProgress::complete(std::uint64_t distinct_chunks) {
  if (lines_ == Lines::hidden) {
    return;
  }
  if (!live_) {
    write_note(fmt::format("Counting complete: bytes={} distinct={}\n", bytes_, distinct_chunks));
    return;
  }
  const std::chrono::duration<double> elapsed = Clock::now() - started_;
  const Palette colours = palette(coloured_);
  write_note(fmt::format("{}{}Counted{} {} in {}, {:.1f} s\n", erase_line, colours.token,
                         colours.end, bpetite::counted(distinct_chunks, "distinct chunk"),
                         shown_bytes(bytes_), elapsed.count()));
}

void CountingProgress::draw() const {
  draw_bytes("Counting", bytes_, planned_, started_, coloured_);
}

TasksProgress::TasksProgress(std::string_view doing, std::size_t tasks, std::uint64_t planned)
    : doing_(doing),
      planned_(planned),
      live_(is_terminal(STDERR_FILENO)),
      coloured_(wants_colour(STDERR_FILENO)),
      started_(Clock::now()),
      drawn_(started_) {
  if (!live_) write_note(fmt::format("{} started: tasks={} bytes={}\n", doing_, tasks, planned_));
}

TasksProgress::~TasksProgress() {
  if (live_) write_note(erase_line);
}

void TasksProgress::read(std::uint64_t bytes) {
  bytes_ += bytes;
  const auto now = Clock::now();
  if (!live_ || now - drawn_ < between_drawings) return;
  draw_bytes(doing_, bytes_, planned_, started_, coloured_);
  drawn_ = now;
}

void TasksProgress::note(std::string_view line) const {
  write_note(fmt::format("{}{}\n", live_ ? erase_line : "", line));
}

TrainingProgress::TrainingProgress(std::size_t planned)
    : planned_(planned),
      live_(is_terminal(STDERR_FILENO)),
      coloured_(wants_colour(STDERR_FILENO)),
      started_(Clock::now()),
      drawn_(started_) {
  if (live_) {
    draw(0);
  } else {
    write_note(fmt::format("Training started: planned={}\n", planned_));
  }
}

TrainingProgress::~TrainingProgress() {
  if (live_ && !finished_) {
    write_note(erase_line);
  }
}

void TrainingProgress::learned(std::size_t merges) {
  if (!live_) {
    if (merges % 100 == 0) {
      write_note(fmt::format("Training merges: {}/{}\n", merges, planned_));
    }
  } else if (const auto now = Clock::now(); now - drawn_ >= between_drawings) {
    draw(merges);
    drawn_ = now;
  }
}

void TrainingProgress::complete(std::size_t merges) {
  finished_ = true;
  if (!live_) {
    write_note(fmt::format("Training complete: merges={}\n", merges));
    return;
  }
  const std::chrono::duration<double> elapsed = Clock::now() - started_;
  const Palette colours = palette(coloured_);
  write_note(fmt::format("{}{}Trained{} {} in {:.1f} s{}\n", erase_line, colours.token, colours.end,
                         counted(merges, "merge"), elapsed.count(),
                         merges < planned_ ? ": no pair is left" : ""));
}

void TrainingProgress::draw(std::size_t merges) const {
  // The remaining time, computed from the speed so far. It is unknown before the first merge.
  std::string remaining = "counting";
  if (merges > 0) {
    const std::chrono::duration<double> elapsed = Clock::now() - started_;
    const double left =
        elapsed.count() / static_cast<double>(merges) * static_cast<double>(planned_ - merges);
    remaining = fmt::format("{:.0f} s left", left);
  }
  const std::size_t percent = planned_ == 0 ? 100 : merges * 100 / planned_;
  const std::string numbers =
      fmt::format("{}/{} merges {:3}% {}", merges, planned_, percent, remaining);

  const double share =
      planned_ == 0 ? 1 : static_cast<double>(merges) / static_cast<double>(planned_);
  draw_bar("Training", share, numbers, coloured_);
}

}  // namespace bpetite::cli
