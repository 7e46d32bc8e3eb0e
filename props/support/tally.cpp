// Keeps the counts of this run of the program, and writes them at its end.
#include "support/tally.hpp"

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <utility>

namespace bpetite::test {
namespace {

class Tally {
 public:
  explicit Tally(const char* path) : path_(path == nullptr ? "" : path) {}
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;
  ~Tally() {
    if (path_.empty()) return;
    std::ofstream out(path_, std::ios::app);
    for (const auto& [key, cases] : counts_) {
      out << key.first << '\t' << key.second << '\t' << cases << '\n';
    }
  }

  void add(std::string_view kind, const Profile& profile, std::size_t cases) {
    if (path_.empty()) return;
    counts_[{std::string(kind), profile.name}] += cases;
    if (profile.name != "generated") return;
    for (const Split& split : profile.splits) {
      counts_[{std::string(kind), "generated: " + split.pattern.text}];
    }
  }

 private:
  std::string path_;
  std::map<std::pair<std::string, std::string>, std::size_t> counts_;
};

}  // namespace

void count_case(std::string_view kind, const Profile& profile, std::size_t cases) {
  static Tally tally(std::getenv("BPETITE_TALLY"));
  tally.add(kind, profile, cases);
}

}  // namespace bpetite::test
