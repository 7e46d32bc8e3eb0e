// Tests the completions for bash, zsh and fish and the manual page (spec/10-interface.md, FR-32l),
// which have every option except removed ones. Tests that `bpetite spec` shows the chapters and
// clauses of the specification unchanged (FR-32k).
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/examples/fields.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/texts/regex.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

// Whether the program is on this machine. If not, prints that its test is skipped.
bool is_there(const std::string& program) {
  const bool found = run_shell("command -v " + program).code == 0;
  if (!found) std::cout << "SKIPPED: " << program << " is missing, so its part is not tested\n";
  return found;
}

std::vector<std::string> lines_in(const Finished& done) {
  CHECK(done.code == 0);
  CHECK(done.err.empty());
  return lines_of(done.out);
}

// The words to which bash completes the last of these words, which is unfinished.
std::vector<std::string> completed(const Desk& desk, const std::string& words) {
  return lines_in(desk.shell("source bpetite.bash; COMP_WORDS=(" + words +
                             "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _bpetite; "
                             "printf '%s\\n' \"${COMPREPLY[@]}\" | grep . | sort"));
}

// The output of a shell on a terminal when a user types these lines.
std::string typed(const Desk& desk, const std::string& shell, const std::string& lines) {
  desk.write("typed", lines);
  return desk.shell("TERM=dumb script -qec '" + shell + "' /dev/null < typed").out;
}

using Lines = std::vector<std::string>;

CLAUSE_TEST("FR-32l", "bash completes commands, options, files and the words of options") {
  const Desk desk;
  REQUIRE(desk.shell("bpetite completion bash > bpetite.bash").code == 0);
  CHECK(completed(desk, "bpetite enc") == Lines{"encode"});
  CHECK(completed(desk, "bpetite conform id") == Lines{"identify"});
  CHECK(completed(desk, "bpetite encode --mod") == Lines{"--model"});
  CHECK(completed(desk, "bpetite encode --model aba") == Lines{"abab.json", "abab.txt"});
  CHECK(completed(desk, "bpetite encode --model abab.j") == Lines{"abab.json"});
  CHECK(completed(desk, "bpetite encode --profile qwen") == Lines{"qwen2", "qwen3.5"});
  CHECK(completed(desk, "bpetite encode --format = u") == Lines{"u16", "u32"});
  CHECK(completed(desk, "bpetite validate abab.j") == Lines{"abab.json"});
  CHECK(completed(desk, "bpetite export ti") == Lines{"tiktoken"});
  CHECK(completed(desk, "bpetite patterns show tek") == Lines{"tekken"});
  CHECK(completed(desk, "bpetite conform export --fo") == Lines{"--format"});
  CHECK(completed(desk, "bpetite encode --text train --app") == Lines{"--append"});
}

CLAUSE_TEST("FR-32l",
            "every option that a help shows is completed in each shell, and in the manual") {
  const Desk desk;
  REQUIRE(desk.shell("for shell in bash zsh fish; do bpetite completion $shell > bpetite.$shell; "
                     "done; bpetite man > bpetite.1")
              .code == 0);
  const std::string zsh = desk.read("bpetite.zsh");
  const std::string fish = desk.read("bpetite.fish");
  const std::string manual = desk.read("bpetite.1");
  const Regex option(R"re(\n  (--[a-z-]+))re");
  for (const std::string& command : lines_in(desk.shell(
           "bpetite --help | sed -n '/^Subcommands:/,/^$/p' | awk 'NR > 1 && NF {print $1}'"))) {
    const std::string help = desk.bpetite({command, "--help"}).out;
    const Lines all = completed(desk, "bpetite " + command + " --");
    for (const Lines& groups : option.matches_in(help)) {
      const std::string& name = groups[1];
      INFO(command << " " << name);
      CHECK(std::ranges::find(all, name) != all.end());
      CHECK_THAT(zsh, contains_text(name));
      CHECK_THAT(fish, contains_text("'__bpetite_at " + command + "' -l " + name.substr(2)));
      CHECK_THAT(manual, contains_text(Regex("-").replaced(name, "\\-")));
    }
  }
}

// In zsh a star says that an option or an argument may come several times.
CLAUSE_TEST("FR-32l", "zsh completes each value of what may be repeated") {
  const Desk desk;
  const std::string zsh = desk.shell("bpetite completion zsh").out;
  CHECK_THAT(zsh, contains_text("'*:COUNTS:_files'"));  // merge-counts: at least one
  CHECK_THAT(zsh, contains_text("'*--input[") || contains_text("'*--input="));
  CHECK_THAT(zsh, !contains_text("'*--output["));
}

CLAUSE_TEST("FR-32l", "the key TAB completes in bash, zsh and fish") {
  const Desk desk;
  const std::string line = "bpetite pretok\t --te\tab\n";
  if (is_there("script")) {
    const std::string out =
        typed(desk, "bash --norc -i", "source <(bpetite completion bash)\n" + line + "exit\n");
    INFO(out);
    CHECK_THAT(out, contains_text("[\"ab\"]"));
    if (is_there("zsh")) {
      REQUIRE(desk.shell("bpetite completion zsh > _bpetite").code == 0);
      const std::string shown = typed(
          desk, "zsh -f -i",
          "autoload -Uz compinit; compinit -u -d dump; source ./_bpetite\n" + line + "exit\n");
      INFO(shown);
      CHECK_THAT(shown, contains_text("[\"ab\"]"));
    }
  }
  if (is_there("fish")) {
    CHECK(desk.shell("bpetite completion fish > bpetite.fish; fish --no-config -c 'source "
                     "bpetite.fish; complete -C \"bpetite conform ident\"; complete -C \"bpetite "
                     "encode --profile tek\"; complete -C \"bpetite encode --form\"' | cut -f 1")
              .out == "identify\ntekken\n--format\n");
  }
}

CLAUSE_TEST("FR-32l", "what was removed is neither completed nor described") {
  const Desk desk;
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"man"}}) {
    const std::string text = desk.bpetite(words).out;
    CAPTURE(words);
    CHECK_THAT(text, contains_text("junit"));
    CHECK(!Regex("\\btap\\b").found_in(text));
  }
}

CLAUSE_TEST("FR-32l", "the manual page is good roff") {
  const Desk desk;
  if (!is_there("groff")) return;
  const Finished done = desk.shell("bpetite man | groff -man -ww -z -Tutf8");
  CHECK(done.code == 0);
  CHECK(done.err == "");
}

CLAUSE_TEST("FR-32k", "each chapter is listed whole, and a clause is shown as it stands") {
  const Desk desk;
  const Regex heading(R"re(\n### (\S+)  )re");
  std::size_t chapters = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(BPETITE_SOURCE_DIR) / "spec")) {
    const std::string name = entry.path().filename().string();
    if (name[0] < '0' || name[0] > '9') continue;
    const std::string number = std::to_string(std::stoi(name.substr(0, 2)));
    const std::string text = file::read(entry.path());
    const Lines listed = lines_in(desk.bpetite({"spec", number}));
    CHECK(listed.size() == heading.matches_in(text).size() + 1);
    ++chapters;
  }
  CHECK(lines_in(desk.bpetite({"spec"})).size() == chapters);

  const std::string chapter = file::read(fs::path(BPETITE_SOURCE_DIR) / "spec" / "04-encode.md");
  const std::size_t begin = chapter.find('\n', chapter.find("\n### S9a  ") + 1) + 1;
  const std::string shown = desk.bpetite({"spec", "S9a"}).out;
  std::string clause = shown.substr(shown.find("\n\n") + 2);
  for (const std::string name : {"  S9a.1\n", "  S9a.2\n"}) {
    INFO(name);
    const std::size_t at = clause.find(name, clause.find("```example"));
    REQUIRE(at != std::string::npos);
    clause.replace(at, name.size(), "\n");
  }
  CHECK(chapter.substr(begin, clause.size()) == clause);
}

CLAUSE_TEST("FR-32k", "a name shows its own clause, and those with a letter behind it") {
  const Desk desk;
  const auto names = [&](const std::string& name) {
    Lines ids;
    Lines before;
    for (const std::string& line : lines_in(desk.bpetite({"spec", name}))) {
      if (line.starts_with("in chapter "))
        ids.push_back(before.back().substr(0, before.back().find(' ')));
      before = {line};
    }
    return ids;
  };
  CHECK(names("FR-2") == Lines{"FR-2"});
  CHECK(names("S1") == Lines{"S1a", "S1b"});
  CHECK(names("FR-16") == Lines{"FR-16a", "FR-16b", "FR-16c", "FR-16d"});
  CHECK(names("S9") == Lines{"S9a", "S9b", "S9c"});
}

CLAUSE_TEST("FR-32k", "a name of no clause is wrong usage") {
  const Desk desk;
  for (const std::string name : {"", "S", "FR-", "FR-29a b", "99", "-1", "s1a", "S1aa", "FR"}) {
    INFO(name);
    const Finished done = desk.bpetite({"spec", name});
    CHECK(done.code == 2);
    CHECK(done.out.empty());
    CHECK_THAT(done.err, Catch::Matchers::StartsWith("bpetite: usage: spec: \"" + name + "\""));
  }
}

}  // namespace
}  // namespace bpetite::test
