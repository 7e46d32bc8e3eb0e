// Reports the error that a call throws. The call runs in this process, or in a child process with
// other rights and limits.
#pragma once

#include <functional>
#include <string>

namespace bpetite::test {

// The kind and the clause of the error, as in "FileExistsError FR-27". "done" if there is none.
std::string outcome(const std::function<void()>& call);

// The result of `call` in a child process. There `prepare` runs first, so that its changes do not
// affect this process.
std::string outcome_in_child(const std::function<void()>& prepare,
                             const std::function<std::string()>& call);

// For `prepare`: if the process is root, whom file permissions do not stop, it becomes nobody.
void without_privileges();

}  // namespace bpetite::test
