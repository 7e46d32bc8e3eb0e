// Turns the examples of the specification into seeds: make_seeds DIRECTORY CHAPTER...
//
//   ```example encode            DIRECTORY/encode/04-encode-13
//   merges [[97,98]]  text "ab"     1 | 97 98 | "ab"
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "artifact/artifact.hpp"
#include "core/file.hpp"
#include "harness.hpp"
#include "support/examples.hpp"
#include "support/fields.hpp"
#include "support/v1.hpp"

namespace bpetite::fuzz {
namespace {

namespace fs = std::filesystem;
using test::Example;
using test::Fields;

// Harness and input, several where an example serves more than one.
using Seeds = std::vector<std::pair<std::string, std::string>>;

std::vector<Pair> merges_in(Fields& fields) {
  return fields.take("merges") == nullptr ? std::vector<Pair>{} : fields.pairs("merges");
}

std::string text_in(Fields& fields) {
  const bool given = fields.take("text") != nullptr || fields.take("text_hex") != nullptr;
  return given ? fields.bytes("text") : "";
}

Seeds load_seeds(Fields& fields) {
  std::string bytes;
  if (fields.take("whole") != nullptr || fields.take("whole_hex") != nullptr) {
    bytes = fields.bytes("whole");
  } else {
    bytes = artifact::serialize(test::v1_table(merges_in(fields)));
    if (const json::Value* replacements = fields.take("replace")) {
      for (const json::Value& replacement : test::as_array(*replacements)) {
        const std::string& from = test::as_string(test::as_array(replacement).at(0));
        bytes.replace(bytes.find(from), from.size(),
                      test::as_string(test::as_array(replacement).at(1)));
      }
    }
  }
  return {{"load", bytes}, {"load_structured", bytes}};
}

Seeds train_seeds(Fields& fields) {
  std::string bytes = written(8, 1);
  if (const json::Value* texts = fields.take("texts")) {
    for (const json::Value& text : test::as_array(*texts)) {
      bytes += test::as_string(text) + '\xff';
    }
  } else {
    bytes += fields.bytes("corpus");
  }
  return {{"train", bytes}};
}

Seeds seeds_of(const Example& example) {
  const std::string& operation = example.operation;
  if (operation == "shell") {
    return {};  // commands, not fields
  }
  Fields fields(example.lines);
  if (operation == "load" || operation == "serialize") {
    return load_seeds(fields);
  }
  if (operation == "train" || operation == "count" || operation == "roundtrip") {
    return train_seeds(fields);
  }
  if (operation == "encode" || operation == "pretokenize" || operation == "split") {
    const std::string merges = written(merges_in(fields));
    return {{"encode", merges + text_in(fields)}};
  }
  if (operation == "decode") {
    const std::string merges = written(merges_in(fields));
    return {{"decode", merges + written(fields.ids("ids"))}};
  }
  return {};
}

std::string name_of(const Example& example) {
  return fs::path(example.file).stem().string() + "-" + std::to_string(example.line);
}

int make_seeds(const fs::path& directory, const std::vector<fs::path>& chapters) {
  std::map<std::string, int> written_seeds;
  for (const fs::path& chapter : chapters) {
    for (const Example& example : test::read_examples(file::read(chapter), chapter.string())) {
      for (const auto& [harness, bytes] : seeds_of(example)) {
        fs::create_directories(directory / harness);
        std::ofstream out(directory / harness / name_of(example), std::ios::binary);
        out << bytes;
        ++written_seeds[harness];
      }
    }
  }
  for (const auto& [harness, count] : written_seeds) {
    std::cout << harness << ": " << count << " seeds\n";
  }
  return written_seeds.size() == 5 ? 0 : 1;
}

}  // namespace
}  // namespace bpetite::fuzz

int main(int argc, char** argv) {
  const std::vector<std::filesystem::path> arguments(argv + 1, argv + argc);
  if (arguments.size() < 2) {
    std::cerr << "usage: make_seeds DIRECTORY CHAPTER...\n";
    return 2;
  }
  return bpetite::fuzz::make_seeds(arguments[0], {arguments.begin() + 1, arguments.end()});
}
