// Writes conformance/vectors and the files that belong to them, from the catalogue and the
// reference, and prints how many vectors (test cases) each level and tier has.
//
//   generate-vectors ROOT           writes the files that change, and lists them
//   generate-vectors ROOT --check   only lists these files, and fails if there are any
//   generate-vectors ROOT --kills   first finds which vectors each mutant (a deliberately wrong
//                                   tokenizer) fails: conformance/mutants/registry.json
//
// The catalogue gives the inputs, and the reference computes every expectation. A vector whose
// content has changed since vectors.lock gets the next revision. A vector that was removed must
// have an entry in retired.json. A suite with another digest gets the next version, also in the
// pages that show it. The linter checks all vectors before a file of the suite is written.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <bpetite/errors.hpp>

#include "accumulated.hpp"
#include "by_bytes.hpp"
#include "catalogue.hpp"
#include "coverage.hpp"
#include "crafted.hpp"
#include "groups.hpp"
#include "versions.hpp"
#include "writing.hpp"

#include "conform/judge/expected.hpp"
#include "conform/judge/lint.hpp"
#include "conform/suite/test_material.hpp"
#include "core/file.hpp"
#include "generate/vectors/kills.hpp"

namespace bpetite::generate {
namespace {

namespace fs = std::filesystem;

std::string read_if_there(const fs::path& path) {
  return fs::exists(path) ? file::read(path) : std::string();
}

// The groups of the catalogue files, in the order of the levels, and the families.
std::vector<Group> all_groups(const fs::path& catalogue, const conform::suite::Suite& suite) {
  std::vector<Group> groups;
  for (const std::string_view family : {"pretokenize", "encode", "special", "decode", "artifact",
                                        "train", "save", "conversation", "motion"}) {
    const auto sections = groups_of(read_sections(catalogue / fmt::format("{}.txt", family)));
    groups.insert(groups.end(), sections.begin(), sections.end());
  }
  add_pretokenize_families(groups);
  add_encode_families(groups);
  add_special_families(groups);
  add_decode_families(groups, suite);
  add_artifact_families(groups, suite);
  add_train_families(groups);
  add_save_families(groups, suite);
  return groups;
}

// Sets the expectation that the reference computes. Throws if the catalogue states another one.
void expect(conform::suite::Vector& vector, const conform::suite::Suite& suite) {
  const json::Object stated = std::move(vector.expect);
  vector.expect = conform::judge::reference_expectation(vector, suite);
  for (const auto& [name, value] : stated) {
    const json::Value* computed = json::find(vector.expect, name);
    if (name == "within_seconds" || name == "other_step") {
      vector.expect.push_back({name, value});
    } else if (computed == nullptr ? json::serialize(value) != "0"
                                   : json::serialize(value) != json::serialize(*computed)) {
      throw ValueError(fmt::format("catalogue: {}: {} is stated as {}, computed as {}", vector.id,
                                   name, json::serialize(value),
                                   computed == nullptr ? "none" : json::serialize(*computed)));
    }
  }
}

void finish(std::vector<Group>& groups, const conform::suite::Suite& suite, const Kills& kills,
            Lock& lock) {
  Lock fresh;
  ByBytes by_bytes(suite);
  for (Group& group : groups) {
    for (conform::suite::Vector& vector : group.vectors) {
      expect(vector, suite);
      by_bytes.add_requirements(vector);
      if (const auto found = kills.find(vector.id); found != kills.end()) {
        vector.kills = found->second;
      }
      const std::string digest = content_digest(vector);
      const auto before = lock.find(vector.id);
      vector.rev =
          before == lock.end() ? 1 : before->second.rev + (before->second.digest != digest);
      if (!fresh.emplace(vector.id, Locked{vector.rev, digest}).second) {
        throw ValueError(fmt::format("catalogue: two vectors are called {}", vector.id));
      }
    }
  }
  lock = std::move(fresh);
}

// The files of the suite with this version.
Outputs generate(const fs::path& root, const std::string& version) {
  const fs::path catalogue = root / "tools/generate/vectors/catalogue";
  const fs::path conformance = root / "conformance";
  conform::suite::Suite suite = crafted_suite(catalogue / "artifacts.txt");
  suite.version = version;
  const Clauses clauses = read_clauses(root / "spec");
  suite.clauses = {clauses.begin(), clauses.end()};
  const auto notes = read_flags(catalogue / "flags.txt");
  std::vector<Group> groups = all_groups(catalogue, suite);
  add_probe_artifacts(suite, groups);

  Lock lock = read_lock(read_if_there(conformance / "vectors.lock"));
  const Lock before = lock;
  finish(groups, suite, read_kills(conformance / "mutants/registry.json"), lock);
  require_tombstones(before, lock, read_if_there(conformance / "retired.json"));

  Outputs outputs;
  for (const Group& group : groups) {
    outputs.emplace(fmt::format("vectors/{}.json", group.name), group_file(group, notes));
  }
  outputs.emplace("suite.json", index_file(suite));
  outputs.emplace("artifacts/crafted/README.md", crafted_readme(suite));
  for (const auto& [name, crafted] : suite.artifacts) {
    if (!crafted.reveal_seed) {
      outputs.emplace(fmt::format("artifacts/crafted/{}.json", name),
                      conform::suite::artifact_bytes(suite, name));
    }
  }
  outputs.merge(accumulated_files(suite));
  outputs.emplace("SHA256SUMS", sums_file(outputs));
  outputs.emplace("vectors.lock", lock_file(lock));
  outputs.emplace("CATALOGUE.md", coverage_file(groups, clauses, catalogue));
  return outputs;
}

// The suite, parsed from the new files as the runner reads it.
conform::suite::Suite parsed(const Outputs& outputs) {
  conform::suite::Files files;
  for (const auto& [path, text] : outputs) {
    if (path.starts_with("vectors/")) {
      files.emplace(fs::path(path).stem().string(), text);
    }
  }
  return conform::suite::parse_suite(files, outputs.at("suite.json"));
}

// The same with the right version: that of the last line of versions.lock if it has this digest,
// else the next version, in a new line. The pages that show a version show this one.
Outputs generate(const fs::path& root) {
  const fs::path conformance = root / "conformance";
  const std::string before = read_if_there(conformance / "versions.lock");
  Version last = last_version(before);
  Outputs outputs = generate(root, last.name);
  std::string digest = parsed(outputs).digest;
  std::string versions = before;
  if (digest != last.digest) {
    last.name = next_version(last.name);
    outputs = generate(root, last.name);
    digest = parsed(outputs).digest;
    versions += fmt::format("{} {}\n", last.name, digest);
  }
  outputs.emplace("versions.lock", versions);
  for (const char* page : {"README.md", "PROTOCOL.md"}) {
    outputs.emplace(page, stamped(read_if_there(conformance / page), last.name, digest));
  }
  return outputs;
}

void require_lint(const conform::suite::Suite& suite) {
  const auto findings = conform::judge::lint(suite);
  for (const auto& [where, what] : findings) {
    fmt::print(stderr, "{}: {}\n", where, what);
  }
  if (!findings.empty()) {
    throw ValueError(fmt::format("lint: {} findings", findings.size()));
  }
}

// Prints how many vectors each level and tier has.
void print_counts(const conform::suite::Suite& suite) {
  std::map<std::string, std::size_t> counts;
  for (const conform::suite::Vector& vector : suite.vectors) {
    ++counts[fmt::format("{} {}",
                         conform::suite::level_names.at(static_cast<std::size_t>(vector.level)),
                         conform::suite::tier_names.at(static_cast<std::size_t>(vector.tier)))];
  }
  for (const auto& [name, count] : counts) {
    fmt::print("{:6} {}\n", count, name);
  }
  fmt::print("{:6} in all, suite {}\n", suite.vectors.size(), suite.digest);
}

// Tries all vectors on all mutants, and writes which vectors kill which mutant. This takes minutes.
// The later steps read the result.
void write_kills(const fs::path& root) {
  const fs::path mutants = root / "conformance/mutants";
  const conform::suite::Suite suite = parsed(generate(root));
  fs::create_directories(mutants);
  file::save_atomically(mutants / "registry.json",
                        conform::faults::registry_file(
                            suite, conform::faults::fates(suite, conform::faults::mutants())),
                        true);
}

int run(const fs::path& root, bool check) {
  const fs::path conformance = root / "conformance";
  const Outputs outputs = generate(root);
  const conform::suite::Suite suite = parsed(outputs);
  require_lint(suite);
  int differences = 0;
  for (const auto& [path, text] : outputs) {
    if (read_if_there(conformance / path) == text) {
      continue;
    }
    ++differences;
    fmt::print("{} {}\n", check ? "differs:" : "wrote", path);
    if (!check) {
      fs::create_directories((conformance / path).parent_path());
      file::save_atomically(conformance / path, text, true);
    }
  }
  print_counts(suite);
  return check && differences > 0 ? 1 : 0;
}

}  // namespace
}  // namespace bpetite::generate

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  const bool check = args.size() == 2 && args[1] == "--check";
  const bool kills = args.size() == 2 && args[1] == "--kills";
  if (args.size() != 1 && !check && !kills) {
    fmt::print(stderr, "usage: generate-vectors ROOT [--check | --kills]\n");
    return 2;
  }
  try {
    if (kills) bpetite::generate::write_kills(args[0]);
    return bpetite::generate::run(args[0], check);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
