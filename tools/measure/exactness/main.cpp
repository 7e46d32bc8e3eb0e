// Compares the engine with the reference on inputs that take too long for a test
// (tools/measure/exactness/run). Also defines `Report` and the list of the corpora (report.hpp).
//
//   bpetite_exactness DATA                      all parts
//   bpetite_exactness DATA strings tables       some of the parts strings, tables, corpora, cuts,
//                                               hard, specials
//
// DATA is a directory with corpora/*.txt and vocab/*.tiktoken. If it has no corpora, the parts
// corpora and cuts are skipped. The part hard uses the public vocabularies that are there. The exit
// code is 1 if something differs or nothing was compared.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>

#include "report.hpp"

namespace bpetite::test {

void Report::line(std::string_view what, std::uint64_t compared, std::string_view difference) {
  const auto now = std::chrono::steady_clock::now();
  const double seconds = std::chrono::duration<double>(now - since_).count();
  since_ = now;
  compared_ += compared;
  if (!difference.empty()) ++differing_;
  std::cout << fmt::format("{}: {} compared, {}  ({:.0f} s)\n", what, compared,
                           difference.empty() ? "0 differ" : fmt::format("DIFFERS: {}", difference),
                           seconds)
            << std::flush;
}

void Report::total() const {
  std::cout << fmt::format("all: {} compared, {} lines differ\n", compared_, differing_);
}

std::vector<std::filesystem::path> corpora_in(const std::string& data) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(data + "/corpora")) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace bpetite::test

int main(int count, char** arguments) {
  using namespace bpetite::test;
  const std::set<std::string> all = {"strings", "tables", "corpora", "cuts", "hard", "specials"};
  std::set<std::string> parts;
  for (int i = 2; i < count; ++i) {
    parts.insert(arguments[i]);
    if (!all.contains(arguments[i])) count = 0;
  }
  if (count < 2) {
    std::cerr << "usage: bpetite_exactness DATA [strings] [tables] [corpora] [cuts] [hard] "
                 "[specials]\n";
    return 2;
  }
  if (parts.empty()) parts = all;
  const std::string data = arguments[1];
  const bool has_data = std::filesystem::exists(data + "/corpora");
  Report report;
  if (parts.contains("strings")) compare_strings(report);
  if (parts.contains("tables")) compare_tables(report);
  if (parts.contains("corpora") && has_data) compare_corpora(report, data);
  if (parts.contains("cuts") && has_data) compare_cuts(report, data);
  if (parts.contains("hard")) compare_hard_texts(report, data);
  if (parts.contains("specials")) compare_specials(report);
  if (!has_data) {
    std::cout << "corpora and public vocabularies: skipped, since " << data << " does not exist\n";
    if (parts == std::set<std::string>{"corpora"}) return 0;
  }
  report.total();
  return report.passed() ? 0 : 1;
}
