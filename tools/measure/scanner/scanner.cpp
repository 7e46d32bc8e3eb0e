// Times how fast the engine cuts a text into chunks. It scans the text once for each line of
// standard input, and writes the nanoseconds and a digest of the places where chunks begin.
//
//   bpetite_scanner FILE compiled|portable|avx2|avx512 PATTERN...
//
// PATTERN is the name of a profile, or the text of a pattern. Several patterns are a sequence.
// `compiled` uses the table of any pattern; the others use the scanner for an instruction set.
#include <string_view>

#include "engine/compile/splitter.hpp"
#include "engine/scan/scan.hpp"
#include "profiles/profiles.hpp"
#include "worker.hpp"

namespace {

using namespace bpetite;

// A scanner that uses the compiled form of a pattern.
class CompiledScanner {
 public:
  CompiledScanner(const engine::compile::Splitter& splitter, std::string_view text)
      : reader_(*splitter.table(), text) {}
  std::size_t at() const { return reader_.at(); }
  bool done() const { return reader_.done(); }
  std::size_t scan(std::uint32_t* starts, std::size_t blocks) {
    return reader_.read(starts, blocks * 64);
  }

 private:
  engine::compile::TableReader reader_;
};

Profile profile_of(char** patterns, int count) {
  if (const Profile* const named = profiles::find(patterns[0])) return *named;
  Profile profile;
  for (int i = 0; i < count; ++i) profile.splits.push_back({{patterns[i]}});
  return profile;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) return 2;
  const std::string text = content_of(arguments[1]);
  const std::string_view how = arguments[2];
  const Profile profile = profile_of(arguments + 3, count - 3);
  if (how == "compiled") {
    const engine::compile::Splitter splitter(profile.splits);
    if (splitter.table() == nullptr) return 1;
    answer_lines([&] { return CompiledScanner(splitter, text); });
    return 0;
  }
  using engine::machine::Level;
  const Level level = how == "avx512" ? Level::avx512
                      : how == "avx2" ? Level::avx2
                                      : Level::portable;
  const engine::scan::Cutter cutter(profile);
  answer_lines([&] { return engine::scan::Scanner(text, cutter, level); });
  return 0;
}
