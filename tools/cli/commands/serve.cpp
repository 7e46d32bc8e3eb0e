// bpetite serve: speaks bpetite-iut/1 on standard input and output (conformance/PROTOCOL.md).
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <utility>

#include <bpetite/errors.hpp>

#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "conform/answer/implementation.hpp"
#include "conform/answer/ranks.hpp"
#include "conform/answer/serve.hpp"
#include "conform/mutants/planted.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

// The reference with the tables of another version.
conform::answer::Implementation of_version(std::string_view name) {
  for (const unicode::Version version : unicode::versions) {
    if (unicode::name(version) != name) continue;
    conform::answer::Implementation it =
        conform::answer::assembled(conform::answer::reference_parts(version));
    it.unicode = name;
    return it;
  }
  throw UsageError(fmt::format("serve: --unicode {}: there are 13.0.0 to 18.0.0", name));
}

conform::answer::Implementation implementation_for(const Arguments& arguments) {
  if (const auto version = arguments.value("--unicode")) {
    if (!arguments.given("--reference")) throw UsageError("serve: --unicode is for --reference");
    conform::answer::Implementation it = of_version(*version);
    if (arguments.given("--unnamed")) it.unicode.clear();
    return it;
  }
  const auto name = arguments.value("--mutant");
  if (arguments.given("--reference")) {
    if (name) throw UsageError("serve: either --reference or --mutant");
    return conform::answer::reference_implementation();
  }
  if (!name) {
    return conform::answer::tokenizer_implementation();
  }
  const auto mutant = conform::mutants::find_faulty(*name);
  if (!mutant) {
    throw UsageError(
        fmt::format("serve: --mutant {}: there are those of "
                    "conformance/mutants/registry.json",
                    utf8::quoted(*name)));
  }
  return conform::mutants::implementation_of(*mutant);
}

int run_serve(const Arguments& arguments) {
  conform::answer::Implementation implementation = implementation_for(arguments);
  std::map<std::string, conform::answer::Loaded> builtins;
  if (arguments.given("--ranks")) {
    for (const std::string& argument : arguments.values("--ranks")) {
      conform::answer::Ranks ranks = conform::answer::read_ranks(argument);
      builtins.insert_or_assign(std::move(ranks.name),
                                implementation.adopt(std::move(ranks.loaded.table)));
    }
  }
  conform::answer::Server server(std::move(implementation), std::move(builtins));
  std::ios::sync_with_stdio(false);
  for (std::string line; !server.done() && std::getline(std::cin, line);) {
    const std::string answer = server.answer(line) + "\n";
    const bool written = std::fwrite(answer.data(), 1, answer.size(), stdout) == answer.size();
    if (!written || std::fflush(stdout) != 0) {
      throw OSError("serve: standard output is closed");
    }
  }
  return 0;
}

}  // namespace

Command serve_command() {
  return {
      "serve",
      "Answer the requests of the conformance protocol, one line each.",
      {
          {"--reference", "", "Serve the plain reference instead of the library"},
          {"--unicode", "VERSION", "The reference, with the classes of that Unicode version"},
          {"--unnamed", "", "But let hello name no version"},
          {"--mutant", "NAME", "Serve a tokenizer that is wrong on purpose"},
          {"--ranks", "NAME=FILE", "Give load {\"builtin\":NAME} the table of a rank file",
           Count::any},
      },
      "Ends after `bye`, or at the end of the input.\n\n"
      "Example:\n"
      "  bpetite conform run --impl 'bpetite serve --reference'",
      run_serve,
  };
}

}  // namespace bpetite::cli
