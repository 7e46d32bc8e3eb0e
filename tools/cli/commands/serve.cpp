// bpetite serve: answers requests of the protocol bpetite-iut/1 on standard input and output
// (conformance/PROTOCOL.md). It answers with the library, with the reference (--reference), or with
// wrong tokenizers: --mutant gives the reference known faults, and --like encodes with a fault and
// the vocabulary that a request brings. --unicode sets the version of Unicode of the reference or
// the mutant. --ranks loads public vocabularies at the start.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "conform/faults/decisions.hpp"
#include "conform/faults/fault.hpp"
#include "conform/judge/ranks.hpp"
#include "conform/program/implementation.hpp"
#include "conform/program/serve.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

// The version of Unicode with this name.
unicode::Version version_of(std::string_view name) {
  for (const unicode::Version version : unicode::versions) {
    if (unicode::name(version) == name) return version;
  }
  throw UsageError(fmt::format("serve: --unicode {}: there are 13.0.0 to 18.0.0", name));
}

// The fault with this name. It is one that a report can name as a cause (FR-32j).
const conform::faults::Fault& cause_of(std::string_view name) {
  const std::vector<conform::faults::Fault>& faults = conform::faults::suspects();
  const auto found =
      std::ranges::find(faults, conform::faults::current_name(name), &conform::faults::Fault::name);
  if (found != faults.end()) return *found;
  throw UsageError(
      fmt::format("serve: --mutant {}: there are those of "
                  "conformance/mutants/registry.json",
                  utf8::quoted(name)));
}

// The reference with the tables of a version and with all of these faults.
conform::program::Implementation with_causes(unicode::Version version,
                                             const std::vector<std::string>& names) {
  std::vector<const conform::faults::Fault*> faults;
  for (const std::string& name : names) {
    faults.push_back(&cause_of(name));
  }
  if (!conform::faults::fit_together(faults)) {
    throw UsageError("serve: --mutant: two of them change the same thing");
  }
  return conform::faults::with_faults(conform::program::reference_parts(version), version, faults);
}

conform::program::Implementation implementation_for(const Arguments& arguments) {
  const auto names = arguments.values("--mutant");
  const auto version = arguments.value("--unicode");
  if (arguments.given("--reference") && !names.empty()) {
    throw UsageError("serve: either --reference or --mutant");
  }
  if (version) {
    if (!arguments.given("--reference") && names.empty()) {
      throw UsageError("serve: --unicode is for --reference and --mutant");
    }
    conform::program::Implementation it = with_causes(version_of(*version), names);
    it.unicode = arguments.given("--unnamed") ? "" : *version;
    return it;
  }
  if (arguments.given("--reference")) return conform::program::reference_implementation();
  if (names.empty()) return conform::program::tokenizer_implementation();
  const auto mutant = conform::faults::find_fault(names.front());
  return names.size() == 1 && mutant ? conform::faults::with_fault(*mutant)
                                     : with_causes(unicode::pinned, names);
}

// Makes the implementation encode with this fault, with any vocabulary that it gets (S70). If a
// vocabulary cannot show the fault, the ids are the right ones.
void encode_with(const std::string& name, conform::program::Implementation& implementation) {
  const auto has_fault = [&](std::string_view vocabulary) {
    const Table table = TokenizerAccess::table(conform::suite::small_vocabulary(vocabulary));
    const auto faults = conform::faults::faults_of(table);
    return std::ranges::find(faults, conform::faults::current_name(name),
                             &conform::faults::Fault::name) != faults.end();
  };
  if (std::ranges::none_of(conform::suite::small_vocabularies(), has_fault)) {
    throw UsageError(
        fmt::format("serve: --like: {} is not a fault of a vocabulary", utf8::quoted(name)));
  }
  // To list the faults of a vocabulary takes longer than to encode a text. So the decisions for the
  // last vocabulary are kept.
  using conform::faults::Decisions;
  implementation.encode = [name = std::string(conform::faults::current_name(name)),
                           last = std::shared_ptr<const backend::Model>(), decisions = Decisions()](
                              std::string_view text,
                              const conform::program::Loaded& loaded) mutable {
    if (loaded.model == nullptr || last != loaded.model) {
      last = loaded.model;
      decisions = conform::faults::decisions_of(loaded.table);
      for (const auto& fault : conform::faults::faults_of(loaded.table)) {
        if (fault.name == name) decisions = fault.decisions;
      }
    }
    conform::faults::ChunkIds chunks(loaded.table);
    return conform::faults::Answerer(loaded.table, decisions, chunks).ids(text);
  };
}

int run_serve(const Arguments& arguments) {
  conform::program::Implementation implementation = implementation_for(arguments);
  if (const auto name = arguments.value("--like")) encode_with(*name, implementation);
  std::map<std::string, conform::program::Loaded> builtins;
  if (arguments.given("--ranks")) {
    for (const std::string& argument : arguments.values("--ranks")) {
      conform::judge::Ranks ranks = conform::judge::read_ranks(argument);
      builtins.insert_or_assign(std::move(ranks.name),
                                implementation.adopt(std::move(ranks.loaded.table)));
    }
  }
  conform::program::Server server(std::move(implementation), std::move(builtins));
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
          {"--unicode", "VERSION", "With the classes of that Unicode version"},
          {"--unnamed", "", "But let hello name no version"},
          {"--mutant", "NAME", "Serve a tokenizer that is wrong on purpose; may be repeated",
           Count::any},
          {"--like", "FAULT", "Encode with this fault (conform run --profiles)"},
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
