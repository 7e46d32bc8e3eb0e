// Parses the embedded suite (embedded_suite): the files of conformance/ that the build puts into
// the program, without the accumulated sets (test cases that are computed from a seed). suite_with
// parses other groups of vectors (test cases) in place of the embedded ones, for example the
// findings of `conform fuzz`.
#include "conform/suite/suite_files.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::suite {
namespace {

std::string joined(const EmbeddedFile& file) {
  std::string text;
  for (const std::string_view line : file.lines) {
    text.append(line).append("\n");
  }
  return text;
}

}  // namespace

Suite embedded_suite() {
  Files groups;
  std::string index;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name == "suite") {
      index = joined(file);
    } else if (!file.name.starts_with("accumulated-")) {
      groups.emplace(file.name, joined(file));
    }
  }
  return parse_suite(groups, index);
}

Suite suite_with(const Files& groups) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name == "suite") return parse_suite(groups, joined(file));
  }
  return parse_suite(groups, "");  // internal: the index always exists
}

}  // namespace bpetite::conform::suite
