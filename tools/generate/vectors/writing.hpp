// Builds the text of each generated file: groups of vectors (test cases), suite.json, the README of
// the crafted artifacts (tokenizer files made for the vectors), vectors.lock and SHA256SUMS. Also
// reads vectors.lock, which has the revision and the digest of each vector, and computes this
// digest. Each vector has one line, so that changing a vector changes one line.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conform/suite/vectors.hpp"
#include "groups.hpp"

namespace bpetite::generate {

// The contents of files by their path below conformance/.
using Outputs = std::map<std::string, std::string>;

// vectors/GROUP.json
std::string group_file(const Group& group, const std::vector<conform::suite::Note>& notes);

// One vector, with its members in the order of the schema.
json::Object vector_json(const conform::suite::Vector& vector);

// suite.json has the version, the clauses and the recipes of the crafted artifacts. The second
// function writes a table of these artifacts.
std::string index_file(const conform::suite::Suite& suite);
std::string crafted_readme(const conform::suite::Suite& suite);

// vectors.lock has lines "id rev digest". The digest covers only the parts that an implementation
// can see.
struct Locked {
  int rev = 1;
  std::string digest;
};
using Lock = std::map<std::string, Locked>;
std::string content_digest(const conform::suite::Vector& vector);
Lock read_lock(const std::string& text);
std::string lock_file(const Lock& lock);

// SHA256SUMS, as sha256sum writes it.
std::string sums_file(const Outputs& outputs);

}  // namespace bpetite::generate
