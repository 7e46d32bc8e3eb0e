// The lines and the bar of training.
#include "cli/progress.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/output.hpp"
#include "cli/terminal.hpp"

namespace bpetite::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto between_drawings = std::chrono::milliseconds(50);

}  // namespace

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
  write_note(fmt::format("{}{}Trained{} {} merges in {:.1f} s{}\n", erase_line, colours.token,
                         colours.end, merges, elapsed.count(),
                         merges < planned_ ? ": no pair is left" : ""));
}

void TrainingProgress::draw(std::size_t merges) const {
  // What is left, from the speed so far; unknown before the first merge.
  std::string remaining = "counting";
  if (merges > 0) {
    const std::chrono::duration<double> elapsed = Clock::now() - started_;
    const double left =
        elapsed.count() / static_cast<double>(merges) * static_cast<double>(planned_ - merges);
    remaining = fmt::format("{:.0f} s left", left);
  }
  const std::size_t percent = planned_ == 0 ? 100 : merges * 100 / planned_;
  const std::string numbers =
      fmt::format(" {}/{} merges {:3}% {}", merges, planned_, percent, remaining);

  // The bar gets the rest of the line, less the last column: some terminals wrap there.
  constexpr std::string_view title = "Training [";
  const std::size_t width = terminal_width(STDERR_FILENO);
  const std::size_t taken = title.size() + 1 + numbers.size() + 1;
  const std::size_t bar = std::min<std::size_t>(width > taken ? width - taken : 0, 40);
  const std::size_t full = planned_ == 0 ? bar : bar * merges / planned_;
  std::string cells(full, '=');
  if (full < bar) {
    cells += '>';
  }
  const Palette colours = palette(coloured_);
  write_note(fmt::format("{}{}{}{:<{}}{}]{}", erase_line, title, colours.token, cells, bar,
                         colours.end, numbers));
}

}  // namespace bpetite::cli
