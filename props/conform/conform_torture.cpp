// Tests the runner with programs that misbehave: each vector gets the right status, other vectors
// still pass, nothing hangs, and no process, file or descriptor is left, also if the runner is
// killed or gets two signals. Tests the limits of time and of failed starts, and that several
// processes give the same results as one.
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "conform/pipeline.hpp"
#include "engine/machine/parallel.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/programs/process.hpp"
#include "support/share.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;
using conform::program::Status;
using conform::report::Report;
using namespace std::chrono_literals;

// The value of the marker in the environment: the id of this process. So tests that run at the same
// time in other clones do not find each other's programs.
const std::string& mark() {
  static const std::string process = std::to_string(getpid());
  return process;
}

std::string content_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// Running processes with the marker in their environment, in any session or group.
std::vector<std::string> marked_processes() {
  std::vector<std::string> found;
  std::error_code failed;
  const std::string marker = "BPETITE_TORTURE=" + mark() + '\0';
  for (const auto& entry : fs::directory_iterator("/proc", failed)) {
    if (content_of(entry.path() / "environ").find(marker) == std::string::npos) continue;
    const std::string line = content_of(entry.path() / "stat");
    if (line.find(") Z ") == std::string::npos) found.push_back(line.substr(0, 60));
  }
  return found;
}

// Waits up to half a minute until no marked process has been seen several times. A bundle is
// deleted after the runner's death by an `rm` that starts after the last process has ended.
void check_processes_end() {
  int looks = 0;
  for (int i = 0; i < 1500 && looks < 5; ++i) {
    looks = marked_processes().empty() ? looks + 1 : 0;
    usleep(20000);
  }
  CHECK(marked_processes() == std::vector<std::string>{});
}

std::size_t open_descriptors() {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
}

// A temporary directory of its own, and the marker, until the destructor runs.
class Surroundings {
 public:
  Surroundings() {
    std::string name = (fs::temp_directory_path() / "bpetite-torture-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    directory_ = name;
    descriptors_ = open_descriptors();
    setenv("TMPDIR", name.c_str(), 1);
    setenv("BPETITE_TORTURE", mark().c_str(), 1);
    setenv("BPETITE_PRECIOUS", precious_.path().c_str(), 1);
    for (const char* id : {"save", "save-exists"}) {
      fs::create_directory(precious_.path() / id);
      std::ofstream(precious_.path() / id / "file") << "keep";
    }
  }
  ~Surroundings() {
    unsetenv("TMPDIR");
    unsetenv("BPETITE_TORTURE");
    unsetenv("BPETITE_PRECIOUS");
    fs::remove_all(directory_);
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

  // No bundle is left.
  void check_empty() const {
    for (int i = 0; i < 500 && !fs::is_empty(directory_); ++i) usleep(20000);
    CHECK(fs::is_empty(directory_));
  }

  void check_nothing_left() const {
    CHECK(marked_processes() == std::vector<std::string>{});
    CHECK((waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD));
    CHECK(fs::is_empty(directory_));
    CHECK(open_descriptors() == descriptors_);
    const fs::recursive_directory_iterator precious(precious_.path());
    CHECK(std::distance(begin(precious), end(precious)) == 4);
    CHECK(content_of(precious_.path() / "save/file") == "keep");
  }

 private:
  TemporaryDirectory precious_;  // the user's files, which must not change
  fs::path directory_;
  std::size_t descriptors_ = 0;
};

// Uses a long time limit by default, because the machine may be busy.
Report tortured(const std::string& mode, conform::program::Duration timeout = 10s) {
  return conform::judge_program(small_suite(), {.command = misbehaving(mode), .timeout = timeout});
}

// The number of programs that run at the same time.
constexpr unsigned side_by_side = 4;

// The status of the two vectors that trigger the misbehaviour. All others pass.
const std::map<std::string, Status>& at_trigger() {
  static const std::map<std::string, Status> all = {
      {"well-behaved", Status::pass},
      {"no-answer", Status::timeout},
      {"will-not-die", Status::timeout},
      {"stops-itself", Status::timeout},
      {"half-a-line", Status::timeout},
      {"half-a-line-and-exit", Status::crash},
      {"no-newline", Status::timeout},
      {"exit-0", Status::crash},
      {"exit-3", Status::crash},
      {"abort", Status::crash},
      {"kills-itself", Status::crash},
      {"kills-its-group", Status::crash},
      {"kills-its-parent", Status::crash},
      {"closes-stdout", Status::protocol},
      {"closes-everything", Status::protocol},
      {"flood-of-lines", Status::protocol},
      {"flood-without-newline", Status::protocol},
      {"flood-of-errors", Status::timeout},
      {"megabytes-before-the-answer", Status::pass},
      {"megabytes-of-errors", Status::pass},
      {"text-before-the-answer", Status::pass},
      {"text-on-the-line-of-the-answer", Status::protocol},
      {"blank-lines-and-carriage-returns", Status::pass},
      {"drop-by-drop", Status::pass},
      {"wrong-id", Status::protocol},
      {"id-as-text", Status::protocol},
      {"nan", Status::protocol},
      {"infinity", Status::protocol},
      {"floats", Status::protocol},
      {"ill-formed-utf-8", Status::protocol},
      {"nothing-but-depth", Status::protocol},
      {"an-array", Status::protocol},
      {"ok-and-error", Status::protocol},
      {"neither", Status::protocol},
      {"error-without-class", Status::protocol},
      {"no-ids", Status::protocol},
      {"ids-as-text", Status::protocol},
      {"wrong-result", Status::fail},
      {"negative-id", Status::fail},
      {"an-error", Status::fail},
      {"unsupported", Status::skip},
      {"skips", Status::skip},
      {"another-answer-each-time", Status::nondeterministic},
      {"another-answer-each-process", Status::nondeterministic},
      {"broken-array", Status::protocol},
      {"message-in-brackets", Status::pass},
      {"right-once", Status::nondeterministic},
      {"crash-if-not-first", Status::state_leak},
      {"child-in-the-group", Status::pass},
      {"daemon", Status::pass},
      {"daemon-that-forks-on", Status::pass},
      {"daemon-and-exit", Status::crash},
      {"daemon-and-hang", Status::timeout},
      {"shell-in-the-background", Status::pass},
      {"locks-the-bundle", Status::pass},
      {"forbids-the-bundle", Status::pass},
      {"leads-out-elsewhere", Status::pass},
      {"removes-the-bundle", Status::pass},
      {"fills-the-bundle", Status::pass},
      {"inspects-itself", Status::pass},
      {"ignores-bye", Status::pass},
      {"goes-on-after-bye", Status::pass},
      {"no-reset", Status::pass},
  };
  return all;
}

// What the report says of the first of these two vectors.
const std::map<std::string, std::string>& detail_at_trigger() {
  static const std::string ended = " without an answer to pretokenize";
  static const std::map<std::string, std::string> all = {
      {"no-answer", "no answer to pretokenize in time"},
      {"exit-0", "it exited with 0" + ended},
      {"kills-itself", "it died of signal 9" + ended},
      {"closes-stdout", "it closed a pipe and went on running"},
      {"flood-of-lines", "too much other output in place of an answer"},
      {"flood-without-newline", "a line of more than 4 MiB"},
      {"wrong-id", "the answer has the id 99999, the request 3"},
      {"an-error", "no"},
      {"unsupported", "pretokenize: Unsupported: no"},
      {"skips", "not today"},
      {"another-answer-each-time", "another answer the second time"},
      {"another-answer-each-process", "another answer in another process"},
      {"crash-if-not-first", "it exited with 4" + ended + "; alone it does not"},
      {"well-behaved", ""},
  };
  return all;
}

// The programs run at the same time, because they mostly wait. Checks are made afterwards.
struct Tortured {
  std::string mode;
  Report report = {};
  std::chrono::steady_clock::duration time = {};
};

std::vector<Tortured> all_tortured(const std::vector<std::string>& modes,
                                   conform::program::Duration timeout) {
  std::vector<Tortured> all;
  for (const std::string& mode : modes) all.push_back({mode});
  engine::machine::for_each_index(all.size(), side_by_side, [&](std::size_t i) {
    const auto begin = std::chrono::steady_clock::now();
    all[i].report = tortured(all[i].mode, timeout);
    all[i].time = std::chrono::steady_clock::now() - begin;
  });
  return all;
}

TEST_CASE("FR-32g: torture: a misbehaviour gives its vector the right status, others pass") {
  std::vector<std::string> silent;  // modes that use the whole time limit
  std::vector<std::string> others;
  std::size_t seen = 0;
  for (const auto& [mode, status] : at_trigger()) {
    if (seen++ % every(4) == 0) (status == Status::timeout ? silent : others).push_back(mode);
  }
  for (const auto* modes : {&silent, &others}) {
    const Surroundings surroundings;
    for (const auto& [mode, report, time] : all_tortured(*modes, modes == &silent ? 700ms : 10s)) {
      INFO(mode);
      const Status status = at_trigger().at(mode);
      CHECK(time < 30s);
      CHECK(report.partial.empty());
      for (const auto& result : report.results) {
        INFO(result.id << ": " << result.detail << " got " << result.got);
        const bool trigger = result.id.starts_with("trigger");
        CHECK(name(result.status) == name(trigger ? status : Status::pass));
      }
      if (const auto said = detail_at_trigger().find(mode); said != detail_at_trigger().end()) {
        CHECK(result_of(report, "trigger-chunks").detail == said->second);
      }
      const bool is_stray = mode == "text-before-the-answer";
      CHECK((report.remarks ==
             std::vector<std::string>{"stdout beside the protocol: \"loading ...\""}) == is_stray);
      CHECK(report.exit_code == (status == Status::pass ? 0 : 1));
    }
    surroundings.check_nothing_left();
  }
}

// The runner notices these one request later, so either vector may get the status.
TEST_CASE("torture: answers without a request, and a closed input, are PROTOCOL") {
  for (const std::string mode : {"answers-twice", "flood-of-answers", "closes-stdin"}) {
    INFO(mode);
    const Surroundings surroundings;
    const Report report = tortured(mode);
    std::size_t protocol = 0;
    for (const auto& result : report.results) {
      protocol += result.status == Status::protocol ? 1 : 0;
      CHECK((result.status == Status::pass || result.status == Status::protocol));
    }
    CHECK(protocol >= 1);
    CHECK(report.exit_code == 1);
    surroundings.check_nothing_left();
  }
}

TEST_CASE("torture: a save that left no file, or something else, fails") {
  for (const std::string mode : {"saves-nothing", "leaves-a-temporary-file"}) {
    INFO(mode);
    const Surroundings surroundings;
    const Report report = tortured(mode);
    CHECK(name(result_of(report, "save").status) == "FAIL");
    CHECK(name(result_of(report, "load").status) == "PASS");
    CHECK(report.levels[4].verdict == conform::report::Verdict::fails);
    CHECK(report.levels[2].verdict == conform::report::Verdict::conforms);
    surroundings.check_nothing_left();
  }
}

// For each vector of L4: the report on the place to which it saved.
TEST_CASE("torture: something else in place of a file is reported without waiting") {
  conform::suite::Suite suite = small_suite();
  conform::suite::Vector link = suite.vectors.back();
  link.id = "save-symlink";
  link.input = object_of(R"({"setup":"symlink","overwrite":false})");
  suite.vectors.push_back(link);
  const std::map<std::string, std::string> found = {
      {"saves-a-pipe", "a named pipe is there"},
      {"saves-a-link-to-a-pipe", "a link is there"},
      {"saves-a-link-to-zero", "a link is there"},
      {"saves-holes", "a file of more than 64 MiB is there"},
      {"makes-the-target-a-pipe", "the link's target was"},
      {"makes-the-target-zero", "the link's target was"},
      {"leaves-a-crowd", "a file was left: "}};
  for (const auto& [mode, words] : found) {
    INFO(mode);
    const Surroundings surroundings;
    const auto begin = std::chrono::steady_clock::now();
    const Report report =
        conform::judge_program(suite, {.command = misbehaving(mode), .timeout = 10s});
    CHECK(std::chrono::steady_clock::now() - begin < 30s);
    CHECK(report.partial.empty());
    for (const std::string id : {"save", "save-exists", "save-symlink"}) {
      const auto& result = result_of(report, id);
      INFO(id << ": " << result.got << ": " << result.detail);
      CHECK(name(result.status) == "FAIL");
      CHECK(result.detail.find(words) != std::string::npos);
    }
    CHECK(name(result_of(report, "load").status) == "PASS");
    surroundings.check_nothing_left();
  }
}

TEST_CASE("torture: three failed starts end the run with a partial report") {
  const Surroundings surroundings;
  for (const auto& [mode, report, time] :
       all_tortured({"never-reads", "exits-at-once", "sleeps-in-hello", "exits-in-hello",
                     "refuses-hello", "another-protocol", "no-ops"},
                    700ms)) {
    INFO(mode);
    CHECK(report.starts == 3);
    CHECK(report.partial.find("failed starts") != std::string::npos);
    CHECK(report.exit_code == 3);
    CHECK(name(result_of(report, "save").status) == "NOT_CLAIMED");
  }
  surroundings.check_nothing_left();
  const Report report = conform::judge_program(small_suite(), {.command = "/nonexistent/harness"});
  CHECK(report.exit_code == 3);
  CHECK(report.errors.find("not found") != std::string::npos);
  surroundings.check_nothing_left();
}

TEST_CASE("torture: of the limits of a vector and of a run the longer one holds") {
  struct Limits {
    std::string of_vector;
    conform::program::Duration of_run;
    std::string_view status;
  };
  for (const auto& [of_vector, of_run, status] :
       {Limits{R"(,"within_seconds":1)", 10s, "PASS"},
        Limits{R"(,"within_seconds":5)", 400ms, "PASS"}, Limits{"", 400ms, "TIMEOUT"}}) {
    INFO(of_vector);
    conform::suite::Suite suite = small_suite();
    suite.vectors = {make_vector("late", conform::suite::Level::L0, "pretokenize",
                                 R"({"text_hex":"21"})",
                                 R"({"result":"valid","chunks_hex":["21"])" + of_vector + "}")};
    const Report report =
        conform::judge_program(suite, {.command = misbehaving("late"), .timeout = of_run});
    CHECK(name(result_of(report, "late").status) == status);
  }
}

TEST_CASE("torture: after eight time-outs of an operation in a level it is not sent any more") {
  const Surroundings surroundings;
  conform::suite::Suite suite = small_suite();
  const std::vector<conform::suite::Vector> others = std::exchange(suite.vectors, {});
  for (int i = 0; i < 12; ++i) {
    suite.vectors.push_back(make_vector("more-" + std::to_string(i), conform::suite::Level::L0,
                                        "pretokenize", R"({"text_hex":"21"})",
                                        R"({"result":"valid","chunks_hex":["21"]})"));
  }
  suite.vectors.insert(suite.vectors.end(), others.begin(), others.end());
  const Report report =
      conform::judge_program(suite, {.command = misbehaving("no-answer"), .timeout = 400ms});
  CHECK(report.levels[0].counts.at(Status::timeout) == 15);  // with the unsent rest of L0
  CHECK(name(result_of(report, "chunks").status) == "TIMEOUT");
  CHECK(result_of(report, "chunks").detail == "not sent after 8 time-outs");
  CHECK(name(result_of(report, "encode").status) == "PASS");
  // One more for the time-out of encode, and the last one to compare with another process.
  CHECK(report.starts == 1 + 8 + 1 + 1);
  surroundings.check_nothing_left();
}

TEST_CASE("torture: several processes, or one for each vector, give the same results") {
  std::vector<std::string> modes = {"daemon", "well-behaved", "wrong-result", "exit-3"};
  if (few_cases()) modes.resize(1);
  const Surroundings surroundings;
  struct Ways {
    Report one;
    Report several;
    Report each;
  };
  std::vector<Ways> all(modes.size());
  engine::machine::for_each_index(modes.size(), side_by_side, [&](std::size_t i) {
    conform::judge::RunOptions options{.command = misbehaving(modes[i]), .timeout = 10s};
    all[i].one = conform::judge_program(small_suite(), options);
    options.jobs = 3;
    all[i].several = conform::judge_program(small_suite(), options);
    options.jobs = 1;
    options.process_per_vector = true;
    all[i].each = conform::judge_program(small_suite(), options);
  });
  for (std::size_t mode = 0; mode < modes.size(); ++mode) {
    INFO(modes[mode]);
    for (const Report* other : {&all[mode].several, &all[mode].each}) {
      for (std::size_t i = 0; i < other->results.size(); ++i) {
        CHECK(name(all[mode].one.results[i].status) == name(other->results[i].status));
      }
    }
  }
  surroundings.check_nothing_left();
}

TEST_CASE("torture: a runner that is killed leaves no process and no bundle") {
  const Surroundings surroundings;
  const pid_t runner = fork();
  if (runner == 0) {
    conform::judge_program(small_suite(),
                           {.command = misbehaving("daemon-and-hang"), .timeout = 60s});
    _exit(0);
  }
  // Waits up to half a minute, because under sanitizers a process starts slowly. Both processes
  // must be seen several times, because a process in the middle of a fork also counts for a moment.
  int looks = 0;
  for (int i = 0; i < 1500 && looks < 5; ++i) {
    looks = marked_processes().size() >= 2 ? looks + 1 : 0;
    usleep(20000);
  }
  CHECK(looks == 5);  // the search finds the processes
  kill(runner, SIGKILL);
  waitpid(runner, nullptr, 0);
  check_processes_end();
  surroundings.check_empty();
}

// After the first signal, the runner waits for the answer, up to 100 seconds. After a second signal
// of either kind, it does not wait, and ends all processes that it has started.
TEST_CASE("torture: a second signal ends the runner and its children at once") {
  for (const auto& [first, second] : std::vector<std::pair<int, int>>{{SIGTERM, SIGTERM},
                                                                      {SIGINT, SIGINT},
                                                                      {SIGTERM, SIGINT},
                                                                      {SIGINT, SIGTERM},
                                                                      {SIGHUP, SIGHUP}}) {
    if (few_cases() && first == second) continue;
    INFO(first << " then " << second);
    const Surroundings surroundings;
    const pid_t runner = fork();
    if (runner == 0) {
      signal(SIGINT, SIG_DFL);
      signal(SIGHUP, SIG_DFL);
      execl(BPETITE_PROGRAM, "bpetite", "conform", "run", "--timeout", "100", "--impl",
            "sh -c 'sleep 1000 & setsid sleep 1000 & wait'", nullptr);
      _exit(127);
    }
    int looks = 0;
    for (int i = 0; i < 1500 && looks < 5; ++i) {
      looks = marked_processes().size() >= 5 ? looks + 1 : 0;  // with supervisor and shell
      usleep(20000);
    }
    CHECK(looks == 5);
    kill(runner, first);
    usleep(200000);
    CHECK(waitpid(runner, nullptr, WNOHANG) == 0);
    kill(runner, second);
    int status = 0;
    pid_t ended = 0;
    for (int i = 0; i < 500 && ended == 0; ++i) {
      usleep(20000);
      ended = waitpid(runner, &status, WNOHANG);
    }
    CHECK(ended == runner);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == second);
    if (ended == 0) kill(runner, SIGKILL), waitpid(runner, nullptr, 0);
    check_processes_end();
    surroundings.check_empty();
  }
}

}  // namespace
}  // namespace bpetite::test
