// The vectors: conformance/vectors/*.json, embedded in the program (conformance/README.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.hpp"

namespace bpetite::conform {

enum class Tier { required, recommended, stress, accumulated };
enum class Level { L0, L1, L2, L3, L4, L5 };

// One conformance case. `input`, `artifact` and `expect` stay JSON: the judge reads them by
// operation.
struct Vector {
  std::string id;  // a slug, unique for ever
  int rev = 1;
  Level level = Level::L0;
  Tier tier = Tier::required;
  std::string group;
  std::string op;  // pretokenize, encode, decode, load, train, save
  std::vector<std::string> clauses;
  std::vector<std::string> flags;
  std::vector<std::string> requires_caps;
  std::string comment;
  json::Object input;
  json::Value artifact;  // null, a name, or {"base": name, "patch": [...]}
  json::Object expect;
  std::vector<std::string> kills;
};

struct Note {
  std::string flag;
  std::string bug_type;
  std::string description;
  std::string effect;
  std::vector<std::string> links;
};

struct Suite {
  std::string version;  // "1.0.0"
  std::string digest;   // SHA-256 over the groups, in hex
  std::vector<Vector> vectors;
  std::vector<Note> notes;
};

// The suite that was compiled in. Parsed once a call; lint guarantees that it is well-formed.
Suite embedded_suite();

}  // namespace bpetite::conform
