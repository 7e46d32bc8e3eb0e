// Sends vectors (test cases) to a tokenizer in this process, and says whether it fails them
// (Suspect). Connects a server in this process with an exchange of vectors, without pipes, and
// makes the hello that declares all its operations.
#include "conform/explain/suspect.hpp"

#include <utility>

#include "conform/judge/judge.hpp"
#include "conform/suite/vector_rules.hpp"

namespace bpetite::conform::explain {
namespace {

// The hello of a mutant. It declares all operations.
program::Hello hello_of(const program::Implementation& implementation, bool shows_chunks) {
  program::Hello hello;
  hello.ops.insert(suite::op_names.begin(), suite::op_names.end());
  if (!shows_chunks) hello.ops.erase("pretokenize");
  hello.caps.insert(implementation.caps.begin(), implementation.caps.end());
  hello.unicode = unicode::name(unicode::pinned);
  hello.forms = {"artifact"};
  return hello;
}

}  // namespace

Suspect::Suspect(const suite::Suite& suite, program::Implementation implementation,
                 bool shows_chunks)
    : hello_(hello_of(implementation, shows_chunks)),
      server_(std::move(implementation)),
      exchange_(suite,
                program::one_by_one(
                    hello_,
                    [this](const program::Question& question) {
                      return server_.answer(suite::Request{1, question.op, question.fields});
                    }),
                bundle_) {
  server_.answer(
      suite::Request{1, "hello", {{"bundle", json::string(bundle_.directory().generic_string())}}});
}

bool Suspect::fails(const suite::Vector& vector) {
  return judge::judge(vector, observe(vector), hello_).status != program::Status::pass;
}

}  // namespace bpetite::conform::explain
