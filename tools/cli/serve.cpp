// bpetite serve: speaks bpetite-iut/1 on standard input and output (conformance/PROTOCOL.md).
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <utility>

#include <bpetite/errors.hpp>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "conform/implementation.hpp"
#include "conform/ranks.hpp"
#include "conform/serve.hpp"

namespace bpetite::cli {

void declare_serve(CLI::App& app) {
  app.description("Answer the requests of the conformance protocol, one line each.");
  add_flag(app, "--reference", "Serve the plain reference instead of the library");
  add_value(app, "--ranks", "NAME=FILE", "Give load {\"builtin\":NAME} the table of a rank file")
      ->take_all();
  app.footer(
      "Ends after `bye`, or at the end of the input.\n\n"
      "Example:\n"
      "  bpetite conform run --impl 'bpetite serve --reference'");
}

void run_serve(const CLI::App& app) {
  std::map<std::string, conform::Loaded> builtins;
  if (given(app, "--ranks")) {
    for (const std::string& argument : values(app, "--ranks")) {
      conform::Ranks ranks = conform::read_ranks(argument);
      builtins.insert_or_assign(std::move(ranks.name), std::move(ranks.loaded));
    }
  }
  conform::Server server(given(app, "--reference") ? conform::reference_implementation()
                                                   : conform::tokenizer_implementation(),
                         std::move(builtins));
  std::ios::sync_with_stdio(false);
  for (std::string line; !server.done() && std::getline(std::cin, line);) {
    const std::string answer = server.answer(line) + "\n";
    const bool written = std::fwrite(answer.data(), 1, answer.size(), stdout) == answer.size();
    if (!written || std::fflush(stdout) != 0) {
      throw OSError("serve: standard output is closed");
    }
  }
}

}  // namespace bpetite::cli
