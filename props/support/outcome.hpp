// What a call throws, here or in a child process with other rights and limits.
#pragma once

#include <functional>
#include <string>

namespace bpetite::test {

// "FileExistsError FR-27", the kind and the clause; "done" if nothing is thrown.
std::string outcome(const std::function<void()>& call);

// What `call` gives in a child process, after a preparation that the parent must not share.
std::string outcome_in_child(const std::function<void()>& prepare,
                             const std::function<std::string()>& call);

// For such a preparation: root may do anything, so it becomes nobody.
void without_privileges();

}  // namespace bpetite::test
