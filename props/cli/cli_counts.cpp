// Tests the commands on counts files, which hold how often each chunk of a corpus occurs
// (spec/12-counts.md, S41, S42): count, merge-counts, and train --from-counts, also with pipes and
// more files than a process may open. Also tests the progress, JSON Lines with bad lines,
// separators, wrong usage, bad files and destinations, the check of the memory for training, and
// interrupts.
#include <fmt/format.h>

#include <csignal>
#include <iostream>
#include <string>
#include <vector>

#include "engine/count/count_stream.hpp"
#include "support/programs/desk.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/share.hpp"

namespace bpetite::test {
namespace {

using Words = std::vector<std::string>;

// Runs a command that must fail with this exit code and leave no file. Returns its standard error.
std::string refused(const Desk& desk, const Words& words, int code, const std::string& in = "") {
  CAPTURE(words);
  const Words before = desk.names();
  const Finished done = desk.bpetite(words, in);
  CHECK(done.code == code);
  CHECK(done.out.empty());
  CHECK(desk.names() == before);
  return done.err;
}

Words counting(const Words& more) {
  Words words = {"count", "--input", "lines", "--output", "new.counts"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

CLAUSE_TEST("S42a S42b S42c S41a FR-12",
            "counts made apart and merged give the merges of one training") {
  const Desk desk;
  desk.write("a", "the theme of the thesis");
  desk.write("b", "is the other one; then the rest");
  CHECK(desk.shell("bpetite train --input a --input b --vocab-size 270 --output once.json && "
                   "bpetite count --input a --output a.counts --threads 3 && "
                   "bpetite count --input - --output b.counts --memory 1K < b && "
                   "bpetite count --input b --input a --output ab.counts && "
                   "bpetite merge-counts a.counts b.counts --output m.counts && "
                   "bpetite train --from-counts a.counts b.counts --vocab-size 270 --output 1.json "
                   "&& bpetite train --from-counts m.counts --vocab-size 270 --output 2.json && "
                   "bpetite train --input a --input b --memory 1K --vocab-size 270 --output 3.json")
            .code == 0);
  CHECK(desk.read("m.counts") == desk.read("ab.counts"));
  for (const char* name : {"1.json", "2.json", "3.json"}) {
    CHECK(desk.read(name) == desk.read("once.json"));
  }
}

CLAUSE_TEST("S42b S42c", "counts files may be pipes, and more than a process may open at once") {
  const Desk desk;
  desk.write("a", "the theme of the thesis");
  REQUIRE(desk.shell("bpetite count --input a --output a.counts && "
                     "bpetite count --input abab.txt --output b.counts && "
                     "bpetite merge-counts a.counts b.counts --output ab.counts && "
                     "bpetite train --from-counts ab.counts --vocab-size 270 --output ab.json")
              .code == 0);
  CHECK(desk.shell("bpetite merge-counts <(cat a.counts) <(cat b.counts) --output 1.counts && "
                   "cmp 1.counts ab.counts && "
                   "cat a.counts | bpetite merge-counts b.counts /dev/stdin --output 2.counts && "
                   "cmp 2.counts ab.counts && "
                   "bpetite train --from-counts <(cat a.counts) b.counts --vocab-size 270 "
                   "--output 1.json && cmp 1.json ab.json")
            .code == 0);

  // Merging 600 files with 280 file descriptors gives 100 times the sum of six files.
  const std::string six = "a.counts a.counts a.counts b.counts b.counts b.counts";
  CHECK(desk.shell("for i in $(seq 100); do all+=' " + six +
                   "'; done; ulimit -n 280; bpetite merge-counts $all --output 600.counts && "
                   "bpetite merge-counts " +
                   six +
                   " --output 6.counts && "
                   "for i in $(seq 100); do hundred+=' 6.counts'; done; "
                   "bpetite merge-counts $hundred --output 100.counts && cmp 600.counts 100.counts")
            .code == 0);

  // A faulty pipe gives the same error as a faulty file, and no file is left.
  const Words before = desk.names();
  const Finished done =
      desk.shell("bpetite merge-counts a.counts <(head -c 120 b.counts) --output x.counts");
  CHECK(done.code == 1);
  CHECK(done.err.starts_with("bpetite: ValueError: counts: \"/dev/fd/"));
  CHECK(done.err.ends_with(
      "byte 120: the file ends here, and more is required [S40g, chapter 12]\n"));
  CHECK(desk.names() == before);
}

CLAUSE_TEST("S42a FR-33", "count tells its progress on standard error") {
  const Desk desk;
  const Words count = {"count", "--input", "abab.txt", "--output", "new.counts", "--force"};
  const Finished done = desk.bpetite(count);
  CHECK(done.err == "Counting started: bytes=8\nCounting complete: bytes=8 distinct=2\n");
  CHECK(done.out.starts_with(
      "{\"corpus_bytes\":8,\"chunks\":3,\"distinct_chunks\":2,\"elapsed_ms\":"));
  Words words = {BPETITE_PROGRAM};
  words.insert(words.end(), count.begin(), count.end());
  const Finished live =
      run_on_terminal(words, {.directory = desk.path(), .environment = {{"TERM=xterm"}}});
  CHECK(live.out.find("\r\x1b[KCounting [") != std::string::npos);
  CHECK(live.out.find("Counted\x1b[0m 2 distinct chunks in 8 bytes") != std::string::npos);
  CHECK(live.out.find(" s left") == std::string::npos);  // nothing has been counted yet

  // Three million chunks that all differ take longer than the bar waits before it is drawn again.
  std::string large;
  for (std::size_t i = 0; large.size() < 24'000'000; ++i) large += fmt::format(" {:x}", i);
  desk.write("abab.txt", large);
  const Finished longer =
      run_on_terminal(words, {.directory = desk.path(), .environment = {{"TERM=xterm"}}});
  CHECK(longer.out.find("% 0 s left") != std::string::npos);
}

CLAUSE_TEST("S41c S41d S1a", "a line is a text; a bad one is named, or skipped and counted") {
  const Desk desk;
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"ab", "byte 0: "},
      {"[\"text\"]", "byte 0: no object"},
      {"\"text\"", "byte 5: no object"},
      {"{}", "byte 2: no field \"text\""},
      {R"({"Text":"ab"})", "byte 13: no field \"text\""},
      {R"({"a":{"text":"ab"}})", "byte 19: no field \"text\""},
      {R"({"text":5})", "the field holds no string"},
      {R"({"text":["ab"]})", "the field holds no string"},
      {R"({"text":{"text":"ab"}})", "the field holds no string"},
      {R"({"text":null})", "the field holds no string"},
      {R"({"text":"a","text":"b"})", "the field is there twice"},
      {R"({"text":"ab"} x)", "data after the value"},
      {R"({"text":"ab")", "byte 12: "},
      {R"({"text":"\ud800"})", "byte "},
      {"{\"text\":\"\xff\"}", "byte 9 begins no well-formed UTF-8 sequence"},
      {"{\"text\":\"ab\",\"n\":" + std::string(501, '[') + std::string(501, ']') + "}", "byte "},
  };
  const std::string good = R"({"n":1e99999999999,"text":"ab \u0061b"})";
  std::string all;
  for (const auto& [line, reason] : bad) {
    desk.write("lines", good + "\n" + good + "\n" + line + "\n" + good + "\n");
    const std::string error = refused(desk, counting({"--jsonl", "text"}), 1);
    CAPTURE(line, error);
    CHECK(error.find("bpetite: ValueError: count: \"lines\": line 3: ") != std::string::npos);
    CHECK(error.find(reason) != std::string::npos);
    CHECK(error.ends_with(" [S41d, chapter 12]\n"));
    all += line + "\n" + good + "\n";
  }
  desk.write("lines", all);
  const Finished done =
      desk.bpetite(counting({"--jsonl", "text", "--on-bad-line", "skip", "--threads", "2"}));
  CHECK(done.code == 0);
  CHECK(done.out.starts_with(
      fmt::format("{{\"corpus_bytes\":{},\"chunks\":{},", 5 * bad.size(), 2 * bad.size())));
  CHECK(done.err.find(fmt::format("Lines skipped: {}\n", bad.size())) != std::string::npos);
}

CLAUSE_TEST("S41d", "a line of 30 MB is a text, since the limit is 2^30 bytes") {
  CHECK(engine::count::LineOptions{}.most_bytes == std::size_t{1} << 30);
  const Desk desk;
  desk.shell(R"(printf '{"text":"ab"}\n{"text":"' > lines; head -c 30000000 /dev/zero | tr '\0' x )"
             R"(>> lines; printf '"}\n{"text":"ab"}' >> lines)");
  const Finished done = desk.bpetite(counting({"--jsonl", "text"}));
  CHECK(done.out.starts_with("{\"corpus_bytes\":30000004,\"chunks\":3,\"distinct_chunks\":2,"));
}

CLAUSE_TEST("S41c", "blank lines are passed over, and have numbers") {
  const Desk desk;
  desk.write("lines", "\n \t\r\n{\"text\":\"ab\"}\r\n\n\r\n{\"text\":\"ab\"}\n \n\t");
  CHECK(desk.bpetite(counting({"--jsonl", "text"}))
            .out.starts_with("{\"corpus_bytes\":4,\"chunks\":2,\"distinct_chunks\":1,"));
  desk.write("lines", "\n \n{}\n\v\n");
  CHECK(refused(desk, counting({"--jsonl", "text", "--force"}), 1)
            .ends_with("line 3: byte 2: no field \"text\" [S41d, chapter 12]\n"));
  desk.write("lines", "\n\n\v\n");  // other white space is not blank
  CHECK(refused(desk, counting({"--jsonl", "text", "--force"}), 1).find("line 3: ") !=
        std::string::npos);
}

CLAUSE_TEST("S41f S41g S42a FR-33", "each command that reads a corpus reads a compressed one") {
  const Desk desk;
  std::string lines;
  for (std::size_t i = 0; lines.size() < 20'000'000; ++i) {
    lines += fmt::format("{{\"text\":\"{} ab {:x}\"}}\n", i % 100, i * 2654435761U % 100'000);
  }
  desk.write("a.jsonl", lines);
  desk.write("a.txt", lines.substr(0, 5000));
  CHECK(desk.shell("gzip -1 -k a.jsonl a.txt; cat a.jsonl.gz a.txt.gz | head -c -9 > cut.gz; "
                   "for i in a.jsonl a.jsonl.gz; do "
                   "bpetite count --input $i --jsonl text --output $i.1 --threads 1 && "
                   "cat $i | bpetite count --input - --jsonl text --output $i.2 --threads 3 && "
                   "bpetite train --input $i --jsonl text --vocab-size 270 --output $i.3 && "
                   "bpetite encode --model abab.json --input $i --batch jsonl > $i.4 || exit 1; "
                   "done; for i in a.txt a.txt.gz; do "
                   "bpetite train --input $i --vocab-size 270 --output $i.1 && "
                   "bpetite train --input $i --vocab-size 270 --output $i.2 --reference && "
                   "bpetite count --input $i --separator a --output $i.3 && "
                   "bpetite encode --model abab.json --input - --batch nul < $i > $i.4 || exit 1; "
                   "done")
            .code == 0);
  for (const std::string name : {"a.jsonl", "a.txt"}) {
    for (const std::string number : {".1", ".2", ".3", ".4"}) {
      CHECK(desk.read(name + number) == desk.read(name + ".gz" + number));
    }
  }
  CHECK(desk.read("a.txt.1") == desk.read("a.txt.2"));

  // The file is damaged behind 20 MB: nothing is written.
  const Words cut = {"--input", "cut.gz"};
  const auto with = [&cut](Words words) {
    words.insert(words.end(), cut.begin(), cut.end());
    return words;
  };
  for (const Words& words :
       {with({"count", "--jsonl", "text", "--output", "x"}),
        with({"train", "--jsonl", "text", "--vocab-size", "270", "--output", "x"}),
        with({"encode", "--model", "abab.json", "--batch", "jsonl", "--lengths", "x"})}) {
    CHECK(refused(desk, words, 1)
              .ends_with(
                  fmt::format("gzip: the file ends at byte {}, in the member at byte {} [S41g, "
                              "chapter 12]\n",
                              desk.read("cut.gz").size(), desk.read("a.jsonl.gz").size())));
  }
  // Progress counts the bytes of the file, so that it ends with all of them.
  const std::size_t size = desk.read("a.jsonl.gz").size();
  CHECK(desk.bpetite({"count", "--input", "a.jsonl.gz", "--jsonl", "text", "--output", "y"})
            .err.starts_with(
                fmt::format("Counting started: bytes={0}\nCounting complete: bytes={0} ", size)));
}

CLAUSE_TEST("S41c S41e S20 S42c", "train reads lines and separators as count does") {
  const Desk desk;
  desk.write("lines", "{\"text\":\"xa\"}\n{\"text\":\"by\"}\n");
  desk.write("open", "{\"text\":\"xa\"}\n{\"text\":\"by\"}");  // no newline ends the last line
  desk.write("parts", "xa<>by<>");
  desk.write("x", "xa");
  desk.write("y", "by");
  CHECK(
      desk.shell("bpetite train --input x --input y --vocab-size 300 --output 1.json && bpetite "
                 "train --input lines --jsonl text --vocab-size 300 --output 2.json && bpetite "
                 "train --input parts --separator '<>' --vocab-size 300 --output 3.json && bpetite "
                 "train --input open --jsonl text --vocab-size 300 --output 4.json")
          .code == 0);
  CHECK(desk.read("2.json") == desk.read("1.json"));
  CHECK(desk.read("3.json") == desk.read("1.json"));
  CHECK(desk.read("4.json") == desk.read("1.json"));
}

CLAUSE_TEST("S42a S42b S42c FR-33 S24", "options that exclude each other are wrong usage") {
  const Desk desk;
  desk.write("lines", "ab");
  CHECK(desk.bpetite({"count", "--input", "abab.txt", "--output", "a.counts"}).code == 0);
  const auto training = [](Words more) {
    more.insert(more.begin(), {"train", "--vocab-size", "258", "--output", "x.json"});
    return more;
  };
  const std::vector<Words> wrong = {
      {"count"},
      {"count", "--input", "lines"},
      {"count", "--output", "x"},
      {"count", "--input", "lines", "--output", "-"},
      {"count", "--input", "-", "--input", "-", "--output", "x"},
      counting({"--memory", "0"}),
      counting({"--memory", "1T"}),
      counting({"--memory", "M"}),
      counting({"--memory", "-1"}),
      counting({"--memory", "1.5G"}),
      counting({"--memory", "20000000000G"}),
      counting({"--memory", "18446744073709551616"}),
      counting({"--memory", "18446744073709552616"}),
      counting({"--memory", "99999999999999999999"}),
      counting({"--memory", ""}),
      counting({"--separator", ""}),
      counting({"--separator", "\xff"}),
      counting({"--separator", "x", "--jsonl", "text"}),
      counting({"--on-bad-line", "skip"}),
      counting({"--on-bad-line", "halt", "--jsonl", "text"}),
      {"merge-counts"},
      {"merge-counts", "a.counts"},
      {"merge-counts", "--output", "x"},
      {"merge-counts", "-", "--output", "x"},
      {"merge-counts", "a.counts", "--output", "-"},
      training({}),
      training({"--from-counts"}),
      training({"--from-counts", "-"}),
      training({"--from-counts", "a.counts", "--input", "abab.txt"}),
      training({"--from-counts", "a.counts", "--reference"}),
      training({"--from-counts", "a.counts", "--memory", "1M"}),
      training({"--from-counts", "a.counts", "--jsonl", "text"}),
      training({"--input", "lines", "--memory", "1M", "--reference"}),
      training({"--input", "lines", "--separator", "x", "--reference"}),
  };
  for (const Words& words : wrong) {
    CHECK(refused(desk, words, 2).starts_with("bpetite: usage: "));
  }
}

CLAUSE_TEST("S42a S42b S40g FR-27 FR-28 S24", "bad counts and destinations get their errors") {
  const Desk desk;
  desk.write("lines", "ab\xff");
  CHECK(desk.bpetite({"count", "--input", "abab.txt", "--output", "a.counts"}).code == 0);
  desk.write("cut.counts", desk.read("a.counts").substr(0, 120));
  const auto says = [&desk](const Words& words, const std::string& wanted) {
    const std::string error = refused(desk, words, 1);
    CAPTURE(words, error);
    CHECK(error.find(wanted) != std::string::npos);
  };
  says(counting({}), "bpetite: UnicodeDecodeError: count: \"lines\": byte 2: \"\\xff\" begins no");
  says({"count", "--input", "nowhere", "--output", "x"}, "FileNotFoundError: read: \"nowhere\"");
  says({"count", "--input", "nowhere", "--output", "a.counts"}, "FileExistsError: ");
  says({"count", "--input", "nowhere", "--output", "no/x"}, "FileNotFoundError: save: ");
  says({"merge-counts", "cut.counts", "a.counts", "--output", "x"},
       "bpetite: ValueError: counts: \"cut.counts\": byte 120: the file ends here");
  says({"merge-counts", "a.counts", "cut.counts", "--output", "x"},
       "bpetite: ValueError: counts: \"cut.counts\": byte 120: the file ends here");
  says({"merge-counts", "a.counts", "nowhere", "--output", "x"}, "FileNotFoundError: read: ");
  says({"merge-counts", "abab.json", "--output", "x"}, "counts: \"abab.json\": byte 0: ");
  says({"train", "--from-counts", "cut.counts", "--vocab-size", "258", "--output", "x"},
       "bpetite: ValueError: counts: \"cut.counts\": byte 120: ");
}

CLAUSE_TEST("S42d", "training that needs too much memory fails before the first merge") {
  if (is_sanitized()) {
    std::cout << "SKIPPED: sanitizers need more memory than this test leaves\n";
    return;
  }
  const Desk desk;
  // One chunk of 2^24 bytes needs half a GiB.
  desk.shell(
      "head -c 16777216 /dev/zero | tr '\\0' x > x; bpetite count --input x --output x.counts");
  const std::string train = "bpetite train --from-counts x.counts --vocab-size 258 --output x.json";
  const Finished limited = desk.shell(fmt::format("ulimit -v 500000; {}", train));
  CHECK(limited.code == 1);
  CHECK(limited.err ==
        "Training memory: bytes=536870984 distinct=1\n"
        "bpetite: ValueError: train: 512.0 MiB of memory are needed, and 488.3 MiB are available "
        "[S42d, chapter 12]\n");
  CHECK(desk.shell("test ! -e x.json").code == 0);
}

CLAUSE_TEST("S42b S14f", "an interrupted count or merge leaves nothing behind") {
  const Desk desk;
  const auto before = desk.names();
  // The interrupt comes while the corpus is read, and in a second run while the output is written.
  const Finished reading = desk.shell(
      "mkfifo corpus; set -m; bpetite count --input corpus --memory 1 --output new.counts & exec "
      "3>corpus; seq 1000000 >&3; kill -INT $!; wait $!; code=$?; rm corpus; exit $code");
  CHECK(reading.code == 128 + SIGINT);
  CHECK(desk.names() == before);

  const std::size_t numbers = few_cases() ? 300'000 : 3'000'000;
  const Finished writing = desk.shell(fmt::format(
      "set -m; seq {} | bpetite count --input - --output new.counts & "
      "for i in $(seq 2000); do ls -A | grep -q '^.bpetite-' && break; sleep 0.005; done; "
      "kill -TERM %1; wait %1",
      numbers));
  CHECK(writing.code == 128 + SIGTERM);
  CHECK(desk.names() == before);
}

}  // namespace
}  // namespace bpetite::test
