// Compares a text with its golden, or writes the golden. Replaces dates and times in the text
// first, and shows the first line that differs.
#include "support/goldens.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/directory.hpp"
#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/texts/regex.hpp"

namespace bpetite::test {
namespace {

// Replaces what differs from run to run: dates and times.
std::string without_dates(std::string text) {
  static const std::pair<Regex, const char*> changing[] = {
      {Regex(R"(("(?:elapsed|found|shrunk)_ms":)[0-9.]+)"), "$1MS"},
      {Regex(R"(\b20[0-9]{2}-[0-9]{2}-[0-9]{2}\b)"), "DATE"},
      {Regex(R"(\b[0-9]+(\.[0-9]+)? s\b)"), "SECONDS"},
  };
  for (const auto& [pattern, words] : changing) {
    text = pattern.replaced(text, words);
  }
  return text;
}

// The first line that differs, in the golden and in the text.
std::string first_difference(std::string_view kept, std::string_view text) {
  const auto at = static_cast<std::size_t>(
      std::mismatch(kept.begin(), kept.end(), text.begin(), text.end()).first - kept.begin());
  const auto line_of = [&](std::string_view all) {
    const std::size_t begin = all.substr(0, std::min(at, all.size())).rfind('\n') + 1;
    return std::string(all.substr(begin, all.find('\n', at) - begin));
  };
  return "golden: " + line_of(kept) + "\nnow:    " + line_of(text);
}

}  // namespace

std::string golden_folder() { return BPETITE_SOURCE_DIR "/props/data/conform"; }

void check_golden(const std::string& name, std::string_view text) {
  const std::string path = golden_folder() + "/goldens/" + name;
  const std::string now = without_dates(std::string(text));
  if (std::getenv("BPETITE_WRITE_GOLDENS") != nullptr) {
    file::make_directories(golden_folder() + "/goldens");
    file::save_atomically(path, now, true);
    return;
  }
  const std::string kept = file::read(path);
  INFO(name << ": tools/regen --write writes it anew\n" << first_difference(kept, now));
  CHECK(kept == now);
}

}  // namespace bpetite::test
