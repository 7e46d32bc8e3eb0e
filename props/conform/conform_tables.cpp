// Tests the tables for C, Go and Rust that `bpetite conform export` writes: each compiles without a
// warning, and a program that prints it gives vectors.tsv.
//
// If the machine lacks a compiler, its test prints that it is left out.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/programs/process.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

// The tables in a directory, exported by the command line. Made once.
const fs::path& exported_tables() {
  static const TemporaryDirectory directory;
  static const bool made = run({BPETITE_PROGRAM, "conform", "export", directory.path().string(),
                                "--format", "tsv,c,go,rust"})
                               .code == 0;
  REQUIRE(made);
  return directory.path();
}

// Whether the machine has the compiler that `probe` runs. If not, prints a message.
bool has(const std::string& probe) {
  const bool there = run_shell(probe).code == 0;
  if (!there) std::puts(fmt::format("tables: no `{}` here, left out", probe).c_str());
  return there;
}

// Runs a program that prints the table, and compares the output with vectors.tsv without its
// heading.
void check_prints_the_table(const std::string& build, const std::string& command) {
  const Finished built = run_shell(build, {.directory = exported_tables()});
  INFO(build << "\n" << built.err.substr(0, 2000));
  REQUIRE(built.code == 0);
  const std::string tsv = file::read(exported_tables() / "vectors.tsv");
  CHECK(
      (run_shell(command, {.directory = exported_tables()}).out == tsv.substr(tsv.find('\n') + 1)));
}

void put(const fs::path& name, std::string_view text) {
  fs::create_directories((exported_tables() / name).parent_path());
  file::save_atomically(exported_tables() / name, text, true);
}

TEST_CASE("tables: the one in C compiles without a warning, and holds the same rows") {
  put("table.c",
      "#include <stdio.h>\n#include \"vectors.h\"\n"
      "int main(void) {\n"
      "  size_t i;\n"
      "  for (i = 0; i < sizeof bpetite_vectors / sizeof bpetite_vectors[0]; ++i) {\n"
      "    const struct bpetite_vector *v = &bpetite_vectors[i];\n"
      "    printf(\"%s\\t%s\\t%s\\t%s\\t%s\\t%s\\t%s\\t%s\\t%s\\n\", v->id, v->level, v->tier, "
      "v->op,\n"
      "           v->artifact, v->input, v->argument, v->want, v->error);\n"
      "  }\n  return 0;\n}\n");
  for (const std::string compiler : {"gcc", "clang", "g++ -x c++", "clang++ -x c++"}) {
    if (has(fmt::format("{} --version", compiler.substr(0, compiler.find(' '))))) {
      check_prints_the_table(compiler + " -Wall -Wextra -Wpedantic -Werror table.c -o table",
                             "./table");
    }
  }
}

TEST_CASE("tables: the one in Go is formatted and vetted, and holds the same rows") {
  if (!has("go version")) return;
  put("go/go.mod", "module table\n\ngo 1.18\n");
  put("go/vectors/vectors.go", file::read(exported_tables() / "vectors.go"));
  put("go/main.go",
      "package main\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n\n\t\"table/vectors\"\n)\n\n"
      "func main() {\n\tfor _, v := range vectors.All {\n"
      "\t\tfmt.Println(strings.Join([]string{v.ID, v.Level, v.Tier, v.Op, v.Artifact, v.Input,\n"
      "\t\t\tv.Argument, v.Want, v.Error}, \"\\t\"))\n\t}\n}\n");
  check_prints_the_table(
      "cd go && test -z \"$(gofmt -l .)\" && go vet ./... && go build -o ../table-go",
      "./table-go");
}

TEST_CASE("tables: the one in Rust compiles, and holds the same rows") {
  if (!has("rustc --version")) return;
  put("table.rs",
      "mod vectors;\nfn main() {\n    for v in vectors::ALL {\n        println!(\"{}\", "
      "v.join(\"\\t\"));\n    }\n}\n");
  check_prints_the_table("rustc --edition 2021 -D warnings table.rs -o table-rust", "./table-rust");
}

}  // namespace
}  // namespace bpetite::test
