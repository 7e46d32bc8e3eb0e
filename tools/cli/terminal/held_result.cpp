// Keeps a result until it is known to be right, and writes it to standard output. What does not fit
// into memory is kept in a temporary file.
#include "cli/terminal/held_result.hpp"

#include <utility>

#include "cli/terminal/output.hpp"

namespace bpetite::cli {
namespace {

constexpr std::size_t most_in_memory = std::size_t{1} << 26;

}  // namespace

void HeldResult::append(std::string_view bytes) {
  memory_ += bytes;
  if (!directory_ || memory_.size() <= most_in_memory) return;
  if (!file_) file_.emplace(*directory_);
  file_->append(memory_);
  in_file_ += memory_.size();
  memory_.clear();
}

void HeldResult::write() {
  std::string block(file_ ? std::size_t{1} << 20 : 0, '\0');
  for (std::uint64_t at = 0; at < in_file_;) {
    const std::size_t size = file_->read_at(block.data(), block.size(), at);
    write_part({block.data(), size});
    at += size;
  }
  write_result(memory_);
}

}  // namespace bpetite::cli
