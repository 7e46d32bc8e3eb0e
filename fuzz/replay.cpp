// A main function for fuzz targets that are built without libFuzzer. It runs the target on the
// given files, and on the files in the given directories, and prints how many there were. It fails
// if there were none.
//
//   replay_encode seeds/encode crash-1a2b3c
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "core/file.hpp"
#include "harness.hpp"

// Custom mutators refer to this function. Without libFuzzer nothing calls it.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* /*data*/, std::size_t size,
                                        std::size_t /*max_size*/) {
  return size;
}

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (int i = 1; i < argc; ++i) {
    if (fs::is_directory(argv[i])) {
      for (const auto& entry : fs::directory_iterator(argv[i])) {
        files.push_back(entry.path());
      }
    } else {
      files.emplace_back(argv[i]);
    }
  }
  std::sort(files.begin(), files.end());

  for (const fs::path& file : files) {
    const std::string bytes = bpetite::file::read(file);
    const std::vector<std::uint8_t> data(bytes.begin(), bytes.end());
    LLVMFuzzerTestOneInput(data.data(), data.size());
  }
  std::cout << files.size() << " inputs\n";
  return files.empty() ? 1 : 0;
}
