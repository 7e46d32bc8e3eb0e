// The same as scanner.cpp for the scanners of commit abd2dae, with which today's are compared. It
// is compiled within that commit's tree by tools/measure/scanner/run.
#include <string_view>

#include "engine/scan.hpp"
#include "worker.hpp"

int main(int count, char** arguments) {
  if (count != 4) return 2;
  namespace engine = bpetite::engine;
  const std::string text = content_of(arguments[1]);
  const std::string_view how = arguments[2];
  const auto level = how == "avx512" ? engine::Level::avx512
                     : how == "avx2" ? engine::Level::avx2
                                     : engine::Level::portable;
  const std::string_view name = arguments[3];
  const auto pattern = name == "cl100k"     ? engine::ScanPattern::cl100k
                       : name == "nanochat" ? engine::ScanPattern::nanochat
                                            : engine::ScanPattern::v1;
  answer_lines([&] { return engine::Scanner(text, pattern, level); });
  return 0;
}
