// Two commands that write the suite. bpetite conform requests: writes the requests of the chosen
// vectors (test cases) or of one given case (--case), one a line, for a program that reads them
// from a file, and puts the files that they name into a directory. bpetite conform export: writes
// the vectors and artifacts as files, in the formats json, plain, tsv, c, go and rust.
#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/conform/conform.hpp"
#include "cli/options/arguments.hpp"
#include "cli/terminal/output.hpp"
#include "conform/judge/repro.hpp"
#include "conform/program/exchange.hpp"
#include "conform/suite/plain_data.hpp"
#include "conform/suite/suite_files.hpp"
#include "conform/suite/test_material.hpp"
#include "core/directory.hpp"
#include "core/file.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> format_names = {"json", "plain", "tsv",
                                                          "c",    "go",    "rust"};

// The formats in a list such as "c,go". Without a list, all except plain.
std::vector<std::string> formats_of(const Arguments& arguments) {
  const auto text = arguments.value("--format");
  if (!text) {
    std::vector<std::string> all(format_names.begin(), format_names.end());
    std::erase(all, "plain");  // about forty megabytes
    return all;
  }
  std::vector<std::string> formats;
  for (std::size_t at = 0; at <= text->size();) {
    const std::size_t end = std::min(text->find(',', at), text->size());
    formats.push_back(text->substr(at, end - at));
    if (std::ranges::find(format_names, formats.back()) == format_names.end()) {
      throw UsageError(fmt::format("export: --format {}: there are {}", formats.back(),
                                   fmt::join(format_names, ", ")));
    }
    at = end + 1;
  }
  return formats;
}

void put(const fs::path& path, std::string_view bytes) {
  file::make_directories(path.parent_path());
  file::save_atomically(path, bytes, true);
}

// The groups as they are in conformance/vectors, to the byte.
void put_groups(const fs::path& directory) {
  for (const conform::suite::EmbeddedFile& group : conform::suite::embedded_files()) {
    std::string text;
    for (const std::string_view line : group.lines) {
      text.append(line).push_back('\n');
    }
    const bool index = group.name == "suite";
    const bool set = group.name.starts_with("accumulated-");
    put(directory /
            (index ? ""
             : set ? "accumulated"
                   : "vectors") /
            fmt::format("{}.json", group.name),
        text);
  }
}

int run_conform_requests(const Arguments& arguments) {
  conform::judge::RunOptions options;
  read_selection(arguments, options);
  conform::suite::Suite suite = conform::suite::embedded_suite();
  if (const auto text = arguments.value("--case")) {
    if (arguments.given("--only") || arguments.given("--level")) {
      throw UsageError("requests: --case is asked for alone");
    }
    suite.vectors = {conform::judge::parse_case(suite, *text)};
  }
  std::vector<const conform::suite::Vector*> vectors;
  for (const std::size_t place : conform::judge::selected(suite, options)) {
    vectors.push_back(&suite.vectors[place]);
  }
  if (vectors.empty()) {
    throw UsageError("requests: no vector is selected (see conform list)");
  }
  const conform::program::Bundle bundle(arguments.required("directory"));
  std::string text;
  for (const std::string& line : conform::program::request_lines(suite, vectors, bundle)) {
    text += line + "\n";
  }
  write_result(text);
  return 0;
}

}  // namespace

Command conform_requests_command() {
  return {
      "requests",
      "Write the requests, one line each, for programs that take them from a file.",
      {
          level_option,
          only_option,
          {"--case", "JSON", "Not those of the suite, but this one, as a report shows it"},
          {"directory", "DIR", "Where the files that they name are put", Count::once},
      },
      "Example:\n"
      "  bpetite conform requests bundle >requests.jsonl\n"
      "  ./my-harness <requests.jsonl >responses.jsonl\n"
      "  bpetite conform run --responses responses.jsonl --bundle bundle",
      run_conform_requests,
  };
}

namespace {

int run_conform_export(const Arguments& arguments) {
  const std::vector<std::string> formats = formats_of(arguments);
  const fs::path directory = arguments.required("directory");
  file::make_directories(directory);
  const conform::suite::Suite suite = conform::suite::embedded_suite();
  const std::vector<conform::suite::Row> rows = conform::suite::rows_of(suite);
  for (const std::string& format : formats) {
    if (format == "json") put_groups(directory);
    if (format == "plain") put(directory / "plain.json", conform::suite::whole_suite(suite));
    if (format == "tsv") put(directory / "vectors.tsv", conform::suite::to_tsv(rows));
    if (format == "c") put(directory / "vectors.h", conform::suite::to_c(suite, rows));
    if (format == "go") put(directory / "vectors.go", conform::suite::to_go(suite, rows));
    if (format == "rust") put(directory / "vectors.rs", conform::suite::to_rust(suite, rows));
  }
  for (const conform::suite::Vector& vector : suite.vectors) {
    const std::string name = conform::suite::artifact_file(vector);
    if (!name.empty() && !file::is_there(directory / name)) {
      put(directory / name, conform::suite::artifact_bytes(suite, vector.artifact));
    }
  }
  write_result(fmt::format("{}, {} of them in plain tables\n",
                           counted(suite.vectors.size(), "vector"), rows.size()));
  return 0;
}

}  // namespace

Command conform_export_command() {
  return {"export",
          "Write the vectors and artifacts out as files.",
          {
              {"directory", "DIR", "Where to", Count::once},
              {"--format", "LIST", "Some of json,plain,tsv,c,go,rust (all but plain)"},
          },
          "json is the suite itself; plain is one file of all vectors, with every input written "
          "out; the\n"
          "others are plain tables of the vectors that fit in one.\n\n"
          "Example:\n"
          "  bpetite conform export vectors --format go,tsv",
          run_conform_export};
}

}  // namespace bpetite::cli
