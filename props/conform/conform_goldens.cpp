// Compares the commands of the kit with goldens: their output, the files that they write, and their
// exit codes. A program that misbehaves in every way is judged, a report is written in each form,
// and reports are compared. Also compares known failures, programs that end at their first request,
// speak another protocol or offer no operation, causes, lists and explanations, the fuzzer, wrong
// options, and the commands for a vocabulary.
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/goldens.hpp"
#include "support/programs/process.hpp"
#include "support/texts/regex.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

// A directory with the files that the commands read, and with the program `misbehave`.
class Place {
 public:
  Place() {
    for (const auto& entry : fs::directory_iterator(golden_folder())) {
      if (entry.is_regular_file()) fs::copy(entry.path(), at(entry.path().filename()));
    }
    fs::create_symlink(BPETITE_MISBEHAVE, at("misbehave"));
  }

  fs::path at(const fs::path& name) const { return directory_.path() / name; }

  // Runs a line of bash. Returns the line, its exit code, and its output.
  std::string run(const std::string& line) const {
    const Finished done = run_shell(line, {.directory = directory_.path()});
    const std::string text =
        fmt::format("$ {}\n{}{}{}exit {}\n\n", line, done.out,
                    done.err.empty() ? "" : "--- stderr\n", done.err, done.code);
    return Regex(directory_.path().string()).replaced(text, "DIRECTORY");
  }

  std::string text_of(const std::string& name) const { return file::read(at(name)); }

 private:
  TemporaryDirectory directory_;
};

// All vectors of props/data/conform/status-*.json.
constexpr std::string_view vectors =
    " --vectors status-chunks.json --vectors status-ids.json --vectors status-text.json"
    " --vectors status-load.json --vectors status-train.json --vectors status-save.json";

std::string told(std::string_view more) {
  return fmt::format("bpetite conform run --impl './misbehave as-told'{} --timeout 1 {}", vectors,
                     more);
}

TEST_CASE("goldens: every status in every form of a report") {
  const Place place;
  const std::string shown =
      place.run(told("--no-shrink --known known.txt --report report.json --junit junit.xml "
                     "--markdown summary.md --html page.html --badge badge.svg"));
  check_golden("status.txt", shown);
  for (const char* name : {"report.json", "junit.xml", "summary.md", "page.html", "badge.svg"}) {
    check_golden(fmt::format("status-{}", name), place.text_of(name));
  }
  check_golden("status-all.txt",
               place.run(told("--no-shrink --all --level L0 --only 'status-s*'")));

  // A correct program, and the comparison of the two.
  std::string compared = place.run("bpetite conform run --impl 'bpetite serve --reference'" +
                                   std::string(vectors) + " --report right.json --badge right.svg");
  compared += place.run("bpetite conform compare report.json right.json");
  compared += place.run("bpetite conform compare right.json report.json");
  compared += place.run("bpetite conform compare right.json right.json");
  check_golden("compare.txt", compared);
  check_golden("right-badge.svg", place.text_of("right.svg"));

  check_golden("matrix.txt", place.run("bpetite conform matrix report.json right.json "
                                       "--stated stated.json --html matrix.html"));
  check_golden("matrix.html", place.text_of("matrix.html"));
  check_golden("matrix-plain.txt", place.run("bpetite conform matrix right.json report.json"));
}

TEST_CASE("goldens: the list of known failures is rewritten") {
  const Place place;
  std::string text = place.run(told("--no-shrink --level L1 --known known.txt --update"));
  text += place.run("cat known.txt");
  text += place.run(told("--no-shrink --level L1 --known known.txt | tail -n 12"));
  check_golden("known.txt", text);
}

TEST_CASE("goldens: programs that cannot be driven") {
  const Place place;
  std::string text;
  for (const char* mode : {"exits-in-hello", "another-protocol", "no-ops", "exits-at-once"}) {
    text +=
        place.run(fmt::format("bpetite conform run --impl './misbehave {}'{} --timeout 1 "
                              "--report report.json --badge badge.svg --markdown summary.md",
                              mode, vectors));
    text += place.text_of("badge.svg") + place.text_of("summary.md");
  }
  for (const char* mode : {"as-told", "exits-in-hello"}) {
    text += place.run(fmt::format("bpetite conform smoke --impl './misbehave {}'", mode));
  }
  check_golden("not-driven.txt", text);
}

TEST_CASE("goldens: causes are confirmed, and inputs are made small") {
  const Place place;
  std::string text;
  for (const char* faults :
       {"--mutant no-lookahead' --only 'pretokenize-lookahead-*",
        "--mutant digits-by-three --mutant rightmost-scan' --only 'encode-merge-r*",
        "--mutant unknown-id-value-error' --only 'decode-unknown*"}) {
    text +=
        place.run(fmt::format("bpetite conform run --accumulated 0 --report report.json "
                              "--impl 'bpetite serve {}'",
                              faults));
  }
  check_golden("causes.txt", text);
  check_golden("causes.json", place.text_of("report.json"));
}

TEST_CASE("goldens: vectors and clauses are listed and explained") {
  const Place place;
  std::string text;
  for (const char* line :
       {"list --clause S9a", "list --only 'accumulated-*'", "list --level L4 --only 'save-s*'",
        "explain FR-17", "explain FR-35", "explain encode-merge-by-pair-aaa",
        "explain pretokenize-drift-letter-u0870", "explain accumulated-encode", "explain nothing",
        "explain load-json-cut", "requests --only 'decode-unknown-*' bundle"}) {
    text += place.run(std::string("bpetite conform ") + line);
  }
  check_golden("explain.txt", text);
}

TEST_CASE("goldens: a planted fault is found by the fuzzer with a seed") {
  const Place place;
  std::string text;
  for (const char* fault : {"rightmost-scan", "unknown-id-value-error"}) {
    text +=
        place.run(fmt::format("bpetite conform fuzz --impl 'bpetite serve --mutant {}' --seed 7 "
                              "--cases 300 --findings 2 --seconds 60 --level L1 --out found "
                              "2>/dev/null",
                              fault));
    text += place.run("cd found && for f in *; do echo \"== $f\"; cat $f; done; rm *");
  }
  check_golden("fuzz.txt", text);
}

TEST_CASE("goldens: options that do not go together are refused") {
  const Place place;
  std::string text;
  for (const char* options : {"run",
                              "run --tap report.tap --impl x",
                              "run --tap=report.tap",
                              "run --bundle b --impl x",
                              "run --responses r",
                              "run --impl x --responses r --bundle b",
                              "run --update --impl x",
                              "run --lines x",
                              "run --impl x --profile gpt2",
                              "run --profiles",
                              "run --profiles --impl x --seed 1",
                              "run --profiles --impl x --report r",
                              "run --profiles --impl x --tokenizer t",
                              "run --tokenizer t --impl x --jobs 2",
                              "run --tokenizer t --impl x --lines y",
                              "run --tokenizer t",
                              "fuzz",
                              "fuzz --impl x --pattern p",
                              "fuzz --tokenizer t --lines x --level L0",
                              "list --dialect tiktoken",
                              "explain FR-4 --unicode 16.0.0"}) {
    text += place.run(std::string("bpetite conform ") + options);
  }
  text += place.run("bpetite conform run --help | grep -c -e --tap");
  check_golden("options.txt", text);
}

TEST_CASE("goldens: the commands for a vocabulary of the program's own") {
  const Place place;
  const std::string lines =
      " --tokenizer cat.json --lines 'bpetite conform lines --tokenizer cat.json "
      "--like no-lookahead'";
  place.run(
      "printf 'the cat sat on the mat, the cat sat 12' > corpus.txt; "
      "bpetite train --input corpus.txt --vocab-size 260 --output cat.json");
  std::string text = place.run(
      "bpetite conform run --report report.json --junit junit.xml --known own.txt "
      "--update --level L0 --only 'v1-11*'" +
      lines);
  text += place.run("cat own.txt junit.xml");
  const std::string id = place.text_of("own.txt").substr(0, 11);
  text += place.run("bpetite conform explain --tokenizer cat.json " + id);
  text += place.run("bpetite conform fuzz --seed 3 --cases 400 --seconds 60" + lines);
  check_golden("vocabulary-commands.txt", text);
  check_golden("vocabulary-commands.json", place.text_of("report.json"));
}

}  // namespace
}  // namespace bpetite::test
