// Runs a program as a child process, gives it input, and returns its output and exit code:
// directly, by bash, or in a terminal. Also reports the error of a call, here or in a child process
// with other rights or without those of root, says whether the build is sanitized and strace works,
// and makes temporary directories.
//
//   const Finished done = run({"cat", "-n"}, {.in = "a"});
//   done.code == 0,  done.out == "     1\ta",  done.err == ""
#pragma once

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace bpetite::test {

struct Finished {
  int code = 0;  // the exit code, or 128 + the number of the signal that ended it
  std::string out;
  std::string err;
};

// The input, directory and environment that a child starts with.
struct Setting {
  std::string in = {};                                       // its standard input
  std::filesystem::path directory = {};                      // its working directory
  std::optional<std::vector<std::string>> environment = {};  // "NAME=value"; default: ours
};

// Runs a program, which it finds on the PATH, to its end. Throws std::runtime_error if the program
// cannot be started.
Finished run(const std::vector<std::string>& command, const Setting& setting = {});

// Runs a line of bash, with bpetite on the PATH.
Finished run_shell(const std::string& line, const Setting& setting = {});

// Runs a program in a terminal of 100 columns, which is its standard input, output and error.
// Returns everything that it writes, with the carriage returns and escape sequences.
Finished run_on_terminal(const std::vector<std::string>& command, const Setting& setting = {});

// Whether this build has AddressSanitizer or ThreadSanitizer.
bool is_sanitized();

// Whether strace can trace programs here. If not, prints that the test is skipped.
bool can_trace();

// The next functions report the error that a call throws. The call runs in this process, or in a
// child process with other rights and limits.
//
// outcome() returns the kind and the clause of the error, as in "FileExistsError FR-27", or "done"
// if there is no error.
std::string outcome(const std::function<void()>& call);

// The same with the message: "ValueError: encode: ...", or "none".
std::string error_of(const std::function<void()>& call);

// The result of `call` in a child process. There `prepare` runs first, so that its changes do not
// affect this process.
std::string outcome_in_child(const std::function<void()>& prepare,
                             const std::function<std::string()>& call);

// For `prepare`: if the process is root, it becomes nobody, since file permissions do not stop
// root.
void without_privileges();

// A temporary directory for a test. It is removed when the object ends.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "bpetite-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("cannot make the temporary directory " + name);
    }
    path_ = name;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace bpetite::test
