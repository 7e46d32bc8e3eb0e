// `Report` prints a line for each comparison (what was compared, how often, the first difference,
// the time) and the sum. Also declares all parts of this program, the numbers of threads that they
// use, and the list of the corpora.
//
//   code.txt, cl100k: 2383411 chunks, 3 levels: 7150233 compared, 0 differ  (12 s)
//   tables of ...: 40434478 compared, DIFFERS: table 5: baab at level 2: want [98, 256], ...  (9 s)
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bpetite::test {

// The numbers of threads that are compared. All must give the same results.
inline constexpr unsigned thread_counts[] = {1, 2, 3, 8, 16};

class Report {
 public:
  // Prints the line of a finished comparison. An empty difference means that there is none.
  void line(std::string_view what, std::uint64_t compared, std::string_view difference);

  // Whether something was compared and nothing differed.
  bool passed() const { return compared_ > 0 && differing_ == 0; }

  // Prints the last line: the sum of all comparisons.
  void total() const;

 private:
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  std::uint64_t compared_ = 0;
  std::uint64_t differing_ = 0;
};

// The texts of data/corpora, in the order of their names.
std::vector<std::filesystem::path> corpora_in(const std::string& data);

// The parts of the comparison. Each is in a file of this folder.
void compare_strings(Report& report);
void compare_tables(Report& report);
void compare_corpora(Report& report, const std::string& data);
void compare_cuts(Report& report, const std::string& data);
void compare_hard_texts(Report& report, const std::string& data);
void compare_specials(Report& report);

}  // namespace bpetite::test
