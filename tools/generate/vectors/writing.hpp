// The files that come out: one line a vector, so that a change of one is a change of one line.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conform/suite/vectors.hpp"
#include "groups.hpp"

namespace bpetite::generate {

// Paths below conformance/, and contents.
using Outputs = std::map<std::string, std::string>;

// vectors/GROUP.json
std::string group_file(const Group& group, const std::vector<conform::suite::Note>& notes);

// One vector, in the order of members that the schema has.
json::Object vector_json(const conform::suite::Vector& vector);

// suite.json: version, clauses and the recipes of the crafted artifacts; a table of the latter.
std::string index_file(const conform::suite::Suite& suite);
std::string crafted_readme(const conform::suite::Suite& suite);

// vectors.lock: "id rev digest" by id. The digest is over what an implementation can notice.
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
