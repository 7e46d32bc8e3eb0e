// Tests how the command line (spec/10-interface.md) works with the operating system: full disks,
// closed pipes, terminals, environment variables, too little memory, interrupts, limits on files,
// and the files and sockets that it opens.
#include <algorithm>
#include <csignal>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "support/examples/fields.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/share.hpp"

namespace bpetite::test {
namespace {

// A call of each command that writes its result to standard output.
const std::vector<std::string> call_lines = {
    "bpetite train --input abab.txt --vocab-size 258 --output new.json --force",
    "bpetite encode --model abab.json --text 'ab abc'",
    "bpetite decode --model abab.json --ids 256 257 99",
    "bpetite validate abab.json",
    "bpetite pretokenize --text 'it is'",
    "bpetite explain --model abab.json --text 'ab ab'",
    "bpetite --help",
    "bpetite --version",
};

CLAUSE_TEST("FR-33 FR-34", "a result that could not be written is an error") {
  const Desk desk;
  for (const std::string& call : call_lines) {
    CAPTURE(call);
    const Finished full = desk.shell(call + " >/dev/full");
    CHECK(full.code == 1);
    CHECK(full.err.ends_with(
        "bpetite: OSError: write: standard output: cannot write: No space left on device\n"));

    const Finished closed = desk.shell(call + " >&-");
    CHECK(closed.code == 1);
    CHECK(closed.err.ends_with(
        "bpetite: OSError: write: standard output: cannot write: Bad file descriptor\n"));

    // The reader of the pipe has ended before the first byte is written.
    const Finished broken = desk.shell("exec 3> >(exec true); wait $!; " + call + " >&3");
    CHECK(broken.code == 1);
    CHECK(
        broken.err.find("bpetite: OSError: write: standard output: cannot write: Broken pipe\n") !=
        std::string::npos);
  }
}

CLAUSE_TEST("FR-33", "a closed standard error does not change the result") {
  const Desk desk;
  for (const std::string& call : call_lines) {
    CAPTURE(call);
    CHECK(desk.shell(call + " 2>&-").code == 0);
  }
  CHECK(desk.read("new.json") == desk.read("abab.json"));
  CHECK(desk.shell("bpetite encode --model abab.json --input - <&-").code == 1);
}

CLAUSE_TEST("FR-12 FR-34 FR-34b", "results do not depend on the environment") {
  const Desk desk;
  const auto results = [&desk](const std::string& environment) {
    std::string all;
    for (std::string call : call_lines) {
      call.replace(0, 7, "env " + environment + " \"$(type -P bpetite)\"");
      const Finished done = desk.shell(call);
      CAPTURE(call);
      CHECK(done.code == 0);
      all += done.out.substr(0, done.out.find("\"elapsed_ms\"")) + done.err;
    }
    return all + desk.read("new.json");
  };
  const std::string usual = results("LC_ALL=C");
  CHECK(results("-i") == usual);
  if (few_cases()) return;
  CHECK(results("LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8") == usual);
  CHECK(results("LC_ALL=de_DE LC_NUMERIC=de_DE") == usual);
  CHECK(results("LC_ALL=C.UTF-8") == usual);
  CHECK(results("TZ=Asia/Kathmandu") == usual);
  CHECK(results("TERM=xterm NO_COLOR=1 COLUMNS=10") == usual);
}

CLAUSE_TEST("S14f FR-28", "an interrupted training leaves nothing behind") {
  const Desk desk;
  std::string corpus;
  for (unsigned i = 0; i < 200000; ++i) {
    corpus += std::string(1, static_cast<char>('a' + i * 2654435761U % 8191 % 26));
    corpus += i % 7 == 0 ? " " : "";
  }
  desk.write("corpus", corpus);
  const auto before = desk.names();
  // It trains with --reference, because the engine would finish before the interrupt. `set -m` is
  // needed because a shell without job control makes background commands ignore SIGINT.
  const Finished done = desk.shell(
      "set -m; bpetite train --reference --input corpus --vocab-size 100000 --output new.json "
      "2>notes & "
      "until grep -qs started notes; do sleep 0.1; done; kill -INT $!; wait $!; code=$?; "
      "cat notes >&2; rm notes; exit $code");
  CHECK(done.code == 128 + SIGINT);
  CHECK(done.out.empty());
  CHECK(done.err.find("Training started: planned=99744\n") != std::string::npos);
  CHECK(desk.names() == before);
}

CLAUSE_TEST("FR-32a", "on a terminal training shows a bar, with colours unless NO_COLOR is set") {
  const Desk desk;
  const auto train = [&desk](const std::vector<std::string>& environment,
                             const std::string& size = "300") {
    return run_on_terminal({BPETITE_PROGRAM, "train", "--input", "abab.txt", "--vocab-size", size,
                            "--output", "new.json", "--force"},
                           {.directory = desk.path(), .environment = environment});
  };
  const Finished coloured = train({"TERM=xterm"});
  CHECK(coloured.code == 0);
  CHECK(coloured.out.find("\r\x1b[KTraining [") != std::string::npos);
  CHECK(coloured.out.find("0/44 merges") != std::string::npos);
  CHECK(coloured.out.find("\x1b[1;32m") != std::string::npos);
  CHECK(coloured.out.find("Training started") == std::string::npos);

  // The corpus has two merges. If more were asked for, the last line says why there are not.
  for (const std::string_view size : {"257", "258", "259", "260"}) {
    const bool has_note =
        train({"TERM=xterm"}, std::string(size)).out.find("no pair is left") != std::string::npos;
    CHECK(has_note == (size > "258"));
  }

  const Finished plain = train({"TERM=xterm", "NO_COLOR=1"});
  const std::string bar = "[>" + std::string(39, ' ') + "] ";
  CHECK_THAT(plain.out,
             contains_text("\r\x1b[KCounting " + bar + "0 bytes 0 MB/s   0%\r") &&
                 contains_text("\r\x1b[KTraining " + bar + "0/44 merges   0% counting") &&
                 contains_text("\r\x1b[KTrained 2 merges in "));
  CHECK(plain.out.find("\x1b[1;32m") == std::string::npos);
  CHECK(train({"TERM=dumb"}).out.find("Training started: planned=44\r\n") == 0);
}

CLAUSE_TEST("FR-32f", "explain has colours on a terminal only, and none if NO_COLOR is set") {
  const Desk desk;
  const std::vector<std::string> explain = {BPETITE_PROGRAM, "explain", "--model",
                                            "abab.json",     "--text",  "ab\x1b[31m"};
  const auto coloured = run_on_terminal(explain, {{}, desk.path(), {{"TERM=xterm"}}});
  CHECK(coloured.out.find("\x1b[1m") != std::string::npos);
  CHECK(coloured.out.find("\x1b[31m") == std::string::npos);
  const auto plain = run_on_terminal(explain, {{}, desk.path(), {{"TERM=xterm", "NO_COLOR=1"}}});
  CHECK(plain.out.find('\x1b') == std::string::npos);
  CHECK(run(explain, {{}, desk.path(), {{"TERM=xterm"}}}).out.find('\x1b') == std::string::npos);
}

CLAUSE_TEST("ERR FR-33", "memory that runs out is a MemoryError") {
  if (is_sanitized()) {
    std::cout << "SKIPPED: sanitizers need more memory than this test leaves\n";
    return;
  }
  const Desk desk;
  const Finished done = desk.shell(
      "truncate -s 1G large; ulimit -v 400000; bpetite encode --model abab.json --input large");
  CHECK(done.code == 1);
  CHECK(done.out.empty());
  CHECK(done.err == "bpetite: MemoryError: there is not enough memory for this\n");
}

CLAUSE_TEST("FR-32a FR-32b FR-32c FR-32d",
            "train, encode, decode and validate open no socket and no file but those named") {
  const Desk desk;
  if (!can_trace()) {
    return;
  }
  struct Case {
    std::string call;
    std::set<std::string> named;
  };
  const std::vector<Case> cases = {
      {call_lines[0], {"abab.txt", "new.json", "."}},
      {call_lines[1], {"abab.json"}},
      {call_lines[2], {"abab.json"}},
      {call_lines[3], {"abab.json"}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.call);
    REQUIRE(desk.shell("strace -f -o trace -e trace=network,open,openat,openat2,creat,execve " +
                       one.call)
                .code == 0);

    // The dynamic loader opens libraries before the program begins.
    std::size_t opened = 0;
    for (const std::string& line : lines_of(desk.read("trace"))) {
      CAPTURE(line);
      for (const char* call : {"socket(", "connect(", "bind(", "sendto(", "recvfrom("}) {
        CHECK(line.find(call) == std::string::npos);
      }
      const std::size_t begin = line.find('"');
      if (line.find(" open") == std::string::npos || begin == std::string::npos) {
        continue;
      }
      const std::string path = line.substr(begin + 1, line.find('"', begin + 1) - begin - 1);
      if (path.starts_with("/lib") || path.starts_with("/usr/lib") || path == "/etc/ld.so.cache") {
        continue;
      }
      if (path.ends_with(".gcda")) {  // a coverage build writes its counters there
        continue;
      }
      ++opened;
      CHECK((one.named.contains(path) || path.starts_with(".bpetite-")));
    }
    CHECK(opened > 0);
  }
}

CLAUSE_TEST("S14f FR-33", "a limit on the size of files is an error, and leaves nothing behind") {
  const Desk desk;
  const auto before = desk.names();
  for (const std::string call :
       {"train --input abab.txt --vocab-size 258 --output new.json",
        "count --input wide.json --output new.counts",
        "count --input wide.json --output new.counts --memory 64K --threads 1"}) {
    CAPTURE(call);
    const Finished done = desk.shell("ulimit -f 1; bpetite " + call);
    CHECK(done.code == 1);
    CHECK(done.err.find("\nbpetite: OSError: ") != std::string::npos);
    CHECK(done.err.ends_with(": File too large\n"));
    CHECK(desk.names() == before);
  }
}

CLAUSE_TEST("S14f FR-28",
            "an interrupt while the artifact is being saved waits until it is whole") {
  const Desk desk;
  if (!can_trace()) {
    return;
  }
  auto names = desk.names();
  names.insert(std::ranges::lower_bound(names, "new.json"), "new.json");
  const Finished done = desk.shell(
      "exec strace -o /dev/null -e trace=fsync -e inject=fsync:signal=SIGINT:when=1 "
      "bpetite train --input abab.txt --vocab-size 258 --output new.json");
  CHECK(done.code == 128 + SIGINT);
  CHECK(done.out.empty());
  CHECK(desk.names() == names);
  CHECK(desk.read("new.json") == desk.read("abab.json"));
}

CLAUSE_TEST("S14f S58g", "what else saves waits with an interrupt, too") {
  const Desk desk;
  if (!can_trace()) {
    return;
  }
  for (const std::string call : {"import abab.json --output new",
                                 "add-tokens --model abab.json --special '<s>' --output new",
                                 "export gpt2 --model abab.json --output new"}) {
    CAPTURE(call);
    auto names = desk.names();
    names.insert(std::ranges::lower_bound(names, "new"), "new");
    const Finished done = desk.shell(
        "exec strace -o /dev/null -e trace=fsync -e inject=fsync:signal=SIGTERM:when=1 bpetite " +
        call);
    CHECK(done.code == 128 + SIGTERM);
    CHECK(done.out.empty());
    CHECK(desk.names() == names);
    CHECK(desk.shell("rm -r new").code == 0);
  }
}

CLAUSE_TEST("FR-33 FR-34",
            "a disk that turns out full when standard output is closed is an error") {
  const Desk desk;
  if (!can_trace()) {
    return;
  }
  // A first run finds which call of close closes standard output; the first close(1) does. A
  // coverage build may open another file with the number 1 later.
  const Finished done = desk.shell(
      "strace -o calls -e trace=close bpetite --version; n=$(grep '^close(' calls | grep -n "
      "'^close(1)' | head -n 1 | "
      "cut -d: -f1); "
      "strace -o calls -e trace=close -e inject=close:error=ENOSPC:when=$n bpetite --version");
  CHECK(desk.read("calls").find("close(1) ") != std::string::npos);
  CHECK(desk.read("calls").find("(INJECTED)") != std::string::npos);
  CHECK(done.code == 1);
  CHECK(done.err ==
        "bpetite: OSError: write: standard output: cannot write: No space left on device\n");
}

}  // namespace
}  // namespace bpetite::test
